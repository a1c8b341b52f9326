"""Reading of traces block by block in bounded memory, from text to typed Arrow tables."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import local
from typing import Final

import pyarrow as pa

from nstrace import _native
from nstrace.errors import TraceError
from nstrace.names import REJECTS
from nstrace.sources import Source, open_source
from nstrace.workers import Task, Workers, workers

BLOCK_BYTES: Final = 4 << 20
"""The largest size of a piece of text. Where pieces end determines the bytes of stored traces."""

_AHEAD: Final = 2
"""The number of blocks read ahead beyond that of threads, so that no thread has to wait."""

Progress = Callable[[Source], None]


@dataclass(frozen=True)
class Block:
    """Some consecutive lines of a trace.

    Attributes:
        first_line: number of its first line, counted from 1.
        lines: number of lines.
        end_byte: the offset in the trace at which its last line ends.
        tables: the tables that have rows, by name; see :data:`nstrace.schemas.SCHEMAS`.
    """

    first_line: int
    lines: int
    end_byte: int
    tables: dict[str, pa.RecordBatch]


@dataclass(frozen=True)
class _Piece:
    """A piece of text that consists of whole lines.

    Attributes:
        length: bytes of text.
        first_byte: its offset in the trace.
        buffer: a buffer that starts with the text; None if it is yet to be read from the file.
    """

    length: int
    first_byte: int
    buffer: bytearray | None = None


def scan(
    path: Path | str,
    *,
    threads: int = 1,
    strict: bool = False,
    progress: Progress = lambda _: None,
) -> Iterator[Block]:
    """Read a trace, block by block.

    Args:
        path: a file or FIFO, plain or compressed (gzip, zstd, xz); ``-`` for standard input.
        threads: how many blocks are parsed at once; the result does not depend on it.
        strict: fail at the first line that is of no known format.
        progress: called after each block.

    Raises:
        TraceError: if the trace can't be read, or is not text in lines; with ``strict``, at
            the first reject.
    """
    with workers(threads) as pool:
        yield from scan_with(pool, path, strict=strict, progress=progress)


def scan_with(
    pool: Workers, path: Path | str, *, strict: bool = False, progress: Progress = lambda _: None
) -> Iterator[Block]:
    """Read a trace, block by block, with a shared pool of workers.

    Args and errors: see :func:`scan`.
    """
    with open_source(path) as source:
        line, end_byte = 1, 0
        for native, length in _read_ahead(_cutter(source), pool):
            native.start_at(line)
            end_byte += length
            block = Block(line, native.lines, end_byte, _batches(native))
            if strict:
                _check_strict(source, block)
            line += native.lines
            progress(source)
            yield block


def scan_native(
    path: Path | str, *, threads: int = 1, progress: Progress = lambda _: None
) -> Iterator[_native.Block]:
    """Read a trace as blocks of the native core; lines count from 0 in each block.

    Args and errors: see :func:`scan`.
    """
    with open_source(path) as source, workers(threads) as pool:
        for native, _ in _read_ahead(_cutter(source), pool):
            progress(source)
            yield native


def _batches(native: _native.Block) -> dict[str, pa.RecordBatch]:
    return {name: pa.record_batch(rows) for name, rows in native.tables().items()}


def _check_strict(source: Source, block: Block) -> None:
    rejects = block.tables.get(REJECTS)
    if rejects is not None:
        first = rejects.slice(0, 1).to_pylist()[0]
        raise TraceError.at(
            source.name, first["line"], f"{first['reason']}: {first['text'][:120]!r}"
        )


class _Cutter(ABC):
    """A source cut into pieces that end at line ends.

    A piece has as many whole lines as fit in :data:`BLOCK_BYTES`, however the source delivers its
    bytes.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._byte = 0

    @abstractmethod
    def next(self) -> _Piece | None:
        """Return the next piece; None at the end."""

    @abstractmethod
    def text_of(self, piece: _Piece) -> memoryview:
        """Return a piece's text, valid in this thread until :meth:`reuse` or the next piece."""

    @abstractmethod
    def reuse(self, piece: _Piece) -> None:
        """Release the buffer of a piece that has been parsed."""

    def _piece(self, length: int, buffer: bytearray | None = None) -> _Piece:
        piece = _Piece(length, self._byte, buffer)
        self._byte += length
        return piece

    def _too_long(self) -> TraceError:
        return TraceError(
            f"{self._source.name}, byte {self._byte}: a line of more than "
            f"{BLOCK_BYTES >> 20} MiB; this is not an ns-2 trace"
        )


