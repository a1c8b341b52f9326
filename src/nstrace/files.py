"""Files that appear whole or not at all."""

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nstrace.errors import DiskFullError, NstraceError

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)

FULL_BYTES = 100_000
"""A file system with less room than this counts as full."""


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
def whole_file(target: Path) -> Iterator[Path]:
    """Yield a temporary path beside ``target``; move it there when the block succeeds.

    Whatever goes wrong in the block, ``target`` keeps its earlier content and the
    temporary file is removed.

    Raises:
        DiskFullError: if the file system is full.
        NstraceError: if the file can't be written for another reason.
    """
    _make_folder(target.parent, target)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        with temporary.open("rb") as stream:
            os.fsync(stream.fileno())
        temporary.replace(target)
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
def whole_folder(target: Path) -> Iterator[Path]:
    """Yield a temporary folder beside ``target``; move it there when the block succeeds.

    ``target`` must not exist, or be empty. The temporary folder is removed if the block fails.

    Raises:
        DiskFullError: if the file system is full.
        NstraceError: if the folder can't be written for another reason.
    """
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    _make_folder(temporary, target)
    try:
        yield temporary
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


def _make_folder(folder: Path, target: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise (
            disk_full(target) if error.errno in _NO_ROOM else _not_written(target, error)
        ) from error


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
        if error.errno in _NO_ROOM:
            raise disk_full(target) from error
        raise


def is_full(error: Exception, folder: Path) -> bool:
    """Did something fail because ``folder``'s file system has no room left?"""
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
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
