"""What a conclusion hangs on: every claim judged again with each choice that a text leaves open.

The established form is a multiverse analysis (Steegen et al. 2016, "Increasing Transparency
Through a Multiverse Analysis") with its specification curve (Simonsohn et al. 2020). A choice is a
world: the study's results, in which the runs with this choice stand where the standard ones stood.
Claims are judged there by their own queries; nothing else is asked of a study than a derived table
``stand_ins``:

    choice     name; 'as-chosen': the standard one, where it was run anew for comparison
    stands_for a scenario of the standard
    scenario   the one that takes its place; NULL: none was run with this choice, leave it out

Rows of 'as-chosen' hold in every world but where the choice has a scenario of its own. A choice is
compared with a world that has the same places, as chosen: what was not run with the choice is left
out of both. Where one has more replications of a place than the other, both have as many as the
other: more runs alone decide more cases.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

import polars as pl

from ns2studies.basics.sql import identifier
from ns2studies.results.building import run_sql
from ns2studies.results.claims import Claim, Judged, claims_of, prepare
from ns2studies.results.derived import VALUES, derived_of
from ns2studies.results.queries import SQL
from ns2studies.results.verdicts import NOT_MEASURED, OPEN
from ns2studies.results.worlds import (
    ClaimSources,
    judged_in_world,
    possible_sets,
    sets_of,
    sources_of,
    world,
)

if TYPE_CHECKING:
    import duckdb

STAND_INS: Final = "stand_ins"
AS_CHOSEN: Final = "as-chosen"
"""The choice whose world the others are compared with."""

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
"""``touched``: the claim is judged by runs with the choice; ``flips``: that changes its verdict, of
two that decide."""


@dataclass(frozen=True)
class _Choice:
    """A choice; ``sets`` are those whose scenarios it takes the place of."""

    name: str
    sets: tuple[str, ...]
    places: str


@dataclass(frozen=True)
class _Places:
    """What stands where in a world: parameters of ``sql/places.sql``."""

    choice: str = AS_CHOSEN
    own: bool = True
    without: tuple[str, ...] = ()


def sensitivity(connection: "duckdb.DuckDBPyConnection", study: str) -> pl.DataFrame:
    """Verdicts of all claims with each choice: a row for each claim and choice.

    A claim whose evidence reads as with the choice of the study is not touched by the other one.
    Runs that leave it open flip nothing. ``verdict_as_chosen`` is that in the same places.

    Raises:
        ResultError: if a query fails.
    """
    claims = claims_of(study)
    choices = _choices(connection, study)
    if not choices:
        return pl.DataFrame(schema=COLUMNS)
    prepare(connection, study)
    sources = sources_of(connection, study, claims)

    def judged(places: _Places, some: Collection[str]) -> Judged:
        """In a world, some of the claims."""
        to_judge = [claim for claim in claims if claim.name in some]
        return _judged(connection, study, places, sources.of_claims(to_judge)) if to_judge else {}

    def changed(without: Collection[str], some: Collection[str]) -> set[str]:
        """Those of some claims that would read otherwise without the scenarios of some sets."""
        missing = judged(_Places(without=tuple(sorted(without))), some)
        return {name for name, found in missing.items() if usual[name] != found}

    @cache
    def looking(sets: tuple[str, ...]) -> set[str]:
        """The claims that look at some sets."""
        return changed(sets, [name for name, some in possible.items() if some & set(sets)])

    usual = judged(_Places(), sources.queries)
    of_choices = set().union(*(choice.sets for choice in choices))
    possible = possible_sets(sources.queries, of_choices, sets_of(connection), changed)
    compared: dict[str, Judged] = {}
    rows = [_row(study, claim, AS_CHOSEN, usual[claim.name]) for claim in claims]
    for choice in choices:
        found = judged(_Places(choice.name), looking(choice.sets))
        if choice.places not in compared:
            as_chosen = _Places(choice.name, own=False)
            compared[choice.places] = judged(as_chosen, looking(choice.sets))
        for claim in claims:
            chosen = compared[choice.places].get(claim.name, usual[claim.name])
            verdict = found.get(claim.name, chosen)
            rows.append(_row(study, claim, choice.name, verdict, chosen))
    return pl.DataFrame(rows, schema=COLUMNS, orient="row")


def _row(
    study: str,
    claim: Claim,
    choice: str,
    found: tuple[str, str],
    chosen: tuple[str, str] | None = None,
) -> tuple[object, ...]:
    verdict, evidence = found
    usual, usual_evidence = chosen or found
    touched = verdict != NOT_MEASURED and evidence != usual_evidence
    flips = touched and verdict != usual and not {verdict, usual} & set(OPEN)
    return study, claim.name, choice, verdict, evidence, usual, touched, flips


def _choices(connection: "duckdb.DuckDBPyConnection", study: str) -> list[_Choice]:
    """The choices that a study has runs of; none if it has no table of stand-ins."""
    if STAND_INS not in (entry.table for entry in derived_of(study)):
        return []
    rows = connection.execute(SQL["choices"]).fetchall()
    return [_Choice(name, tuple(sets), places) for name, sets, places in rows]


def _judged(
    connection: "duckdb.DuckDBPyConnection", study: str, places: _Places, sources: ClaimSources
) -> Judged:
    """Verdict and evidence of claims in a world."""
    derived = [entry for entry in sources.derived if entry.table != STAND_INS]
    with _world(connection, places, sources.tables):
        return judged_in_world(connection, study, replace(sources, derived=derived))


@contextmanager
def _world(
    connection: "duckdb.DuckDBPyConnection", places: _Places, tables: Mapping[str, list[str]]
) -> Iterator[None]:
    """A database in memory with some of the study's tables as they are with a choice, for a while.

    Args:
        tables: those that are taken over, with their columns.
    """
    with world(connection) as base:
        _fill(connection, base, places, tables)
        yield


def _fill(
    connection: "duckdb.DuckDBPyConnection",
    base: str,
    places: _Places,
    tables: Mapping[str, list[str]],
) -> None:
    own = identifier(base)
    scenarios = {"scenarios": f"{own}.scenarios"}
    values = f"{own}.metrics"
    beside = {**scenarios, "values": values, "stand_ins": f"{own}.stand_ins"}
    connection.execute(SQL["places"], {**beside, **asdict(places)})
    fewer = _estimated_from_fewer(connection, own, values)
    estimates = {"estimates": f"{own}.{VALUES}", "fewer": fewer}
    for table, names in tables.items():
        name = identifier(table)
        if table == "scenarios":
            connection.execute(SQL["world_scenarios"], scenarios)
        elif table == VALUES:
            connection.execute(SQL["world_estimates"], estimates)
        elif "scenario" in names:
            seeds = " AND seed <= coalesce(last_seed, seed)" if "seed" in names else ""
            connection.execute(
                f"CREATE VIEW {name} AS SELECT one.* REPLACE (places.scenario AS scenario) "
                f"FROM {own}.{name} AS one JOIN places ON one.scenario = places.source{seeds}"
            )
        else:
            _take_over(connection, own, table)


def _take_over(connection: "duckdb.DuckDBPyConnection", own: str, table: str) -> None:
    connection.execute(f"CREATE TABLE {identifier(table)} AS FROM {own}.{identifier(table)}")


def _estimated_from_fewer(connection: "duckdb.DuckDBPyConnection", own: str, values: str) -> str:
    """The table of estimates by the first replications, of scenarios that have more than is beside.

    Where there are none, that of all estimates, of which nothing is taken then.
    """
    if connection.execute(SQL["has_fewer"]).fetchall() != [(True,)]:
        return f"{own}.{VALUES}"
    for table in ("scenarios", "metric_definitions"):
        _take_over(connection, own, table)
    connection.execute(SQL["fewer_metrics"], {"values": values})
    for name in ("estimates", "fewer_estimates"):
        run_sql(connection, name)
    return "estimates_from_fewer"
