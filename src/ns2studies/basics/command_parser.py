"""Reading a command's words: what is wrong with them is an error like all others."""

import argparse
import os
from typing import Final, NoReturn

from ns2studies.basics.errors import StudyError

_AT_MOST_FOR_EACH: Final = 4
_AT_LEAST_ALLOWED: Final = 64
"""Jobs may be more than the cores, to try what others would do; each takes memory of its own."""


def cores(text: str) -> int:
    """The number that is given for ``--cores``.

    Raises:
        argparse.ArgumentTypeError: if it is not a number, or far more than this machine has.
    """
    if not (text.isascii() and text.isdecimal()) or text.strip("0") == "":
        raise argparse.ArgumentTypeError(f"expected a number of cores, found {text!r}")
    there = os.cpu_count() or 1
    most = max(_AT_LEAST_ALLOWED, _AT_MOST_FOR_EACH * there)
    if len(text.lstrip("0")) > len(str(most)) or int(text) > most:
        raise argparse.ArgumentTypeError(
            f"expected {most} cores at most on this machine, which has {there}, found {text[:20]}"
        )
    return int(text)


class CommandParser(argparse.ArgumentParser):
    """Of ``./reproduce`` or of one of its commands; its error is a StudyError.

    Args:
        command: the command's name; empty for all of them.
        description: what it does.
        examples: shown at the end of its help.
    """

    def __init__(self, command: str = "", description: str = "", examples: str = "") -> None:
        super().__init__(
            prog=f"./reproduce {command}".strip(),
            description=description,
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong, and where to read more.

        Raises:
            StudyError: always.
        """
        raise StudyError(message, f"See {self.prog} --help.")
