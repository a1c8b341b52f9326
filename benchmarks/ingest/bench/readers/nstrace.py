"""nstrace: its iterator of blocks, and its conversion to Parquet."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

import nstrace


def version() -> str:
    """Of nstrace."""
    return nstrace.__version__


def to_arrow(path: Path, cores: int) -> Iterator[pa.RecordBatch]:
    """Every column of every table, block by block; those of packet lines are handed over."""
    for block in nstrace.scan(path, threads=cores):
        if "packets" in block.tables:
            yield block.tables["packets"]


def to_parquet(path: Path, output: Path, cores: int) -> None:
    """Every table of the trace, in one file."""
    nstrace.convert(path, output, threads=cores)
