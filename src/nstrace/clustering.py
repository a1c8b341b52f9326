"""Clustering of rows by flow, which makes files smaller.

A packet resembles the previous packet of its flow on the same link more than the line before it.
Rows of the same flow, link and event are therefore grouped within a row group, in the order of
their lines. The column ``line`` has the original positions.
"""

from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from nstrace import _native
from nstrace.parquet_pages import rows_by_kind

_ALIKE: Final = {"packets": ("flow", "source_node", "from_node", "to_node", "event")}
"""The columns by which each table's rows are grouped. Other tables stay in order."""

FEWEST_CLUSTERED: Final = 1 << 16
"""The least number of rows that are clustered; fewer take little space in any order."""

_NO_VALUE: Final = -(1 << 31)


def cluster_order(table: str, rows: pa.Table) -> _native.Page | None:
    """Return the order that groups similar rows of ``table``; None if they stay in order."""
    names = [name for name in _ALIKE.get(table, ()) if name in rows.column_names]
    if not names or len(rows) == 0:
        return None
    return rows_by_kind(map(_without_gaps, (rows[name] for name in names)), len(rows))


def _without_gaps(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if not column.null_count:
        return column
    if pa.types.is_dictionary(column.type):
        chunks = [chunk.indices.cast(pa.int32()) for chunk in column.chunks]
        column = pa.chunked_array(chunks, pa.int32())
    return pc.fill_null(column, _NO_VALUE)


def as_array(order: _native.Page) -> pa.UInt32Array:
    """Return the order as an array of row numbers."""
    rows = pa.py_buffer(order)
    return pa.UInt32Array.from_buffers(pa.uint32(), rows.size // 4, [None, rows])


def in_line_order(rows: pa.Table) -> pa.Table:
    """Return clustered rows in the order of their lines."""
    return rows.take(pc.sort_indices(rows["line"]))
