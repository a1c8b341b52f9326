"""Checksums of all bytes of stored traces.

Arrow files have no checksums. Parquet has one for each page, which readers don't verify by default
and which doesn't cover the metadata on the pages' places and meaning.
"""

import zlib
from pathlib import Path
from typing import BinaryIO, Final

CHECKSUM: Final = "nstrace.crc32"
"""The metadata key of a stored trace's CRC-32 (that of zlib and Ethernet)."""

WRONG: Final = "its bytes are not those that were written"

_PIECE_BYTES: Final = 1 << 20

_TRAILER: Final = 8
"""Bytes at a Parquet file's end: four of the footer's length, and four of a magic number."""

UNKNOWN: Final = "00000000"
"""The placeholder for a Parquet file's checksum while it is computed."""

# In a footer, a string follows its length and its type: here field 2 of a key-value pair.
_MARK: Final = CHECKSUM.encode() + bytes([0x18, len(UNKNOWN)])


class Summed:
    """A stream that forwards to another and computes the checksum of what was written.

    Attributes:
        bytes: number of bytes written.
        sum: their CRC-32.
    """

    closed = False

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.bytes = 0
        self.sum = 0

    def write(self, data: bytes | memoryview) -> int:
        """Write ``data``; return the number of bytes written."""
        self.sum = zlib.crc32(data, self.sum)
        count = self._stream.write(data)
        self.bytes += count
        return count

    def flush(self) -> None:
        """Flush the underlying stream."""
        self._stream.flush()

    def tell(self) -> int:
        """Return the number of bytes written."""
        return self.bytes

    def close(self) -> None:
        """Leave the underlying stream open, for its owner to close."""


def sum_of(stream: BinaryIO, size: int) -> int:
    """Return the CRC-32 of the next ``size`` bytes of a stream.

    Raises:
        ValueError: if the stream ends before.
    """
    found = 0
    while size and (piece := stream.read(min(size, _PIECE_BYTES))):
        found = zlib.crc32(piece, found)
        size -= len(piece)
    if size:
        raise ValueError(WRONG)
    return found


def with_checksum(footer: bytes, before: int) -> bytes:
    """Return the footer of a Parquet file with its checksum in place of :data:`UNKNOWN`.

    Args:
        before: the CRC-32 of all bytes before the footer.
    """
    at = footer.rindex(_MARK) + len(_MARK)
    found = f"{zlib.crc32(footer, before):08x}".encode()
    return footer[:at] + found + footer[at + len(found) :]


def require_checksum(path: Path) -> bool:
    """Verify the checksum of a Parquet file; return False if it has none.

    Raises:
        ValueError: if the bytes differ from those that were written.
        OSError: if the file can't be read.
    """
    size = path.stat().st_size
    with path.open("rb") as stream:
        stream.seek(max(size - _TRAILER, 0))
        start = size - _TRAILER - int.from_bytes(stream.read(_TRAILER // 2), "little")
        if start < 0:
            raise ValueError(WRONG)
        stream.seek(start)
        footer = stream.read()
        before, mark, rest = footer.rpartition(_MARK)
        if not mark:
            return False
        stream.seek(0)
        found = zlib.crc32(before + mark + UNKNOWN.encode(), sum_of(stream, start))
    said, after = rest[: len(UNKNOWN)], rest[len(UNKNOWN) :]
    if said != f"{zlib.crc32(after, found):08x}".encode():
        raise ValueError(WRONG)
    return True
