"""Conversion of binary records of ns (ns2-patches/records) to the text that they stand for."""

from collections.abc import Callable
from typing import Final

from nstrace import _native

Fill = Callable[[memoryview], int]
"""A function that fills the start of a buffer and returns the number of bytes; 0 at the end."""

_PIECE_BYTES: Final = 1 << 16


class RecordError(Exception):
    """A record stream is damaged or truncated; the message names the byte."""


def text_of(plain: Fill) -> Fill:
    """Return a source of a trace's text, from one of text or records.

    Raises:
        RecordError: (when the result is called) if records are damaged or truncated.
    """
    start = bytearray(len(_native.RECORD_MAGIC))
    filled = 0
    while filled < len(start) and (count := plain(memoryview(start)[filled:])):
        filled += count
    if start == _native.RECORD_MAGIC:
        return _Records(plain).readinto
    return _After(bytes(start[:filled]), plain).readinto


class _After:
    """Bytes followed by those of another source."""

    def __init__(self, first: bytes, rest: Fill) -> None:
        self._first = first
        self._rest = rest

    def readinto(self, buffer: memoryview) -> int:
        if not self._first:
            return self._rest(buffer)
        count = min(len(buffer), len(self._first))
        buffer[:count] = self._first[:count]
        self._first = self._first[count:]
        return count


class _Records:
    """The text of a record stream whose magic number has been read."""

    def __init__(self, stored: Fill) -> None:
        self._stored = stored
        self._reader = _native.RecordReader()
        self._reader.feed(_native.RECORD_MAGIC)
        self._piece = bytearray(_PIECE_BYTES)

    def readinto(self, buffer: memoryview) -> int:
        try:
            while not (count := self._reader.read(buffer)):
                length = self._stored(memoryview(self._piece))
                if not length:
                    self._reader.finish()
                    return 0
                self._reader.feed(memoryview(self._piece)[:length])
        except RuntimeError as error:
            raise RecordError(str(error)) from error
        return count
