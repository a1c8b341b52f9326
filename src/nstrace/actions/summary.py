"""The command ``nstrace summary``."""

import argparse

from nstrace.actions.opening import RUN, opened
from nstrace.printing import print_table
from nstrace.summary import COLUMNS, summarise


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    for name in arguments.files:
        with opened(arguments, [name], RUN) as connection:
            summary = summarise(connection)
        print(name)
        for key, value in summary.facts.items():
            print(f"  {key:<22} {value}")
        if summary.flows:
            print_table(list(COLUMNS), summary.flows)
        if summary.left_out:
            print(f"  and {summary.left_out} more flows: nstrace metrics {name}")
    return 0
