"""The commands of ``nstrace``, with their help and arguments.

They are implemented in :mod:`nstrace.actions`; this module imports no large library, so that help
and errors in arguments appear at once.
"""

import argparse
from decimal import Decimal
from math import inf
from pathlib import Path
from typing import Final

from nstrace.arguments import Command, add_threads, filled, positive
from nstrace.names import FORMATS, LAYOUTS, LINES


def _add_reading(parser: argparse.ArgumentParser) -> None:
    add_threads(parser)
    parser.add_argument(
        "--strict",
        action="store_true",
        help="fail at the first line of unknown format",
    )
    _add_allow_rejects(parser)


def _add_allow_rejects(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--allow-rejects",
        action="store_true",
        help="continue even if over 90 %% of the lines are of unknown format",
    )


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        type=filled,
        help="traces or files made by convert; - for standard input",
    )


def _add_layout(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=LAYOUTS,
        help="output format (default: table on a terminal, else csv)",
    )


def _add_window(parser: argparse.ArgumentParser) -> None:
    for name, which in (("from", "before"), ("to", "after")):
        parser.add_argument(
            f"--{name}",
            dest=f"{name}_ns",
            metavar="SECONDS",
            type=_nanoseconds,
            help=f"ignore lines {which} this time",
        )


def _add_types(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--type",
        action="append",
        default=[],
        dest="types",
        metavar="TYPE",
        type=filled,
        help="count only packets of this type as data, such as ack, ping or AODV; repeatable",
    )


def _nanoseconds(text: str) -> int:
    try:
        time_ns = round(Decimal(text) * 10**9)
    except (ArithmeticError, ValueError):
        time_ns = _MOST_NS + 1
    if abs(time_ns) > _MOST_NS:
        raise argparse.ArgumentTypeError(f"expected a time in seconds, found {text!r}")
    return time_ns


_MOST_NS: Final = 2**63 - 1


def _convert_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("trace", metavar="TRACE", type=filled, help="a trace; - for standard input")
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
        help="in Parquet, keep the trace's order instead of grouping rows by flow; larger",
    )
    _add_reading(parser)


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("stored", metavar="FILE", type=Path, help="a file made by convert")
    parser.add_argument("--format", choices=["tr"], default="tr", help="tr: text (the only format)")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="output file (default: standard output)"
    )


def _summary_arguments(parser: argparse.ArgumentParser) -> None:
    _add_files(parser)
    _add_window(parser)
    _add_types(parser)
    _add_reading(parser)


def _report_arguments(parser: argparse.ArgumentParser) -> None:
    _add_files(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", type=Path, help="an .html file"
    )
    _add_over_files(parser, "draw means over all files with 95 %% intervals, instead of each file")
    _add_window(parser)
    _add_types(parser)
    _add_reading(parser)


def _sql_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "query", metavar="QUERY", type=filled, help="one query or several, in DuckDB's SQL"
    )
    _add_files(parser)
    _add_layout(parser)
    _add_window(parser)
    _add_reading(parser)


def _add_over_files(parser: argparse.ArgumentParser, help: str) -> None:
    parser.add_argument("--over-files", action="store_true", help=help)


def _metrics_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", metavar="FILE", type=filled, help="traces or files made by convert"
    )
    parser.add_argument(
        "--metric",
        action="append",
        metavar="NAME",
        help="compute only this metric; repeatable (default: all)",
    )
    parser.add_argument("--list", action="store_true", help="list all metrics by subject")
    parser.add_argument(
        "--bandwidth",
        action="append",
        default=[],
        metavar="FROM-TO=BIT/S",
        type=_bandwidth,
        help="bandwidth of a link, for link_utilisation; repeatable",
    )
    _add_over_files(
        parser, "treat the files as replications: print number, mean and 95 %% interval"
    )
    _add_window(parser)
    _add_types(parser)
    _add_layout(parser)
    _add_reading(parser)


