"""pyarrow's Parquet writer on the same rows as nstrace's own, to show what the latter gains."""

from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

import nstrace
from nstrace.clustering import FEWEST_CLUSTERED, as_array, cluster_order
from nstrace.schemas import ALWAYS_STORED

TABLE: Final = "packets"
GROUP_ROWS: Final = 150_000
"""Rows per row group, as in nstrace's files; the trace's own batches are smaller."""

WITH_RANGE: Final = ("line", "time_ns")
"""Columns with statistics, as in nstrace's files."""


def version() -> str:
    """Return the version of pyarrow."""
    return str(pa.__version__)


def to_parquet(path: Path, output: Path, cores: int) -> None:
    """Write the packets, clustered, without the trace's few other lines.

    With two cores, one thread reads and another writes, as this writer encodes the columns of a
    row group one after the other.
    """
    with ThreadPoolExecutor(1) as other:
        _write(path, output, other if cores > 1 else None)


def _write(path: Path, output: Path, other: Executor | None) -> None:
    writer: pq.ParquetWriter | None = None
    pending: Future[None] | None = None
    for rows in _groups(path):
        if writer is None:
            writer = _writer(output, _present(rows))
        work = partial(_add, writer, rows)
        if pending:
            pending.result()
        if other:
            pending = other.submit(work)
        else:
            work()
    if pending:
        pending.result()
    if writer:
        writer.close()


def _groups(path: Path) -> Iterator[pa.Table]:
    waiting: list[pa.RecordBatch] = []
    for block in nstrace.scan(path, threads=1):
        if TABLE in block.tables:
            waiting.append(block.tables[TABLE])
        if sum(map(len, waiting)) >= GROUP_ROWS:
            yield pa.Table.from_batches(waiting).unify_dictionaries()
            waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting).unify_dictionaries()


def _present(rows: pa.Table) -> pa.Schema:
    """Return the schema of the columns with any value; nstrace omits empty columns, too."""
    names = [name for name in rows.column_names if rows[name].null_count < len(rows)]
    return pa.schema(
        [field for field in rows.schema if field.name in names or field.name in ALWAYS_STORED]
    )


def _writer(output: Path, schema: pa.Schema) -> pq.ParquetWriter:
    """Return a writer with the options that make the smallest file of the simulated trace.

    All encodings were tried for all columns of the whole trace: BYTE_STREAM_SPLIT is the smallest
    for 64-bit integers by a fifth, and within 0.2 % of the file for the others. pyarrow's
    DELTA_BINARY_PACKED changes its width from block to block, so zstd finds few repetitions.
    """
    texts = [field.name for field in schema if pa.types.is_dictionary(field.type)]
    numbers = [field.name for field in schema if field.name not in texts]
    return pq.ParquetWriter(
        output,
        schema,
        compression="zstd",
        compression_level=1,
        use_dictionary=texts,
        column_encoding=dict.fromkeys(numbers, "BYTE_STREAM_SPLIT"),
        write_statistics=list(WITH_RANGE),
    )


def _add(writer: pq.ParquetWriter, rows: pa.Table) -> None:
    absent = [name for name in rows.column_names if name not in writer.schema.names]
    if any(rows[name].null_count < len(rows) for name in absent):
        raise ValueError("a column has its first value late; this benchmark expects it at once")
    order = cluster_order(TABLE, rows) if len(rows) >= FEWEST_CLUSTERED else None
    rows = rows.select(writer.schema.names)
    ordered = rows if order is None else rows.take(as_array(order))
    writer.write_table(ordered, row_group_size=len(ordered))
