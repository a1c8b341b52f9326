"""Conversion of traces to stored formats, and export back to text.

Modules that only one format needs are imported on demand, since loading DuckDB takes as long as
reading 200 MB.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final, Protocol, cast

import pyarrow as pa

from nstrace import _native
from nstrace.checked_rows import damaged
from nstrace.errors import NstraceError, StoredTraceError
from nstrace.files import known_suffix, whole_file, whole_folder
from nstrace.names import FORMATS, LINES, TEXT
from nstrace.parquet_file import FolderInput, FolderOutput, ParquetInput, ParquetOutput
from nstrace.scanning import Block, Progress, scan_with
from nstrace.schemas import SCHEMAS
from nstrace.stored import Contents
from nstrace.workers import Workers, workers

_FEW_ROWS: Final = 150_000
"""The least number of rows of a table to write at once, before the end of the trace."""

_TEXT_LINES: Final = 1 << 16
"""The largest number of lines to write as text at once."""


class Output(Protocol):
    """A writer of the tables of a trace."""

    def add(self, table: str, rows: pa.Table) -> None:
        """Write rows of a table, which follow those of earlier lines."""

    def finish(self, contents: Contents) -> None:
        """Complete the output, after the last rows."""


class Input(Protocol):
    """A stored trace."""

    path: Path
    contents: Contents

    def batches(self, table: str) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table, in the order of the lines."""
        ...


