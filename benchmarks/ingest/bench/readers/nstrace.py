"""nstrace: its iterator of blocks, and its conversion to Parquet."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

import nstrace
from bench.totals import Totals, totals


def version() -> str:
    """Of nstrace."""
    return nstrace.__version__


def to_arrow(path: Path, cores: int) -> Totals:
    """Every column of every table, block by block; the sums are over the packet lines."""
    return totals(
        _packets(path, cores),
        size="size_bytes",
        uid="uid",
        time="time_ns",
        ticks_per_second=1_000_000_000,
    )


def to_parquet(path: Path, output: Path, cores: int) -> None:
    """Every table of the trace, in one file."""
    nstrace.convert(path, output, threads=cores)


def _packets(path: Path, cores: int) -> Iterator[pa.RecordBatch]:
    for block in nstrace.scan(path, threads=cores):
        if "packets" in block.tables:
            yield block.tables["packets"]
