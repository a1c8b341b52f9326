"""The command ``nstrace summary``."""

import argparse

from nstrace.actions.opening import RUN, opened
from nstrace.harmless import harmless
from nstrace.printing import print_table
from nstrace.querying import bound_memory
from nstrace.summary import COLUMNS, summarise


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    for name in arguments.files:
        with opened(arguments, [name], RUN) as connection:
            bound_memory(connection)
            summary = summarise(connection)
        print(harmless(name))
        for key, value in summary.facts.items():
            print(f"  {key:<22} {value}")
        if summary.flows:
            print_table(
                list(COLUMNS), [*summary.flows, *([summary.total] if summary.total else [])]
            )
        if summary.left_out:
            print(f"  and {summary.left_out} more flows: nstrace metrics {name}")
        for note in summary.notes:
            print(f"  note: {harmless(note)}")
        for table in summary.tables:
            print(f"  {table.title}:")
            print_table(table.columns, table.rows)
            if table.left_out:
                print(f"  and {table.left_out} more")
    return 0
