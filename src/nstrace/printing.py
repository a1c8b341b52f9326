"""Tables for people and for programs."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import pyarrow as pa
from rich.console import Console
from rich.table import Table

_WIDE: Final = 4000


def default_layout() -> str:
    """A table for people on a terminal, CSV for programs."""
    return "table" if sys.stdout.isatty() else "csv"


def print_rows(rows: pa.Table, layout: str, title: str = "") -> None:
    """Print rows on standard output.

    Args:
        layout: one of :data:`nstrace.names.LAYOUTS`; ``json`` is an object a line.
    """
    if layout == "table":
        print_table(rows.column_names, (list(row.values()) for row in _lines(rows)), title)
    elif layout == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(rows.column_names)
        for row in _lines(rows):
            writer.writerow(["" if value is None else value for value in row.values()])
    else:
        for row in _lines(rows):
            sys.stdout.write(json.dumps(row, default=str) + "\n")


def _lines(rows: pa.Table) -> Iterator[dict[str, Any]]:
    for batch in rows.to_batches(max_chunksize=4096):
        yield from batch.to_pylist()


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> None:
    """Print rows as a table on standard output; numbers stand on the right."""
    table = Table(title=title or None, title_justify="left", title_style="bold")
    listed = [list(row) for row in rows]
    for number, name in enumerate(columns):
        numeric = all(isinstance(row[number], int | float) or row[number] is None for row in listed)
        table.add_column(name, justify="right" if numeric and listed else "left", no_wrap=True)
    for row in listed:
        table.add_row(*map(_shown, row))
    # Into a file or pipe nothing is cut.
    width = None if sys.stdout.isatty() else _WIDE
    Console(width=width, highlight=False, markup=False).print(table)


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)
