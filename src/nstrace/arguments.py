"""What a command is, and what several of them take."""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final


@dataclass(frozen=True)
class Command:
    """A command: its name, how it is explained and what it takes.

    What it does is the function ``run`` of the module of its name in :mod:`nstrace.actions`.
    """

    name: str
    title: str
    description: str
    examples: tuple[str, ...]
    add_arguments: Callable[[argparse.ArgumentParser], None]

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it, with what it needs imported now; the exit status."""
        action = import_module(f"nstrace.actions.{self.name}")
        return int(action.run(arguments))


_MOST_THREADS: Final = 3
"""Threads that nobody asked for: with these, storing a trace as Parquet stays below 300 MB on any
machine. Each more takes some 30 MB."""


_MOST_POSSIBLE: Final = 256
"""Threads that may be asked for: many more can't be started everywhere, and none has work."""


def default_threads() -> int:
    """How many threads to use unless told otherwise: one a core, but not many."""
    return min(len(os.sched_getaffinity(0)), _MOST_THREADS)


def positive(text: str) -> int:
    """A whole number from 1 on, for argparse.

    Raises:
        ArgumentTypeError: for anything else.
    """
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on, found {text!r}")
    return int(text)


def filled(text: str) -> str:
    """Words that are there, for argparse: an empty name means the folder that one is in.

    Raises:
        ArgumentTypeError: for nothing, or blanks alone.
    """
    if not text.strip():
        raise argparse.ArgumentTypeError("it is empty")
    return text


def _threads(text: str) -> int:
    number = positive(text)
    if number > _MOST_POSSIBLE:
        raise argparse.ArgumentTypeError(f"expected {_MOST_POSSIBLE} at most, found {text!r}")
    return number


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Let the user choose how many cores to use."""
    parser.add_argument(
        "--threads",
        type=_threads,
        default=default_threads(),
        metavar="N",
        help=f"cores to use (default: up to {_MOST_THREADS}; each more takes some 30 MB of memory; "
        "results are the same)",
    )
