"""Traces as Arrow IPC files.

An Arrow file holds a single table: the first one of which enough rows arrived to be written. Rows
of the others are stored as Base64-encoded Arrow streams in the metadata of batches without rows,
which other programs ignore.
"""

import base64
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Final

import pyarrow as pa
import pyarrow.compute as pc

from nstrace.checked_rows import checked, damage_named
from nstrace.checksum import CHECKSUM, WRONG, Summed, sum_of
from nstrace.plain_names import memory_map
from nstrace.schemas import SCHEMAS
from nstrace.stored import METADATA_KEY, Contents, contents_of

_OPTIONS: Final = pa.ipc.IpcWriteOptions(compression="zstd", emit_dictionary_deltas=True)
_TABLE: Final = b"nstrace.table"
_ROWS: Final = b"nstrace.rows"
_CHECKSUM: Final = CHECKSUM.encode()
"""The key of the number and the CRC-32 of all bytes before the batch with this metadata."""


class _GrowingDictionaries:
    """Dictionaries that all batches of a table share, and that only grow at their ends.

    An Arrow file can extend a dictionary, but not replace it.
    """

    def __init__(self) -> None:
        self._values: dict[str, pa.Array] = {}

    def unified(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        columns = [
            self._column(field, column) if pa.types.is_dictionary(field.type) else column
            for field, column in zip(batch.schema, batch.columns, strict=True)
        ]
        return pa.record_batch(columns, schema=batch.schema)

    def _column(self, field: pa.Field, column: pa.DictionaryArray) -> pa.DictionaryArray:
        known = self._values.get(field.name)
        if known is None:
            known = column.dictionary
        else:
            new = pc.filter(column.dictionary, pc.invert(pc.is_in(column.dictionary, known)))
            known = pa.concat_arrays([known, new])
        self._values[field.name] = known
        places = pc.index_in(column.dictionary, known)
        indices = pc.take(places, column.indices).cast(field.type.index_type)
        return pa.DictionaryArray.from_arrays(indices, known)


class ArrowOutput:
    """Writer of the tables of a trace to one Arrow IPC file.

    Args:
        stream: the output.
        metadata: entries of the schema's metadata.
    """

    def __init__(self, stream: BinaryIO, metadata: Mapping[str, str]) -> None:
        self._summed = Summed(stream)
        self._sink = pa.PythonFile(self._summed, mode="w")
        self._metadata = dict(metadata)
        self._main = ""
        self._writer: pa.RecordBatchFileWriter | None = None
        self._dictionaries = _GrowingDictionaries()

    def add(self, table: str, rows: pa.Table) -> None:
        """Write rows of a table."""
        writer = self._writer or self._open(table)
        for batch in rows.to_batches():
            if table == self._main:
                writer.write_batch(self._dictionaries.unified(batch))
            else:
                self._write_aside(writer, {_TABLE: table.encode(), _ROWS: _as_text(batch)})

    def finish(self, contents: Contents) -> None:
        """Write the contents of the trace, the checksum and the footer."""
        writer = self._writer or self._open(contents.choose_main())
        contents.main, contents.summed = self._main, True
        description = {METADATA_KEY.encode(): contents.to_json().encode()}
        checksum = f"{self._summed.bytes} {self._summed.sum}".encode()
        self._write_aside(writer, description | {_CHECKSUM: checksum})
        writer.close()

    def _open(self, main: str) -> pa.RecordBatchFileWriter:
        self._main = main
        schema = SCHEMAS[main].with_metadata(self._metadata)
        self._writer = pa.ipc.new_file(self._sink, schema, options=_OPTIONS)
        return self._writer

    def _write_aside(self, writer: pa.RecordBatchFileWriter, metadata: dict[bytes, bytes]) -> None:
        nothing = pa.RecordBatch.from_pylist([], schema=SCHEMAS[self._main])
        writer.write_batch(self._dictionaries.unified(nothing), custom_metadata=metadata)


def _as_text(batch: pa.RecordBatch) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema, options=_OPTIONS) as writer:
        writer.write_batch(batch)
    return base64.b64encode(sink.getvalue())


def _from_text(text: bytes) -> Iterator[pa.RecordBatch]:
    yield from pa.ipc.open_stream(base64.b64decode(text))


class ArrowInput:
    """Reader of the tables of a trace in an Arrow IPC file.

    Raises:
        StoredTraceError: if the file can't be read, or is not a trace stored by nstrace.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with damage_named(path):
            self._file = pa.ipc.open_file(memory_map(path))
            last = self._metadata(self._file.num_record_batches - 1)
            self.contents = contents_of(last, str(path))
            self._check_bytes((last or {}).get(_CHECKSUM))
            self._check_schema(self._file.schema, self.contents.main)

    def batches(self, table: str) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table, in the order of the lines."""
        yield from checked(self._rows(table), table, self.contents, self.path)

    def _rows(self, table: str) -> Iterator[pa.RecordBatch]:
        for number in range(self._file.num_record_batches):
            if table == self.contents.main:
                batch = self._file.get_batch(number)
                if len(batch):
                    yield batch
            elif (metadata := self._metadata(number)) and metadata.get(_TABLE) == table.encode():
                for batch in _from_text(metadata[_ROWS]):
                    self._check_schema(batch.schema, table)
                    yield batch

    def _check_bytes(self, said: bytes | None) -> None:
        """Verify the checksum; files of older versions have none.

        Raises:
            ValueError: if the bytes differ from those that were written.
        """
        if said is None:
            if self.contents.summed:
                raise ValueError(WRONG)
            return
        size, wanted = map(int, said.split())
        with self.path.open("rb") as stream:
            if sum_of(stream, size) != wanted:
                raise ValueError(WRONG)

    @staticmethod
    def _check_schema(schema: pa.Schema, table: str) -> None:
        if schema.names != SCHEMAS[table].names:
            raise ValueError(f"table {table} has other columns")

    def _metadata(self, number: int) -> Mapping[bytes, bytes] | None:
        if number < 0:
            return None
        metadata = self._file.get_batch_with_custom_metadata(number).custom_metadata
        return dict(metadata) if metadata is not None else None
