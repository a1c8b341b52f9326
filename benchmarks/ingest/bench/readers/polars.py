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
"""The type of the only text column whose values are known in advance."""


def version() -> str:
    """Return the version of Polars."""
    return pl.__version__


def to_arrow(path: Path, cores: int) -> Iterator[pa.RecordBatch]:
    """Yield all columns, batch by batch, without copies.

    The environment variable POLARS_MAX_THREADS sets the number of cores.
    """
    for frame in _scan(path).collect_batches():
        yield from frame.to_arrow(compat_level=pl.CompatLevel.newest()).to_batches()


def to_parquet(path: Path, output: Path, cores: int) -> None:
    """Write all columns by streaming, with Polars' default row groups and compression level."""
    _scan(path).sink_parquet(output, compression="zstd")


def _scan(path: Path) -> pl.LazyFrame:
    schema = {name: _TYPES[kind] for name, kind in COLUMNS.items()} | {"event": _EVENT}
    return pl.scan_csv(
        path, separator=" ", has_header=False, quote_char=None, schema=schema, glob=False
    )
