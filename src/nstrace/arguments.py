"""What several commands take."""

import argparse
import os


def all_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))


def positive(text: str) -> int:
    """A number from 1 on, for argparse."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, found {text!r}")
    return int(text)
