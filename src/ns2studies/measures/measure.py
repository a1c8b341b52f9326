"""Measuring runs, each with each measure once.

The rows of a measure lie in ``results/measures/NAME-DIGEST/CHUNK.parquet``, where DIGEST
names the measure's SQL and CHUNK the runs that were measured together. Which runs a file
covers stands in its metadata, since a run may well give no row. An edited measure gets a new
folder, and only it is computed again.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import duckdb

from ns2studies.digests import SHORT, digest_value
from ns2studies.errors import ResultError
from ns2studies.files import whole_file
from ns2studies.measures.catalogue import Measure, common_sql
from ns2studies.runs.store import IDENTITY_KEY
from ns2studies.sql import connect, paths_list, quoted
from ns2studies.traces.formats import FORMATS

CHUNK = 64
"""Runs measured together: bounds memory, and is enough to keep all cores busy."""

RUNS_KEY = "ns2studies.runs"


def folder_of(results: Path, measure: Measure) -> Path:
    """Where the rows of a measure lie."""
    return results / "measures" / f"{measure.name}-{measure.digest}"


def covered_runs(results: Path, measure: Measure) -> dict[str, Path]:
    """The runs that have been measured, and the file that holds each one's rows."""
    files = sorted(folder_of(results, measure).glob("*.parquet"))
    if not files:
        return {}
    query = (
        f"SELECT file_name, decode(value) FROM parquet_kv_metadata({paths_list(files)}) "
        f"WHERE decode(key) = {quoted(RUNS_KEY)}"
    )
    rows = connect().execute(query).fetchall()
    return {run_id: Path(name) for name, runs in rows for run_id in json.loads(runs)}


def measure_runs(
    results: Path,
    run_folders: dict[str, Path],
    wanted: Sequence[Measure],
    progress: Callable[[int], None] = lambda _: None,
) -> None:
    """Compute whatever is missing.

    Args:
        run_folders: the runs, by identifier, and where their tables lie.
        progress: called with the number of runs that were just dealt with.

    Raises:
        ResultError: if a run's table is missing, damaged or belongs to another run.
    """
    missing: dict[str, list[Measure]] = {}
    for measure in wanted:
        covered = covered_runs(results, measure)
        for run_id in run_folders:
            if run_id not in covered:
                missing.setdefault(run_id, []).append(measure)
    for names, runs in _grouped(missing).items():
        measures = [measure for measure in wanted if measure.name in names]
        for chunk in _chunks(runs):
            _measure_chunk(results, {run: run_folders[run] for run in chunk}, measures)
            progress(len(chunk))


def _grouped(missing: dict[str, list[Measure]]) -> dict[tuple[str, ...], list[str]]:
    """Runs that lack the same measures, so that they can be done together."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for run_id, measures in missing.items():
        groups.setdefault(tuple(measure.name for measure in measures), []).append(run_id)
    return groups


def _chunks(runs: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(runs), CHUNK):
        yield runs[start : start + CHUNK]


def _measure_chunk(results: Path, folders: dict[str, Path], measures: list[Measure]) -> None:
    connection = connect()
    for form in FORMATS:
        files = [folder / f"{form.table}.parquet" for folder in folders.values()]
        present = [file for file in files if file.exists()]
        check_identity(connection, present)
        connection.execute(f"CREATE TEMP VIEW {form.table} AS {_select(form.table, present)}")
    connection.execute(common_sql())
    runs = sorted(folders)
    for measure in measures:
        target = folder_of(results, measure) / f"{digest_value(runs)[:SHORT]}.parquet"
        with whole_file(target) as temporary:
            connection.execute(
                f"COPY (SELECT * FROM ({measure.sql}) ORDER BY ALL) TO {quoted(temporary)} "
                "(FORMAT parquet, COMPRESSION zstd, "
                f"KV_METADATA {{{quoted(RUNS_KEY)}: {quoted(json.dumps(runs))}}})"
            )


def _select(table: str, files: list[Path]) -> str:
    if files:
        return f"SELECT * FROM read_parquet({paths_list(files)}, hive_partitioning = true)"
    form = next(form for form in FORMATS if form.table == table)
    columns = ", ".join(f"CAST(NULL AS {kind}) AS {name}" for name, kind in form.columns.items())
    nothing = form.rows.replace("{scan}", f"(SELECT {columns} WHERE false)")
    return f"SELECT {form.select}, '' AS study, '' AS run_id FROM {nothing}"


def check_identity(connection: duckdb.DuckDBPyConnection, files: list[Path]) -> None:
    """Refuse tables that do not belong to the run whose folder they lie in.

    Raises:
        ResultError: naming the file.
    """
    if not files:
        return
    try:
        rows = connection.execute(
            f"SELECT file_name, sha256(decode(value))[:{SHORT}] "
            f"FROM parquet_kv_metadata({paths_list(files)}) "
            f"WHERE decode(key) = {quoted(IDENTITY_KEY)}"
        ).fetchall()
    except duckdb.Error as error:
        raise ResultError(f"a run's table can't be read: {str(error).splitlines()[0]}") from error
    found = dict(rows)
    for file in files:
        if found.get(str(file)) != file.parent.name.removeprefix("run_id="):
            raise ResultError(
                f"{file}: not made by the run whose folder it lies in",
                f"Delete {file.parent} to run it again.",
            )
