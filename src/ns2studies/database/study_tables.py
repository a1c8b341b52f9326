"""The tables of a study's database: its runs, their measures, and the estimates.

They come from the plan's index, the facts of the runs and the rows of the metrics.
:mod:`ns2studies.evaluation.study_database` adds the published values and claims.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl

from ns2studies.basics.digests import canonical_json
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import columns_of, connect, identifier, paths_list, quoted
from ns2studies.basics.wording import counted
from ns2studies.config.registry import Study
from ns2studies.config.scenarios import DECIDE, Scenario
from ns2studies.config.study_metrics import metrics_of
from ns2studies.database import SQL
from ns2studies.database.building import add_table, run_sql
from ns2studies.database.derived import derive, derived_of
from ns2studies.database.intervals import add_deviations, add_interval_tables
from ns2studies.database.stopping import CONFIDENCE, CONFIDENCE_OF_A_LOOK
from ns2studies.metrics.fingerprints import fingerprints
from ns2studies.metrics.measure_files import files_of_runs
from ns2studies.runs.finished import FinishedRuns
from nstrace.metrics.catalogue import VALUES, Metric
from nstrace.metrics.compute import queries

_SCENARIO_FIELDS = ("scenario", "scenario_id", "scenario_set", "is_random")


def add_interval_macros(connection: duckdb.DuckDBPyConnection, index: Mapping[str, Any]) -> None:
    """Add the macros and tables for intervals to a connection; ``printed_means`` must exist."""
    confidence = confidence_of(index)
    add_interval_tables(connection, confidence)
    printed = [runs for (runs,) in connection.execute(SQL["printed_runs"]).fetchall()]
    add_deviations(connection, printed, confidence)
    for name in ("intervals", "limits"):
        run_sql(connection, name)


def confidence_of(index: Mapping[str, Any]) -> float:
    """Return the confidence level of intervals; it is higher at scale ``decide``."""
    return CONFIDENCE_OF_A_LOOK if index["scale"] == DECIDE else CONFIDENCE


def fill_estimates(connection: duckdb.DuckDBPyConnection, index: Mapping[str, Any]) -> None:
    """Add estimates and derived values.

    Raises:
        ResultError: if a query fails, or an interval leaves the range of its metric.
    """
    add_interval_macros(connection, index)
    for name in ("estimates", "points"):
        run_sql(connection, name)
    for entry in derived_of(index["study"]):
        derive(connection, entry)
    _check_intervals(connection)


def fill_runs(
    connection: duckdb.DuckDBPyConnection, results: Path, index: dict[str, Any]
) -> list[str]:
    """Add the study, its scenarios and runs.

    Returns:
        The names of the tables that the runs' traces have.
    """
    store = FinishedRuns(results)
    study = index["study"]
    by_label = {entry["scenario"]: entry for entry in index["scenarios"]}
    scenarios = [_scenario_row(study, entry) for entry in index["scenarios"]]
    runs: list[dict[str, Any]] = []
    traced: set[str] = set()
    marks = fingerprints(results, [run["run_id"] for run in index["runs"]])
    ns_source = index["simulator"]["source_digest"]
    for run in index["runs"]:
        facts = store.facts_of_whole(study, run["run_id"])
        traced |= facts["tables"].keys()
        own = _run_facts(facts, by_label[run["scenario"]])
        digests = {"ns_source": ns_source, "fingerprint": marks[run["run_id"]]}
        runs.append({"study": study, **run, **own, **digests})
    add_table(connection, "studies", pl.DataFrame([_study_row(index)]))
    add_table(connection, "scenarios", scenarios_frame(scenarios, index["axes"]))
    add_table(connection, "runs", runs_frame(runs))
    return sorted(traced)


def _study_row(index: dict[str, Any]) -> dict[str, Any]:
    """Return the row of a study; its queries use the configuration, which is in JSON."""
    named = {key: index[key] for key in ("study", "title", "scale", "source")}
    return {**named, "configuration": json.dumps(index["configuration"])}


def scenarios_frame(scenarios: list[dict[str, Any]], axes: dict[str, Any]) -> pl.DataFrame:
    """Return the rows of ``scenarios``, with a column for every axis of the study's grids.

    Queries name axes that may have no value here: at quick scale, or in a reduced configuration.
    ``axes`` has a value of each, for its type.
    """
    example = {key: value for key, value in axes.items() if key not in _SCENARIO_FIELDS}
    return pl.DataFrame([*scenarios, example], infer_schema_length=None).head(-1)


def planned_scenarios(study: Study) -> pl.DataFrame:
    """Return the rows of ``scenarios`` of a study as it is configured."""
    rows = [_scenario_row(study.name, scenario_entry(study, it)) for it in study.scenarios]
    return scenarios_frame(rows, dict(study.axes))


def scenario_entry(study: Study, scenario: Scenario) -> dict[str, Any]:
    """Return the entry of a scenario in an index, in plain JSON."""
    return {
        "scenario": scenario.label,
        "scenario_id": scenario.scenario_id,
        "scenario_set": scenario.point.scenario_set,
        "is_random": study.config.is_random(scenario.point.scenario_set),
        "axes": dict(scenario.point.values),
        "parameters": scenario.parameters,
        **({"until_precise": scenario.rule.model_dump()} if scenario.rule else {}),
    }


_RUN: Final = {
    **dict.fromkeys(("study", "run_id", "scenario"), pl.String),
    "seed": pl.Int64,
    "scenario_id": pl.String,
    **dict.fromkeys(("simulated_s", "cpu_s"), pl.Float64),
    **dict.fromkeys(("peak_memory_bytes", "trace_lines", "result_bytes"), pl.Int64),
    **dict.fromkeys(("packets_sha256", "ns_sha256", "tcl_digest", "code_digest"), pl.String),
    **dict.fromkeys(("agents", "ns_source", "fingerprint"), pl.String),
}


def runs_frame(runs: list[dict[str, Any]]) -> pl.DataFrame:
    """Return the rows of ``runs``, which may be none."""
    return pl.DataFrame(runs, schema=_RUN)


def _scenario_row(study: str, entry: dict[str, Any]) -> dict[str, Any]:
    """Return the row of a scenario, with its parameters as JSON and a column for each axis."""
    fixed = {key: entry[key] for key in _SCENARIO_FIELDS}
    axes = {key: value for key, value in entry["axes"].items() if key not in fixed}
    return {"study": study, **fixed, "parameters": json.dumps(entry["parameters"]), **axes}


def _run_facts(facts: dict[str, Any], scenario: dict[str, Any]) -> dict[str, Any]:
    identity = facts["identity"]
    return {
        "scenario_id": scenario["scenario_id"],
        "simulated_s": float(identity["parameters"]["end_s"]),
        "cpu_s": facts["usage"]["cpu_s"],
        "peak_memory_bytes": facts["usage"]["peak_memory_bytes"],
        "trace_lines": sum(table["rows"] for table in facts["tables"].values()),
        "result_bytes": sum(table["bytes"] for table in facts["tables"].values()),
        "packets_sha256": facts["tables"].get("packets", {}).get("sha256"),
        "ns_sha256": identity["ns"],
        "tcl_digest": identity["tcl"],
        "code_digest": identity["code"],
        "agents": canonical_json(identity["agents"]) if identity.get("agents") else None,
    }


def fill_metrics(
    connection: duckdb.DuckDBPyConnection, results: Path, index: dict[str, Any]
) -> None:
    """Add a table for each ``table`` that the metrics name, and their definitions."""
    metrics = metrics_of(index["study"])
    runs = {run["run_id"] for run in index["runs"]}
    scans = _stored(results, metrics, runs) if runs else _empty(metrics)
    by_table: dict[str, list[Metric]] = {}
    for metric in metrics:
        by_table.setdefault(metric.table, []).append(metric)
    for table, group in by_table.items():
        parts = [_rows_of(metric, scans[metric.name]) for metric in group]
        names = ", ".join(f"part.{column}" for column in columns_of(connection, f"({parts[0]})"))
        connection.execute(
            f"CREATE TABLE {table} AS SELECT study, scenario, seed, {names} "
            f"FROM ({' UNION ALL BY NAME '.join(parts)}) AS part JOIN runs USING (run_id) "
            "ORDER BY ALL"
        )
    add_table(connection, "metric_definitions", definitions_frame(metrics))
    _check_single_values(connection)


def _check_single_values(connection: duckdb.DuckDBPyConnection) -> None:
    """Raise ``ResultError`` if a metric has several values of a subject in a run.

    Each of them would count as a run.

    Raises:
        ResultError: naming the first one.
    """
    found = connection.execute(SQL["repeated"]).fetchall()
    for metric, scenario, seed, subject, values in found[:1]:
        raise ResultError(
            f"metric {metric}: {values} values of {subject} in the run of {scenario} with seed "
            f"{seed}; {counted(len(found), 'subject')} of runs have several",
            "A metric returns one row for each run and subject: group by both, distinguish rows by "
            "their subject, or write rows of another kind to a table of their own (-- table:).",
        )


def definitions_frame(metrics: Iterable[Metric]) -> pl.DataFrame:
    """Return the rows of ``metric_definitions`` for metrics, whose values are of single runs."""
    fields = ("name", "table", "title", "unit", "range", "definition", "source", "sql")
    rows = [{key: getattr(metric, key) for key in fields} for metric in metrics]
    schema = dict.fromkeys(fields, pl.String)
    frame = pl.DataFrame(rows, schema=schema).rename({"name": "metric", "table": "result_table"})
    return frame.with_columns(expects=pl.lit(None, pl.String), by_configuration=False)


def _stored(results: Path, metrics: Sequence[Metric], runs: set[str]) -> dict[str, str]:
    """Return the query for the stored rows of each metric.

    Raises:
        ResultError: if rows of a run are missing.
    """
    files = {metric.name: files_of_runs(results, metric, runs) for metric in metrics}
    return {
        name: f"SELECT DISTINCT * FROM read_parquet({paths_list(paths)})"
        for name, paths in files.items()
    }


def _empty(metrics: Sequence[Metric]) -> dict[str, str]:
    """Return a query without rows for each metric, with the columns that its rows would have."""
    found = {}
    with connect(threads=1) as connection, closing(queries(connection, metrics)) as asked:
        for metric, query in asked:
            columns = columns_of(connection, f"({query})").items()
            nulls = ", ".join(f"NULL::{kind} AS {identifier(name)}" for name, kind in columns)
            found[metric.name] = f"SELECT {nulls} LIMIT 0"
    return found


def _rows_of(metric: Metric, scan: str) -> str:
    if metric.table != VALUES:
        return scan
    name, unit = quoted(metric.name), quoted(metric.unit)
    return f"SELECT run_id, {name} AS metric, subject, value, {unit} AS unit FROM ({scan})"


def _check_intervals(connection: duckdb.DuckDBPyConnection) -> None:
    """Raise ``ResultError`` if an interval leaves the range of its metric.

    Raises:
        ResultError: naming the first one.
    """
    rows = connection.execute(SQL["outside"]).fetchall()
    for study, scenario, metric, subject, *numbers in rows[:1]:
        raise ResultError(
            f"{study}: the interval of {metric} of {subject} in {scenario or 'all scenarios'} "
            f"leaves its range: n, mean and ends {numbers}; {len(rows)} intervals do",
            f"Check whether the range in the header of {metric}.sql fits its values.",
        )
