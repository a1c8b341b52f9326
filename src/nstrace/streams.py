"""Standard streams that are closed, or whose encoding lacks characters."""

import codecs
import io
import os
import sys
from typing import Final

_STREAMS: Final = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def fill_closed_streams() -> list[str]:
    """Open the null device in place of each standard stream that is closed.

    Otherwise the next opened file would get its descriptor, and a child process would read its
    input from that file, or write messages to it. Output to the replaced streams is discarded;
    reading from one is an error.

    Returns:
        The names of the closed streams: ``stdin``, ``stdout``, ``stderr``.
    """
    closed = []
    for number, (name, mode) in enumerate(_STREAMS):
        try:
            os.fstat(number)
        except OSError:
            # It gets the lowest free descriptor, which is ``number``.
            os.open(os.devnull, os.O_WRONLY)
            os.set_inheritable(number, True)
            setattr(sys, name, os.fdopen(number, mode, closefd=False))
            closed.append(name)
    return closed


def show_any_text() -> None:
    """Set error handlers for text that standard output and errors can't encode.

    In UTF-8, the bytes of a file's name are written unchanged. Other encodings show escapes.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            is_utf8 = codecs.lookup(stream.encoding).name == "utf-8"
            stream.reconfigure(errors="surrogateescape" if is_utf8 else "backslashreplace")
