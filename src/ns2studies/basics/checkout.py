"""The checkout: its lock, under which one command at a time may change results, and its git.

Git itself goes up until it finds a repository: of an unpacked archive it would answer with what it
knows of whatever repository that lies in.
"""

import fcntl
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, TextIO

from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError

LOCK = paths.ROOT / ".reproduce.lock"

_COMMAND: Final = "NS2STUDIES_COMMAND"
"""The variable by which the jobs of a command know what it is called."""

_descriptors: set[int] = set()


def command_name() -> str:
    """Return a unique name of the command that has the lock, or whose job this is."""
    return os.environ.get(_COMMAND) or _new_name()


def _new_name() -> str:
    return f"{time.time_ns()}-{os.getpid()}"


@contextmanager
def alone_if_free() -> Iterator[bool]:
    """Hold the lock, unless another command does or it can't be had; yield whether it is held."""
    with ExitStack() as stack:
        try:
            stack.enter_context(alone())
        except StudyError:
            yield False
            return
        yield True


def lock_descriptors() -> tuple[int, ...]:
    """Return the descriptor of the lock, if this process has it.

    A process that inherits it keeps the checkout locked while an orphan is at work.
    """
    return tuple(_descriptors)


def _opened() -> TextIO:
    try:
        return LOCK.open("a+")
    except OSError as error:
        raise StudyError(
            f"{LOCK}: {error.strerror}",
            "It locks the checkout. Delete it, and let your user write in this folder.",
        ) from error


@contextmanager
def alone() -> Iterator[None]:
    """Hold the checkout's lock: one command at a time may change results.

    A part of a command that is alone is so, too, until the command ends.

    Raises:
        StudyError: if another one is at work, or the lock can't be had at all.
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
                f"another ./reproduce or snakemake (process {holder}) is at work in {paths.ROOT}",
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
    """Return what a git command prints that is called in the checkout.

    Raises:
        StudyError: if there is no git, if the checkout is not the top of a repository's working
            tree, or with the last line of what git says if it fails.
    """
    top = _answer("rev-parse", "--show-toplevel").removesuffix("\n")
    if not Path(top).samefile(paths.ROOT):
        raise StudyError(f"{paths.ROOT} is no git repository of its own: it lies in {top}")
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
