"""Temporary folders that do not stay for ever when their makers are killed."""

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
"""What ``whole_file`` and ``whole_folder`` write to, and what DuckDB and others put beside it; the
first number is the process's, the second one the machine's (:func:`nstrace.files.unfinished`)."""

_FORGOTTEN_S: Final = 7 * 24 * 3600.0
"""For how long nobody has written to what a process of another machine has certainly left: whether
it lives can't be seen from here."""

_EXITING: Final = 0x4
"""PF_EXITING among a process's flags (proc(5), the kernel's include/linux/sched.h)."""


@contextmanager
def private_folder(prefix: str) -> Iterator[tuple[Path, int]]:
    """Make a folder in the temporary folder, and remove it afterwards.

    Those of the same prefix whose makers were killed are removed first. The maker of a folder has
    it locked, which systemd-tmpfiles(8) heeds, too; the numbers of processes mean nothing to who
    shares the temporary folder from another container.

    Args:
        prefix: what the name begins with.

    Yields:
        the folder, and the descriptor that holds its lock.

    Raises:
        DiskFullError: if the file system is full.
    """
    sweep_folders(prefix)
    # Under a name that is not swept until it is locked.
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
    """Remove temporary folders whose makers have gone; other users' are left alone."""
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with suppress(OSError):
            _remove_if_left(folder)


def _remove_if_left(folder: Path) -> None:
    if folder.lstat().st_uid != os.getuid():
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        # Not to be had while the maker lives, or one that it has handed the lock to.
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(descriptor)


def sweep_unfinished(folder: Path) -> None:
    """Remove what processes that have gone left unfinished in a folder.

    That of another machine counts as left when nobody has written to it for a week.
    """
    with suppress(FileNotFoundError):
        _sweep(folder, _UNFINISHED.format(name=".+"))


def sweep_beside(target: Path) -> None:
    """Remove what earlier attempts at a file left that were killed, and nothing else."""
    # Whether it can be written is said when it is.
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
    """Has a process of this machine ended?

    One that is killed holds no lock any more some time before it leaves the list of processes: for
    as long as it gives back its memory, and then until its parent asks for its status.
    """
    try:
        text = Path("/proc", number, "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True
    # The second field is a name in parentheses, in which anything may stand.
    fields = text.rpartition(")")[2].split()
    return fields[0] in "ZX" or bool(int(fields[6]) & _EXITING)
