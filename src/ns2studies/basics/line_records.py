"""Files of records, one line of JSON each, that several processes may append to.

A writer that is killed, or finds the disk full, leaves an incomplete line. The next record starts
on a new line, and readers skip lines that are not JSON.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO


def append_record(file: Path, record: Any) -> None:
    """Append a record to a file, which is created if necessary.

    Args:
        record: plain JSON, but not a bare number, which would still be valid if it were cut.

    Raises:
        OSError: if it can't be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+b") as stream:
        # A single short write in append mode: records of concurrent processes don't mix.
        stream.write(_after_torn(stream) + json.dumps(record).encode() + b"\n")


def _after_torn(stream: BinaryIO) -> bytes:
    if stream.seek(0, os.SEEK_END) == 0:
        return b""
    stream.seek(-1, os.SEEK_END)
    return b"" if stream.read() == b"\n" else b"\n"


def read_records(file: Path) -> list[Any]:
    """Read all records of a file; return none if it can't be read."""
    try:
        return list(records_in(file.read_bytes()))
    except OSError:
        return []


def records_in(data: bytes) -> Iterator[Any]:
    """Yield the records among some lines."""
    for line in data.split(b"\n"):
        # Brackets nested too deeply are not a record, either.
        with suppress(ValueError, RecursionError):
            yield json.loads(line)
