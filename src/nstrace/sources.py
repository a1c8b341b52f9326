"""Sources of traces: a file, a FIFO or standard input, plain or compressed.

Compression is detected by the first bytes, not by the name; so are records, which are converted to
the text that ns would have written.
"""

import gzip
import io
import lzma
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, cast

import pyarrow as pa

from nstrace._native import RECORD_MAGIC
from nstrace.errors import TraceError
from nstrace.records import RecordError, text_of

STDIN: Final = "-"
"""The name of standard input."""

_MAGIC: Final = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd", b"\xfd7zXZ\x00": "xz"}
_LONGEST_MAGIC: Final = max(map(len, _MAGIC))


class Source:
    """The bytes of a trace, read sequentially.

    Attributes:
        name: its name in messages.
        size: the size of the file on disk in bytes; None for a pipe.
        is_plain_file: whether it is a file of uncompressed text, as :meth:`fill_at` needs.
    """

    def __init__(self, name: str, stored: BinaryIO, size: int | None) -> None:
        self.name = name
        self.size = size
        self._file = stored
        self._stored = _Counting(stored)
        with self._failures_named():
            self.is_plain_file = bool(size) and _is_text(self._stored)
            self._plain = text_of(_plain_bytes(self._stored))

    @property
    def taken(self) -> int:
        """The number of bytes read from disk so far."""
        return self._stored.taken

    def fill_at(self, buffer: memoryview, first_byte: int) -> None:
        """Read a part of a plain file, possibly from several threads at once.

        Raises:
            TraceError: if the file can't be read, or has been truncated.
        """
        filled = 0
        with self._failures_named():
            while filled < len(buffer):
                count = os.preadv(self._file.fileno(), [buffer[filled:]], first_byte + filled)
                if not count:
                    raise EOFError("the file has become shorter")
                filled += count

    def pass_over(self, count: int) -> None:
        """Count bytes of a plain file as read, as :meth:`fill_at` reads them separately."""
        self._stored.taken += count

    def fill(self, buffer: memoryview) -> int:
        """Read until ``buffer`` is full or the source ends; return the number of bytes read.

        Raises:
            TraceError: if the source can't be read, or its compressed data is damaged.
        """
        filled = 0
        with self._failures_named():
            while filled < len(buffer):
                count = self._plain(buffer[filled:])
                if not count:
                    break
                filled += count
        return filled

    @contextmanager
    def _failures_named(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, zlib.error, lzma.LZMAError, pa.ArrowException, OSError) as error:
            raise TraceError(
                f"{self.name}: can't be read after {self.taken} bytes: {error}",
                "If it is compressed, it may have been cut.",
            ) from error
        except RecordError as error:
            raise TraceError(f"{self.name}: {error}") from error


class _Counting(io.RawIOBase):
    """A stream that counts the bytes read, and lets callers peek at the first ones."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._again = b""
        self.taken = 0

    def readable(self) -> bool:
        return True

    def look(self, count: int) -> bytes:
        """Return the next ``count`` bytes, or fewer at the end, without consuming them."""
        while len(self._again) < count:
            more = self._stream.read(count - len(self._again))
            if not more:
                break
            self._again += more
        return self._again

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if self._again:
            count = min(len(buffer), len(self._again))
            buffer[:count] = self._again[:count]
            self._again = self._again[count:]
        else:
            count = cast(io.RawIOBase, self._stream).readinto(buffer) or 0
        self.taken += count
        return count


class _XzStreams:
    """The decompressed content of a file of one or more xz streams.

    :class:`lzma.LZMAFile` would treat a damaged start of a later stream as the end of the file.
    """

    _MOST_BYTES: Final = 1 << 16

    def __init__(self, stored: io.BufferedIOBase) -> None:
        self._stored = stored
        self._stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)

    def readinto(self, buffer: memoryview) -> int:
        """Fill the start of ``buffer`` and return the number of bytes; 0 at the end.

        Raises:
            EOFError: if a stream is truncated.
            lzma.LZMAError: if one is damaged.
        """
        text = b""
        while not text:
            if not self._stream.eof:
                text = self._stream.decompress(self._input(), len(buffer))
                continue
            # Streams may be separated by zeros.
            start = self._stream.unused_data.lstrip(b"\0")
            while not start:
                more = self._stored.read1(self._MOST_BYTES)
                if not more:
                    return 0
                start = more.lstrip(b"\0")
            self._stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
            text = self._stream.decompress(start, len(buffer))
        buffer[: len(text)] = text
        return len(text)

    def _input(self) -> bytes:
        if not self._stream.needs_input:
            return b""
        given = self._stored.read1(self._MOST_BYTES)
        if not given:
            raise EOFError("the xz stream has no end")
        return given


def _is_text(stored: _Counting) -> bool:
    start = stored.look(max(_LONGEST_MAGIC, len(RECORD_MAGIC)))
    return not start.startswith((RECORD_MAGIC, *_MAGIC))


def _plain_bytes(stored: _Counting) -> Callable[[memoryview], int]:
    start = stored.look(_LONGEST_MAGIC)
    kind = next((kind for magic, kind in _MAGIC.items() if start.startswith(magic)), None)
    if kind is None:
        return stored.readinto
    buffered = io.BufferedReader(stored, 1 << 20)
    if kind == "gzip":
        return gzip.GzipFile(fileobj=buffered).readinto
    if kind == "xz":
        return _XzStreams(buffered).readinto
    stream = pa.CompressedInputStream(pa.PythonFile(buffered, mode="r"), "zstd")
    return cast(Callable[[memoryview], int], stream.readinto)


@contextmanager
def open_source(path: Path | str) -> Iterator[Source]:
    """Open a trace; ``-`` is standard input.

    Raises:
        TraceError: if it can't be opened.
    """
    if str(path) == STDIN:
        yield Source("standard input", cast(BinaryIO, sys.stdin.buffer), None)
        return
    path = Path(path)
    try:
        stream = path.open("rb", buffering=0)
    except OSError as error:
        raise TraceError(f"{path}: {error.strerror}") from error
    with stream:
        size = path.stat().st_size if path.is_file() else None
        yield Source(str(path), cast(BinaryIO, stream), size)