class _StreamCutter(_Cutter):
    """A cutter of a stream, which can only be read sequentially."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._free: list[bytearray] = []
        self._left = b""

    def next(self) -> _Piece | None:
        buffer = self._free.pop() if self._free else bytearray(BLOCK_BYTES)
        carried = len(self._left)
        buffer[:carried] = self._left
        filled = carried + self._source.fill(memoryview(buffer)[carried:])
        if filled == 0:
            return None
        length = filled
        if filled == BLOCK_BYTES:
            length = buffer.rfind(b"\n") + 1
            if length == 0:
                raise self._too_long()
        self._left = bytes(memoryview(buffer)[length:filled])
        return self._piece(length, buffer)

    def text_of(self, piece: _Piece) -> memoryview:
        return memoryview(_held(piece))[: piece.length]

    def reuse(self, piece: _Piece) -> None:
        self._free.append(_held(piece))


def _held(piece: _Piece) -> bytearray:
    assert piece.buffer is not None  # a stream's pieces come with their text
    return piece.buffer


class _FileCutter(_Cutter):
    """A cutter of a plain file, which finds pieces without reading them.

    The thread that parses a piece reads it, always into the same buffer, so that the text stays in
    its processor's cache and leaves space there for the columns.
    """

    _TAIL_BYTES: Final = 1 << 10  # some twenty lines

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._of_thread = local()

    def next(self) -> _Piece | None:
        length = min(BLOCK_BYTES, (self._source.size or 0) - self._byte)
        if length == 0:
            return None
        if length == BLOCK_BYTES:
            length = self._whole_lines()
        self._source.pass_over(length)
        return self._piece(length)

    def text_of(self, piece: _Piece) -> memoryview:
        if not hasattr(self._of_thread, "buffer"):
            self._of_thread.buffer = bytearray(BLOCK_BYTES)
        text = memoryview(self._of_thread.buffer)[: piece.length]
        self._source.fill_at(text, piece.first_byte)
        return text

    def reuse(self, piece: _Piece) -> None:
        """Keep the buffer, which belongs to the thread."""

    def _whole_lines(self) -> int:
        end = BLOCK_BYTES
        while end > 0:
            start = max(0, end - self._TAIL_BYTES)
            tail = bytearray(end - start)
            self._source.fill_at(memoryview(tail), self._byte + start)
            line_end = tail.rfind(b"\n")
            if line_end >= 0:
                return start + line_end + 1
            end = start
        raise self._too_long()


def _cutter(source: Source) -> _Cutter:
    return _FileCutter(source) if source.is_plain_file else _StreamCutter(source)


def _read_ahead(cutter: _Cutter, pool: Workers) -> Iterator[tuple[_native.Block, int]]:
    """Yield blocks in the order of the trace, with their lengths in bytes."""

    def read(piece: _Piece) -> _native.Block:
        return _native.read(cutter.text_of(piece), piece.first_byte)

    def read_rest(piece: _Piece, done: int) -> Iterator[tuple[_native.Block, int]]:
        # The core stops at many very short lines, which would take too much memory. This is no
        # ns-2 trace.
        while done < piece.length:
            block = _native.read(cutter.text_of(piece)[done:], piece.first_byte + done)
            done += block.bytes
            yield block, block.bytes

    under_way: deque[tuple[_Piece, Task[_native.Block]]] = deque()
    most = pool.threads + pool.spare(_AHEAD)
    while True:
        while len(under_way) < most and (piece := cutter.next()):
            under_way.append((piece, pool.submit(partial(read, piece))))
        if not under_way:
            return
        piece, task = under_way.popleft()
        block = pool.result(task)
        if block.bytes == piece.length:
            cutter.reuse(piece)
            yield block, block.bytes
        else:
            yield block, block.bytes
            yield from read_rest(piece, block.bytes)
            cutter.reuse(piece)
