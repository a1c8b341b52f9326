"""Files for DuckDB under names that it takes for names.

To the functions that read files, ``g[1].parquet`` is a pattern, which finds ``g1.parquet``, and
there is no way to quote one. A file that is open has a second name without any special character.
"""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from nstrace.errors import NstraceError

_SPECIAL: Final = frozenset("*?[\\")
"""Characters that make a pattern of a name; DuckDB takes the last one for a separator, too."""

_OPEN_FILES: Final = "/dev/fd"
"""Where an open file has its number for a name."""


def plain_name(path: Path, held: ExitStack) -> str:
    """A name of an existing file or folder that is no pattern.

    Args:
        path: what is meant.
        held: keeps the name good until it is closed.

    Raises:
        NstraceError: if it can't be opened.
    """
    name = str(path.absolute())
    if _SPECIAL.isdisjoint(name):
        return name
    try:
        number = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise NstraceError(f"{path}: {error.strerror}") from error
    held.callback(os.close, number)
    return f"{_OPEN_FILES}/{number}"
