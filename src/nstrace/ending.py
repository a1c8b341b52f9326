"""How a command line ends that something has stopped: the message, and the exit status."""

import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from nstrace.errors import NstraceError
from nstrace.files import NO_ROOM, disk_full
from nstrace.harmless import harmless


@contextmanager
def interrupts_come_first() -> Iterator[None]:
    """Around what Ctrl-C may end: what else goes wrong by it is no error of its own.

    DuckDB and pyarrow make errors of theirs of it, which look like those of damaged files.

    Raises:
        KeyboardInterrupt: in place of whatever is raised after Ctrl-C.
    """
    came = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        came.set()
        raise KeyboardInterrupt

    # Whoever calls this as a library, or has it ignored, keeps what is there.
    is_ours = threading.current_thread() is threading.main_thread() and (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if is_ours:
        signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception as error:
        if came.is_set():
            raise KeyboardInterrupt from error
        raise
    finally:
        if is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def end(program: str, error: NstraceError | OSError) -> int:
    """Print what is wrong, unless nobody reads it any more; the exit status.

    What was printed before must have been flushed, so that a full disk is an error by now.

    Args:
        program: its name, which stands before the message.

    Raises:
        OSError: the error, if it names no file, and standard output takes what is written there:
            then it is no problem of the user's.
    """
    # What a traceback's cycles keep alive DuckDB's module would list on standard error at the end.
    gc.collect()
    is_without_name = isinstance(error, OSError) and error.filename is None
    takes_output = _takes_output("\n" if is_without_name else "")
    if isinstance(error, BrokenPipeError):
        # Whoever read has had enough.
        return 141
    if isinstance(error, OSError):
        if is_without_name and takes_output:
            raise error
        error = named(error)
    print(harmless(f"{program}: {error}"), file=sys.stderr)
    return 1


def interrupted(program: str) -> int:
    """Say that Ctrl-C has ended a program; the exit status."""
    gc.collect()  # as in end()
    print(f"{program}: interrupted", file=sys.stderr)
    return 130


def _takes_output(more: str) -> bool:
    """Can what waits for standard output be written? If not, it goes nowhere from now on.

    Args:
        more: what is written behind it, since what could not be written may not wait any more.
    """
    try:
        sys.stdout.write(more)
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True


def named(error: OSError) -> NstraceError:
    """What a user is told of the system's error: of a file, or else of standard output."""
    if error.filename is not None:
        # The system minds the name itself: no right to a folder on the way, or too many letters.
        return NstraceError(f"{os.fsdecode(error.filename)}: {error.strerror}")
    if error.errno in NO_ROOM:
        return disk_full(Path("standard output"))
    return NstraceError(f"standard output: {error.strerror}")
