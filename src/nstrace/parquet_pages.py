"""Parquet pages of numbers and of dictionary texts, encoded by the native core.

pyarrow's writer supports every type, but a trace is mostly numbers, which are smaller and faster to
write if their layout exposes repetitions to the compressor. Field numbers and their meaning are
those of the Apache Parquet format (``PageHeader``, ``ColumnChunk``, ``ColumnMetaData``).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

import pyarrow as pa

from nstrace import _native
from nstrace.parquet_footer import CHUNK_META, MAGIC, Encoded, RowGroup
from nstrace.thrift import (
    BINARY,
    I32,
    I64,
    LIST,
    STRUCT,
    Field,
    Items,
    Struct,
    varint,
    written_struct,
)

PLAIN: Final = "PLAIN"
DIFFERENCES: Final = "DELTA_BINARY_PACKED"
BYTES_APART: Final = "BYTE_STREAM_SPLIT"
DICTIONARY: Final = "RLE_DICTIONARY"

COMPRESSION: Final = "zstd"
LEVEL: Final = 1

_LEVELS: Final = "RLE"
_ENCODINGS: Final = {PLAIN: 0, _LEVELS: 3, DIFFERENCES: 5, DICTIONARY: 8, BYTES_APART: 9}
_CODEC: Final = 6
_INT32, _INT64, _BYTE_ARRAY = 1, 2, 6
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
# PageHeader
_PAGE_TYPE, _PAGE_BYTES, _PAGE_COMPRESSED, _PAGE_DATA, _PAGE_DICTIONARY = 1, 2, 3, 5, 7
# DataPageHeader; the first two are DictionaryPageHeader's as well
_VALUES, _ENCODING, _DEFINITION_LEVELS, _REPETITION_LEVELS = 1, 2, 3, 4
# ColumnChunk and ColumnMetaData
_CHUNK_OFFSET = 2
_TYPE, _USED_ENCODINGS, _PATH, _CODEC_FIELD, _CHUNK_VALUES = 1, 2, 3, 4, 5
_CHUNK_BYTES, _CHUNK_COMPRESSED, _VALUES_AT, _DICTIONARY_AT, _STATISTICS = 6, 7, 9, 11, 12
# Statistics
_NULLS, _MOST, _LEAST = 3, 5, 6


class Page(NamedTuple):
    """Encoded values, not yet compressed."""

    body: pa.Buffer
    values: int
    encoding: str


def _page(body: _native.Page, values: int, encoding: str) -> Page:
    return Page(pa.py_buffer(body), values, encoding)


class Layout(NamedTuple):
    """A possible encoding of a column: the page of its values, and that of its dictionary."""

    values: Page
    dictionary: Page | None = None

    def compressed_bytes(self) -> int:
        """Return the size after compression in bytes."""
        return sum(len(_compressed(page.body)) for page in (self.values, self.dictionary) if page)


def can_be_laid_out(column: pa.ChunkedArray) -> bool:
    """Return whether :class:`Column` supports a column: integers or dictionary texts, no nulls."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        known = kind.value_type == pa.string()
    else:
        known = kind in (pa.int32(), pa.int64())
    return bool(known) and column.null_count == 0 and len(column) > 0


def rows_by_kind(keys: Iterable[pa.ChunkedArray], rows: int) -> _native.Page:
    """Return the row numbers with equal keys grouped, by the first key first.

    Args:
        keys: columns without nulls.
        rows: the number of values of each.
    """
    kinds = _native.RowKinds(rows)
    for key in keys:
        kinds.split_by(_pieces(key))
    return kinds.rows()


def _pieces(column: pa.ChunkedArray) -> list[pa.Buffer]:
    """Return the values of a column without nulls (of a dictionary, the indices), by chunk."""
    width = _width(column.type)
    pieces = []
    for chunk in filter(len, column.chunks):
        numbers = chunk
        if pa.types.is_dictionary(column.type):
            numbers = chunk.indices.cast(pa.int32())
        start = numbers.offset * width
        pieces.append(numbers.buffers()[1].slice(start, len(numbers) * width))
    return pieces


def _width(kind: pa.DataType) -> int:
    """Return the size of a value, or of an index, in bytes."""
    return 8 if kind == pa.int64() else 4


def _nothing_missing(rows: int) -> bytes:
    """Return the definition levels of a nullable column without nulls: a single run."""
    run = varint(rows << 1) + b"\x01"
    return len(run).to_bytes(4, "little") + run


class Column:
    """A column for which :func:`can_be_laid_out` is true.

    Args:
        field: its name and nullability.
        column: its values; with the same dictionary in all chunks, if any.
        order: the order in which to store the values; by default the present one.
        with_range: store the least and the greatest value; for 64-bit integers only.
    """

    def __init__(
        self,
        field: pa.Field,
        column: pa.ChunkedArray,
        order: _native.Page | None = None,
        with_range: bool = False,
    ) -> None:
        self.field = field
        self.rows = len(column)
        self._texts = column.chunk(0).dictionary if pa.types.is_dictionary(column.type) else None
        levels = _nothing_missing(self.rows) if field.nullable else b""
        self._values = _native.PageValues(_pieces(column), _width(column.type), levels)
        if order is not None:
            self._values.reorder(order)
        self.range = self._values.range() if with_range else None

    def layouts(self, kinds: Iterable[str]) -> Iterator[Layout]:
        """Yield the column in each encoding that is possible; PLAIN is possible for all numbers."""
        for kind in kinds:
            layout = self._with_dictionary() if kind == DICTIONARY else self._without(kind)
            if layout is not None:
                yield layout

    def _without(self, kind: str) -> Layout:
        return Layout(_page(_BODIES[kind](self._values), self.rows, kind))

    def _with_dictionary(self) -> Layout | None:
        if self._texts is not None:
            distinct, count = _plain_texts(self._texts), len(self._texts)
            body = self._values.indices(count)
        else:
            found = self._values.dictionary()
            if found is None:
                return None
            body, distinct, count = found
        return Layout(_page(body, self.rows, DICTIONARY), _page(distinct, count, PLAIN))


