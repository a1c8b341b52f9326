"""Worlds: a study's results as they would be with other runs, each in a database in memory."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Final

from ns2studies.basics.sql import current_database, identifier, quoted, tables_of
from ns2studies.results.building import run_sql
from ns2studies.results.claims import (
    Claim,
    Judged,
    behind_all,
    judge,
    make_tables_again,
    with_macros,
)
from ns2studies.results.derived import VALUES, Derived, derive, derived_behind, derived_of, words_in
from ns2studies.results.queries import SQL

if TYPE_CHECKING:
    import duckdb

_WORLD: Final = "world"
_ALWAYS: Final = frozenset(("estimates", "metric_definitions", "metrics", "scenarios"))
"""Tables that estimates and derived values are made of, and what all claims start from."""

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


@dataclass(frozen=True)
class ClaimSources:
    """What lies behind some claims: a world has no more, since each table takes its time.

    Attributes:
        derived: made again in a world, in this order.
        tables: of the study's own database, with their columns; taken over by a world.
    """

    claims: Sequence[Claim]
    derived: Sequence[Derived]
    tables: Mapping[str, list[str]]


@dataclass(frozen=True)
class StudySources:
    """All that may lie behind the claims of a study.

    Attributes:
        queries: the SQL of each claim with that of the macros behind it.
        shared: what is asked for all claims.
    """

    queries: Mapping[str, str]
    shared: str
    derived: Sequence[Derived]
    tables: Mapping[str, list[str]]

    def of_claims(self, claims: Sequence[Claim]) -> ClaimSources:
        """What of it lies behind some claims: whatever their queries name, and what that asks."""
        queries = [self.shared, *(self.queries[claim.name] for claim in claims)]
        derived = derived_behind(self.derived, queries)
        named = _ALWAYS.union(*map(words_in, [*queries, *(entry.sql for entry in derived)]))
        tables = {name: columns for name, columns in self.tables.items() if name in named}
        return ClaimSources(claims, derived, tables)


def sources_of(
    connection: "duckdb.DuckDBPyConnection", study: str, claims: Iterable[Claim]
) -> StudySources:
    """All that may lie behind claims of a study, whose own database is the current one."""
    derived = derived_of(study)
    made_anew = {entry.table for entry in derived} - {VALUES}
    there = tables_of(connection, current_database(connection))
    tables = {name: columns for name, columns in there.items() if name not in made_anew}
    return StudySources(with_macros(study, claims), behind_all(study), derived, tables)


def judged_in_world(
    connection: "duckdb.DuckDBPyConnection", study: str, sources: ClaimSources
) -> Judged:
    """Verdict and evidence of claims in the world that the connection is in.

    Raises:
        ResultError: if a query fails.
    """
    run_sql(connection, "points")
    for entry in sources.derived:
        derive(connection, entry)
    make_tables_again(connection, study)
    return {claim.name: judge(connection, claim) for claim in sources.claims}


def sets_of(connection: "duckdb.DuckDBPyConnection") -> list[str]:
    """The scenario sets of a study."""
    return [name for (name,) in connection.execute(SQL["sets"]).fetchall()]


def possible_sets(
    queries: Mapping[str, str],
    sets: Collection[str],
    known: Collection[str],
    changed: Callable[[set[str], list[str]], set[str]],
) -> dict[str, set[str]]:
    """Those of some sets that claims may look at: the named ones, if all is alike without others.

    One world shows it for all claims that name the same ones, where each set would take one.

    Args:
        queries: of the claims, by name.
        sets: those that are asked for.
        known: all of the study. A claim that names none of them may look at any.
        changed: which of some claims read otherwise without some sets.
    """
    named: dict[frozenset[str], list[str]] = {}
    for name, query in queries.items():
        if any(quoted(one) in query for one in known):
            found = frozenset(one for one in sets if quoted(one) in query)
            named.setdefault(found, []).append(name)
    possible = {name: set(sets) for name in queries}
    for some, alike in named.items():
        others = set(sets) - some
        looking = changed(others, alike) if others else set()
        possible |= {name: set(some) for name in alike if name not in looking}
    return possible
