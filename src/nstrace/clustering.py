"""Rows of a flow side by side, so that a file becomes smaller.

A packet of one flow is like the packet before it on the same link, but not like the line before
it. Within a row group, rows of the same flow, link and event are therefore brought together,
each in the order of its lines. Where every line was is in the column ``line``, as always.
"""

from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

_ALIKE: Final = {"packets": ("flow", "source_node", "from_node", "to_node", "event")}
"""By table: rows with the same values here are alike. Other tables stay in order."""

_MOST_KEYS: Final = 1 << 62


def clustered(table: str, rows: pa.Table) -> pa.Table:
    """``rows`` of ``table`` with those together that are alike."""
    names = [name for name in _ALIKE.get(table, ()) if name in rows.column_names]
    if not names or len(rows) == 0:
        return rows
    kinds = _kinds(rows, names)
    # Sorting the few distinct values first lets the many rows be sorted by counting.
    ranks = pc.array_sort_indices(pc.array_sort_indices(kinds.dictionary))
    return rows.take(pc.array_sort_indices(ranks.take(kinds.indices)))


def in_line_order(rows: pa.Table) -> pa.Table:
    """The inverse of :func:`clustered`."""
    return rows.take(pc.sort_indices(rows["line"]))


def _kinds(rows: pa.Table, names: list[str]) -> pa.DictionaryArray:
    """One number for each row, the same for rows that are alike, the first column in front."""
    first, *others = (_numbered(rows[name].combine_chunks()) for name in names)
    key, count = first.indices.cast(pa.int64()), len(first.dictionary)
    for column in others:
        if count * len(column.dictionary) > _MOST_KEYS:
            dense = key.dictionary_encode()
            key, count = dense.indices.cast(pa.int64()), len(dense.dictionary)
        key = pc.add(pc.multiply(key, len(column.dictionary)), column.indices)
        count *= len(column.dictionary)
    return key.dictionary_encode()


def _numbered(column: pa.Array) -> pa.DictionaryArray:
    if pa.types.is_dictionary(column.type) and not column.null_count:
        return column
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    return column.dictionary_encode(null_encoding="encode")
