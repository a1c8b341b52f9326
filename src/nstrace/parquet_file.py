"""Traces as Parquet files.

One file holds every table of a trace. Each table has its own footer. The footers follow each
other, with that of the main table last, so that any Parquet reader finds that table. The file up
to the end of another footer is a Parquet file of that footer's table.

Empty columns are omitted, except those of :data:`nstrace.schemas.ALWAYS_STORED`.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, cast

import pyarrow as pa
import pyarrow.parquet as pq

from nstrace import _native
from nstrace.checked_rows import check_columns, checked, damage_named
from nstrace.checksum import (
    CHECKSUM,
    UNKNOWN,
    WRONG,
    Summed,
    require_checksum,
    with_checksum,
)
from nstrace.clustering import FEWEST_CLUSTERED, cluster_order, in_line_order
from nstrace.errors import StoredTraceError
from nstrace.names import LINES
from nstrace.parquet_encoding import Encodings, GroupEncoding, file_in_memory
from nstrace.parquet_footer import (
    MAGIC,
    Encoded,
    PlacedGroup,
    footer_bytes,
    only_group,
    take_apart,
)
from nstrace.plain_names import memory_map
from nstrace.schemas import ALWAYS_STORED, SCHEMAS
from nstrace.stored import METADATA_KEY, Contents, contents_of
from nstrace.workers import Workers


class _Waiting(NamedTuple):
    table: str
    group: GroupEncoding


class ParquetOutput:
    """Writer of the tables of a trace to one Parquet file.

    Args:
        stream: the output.
        metadata: entries of the file's key-value metadata.
        pool: the workers that encode rows.
        only: the only table, if the file is an ordinary Parquet file of one.
        in_order: keep rows in order, without clustering (:mod:`nstrace.clustering`).
    """

    def __init__(
        self,
        stream: BinaryIO,
        metadata: Mapping[str, str],
        pool: Workers,
        only: str | None = None,
        in_order: bool = False,
    ) -> None:
        self._stream = Summed(stream)
        self._metadata = dict(metadata)
        self._pool = pool
        self._only = only
        self._in_order = in_order
        self._waiting: list[_Waiting] = []
        self._groups: dict[str, list[PlacedGroup]] = {}
        self._encodings: dict[str, Encodings] = {}
        self._at = self._stream.write(MAGIC)

    def add(self, table: str, rows: pa.Table) -> None:
        """Write rows of a table as a row group."""
        empty = [name for name in rows.column_names if rows[name].null_count == len(rows)]
        rows = rows.drop_columns([name for name in empty if name not in ALWAYS_STORED])
        encodings = self._encodings.setdefault(table, Encodings(table, self._in_order))
        kinds = encodings.for_group(rows)
        order = partial(_order, table, rows, self._in_order)
        group = GroupEncoding(self._pool, rows, kinds, order)
        self._waiting.append(_Waiting(table, group))
        while len(self._waiting) > self._pool.spare(_MOST_WAITING):
            self._place_next()

    def finish(self, contents: Contents) -> None:
        """Write the footers."""
        while self._waiting:
            self._place_next()
        contents.in_order, contents.summed = self._in_order, True
        main = self._only or contents.choose_main()
        self._groups.setdefault(main, [])
        others = [name for name in SCHEMAS if name in self._groups and name != main]
        for name in [*others, main]:
            footer = self._footer(name, contents if name == main else None)
            self._at += self._stream.write(footer)
            contents.ends[name] = self._at

    def _footer(self, table: str, contents: Contents | None) -> bytes:
        """Return a table's footer; the main table's has the file's contents and checksum."""
        groups = self._groups[table]
        present = {name for group in groups for name in group.chunks}
        schema = pa.schema(
            [field for field in SCHEMAS[table] if field.name in present | set(ALWAYS_STORED)]
            if groups
            else SCHEMAS[table]
        )
        groups = [self._completed(group, schema) for group in groups]
        _, pattern = take_apart(file_in_memory(schema.empty_table()))
        if contents is None:
            return footer_bytes(pattern, schema.names, groups, self._metadata)
        described = {METADATA_KEY: contents.to_json(), CHECKSUM: UNKNOWN}
        footer = footer_bytes(pattern, schema.names, groups, {**self._metadata, **described})
        return with_checksum(footer, self._stream.sum)

    def _completed(self, group: PlacedGroup, schema: pa.Schema) -> PlacedGroup:
        """Return the row group with added null columns that it lacks, but other groups have."""
        missing = pa.schema([field for field in schema if field.name not in group.chunks])
        if not len(missing):
            return group
        nulls = [pa.nulls(group.rows, field.type) for field in missing]
        nothing = file_in_memory(pa.table(nulls, schema=missing))
        return group.with_columns_of(self._written(only_group(nothing)))

    def _place_next(self) -> None:
        table, group = self._waiting.pop(0)
        self._groups.setdefault(table, []).append(self._written(group.result()))

    def _written(self, encoded: Encoded) -> PlacedGroup:
        group = encoded.group.placed(self._at)
        for piece in encoded.data:
            self._at += self._stream.write(piece)
        return group


def _order(table: str, rows: pa.Table, in_order: bool) -> _native.Page | None:
    # Clustering saves little in small row groups.
    reordered = not in_order and len(rows) >= FEWEST_CLUSTERED
    return cluster_order(table, rows) if reordered else None


