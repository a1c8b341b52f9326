"""Sums over the packet lines that a case read or wrote, computed after the measurement."""

from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from bench.cases import OWN
from bench.totals import Totals, totals

BATCH_ROWS = 65_536


def totals_of(tool: str, batches: Iterable[pa.RecordBatch]) -> Totals:
    """Sum the packet lines that a tool read, which has its own names of the columns."""
    return totals(batches, **_columns(tool), ticks_per_second=_ticks(tool))


def stored_totals(tool: str, file: Path) -> Totals:
    """Sum the packet lines that a tool wrote to a Parquet file."""
    with pq.ParquetFile(file) as parquet:
        columns = list(_columns(tool).values())
        return totals_of(tool, parquet.iter_batches(BATCH_ROWS, columns=columns))


def _columns(tool: str) -> dict[str, str]:
    if tool in OWN:
        return {"size": "size_bytes", "uid": "uid", "time": "time_ns"}
    return {"size": "size", "uid": "uid", "time": "time"}


def _ticks(tool: str) -> int:
    return 1_000_000_000 if tool in OWN else 1
