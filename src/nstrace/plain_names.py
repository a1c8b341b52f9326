"""Files under names that libraries take for names.

To DuckDB's functions that read files, ``g[1].parquet`` is a pattern, which finds ``g1.parquet``,
and there is no way to quote one; and neither DuckDB nor Arrow takes a name that is not UTF-8. A
file that is open has a second name without any special character.
"""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pyarrow as pa

from nstrace.any_names import is_text
from nstrace.errors import NstraceError

_SPECIAL: Final = frozenset("*?[\\")
"""Characters that make a pattern of a name; DuckDB takes the last one for a separator, too."""

_OPEN_FILES: Final = "/dev/fd"
"""Where an open file has its number for a name."""


def memory_map(path: Path) -> pa.MemoryMappedFile:
    """A file's bytes for Arrow, whatever it is called.

    Raises:
        OSError: if it can't be opened.
        NstraceError: likewise.
    """
    with ExitStack() as held:
        return pa.memory_map(plain_name(path, held))


def plain_name(path: Path, held: ExitStack) -> str:
    """A name of an existing file or folder that is no pattern, and UTF-8.

    Args:
        path: what is meant.
        held: keeps the name good until it is closed.

    Raises:
        NstraceError: if it can't be opened.
    """
    name = str(path.absolute())
    if _SPECIAL.isdisjoint(name) and is_text(name):
        return name
    try:
        number = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise NstraceError(f"{path}: {error.strerror}") from error
    held.callback(os.close, number)
    return f"{_OPEN_FILES}/{number}"
