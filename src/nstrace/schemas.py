"""The tables of a trace.

Each line is a row of exactly one table, ``rejects`` included. ``kept`` has the text of lines that
their columns can't reproduce, ``line_ends`` the lines from which another kind of line end is used.
"""

from typing import Final

import pyarrow as pa

from nstrace import _native

SCHEMAS: Final[dict[str, pa.Schema]] = {
    name: pa.record_batch(rows).schema for name, rows in _native.empty_tables().items()
}
"""Columns and types of every table, by name."""

ALWAYS_STORED: Final = tuple(
    {
        field.name
        for schema in SCHEMAS.values()
        for field in schema
        if not field.nullable or field.name in ("source_node", "destination_node")
    }
)
"""Columns that a stored table has even if they are empty."""


def as_declared(batch: pa.RecordBatch, table: str) -> pa.RecordBatch:
    """Convert ``batch`` to exactly the columns and types of ``table``.

    Stored files may have dictionaries with other index types, or plain texts instead, and lack
    empty columns.

    Raises:
        KeyError: if a column that is not nullable is missing.
        pyarrow.ArrowInvalid: if a value does not fit.
    """
    schema = SCHEMAS[table]
    if batch.schema.equals(schema):
        return batch
    present = set(batch.schema.names)
    columns = [
        pa.nulls(len(batch), field.type)
        if field.nullable and field.name not in present
        else _as_type(batch.column(field.name), field.type)
        for field in schema
    ]
    return pa.record_batch(columns, schema=schema)


def _as_type(column: pa.Array, wanted: pa.DataType) -> pa.Array:
    if column.type == wanted:
        return column
    if not pa.types.is_dictionary(wanted):
        return column.cast(wanted)
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    return pa.DictionaryArray.from_arrays(
        column.indices.cast(wanted.index_type), column.dictionary.cast(wanted.value_type)
    )
