"""What a Parquet file holds that a case wrote; looked up after the measurement."""

from pathlib import Path

import pyarrow.parquet as pq

from bench.cases import IN_ORDER, NSTRACE
from bench.totals import Totals, totals

BATCH_ROWS = 65_536


def stored_totals(tool: str, file: Path) -> Totals:
    """The sums over the packet lines in ``file``."""
    if tool in (NSTRACE, IN_ORDER):
        names = {"size": "size_bytes", "uid": "uid", "time": "time_ns"}
        ticks = 1_000_000_000
    else:
        names, ticks = {"size": "size", "uid": "uid", "time": "time"}, 1
    with pq.ParquetFile(file) as parquet:
        batches = parquet.iter_batches(BATCH_ROWS, columns=list(names.values()))
        return totals(batches, **names, ticks_per_second=ticks)
