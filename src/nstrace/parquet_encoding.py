"""The encoding of rows in Parquet.

The native core encodes numbers and dictionary texts without nulls (:mod:`nstrace.parquet_pages`),
pyarrow's writer all other columns. Which encoding of a column is smallest depends on the trace, so
several are tried on some row groups, and each column uses the smallest one.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from nstrace import _native
from nstrace.clustering import as_array, cluster_order
from nstrace.parquet_footer import Encoded, joined, only_group
from nstrace.parquet_pages import (
    BYTES_APART,
    COMPRESSION,
    DICTIONARY,
    DIFFERENCES,
    LEVEL,
    PLAIN,
    Chunk,
    Column,
    can_be_laid_out,
    encoded,
)
from nstrace.workers import Task, Workers

_WITH_RANGE: Final = ("line", "time_ns")
"""Columns with statistics, by which readers skip row groups."""

_WORTH_A_TRIAL: Final = 1 << 16
"""The least number of rows of a row group on which encodings are tried."""

_TRIED_ROWS: Final = 1 << 14
"""The number of rows that are encoded in a trial."""

_TRIED_GROUPS: Final = {0, *(4**power for power in range(16))}
"""Row groups on which encodings are tried: ever fewer, as traces change but trials cost time."""

_WHOLE_PAGE: Final = 64 << 20


def _possible(kind: pa.DataType) -> tuple[str, ...]:
    if pa.types.is_dictionary(kind):
        return (DICTIONARY,)
    if kind == pa.int64():
        return (DIFFERENCES, BYTES_APART, PLAIN)
    return (DICTIONARY, BYTES_APART, PLAIN)


class Encodings:
    """The encodings chosen for the columns of a table.

    Args:
        table: the table's name.
        in_order: whether rows stay in order, without clustering (:mod:`nstrace.clustering`).
    """

    def __init__(self, table: str, in_order: bool) -> None:
        self._table = table
        self._in_order = in_order
        self._chosen: dict[str, str] = {}
        self._groups = 0

    def for_group(self, rows: pa.Table) -> dict[str, tuple[str, ...]]:
        """Return the encodings of each column for the next row group, in order of preference."""
        if len(rows) >= _WORTH_A_TRIAL:
            if self._groups in _TRIED_GROUPS:
                self._choose(rows.slice(0, _TRIED_ROWS))
            self._groups += 1
        kinds = {}
        for field in rows.schema:
            possible = _possible(field.type)
            chosen = self._chosen.get(field.name, possible[0])
            kinds[field.name] = (chosen, *possible)
        return kinds

    def _choose(self, rows: pa.Table) -> None:
        order = None if self._in_order else cluster_order(self._table, rows)
        for field in rows.schema:
            if can_be_laid_out(rows[field.name]):
                layouts = Column(field, rows[field.name], order).layouts(_possible(field.type))
                best = min(layouts, key=lambda layout: layout.compressed_bytes())
                self._chosen[field.name] = best.values.encoding


class GroupEncoding:
    """A row group that is being encoded, with one task per column.

    Args:
        pool: the workers that encode the columns.
        rows: the rows.
        kinds: see :meth:`Encodings.for_group`.
        order: returns the order in which to store the rows; None for the present order.
    """

    def __init__(
        self,
        pool: Workers,
        rows: pa.Table,
        kinds: dict[str, tuple[str, ...]],
        order: Callable[[], _native.Page | None],
    ) -> None:
        self._pool = pool
        found = pool.submit(order)
        laid_out = [name for name in rows.column_names if can_be_laid_out(rows[name])]
        self._chunks = [
            pool.submit(partial(_chunk, rows.field(name), rows[name], kinds[name], found))
            for name in laid_out
        ]
        others = rows.drop_columns(laid_out)
        self._others = (
            pool.submit(partial(_by_pyarrow, others, found)) if others.num_columns else None
        )

    def result(self) -> Encoded:
        """Wait for the columns and return the encoded row group."""
        columns = encoded([self._pool.result(chunk) for chunk in self._chunks])
        if self._others is None:
            return columns
        others = self._pool.result(self._others)
        return joined(columns, others) if columns.data else others


def _chunk(
    field: pa.Field,
    column: pa.ChunkedArray,
    kinds: tuple[str, ...],
    order: Task[_native.Page | None],
) -> Chunk:
    laid_out = Column(field, column, order.outcome.result(), field.name in _WITH_RANGE)
    return Chunk(laid_out, next(laid_out.layouts(kinds)))


def _by_pyarrow(rows: pa.Table, order: Task[_native.Page | None]) -> Encoded:
    rows_first = order.outcome.result()
    ordered = rows if rows_first is None else rows.take(as_array(rows_first))
    return only_group(file_in_memory(ordered))


def file_in_memory(rows: pa.Table) -> memoryview:
    """Return the bytes of a Parquet file with a single row group, written by pyarrow."""
    texts = [field.name for field in rows.schema if _is_text(field.type)]
    numbers = {field.name: _of_numbers(field.type) for field in rows.schema}
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(
        sink,
        rows.schema,
        compression=COMPRESSION,
        compression_level=LEVEL,
        use_dictionary=texts,
        column_encoding={name: kind for name, kind in numbers.items() if name not in texts} or None,
        write_statistics=[name for name in _WITH_RANGE if name in numbers],
        write_batch_size=_WHOLE_PAGE,
        data_page_size=_WHOLE_PAGE,
        dictionary_pagesize_limit=_WHOLE_PAGE,
    ) as writer:
        writer.write_table(rows, row_group_size=max(len(rows), 1))
    return memoryview(sink.getvalue())


def _is_text(kind: pa.DataType) -> bool:
    return not (pa.types.is_integer(kind) or pa.types.is_floating(kind))


def _of_numbers(kind: pa.DataType) -> str:
    return DIFFERENCES if kind == pa.int64() else BYTES_APART
