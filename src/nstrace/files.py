"""Files that appear whole or not at all."""

import errno
import os
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from nstrace.errors import DiskFullError, NstraceError

NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
"""Errors of a file system that is full, or has no more room for this user."""

_WAITING = 4
"""Files that wait for the disk at the same time."""

FULL_BYTES = 100_000
"""A file system with less room than this counts as full."""

THIS_MACHINE: Final = f"{zlib.crc32(os.uname().nodename.encode()):08x}"
"""This machine among those that may write to the same folder: a number of its name."""


def known_suffix(target: Path, known: Iterable[str]) -> str:
    """The end of a file's name, which chooses its format.

    Raises:
        NstraceError: if it is none of those known.
    """
    if target.suffix not in known:
        ends = " or ".join(known)
        raise NstraceError(f"{target}: can't tell the format from its name's end; use {ends}")
    return target.suffix


@contextmanager
def whole_file(
    target: Path, *, durable: bool = True, seal: Callable[[Path], str] | None = None
) -> Iterator[Path]:
    """Yield a temporary path beside ``target``; move it there when the block succeeds.

    Whatever goes wrong in the block, ``target`` keeps its earlier content and the
    temporary file is removed.

    Args:
        durable: so it is after a power cut; not worth its time where the file is moved on.
        seal: called with the complete file; gives the name that it gets instead of ``target``'s.

    Raises:
        DiskFullError: if the file system is full.
        NstraceError: if the file can't be written for another reason.
    """
    _make_folder(target.parent, target)
    temporary = unfinished(target)
    try:
        yield temporary
        if durable:
            synced(temporary)
        temporary.replace(target.with_name(seal(temporary)) if seal else target)
        if durable:
            synced_folder(target.parent)
    except NstraceError:
        raise
    except Exception as error:
        # Libraries report a full file system each in their own way.
        if is_full(error, target.parent):
            raise disk_full(target) from error
        if isinstance(error, OSError):
            raise _not_written(target, error) from error
        raise
    finally:
        # In a folder that may not be searched, not even that there is nothing can be seen.
        with suppress(OSError):
            temporary.unlink()


@contextmanager
def whole_folder(target: Path, *, durable: bool = True) -> Iterator[Path]:
    """Yield a temporary folder beside ``target``; move it there when the block succeeds.

    ``target`` must not exist, or be empty. The temporary folder is removed if the block fails.

    Args:
        durable: see :func:`whole_file`.

    Raises:
        DiskFullError: if the file system is full.
        NstraceError: if the folder can't be written for another reason.
    """
    temporary = unfinished(target)
    _make_folder(temporary, target)
    try:
        yield temporary
        if durable:
            move_whole(temporary, target)
        else:
            temporary.replace(target)
    except NstraceError:
        raise
    except Exception as error:
        if is_full(error, target.parent):
            raise disk_full(target) from error
        if isinstance(error, OSError):
            raise _not_written(target, error) from error
        raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def unfinished(target: Path, process: int | None = None) -> Path:
    """What ``target`` is called until it is whole, by the process that makes it (else this one).

    Two machines that share a file system may each have a process of the same number.
    """
    number = os.getpid() if process is None else process
    return target.with_name(f".{target.name}.{number}-{THIS_MACHINE}.tmp")


def _make_folder(folder: Path, target: Path) -> None:
    try:
        durable_folder(folder)
    except OSError as error:
        raise (
            disk_full(target) if error.errno in NO_ROOM else _not_written(target, error)
        ) from error


def require_place(target: Path) -> Path:
    """``target``, a name that a user has given, if there is a folder for it.

    Raises:
        NstraceError: if there is none.
    """
    if not target.absolute().parent.is_dir():
        raise NstraceError(
            f"{target}: there is no folder {target.absolute().parent}",
            "Make the folder first, or choose another name.",
        )
    return target


def durable_folder(folder: Path) -> None:
    """Make a folder, and those it lies in, so that a power cut leaves them where they are."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for place in reversed(missing):
        synced_folder(place.parent)


def move_whole(folder: Path, target: Path) -> None:
    """Rename a folder; after a power cut ``target`` is there with all that it holds, or not at all.

    Raises:
        OSError: if it can't be written or renamed.
    """
    places = list(os.walk(folder, topdown=False))
    # Together they wait for the disk half as long as one after the other.
    with ThreadPoolExecutor(_WAITING) as threads:
        list(
            threads.map(synced, (Path(place, name) for place, _, names in places for name in names))
        )
    # The deepest first: a name is worth nothing before what it stands for is on the disk.
    for place, _, _ in places:
        synced_folder(Path(place))
    folder.rename(target)
    synced_folder(target.parent)


def synced(file: Path) -> None:
    """Return when a file's content is on the disk."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def synced_folder(folder: Path) -> None:
    """Return when the names in a folder are on the disk, where its file system can say so.

    Some file systems can't, and a folder that one may only add files to can't be opened; what has
    been written there is good all the same.
    """
    try:
        synced(folder)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EINVAL, errno.ENOTSUP):
            raise


def _not_written(target: Path, error: OSError) -> NstraceError:
    return NstraceError(f"{target} can't be written: {error}")


@contextmanager
def full_disk_named(target: Path) -> Iterator[None]:
    """Turn a full file system into the error that says so, naming ``target``.

    Raises:
        DiskFullError: if the block fails because there is no room left.
    """
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:
            raise disk_full(target) from error
        raise


def is_full(error: Exception, folder: Path) -> bool:
    """Did something fail because ``folder``'s file system has no room left?"""
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return True
    return os.strerror(errno.ENOSPC) in str(error) or no_room_left(folder)


def no_room_left(folder: Path) -> bool:
    """Is the file system that ``folder`` lies on full, or as good as full?"""
    return shutil.disk_usage(folder).free < FULL_BYTES


def disk_full(target: Path) -> DiskFullError:
    """The error for a file that the file system has no room for."""
    return DiskFullError(
        f"no room left on the file system while writing {target}",
        "Free some space and run the same command again; finished results are kept.",
    )


def write_text_whole(target: Path, text: str) -> None:
    """Write ``text`` to ``target`` whole or not at all."""
    with whole_file(target) as temporary:
        temporary.write_text(text, encoding="utf-8")


def write_text_if_changed(target: Path, text: str) -> None:
    """Write ``text`` to ``target`` whole or not at all, and not if that is what it holds.

    A file that was not written keeps its time, by which others see that it did not change.
    """
    try:
        unchanged = target.read_bytes() == text.encode()
    except OSError:
        unchanged = False
    if not unchanged:
        write_text_whole(target, text)
