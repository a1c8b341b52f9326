"""Checksums of all bytes of stored traces.

Arrow files have none, and what Parquet has, one for each page, readers don't look at unless they
are asked to, and it leaves out what says where pages are and what they mean.
"""

import zlib
from pathlib import Path
from typing import BinaryIO, Final

CHECKSUM: Final = "nstrace.crc32"
"""Under this key a stored trace says its CRC-32 (that of zlib and Ethernet)."""

WRONG: Final = "its bytes are not those that were written"

_PIECE_BYTES: Final = 1 << 20

_TRAILER: Final = 8
"""Bytes at a Parquet file's end: the footer's length, in half of them, and a magic number."""

UNKNOWN: Final = "00000000"
"""What stands in a Parquet file in the place of its checksum while that is summed up."""

# In a footer, a text's length stands before it, and before that what it is: field 2 of a pair.
_MARK: Final = CHECKSUM.encode() + bytes([0x18, len(UNKNOWN)])


class Summed:
    """Writes to a stream and sums up what was written.

    Attributes:
        bytes: how many.
        sum: their CRC-32.
    """

    closed = False

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.bytes = 0
        self.sum = 0

    def write(self, data: bytes | memoryview) -> int:
        """Write some bytes."""
        self.sum = zlib.crc32(data, self.sum)
        count = self._stream.write(data)
        self.bytes += count
        return count

    def flush(self) -> None:
        """Pass on what waits."""
        self._stream.flush()

    def tell(self) -> int:
        """How many bytes there are."""
        return self.bytes

    def close(self) -> None:
        """Nothing: whoever opened the stream closes it."""


def sum_of(stream: BinaryIO, size: int) -> int:
    """The CRC-32 of the next bytes of a stream.

    Raises:
        ValueError: if there are not so many.
    """
    found = 0
    while size and (piece := stream.read(min(size, _PIECE_BYTES))):
        found = zlib.crc32(piece, found)
        size -= len(piece)
    if size:
        raise ValueError(WRONG)
    return found


def with_checksum(footer: bytes, before: int) -> bytes:
    """The end of a Parquet file with its checksum, which is :data:`UNKNOWN` in it until now.

    Args:
        before: the CRC-32 of all that stands before it.
    """
    at = footer.rindex(_MARK) + len(_MARK)
    found = f"{zlib.crc32(footer, before):08x}".encode()
    return footer[:at] + found + footer[at + len(found) :]


def require_checksum(path: Path) -> bool:
    """Compare the checksum of a Parquet file; false if it has none.

    Raises:
        ValueError: if the bytes are others.
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
