"""What each command of ``nstrace`` takes and does.

Each imports what it alone needs when it runs, so that none waits for the others' libraries.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, cast

import pyarrow as pa

from nstrace.arguments import Command, add_threads, positive
from nstrace.bins_command import BINS
from nstrace.converting import FORMATS, convert, convert_to_folder, export_stored
from nstrace.errors import NstraceError
from nstrace.printing import LAYOUTS, default_layout, print_rows, print_table
from nstrace.progress import reading_bar
from nstrace.reading import first_rows
from nstrace.scanning import BLOCK_BYTES
from nstrace.schemas import ASIDE, LINES

if TYPE_CHECKING:
    import duckdb

_RUN: Final = "run_id"


def _add_reading(parser: argparse.ArgumentParser) -> None:
    add_threads(parser)
    parser.add_argument(
        "--strict",
        action="store_true",
        help="fail at the first line that is of no known format",
    )


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="traces, or what convert made of them; - for stdin"
    )


def _add_layout(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=LAYOUTS,
        help="how to print rows (default: table on a terminal, else csv)",
    )


@contextmanager
def _database(
    arguments: argparse.Namespace, files: list[str], file_column: str | None = None
) -> "Iterator[duckdb.DuckDBPyConnection]":
    """The traces as a database, with a bar while they are read."""
    from nstrace.querying import database

    with (
        reading_bar() as progress,
        database(
            files,
            threads=arguments.threads,
            strict=arguments.strict,
            file_column=file_column,
            progress=progress,
        ) as connection,
    ):
        yield connection


# convert


def _convert_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("trace", metavar="TRACE", help="a trace; - for standard input")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help=f"{', '.join(FORMATS)}, or a name that ends with / for a folder of Parquet files",
    )
    parser.add_argument(
        "--in-order",
        action="store_true",
        help="in Parquet, keep rows in the trace's order; larger than with a flow's side by side",
    )
    _add_reading(parser)


def _convert(arguments: argparse.Namespace) -> int:
    target = Path(arguments.output)
    action = convert_to_folder if arguments.output.endswith("/") else convert
    with reading_bar() as progress:
        contents = action(
            arguments.trace,
            target,
            threads=arguments.threads,
            strict=arguments.strict,
            in_order=arguments.in_order,
            progress=progress,
        )
    rows = {name: contents.rows[name] for name in LINES if contents.rows.get(name)}
    shown = ", ".join(f"{name} {count:,}" for name, count in rows.items()) or "nothing"
    print(f"{target}: {contents.lines:,} lines: {shown}", file=sys.stderr)
    return 0


# export


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("stored", metavar="FILE", type=Path, help="what convert made of a trace")
    parser.add_argument("--format", choices=["tr"], default="tr", help="tr: text, as it was")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="where to (default: standard output)"
    )


def _export(arguments: argparse.Namespace) -> int:
    export_stored(arguments.stored, arguments.output, cast(BinaryIO, sys.stdout.buffer))
    return 0


# summary


def _summary_arguments(parser: argparse.ArgumentParser) -> None:
    _add_files(parser)
    _add_reading(parser)


def _summary(arguments: argparse.Namespace) -> int:
    from nstrace.summary import COLUMNS, summarise

    for name in arguments.files:
        with _database(arguments, [name], _RUN) as connection:
            summary = summarise(connection)
        print(name)
        for key, value in summary.facts.items():
            print(f"  {key:<22} {value}")
        if summary.flows:
            print_table(list(COLUMNS), summary.flows)
        if summary.left_out:
            print(f"  and {summary.left_out} more flows: nstrace metrics {name}")
    return 0


# sql


def _sql_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", metavar="QUERY", help="a query in DuckDB's SQL")
    _add_files(parser)
    _add_layout(parser)
    _add_reading(parser)


def _sql(arguments: argparse.Namespace) -> int:
    from nstrace.querying import ask

    with _database(arguments, arguments.files) as connection:
        rows = ask(connection, arguments.query)
    print_rows(rows, arguments.format or default_layout())
    return 0


# metrics


def _metrics_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="traces, or what convert made")
    parser.add_argument(
        "--metric",
        action="append",
        metavar="NAME",
        help="only this metric; can be given several times (default: all)",
    )
    parser.add_argument("--list", action="store_true", help="show all metrics and what they are")
    parser.add_argument(
        "--bandwidth",
        action="append",
        default=[],
        metavar="FROM-TO=BIT/S",
        type=_bandwidth,
        help="a link's bandwidth, for link_utilisation; can be given several times",
    )
    _add_layout(parser)
    _add_reading(parser)


def _bandwidth(text: str) -> tuple[int, int, float]:
    link, _, rate = text.partition("=")
    start, _, end = link.partition("-")
    try:
        return int(start), int(end), float(rate)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected FROM-TO=BIT/S, such as 0-2=10e6, found {text!r}"
        ) from None


def _metrics(arguments: argparse.Namespace) -> int:
    from nstrace.metrics.catalogue import describe
    from nstrace.metrics.compute import compute

    layout = arguments.format or default_layout()
    if arguments.list:
        print_rows(pa.Table.from_pylist(describe()), layout)
        return 0
    if not arguments.files:
        raise NstraceError("no trace given", "See: nstrace metrics --help")
    with _database(arguments, arguments.files, _RUN) as connection:
        if arguments.bandwidth:
            _give_bandwidths(connection, arguments.bandwidth)
        rows = compute(connection, arguments.metric)
    if len(arguments.files) == 1:
        rows = rows.drop_columns([_RUN])
    print_rows(rows, layout)
    return 0


def _give_bandwidths(
    connection: "duckdb.DuckDBPyConnection", bandwidths: list[tuple[int, int, float]]
) -> None:
    """Make the relation that link_utilisation asks; see metrics/common/link_bandwidths.sql."""
    runs = f"(SELECT DISTINCT {_RUN} FROM packets)"
    connection.execute("CREATE TEMP TABLE given (from_node INTEGER, to_node INTEGER, rate DOUBLE)")
    connection.executemany("INSERT INTO given VALUES (?, ?, ?)", bandwidths)
    connection.execute(
        f"CREATE TEMP TABLE link_bandwidths AS "
        f"SELECT {_RUN}, from_node, to_node, rate AS bandwidth_bps FROM given, {runs}"
    )


# head


def _head_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "trace", metavar="FILE", help="a trace, or what convert made of one; - for standard input"
    )
    parser.add_argument("-n", type=positive, default=10, metavar="N", help="rows of each table")
    parser.add_argument("--table", choices=LINES, help="only this table")
    _add_layout(parser)


def _head(arguments: argparse.Namespace) -> int:
    layout = arguments.format or default_layout()
    for name, rows in first_rows(arguments.trace).items():
        if name in ASIDE or arguments.table not in (None, name):
            continue
        # Columns in which nothing stands make a table hard to read.
        first = pa.Table.from_batches([rows]).slice(0, arguments.n)
        filled = [column for column in first.column_names if first[column].null_count < len(first)]
        if layout == "table":
            print_rows(first.select(filled), layout, title=name)
        else:
            print(f"# {name}")
            print_rows(first.select(filled), layout)
    return 0


# validate


def _validate_arguments(parser: argparse.ArgumentParser) -> None:
    _add_files(parser)
    add_threads(parser)


def _validate(arguments: argparse.Namespace) -> int:
    from nstrace.checking import check

    clean = True
    for name in arguments.files:
        with reading_bar() as progress:
            findings = check(name, threads=arguments.threads, progress=progress)
        rejected = findings.rejected.total()
        print(f"{name}: {findings.lines:,} lines, {findings.typed:,} typed, {rejected:,} rejected")
        for (table, form), count in sorted(findings.forms.items()):
            print(f"  {table} ({form}): {count:,}")
        for reason, count in findings.rejected.most_common():
            print(f"  rejected, {reason}: {count:,}")
            for row in findings.examples[reason]:
                print(f"    line {row['line']}, byte {row['byte']}: {str(row['text'])[:100]!r}")
        clean = clean and not rejected
    return 0 if clean else 1


COMMANDS: Final = (
    Command(
        "convert",
        "store a trace as Parquet, Arrow IPC or DuckDB",
        "Store a trace in a form that is small and quick to query. Nothing is lost: export gives "
        "the\ntrace back byte for byte. The file appears whole or not at all.",
        (
            "nstrace convert out.tr -o out.parquet",
            "nstrace convert --in-order out.tr.gz -o out.parquet",
            "nstrace convert out.tr -o out.duckdb",
            "nstrace convert mixed.tr -o tables/          # a Parquet file for each table",
            "ns scenario.tcl | nstrace convert - -o out.parquet",
        ),
        _convert_arguments,
        _convert,
    ),
    Command(
        "export",
        "write a stored trace as the text it was",
        "Write a trace that convert stored as text again, byte for byte.",
        (
            "nstrace export --format tr out.parquet -o out.tr",
            "nstrace export out.duckdb | awk '$1 == \"d\"'",
        ),
        _export_arguments,
        _export,
    ),
    Command(
        "summary",
        "show a trace on one screen",
        "Time span, nodes, links; for each flow packets sent, delivered, lost, goodput, one-way "
        "delay,\njitter and retransmissions.",
        ("nstrace summary out.tr", "nstrace summary run1.tr run2.tr.gz"),
        _summary_arguments,
        _summary,
    ),
    Command(
        "sql",
        "query traces with SQL",
        "Tables: " + ", ".join(LINES) + ",\nand cwnd (variables named cwnd_). With several files, "
        "the column file says which one.",
        (
            'nstrace sql "SELECT type, count(*) FROM packets GROUP BY type" out.tr',
            'nstrace sql "SELECT * FROM links" out.tr',
            'nstrace sql "SELECT file, max(value) FROM cwnd GROUP BY file" run*.tr',
            'nstrace sql "DESCRIBE packets" out.tr',
        ),
        _sql_arguments,
        _sql,
    ),
    Command(
        "metrics",
        "compute metrics: goodput, delay, loss, fairness, ...",
        "Every metric is an SQL file with its definition and source; --list shows them.",
        (
            "nstrace metrics out.tr",
            "nstrace metrics --metric goodput --metric fairness run*.tr",
            "nstrace metrics --metric link_utilisation --bandwidth 0-2=10e6 out.tr",
            "nstrace metrics --list",
        ),
        _metrics_arguments,
        _metrics,
    ),
    Command(
        "head",
        "show the first rows of each table",
        f"Show the first rows of each table, out of the first {BLOCK_BYTES >> 20} MiB of a trace.",
        ("nstrace head out.tr", "nstrace head -n 3 --table links out.tr"),
        _head_arguments,
        _head,
    ),
    Command(
        "validate",
        "tell what a trace holds, and which lines are of no known format",
        "Count lines by table and form. Ends with status 1 if a line is of no known format.",
        ("nstrace validate out.tr", "nstrace validate *.tr"),
        _validate_arguments,
        _validate,
    ),
    BINS,
)
