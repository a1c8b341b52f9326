"""Worlds: a study's results as they would be with other runs, in a database in memory."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Final

from ns2studies.results.building import run_sql
from ns2studies.results.claims import Claim, Judged, judge, look_again, queries_behind
from ns2studies.results.derived import Derived, derive, looked_at
from ns2studies.sql import current_database, identifier

if TYPE_CHECKING:
    import duckdb

_WORLD: Final = "world"
_NUMBERS: Final = count()


@contextmanager
def world(connection: "duckdb.DuckDBPyConnection") -> Iterator[str]:
    """An empty database, in which queries look for tables for a while.

    Temporary tables and views that are made meanwhile speak of it, and have to be made again
    afterwards; macros look for tables when they are used.

    Yields:
        The name of the study's own database.
    """
    # Other connections have worlds of theirs at the same time.
    name = f"{_WORLD}_{next(_NUMBERS)}"
    base = current_database(connection)
    connection.execute(f"ATTACH ':memory:' AS {name}")
    try:
        connection.execute(f"USE {name}")
        yield base
    finally:
        connection.execute(f"USE {identifier(base)}")
        connection.execute(f"DETACH {name}")


def judged_in_world(
    connection: "duckdb.DuckDBPyConnection",
    study: str,
    claims: Sequence[Claim],
    derived: Sequence[Derived],
) -> Judged:
    """Verdict and evidence of claims in the world that the connection is in.

    Args:
        derived: tables that are made again from the world's own, if the claims look at them.

    Raises:
        ResultError: if a query fails.
    """
    run_sql(connection, "points")
    for entry in looked_at(derived, queries_behind(study, claims)):
        derive(connection, entry)
    look_again(connection, study)
    return {claim.name: judge(connection, claim) for claim in claims}