def _bandwidth(text: str) -> tuple[int, int, float]:
    link, _, rate = text.partition("=")
    start, _, end = link.partition("-")
    try:
        given = int(start), int(end), float(rate)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected FROM-TO=BIT/S, such as 0-2=10e6, found {text!r}"
        ) from None
    # Link utilization is divided by it, and the result must be finite.
    if not 0 < given[2] < inf:
        raise argparse.ArgumentTypeError(
            f"expected a bandwidth in bit/s, above 0 and finite, found {text!r}"
        )
    return given


def _schema_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", nargs="?", metavar="TABLE", help="only this table or view")
    _add_layout(parser)


def _head_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "trace",
        metavar="FILE",
        type=filled,
        help="a trace or a file made by convert; - for standard input",
    )
    parser.add_argument(
        "-n", type=positive, default=10, metavar="N", help="number of rows of each table"
    )
    parser.add_argument("--table", choices=LINES, help="only this table")
    _add_layout(parser)


def _validate_arguments(parser: argparse.ArgumentParser) -> None:
    _add_files(parser)
    add_threads(parser)


def _bins_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        type=filled,
        help="traces or files made by convert; - for standard input",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        help="a .csv or .parquet file (default: CSV on standard output)",
    )
    parser.add_argument(
        "--width",
        metavar="SECONDS",
        type=_width_us,
        default="0.1",
        help="width of a bin (default: 0.1 s)",
    )
    add_threads(parser)
    _add_allow_rejects(parser)


_MOST_US: Final = 10**15
"""The largest width of a bin in microseconds."""


def _width_us(text: str) -> int:
    try:
        width_us = round(float(text) * 1e6)
    except (ValueError, OverflowError):
        width_us = 0
    if not 1 <= width_us <= _MOST_US:
        raise argparse.ArgumentTypeError(
            f"expected seconds, from 0.000001 to {_MOST_US // 10**6:,}, found {text!r}"
        )
    return width_us


