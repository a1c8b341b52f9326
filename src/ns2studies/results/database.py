"""The results database: everything that is shown, in one DuckDB file.

It is built from scratch out of the plan's indexes, the runs' facts, the metrics' rows and
the published values, and replaces the earlier one only when it is complete.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from ns2studies.measures.measure import covered_runs
from ns2studies.measures.selection import metrics_of
from ns2studies.precision.rule import quantile
from ns2studies.results.claims import claims_of, judge, prepare
from ns2studies.results.derived import derive, derived_of
from ns2studies.results.precision import precision_frame, rules_of
from ns2studies.results.published import misprints, published_cells
from ns2studies.runs.store import RunStore
from ns2studies.runs.traces import TABLES
from ns2studies.sql import connect, paths_list, quoted
from nstrace.files import whole_file
from nstrace.metrics.catalogue import VALUES, Metric

SQL = Path(__file__).parent / "sql"

_SCENARIO_FIELDS = ("scenario", "scenario_id", "scenario_set")


def build_database(results: Path, indexes: Sequence[Path], target: Path) -> None:
    """Build ``target`` for the studies that ``indexes`` describe.

    Raises:
        ResultError: if a run is missing or damaged.
        ConfigError: if the published values are not as they must be.
    """
    content = [json.loads(path.read_text(encoding="utf-8")) for path in indexes]
    with whole_file(target) as temporary:
        connection = connect(temporary)
        try:
            _fill(connection, results, content)
        finally:
            # A file that is still open keeps its room on the disk, even for the error message.
            connection.close()
            temporary.with_name(temporary.name + ".wal").unlink(missing_ok=True)


def _fill(
    connection: duckdb.DuckDBPyConnection, results: Path, indexes: list[dict[str, Any]]
) -> None:
    # One thread: sums of floating-point values come out the same everywhere.
    connection.execute("SET threads = 1")
    studies = [index["study"] for index in indexes]
    _run_tables(connection, results, indexes)
    _metric_tables(connection, results, metrics_of(studies))
    rules = {index["study"]: rules_of(index) for index in indexes}
    _table(connection, "precision", precision_frame(connection, rules))
    _table(connection, "student_t", _student_t(connection), temporary=True)
    _published_tables(connection, studies)
    for name in ("macros", "estimates", "points"):
        _run(connection, name)
    for study in studies:
        for entry in derived_of(study):
            derive(connection, entry)
    _run(connection, "comparison")
    _claims_table(connection, studies)
    _trace_views(connection, results)
    # Closing would write what is left, too, but says nothing if that fails.
    connection.execute("CHECKPOINT")


def _run(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    connection.execute((SQL / f"{name}.sql").read_text(encoding="utf-8"))


def _table(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    frame: pl.DataFrame,
    temporary: bool = False,
) -> None:
    connection.register("frame", frame.to_arrow())
    kind = "TEMP TABLE" if temporary else "TABLE"
    connection.execute(f"CREATE {kind} {name} AS SELECT * FROM frame")
    connection.unregister("frame")


def _run_tables(
    connection: duckdb.DuckDBPyConnection, results: Path, indexes: list[dict[str, Any]]
) -> None:
    store = RunStore(results)
    studies, scenarios, runs = [], [], []
    axes: dict[str, Any] = {}
    for index in indexes:
        study = index["study"]
        studies.append(_study_row(index))
        axes |= index["axes"]
        by_label = {entry["scenario"]: entry for entry in index["scenarios"]}
        for entry in index["scenarios"]:
            scenarios.append(_scenario_row(study, entry))
        for run in index["runs"]:
            facts = store.facts(study, run["run_id"])
            scenario = by_label[run["scenario"]]
            runs.append({"study": study, **run, **_run_facts(facts, scenario)})
    _table(connection, "studies", pl.DataFrame(studies))
    _table(connection, "scenarios", scenarios_frame(scenarios, axes))
    _table(connection, "runs", runs_frame(runs))


def _study_row(index: dict[str, Any]) -> dict[str, Any]:
    """A study with its configuration as JSON: what its queries ask for beside the scenarios."""
    named = {key: index[key] for key in ("study", "title", "scale", "source")}
    return {**named, "configuration": json.dumps(index["configuration"])}


def scenarios_frame(scenarios: list[dict[str, Any]], axes: dict[str, Any]) -> pl.DataFrame:
    """Rows of ``scenarios``, with a column for every axis that the studies' grids have.

    Queries name axes that may have no value here: at quick scale, or in a configuration that
    was cut down. ``axes`` has a value of each, for its type.
    """
    example = {key: value for key, value in axes.items() if key not in _SCENARIO_FIELDS}
    return pl.DataFrame([*scenarios, example], infer_schema_length=None).head(-1)


def runs_frame(runs: list[dict[str, Any]]) -> pl.DataFrame:
    """Rows of ``runs``: any number without a trace of packets may come before one that has it."""
    text = {"packets_sha256": pl.String}
    return pl.DataFrame(runs, schema_overrides=text, infer_schema_length=None)


def _scenario_row(study: str, entry: dict[str, Any]) -> dict[str, Any]:
    """A scenario with its parameters as JSON and a column for each axis of its grid."""
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
    }


def _metric_tables(
    connection: duckdb.DuckDBPyConnection, results: Path, metrics: list[Metric]
) -> None:
    """One table for each ``table`` that the metrics name, and their definitions."""
    by_table: dict[str, list[Metric]] = {}
    for metric in metrics:
        by_table.setdefault(metric.table, []).append(metric)
    for table, group in by_table.items():
        parts = [_metric_rows(results, metric) for metric in group]
        names = ", ".join(f"part.{column}" for column in _columns(connection, parts[0]))
        connection.execute(
            f"CREATE TABLE {table} AS SELECT study, scenario, seed, {names} "
            f"FROM ({' UNION ALL BY NAME '.join(parts)}) AS part JOIN runs USING (run_id) "
            "ORDER BY ALL"
        )
    fields = ("name", "table", "title", "unit", "definition", "source", "sql")
    definitions = [{key: getattr(metric, key) for key in fields} for metric in metrics]
    frame = pl.DataFrame(definitions).rename({"name": "metric", "table": "result_table"})
    _table(connection, "metric_definitions", frame)


def _columns(connection: duckdb.DuckDBPyConnection, query: str) -> list[str]:
    return [row[0] for row in connection.execute(f"DESCRIBE {query}").fetchall()]


def _metric_rows(results: Path, metric: Metric) -> str:
    files = sorted(set(covered_runs(results, metric).values()))
    scan = f"SELECT DISTINCT * FROM read_parquet({paths_list(files)})"
    if metric.table != VALUES:
        return scan
    return (
        f"SELECT run_id, '{metric.name}' AS metric, subject, value, '{metric.unit}' AS unit "
        f"FROM ({scan})"
    )


def _student_t(connection: duckdb.DuckDBPyConnection) -> pl.DataFrame:
    """Two-sided quantiles of Student's t distribution for every number of replications."""
    rows = connection.execute("SELECT max(seed) FROM runs").fetchall()
    sizes = range(2, int(rows[0][0]) + 1)
    quantiles = [quantile(size) for size in sizes]
    schema = {"n": pl.Int64, "quantile": pl.Float64}
    return pl.DataFrame({"n": list(sizes), "quantile": quantiles}, schema=schema)


