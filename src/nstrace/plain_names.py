"""Aliases of files whose names libraries can't open.

DuckDB's functions that read files treat ``g[1].parquet`` as a pattern, which matches ``g1.parquet``
and can't be quoted; and neither DuckDB nor Arrow accepts a name that is not UTF-8. An open file has
a second name, ``/dev/fd/N``, without special characters.
"""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pyarrow as pa

from nstrace.any_names import is_text
from nstrace.errors import NstraceError

_SPECIAL: Final = frozenset("*?[\\")
"""Characters that turn a name into a pattern; DuckDB also uses the last one as a separator."""

_OPEN_FILES: Final = "/dev/fd"
"""The folder that lists open files by their descriptors."""


def memory_map(path: Path) -> pa.MemoryMappedFile:
    """Map a file into memory for Arrow, whatever its name.

    Raises:
        OSError: if it can't be opened.
        NstraceError: if a file with a special name can't be opened.
    """
    with ExitStack() as held:
        return pa.memory_map(plain_name(path, held))


def plain_name(path: Path, held: ExitStack) -> str:
    """Return a name of an existing file or folder that is UTF-8 and not a pattern.

    Args:
        path: the file or folder.
        held: a stack that invalidates the name when it is closed.

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
