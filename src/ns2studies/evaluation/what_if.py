"""What-if results: the claims of a study, re-evaluated on changed results.

Claims are treated as opaque queries. So the effect of more runs, the scenarios that a claim uses,
and its dependence on assumptions are all found in the same way: change the results, run the query
again, and compare the verdicts.

The changed results are in a database in memory, in which the queries look up tables instead of in
the study's own database. It has only what the claims need: the study's tables as filled by
:meth:`Change.fill`, and the derived values and shared temporary tables, which are made again from
them. To simulate more runs, means and deviations stay and intervals get narrower: the tables of
quantiles get other rows, and the variables that the macros ``fewest_runs`` and ``runs_then`` read
are set (``sql/intervals.sql``).
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Final

from ns2studies.basics.sql import current_database, identifier, quoted, tables_of
from ns2studies.database.building import add_table, run_sql
from ns2studies.database.derived import (
    STAND_INS,
    VALUES,
    Derived,
    derive,
    derived_behind,
    derived_of,
    words_in,
)
from ns2studies.database.intervals import FEWEST, narrower_binomial, narrower_student_t
from ns2studies.database.stopping import CONFIDENCE
from ns2studies.evaluation import SQL
from ns2studies.evaluation.claims import (
    Claim,
    Judged,
    behind_all,
    judge,
    make_tables_again,
    with_macros,
)

if TYPE_CHECKING:
    import duckdb

Tables = Mapping[str, Collection[str]]
"""Tables with the names of their columns."""

_ALWAYS: Final = frozenset((VALUES, "metric_definitions", "metrics", "scenarios"))
"""Tables from which estimates, derived values and claims are computed."""

_NUMBERS: Final = count()


@dataclass(frozen=True)
class Change:
    """A change of the study's own results.

    Attributes:
        more: further runs of each scenario, with the same means and deviations.
        at_least: minimum number of runs that each scenario is given.
        without: scenarios that are left out.
        first_only: whether only the first replication is left.
    """

    more: int = 0
    at_least: int = 0
    without: frozenset[str] = frozenset()
    first_only: bool = False

    def runs_then(self, n: int) -> int:
        """Return the changed number of runs of a scenario that has ``n`` now."""
        return max(n + self.more, self.at_least)

    @property
    def has_more_runs(self) -> bool:
        """Whether scenarios have more runs than in the study's own results."""
        return self.more > 0 or self.at_least > 0

    def fill(self, connection: "duckdb.DuckDBPyConnection", base: str, tables: Tables) -> None:
        """Create the changed tables in the current database.

        Args:
            base: the name of the study's own database.
            tables: the tables of it that the claims need.
        """
        keeps_estimates = not self.has_more_runs and not self.first_only
        for table, columns in tables.items():
            if table != VALUES or keeps_estimates:
                name, chosen = identifier(table), " AND ".join(self._conditions(table, columns))
                # Derived values are added to these two.
                kind = "TABLE" if table in (VALUES, "metric_definitions") else "VIEW"
                connection.execute(
                    f"CREATE {kind} {name} AS FROM {identifier(base)}.{name} WHERE {chosen}"
                )
        if not keeps_estimates:
            run_sql(connection, "estimates")

    def _conditions(self, table: str, columns: Collection[str]) -> Iterator[str]:
        yield "true"
        if self.without and "scenario" in columns:
            left_out = ", ".join(quoted(name) for name in sorted(self.without))
            yield f"coalesce(scenario, '') NOT IN ({left_out})"
        if self.first_only and "seed" in columns:
            yield "seed = 1"
        if table == VALUES:
            # Derived values, which have no scenario, are made again.
            yield "scenario <> ''"


