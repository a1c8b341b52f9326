"""Files of measures, and the runs that they cover.

The rows of a metric, and the fingerprints of runs, are in
``results/measures/NAME-DIGEST/RUNS-BYTES-CONTENT.parquet``. DIGEST is that of the metric's SQL and
of the queries that fill its tables other than those of runs, RUNS that of the runs that were
measured together, and BYTES-CONTENT is the file's checksum
(:func:`~ns2studies.basics.checksums.checksummed_stem`). The metadata of a file lists its runs,
since a run may have no rows. An edited metric gets a new folder, and only that metric is computed
again.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from ns2studies.basics.checksums import (
    STEM,
    checksummed_stem,
    named_file_is_whole,
    named_size_is_right,
)
from ns2studies.basics.digests import SHORT, digest_text, digest_value
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import connect, plain_name, plain_names
from nstrace.files import write_text_if_changed
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

if TYPE_CHECKING:
    import duckdb

RUNS_KEY = "ns2studies.runs"

FILLED: Final = ("measured_periods", "run_parameters")
"""Tables that metrics use and that the query of the same name fills when runs are measured."""

_FIRST: Final = re.compile(rf"measured [0-9a-f]{{{SHORT}}}")
_NOTED: Final = re.compile(rf"measures/\w{{1,200}}-[0-9a-f]{{{SHORT}}}/{STEM}\.parquet")


CHUNK: Final = 64
"""Number of runs that are measured together. It bounds memory and the loss if a job is killed,
and is large enough to keep all cores busy.
"""


class Measure(Protocol):
    """A measure of runs: a metric, or the fingerprint of their rows."""

    @property
    def name(self) -> str:
        """The name of the measure."""

    @property
    def text(self) -> str:
        """The text that determines its rows."""


def rows_folder(results: Path, metric: Measure) -> Path:
    """Return the folder of a metric's rows."""
    text = metric.text
    filled = "".join(_SQL[table] for table in FILLED if table in text)
    return results / "measures" / f"{metric.name}-{digest_text(text + filled)[:SHORT]}"


def file_name(runs: Collection[str], file: Path) -> str:
    """Return the name of a complete file with the rows of some runs, in its metric's folder."""
    return f"{checksummed_stem(digest_value(sorted(runs))[:SHORT], file)}.parquet"


def covered_runs(results: Path, metric: Measure) -> dict[str, Path]:
    """Return the runs that have been measured, each with the file of its rows.

    Runs whose rows are damaged count as not measured.
    """
    found = sorted(rows_folder(results, metric).glob("*.parquet"))
    files = list(filter(named_file_is_whole, found))
    if not files:
        return {}
    parameters = {"files": plain_names(files), "key": RUNS_KEY}
    rows = _metadata_reader().cursor().execute(_SQL["metadata"], parameters).fetchall()
    by_name = {plain_name(file, own=3): file for file in files}
    return {run_id: by_name[name] for name, runs in rows for run_id in json.loads(runs)}


def files_of_runs(
    results: Path, metric: Measure, runs: Collection[str], what: str = "rows"
) -> list[Path]:
    """Return the files that have a metric's rows of some runs.

    Args:
        what: what the rows are called in the message.

    Raises:
        ResultError: if the rows of a run are missing or damaged.
    """
    covered = covered_runs(results, metric)
    absent = set(runs) - covered.keys()
    if absent:
        raise ResultError(
            f"{rows_folder(results, metric)}: {what} of {len(absent)} runs are missing or damaged",
            "./reproduce check --repair computes them again.",
        )
    return sorted({covered[run] for run in runs})


def discard_damaged(results: Path, metric: Measure) -> None:
    """Remove damaged files, so that their rows are computed again."""
    for file in rows_folder(results, metric).glob("*.parquet"):
        if not named_file_is_whole(file):
            file.unlink(missing_ok=True)


def chunks_of(runs: Sequence[str], check: Callable[[str], None]) -> Iterator[list[str]]:
    """Yield up to :data:`CHUNK` runs at a time, after a check of each."""
    for start in range(0, len(runs), CHUNK):
        chunk = list(runs[start : start + CHUNK])
        for run_id in chunk:
            check(run_id)
        yield chunk


def note_of(index: Path) -> Path:
    """Return the path of the note that lists the files of a study's measures, beside its index."""
    return index.with_suffix(".measures")


def note_files(
    results: Path, note: Path, metrics: Iterable[Measure], runs: Collection[str]
) -> None:
    """Write a note: a line that names measures and runs, followed by the files of their rows."""
    names: set[str] = set()
    measures = list(metrics)
    for metric in measures:
        covered = covered_runs(results, metric)
        names |= {str(covered[run].relative_to(results)) for run in runs & covered.keys()}
    write_text_if_changed(
        note,
        "".join(f"{line}\n" for line in [measured_line(results, measures, runs), *sorted(names)]),
    )


def measured_line(results: Path, measures: Iterable[Measure], runs: Collection[str]) -> str:
    """Return the first line of the note on some measures of some runs."""
    folders = sorted(rows_folder(results, measure).name for measure in measures)
    return f"measured {digest_value([folders, sorted(runs)])[:SHORT]}"


def noted_files_are_there(
    results: Path, note: Path, measures: Collection[Measure], runs: Collection[str]
) -> bool:
    """Return whether a note on these measures of these runs exists with all its files.

    There must be a file of each measure, unless there are no files at all.
    """
    files = noted_files(results, note)
    if files is None or _lines(note)[0] != measured_line(results, measures, runs):
        return False
    folders = {file.parent for file in files}
    missing = files and any(rows_folder(results, measure) not in folders for measure in measures)
    return not missing and all(map(named_size_is_right, files))


def noted_files(results: Path, note: Path) -> list[Path] | None:
    """Return the files that a note lists; None if it is missing or damaged."""
    first, *lines = _lines(note) or [""]
    if not _FIRST.fullmatch(first) or not all(map(_NOTED.fullmatch, lines)):
        return None
    return [results / line for line in lines]


def _lines(note: Path) -> list[str]:
    try:
        return note.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


@cache
def _metadata_reader() -> "duckdb.DuckDBPyConnection":
    # Opening a connection takes longer than reading the metadata of a metric's files.
    return connect()
