"""The command ``nstrace sql``."""

import argparse

from nstrace.actions.opening import opened
from nstrace.printing import default_layout, print_rows
from nstrace.querying import ask


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    with opened(arguments, arguments.files) as connection:
        rows = ask(connection, arguments.query)
    print_rows(rows, arguments.format or default_layout())
    return 0
