"""The command ``nstrace bins``."""

import argparse
import sys
from collections.abc import Iterator
from itertools import chain

from nstrace.bins import FlowBins, with_column, write_bins
from nstrace.outputs import file_at, stream_at
from nstrace.progress import reading_bar
from nstrace.scanning import Progress


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    with reading_bar() as progress:
        rows = _rows(arguments, progress)
        stream = stream_at(arguments.output)
        if stream is None:
            write_bins(rows, file_at(arguments.output))
        else:
            with stream as output:
                output.writelines(rows)
    return 0


def _rows(arguments: argparse.Namespace, progress: Progress) -> Iterator[bytes]:
    """Yield the rows of all files as CSV; with several files, in a first column ``file``."""
    several = len(arguments.files) > 1
    return chain.from_iterable(
        _rows_of(name, arguments, progress, several, header=place == 0)
        for place, name in enumerate(arguments.files)
    )


def _rows_of(
    name: str, arguments: argparse.Namespace, progress: Progress, several: bool, header: bool
) -> Iterator[bytes]:
    bins = FlowBins(
        name,
        width_us=arguments.width,
        threads=arguments.threads,
        allow_rejects=arguments.allow_rejects,
        progress=progress,
    )
    yield from with_column(bins.rows(), "file", name, header) if several else bins.rows()
    for note in bins.notes:
        print(f"nstrace: {name}: {note}", file=sys.stderr)
