"""nstrace: its iterator of blocks, and its conversion to Parquet."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

import nstrace


def version() -> str:
    """Return the version of nstrace."""
    return nstrace.__version__


def to_arrow(path: Path, cores: int) -> Iterator[pa.RecordBatch]:
    """Read every column of every table, block by block; yield those of packet lines."""
    for block in nstrace.scan(path, threads=cores):
        if "packets" in block.tables:
            yield block.tables["packets"]


def to_parquet(path: Path, output: Path, cores: int) -> None:
    """Write every table of the trace to one file."""
    nstrace.convert(path, output, threads=cores)
