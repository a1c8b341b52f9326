"""How rows are encoded in Parquet.

Encodings were chosen by measuring (``benchmarks/ingest``): differences for what grows steadily,
dictionaries for text, the bytes of small integers apart for what varies. What is best for sequence
numbers and uids depends on how many flows there are. So some row groups are encoded in several
ways, and such a column is kept to the smallest.
"""

from functools import partial
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from nstrace.clustering import clustered
from nstrace.parquet_footer import Encoded, take_apart
from nstrace.schemas import SCHEMAS

_COMPRESSION: Final = "zstd"
_LEVEL: Final = 1
_COMPACT_LEVEL: Final = 3
_WHOLE_PAGE: Final = 64 << 20
_WITH_STATISTICS: Final = ("line", "time_ns")

_PLAIN: Final = "PLAIN"
_DIFFERENCES: Final = "DELTA_BINARY_PACKED"
_BYTES_APART: Final = "BYTE_STREAM_SPLIT"
_DICTIONARY: Final = ""

_STEADY: Final = {"line", "time_ns", "end_byte", "byte"}
_ENOUGH_ROWS: Final = 1 << 16
"""With fewer rows, a few bytes more or less are not worth a trial. So many are tried."""

_TRIED_GROUPS: Final = {0, *(4**power for power in range(16))}


def _usual(field: pa.Field) -> str:
    if field.name in _STEADY:
        return _DIFFERENCES
    if pa.types.is_int64(field.type) or pa.types.is_floating(field.type):
        return _PLAIN
    # Few sizes occur, in no order.
    if pa.types.is_int32(field.type) and not field.name.endswith("_bytes"):
        return _BYTES_APART
    return _DICTIONARY


class Encodings:
    """How each column of a table is encoded.

    Args:
        table: its name.
        compact: rows are going to be clustered.
    """

    def __init__(self, table: str, compact: bool = False) -> None:
        self._table = table
        self._compact = compact
        self._kinds = {field.name: _usual(field) for field in SCHEMAS[table]}
        self._groups = 0

    def for_group(self, rows: pa.Table) -> dict[str, str]:
        """Parquet's names of the encodings for the next row group; empty for a dictionary."""
        # How a trace starts is not how it goes on, and trials cost time: the first row group is
        # tried, the second, the fifth, the seventeenth, ...
        if len(rows) >= _ENOUGH_ROWS:
            if self._groups in _TRIED_GROUPS:
                self._choose(rows.slice(0, _ENOUGH_ROWS))
            self._groups += 1
        return {name: self._kinds[name] for name in rows.column_names}

    def _choose(self, rows: pa.Table) -> None:
        if self._compact:
            rows = clustered(self._table, rows)
        for field in rows.schema:
            # Side by side with rows of its kind, a line no longer follows the one before.
            steady = field.name in _STEADY and not self._compact
            if pa.types.is_int64(field.type) and not steady:
                column = rows.select([field.name])
                kinds = (_PLAIN, _DIFFERENCES, _BYTES_APART)
                self._kinds[field.name] = min(kinds, key=partial(_size, column))


def _size(column: pa.Table, kind: str) -> int:
    return len(_encoded(column, {column.column_names[0]: kind}))


def encode(rows: pa.Table, kinds: dict[str, str]) -> Encoded:
    """Rows as a row group, with the encodings of :meth:`Encodings.for_group`."""
    return take_apart(_encoded(rows, kinds))


def encode_clustered(table: str, rows: pa.Table, kinds: dict[str, str]) -> Encoded:
    """The same, small: rows that are alike stand together."""
    return take_apart(_encoded(clustered(table, rows), kinds, _COMPACT_LEVEL))


def _encoded(rows: pa.Table, kinds: dict[str, str], level: int = _LEVEL) -> memoryview:
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(
        sink,
        rows.schema,
        compression=_COMPRESSION,
        compression_level=level,
        use_dictionary=[name for name, kind in kinds.items() if kind == _DICTIONARY],
        column_encoding={name: kind for name, kind in kinds.items() if kind} or None,
        write_statistics=[name for name in _WITH_STATISTICS if name in kinds],
        write_batch_size=_WHOLE_PAGE,
        data_page_size=_WHOLE_PAGE,
        dictionary_pagesize_limit=_WHOLE_PAGE,
    ) as writer:
        writer.write_table(rows, row_group_size=max(len(rows), 1))
    return memoryview(sink.getvalue())
