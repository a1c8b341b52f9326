"""Error messages and exit statuses of a command that fails or is interrupted."""

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
    """Raise KeyboardInterrupt instead of other errors that follow Ctrl-C in a ``with`` block.

    DuckDB and pyarrow convert it to their own errors, which look like those of damaged files.

    Raises:
        KeyboardInterrupt: in place of any error after Ctrl-C.
    """
    came = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        came.set()
        raise KeyboardInterrupt

    # Keep another handler: that of a program that uses this as a library, or SIG_IGN.
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
    """Print an error and return the exit status; print nothing for a broken pipe.

    Earlier output must have been flushed, so that a full disk has already raised an error.

    Args:
        program: the name of the program, printed before the message.

    Raises:
        OSError: the error, if it names no file and standard output is writable, since it is then
            a bug and not a problem of the user's.
    """
    # Otherwise DuckDB's module reports objects in the traceback's reference cycles on exit.
    gc.collect()
    is_without_name = isinstance(error, OSError) and error.filename is None
    takes_output = _takes_output("\n" if is_without_name else "")
    if isinstance(error, BrokenPipeError):
        # The reader has closed the pipe; 128 + SIGPIPE.
        return 141
    if isinstance(error, OSError):
        if is_without_name and takes_output:
            raise error
        error = named(error)
    print(harmless(f"{program}: {error}"), file=sys.stderr)
    return 1


def interrupted(program: str) -> int:
    """Print that Ctrl-C has interrupted a program, and return the exit status."""
    gc.collect()  # as in end()
    print(f"{program}: interrupted", file=sys.stderr)
    return 130


def _takes_output(more: str) -> bool:
    """Return whether standard output is writable; redirect it to the null device otherwise.

    Args:
        more: further text to write, since text that failed before may no longer be buffered.
    """
    try:
        sys.stdout.write(more)
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True


def named(error: OSError) -> NstraceError:
    """Return the user's message for a system error of a file, or else of standard output."""
    if error.filename is not None:
        # Such as a folder without permission on the path, or a name that is too long.
        return NstraceError(f"{os.fsdecode(error.filename)}: {error.strerror}")
    if error.errno in NO_ROOM:
        return disk_full(Path("standard output"))
    return NstraceError(f"standard output: {error.strerror}")
