"""Sensitivity: every claim re-evaluated with each alternative assumption that a text leaves open.

This is a multiverse analysis (Steegen et al. 2016, "Increasing Transparency Through a Multiverse
Analysis") with its specification curve (Simonsohn et al. 2020). For each alternative, its runs
replace those of the baseline (:mod:`ns2studies.evaluation.what_if`). A study defines the
replacements in a derived table ``stand_ins``:

    choice     name; 'as-chosen': the baseline, where it was run again for comparison
    stands_for a scenario of the baseline
    scenario   the scenario that replaces it; NULL: not run with this alternative, leave it out

Rows of 'as-chosen' apply to every alternative, except for places in which an alternative has a
scenario of its own. An alternative is compared with the baseline in the same places: scenarios that
were not run with the alternative are left out of both. If one of the two has more replications in a
place, only as many as the other has are used, since more runs alone decide more cases.

Claims whose macros read ``getvariable('limit_factor')`` are also judged with half and twice the
limits that represent the words of the text (:data:`LIMITS`), on the study's own results.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from ns2studies.basics.sql import identifier
from ns2studies.database.building import run_sql
from ns2studies.database.derived import STAND_INS, VALUES, derived_of
from ns2studies.evaluation import SQL
from ns2studies.evaluation.claims import Claim, claims_of, judge, prepare, with_macros
from ns2studies.evaluation.verdicts import NOT_MEASURED, OPEN
from ns2studies.evaluation.what_if import Change, Tables, WhatIf

if TYPE_CHECKING:
    import duckdb

AS_CHOSEN: Final = "as-chosen"
"""The baseline, which alternatives are compared with."""

LIMITS: Final = {"limits-halved": 0.5, "limits-doubled": 2.0}
"""Factors of the limits of claims, by their names among the alternatives."""

COLUMNS: Final = {
    "study": pl.String,
    "claim": pl.String,
    "choice": pl.String,
    "verdict": pl.String,
    "evidence": pl.String,
    "verdict_as_chosen": pl.String,
    "touched": pl.Boolean,
    "flips": pl.Boolean,
}
"""``touched``: the claim uses runs with the alternative; ``flips``: they change its verdict from
one that decides to another.
"""


@dataclass(frozen=True)
class Alternative(Change):
    """Results in which runs with an alternative assumption replace those of the baseline.

    Attributes:
        choice: its name.
        is_own: whether to use its own runs in these places, or those of the baseline to compare
            with.
    """

    choice: str = AS_CHOSEN
    is_own: bool = True

    def fill(self, connection: "duckdb.DuckDBPyConnection", base: str, tables: Tables) -> None:
        """Create the tables with the alternative's scenarios, named like those they replace."""
        own = identifier(base)
        scenarios = {"scenarios": f"{own}.scenarios"}
        beside = {**scenarios, "values": f"{own}.metrics", "stand_ins": f"{own}.{STAND_INS}"}
        chosen = {"choice": self.choice, "own": self.is_own, "without": sorted(self.without)}
        connection.execute(SQL["places"], beside | chosen)
        for table, columns in tables.items():
            name = identifier(table)
            if table == "scenarios":
                connection.execute(SQL["placed_scenarios"], scenarios)
            elif table == VALUES:
                fewer = {"fewer": _estimates_from_fewer(connection, own)}
                connection.execute(
                    SQL["placed_estimates"], {"estimates": f"{own}.{VALUES}", **fewer}
                )
            elif "scenario" in columns:
                seeds = " AND seed <= coalesce(last_seed, seed)" if "seed" in columns else ""
                connection.execute(
                    f"CREATE VIEW {name} AS SELECT one.* REPLACE (places.scenario AS scenario) "
                    f"FROM {own}.{name} AS one JOIN places ON one.scenario = places.source{seeds}"
                )
            else:
                _copy(connection, own, table)


def _estimates_from_fewer(connection: "duckdb.DuckDBPyConnection", own: str) -> str:
    """Estimate scenarios from their first replications if the compared ones have fewer.

    Returns:
        The table of these estimates, or that of all estimates if no scenario has fewer.
    """
    if not connection.table("places").filter("last_seed IS NOT NULL").limit(1).fetchall():
        return f"{own}.{VALUES}"
    for table in ("scenarios", "metric_definitions"):
        _copy(connection, own, table)
    connection.execute(SQL["fewer_metrics"], {"values": f"{own}.metrics"})
    run_sql(connection, "estimates")
    connection.execute(SQL["fewer_estimates"])
    return "estimates_from_fewer"


