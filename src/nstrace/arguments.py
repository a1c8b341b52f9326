"""The definition of a command, and arguments that several commands share."""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final


@dataclass(frozen=True)
class Command:
    """A command: its name, help and arguments.

    It is implemented by the function ``run`` of the module of its name in :mod:`nstrace.actions`.
    """

    name: str
    title: str
    description: str
    examples: tuple[str, ...]
    add_arguments: Callable[[argparse.ArgumentParser], None]

    def run(self, arguments: argparse.Namespace) -> int:
        """Import the command's module, run it, and return the exit status."""
        action = import_module(f"nstrace.actions.{self.name}")
        return int(action.run(arguments))


_MOST_THREADS: Final = 3
"""The largest default number of threads: with these, storing a trace as Parquet takes less than
300 MB of memory on any machine. Each further thread takes about 30 MB."""


_MOST_POSSIBLE: Final = 256
"""The largest accepted number of threads; more may fail to start, and would have no work."""


def default_threads() -> int:
    """Return the default number of threads: one per core, up to ``_MOST_THREADS``."""
    return min(len(os.sched_getaffinity(0)), _MOST_THREADS)


def positive(text: str) -> int:
    """Parse a whole number from 1 on, for argparse.

    Raises:
        ArgumentTypeError: for anything else.
    """
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a positive whole number, found {text!r}")
    return int(text)


def filled(text: str) -> str:
    """Return a non-blank argument, for argparse; as a path, an empty one means the current folder.

    Raises:
        ArgumentTypeError: if it is empty or blank.
    """
    if not text.strip():
        raise argparse.ArgumentTypeError("expected a non-empty value")
    return text


def _threads(text: str) -> int:
    number = positive(text)
    if number > _MOST_POSSIBLE:
        raise argparse.ArgumentTypeError(f"expected at most {_MOST_POSSIBLE}, found {text!r}")
    return number


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the option ``--threads``."""
    parser.add_argument(
        "--threads",
        type=_threads,
        default=default_threads(),
        metavar="N",
        help=f"number of threads (default: one per core, up to {_MOST_THREADS}; each further one "
        "takes about 30 MB of memory; results are the same)",
    )