@dataclass
class WhatIf:
    """Re-evaluates the claims of a study on changed results.

    Before claims are judged on the study's own results again, the tables that they share must be
    made again.

    Attributes:
        judged: verdict and evidence of each claim that changed results are compared with.
        confidence: that of the intervals.
    """

    connection: "duckdb.DuckDBPyConnection"
    study: str
    claims: Sequence[Claim]
    judged: Judged
    confidence: float = CONFIDENCE
    _found: dict[Change, Judged] = field(default_factory=dict)

    def judge(self, change: Change, names: Collection[str]) -> Judged:
        """Judge some claims on changed results, each once.

        Raises:
            ResultError: if a query fails.
        """
        known = self._found.setdefault(change, {})
        asked = [claim for claim in self.claims if claim.name in names and claim.name not in known]
        if asked:
            with _more_runs(self.connection, change, self.confidence):
                known.update(self._judged(change, asked))
        return known

    def changed(self, change: Change, names: Collection[str]) -> set[str]:
        """Return the claims with another verdict or evidence on changed results."""
        found = self.judge(change, names)
        return {name for name in names if found[name] != self.judged[name]}

    def possible_sets(
        self,
        names: Collection[str],
        sets: Collection[str],
        without: Callable[[Collection[str]], Change],
    ) -> dict[str, set[str]]:
        """Return the scenario sets, of some, that each claim may use.

        Those are the sets that its query names, or else those in the macros that it calls, provided
        that leaving out all others doesn't change the claim. One change tests this for all claims
        that name the same sets; testing single sets would take a change for each.

        Args:
            without: returns the change that leaves out some sets.
        """
        named: dict[frozenset[str], list[str]] = {}
        for name in names:
            query = self._names_in(name)
            if query is not None:
                found = frozenset(one for one in sets if quoted(one) in query)
                named.setdefault(found, []).append(name)
        possible = {name: set(sets) for name in names}
        for some, alike in named.items():
            others = set(sets) - some
            using = self.changed(without(others), alike) if others else set()
            possible |= {name: set(some) for name in alike if name not in using}
        return possible

    def _names_in(self, name: str) -> str | None:
        """Return the SQL in which a claim names scenario sets; None if it names none."""
        (own,) = (claim.sql for claim in self.claims if claim.name == name)
        texts = (own, self.queries[name])
        return next((it for it in texts if any(quoted(one) in it for one in self._sets)), None)

    @cached_property
    def _sets(self) -> dict[str, list[str]]:
        """The scenarios of each scenario set of the study."""
        return dict(self.connection.execute(SQL["scenarios_by_set"]).fetchall())

    def scenarios_of(self, sets: Collection[str]) -> frozenset[str]:
        """Return the scenarios of some sets."""
        return frozenset(name for one in sets for name in self._sets[one])

    @cached_property
    def queries(self) -> Mapping[str, str]:
        """The SQL of each claim with that of the macros that it calls."""
        return with_macros(self.study, self.claims)

    @cached_property
    def _behind_all(self) -> str:
        return behind_all(self.study)

    @cached_property
    def _derived(self) -> list[Derived]:
        return [entry for entry in derived_of(self.study) if entry.table != STAND_INS]

    @cached_property
    def _tables(self) -> dict[str, list[str]]:
        """The tables of the study's own database that are not derived."""
        made_again = {entry.table for entry in self._derived} - {VALUES}
        known = tables_of(self.connection, current_database(self.connection))
        return {name: columns for name, columns in known.items() if name not in made_again}

    def _judged(self, change: Change, claims: Sequence[Claim]) -> Judged:
        # Each table takes time, so only those are made that queries name, directly or indirectly.
        queries = [self._behind_all, *(self.queries[claim.name] for claim in claims)]
        derived = derived_behind(self._derived, queries)
        named = _ALWAYS.union(*map(words_in, [*queries, *(entry.sql for entry in derived)]))
        tables = {name: columns for name, columns in self._tables.items() if name in named}
        with _database_in_memory(self.connection) as base:
            change.fill(self.connection, base, tables)
            run_sql(self.connection, "points")
            for entry in derived:
                derive(self.connection, entry)
            make_tables_again(self.connection, self.study)
            return {claim.name: judge(self.connection, claim) for claim in claims}


@contextmanager
def _database_in_memory(connection: "duckdb.DuckDBPyConnection") -> Iterator[str]:
    """Make queries look up tables in an empty database within the block.

    Macros look up tables when they are called; temporary tables and views keep those that they
    were made with.

    Yields:
        The name of the study's own database.
    """
    # Other connections have databases of their own at the same time.
    name = f"what_if_{next(_NUMBERS)}"
    base = current_database(connection)
    connection.execute(f"ATTACH ':memory:' AS {name}")
    try:
        connection.execute(f"USE {name}")
        yield base
    finally:
        connection.execute(f"USE {identifier(base)}")
        connection.execute(f"DETACH {name}")


@contextmanager
def _more_runs(
    connection: "duckdb.DuckDBPyConnection", change: Change, confidence: float
) -> Iterator[None]:
    """Make intervals as narrow within the block as with the number of runs after a change."""
    if not change.has_more_runs:
        yield
        return
    then = {n: change.runs_then(n) for n in (1, *_sizes(connection, "student_t"))}
    counted = {n: change.runs_then(n) for n in (*range(1, FEWEST), *_sizes(connection, "binomial"))}
    narrower = {
        "student_t": narrower_student_t(then, confidence),
        "binomial": narrower_binomial(counted, confidence),
    }
    variables = {
        "fewest_runs": min(n for n in (*then, FEWEST) if n >= FEWEST or then[n] >= FEWEST),
        "more_runs": change.more,
        "runs_at_least": change.at_least,
    }
    kept = {name: connection.table(name).pl() for name in narrower}
    try:
        for name, frame in narrower.items():
            add_table(connection, name, frame, temporary=True)
        for name, value in variables.items():
            connection.execute(f"SET VARIABLE {name} = {value}")
        yield
    finally:
        for name in variables:
            connection.execute(f"RESET VARIABLE {name}")
        for name, frame in kept.items():
            add_table(connection, name, frame, temporary=True)


def _sizes(connection: "duckdb.DuckDBPyConnection", table: str) -> list[int]:
    """Return the numbers of values for which a table has intervals."""
    rows = connection.table(table).project("n").distinct().order("n").fetchall()
    return [int(n) for (n,) in rows]