_MOST_WAITING: Final = 1
"""The number of row groups encoded while another is gathered; each takes about 30 MB of memory."""


class FolderOutput:
    """Writer of each table of a trace to an ordinary Parquet file, ``TABLE.parquet``.

    Args:
        folder: the folder for the files, which must exist.
        metadata: entries of each file's key-value metadata.
        pool: see :class:`ParquetOutput`.
        in_order: see :class:`ParquetOutput`.
    """

    def __init__(
        self,
        folder: Path,
        metadata: Mapping[str, str],
        pool: Workers,
        in_order: bool = False,
    ) -> None:
        self._folder = folder
        self._metadata = metadata
        self._pool = pool
        self._in_order = in_order
        self._files = ExitStack()
        self._outputs: dict[str, ParquetOutput] = {}

    def add(self, table: str, rows: pa.Table) -> None:
        """Write rows of a table as a row group."""
        if table not in self._outputs:
            stream = self._files.enter_context(folder_member(self._folder, table).open("wb"))
            self._outputs[table] = ParquetOutput(
                cast(BinaryIO, stream), self._metadata, self._pool, table, self._in_order
            )
        self._outputs[table].add(table, rows)

    def finish(self, contents: Contents) -> None:
        """Write the footers."""
        contents.choose_main()
        if contents.main not in self._outputs:
            self.add(contents.main, SCHEMAS[contents.main].empty_table())
        with self._files:
            for output in self._outputs.values():
                output.finish(contents)
        contents.ends.clear()


def folder_member(folder: Path, table: str) -> Path:
    """Return the path of a table in a trace stored as a folder."""
    return folder / f"{table}.parquet"


class FolderInput:
    """Reader of the tables of a trace in a folder of Parquet files.

    Raises:
        StoredTraceError: if a file can't be read, or the folder is not a trace stored by nstrace.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self.contents = Contents()
        for table in LINES:
            path = folder_member(folder, table)
            if path.exists():
                self.contents = ParquetInput(path).contents
                break
        else:
            raise StoredTraceError(f"{folder}: holds no trace that nstrace converted")
        for table, rows in self.contents.rows.items():
            if rows and not folder_member(folder, table).exists():
                raise StoredTraceError(f"{folder_member(folder, table)} is missing")

    def open_table(self, table: str) -> pq.ParquetFile:
        """Open the Parquet file of a table.

        Raises:
            StoredTraceError: if it is damaged.
        """
        path = folder_member(self.path, table)
        with damage_named(path):
            _require_whole(path, self.contents)
            return _opened(memory_map(path), table, self.contents)

    def batches(self, table: str) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table, in the order of the lines."""
        rows = _batches(self.open_table(table), self.contents.in_order)
        yield from checked(rows, table, self.contents, folder_member(self.path, table))


class ParquetInput:
    """Reader of the tables of a trace in a Parquet file.

    Raises:
        StoredTraceError: if the file can't be read, or is not a trace stored by nstrace.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with damage_named(path):
            # Before any other code parses the bytes.
            summed = require_checksum(path)
            self._file = memory_map(path)
            metadata = pq.read_metadata(self._file).metadata
            self.contents = contents_of(metadata, str(path))
            if self.contents.summed and not summed:
                raise ValueError(WRONG)

    def open_table(self, table: str) -> pq.ParquetFile:
        """Open a table as a Parquet file.

        Raises:
            StoredTraceError: if it is damaged, or is stored in another file.
        """
        if table != self.contents.main and table not in self.contents.ends:
            raise StoredTraceError(
                f"{self.path}: table {table} of this trace lies in another file",
                f"Give the folder instead: {self.path.absolute().parent}",
            )
        with damage_named(self.path):
            if table == self.contents.main:
                return _opened(memory_map(self.path), table, self.contents)
            self._file.seek(0)
            part = pa.BufferReader(self._file.read_buffer(self.contents.ends[table]))
            return _opened(part, table, self.contents)

    def batches(self, table: str) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table, in the order of the lines."""
        rows = _batches(self.open_table(table), self.contents.in_order)
        yield from checked(rows, table, self.contents, self.path)


def _require_whole(path: Path, contents: Contents) -> None:
    """Verify a file's checksum, unless the trace was stored without checksums.

    Raises:
        ValueError: if the checksum is wrong or missing.
    """
    if not require_checksum(path) and contents.summed:
        raise ValueError(WRONG)


def _opened(source: pa.NativeFile, table: str, contents: Contents) -> pq.ParquetFile:
    """Open a table's Parquet file and check it, which is required before DuckDB reads it.

    Raises:
        ValueError: if its columns don't match the table, or the number of rows the contents.
    """
    file = pq.ParquetFile(source)
    check_columns(file.schema_arrow, table)
    rows = contents.rows.get(table, 0)
    if file.metadata.num_rows != rows:
        raise ValueError(f"table {table} has {file.metadata.num_rows} rows, not {rows}")
    return file


def _batches(file: pq.ParquetFile, in_order: bool) -> Iterator[pa.RecordBatch]:
    if in_order:
        yield from file.iter_batches(use_threads=False)
        return
    for group in range(file.num_row_groups):
        rows = file.read_row_group(group, use_threads=False)
        # Sorting assumes valid data.
        rows.validate(full=True)
        yield from in_line_order(rows).unify_dictionaries().combine_chunks().to_batches()
