"""Polars: the lazy scan of CSV on the streaming engine."""

from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pyarrow as pa

from bench.readers import COLUMNS

_TYPES: dict[str, pl.DataType] = {
    "text": pl.String(),
    "double": pl.Float64(),
    "int32": pl.Int32(),
    "int64": pl.Int64(),
}

_EVENT = pl.Enum(["+", "-", "r", "d", "e", "h"])
"""The one column of texts whose values are known beforehand."""


def version() -> str:
    """Of Polars."""
    return pl.__version__


def to_arrow(path: Path, cores: int) -> Iterator[pa.RecordBatch]:
    """All columns, batch by batch, handed over without copies.

    POLARS_MAX_THREADS, which the process is started with, sets the number of cores.
    """
    for frame in _scan(path).collect_batches():
        yield from frame.to_arrow(compat_level=pl.CompatLevel.newest()).to_batches()


def to_parquet(path: Path, output: Path, cores: int) -> None:
    """All columns, streaming, with Polars' own choice of row groups and level."""
    _scan(path).sink_parquet(output, compression="zstd")


def _scan(path: Path) -> pl.LazyFrame:
    schema = {name: _TYPES[kind] for name, kind in COLUMNS.items()} | {"event": _EVENT}
    return pl.scan_csv(
        path, separator=" ", has_header=False, quote_char=None, schema=schema, glob=False
    )
