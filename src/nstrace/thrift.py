"""Apache Thrift structs in the compact protocol, as in Parquet's headers and footers.

A struct is a dictionary by field number, so that unknown fields are preserved.
"""

from typing import Any, NamedTuple

TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)


class Field(NamedTuple):
    """A value of a Thrift struct, and its type in the compact protocol."""

    kind: int
    value: Any


class Items(NamedTuple):
    """A Thrift list: its elements and their type."""

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
        if kind in (I16, I32, I64):
            return _unzigzag(self.varint())
        if kind == BINARY:
            return self._take(self.varint())
        if kind == STRUCT:
            return self.struct()
        if kind in (LIST, SET):
            return self._items()
        if kind in (TRUE, FALSE):
            return None
        if kind == BYTE:
            return self._take(1)
        if kind == DOUBLE:
            return self._take(8)
        raise ValueError(f"Thrift type {kind} in a Parquet file")

    def _items(self) -> Items:
        head = self._take_byte()
        kind, count = head & 0x0F, head >> 4
        if count == 15:
            count = self.varint()
        # In lists, each boolean is a byte.
        each = BYTE if kind in (TRUE, FALSE) else kind
        return Items(kind, [self.value(each) for _ in range(count)])

    def _take_byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _take(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at]


def _unzigzag(value: int) -> int:
    return (value >> 1) ^ -(value & 1)


def varint(value: int) -> bytes:
    """Encode an unsigned integer, seven bits per byte, the lowest first."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _zigzag(value: int) -> bytes:
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def _written(kind: int, value: Any) -> bytes:
    if isinstance(value, int):
        return _zigzag(value)
    if kind == BINARY:
        return varint(len(value)) + bytes(value)
    if kind == STRUCT:
        # A struct may be serialized already.
        return value if isinstance(value, bytes) else written_struct(value)
    if kind in (LIST, SET):
        return _written_items(value)
    return value or b""


def written_struct(fields: Struct) -> bytes:
    """Encode a struct."""
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
    each = BYTE if items.kind in (TRUE, FALSE) else items.kind
    return (
        head
        + (varint(count) if count >= 15 else b"")
        + b"".join(_written(each, value) for value in items.values)
    )


def read_struct(data: bytes) -> Struct:
    """Decode a struct, the inverse of :func:`written_struct`."""
    return _Reader(data).struct()
