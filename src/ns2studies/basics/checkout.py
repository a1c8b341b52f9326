"""The lock of the checkout, which lets one command at a time change results, and its git.

Git searches the parent folders for a repository. In an unpacked archive, it would answer from
whatever repository contains the folder.
"""

import fcntl
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError

LOCK = paths.ROOT / ".reproduce.lock"

_COMMAND: Final = "NS2STUDIES_COMMAND"
"""Environment variable that passes the name of a command to its jobs."""

_descriptors: set[int] = set()


def command_name() -> str:
    """Return a unique name of the command that holds the lock, or that this job belongs to."""
    return os.environ.get(_COMMAND) or _new_name()


def _new_name() -> str:
    return f"{time.time_ns()}-{os.getpid()}"


def _opened() -> TextIO:
    try:
        return LOCK.open("a+")
    except OSError as error:
        raise StudyError(
            f"{LOCK}: {error.strerror}",
            "This file locks the checkout. Delete it, and make its folder writable.",
        ) from error


@contextmanager
def alone() -> Iterator[None]:
    """Hold the checkout's lock: one command at a time may change results.

    The lock is reentrant: inside the block, a nested call keeps it until the outer block ends.

    Raises:
        StudyError: if another command holds the lock, or it can't be acquired.
    """
    if _descriptors:
        yield
        return
    with _opened() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            lock.seek(0)
            holder = lock.read().strip() or "unknown"
            raise StudyError(
                f"another ./reproduce or snakemake (process {holder}) is running in {paths.ROOT}",
                "Wait until it has ended; this command changed nothing.",
            ) from error
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        _descriptors.add(lock.fileno())
        os.environ[_COMMAND] = _new_name()
        try:
            yield
        finally:
            del os.environ[_COMMAND]
            _descriptors.discard(lock.fileno())


def git(*words: str) -> str:
    """Return the output of a git command in the checkout.

    Raises:
        StudyError: if git is not installed, if the checkout is not the top of a repository's
            working tree, or if the command fails, with the last line of its message.
    """
    top = _answer("rev-parse", "--show-toplevel").removesuffix("\n")
    if not Path(top).samefile(paths.ROOT):
        raise StudyError(f"{paths.ROOT} is not a git repository, but part of {top}")
    return _answer(*words)


def _answer(*words: str) -> str:
    command = ["git", "-C", str(paths.ROOT), *words]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="surrogateescape", check=False
        )
    except OSError as error:
        raise StudyError(f"git can't be called: {error.strerror}") from error
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        raise StudyError(said[-1] if said else f"git {words[0]} fails")
    return done.stdout
