"""Standard input, output and errors that are closed, or can't show every character."""

import codecs
import io
import os
import sys
from typing import Final

_STREAMS: Final = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def fill_closed_streams() -> list[str]:
    """Put something in the place of each standard stream that is closed.

    Otherwise the next file that is opened has its number, and a program that is started reads its
    input from there, or writes its messages over it. What is written goes nowhere; to read is an
    error.

    Returns:
        The names of those that were closed: ``stdin``, ``stdout``, ``stderr``.
    """
    closed = []
    for number, (name, mode) in enumerate(_STREAMS):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free.
            os.open(os.devnull, os.O_WRONLY)
            os.set_inheritable(number, True)
            setattr(sys, name, os.fdopen(number, mode, closefd=False))
            closed.append(name)
    return closed


def show_any_text() -> None:
    """Let standard output and errors show texts that their encoding has no characters for.

    A file's name may be any bytes; in UTF-8 they are written as they are. Other encodings show the
    character's number.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            is_utf8 = codecs.lookup(stream.encoding).name == "utf-8"
            stream.reconfigure(errors="surrogateescape" if is_utf8 else "backslashreplace")
