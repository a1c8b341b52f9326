"""The command ``nstrace metrics``."""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, groupby
from operator import itemgetter
from typing import Final

import duckdb
import pyarrow as pa

from nstrace.actions.opening import RUN, opened
from nstrace.asking import costly_made_once
from nstrace.coverage import flows_of, notes, only_known
from nstrace.errors import NstraceError
from nstrace.harmless import harmless
from nstrace.metrics.catalogue import RENAMED, VALUES, catalogue
from nstrace.metrics.compute import compute, compute_series
from nstrace.names import LINES
from nstrace.over_files import over_files
from nstrace.printing import default_layout, print_rows, print_table
from nstrace.querying import bound_memory
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status.

    Raises:
        NstraceError: without a trace, or if one can't be read.
    """
    layout = arguments.format or default_layout()
    if arguments.list:
        _print_list(layout)
        return 0
    series = _series(arguments.metric)
    if series and arguments.over_files:
        raise NstraceError(
            f"{series} has its own columns, which --over-files can't average",
            f"Use SQL, or one file at a time: nstrace metrics --metric {series} FILE",
        )
    if not arguments.files:
        raise NstraceError("no trace given", "See: nstrace metrics --help")
    with opened(arguments, arguments.files, RUN) as connection:
        bound_memory(connection)
        if arguments.bandwidth:
            _give_bandwidths(connection, arguments.bandwidth)
        with costly_made_once(connection):
            flows = flows_of(connection)
            if series:
                rows = compute_series(connection, series)
            else:
                rows = only_known(compute(connection, arguments.metric), flows)
            told = list(notes(connection, flows))
        empty = list(_without_rows(connection, arguments.metric or [], series, rows))
        unknown = list(_unknown_links(connection, arguments.bandwidth))
    if arguments.over_files:
        rows = over_files(rows)
    elif len(arguments.files) == 1:
        rows = rows.drop_columns([RUN])
    print_rows(rows, layout)
    for note in chain(
        _hints(arguments),
        empty,
        (f"--bandwidth: no packet left the queue of link {link}" for link in unknown),
        (harmless(f"{name}: {note}") for name, note in told),
    ):
        print(f"nstrace: {note}", file=sys.stderr)
    return 0


def _hints(arguments: argparse.Namespace) -> Iterator[str]:
    asked = set(arguments.metric or [])
    for name in sorted(RENAMED.keys() & asked):
        yield f"{name} is now called {RENAMED[name]}"
    if "link_utilisation" in asked and not arguments.bandwidth:
        yield "link_utilisation needs --bandwidth, such as 0-2=10e6"


def _without_rows(
    connection: duckdb.DuckDBPyConnection, names: list[str], series: str | None, rows: pa.Table
) -> Iterator[str]:
    """Yield a note for each requested metric without rows, naming the tables that it lacks."""
    found = {series} if series and rows.num_rows else set()
    if not series:
        found = set(rows["metric"].to_pylist())
    for metric in catalogue().select(names):
        if metric.name not in found and metric.name != "link_utilisation":
            read = set(re.findall(r"\b(?:FROM|JOIN)\s+(\w+)", metric.text)) & set(LINES)
            if "link_events" not in {relation.name for relation in metric.relations}:
                read.discard("links")  # these lines only mark losses while a link was down
            lacking = {table for table in read if not connection.table(table).limit(1).fetchall()}
            if read & _EITHER - lacking:
                lacking -= _EITHER
            needed = " or ".join(sorted(lacking))
            lines = f", which needs lines of {needed}" if lacking else ""
            yield f"no value for {metric.name}{lines}: {metric.definition}"


_EITHER: Final = {"packets", "wireless"}
"""Tables of which a metric needs only one, if it reads both."""


def _series(names: list[str] | None) -> str | None:
    """Return the requested metric that is a series, not single values; None without one.

    Raises:
        NstraceError: if a name is unknown, or a series is requested together with other metrics.
    """
    asked = catalogue().select(names or [])
    series = [metric.name for metric in asked if metric.table != VALUES]
    if series and len(asked) > 1:
        raise NstraceError(f"{series[0]} has its own columns", "Request it alone.")
    return series[0] if series else None


def _print_list(layout: str) -> None:
    rows = catalogue().describe()
    if layout != "table":
        print_rows(pa.Table.from_pylist(rows), layout)
        return
    for subject, those in groupby(rows, key=itemgetter("subject")):
        shown = [[row[key] for key in ("name", "unit", "title")] for row in those]
        print_table(("name", "unit", "description"), shown, title=subject)
    print("Definitions and sources: nstrace metrics --list --format csv")


def _unknown_links(
    connection: duckdb.DuckDBPyConnection, bandwidths: list[tuple[int, int, float]]
) -> Iterator[str]:
    """Yield the links with a given bandwidth that carried no packet."""
    if bandwidths:
        carrying = set(connection.execute(_SQL["carrying_links"]).fetchall())
        for start, end, _ in bandwidths:
            if (start, end) not in carrying:
                yield f"{start}-{end}"


def _give_bandwidths(
    connection: duckdb.DuckDBPyConnection, bandwidths: list[tuple[int, int, float]]
) -> None:
    """Create the relation that link_utilisation reads; see metrics/sql/common/link_bandwidths.sql.

    Raises:
        NstraceError: if a link is given twice.
    """
    for link, given in Counter(each[:2] for each in bandwidths).items():
        if given > 1:
            raise NstraceError("--bandwidth: {}-{} is given twice".format(*link))
    names = ("from_node", "to_node", "rate")
    links = [dict(zip(names, link, strict=True)) for link in bandwidths]
    connection.execute(_SQL["link_bandwidths"], {"links": links})
