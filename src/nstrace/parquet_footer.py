"""Parquet footers assembled from separately encoded parts.

Row groups are encoded in parallel. Their bytes are then written to one file, and their metadata to
one footer (Apache Parquet format, ``FileMetaData``), in which every offset is shifted by the
position of the row group.
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
    """The metadata of a row group in a footer.

    Attributes:
        rows: the number of rows.
        chunks: the ``ColumnChunk`` of each column.
        sizes: bytes without and with compression.
    """

    rows: int
    chunks: dict[str, Struct]
    sizes: tuple[int, int]

    def moved(self, by: int) -> "RowGroup":
        """Return this row group with all offsets shifted by ``by`` bytes."""
        chunks = {name: _moved_chunk(chunk, by) for name, chunk in self.chunks.items()}
        return self._replace(chunks=chunks)

    def placed(self, start: int) -> "PlacedGroup":
        """Return this separately encoded row group for data at byte ``start`` of a file."""
        moved = self.moved(start - len(MAGIC))
        chunks = {name: written_struct(chunk) for name, chunk in moved.chunks.items()}
        return PlacedGroup(self.rows, chunks, self.sizes)


class PlacedGroup(NamedTuple):
    """A row group with a position in a file, in a compact form, as a long trace has thousands.

    Attributes: see :class:`RowGroup`; ``chunks`` are serialized.
    """

    rows: int
    chunks: dict[str, bytes]
    sizes: tuple[int, int]

    def with_columns_of(self, other: "PlacedGroup") -> "PlacedGroup":
        """Return this row group with the additional columns of one with the same number of rows."""
        chunks = {**self.chunks, **other.chunks}
        return PlacedGroup(self.rows, chunks, _added(self.sizes, other.sizes))


class Encoded(NamedTuple):
    """An encoded row group.

    Attributes:
        data: its bytes, in pieces.
        group: its metadata, with offsets as if it followed :data:`MAGIC` at the start of a file.
    """

    data: Sequence[bytes | memoryview | pa.Buffer]
    group: RowGroup


def take_apart(file: memoryview) -> tuple[memoryview, Struct]:
    """Split a Parquet file in memory into its data and its parsed footer."""
    length = int.from_bytes(file[-8:-4], "little")
    start = len(file) - 8 - length
    return file[len(MAGIC) : start], read_struct(bytes(file[start:-8]))


def only_group(file: memoryview) -> Encoded:
    """Return the only row group of a Parquet file in memory."""
    data, footer = take_apart(file)
    (group,) = footer[_ROW_GROUPS].value.values
    chunks = group[_COLUMNS].value.values
    names = (chunk[CHUNK_META].value[_META_PATH].value.values[0].decode() for chunk in chunks)
    sizes = (group[_GROUP_BYTES].value, group[_GROUP_COMPRESSED].value)
    found = RowGroup(group[_GROUP_ROWS].value, dict(zip(names, chunks, strict=True)), sizes)
    return Encoded([data], found)


def joined(first: Encoded, second: Encoded) -> Encoded:
    """Join the columns of two row groups with the same rows to one row group."""
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
        # 0 means that there is none.
        if number in fields and fields[number].value:
            kind, value = fields[number]
            fields[number] = Field(kind, value + moved_by)


def footer_bytes(
    pattern: Struct, columns: Sequence[str], groups: Sequence[PlacedGroup], metadata: dict[str, str]
) -> bytes:
    """Return the end of a Parquet file: the footer, its length and the magic number.

    Args:
        pattern: a footer with the same columns.
        columns: the names of the columns, in order.
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
