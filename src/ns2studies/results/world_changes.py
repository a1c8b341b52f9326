"""How a world differs from the results: its scenarios, runs, estimates and widths of intervals.

``prospects.py`` asks claims in such worlds.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ns2studies.basics.sql import identifier, quoted
from ns2studies.results.building import add_table, run_sql
from ns2studies.results.derived import VALUES
from ns2studies.results.intervals import FEWEST, narrower_binomial, narrower_student_t

if TYPE_CHECKING:
    import duckdb

_WIDTHS: Final = ("student_t", "binomial")
_VARIABLES: Final = ("fewest_runs", "more_runs", "runs_at_least")
"""What the macros ``fewest_runs`` and ``runs_then`` read (``sql/intervals.sql``)."""


@dataclass(frozen=True)
class Change:
    """How a world differs from the results.

    Attributes:
        more: further runs of each scenario, with the same means and deviations.
        at_least: each scenario has so many runs, if it has not more.
        without: scenarios that are left out.
        first_only: there is only the first replication.
    """

    more: int = 0
    at_least: int = 0
    without: frozenset[str] = frozenset()
    first_only: bool = False

    def runs_then(self, n: int) -> int:
        """How many runs a scenario with ``n`` of them has."""
        return max(n + self.more, self.at_least)

    @property
    def has_more(self) -> bool:
        """Do scenarios have more runs than in the results?"""
        return self.more > 0 or self.at_least > 0

    @property
    def keeps_estimates(self) -> bool:
        """Do the scenarios that are left have the estimates that they have in the results?"""
        return not self.has_more and not self.first_only


def fill_world(
    connection: "duckdb.DuckDBPyConnection",
    base: str,
    tables: Mapping[str, Collection[str]],
    change: Change,
) -> None:
    """Views of the study's tables, and the world's estimates.

    Args:
        tables: those that are not made again, with their columns.
    """
    left_out = ", ".join(quoted(name) for name in sorted(change.without))
    for table, columns in tables.items():
        conditions = ["true"]
        if left_out and "scenario" in columns:
            conditions.append(f"coalesce(scenario, '') NOT IN ({left_out})")
        if change.first_only and "seed" in columns:
            conditions.append("seed = 1")
        if table == VALUES:
            if not change.keeps_estimates:
                continue
            # Derived values, which have no scenario, are made again.
            conditions.append("scenario <> ''")
        # Derived values are added, and defined.
        kind = "TABLE" if table in (VALUES, "metric_definitions") else "VIEW"
        name, chosen = identifier(table), " AND ".join(conditions)
        connection.execute(f"CREATE {kind} {name} AS FROM {identifier(base)}.{name} WHERE {chosen}")
    if not change.keeps_estimates:
        run_sql(connection, "estimates")


@contextmanager
def interval_widths(
    connection: "duckdb.DuckDBPyConnection", change: Change, confidence: float
) -> Iterator[None]:
    """For a while, let intervals be as wide as with a world's number of runs."""
    if not change.has_more:
        yield
        return
    then = {n: change.runs_then(n) for n in (1, *_sizes(connection, "student_t"))}
    counted = {n: change.runs_then(n) for n in (*range(1, FEWEST), *_sizes(connection, "binomial"))}
    tables = (narrower_student_t(then, confidence), narrower_binomial(counted, confidence))
    run_sql(connection, "keep_widths")
    try:
        for name, frame in zip(_WIDTHS, tables, strict=True):
            add_table(connection, name, frame, temporary=True)
        fewest = min(n for n in (*then, FEWEST) if n >= FEWEST or then[n] >= FEWEST)
        variables = (fewest, change.more, change.at_least)
        for name, value in zip(_VARIABLES, variables, strict=True):
            connection.execute(f"SET VARIABLE {name} = {value}")
        yield
    finally:
        for name in _VARIABLES:
            connection.execute(f"RESET VARIABLE {name}")
        run_sql(connection, "widths_again")


def _sizes(connection: "duckdb.DuckDBPyConnection", table: str) -> list[int]:
    """The numbers of values that a table has intervals for."""
    rows = connection.table(table).project("n").distinct().order("n").fetchall()
    return [int(n) for (n,) in rows]