_BODIES: Final[dict[str, Callable[[_native.PageValues], _native.Page]]] = {
    PLAIN: _native.PageValues.plain,
    BYTES_APART: _native.PageValues.bytes_apart,
    DIFFERENCES: _native.PageValues.differences,
}


def _plain_texts(texts: pa.StringArray) -> _native.Page:
    _, offsets, characters = texts.buffers()
    used = offsets.slice(texts.offset * 4, (len(texts) + 1) * 4)
    return _native.plain_texts(used, b"" if characters is None else characters)


def _compressed(body: pa.Buffer) -> pa.Buffer:
    return pa.Codec(COMPRESSION, LEVEL).compress(body)


class Chunk:
    """A column in one layout, compressed, with its metadata.

    Attributes:
        name: the column's name.
        rows: the number of values.
        data: its bytes, in pieces.
        bytes, compressed: the sizes of its pages before and after compression, in bytes.
    """

    def __init__(self, column: Column, layout: Layout) -> None:
        self.name = column.field.name
        self.rows = column.rows
        self._type = _physical_type(column.field.type)
        self._range = column.range
        self._encoding = layout.values.encoding
        self._has_dictionary = layout.dictionary is not None
        self.data: list[bytes | pa.Buffer] = []
        self.bytes = self.compressed = 0
        if layout.dictionary:
            header = _counts(layout.dictionary)
            self._add(layout.dictionary.body, _DICTIONARY_PAGE, {_PAGE_DICTIONARY: header})
        self._values_at = self.compressed
        levels = {
            number: Field(I32, _ENCODINGS[_LEVELS])
            for number in (_DEFINITION_LEVELS, _REPETITION_LEVELS)
        }
        header = {**_counts(layout.values), **levels}
        self._add(layout.values.body, _DATA_PAGE, {_PAGE_DATA: header})

    def _add(self, body: pa.Buffer, page_type: int, described: dict[int, Struct]) -> None:
        compressed = _compressed(body)
        header = {
            _PAGE_TYPE: Field(I32, page_type),
            _PAGE_BYTES: Field(I32, len(body)),
            _PAGE_COMPRESSED: Field(I32, len(compressed)),
            **{number: Field(STRUCT, value) for number, value in described.items()},
        }
        head = written_struct(header)
        self.data += [head, compressed]
        self.compressed += len(head) + len(compressed)
        self.bytes += len(head) + len(body)

    def description(self, at: int) -> Struct:
        """Return the ``ColumnChunk`` for a first page at byte ``at``."""
        kinds = {_ENCODINGS[kind] for kind in (_LEVELS, PLAIN, self._encoding)}
        meta: Struct = {
            _TYPE: Field(I32, self._type),
            _USED_ENCODINGS: Field(LIST, Items(I32, sorted(kinds))),
            _PATH: Field(LIST, Items(BINARY, [self.name.encode()])),
            _CODEC_FIELD: Field(I32, _CODEC),
            _CHUNK_VALUES: Field(I64, self.rows),
            _CHUNK_BYTES: Field(I64, self.bytes),
            _CHUNK_COMPRESSED: Field(I64, self.compressed),
            _VALUES_AT: Field(I64, at + self._values_at),
        }
        if self._has_dictionary:
            meta[_DICTIONARY_AT] = Field(I64, at)
        if self._range:
            meta[_STATISTICS] = Field(STRUCT, _statistics(*self._range))
        return {_CHUNK_OFFSET: Field(I64, 0), CHUNK_META: Field(STRUCT, meta)}


def _counts(page: Page) -> Struct:
    return {_VALUES: Field(I32, page.values), _ENCODING: Field(I32, _ENCODINGS[page.encoding])}


def _physical_type(kind: pa.DataType) -> int:
    if pa.types.is_dictionary(kind):
        return _BYTE_ARRAY
    return _INT64 if kind == pa.int64() else _INT32


def _statistics(least: int, most: int) -> Struct:
    as_bytes = {_MOST: most, _LEAST: least}
    return {_NULLS: Field(I64, 0)} | {
        number: Field(BINARY, value.to_bytes(8, "little", signed=True))
        for number, value in as_bytes.items()
    }


def encoded(columns: Iterable[Chunk]) -> Encoded:
    """Join columns to a row group."""
    chunks: dict[str, Struct] = {}
    data: list[bytes | pa.Buffer] = []
    rows, size, end = 0, 0, len(MAGIC)
    for chunk in columns:
        chunks[chunk.name] = chunk.description(end)
        data += chunk.data
        rows = chunk.rows
        size += chunk.bytes
        end += chunk.compressed
    return Encoded(data, RowGroup(rows, chunks, (size, end - len(MAGIC))))
