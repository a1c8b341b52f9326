"""Parquet footers put together from parts that were encoded on their own.

Row groups are encoded in parallel, each as a small Parquet file in memory. Their bytes then go
one after the other into one file, and their footers become one footer, in which every offset
is moved by where the row group came to lie. A footer is a Thrift struct in the compact protocol
(Apache Parquet format, ``FileMetaData``); here it is a dictionary of field numbers, and only
the fields named below are ever looked at.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

MAGIC: Final = b"PAR1"

_TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(1, 13)

# FileMetaData
_NUM_ROWS, _ROW_GROUPS, _KEY_VALUES = 3, 4, 5
# RowGroup
_COLUMNS, _GROUP_BYTES, _GROUP_ROWS, _GROUP_COMPRESSED = 1, 2, 3, 6
# ColumnChunk
_CHUNK_OFFSET, _CHUNK_META = 2, 3
_CHUNK_INDEXES: Final = (4, 6)  # offset index, column index
_META_PATH = 3
# ColumnMetaData: data page, index page, dictionary page, bloom filter
_META_OFFSETS: Final = (9, 10, 11, 14)
# KeyValue
_KEY, _VALUE = 1, 2


class Field(NamedTuple):
    """A value of a Thrift struct, and its type in the compact protocol."""

    kind: int
    value: Any


class Items(NamedTuple):
    """A Thrift list: the type of its elements, and these."""

    kind: int
    values: list[Any]


Struct = dict[int, Field]


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def varint(self) -> int:
        result = shift = 0
        while True:
            byte = self._data[self._at]
            self._at += 1
            result |= (byte & 0x7F) << shift
            if byte < 0x80:
                return result
            shift += 7

    def struct(self) -> Struct:
        fields: Struct = {}
        number = 0
        while head := self._take_byte():
            kind, step = head & 0x0F, head >> 4
            number = number + step if step else _unzigzag(self.varint())
            fields[number] = Field(kind, self.value(kind))
        return fields

    def value(self, kind: int) -> Any:
        if kind in (_I16, _I32, _I64):
            return _unzigzag(self.varint())
        if kind == _BINARY:
            return self._take(self.varint())
        if kind == _STRUCT:
            return self.struct()
        if kind in (_LIST, _SET):
            return self._items()
        if kind in (_TRUE, _FALSE):
            return None
        if kind == _BYTE:
            return self._take(1)
        if kind == _DOUBLE:
            return self._take(8)
        raise ValueError(f"Thrift type {kind} in a Parquet footer")

    def _items(self) -> Items:
        head = self._take_byte()
        kind, count = head & 0x0F, head >> 4
        if count == 15:
            count = self.varint()
        # In lists, truth values have a byte of their own.
        each = _BYTE if kind in (_TRUE, _FALSE) else kind
        return Items(kind, [self.value(each) for _ in range(count)])

    def _take_byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _take(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at]


def _unzigzag(value: int) -> int:
    return (value >> 1) ^ -(value & 1)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _zigzag(value: int) -> bytes:
    return _varint(value << 1 if value >= 0 else (-value << 1) - 1)


def _written(kind: int, value: Any) -> bytes:
    if isinstance(value, int):
        return _zigzag(value)
    if kind == _BINARY:
        return _varint(len(value)) + bytes(value)
    if kind == _STRUCT:
        # A struct may stand here written already.
        return value if isinstance(value, bytes) else _written_struct(value)
    if kind in (_LIST, _SET):
        return _written_items(value)
    return value or b""


def _written_struct(fields: Struct) -> bytes:
    out = bytearray()
    last = 0
    for number, (kind, value) in sorted(fields.items()):
        step = number - last
        out += bytes([step << 4 | kind]) if step < 16 else bytes([kind]) + _zigzag(number)
        out += _written(kind, value)
        last = number
    return bytes(out) + b"\x00"


def _written_items(items: Items) -> bytes:
    count = len(items.values)
    head = bytes([min(count, 15) << 4 | items.kind])
    each = _BYTE if items.kind in (_TRUE, _FALSE) else items.kind
    return (
        head
        + (_varint(count) if count >= 15 else b"")
        + b"".join(_written(each, value) for value in items.values)
    )


class Encoded(NamedTuple):
    """Rows as a Parquet file of their own, taken apart.

    Attributes:
        data: the bytes between the magic number and the footer.
        footer: what they are.
    """

    data: memoryview
    footer: Struct


class RowGroup(NamedTuple):
    """A row group that has its place in a file.

    Attributes:
        rows: how many it has.
        chunks: by column, what the footer says of it.
        sizes: bytes without and with compression.
    """

    rows: int
    chunks: dict[str, Struct]
    sizes: tuple[int, int]

    def with_columns_of(self, other: "RowGroup") -> "RowGroup":
        """This row group with further columns, which another one of as many rows has."""
        sizes = (self.sizes[0] + other.sizes[0], self.sizes[1] + other.sizes[1])
        return RowGroup(self.rows, {**self.chunks, **other.chunks}, sizes)


def take_apart(file: memoryview) -> Encoded:
    """A whole Parquet file in memory as data and footer."""
    length = int.from_bytes(file[-8:-4], "little")
    start = len(file) - 8 - length
    return Encoded(file[len(MAGIC) : start], _Reader(bytes(file[start:-8])).struct())


def placed(encoded: Encoded, start: int) -> RowGroup:
    """The only row group of ``encoded``, whose data lie at ``start`` of the file."""
    moved_by = start - len(MAGIC)
    (group,) = encoded.footer[_ROW_GROUPS].value.values
    chunks = [_moved_chunk(chunk, moved_by) for chunk in group[_COLUMNS].value.values]
    names = (chunk[_CHUNK_META].value[_META_PATH].value.values[0].decode() for chunk in chunks)
    sizes = (group[_GROUP_BYTES].value, group[_GROUP_COMPRESSED].value)
    return RowGroup(group[_GROUP_ROWS].value, dict(zip(names, chunks, strict=True)), sizes)


def _written_group(group: RowGroup, columns: Sequence[str]) -> bytes:
    chunks = Items(_STRUCT, [group.chunks[name] for name in columns])
    return _written_struct(
        {
            _COLUMNS: Field(_LIST, chunks),
            _GROUP_BYTES: Field(_I64, group.sizes[0]),
            _GROUP_ROWS: Field(_I64, group.rows),
            _GROUP_COMPRESSED: Field(_I64, group.sizes[1]),
        }
    )


def _moved_chunk(chunk: Struct, moved_by: int) -> Struct:
    meta = dict(chunk[_CHUNK_META].value)
    _move(meta, _META_OFFSETS, moved_by)
    moved = {**chunk, _CHUNK_META: Field(_STRUCT, meta)}
    _move(moved, (_CHUNK_OFFSET, *_CHUNK_INDEXES), moved_by)
    return moved


def _move(fields: Struct, numbers: tuple[int, ...], moved_by: int) -> None:
    for number in numbers:
        # 0 says that there is none.
        if number in fields and fields[number].value:
            kind, value = fields[number]
            fields[number] = Field(kind, value + moved_by)


def footer_bytes(
    pattern: Struct, columns: Sequence[str], groups: Sequence[RowGroup], metadata: dict[str, str]
) -> bytes:
    """The end of a Parquet file: footer, its length and the magic number.

    Args:
        pattern: a footer with the same columns.
        columns: their names, in order.
        groups: the row groups.
        metadata: further key-value metadata.
    """
    pairs = list(pattern[_KEY_VALUES].value.values) if _KEY_VALUES in pattern else []
    pairs += [
        {_KEY: Field(_BINARY, key.encode()), _VALUE: Field(_BINARY, value.encode())}
        for key, value in metadata.items()
    ]
    written_groups = [_written_group(group, columns) for group in groups]
    footer = {
        **pattern,
        _NUM_ROWS: Field(_I64, sum(group.rows for group in groups)),
        _ROW_GROUPS: Field(_LIST, Items(_STRUCT, written_groups)),
        _KEY_VALUES: Field(_LIST, Items(_STRUCT, pairs)),
    }
    written = _written_struct(footer)
    return written + len(written).to_bytes(4, "little") + MAGIC
