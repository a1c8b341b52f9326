"""nstrace: its conversion to Parquet files in the order of the trace."""

from pathlib import Path

import nstrace
from bench.readers.nstrace import version

__all__ = ["to_parquet", "version"]


def to_parquet(path: Path, output: Path, cores: int) -> None:
    """Write every table of the trace to one file, in the order of the trace."""
    nstrace.convert(path, output, threads=cores, in_order=True)
