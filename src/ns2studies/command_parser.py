"""Reading a command's words: what is wrong with them is an error like all others."""

import argparse
from typing import NoReturn

from ns2studies.errors import StudyError


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
