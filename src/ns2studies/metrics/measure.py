"""Measure runs: compute each metric of a study for each run once."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache, partial
from pathlib import Path

import duckdb

from ns2studies.basics.digests import SHORT
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import connect, error_in, identifier, paths_list, plain_name, plain_names
from ns2studies.config.study_metrics import known_metrics
from ns2studies.metrics.measure_files import (
    RUNS_KEY,
    chunks_of,
    covered_runs,
    discard_damaged,
    file_name,
    rows_folder,
)
from ns2studies.runs import ingest
from ns2studies.runs.finished import IDENTITY_KEY
from nstrace.files import whole_file
from nstrace.metrics.catalogue import Metric
from nstrace.metrics.compute import TABLES, empty_rows, queries
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


def measure_runs(
    results: Path,
    run_folders: dict[str, Path],
    wanted: Sequence[Metric],
    threads: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
    check: Callable[[str], None] = lambda run_id: None,
) -> None:
    """Compute the measures that are missing.

    Args:
        run_folders: the folders with the tables of runs, by identifier.
        threads: number of threads that DuckDB may use.
        progress: called with the number of finished runs, and of all.
        check: called with each run before it is read; raises an error if the run is damaged.

    Raises:
        ResultError: if a run's table is missing, damaged or belongs to another run.
    """
    missing: dict[str, list[Metric]] = {}
    for metric in wanted:
        discard_damaged(results, metric)
        covered = covered_runs(results, metric)
        for run_id in run_folders:
            if run_id not in covered:
                missing.setdefault(run_id, []).append(metric)
    done = 0
    for names, runs in _grouped(missing).items():
        metrics = [metric for metric in wanted if metric.name in names]
        for chunk in chunks_of(runs, check):
            _measure_chunk(results, {run: run_folders[run] for run in chunk}, metrics, threads)
            done += len(chunk)
            progress(done, len(missing))


def _grouped(missing: dict[str, list[Metric]]) -> dict[tuple[str, ...], list[str]]:
    """Group runs that lack the same metrics, so that they are measured together."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for run_id, metrics in missing.items():
        groups.setdefault(tuple(metric.name for metric in metrics), []).append(run_id)
    return groups


def _measure_chunk(
    results: Path, folders: dict[str, Path], metrics: list[Metric], threads: int
) -> None:
    connection = connect(threads=threads)
    connection.execute(_SQL["remember_files"])
    runs = sorted(folders)
    # DuckDB groups and joins by numbers faster than by texts.
    connection.execute("CREATE TEMP TYPE run_name AS ENUM (SELECT unnest($runs))", {"runs": runs})
    some_file: dict[Path, Path] = {}
    for table, no_rows in _run_tables().items():
        files = [folder / f"{table}.parquet" for folder in folders.values()]
        present = [file for file in files if file.exists()]
        check_identity(connection, present)
        some_file |= {file.parent: file for file in present}
        if present:
            connection.execute(f"CREATE TEMP VIEW {table} AS {_select(no_rows, present)}")
        if present and table == "packets":
            # Judging by its trace, a run would end with the last event.
            connection.execute(_SQL["measured_periods"], _identities(present))
    if some_file:
        connection.execute(_SQL["run_parameters"], _identities(some_file.values()))
    with closing(queries(connection, metrics)) as asked:
        for metric, query in asked:
            target = rows_folder(results, metric) / "runs.parquet"
            try:
                _write(connection, query, target, runs)
            except duckdb.Error as error:
                place = error_in(metric.path, metric.sql, error)
                raise ResultError(f"metric {metric.name}: {place}") from error


def _write(
    connection: duckdb.DuckDBPyConnection, query: str, target: Path, runs: list[str]
) -> None:
    """Write the rows of a metric's query, with the list of the runs that it covers."""
    with whole_file(target, seal=partial(file_name, runs)) as temporary:
        connection.execute(
            f"COPY (FROM ({query}) ORDER BY ALL) TO $file (FORMAT parquet, "
            f"COMPRESSION zstd, KV_METADATA {{{identifier(RUNS_KEY)}: $runs}})",
            {"file": str(temporary), "runs": json.dumps(runs)},
        )


@cache
def _run_tables() -> Mapping[str, str]:
    """Return the tables that metrics read, each with a query for its columns without rows."""
    traced = {table: empty_rows(table) for table in TABLES}
    inputs = {name: relation.sql for name, relation in known_metrics().common.items()}
    return traced | {table: inputs[table] for table in ingest.TABLES if table in inputs}


def _select(no_rows: str, files: list[Path]) -> str:
    """Return a query for the rows of some runs' tables, which may lack empty columns."""
    return (
        f"SELECT * REPLACE (CAST(run_id AS run_name) AS run_id) FROM ({no_rows}) "
        "UNION ALL BY NAME SELECT * REPLACE (CAST(run_id AS run_name) AS run_id) FROM read_parquet("
        # Identifiers that consist of digits must not be cast to numbers.
        f"{paths_list(files)}, hive_partitioning = true, hive_types_autocast = false, "
        "union_by_name = true)"
    )


def _identities(files: Iterable[Path]) -> dict[str, object]:
    return {"files": plain_names(files), "key": IDENTITY_KEY}


def check_identity(connection: duckdb.DuckDBPyConnection, files: list[Path]) -> None:
    """Raise ``ResultError`` for tables that do not belong to the run in whose folder they are.

    Raises:
        ResultError: naming the file.
    """
    if not files:
        return
    try:
        parameters = {**_identities(files), "length": SHORT}
        rows = connection.execute(_SQL["identities"], parameters).fetchall()
    except duckdb.Error as error:
        raise ResultError(f"a run's table can't be read: {str(error).splitlines()[0]}") from error
    found = dict(rows)
    for file in files:
        if found.get(plain_name(file, own=3)) != file.parent.name.removeprefix("run_id="):
            raise ResultError(
                f"{file}: made by another run than its folder belongs to",
                f"Delete {file.parent} to run it again.",
            )
