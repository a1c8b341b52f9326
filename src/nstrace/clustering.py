"""Rows of a flow side by side, so that a file becomes smaller.

A packet of one flow is like the packet before it on the same link, but not like the line before
it. Within a row group, rows of the same flow, link and event are therefore brought together,
each in the order of its lines. Where every line was is in the column ``line``, as always.
"""

from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from nstrace import _native
from nstrace.parquet_pages import rows_by_kind

_ALIKE: Final = {"packets": ("flow", "source_node", "from_node", "to_node", "event")}
"""By table: rows with the same values here are alike. Other tables stay in order."""

FEWEST_CLUSTERED: Final = 1 << 16
"""Fewer rows stay in order: together they take little room however they stand."""

_NO_VALUE: Final = -(1 << 31)


def cluster_order(table: str, rows: pa.Table) -> _native.Page | None:
    """The order in which rows of ``table`` that are alike stand together; none as they are."""
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
    """The numbers of the rows, in that order."""
    rows = pa.py_buffer(order)
    return pa.UInt32Array.from_buffers(pa.uint32(), rows.size // 4, [None, rows])


def in_line_order(rows: pa.Table) -> pa.Table:
    """Rows that were reordered, in the order of their lines."""
    return rows.take(pc.sort_indices(rows["line"]))
