"""The command ``nstrace metrics``."""

import argparse
import sys

import duckdb
import pyarrow as pa

from nstrace.actions.opening import RUN, opened
from nstrace.coverage import flows_of, notes, only_known
from nstrace.errors import NstraceError
from nstrace.metrics.catalogue import catalogue
from nstrace.metrics.compute import compute
from nstrace.printing import default_layout, print_rows


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    layout = arguments.format or default_layout()
    if arguments.list:
        print_rows(pa.Table.from_pylist(catalogue().describe()), layout)
        return 0
    if not arguments.files:
        raise NstraceError("no trace given", "See: nstrace metrics --help")
    with opened(arguments, arguments.files, RUN) as connection:
        if arguments.bandwidth:
            _give_bandwidths(connection, arguments.bandwidth)
        flows = flows_of(connection)
        rows = only_known(compute(connection, arguments.metric), flows)
        told = list(notes(connection, flows))
    if len(arguments.files) == 1:
        rows = rows.drop_columns([RUN])
    print_rows(rows, layout)
    for name, note in told:
        print(f"nstrace: {name}: {note}", file=sys.stderr)
    return 0


def _give_bandwidths(
    connection: duckdb.DuckDBPyConnection, bandwidths: list[tuple[int, int, float]]
) -> None:
    """Make the relation that link_utilisation asks; see metrics/sql/common/link_bandwidths.sql."""
    runs = f"(SELECT DISTINCT {RUN} FROM packets)"
    connection.execute("CREATE TEMP TABLE given (from_node INTEGER, to_node INTEGER, rate DOUBLE)")
    connection.executemany("INSERT INTO given VALUES (?, ?, ?)", bandwidths)
    connection.execute(
        f"CREATE TEMP TABLE link_bandwidths AS "
        f"SELECT {RUN}, from_node, to_node, rate AS bandwidth_bps FROM given, {runs}"
    )
