"""How a command line ends that something has stopped: the message, and the exit status."""

import os
import sys

from nstrace.errors import NstraceError


def end(program: str, error: NstraceError | OSError) -> int:
    """Print what is wrong, unless nobody reads it any more; the exit status.

    Args:
        program: its name, which stands before the message.

    Raises:
        OSError: the error, if it names no file: then it is no problem of the user's.
    """
    if isinstance(error, BrokenPipeError):
        # Whoever read has had enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    if isinstance(error, OSError):
        if error.filename is None:
            raise error
        # The system minds the name itself: no right to a folder on the way, or too many letters.
        error = NstraceError(f"{os.fsdecode(error.filename)}: {error.strerror}")
    print(f"{program}: {error}", file=sys.stderr)
    return 1
