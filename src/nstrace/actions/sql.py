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
    """Run the command and return its exit status."""
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
    """Print the result of each statement, separated by empty lines except in JSON."""
    is_first = True
    for statement in asked:
        with stream(connection, statement.query) as rows:
            if not (rows.schema.names and _gives_rows(statement)):
                rows.read_all()  # otherwise the connection can't run the next query
                continue
            if not is_first and layout != "json":
                print()
            print_rows(rows, layout)
            is_first = False


def _gives_rows(statement: duckdb.Statement) -> bool:
    """Return whether a statement has a result, unlike one that makes a macro or sets an option.

    For the latter, DuckDB returns a row with "Count" or "Success".
    """
    if statement.type == duckdb.StatementType.MULTI:
        return True  # such as PIVOT, which makes a type first
    return duckdb.ExpectedResultType.NOTHING not in statement.expected_result_type
