"""Saying how to unpack a file that nstrace doesn't unpack by itself."""

import shlex
from pathlib import Path
from typing import Final

_UNPACKED_BY: Final = {
    b"BZh": ("bzip2", "bzip2 -dc"),
    b"PK\x03\x04": ("zip", "unzip -p"),
    b"7z\xbc\xaf\x27\x1c": ("7z", "7z x -so"),
    b"\x04\x22\x4d\x18": ("lz4", "lz4 -dc"),
}
"""First bytes of such files, what they are called, and the command that unpacks them."""


def unpacking_hint(name: str) -> str | None:
    """How to give nstrace the trace in a packed file; ``None`` if it is no such file."""
    if not Path(name).is_file():
        return None
    with Path(name).open("rb") as file:
        first = file.read(max(map(len, _UNPACKED_BY)))
    for magic, (kind, program) in _UNPACKED_BY.items():
        if first.startswith(magic):
            return f"It is packed by {kind}: {program} {shlex.quote(name)} | nstrace ... -"
    return None
