"""The command ``nstrace bins``."""

import argparse
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from nstrace.arguments import Command, add_threads
from nstrace.progress import reading_bar
from nstrace.scanning import Progress


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="traces, stored ones too; - for stdin"
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
        help="how long a bin is (default: 0.1 s)",
    )
    add_threads(parser)


def _width_us(text: str) -> int:
    try:
        width_us = round(float(text) * 1e6)
    except (ValueError, OverflowError):
        width_us = 0
    if not 1 <= width_us <= 10**15:
        raise argparse.ArgumentTypeError(f"expected seconds, 0.000001 or more, found {text!r}")
    return width_us


def _run(arguments: argparse.Namespace) -> int:
    from nstrace.bins import write_bins

    with reading_bar() as progress:
        rows = _rows(arguments, progress)
        if arguments.output:
            write_bins(rows, arguments.output)
        else:
            sys.stdout.buffer.writelines(rows)
    return 0


def _rows(arguments: argparse.Namespace, progress: Progress) -> Iterator[bytes]:
    """The rows of all files; if there are several, a column says which one."""
    several = len(arguments.files) > 1
    return chain.from_iterable(
        _rows_of(name, arguments, progress, several, header=place == 0)
        for place, name in enumerate(arguments.files)
    )


def _rows_of(
    name: str, arguments: argparse.Namespace, progress: Progress, several: bool, header: bool
) -> Iterator[bytes]:
    from nstrace.bins import FlowBins, with_column

    bins = FlowBins(name, width_us=arguments.width, threads=arguments.threads, progress=progress)
    yield from with_column(bins.rows(), "file", name, header) if several else bins.rows()
    if bins.ignored:
        print(
            f"nstrace: {name}: some packets don't count: no node can be told from their "
            "addresses, which are of several levels",
            file=sys.stderr,
        )


BINS: Final = Command(
    "bins",
    "count what each flow did in each piece of time",
    "Packets and bytes sent, delivered, retransmitted and lost, and one-way delays, by flow and\n"
    "by bins of 0.1 s. Memory does not grow with the trace. `$ns flow-bins` gives the same rows.",
    (
        "nstrace bins out.tr -o bins.parquet",
        "nstrace bins --width 1 run*.rec",
        "nstrace bins stored.parquet",
        "ns scenario.tcl | nstrace bins -",
    ),
    _arguments,
    _run,
)
