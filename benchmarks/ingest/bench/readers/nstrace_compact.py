"""nstrace: its conversion to compact Parquet files."""

from pathlib import Path

import nstrace
from bench.readers.nstrace import version

__all__ = ["to_parquet", "version"]


def to_parquet(path: Path, output: Path, cores: int) -> None:
    """Every table of the trace, in one file, packets of a flow side by side."""
    nstrace.convert(path, output, threads=cores, compact=True)
