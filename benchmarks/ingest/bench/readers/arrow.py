"""pyarrow: the streaming CSV reader and the Parquet writer."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import csv

from bench.readers import COLUMNS

_TYPES = {
    "text": pa.string(),
    "double": pa.float64(),
    "int32": pa.int32(),
    "int64": pa.int64(),
}

GROUP_ROWS = 1 << 20
"""Rows per row group; the reader's own batches (1 MiB of text) would be too small."""


def version() -> str:
    """Return the version of pyarrow."""
    return str(pa.__version__)


def to_arrow(path: Path, cores: int) -> Iterator[pa.RecordBatch]:
    """Yield all columns, batch by batch.

    Text is not dictionary-encoded, which would take this reader longer. UTF-8 is not checked, as
    a trace is ASCII.
    """
    yield from _open(path, cores)


def to_parquet(path: Path, output: Path, cores: int) -> None:
    """Write all columns to row groups of 2^20 rows."""
    reader = _open(path, cores)
    with pq.ParquetWriter(output, reader.schema, compression="zstd") as writer:
        batches: list[pa.RecordBatch] = []
        rows = 0
        for batch in reader:
            batches.append(batch)
            rows += batch.num_rows
            if rows >= GROUP_ROWS:
                writer.write_table(pa.Table.from_batches(batches))
                batches, rows = [], 0
        if batches:
            writer.write_table(pa.Table.from_batches(batches))


def _open(path: Path, cores: int) -> csv.CSVStreamingReader:
    pa.set_cpu_count(cores)
    pa.set_io_thread_count(cores)
    return csv.open_csv(
        path,
        csv.ReadOptions(column_names=list(COLUMNS)),
        csv.ParseOptions(delimiter=" ", quote_char=False, double_quote=False),
        csv.ConvertOptions(
            column_types={name: _TYPES[kind] for name, kind in COLUMNS.items()},
            check_utf8=False,
            null_values=[],
        ),
    )
