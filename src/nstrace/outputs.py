"""The destination of a command's output: a regular file, or a stream such as a pipe."""

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, Final, cast

from nstrace.errors import NstraceError
from nstrace.files import require_place

STANDARD_OUTPUT: Final = Path("-")


def stream_at(target: Path | None) -> AbstractContextManager[BinaryIO] | None:
    """Open an output that can't be replaced atomically, such as a pipe or a device.

    Args:
        target: a path given by the user; ``-`` or None is standard output.

    Returns:
        The stream; None for a regular file, existing or not.
    """
    if target is None or target == STANDARD_OUTPUT:
        return nullcontext(cast(BinaryIO, sys.stdout.buffer))
    return target.open("wb") if _is_special(target) else None


def file_at(target: Path) -> Path:
    """Return the file to replace for a path given by the user, with symbolic links resolved.

    Raises:
        NstraceError: if its folder doesn't exist, or it is a pipe or a device.
    """
    if _is_special(target):
        raise NstraceError(
            f"{target}: this is a pipe or a device",
            "Pass the name of a file, which is replaced if it exists.",
        )
    return require_place(target.resolve() if target.is_symlink() else target)


def _is_special(target: Path) -> bool:
    """Return whether ``target`` exists, links followed, and is neither a file nor a folder."""
    return target.exists() and not target.is_file() and not target.is_dir()
