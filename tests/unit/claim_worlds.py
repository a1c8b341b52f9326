"""Claims on made-up results: the package's own SQL makes estimates and verdicts of given values."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import duckdb
import polars as pl

from ns2studies.config.registry import Study, load_study
from ns2studies.config.scenarios import Scenario
from ns2studies.config.study_metrics import metrics_of
from ns2studies.database import SQL
from ns2studies.database.derived import derive, derived_of
from ns2studies.database.intervals import add_deviations, add_interval_tables
from ns2studies.database.study_tables import definitions_frame
from ns2studies.evaluation.claims import claims_of, judge, prepare

SEEDS = tuple(range(1, 16))

Values = Iterator[tuple[str, str, float]]
"""Metric, subject and value."""

Verdicts = Mapping[str, tuple[str, str]]
"""Verdict and evidence of each claim, by its name."""

AXES = {
    "ant_rate": pl.Int64, "variant": pl.String, "previous_hop_memory": pl.Boolean,
    "packet_bytes": pl.Int64, "routing": pl.String, "choice": pl.String, "event": pl.String,
    "background_kbps": pl.Int64,
}  # fmt: skip
"""Columns of ``scenarios`` that claims ask for: axes of one study or another."""

_STEPS = tuple((seed - 8) / 7 for seed in SEEDS)
_ORDERS = tuple(_STEPS[4 * turn :] + _STEPS[: 4 * turn] for turn in range(4))
"""Deviations of the replications: another order for the next value, so that ratios deviate too."""

_KEY = {"study": pl.String, "scenario": pl.String, "seed": pl.Int64}


class World(Protocol):
    """What the metrics of scenarios are.

    Attributes:
        noise: by how much replications differ, as a part of the value.
        replications: of a scenario with chance in it; without, it is one run, and exact.
    """

    @property
    def noise(self) -> float: ...

    @property
    def replications(self) -> int: ...

    def values(self, entry: Scenario) -> Values: ...


def judged(
    study: str,
    world: World,
    scenarios: Sequence[Scenario],
    series: Mapping[str, pl.DataFrame],
) -> Verdicts:
    """The verdicts of a study's claims in a world.

    Args:
        series: further tables, with a row for each moment of a run.
    """
    connection = results_of(study, world, scenarios, series)
    prepare(connection, study)
    return {claim.name: judge(connection, claim) for claim in claims_of(study)}


def results_of(
    study: str,
    world: World,
    scenarios: Sequence[Scenario],
    series: Mapping[str, pl.DataFrame],
) -> duckdb.DuckDBPyConnection:
    """A study's results in a world, in memory, before claims are judged."""
    connection = duckdb.connect()
    configuration = json.dumps(full_scale(study).config.parameters())
    tables = {
        "studies": pl.DataFrame({"study": [study], "configuration": [configuration]}),
        "scenarios": _scenarios(scenarios),
        "runs": pl.DataFrame({"seed": SEEDS}),
        "metrics": _metrics(world, scenarios),
        "metric_definitions": definitions_frame(metrics_of(study)),
        **series,
    }
    for name, frame in tables.items():
        connection.register("frame", frame.to_arrow())
        connection.execute(f"CREATE TABLE {name} AS SELECT * FROM frame")
    add_interval_tables(connection)
    add_deviations(connection, [15])
    for name in ("intervals", "limits", "estimates", "points"):
        connection.execute(SQL[name])
    for derived in derived_of(study):
        derive(connection, derived)
    return connection


def frame_of(rows: Sequence[tuple[Any, ...]], columns: Mapping[str, Any]) -> pl.DataFrame:
    """A table of series: study, scenario, seed and these columns."""
    return pl.DataFrame(rows, schema=_KEY | dict(columns), orient="row")


@cache
def full_scale(study: str) -> Study:
    """A study at full scale, which many worlds are made of."""
    return load_study(study, "full")


def _is_random(entry: Scenario) -> bool:
    return full_scale(entry.study).config.is_random(entry.point.scenario_set)


def _scenarios(scenarios: Sequence[Scenario]) -> pl.DataFrame:
    schema = {
        "study": pl.String, "scenario": pl.String, "scenario_id": pl.String,
        "scenario_set": pl.String, "parameters": pl.String, "is_random": pl.Boolean,
        **AXES,
    }  # fmt: skip
    rows = [
        {
            "study": entry.study, "scenario": entry.label, "scenario_id": entry.scenario_id,
            "scenario_set": entry.point.scenario_set, "parameters": json.dumps(entry.parameters),
            "is_random": _is_random(entry),
            **{name: entry.point.values.get(name) for name in AXES},
        }
        for entry in scenarios
    ]  # fmt: skip
    return pl.DataFrame(rows, schema=schema)


def _metrics(world: World, scenarios: Sequence[Scenario]) -> pl.DataFrame:
    """Replications of every value; events have their times in all of them."""
    rows: list[tuple[Any, ...]] = []
    for entry in scenarios:
        seeds = SEEDS[: world.replications] if _is_random(entry) else SEEDS[:1]
        shift = bool(entry.point.values.get("previous_hop_memory"))
        for number, (metric, subject, value) in enumerate(world.values(entry), shift):
            noise = 0.0 if metric == "event_time" or len(seeds) == 1 else world.noise
            rows += [
                (entry.study, entry.label, seed, metric, subject, value * (1 + step * noise), "1")
                for seed, step in zip(seeds, _ORDERS[number % len(_ORDERS)], strict=False)
            ]
    return pl.DataFrame(
        rows,
        schema=_KEY
        | {"metric": pl.String, "subject": pl.String, "value": pl.Float64, "unit": pl.String},
        orient="row",
    )