class _Gathering:
    """A buffer that writes rows to an output in large batches.

    Rows of a table are held until there are enough, so that files don't consist of thousands of
    tiny row groups.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._waiting: dict[str, list[pa.RecordBatch]] = {}
        self.contents = Contents()

    def add(self, table: str, rows: pa.RecordBatch) -> None:
        self.contents.add(table, len(rows))
        waiting = self._waiting.setdefault(table, [])
        waiting.append(rows)
        if sum(map(len, waiting)) >= _FEW_ROWS:
            self._pass_on(table)

    def finish(self) -> None:
        most_first = sorted(
            self._waiting, key=lambda table: -self.contents.rows[table] * (table in LINES)
        )
        for table in most_first:
            self._pass_on(table)
        self._output.finish(self.contents)

    def _pass_on(self, table: str) -> None:
        waiting = self._waiting.pop(table)
        together = pa.Table.from_batches(waiting).unify_dictionaries()
        # Many small pieces take longer to iterate over than to copy.
        self._output.add(table, together.combine_chunks() if len(waiting) > 8 else together)


def convert(
    trace: Path | str,
    target: Path | str,
    *,
    threads: int = 1,
    strict: bool = False,
    allow_rejects: bool = True,
    in_order: bool = False,
    metadata: Mapping[str, str] | None = None,
    progress: Progress = lambda _: None,
) -> Contents:
    """Store a trace as a file in one of :data:`nstrace.names.FORMATS`, atomically.

    Args:
        trace: see :func:`nstrace.scan`.
        target: the file; its suffix selects the format.
        threads: how many cores to use; the file's bytes do not depend on it.
        strict: fail at the first line that is of no known format.
        allow_rejects: store a trace even if fewer than a tenth of its lines are of a known format.
        in_order: keep the rows of Parquet files in the order of the lines. Otherwise, from 65,536
            rows on, packets of the same flow, link and event are grouped (among about 150,000 rows
            at a time), which makes files several times smaller; ``ORDER BY line`` restores the
            trace's order.
        metadata: key-value metadata to store with the trace (not as text).

    Returns:
        The contents of the stored trace.

    Raises:
        TraceError: see :func:`nstrace.scan`; if too few lines are known, unless
            ``allow_rejects`` is set.
        NstraceError: if the suffix is unknown, or the file system is full.
    """
    target = Path(target)
    suffix = known_suffix(target, FORMATS)
    with whole_file(target) as temporary, workers(threads) as pool:
        blocks = scan_with(pool, trace, strict=strict, progress=progress)
        if suffix == TEXT:
            contents = _copy_as_text(blocks, temporary)
        else:
            with _output(temporary, suffix, metadata or {}, pool, in_order) as output:
                contents = _pass_on(blocks, output)
        if not allow_rejects:
            contents.require_known(trace)
        return contents


def convert_to_folder(
    trace: Path | str,
    folder: Path | str,
    *,
    threads: int = 1,
    strict: bool = False,
    allow_rejects: bool = True,
    in_order: bool = False,
    lossless: bool = True,
    durable: bool = True,
    metadata: Mapping[str, str] | None = None,
    progress: Progress = lambda _: None,
) -> Contents:
    """Store a trace as a folder with an ordinary Parquet file for each table that has rows.

    Args and errors: see :func:`convert`. The folder must be empty or not exist. Without
    ``lossless``, data that only serves to export the trace's text is omitted. Without ``durable``,
    the folder may not survive a power failure, which is fine if it is used or moved at once.
    """
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NstraceError(f"{folder} exists", "Delete it first, or choose another name.")
    with whole_folder(folder, durable=durable) as temporary, workers(threads) as pool:
        blocks = scan_with(pool, trace, strict=strict, progress=progress)
        output = FolderOutput(temporary, metadata or {}, pool, in_order)
        contents = _pass_on(blocks, output, lossless=lossless)
        if not allow_rejects:
            contents.require_known(trace)
        return contents


def _pass_on(blocks: Iterator[Block], output: Output, *, lossless: bool = True) -> Contents:
    gathering = _Gathering(output)
    for block in blocks:
        gathering.contents.lines += block.lines
        gathering.contents.bytes = block.end_byte
        for table, rows in block.tables.items():
            if lossless or table in LINES:
                gathering.add(table, rows)
    gathering.finish()
    return gathering.contents


@contextmanager
def _output(
    target: Path, suffix: str, metadata: Mapping[str, str], pool: Workers, in_order: bool
) -> Iterator[Output]:
    if suffix == ".duckdb":
        from nstrace.duckdb_file import DuckdbOutput

        # A context manager removes the folder in any case, even when the disk is full.
        with TemporaryDirectory(dir=target.parent, prefix=f"{target.name}.") as folder:
            yield DuckdbOutput(target, Path(folder), metadata, pool)
        return
    with target.open("wb") as file:
        stream = cast(BinaryIO, file)
        if suffix == ".arrow":
            from nstrace.arrow_file import ArrowOutput

            yield ArrowOutput(stream, metadata)
        else:
            yield ParquetOutput(stream, metadata, pool, in_order=in_order)


def _copy_as_text(blocks: Iterator[Block], target: Path) -> Contents:
    writer = _native.Writer()
    contents = Contents()
    with target.open("wb") as stream:
        for block in blocks:
            stream.write(writer.write(block.tables, block.first_line, block.lines))
            contents.lines += block.lines
            contents.bytes = block.end_byte
            for table, rows in block.tables.items():
                contents.add(table, len(rows))
    return contents


def open_stored(path: Path | str) -> Input:
    """Open a trace that :func:`convert` stored in a format other than text.

    Raises:
        StoredTraceError: if it is not such a trace.
    """
    path = Path(path)
    if path.is_dir():
        return FolderInput(path)
    if not path.is_file():
        raise StoredTraceError(f"{path}: no such file")
    if path.suffix == ".parquet":
        return ParquetInput(path)
    if path.suffix == ".arrow":
        from nstrace.arrow_file import ArrowInput

        return ArrowInput(path)
    if path.suffix == ".duckdb":
        from nstrace.duckdb_file import DuckdbInput

        return DuckdbInput(path)
    raise StoredTraceError(f"{path}: can't tell the format from its name's end")


def text_pieces(stored: Input) -> Iterator[bytes]:
    """Yield the text of a stored trace, byte for byte, in pieces of whole lines.

    Raises:
        StoredTraceError: if a line or a value is missing.
    """
    writer = _native.Writer()
    tables = {name: _Cursor(stored, name) for name in SCHEMAS if stored.contents.rows.get(name)}
    line = 1
    while line <= stored.contents.lines:
        end = min([line + _TEXT_LINES, *(cursor.end() for cursor in tables.values())])
        end = min(end, stored.contents.lines + 1)
        given = {name: cursor.take(end) for name, cursor in tables.items()}
        present = {name: rows for name, rows in given.items() if len(rows)}
        try:
            yield writer.write(present, line, end - line)
        except (RuntimeError, ValueError, MemoryError) as error:
            raise damaged(stored.path, error) from error
        line = end


def export_text(stored: Input, stream: BinaryIO) -> None:
    """Write the text of a stored trace to a stream, byte for byte.

    Raises:
        StoredTraceError: if a line or a value is missing.
    """
    stream.writelines(text_pieces(stored))


def export_stored(path: Path, target: Path | None, standard_output: BinaryIO) -> None:
    """Write the text of a stored trace, to a file (atomically) or to standard output.

    Raises:
        StoredTraceError: if it can't be read or is damaged.
    """
    stored = open_stored(path)
    if target is None:
        export_text(stored, standard_output)
        return
    with whole_file(target) as temporary, temporary.open("wb") as stream:
        export_text(stored, cast(BinaryIO, stream))


class _Cursor:
    """An iterator over the rows of a table, some lines at a time."""

    def __init__(self, stored: Input, table: str) -> None:
        self._batches = stored.batches(table)
        self._table = table
        self._left: pa.RecordBatch | None = None
        self._next()

    def end(self) -> int:
        """Return the first line after those of the current batch of rows."""
        if self._left is None:
            return _NEVER
        return int(self._left.column("line")[-1].as_py()) + 1

    def take(self, end: int) -> pa.RecordBatch:
        """Return the next rows, of lines before ``end``, which must not exceed :meth:`end`."""
        if self._left is None:
            return SCHEMAS[self._table].empty_table()
        # Without NumPy, which is optional for pyarrow.
        count = bisect_left(self._left.column("line"), end, key=lambda line: line.as_py())
        taken, self._left = self._left.slice(0, count), self._left.slice(count)
        if not len(self._left):
            self._next()
        return taken

    def _next(self) -> None:
        self._left = None
        for batch in self._batches:
            if len(batch):
                self._left = batch
                return


_NEVER: Final = 1 << 62
