"""Readers, one module per tool.

A module provides those of these functions that its tool supports:

- ``to_arrow(path, cores)``: read every column, typed, as record batches;
- ``to_parquet(path, output, cores)``: write every column to a Parquet file with zstd;
- ``version()``.

The general tools get all applicable options about the file (separator, types, no header, no
quotes), so that none has to detect them. Addresses (`node.port`) stay text for them.
"""

from typing import Final

COLUMNS: Final = {
    "event": "text",
    "time": "double",
    "from_node": "int32",
    "to_node": "int32",
    "type": "text",
    "size": "int32",
    "flags": "text",
    "flow": "int32",
    "source": "text",
    "destination": "text",
    "sequence": "int64",
    "uid": "int64",
}
"""The 12 columns of a packet line, in the order of the line."""
