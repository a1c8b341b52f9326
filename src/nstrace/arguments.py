"""What a command is, and what several of them take."""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command: its name, how it is explained, what it takes and what it does."""

    name: str
    title: str
    description: str
    examples: tuple[str, ...]
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def all_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))


def positive(text: str) -> int:
    """A whole number from 1 on, for argparse."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on, found {text!r}")
    return int(text)


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Let the user choose how many cores to use."""
    parser.add_argument(
        "--threads",
        type=positive,
        default=all_cores(),
        metavar="N",
        help="cores to use (default: all; results are the same)",
    )
