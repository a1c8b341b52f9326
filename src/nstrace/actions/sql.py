"""The command ``nstrace sql``."""

import argparse
import sys

from nstrace.actions.opening import opened
from nstrace.printing import default_layout, print_rows
from nstrace.querying import FILE, ask, stream
from nstrace.rejected import of_first_line
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    with opened(arguments, arguments.files) as connection:
        with stream(connection, arguments.query) as rows:
            print_rows(rows, arguments.format or default_layout())
        rejects = ask(connection, _SQL["first_rejects"]).to_pylist()
    for row in rejects:
        for note in of_first_line(row["text"]):
            print(f"nstrace: {row.get(FILE, arguments.files[0])}: {note}", file=sys.stderr)
    return 0