def _published_tables(connection: duckdb.DuckDBPyConnection, studies: list[str]) -> None:
    cells = {study: published_cells(study) for study in studies}
    _table(connection, "published", pl.concat(cells.values()))
    wrong = pl.concat([misprints(study, frame) for study, frame in cells.items()])
    _table(connection, "misprints", wrong)


def _claims_table(connection: duckdb.DuckDBPyConnection, studies: list[str]) -> None:
    rows = []
    for study in studies:
        prepare(connection, study)
        for claim in claims_of(study):
            verdict, evidence = judge(connection, claim)
            rows.append(
                {
                    "study": study,
                    "claim": claim.name,
                    "page": claim.page,
                    "statement": claim.statement,
                    "verdict": verdict,
                    "evidence": evidence,
                    "sql": claim.sql,
                }
            )
    schema = ["study", "claim", "page", "statement", "verdict", "evidence", "sql"]
    _table(connection, "claims", pl.DataFrame(rows, schema=dict.fromkeys(schema, pl.String)))


def _trace_views(connection: duckdb.DuckDBPyConnection, results: Path) -> None:
    """Views over the runs' Parquet files, by paths relative to the folder above ``results``.

    A query with ``WHERE run_id = ...`` opens only that run's file.
    """
    connection.execute(f"SET file_search_path = {quoted(results.parent.resolve())}")
    for table in TABLES:
        pattern = f"{results.name}/runs/study=*/run_id=*/{table}.parquet"
        if not any(results.parent.glob(pattern)):
            continue
        connection.execute(
            f"CREATE VIEW {table} AS SELECT runs.study, scenario, seed, "
            f"trace.* EXCLUDE (study) FROM read_parquet({quoted(pattern)}, "
            "hive_partitioning = true, union_by_name = true) AS trace JOIN runs USING (run_id)"
        )