COMMANDS: Final = (
    Command(
        "convert",
        "store a trace as Parquet, Arrow IPC or DuckDB",
        "Store a trace in a format that is small and fast to query. Nothing is lost: export gives\n"
        "the trace back byte for byte. The file is written completely or not at all.",
        (
            "nstrace convert out.tr -o out.parquet",
            "nstrace convert --in-order out.tr.gz -o out.parquet",
            "nstrace convert wireless.tr -o out.duckdb",
            "nstrace convert out.nam -o out.arrow",
            "nstrace convert mixed.tr -o tables/          # a Parquet file for each table",
            "ns scenario.tcl | nstrace convert - -o out.parquet",
        ),
        _convert_arguments,
    ),
    Command(
        "export",
        "write a stored trace as text again",
        "Write a trace stored by convert as text again, byte for byte.",
        (
            "nstrace export --format tr out.parquet -o out.tr",
            "nstrace export wireless.parquet | grep '^D'",
            "nstrace export nam.parquet -o out.nam",
            "nstrace export out.duckdb | awk '$1 == \"d\"'",
        ),
        _export_arguments,
    ),
    Command(
        "summary",
        "show a trace on one screen",
        "Time span, nodes, links; for each flow packets sent, delivered, lost, throughput, one-way "
        "delay,\njitter and retransmissions; for wireless nodes delivery, routing load, energy.",
        (
            "nstrace summary wired.tr",
            "nstrace summary wireless.tr        # delivery, routing load, energy, too",
            "nstrace summary out.nam",
            "nstrace summary --from 10 --to 60 run1.tr run2.tr.gz",
        ),
        _summary_arguments,
    ),
    Command(
        "report",
        "write a page with charts of one or several traces",
        "Write a self-contained HTML file: kind of network, flows, throughput over time,\n"
        "congestion windows, delays, losses and queues; for wireless nodes delivery, routing,\n"
        "energy, positions. Needs pip install '.[report]' (./reproduce nstrace includes it).",
        (
            "nstrace report wired.tr -o report.html",
            "nstrace report wireless.tr -o report.html",
            "nstrace report out.nam -o report.html",
            "nstrace report reno.tr sack.tr -o report.html     # side by side",
            "nstrace report --over-files seed*.tr -o report.html",
        ),
        _report_arguments,
    ),
    Command(
        "sql",
        "query traces with SQL",
        "Tables: "
        + ", ".join(LINES)
        + ".\nViews: cwnd (variables named cwnd_), wireless_packets (one "
        "row per packet, with its fate),\nnode_energy. nstrace schema TABLE explains the columns. "
        "With several files, the column file names\nthe trace of each row.",
        (
            'nstrace sql "SELECT type, count(*) FROM packets GROUP BY type" out.tr',
            'nstrace sql "SELECT fate, count(*) FROM wireless_packets GROUP BY fate" wireless.tr',
            'nstrace sql "SELECT node, min(energy) FROM node_energy GROUP BY node" wireless.tr',
            'nstrace sql "SELECT event, count(*) FROM packets GROUP BY event" out.nam',
            'nstrace sql "SELECT * FROM links" out.tr',
            'nstrace sql "SELECT file, max(value) FROM cwnd GROUP BY file" run*.tr',
            'nstrace sql "DESCRIBE packets" out.tr',
        ),
        _sql_arguments,
    ),
    Command(
        "metrics",
        "compute metrics: throughput, delay, loss, fairness, ...",
        "Every metric is an SQL file with its definition and source; --list shows them.\n"
        "In definitions, the run's period is the time from the first line about a packet to the "
        "last.",
        (
            "nstrace metrics out.tr",
            "nstrace metrics --metric throughput --metric fairness run*.tr",
            "nstrace metrics --metric delivery_ratio --metric routing_load wireless.tr",
            "nstrace metrics --metric rate_series wireless.tr      # second by second",
            "nstrace metrics --metric link_throughput out.nam",
            "nstrace metrics --metric link_utilisation --bandwidth 0-2=10e6 out.tr",
            "nstrace metrics --over-files --metric unique_throughput seed*.tr   # mean, interval",
            "nstrace metrics --type ack --metric delivery_ratio out.tr",
            "nstrace metrics --list",
        ),
        _metrics_arguments,
    ),
    Command(
        "head",
        "show the first rows of each table",
        "Show the first rows of each table, from the first few MiB of a trace.",
        (
            "nstrace head out.tr",
            "nstrace head -n 3 --table links out.tr",
            "nstrace head --table wireless wireless.tr",
            "nstrace head out.nam",
        ),
        _head_arguments,
    ),
    Command(
        "schema",
        "describe the columns of a table",
        "Describe each column of a table, or of all tables: unit, meaning, position in the line.",
        (
            "nstrace schema packets                # wired lines, and packets in nam traces",
            "nstrace schema wireless",
            "nstrace schema wireless_packets",
            "nstrace schema --format csv",
        ),
        _schema_arguments,
    ),
    Command(
        "validate",
        "count lines by format, and report those of unknown format",
        "Count lines by table and format. The exit status is 1 if a line is of unknown format. For "
        "stored\ntraces, all rows are read and checked.",
        (
            "nstrace validate out.tr",
            "nstrace validate out.parquet",
            "nstrace validate wireless.tr out.nam",
            "nstrace validate *.tr",
        ),
        _validate_arguments,
    ),
    Command(
        "bins",
        "count packets and bytes of each flow in time bins",
        "Packets and bytes sent, delivered, retransmitted and lost, and one-way delays, by flow "
        "and\nin bins of 0.1 s. Memory does not grow with the trace. `$ns flow-bins` gives the "
        "same rows.",
        (
            "nstrace bins out.tr -o bins.parquet   # nam, wireless: metrics --metric rate_series",
            "nstrace bins --width 1 run*.rec",
            "nstrace bins stored.parquet",
            "ns scenario.tcl | nstrace bins -",
        ),
        _bins_arguments,
    ),
)
