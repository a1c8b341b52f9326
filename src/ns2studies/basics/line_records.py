"""Files of records, a line of JSON each, that several processes add to and any of them may leave.

A writer that is killed, or finds the disk full, leaves a torn line. The next record starts on a new
line, and readers skip lines that are not JSON.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO


def append_record(file: Path, record: Any) -> None:
    """Add a record to a file, which is created if need be.

    Args:
        record: plain JSON, and no bare number: of a torn one something else would be left.

    Raises:
        OSError: if it can't be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+b") as stream:
        # One short write at the end of the file: processes that end together don't mix.
        stream.write(_after_torn(stream) + json.dumps(record).encode() + b"\n")


def _after_torn(stream: BinaryIO) -> bytes:
    if stream.seek(0, os.SEEK_END) == 0:
        return b""
    stream.seek(-1, os.SEEK_END)
    return b"" if stream.read() == b"\n" else b"\n"


def read_records(file: Path) -> list[Any]:
    """Read all records of a file; none if it can't be read."""
    try:
        return list(records_in(file.read_bytes()))
    except OSError:
        return []


def records_in(data: bytes) -> Iterator[Any]:
    """Yield the records among some lines."""
    for line in data.split(b"\n"):
        # Brackets beyond number are no record either.
        with suppress(ValueError, RecursionError):
            yield json.loads(line)
