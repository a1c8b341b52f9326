"""The command ``nstrace head``."""

import argparse
import sys

import pyarrow as pa

from nstrace.names import ASIDE
from nstrace.printing import default_layout, print_rows
from nstrace.reading import first_rows
from nstrace.untraced import EMPTY


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    layout = arguments.format or default_layout()
    found = first_rows(arguments.trace)
    shown = {
        name: rows
        for name, rows in found.items()
        if name not in ASIDE and arguments.table in (None, name)
    }
    if not set(found).difference(ASIDE):
        print(f"nstrace: {arguments.trace}: {EMPTY}", file=sys.stderr)
    elif not shown:
        print(
            f"nstrace: {arguments.trace}: no rows of {arguments.table} at the beginning",
            file=sys.stderr,
        )
    for name, rows in shown.items():
        # Empty columns make a table hard to read.
        first = pa.Table.from_batches([rows]).slice(0, min(arguments.n, len(rows)))
        filled = [column for column in first.column_names if first[column].null_count < len(first)]
        if layout == "table":
            print_rows(first.select(filled), layout, title=name)
        else:
            print(f"# {name}")
            print_rows(first.select(filled), layout)
    return 0
