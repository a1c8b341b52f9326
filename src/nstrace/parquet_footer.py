"""Parquet footers put together from parts that were encoded on their own.

Row groups are encoded in parallel. Their bytes then go one after the other into one file, and
what is known of them becomes one footer (Apache Parquet format, ``FileMetaData``), in which every
offset is moved by where the row group came to lie.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pyarrow as pa

from nstrace.thrift import (
    BINARY,
    I64,
    LIST,
    STRUCT,
    Field,
    Items,
    Struct,
    read_struct,
    written_struct,
)

MAGIC: Final = b"PAR1"

# FileMetaData
_NUM_ROWS, _ROW_GROUPS, _KEY_VALUES = 3, 4, 5
# RowGroup
_COLUMNS, _GROUP_BYTES, _GROUP_ROWS, _GROUP_COMPRESSED = 1, 2, 3, 6
# ColumnChunk
_CHUNK_OFFSET, CHUNK_META = 2, 3
_CHUNK_INDEXES: Final = (4, 6)  # offset index, column index
_META_PATH = 3
# ColumnMetaData: data page, index page, dictionary page, bloom filter
_META_OFFSETS: Final = (9, 10, 11, 14)
# KeyValue
_KEY, _VALUE = 1, 2


class RowGroup(NamedTuple):
    """What a footer says of a row group.

    Attributes:
        rows: how many it has.
        chunks: by column, its ``ColumnChunk``.
        sizes: bytes without and with compression.
    """

    rows: int
    chunks: dict[str, Struct]
    sizes: tuple[int, int]

    def moved(self, by: int) -> "RowGroup":
        """This row group, so many bytes further on."""
        chunks = {name: _moved_chunk(chunk, by) for name, chunk in self.chunks.items()}
        return self._replace(chunks=chunks)

    def placed(self, start: int) -> "PlacedGroup":
        """This row group, encoded on its own, where its data lie at ``start`` of the file."""
        moved = self.moved(start - len(MAGIC))
        chunks = {name: written_struct(chunk) for name, chunk in moved.chunks.items()}
        return PlacedGroup(self.rows, chunks, self.sizes)


class PlacedGroup(NamedTuple):
    """A row group that has its place in a file. A long trace has thousands, so they are small.

    Attributes: see :class:`RowGroup`; ``chunks`` are written already.
    """

    rows: int
    chunks: dict[str, bytes]
    sizes: tuple[int, int]

    def with_columns_of(self, other: "PlacedGroup") -> "PlacedGroup":
        """This row group with further columns, which another one of as many rows has."""
        chunks = {**self.chunks, **other.chunks}
        return PlacedGroup(self.rows, chunks, _added(self.sizes, other.sizes))


class Encoded(NamedTuple):
    """Rows as they go into a file.

    Attributes:
        data: their bytes, in pieces.
        group: what they are, as if they stood behind :data:`MAGIC` at the start of a file.
    """

    data: Sequence[bytes | memoryview | pa.Buffer]
    group: RowGroup


def take_apart(file: memoryview) -> tuple[memoryview, Struct]:
    """The data and the footer of a Parquet file in memory."""
    length = int.from_bytes(file[-8:-4], "little")
    start = len(file) - 8 - length
    return file[len(MAGIC) : start], read_struct(bytes(file[start:-8]))


def only_group(file: memoryview) -> Encoded:
    """The only row group of a Parquet file in memory."""
    data, footer = take_apart(file)
    (group,) = footer[_ROW_GROUPS].value.values
    chunks = group[_COLUMNS].value.values
    names = (chunk[CHUNK_META].value[_META_PATH].value.values[0].decode() for chunk in chunks)
    sizes = (group[_GROUP_BYTES].value, group[_GROUP_COMPRESSED].value)
    found = RowGroup(group[_GROUP_ROWS].value, dict(zip(names, chunks, strict=True)), sizes)
    return Encoded([data], found)


def joined(first: Encoded, second: Encoded) -> Encoded:
    """The columns of two row groups with the same rows as one row group."""
    behind = second.group.moved(sum(map(len, first.data)))
    chunks = {**first.group.chunks, **behind.chunks}
    sizes = _added(first.group.sizes, behind.sizes)
    return Encoded([*first.data, *second.data], RowGroup(first.group.rows, chunks, sizes))


def _added(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _written_group(group: PlacedGroup, columns: Sequence[str]) -> bytes:
    chunks = Items(STRUCT, [group.chunks[name] for name in columns])
    return written_struct(
        {
            _COLUMNS: Field(LIST, chunks),
            _GROUP_BYTES: Field(I64, group.sizes[0]),
            _GROUP_ROWS: Field(I64, group.rows),
            _GROUP_COMPRESSED: Field(I64, group.sizes[1]),
        }
    )


def _moved_chunk(chunk: Struct, moved_by: int) -> Struct:
    meta = dict(chunk[CHUNK_META].value)
    _move(meta, _META_OFFSETS, moved_by)
    moved = {**chunk, CHUNK_META: Field(STRUCT, meta)}
    _move(moved, (_CHUNK_OFFSET, *_CHUNK_INDEXES), moved_by)
    return moved


def _move(fields: Struct, numbers: tuple[int, ...], moved_by: int) -> None:
    for number in numbers:
        # 0 says that there is none.
        if number in fields and fields[number].value:
            kind, value = fields[number]
            fields[number] = Field(kind, value + moved_by)


def footer_bytes(
    pattern: Struct, columns: Sequence[str], groups: Sequence[PlacedGroup], metadata: dict[str, str]
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
        {_KEY: Field(BINARY, key.encode()), _VALUE: Field(BINARY, value.encode())}
        for key, value in metadata.items()
    ]
    written_groups = [_written_group(group, columns) for group in groups]
    footer = {
        **pattern,
        _NUM_ROWS: Field(I64, sum(group.rows for group in groups)),
        _ROW_GROUPS: Field(LIST, Items(STRUCT, written_groups)),
        _KEY_VALUES: Field(LIST, Items(STRUCT, pairs)),
    }
    written = written_struct(footer)
    return written + len(written).to_bytes(4, "little") + MAGIC
