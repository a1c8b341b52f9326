"""Saying what a file is that has no line of a trace, and how to give nstrace the trace in it."""

import shlex
from pathlib import Path
from typing import Final

from nstrace.names import FORMATS

_UNPACKED_BY: Final = {
    b"BZh": ("bzip2", "bzip2 -dc"),
    b"PK\x03\x04": ("zip", "unzip -p"),
    b"7z\xbc\xaf\x27\x1c": ("7z", "7z x -so"),
    b"\x04\x22\x4d\x18": ("lz4", "lz4 -dc"),
}
"""First bytes of such files, what they are called, and the command that unpacks them."""

_STORED_AS: Final = {(0, b"PAR1"): ".parquet", (0, b"ARROW1"): ".arrow", (8, b"DUCK"): ".duckdb"}
"""Where stored traces have which bytes, and how their names must end."""

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_TAR: Final = (257, b"ustar")
_LOOKED_AT: Final = 512


def what_it_is(name: str) -> tuple[str, str] | None:
    """What a file is, and what to do with it; ``None`` if it is nothing of what is known here."""
    if not Path(name).is_file():
        return None
    with Path(name).open("rb") as file:
        first = file.read(_LOOKED_AT)
    file_name = shlex.quote(name)
    for (place, magic), suffix in _STORED_AS.items():
        if first.startswith(magic, place):
            what = f"it is {FORMATS[suffix]}, by its content"
            return what, f"Stored traces are told by their names: let its name end with {suffix}."
    for magic, (kind, program) in _UNPACKED_BY.items():
        if first.startswith(magic):
            return f"it is packed by {kind}", f"Unpack it: {program} {file_name} | nstrace ... -"
    if first.startswith(_TAR[1], _TAR[0]):
        return "it is a tar archive", f"Unpack it: tar -xOf {file_name} | nstrace ... -"
    if first.startswith(_UTF_16):
        change = f"iconv -f UTF-16 -t UTF-8 {file_name}"
        return "it is text of UTF-16", f"Change it: {change} | nstrace ... -"
    return None
