"""A results database of the mpls study without simulations: every printed value comes out.

The tables that runs fill hold made-up values; estimates, comparison and claims are computed
from them by the package's own SQL, so that a page sees what it sees after real runs.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import polars as pl

from ns2studies.measures.selection import metrics_of
from ns2studies.results.claims import claims_of, judge, prepare
from ns2studies.results.database import SQL, _student_t
from ns2studies.results.published import misprints, published_cells
from ns2studies.scenarios import Scenario
from ns2studies.studies.registry import load_study
from nstrace.metrics.catalogue import Metric

SEEDS = 15
UNKNOWN = 500.0
"""Printed value of ours where the thesis' is withheld."""


def make_database(path: Path, keep: Callable[[Scenario], bool] = lambda scenario: True) -> None:
    """Write the database with the scenarios to ``keep``."""
    scenarios = [entry for entry in load_study("mpls", "quick").scenarios if keep(entry)]
    cells = published_cells("mpls")
    tables = {
        "studies": pl.DataFrame(
            [{"study": "mpls", "title": "TCP variants", "scale": "quick", "source": "A thesis"}]
        ),
        "scenarios": pl.DataFrame(
            [_scenario(entry) for entry in scenarios], infer_schema_length=None
        ),
        "runs": pl.DataFrame([run for entry in scenarios for run in _runs(entry)]),
        "metrics": _metrics(cells, scenarios),
        "metric_definitions": pl.DataFrame(
            [
                _definition(metric)
                for metric in metrics_of(["mpls"])
                if metric.table in ("metrics", "delay_series", "label_operations")
            ]
        ),
        "delay_series": _delay_series(scenarios),
        "label_operations": _label_operations(scenarios),
        "published": cells,
        "misprints": misprints("mpls", cells),
    }
    with duckdb.connect(str(path)) as connection:
        for name, frame in tables.items():
            _add(connection, name, frame)
        connection.register("student_t", _student_t(connection).to_arrow())
        for name in ("macros", "estimates", "points", "comparison"):
            connection.execute((SQL / f"{name}.sql").read_text(encoding="utf-8"))
        _add(connection, "claims", _claims(connection))
        connection.unregister("student_t")


def _add(connection: duckdb.DuckDBPyConnection, name: str, frame: pl.DataFrame) -> None:
    connection.register("frame", frame.to_arrow())
    connection.execute(f"CREATE TABLE {name} AS SELECT * FROM frame")
    connection.unregister("frame")


def _scenario(entry: Scenario) -> dict[str, object]:
    axes = {"variant": None, "application": None, "flows": None, "forwarding": None}
    return {
        "study": "mpls",
        "scenario": entry.label,
        "scenario_id": entry.scenario_id,
        "scenario_set": entry.axes.scenario_set,
        "parameters": json.dumps(entry.parameters),
        "packet_error_percent": None,
        **axes,
        **entry.axes.values,
    }


def _runs(entry: Scenario) -> Iterator[dict[str, object]]:
    for seed in entry.seeds:
        facts = {"simulated_s": 100.0, "cpu_s": 0.5, "peak_memory_bytes": 9e7, "trace_lines": 9}
        yield {"study": "mpls", "scenario": entry.label, "seed": seed, **facts}


def _metrics(cells: pl.DataFrame, scenarios: list[Scenario]) -> pl.DataFrame:
    seeds = {entry.label: len(entry.seeds) for entry in scenarios}
    rows = []
    for cell in cells.iter_rows(named=True):
        value = (cell["published"] or UNKNOWN) / cell["scale"]
        for scenario in filter(None, (cell["scenario"], cell["replayed_scenario"])):
            for seed in range(1, seeds.get(scenario, 0) + 1):
                off = (seed - (SEEDS + 1) / 2) / 100 if scenario.startswith("losses/") else 0
                row = ("mpls", scenario, seed, cell["metric"], cell["subject"])
                rows.append((*row, value * (1 + off), cell["unit"]))
    rows += list(_like_control_driven(rows, seeds))
    schema = ["study", "scenario", "seed", "metric", "subject", "value", "unit"]
    return pl.DataFrame(list(dict.fromkeys(rows)), schema=schema, orient="row").unique(
        schema[:5], maintain_order=True
    )


def _like_control_driven(rows: list[tuple], seeds: dict[str, int]) -> Iterator[tuple]:
    for study, scenario, *rest in rows:
        for forwarding in ("ip", "mpls-data-driven"):
            label = scenario.replace("mpls-control-driven", forwarding)
            if label != scenario and label in seeds:
                yield (study, label, *rest)


def _definition(metric: Metric) -> dict[str, str]:
    keys = ("title", "unit", "definition", "source", "sql")
    fields = {key: getattr(metric, key) for key in keys}
    return {"metric": metric.name, "result_table": metric.table, **fields}


def _delay_series(scenarios: list[Scenario]) -> pl.DataFrame:
    rows = [
        ("mpls", entry.label, 1, "flow1", packet, 0.2, 0.2 + packet / 1e4)
        for entry in scenarios
        if entry.axes.scenario_set == "variants"
        for packet in range(0, 2000, 20)
    ]
    names = ["study", "scenario", "seed", "subject", "packet", "mean_delay_s", "max_delay_s"]
    return pl.DataFrame(rows, schema=names, orient="row")


def _label_operations(scenarios: list[Scenario]) -> pl.DataFrame:
    rows = [
        ("mpls", entry.label, 1, f"node {node}", 11, state, operation, 700)
        for entry in scenarios
        if "mpls" in entry.label
        for node, state, operation in ((3, "U", "Push(ingress)"), (4, "L", "Swap"))
    ]
    names = ["study", "scenario", "seed", "subject", "destination_node"]
    return pl.DataFrame(rows, schema=[*names, "state", "operation", "packets"], orient="row")


def _claims(connection: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    rows = []
    prepare(connection, "mpls")
    for claim in claims_of("mpls"):
        verdict, evidence = judge(connection, claim)
        words = {"page": claim.page, "statement": claim.statement, "sql": claim.sql}
        row = {"study": "mpls", "claim": claim.name, **words}
        rows.append({**row, "verdict": verdict, "evidence": evidence})
    return pl.DataFrame(rows)
