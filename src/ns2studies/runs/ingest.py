"""Convert the output of a run to tables: all of its traces and CSV files."""

from collections.abc import Mapping
from pathlib import Path

from ns2studies.runs.csv_tables import CSV_FILES, ingest_csv
from ns2studies.runs.traces import TRACE_FILES, ingest_trace
from nstrace.errors import TraceError

TABLES = tuple(
    dict.fromkeys(
        [
            *(table for file in TRACE_FILES for table in file.tables),
            *(file.table for file in CSV_FILES),
        ]
    )
)
"""Names of all tables that a run can have."""


def ingest(traces: Path, tables: Path, metadata: Mapping[str, str]) -> dict[str, int]:
    """Convert all output of a run to ``tables/TABLE.parquet``.

    Args:
        traces: the folder that the run wrote to.
        metadata: key-value metadata for the Parquet files.

    Returns:
        Number of rows by table.

    Raises:
        TraceError: if a trace or a CSV file is invalid, or two traces have lines for the same
            table.
    """
    rows: dict[str, int] = {}
    for file in TRACE_FILES:
        if (traces / file.name).exists():
            own = ingest_trace(traces, file, tables, metadata)
            _require_new(traces / file.name, own, rows)
            rows |= own
    for csv_file in CSV_FILES:
        if (traces / csv_file.name).exists():
            rows |= ingest_csv(traces, csv_file, tables, metadata)
    return rows


def _require_new(trace: Path, own: Mapping[str, int], earlier: Mapping[str, int]) -> None:
    twice = sorted(own.keys() & earlier.keys())
    if twice:
        others = [file.name for file in TRACE_FILES if twice[0] in file.tables]
        raise TraceError(
            f"{trace}: another trace of this run has lines for the table {twice[0]}, too",
            f"A run writes one of these: {', '.join(others)}.",
        )
