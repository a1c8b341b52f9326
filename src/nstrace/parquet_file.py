"""Traces as Parquet files.

One file holds every table of a trace. Each table has a footer of its own; they stand one behind
the other, the one of the main table last, so that any Parquet reader finds that table. The
file up to the end of another footer is a Parquet file of that other table.

Encodings were chosen by measuring (``benchmarks/ingest``): differences for what grows steadily,
the bytes of small integers apart for what varies, dictionaries for text.
"""

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, Final, cast

import pyarrow as pa
import pyarrow.parquet as pq

from nstrace.errors import StoredTraceError
from nstrace.parquet_footer import (
    MAGIC,
    Encoded,
    footer_bytes,
    placed_row_groups,
    take_apart,
)
from nstrace.schemas import LINES, SCHEMAS
from nstrace.stored import METADATA_KEY, Contents, contents_of

_COMPRESSION: Final = "zstd"
_LEVEL: Final = 1
_WHOLE_PAGE: Final = 64 << 20

_STEADY: Final = {"line", "time_ns", "end_byte", "byte"}
_WIDE: Final = {"sequence", "uid", "ack"}
_WITH_STATISTICS: Final = ["line", "time_ns"]


def _encoding(field: pa.Field) -> str | None:
    """How a column is encoded; by a dictionary if nothing is said."""
    if field.name in _STEADY:
        return "DELTA_BINARY_PACKED"
    if field.name in _WIDE or pa.types.is_floating(field.type) or pa.types.is_int8(field.type):
        return "PLAIN"
    # Few sizes occur, in no order.
    if pa.types.is_int32(field.type) and not field.name.endswith("_bytes"):
        return "BYTE_STREAM_SPLIT"
    return None


_ENCODINGS: Final = {
    name: {field.name: kind for field in schema if (kind := _encoding(field))}
    for name, schema in SCHEMAS.items()
}


def encode(table: str, rows: pa.RecordBatch | pa.Table) -> Encoded:
    """Rows of one table as a row group."""
    if isinstance(rows, pa.RecordBatch):
        rows = pa.Table.from_batches([rows])
    sink = pa.BufferOutputStream()
    encodings = _ENCODINGS[table]
    with pq.ParquetWriter(
        sink,
        rows.schema,
        compression=_COMPRESSION,
        compression_level=_LEVEL,
        use_dictionary=[name for name in rows.column_names if name not in encodings],
        column_encoding=encodings or None,
        write_statistics=[name for name in _WITH_STATISTICS if name in rows.column_names],
        write_batch_size=_WHOLE_PAGE,
        data_page_size=_WHOLE_PAGE,
        dictionary_pagesize_limit=_WHOLE_PAGE,
    ) as writer:
        writer.write_table(rows, row_group_size=max(len(rows), 1))
    return take_apart(memoryview(sink.getvalue()))


class ParquetOutput:
    """Writes the tables of a trace into one Parquet file.

    Args:
        stream: what to write to.
        metadata: goes into the file's key-value metadata.
        pool: where rows are encoded; at once if there is none.
        only: hold this table alone, as an ordinary Parquet file.
    """

    def __init__(
        self,
        stream: BinaryIO,
        metadata: Mapping[str, str],
        pool: Executor | None = None,
        only: str | None = None,
    ) -> None:
        self._stream = stream
        self._metadata = dict(metadata)
        self._pool = pool
        self._only = only
        self._waiting: list[tuple[str, int, Future[Encoded]]] = []
        self._groups: dict[str, list[bytes]] = {}
        self._at = self._stream.write(MAGIC)
        self._most_waiting = 4

    def add(self, table: str, rows: pa.RecordBatch | pa.Table) -> None:
        """Write rows of a table as a row group."""
        if self._pool is None:
            self._place(table, encode(table, rows))
            return
        self._waiting.append((table, len(rows), self._pool.submit(encode, table, rows)))
        while len(self._waiting) > self._most_waiting:
            self._place_next()

    def finish(self, contents: Contents) -> None:
        """Write the footers."""
        while self._waiting:
            self._place_next()
        main = self._only or contents.choose_main()
        self._groups.setdefault(main, [])
        others = [name for name in SCHEMAS if name in self._groups and name != main]
        for name in [*others, main]:
            metadata = self._metadata
            if name == main:
                metadata = {**metadata, METADATA_KEY: contents.to_json()}
            pattern = encode(name, SCHEMAS[name].empty_table()).footer
            rows = contents.rows.get(name, 0)
            self._at += self._stream.write(
                footer_bytes(pattern, self._groups[name], rows, metadata)
            )
            contents.ends[name] = self._at

    def _place_next(self) -> None:
        table, _, future = self._waiting.pop(0)
        self._place(table, future.result())

    def _place(self, table: str, encoded: Encoded) -> None:
        self._groups.setdefault(table, []).extend(placed_row_groups(encoded, self._at))
        self._at += self._stream.write(encoded.data)


class FolderOutput:
    """Writes each table of a trace into an ordinary Parquet file of its own, ``TABLE.parquet``.

    Args:
        folder: where the files go; it must exist.
        metadata: goes into each file's key-value metadata.
        pool: see :class:`ParquetOutput`.
    """

    def __init__(
        self, folder: Path, metadata: Mapping[str, str], pool: Executor | None = None
    ) -> None:
        self._folder = folder
        self._metadata = metadata
        self._pool = pool
        self._files = ExitStack()
        self._outputs: dict[str, ParquetOutput] = {}

    def add(self, table: str, rows: pa.RecordBatch | pa.Table) -> None:
        """Write rows of a table as a row group."""
        if table not in self._outputs:
            stream = self._files.enter_context(folder_member(self._folder, table).open("wb"))
            self._outputs[table] = ParquetOutput(
                cast(BinaryIO, stream), self._metadata, self._pool, only=table
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
    """Where a table of a trace lies that was stored as a folder."""
    return folder / f"{table}.parquet"


class FolderInput:
    """Reads the tables of a trace from a folder.

    Raises:
        StoredTraceError: if a file can't be read, or the folder is not a trace stored so.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
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

    def batches(self, table: str) -> Iterator[pa.RecordBatch]:
        """Rows of a table, in the order of the lines."""
        path = folder_member(self._folder, table)
        if path.exists():
            yield from _batches(pq.ParquetFile(path, memory_map=True), path)


class ParquetInput:
    """Reads the tables of a trace from a Parquet file.

    Raises:
        StoredTraceError: if the file can't be read, or is not a trace that was stored so.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = pa.memory_map(str(path))
            metadata = pq.read_metadata(self._file).metadata
        except (OSError, pa.ArrowException) as error:
            raise StoredTraceError(f"{path}: {error}") from error
        self.contents = contents_of(metadata, str(path))

    def open_table(self, table: str) -> pq.ParquetFile:
        """One of the tables as a Parquet file."""
        if table == self.contents.main:
            return pq.ParquetFile(self._path, memory_map=True)
        self._file.seek(0)
        return pq.ParquetFile(pa.BufferReader(self._file.read_buffer(self.contents.ends[table])))

    def batches(self, table: str) -> Iterator[pa.RecordBatch]:
        """Rows of a table, in the order of the lines."""
        yield from _batches(self.open_table(table), self._path)


def _batches(file: pq.ParquetFile, path: Path) -> Iterator[pa.RecordBatch]:
    try:
        yield from file.iter_batches(use_threads=False)
    except (OSError, pa.ArrowException) as error:
        raise StoredTraceError(f"{path}: {error}") from error