def _copy(connection: "duckdb.DuckDBPyConnection", own: str, table: str) -> None:
    connection.execute(f"CREATE TABLE {identifier(table)} AS FROM {own}.{identifier(table)}")


@dataclass(frozen=True)
class _Choice:
    """An alternative that a study has runs of.

    Attributes:
        sets: those whose scenarios it replaces.
        places: equal for alternatives that were run, or not run, in the same places.
    """

    name: str
    sets: tuple[str, ...]
    places: str


def sensitivity(connection: "duckdb.DuckDBPyConnection", study: str) -> pl.DataFrame:
    """Judge all claims with each alternative: a row for each claim and choice.

    An alternative does not touch a claim if the evidence is the same as with the baseline, and does
    not flip it if its runs leave the claim open. ``verdict_as_chosen`` is the verdict of the
    baseline in the same places.

    Raises:
        ResultError: if a query fails.
    """
    claims = claims_of(study)
    choices = _choices(connection, study)
    if not choices:
        return pl.DataFrame(schema=COLUMNS)
    prepare(connection, study)
    with_limits = _with_other_limits(connection, study, claims)
    names = [claim.name for claim in claims]
    results = WhatIf(connection, study, claims, {})
    results.judged = results.judge(Alternative(), names)

    def without(sets: Collection[str]) -> Alternative:
        return Alternative(without=results.scenarios_of(sets))

    of_choices = set().union(*(choice.sets for choice in choices))
    possible = results.possible_sets(names, of_choices, without)
    rows = [_row(claim, AS_CHOSEN, results.judged[claim.name]) for claim in claims]
    compared: dict[str, str] = {}
    for choice in choices:
        asked = [name for name in names if possible[name] & set(choice.sets)]
        using = results.changed(without(choice.sets), asked)
        found = results.judge(Alternative(choice=choice.name), using)
        # Alternatives in the same places are compared with the same results.
        first = compared.setdefault(choice.places, choice.name)
        beside = results.judge(Alternative(choice=first, is_own=False), using)
        for claim in claims:
            usual = beside.get(claim.name, results.judged[claim.name])
            rows.append(_row(claim, choice.name, found.get(claim.name, usual), usual))
    return pl.DataFrame([*rows, *with_limits], schema=COLUMNS, orient="row")


def _with_other_limits(
    connection: "duckdb.DuckDBPyConnection", study: str, claims: Sequence[Claim]
) -> list[tuple[object, ...]]:
    """Judge the claims that have limits with other factors of them; return nothing if none has."""
    queries = with_macros(study, claims)
    limited = [claim for claim in claims if "limit_factor" in queries[claim.name]]
    if not limited:
        return []
    usual = {claim.name: judge(connection, claim) for claim in claims}
    rows = []
    for name, factor in LIMITS.items():
        with _limits(connection, factor):
            found = {claim.name: judge(connection, claim) for claim in limited}
        rows += [
            _row(claim, name, found.get(claim.name, usual[claim.name]), usual[claim.name])
            for claim in claims
        ]
    return rows


@contextmanager
def _limits(connection: "duckdb.DuckDBPyConnection", factor: float) -> Iterator[None]:
    """Multiply the limits of claims by a factor within the block."""
    connection.execute(SQL["limit_factor"], {"factor": factor})
    try:
        yield
    finally:
        connection.execute(SQL["limit_factor"], {"factor": 1.0})


def _row(
    claim: Claim, choice: str, found: tuple[str, str], chosen: tuple[str, str] | None = None
) -> tuple[object, ...]:
    verdict, evidence = found
    usual, usual_evidence = chosen or found
    touched = verdict != NOT_MEASURED and evidence != usual_evidence
    flips = touched and verdict != usual and not {verdict, usual} & set(OPEN)
    return claim.study, claim.name, choice, verdict, evidence, usual, touched, flips


def _choices(connection: "duckdb.DuckDBPyConnection", study: str) -> list[_Choice]:
    """Return the alternatives that a study has runs of; none if it has no table of them."""
    if STAND_INS not in (entry.table for entry in derived_of(study)):
        return []
    rows = connection.execute(SQL["choices"]).fetchall()
    return [_Choice(name, tuple(sets), places) for name, sets, places in rows]
