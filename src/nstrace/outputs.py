"""Where the output of a command goes: a file of its own, or what is no file."""

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, Final, cast

from nstrace.errors import NstraceError
from nstrace.files import require_place

STANDARD_OUTPUT: Final = Path("-")


def stream_at(target: Path | None) -> AbstractContextManager[BinaryIO] | None:
    """What to write to that can't be replaced by a whole file: a pipe, a device.

    Args:
        target: a name that a user has given; ``-`` or none is standard output.

    Returns:
        Nothing for an ordinary file, which may not be there yet.
    """
    if target is None or target == STANDARD_OUTPUT:
        return nullcontext(cast(BinaryIO, sys.stdout.buffer))
    return target.open("wb") if _is_special(target) else None


def file_at(target: Path) -> Path:
    """The file to replace for a name that a user has given: what a link leads to.

    Raises:
        NstraceError: if there is no folder for it, or it is a pipe or a device.
    """
    if _is_special(target):
        raise NstraceError(
            f"{target}: this is a pipe or a device", "Choose the name of a file, new or to replace."
        )
    return require_place(target.resolve() if target.is_symlink() else target)


def _is_special(target: Path) -> bool:
    """Is there something of this name, be it behind a link, that is neither file nor folder?"""
    return target.exists() and not target.is_file() and not target.is_dir()
