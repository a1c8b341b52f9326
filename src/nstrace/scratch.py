"""Temporary folders that are removed later if their process was killed."""

import fcntl
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from nstrace.files import THIS_MACHINE, full_disk_named

_UNFINISHED: Final = r"\.{name}\.(\d+)-([0-9a-f]{{8}})\.tmp(\..+)?"
"""Names of temporary files of ``whole_file`` and ``whole_folder``, and of files that DuckDB and
others create beside them; the first number identifies the process, the second the machine
(:func:`nstrace.files.unfinished`)."""

_FORGOTTEN_S: Final = 7 * 24 * 3600.0
"""The age in seconds from which temporary files of another machine, whose processes can't be
checked, count as abandoned."""

_EXITING: Final = 0x4
"""The flag PF_EXITING of a process (proc(5), the kernel's include/linux/sched.h)."""


@contextmanager
def private_folder(prefix: str) -> Iterator[tuple[Path, int]]:
    """Create a folder in the temporary folder, and remove it afterwards.

    Folders with the same prefix whose process was killed are removed first. A folder is locked by
    its process, which systemd-tmpfiles(8) respects, too; process IDs would be ambiguous if several
    containers share the temporary folder.

    Args:
        prefix: the start of the name.

    Yields:
        The folder, and the descriptor that holds its lock.

    Raises:
        DiskFullError: if the file system is full.
    """
    sweep_folders(prefix)
    # Use a name that is not swept until the folder is locked.
    with full_disk_named(Path(tempfile.gettempdir())):
        made = Path(tempfile.mkdtemp(prefix=f".{prefix}"))
    lock = os.open(made, os.O_RDONLY | os.O_DIRECTORY)
    folder = made.with_name(made.name[1:])
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made.rename(folder)
        yield folder, lock
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def sweep_folders(prefix: str) -> None:
    """Remove this user's temporary folders whose process has ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with suppress(OSError):
            _remove_if_left(folder)


def _remove_if_left(folder: Path) -> None:
    if folder.lstat().st_uid != os.getuid():
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        # This fails while the process lives, or another one that inherited the lock.
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(descriptor)


def sweep_unfinished(folder: Path) -> None:
    """Remove unfinished files in a folder whose processes have ended.

    Files of another machine count as abandoned when they have not been written to for a week.
    """
    with suppress(FileNotFoundError):
        _sweep(folder, _UNFINISHED.format(name=".+"))


def sweep_beside(target: Path) -> None:
    """Remove temporary files of killed processes that were writing ``target``."""
    # Errors of the folder are reported when the file is written.
    with suppress(OSError):
        _sweep(target.absolute().parent, _UNFINISHED.format(name=re.escape(target.name)))


def _sweep(folder: Path, pattern: str) -> None:
    with os.scandir(folder) as entries:
        for entry in entries:
            match = re.fullmatch(pattern, entry.name)
            if not match or not _is_left(entry, match[1], match[2]):
                continue
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                Path(entry.path).unlink(missing_ok=True)


def _is_left(entry: os.DirEntry[str], process: str, machine: str) -> bool:
    if machine == THIS_MACHINE:
        return has_ended(process)
    try:
        return time.time() - entry.stat(follow_symlinks=False).st_mtime > _FORGOTTEN_S
    except FileNotFoundError:
        return False


def has_ended(number: str) -> bool:
    """Return whether a process of this machine has ended.

    A killed process releases its locks before it leaves the process table: first it frees its
    memory, then it is a zombie until its parent reads its status. Both count as ended.
    """
    try:
        text = Path("/proc", number, "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True
    # The second field is a name in parentheses, which may contain any character.
    fields = text.rpartition(")")[2].split()
    return fields[0] in "ZX" or bool(int(fields[6]) & _EXITING)
