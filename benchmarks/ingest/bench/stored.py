"""What a case read or wrote; looked up after the measurement."""

from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from bench.cases import OWN
from bench.totals import Totals, totals

BATCH_ROWS = 65_536


def totals_of(tool: str, batches: Iterable[pa.RecordBatch]) -> Totals:
    """The sums over what a tool read of the packet lines, by its names of the columns."""
    return totals(batches, **_columns(tool), ticks_per_second=_ticks(tool))


def stored_totals(tool: str, file: Path) -> Totals:
    """The sums over the packet lines in ``file``."""
    with pq.ParquetFile(file) as parquet:
        columns = list(_columns(tool).values())
        return totals_of(tool, parquet.iter_batches(BATCH_ROWS, columns=columns))


def _columns(tool: str) -> dict[str, str]:
    if tool in OWN:
        return {"size": "size_bytes", "uid": "uid", "time": "time_ns"}
    return {"size": "size", "uid": "uid", "time": "time"}


def _ticks(tool: str) -> int:
    return 1_000_000_000 if tool in OWN else 1
