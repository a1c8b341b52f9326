"""Atomic and durable writes of files and folders."""

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
"""Error numbers for a full file system and an exceeded quota."""

_WAITING = 4
"""The number of files that are synced at the same time."""

FULL_BYTES = 100_000
"""A file system with less free space than this counts as full."""

THIS_MACHINE: Final = f"{zlib.crc32(os.uname().nodename.encode()):08x}"
"""A checksum of the host name, which tells apart machines that write to the same folder."""


def known_suffix(target: Path, known: Iterable[str]) -> str:
    """Return a file's suffix, which selects its format.

    Raises:
        NstraceError: if it is not among the known ones.
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

    If the block fails, ``target`` keeps its earlier content and the temporary file is removed.

    Args:
        durable: sync the file, so that it survives a power failure; unnecessary for a file that is
            moved on.
        seal: called with the complete file; returns the file name to use instead of ``target``'s.

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
        # It may have been moved, or the folder may lack search permission (PermissionError).
        with suppress(OSError):
            temporary.unlink()


@contextmanager
def whole_folder(target: Path, *, durable: bool = True) -> Iterator[Path]:
    """Yield a temporary folder beside ``target``; move it there when the block succeeds.

    ``target`` must be empty or not exist. The temporary folder is removed if the block fails.

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
    """Return the temporary name of ``target`` for a process, by default this one.

    The name includes the machine: two that share a file system may have equal process IDs.
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
    """Return ``target``, a path given by the user, if its folder exists.

    Raises:
        NstraceError: if the folder doesn't exist.
    """
    if not target.absolute().parent.is_dir():
        raise NstraceError(
            f"{target}: there is no folder {target.absolute().parent}",
            "Make the folder first, or choose another name.",
        )
    return target


def durable_folder(folder: Path) -> None:
    """Create a folder and its missing parents, and sync them so they survive a power failure."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for place in reversed(missing):
        synced_folder(place.parent)


def move_whole(folder: Path, target: Path) -> None:
    """Rename a folder so that after a power failure ``target`` is complete or doesn't exist.

    Raises:
        OSError: if it can't be written or renamed.
    """
    places = list(os.walk(folder, topdown=False))
    # Parallel syncs take half as long as sequential ones.
    with ThreadPoolExecutor(_WAITING) as threads:
        list(
            threads.map(synced, (Path(place, name) for place, _, names in places for name in names))
        )
    # Deepest first: sync a folder's entries only after the files they point to.
    for place, _, _ in places:
        synced_folder(Path(place))
    folder.rename(target)
    synced_folder(target.parent)


def synced(file: Path) -> None:
    """Wait until a file's content is on the disk."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def synced_folder(folder: Path) -> None:
    """Wait until the entries of a folder are on the disk, where this is supported.

    Some file systems don't support it, and a folder without read permission can't be opened; such
    errors are ignored.
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
    """Convert errors of a full file system to one that names ``target``.

    Raises:
        DiskFullError: if the block fails because there is no space left.
    """
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:
            raise disk_full(target) from error
        raise


def is_full(error: Exception, folder: Path) -> bool:
    """Return whether ``error`` was raised because ``folder``'s file system is full."""
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return True
    return os.strerror(errno.ENOSPC) in str(error) or no_room_left(folder)


def no_room_left(folder: Path) -> bool:
    """Return whether the file system of ``folder`` is full, or nearly so."""
    return shutil.disk_usage(folder).free < FULL_BYTES


def disk_full(target: Path) -> DiskFullError:
    """Return the error for a file that the file system has no space for."""
    return DiskFullError(
        f"no room left on the file system while writing {target}",
        "Free some space and run the same command again; finished results are kept.",
    )


def write_text_whole(target: Path, text: str) -> None:
    """Write ``text`` to ``target`` atomically."""
    with whole_file(target) as temporary:
        temporary.write_text(text, encoding="utf-8")


def write_text_if_changed(target: Path, text: str) -> None:
    """Write ``text`` to ``target`` atomically, unless it already has this content.

    An unchanged file keeps its modification time, so that other programs see no change.
    """
    try:
        unchanged = target.read_bytes() == text.encode()
    except OSError:
        unchanged = False
    if not unchanged:
        write_text_whole(target, text)
