"""Detection of files that are not traces, with hints on how to read the trace in them."""

import io
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from nstrace.names import FORMATS

_UNPACKED_BY: Final = {
    b"BZh": ("bzip2", "bzip2 -dc"),
    b"PK\x03\x04": ("zip", "unzip -p"),
    b"7z\xbc\xaf\x27\x1c": ("7z", "7z x -so"),
    b"\x04\x22\x4d\x18": ("lz4", "lz4 -dc"),
}
"""Names of compressed formats and the commands that unpack them, by the first bytes of a file."""

_STORED_AS: Final = {(0, b"PAR1"): ".parquet", (0, b"ARROW1"): ".arrow", (8, b"DUCK"): ".duckdb"}
"""The suffix of each stored format, by the offset and value of its magic bytes."""

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_TAR: Final = (257, b"ustar")
_NS_3: Final = b" /NodeList/"
_LOOKED_AT: Final = 512


def start_of_input() -> bytes:
    """Return the first bytes of standard input without consuming them, before anything is read."""
    stream = sys.stdin.buffer
    if isinstance(stream, io.BufferedReader):
        # An error is reported when the input is read.
        with suppress(OSError):
            return stream.peek(_LOOKED_AT)[:_LOOKED_AT]
    return b""


def what_it_is(name: str, start: bytes = b"") -> tuple[str, str] | None:
    """Return the type of a file that is not a trace, and a hint; None if it is not recognized.

    Args:
        name: the name of a file, or ``-`` for standard input.
        start: the first bytes of standard input.
    """
    file_name = "FILE" if name == "-" else shlex.quote(name)
    if name == "-":
        first, told = start, "pass it as a file whose name ends with"
    elif Path(name).is_file():
        with Path(name).open("rb") as file:
            first, told = file.read(_LOOKED_AT), "rename it so that its name ends with"
    else:
        return None
    for (place, magic), suffix in _STORED_AS.items():
        if first.startswith(magic, place):
            what = f"its content is {FORMATS[suffix]}"
            return what, f"Stored traces are recognized by their names: {told} {suffix}."
    for magic, (kind, program) in _UNPACKED_BY.items():
        if first.startswith(magic):
            return (
                f"it is compressed with {kind}",
                f"Unpack it: {program} {file_name} | nstrace ... -",
            )
    if first.startswith(_TAR[1], _TAR[0]):
        return "it is a tar archive", f"Unpack it: tar -xOf {file_name} | nstrace ... -"
    if _NS_3 in first:
        return (
            "it is an ASCII trace of ns-3",
            "nstrace reads traces of ns-2 only; see docs/formats.md.",
        )
    if first.startswith(_UTF_16):
        change = f"iconv -f UTF-16 -t UTF-8 {file_name}"
        return "it is UTF-16 text", f"Convert it: {change} | nstrace ... -"
    if first.count(b"\r") > 1 and b"\n" not in first and first.isascii():
        change = rf"tr '\r' '\n' < {file_name}"
        return "its lines end with a carriage return only", f"Convert it: {change} | nstrace ... -"
    return None
