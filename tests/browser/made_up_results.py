"""A results database without simulations, for pages.

The tables that runs fill are given; estimates, derived tables, comparison and claims are computed
from them by the package's own SQL, so that a page sees what it sees after real runs.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from ns2studies import evaluation
from ns2studies.config.registry import load_study
from ns2studies.config.scenarios import Scenario
from ns2studies.config.study_metrics import metrics_of
from ns2studies.database import SQL
from ns2studies.database.derived import derive, derived_of
from ns2studies.database.intervals import add_interval_tables
from ns2studies.database.precision import precision_frame
from ns2studies.database.study_tables import definitions_frame, scenarios_frame
from ns2studies.evaluation.claims import claims_of, judge, prepare
from ns2studies.evaluation.published import printed_tables
from ns2studies.evaluation.sensitivity import COLUMNS
from ns2studies.evaluation.study_database import add_reasons

METRICS = ["study", "scenario", "seed", "metric", "subject", "value", "unit"]
"""Columns of the table of metrics."""

STUDIES = {"title": "A study", "scale": "quick", "source": "A thesis"}


def write_database(
    path: Path,
    study: str,
    scenarios: Sequence[Scenario],
    measured: Mapping[str, pl.DataFrame],
    configuration: Mapping[str, Any] | None = None,
) -> None:
    """Write the database.

    Args:
        measured: the tables that metrics fill; ``metrics`` has the columns of :data:`METRICS`.
        configuration: of the study, if not that of its file.
    """
    defined = load_study(study, "full")
    configured = configuration or defined.config.parameters()
    tables = {
        "studies": pl.DataFrame(
            [{"study": study, **STUDIES, "configuration": json.dumps(dict(configured))}]
        ),
        "scenarios": scenarios_frame(
            [
                {
                    **_scenario(entry),
                    "is_random": defined.config.is_random(entry.point.scenario_set),
                }
                for entry in scenarios
            ],
            dict(defined.axes),
        ),
        "runs": pl.DataFrame([run for entry in scenarios for run in _runs(entry)]),
        **measured,
        "metric_definitions": definitions_frame(
            metric for metric in metrics_of(study) if metric.table in measured
        ),
        **printed_tables(study),
    }
    with duckdb.connect(str(path)) as connection:
        for name, frame in tables.items():
            _add(connection, name, frame)
        rules = {entry.label: entry.rule for entry in scenarios if entry.rule}
        _add(connection, "precision", precision_frame(connection, {study: rules}))
        add_interval_tables(connection)
        for name in ("intervals", "limits", "estimates", "points"):
            connection.execute(SQL[name])
        for entry in derived_of(study):
            derive(connection, entry)
        connection.execute(evaluation.SQL["comparison"])
        _add(connection, "claims", _claims(connection, study))
        add_reasons(connection, study)
        _add(connection, "sensitivity", pl.DataFrame(schema=COLUMNS))


def _add(connection: duckdb.DuckDBPyConnection, name: str, frame: pl.DataFrame) -> None:
    connection.register("frame", frame.to_arrow())
    connection.execute(f"CREATE TABLE {name} AS SELECT * FROM frame")
    connection.unregister("frame")


def _scenario(entry: Scenario) -> dict[str, object]:
    return {
        "study": entry.study,
        "scenario": entry.label,
        "scenario_id": entry.scenario_id,
        "scenario_set": entry.point.scenario_set,
        "parameters": json.dumps(entry.parameters),
        **entry.point.values,
    }


def _runs(entry: Scenario) -> Iterator[dict[str, object]]:
    for seed in entry.seeds:
        digests = {"ns_sha256": "a" * 64, "tcl_digest": "b" * 64, "code_digest": "c" * 64}
        run = {"study": entry.study, "scenario": entry.label, "seed": seed, **digests}
        facts = {"simulated_s": 100.0, "cpu_s": 0.5, "peak_memory_bytes": 9e7, "trace_lines": 9}
        yield {**run, "run_id": f"{entry.scenario_id}-{seed}", **facts}


def _claims(connection: duckdb.DuckDBPyConnection, study: str) -> pl.DataFrame:
    rows = []
    prepare(connection, study)
    for claim in claims_of(study):
        verdict, evidence = judge(connection, claim)
        words = {"page": claim.page, "statement": claim.statement, "sql": claim.sql}
        row = {"study": study, "claim": claim.name, **words}
        rows.append({**row, "verdict": verdict, "evidence": evidence})
    columns = ["study", "claim", "page", "statement", "sql", "verdict", "evidence"]
    types = {**dict.fromkeys(columns, pl.String), "more_runs": pl.Int32, "would_decide": pl.String}
    return pl.DataFrame(rows, schema=types)
