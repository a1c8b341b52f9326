"""The command ``nstrace sql``."""

import argparse
import sys
from collections.abc import Sequence

import duckdb

from nstrace.actions.opening import opened
from nstrace.printing import default_layout, print_rows
from nstrace.querying import FILE, ask, statements, stream
from nstrace.rejected import of_first_line
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    asked = statements(arguments.query)
    with opened(arguments, arguments.files) as connection:
        _print_all(connection, asked, arguments.format or default_layout())
        rejects = ask(connection, _SQL["first_rejects"]).to_pylist()
    for row in rejects:
        for note in of_first_line(row["text"]):
            print(f"nstrace: {row.get(FILE, arguments.files[0])}: {note}", file=sys.stderr)
    return 0


def _print_all(
    connection: duckdb.DuckDBPyConnection, asked: Sequence[duckdb.Statement], layout: str
) -> None:
    """Print what each statement gives, with an empty line between; JSON is lines without one."""
    is_first = True
    for statement in asked:
        with stream(connection, statement.query) as rows:
            if not (rows.schema.names and _gives_rows(statement)):
                rows.read_all()  # or the connection can't be asked again
                continue
            if not is_first and layout != "json":
                print()
            print_rows(rows, layout)
            is_first = False


def _gives_rows(statement: duckdb.Statement) -> bool:
    """Is it more than a macro made, or an option set? DuckDB says "Count" or "Success" of these."""
    if statement.type == duckdb.StatementType.MULTI:
        return True  # such as PIVOT, which makes a type first
    return duckdb.ExpectedResultType.NOTHING not in statement.expected_result_type
