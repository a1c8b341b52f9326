"""Fingerprints of runs, computed once and stored like the rows of a metric.

No result depends on them, so they are computed together with the metrics of a study.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from ns2studies.basics.sql import connect, plain_names
from ns2studies.config.study_metrics import metrics_of
from ns2studies.metrics.measure_files import (
    RUNS_KEY,
    Measure,
    chunks_of,
    covered_runs,
    discard_damaged,
    file_name,
    files_of_runs,
    rows_folder,
)
from nstrace.files import whole_file
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

DEFINITION: Final = """\
Fingerprint of a run, version 1: SHA-256 of canonical JSON (sorted keys, no blanks, ASCII) of
{TABLE: {"rows": number, "columns": {COLUMN: {"type": T, "values": D, "present": P}}}}
for each Parquet table of the run's folder, and each of its columns in which some value stands.
D: SHA-256 of the values that are there, in the order of the rows. P, only if some are missing:
SHA-256 of a byte a row, 1 where a value is there, else 0.
T "integer": 8 bytes a value, little-endian, two's complement (a truth value is 1 or 0).
T "number": 8 bytes a value, little-endian IEEE 754 double; a NaN is 7ff8000000000000.
T "text": UTF-8, and a zero byte after each value.
"""
"""Definition of a fingerprint. If this text changes, all are computed again."""


class _Fingerprint(NamedTuple):
    """The fingerprint as a :class:`ns2studies.metrics.measure_files.Measure`."""

    name: str
    text: str


FINGERPRINT: Final = _Fingerprint("fingerprint", DEFINITION)
"""The measure that every run has, whatever its study."""


def measures_of(study: str) -> list[Measure]:
    """Return all measures of a study's runs: its metrics, and the fingerprint.

    Raises:
        ConfigError: if a metric's file is invalid, or a listed metric does not exist.
    """
    return [*metrics_of(study), FINGERPRINT]


def fingerprint_runs(
    results: Path,
    run_folders: Mapping[str, Path],
    progress: Callable[[int, int], None] = lambda done, total: None,
    check: Callable[[str], None] = lambda run_id: None,
) -> None:
    """Compute the fingerprints that are missing.

    Args:
        run_folders: the folders with the tables of runs, by identifier.
        progress: called with the number of finished runs, and of all.
        check: called with each run before it is read; raises an error if the run is damaged.

    Raises:
        ResultError: if a run's table is missing or damaged.
    """
    discard_damaged(results, FINGERPRINT)
    covered = covered_runs(results, FINGERPRINT)
    missing = [run_id for run_id in run_folders if run_id not in covered]
    done = 0
    for chunk in chunks_of(missing, check):
        _write(results, {run_id: run_folders[run_id] for run_id in sorted(chunk)})
        done += len(chunk)
        progress(done, len(missing))


def _write(results: Path, folders: Mapping[str, Path]) -> None:
    # Looking up existing fingerprints reads no table.
    import pyarrow as pa
    from pyarrow import parquet

    from ns2studies.metrics.row_digests import fingerprint_of

    runs = list(folders)
    found = [fingerprint_of(folder) for folder in folders.values()]
    columns = {
        "run_id": pa.array(runs, pa.string()),
        "rows": pa.array([it.rows for it in found], pa.int64()),
        "fingerprint": pa.array([it.digest for it in found], pa.string()),
    }
    table = pa.table(columns).replace_schema_metadata({RUNS_KEY: json.dumps(runs)})
    target = rows_folder(results, FINGERPRINT) / "runs.parquet"
    with whole_file(target, seal=partial(file_name, runs)) as temporary:
        parquet.write_table(table, temporary, compression="zstd")


def fingerprints(results: Path, runs: Sequence[str]) -> dict[str, str]:
    """Return the fingerprint of each run.

    Raises:
        ResultError: if one of them is missing or damaged.
    """
    return dict(_rows(files_of_runs(results, FINGERPRINT, runs, "the fingerprints")))


def _rows(files: Sequence[Path]) -> Iterator[tuple[str, str]]:
    if files:
        parameters = {"files": plain_names(files)}
        yield from connect().execute(_SQL["fingerprints"], parameters).fetchall()
