"""Printing of rows as tables, CSV or JSON."""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, count
from math import isfinite
from typing import Any, Final

import pyarrow as pa
from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Table

from nstrace.consoles import OutputConsole
from nstrace.harmless import harmless

_WIDE: Final = 1 << 30
_LONGEST_WORD: Final = 32
_FRAME: Final = 3
"""Characters around a column: a line and two blanks; another line ends the table."""


def default_layout() -> str:
    """Return the default layout: a table on a terminal, else CSV."""
    return "table" if sys.stdout.isatty() else "csv"


def print_rows(rows: pa.Table | pa.RecordBatchReader, layout: str, title: str = "") -> None:
    """Print rows to standard output; CSV and JSON are streamed.

    Args:
        rows: the rows.
        layout: one of :data:`nstrace.names.LAYOUTS`; ``json`` prints an object per line, with null
            for infinite numbers and NaN. The others format values as DuckDB does.
        title: the title of a table.
    """
    columns = rows.schema.names
    if layout == "table":
        print_table(columns, list(_lines(rows, _as_duckdb_shows)), title)
    elif layout == "csv":
        lines_of_text = _lines(rows, _as_duckdb_shows)
        # Before the header, so that a query that fails at once prints nothing.
        first = next(lines_of_text, None)
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(columns)
        for row in chain([] if first is None else [first], lines_of_text):
            writer.writerow(["" if value is None else value for value in row])
    else:
        keys = _different(columns)
        for row in _lines(rows):
            named = _in_json(dict(zip(keys, row, strict=True)))
            sys.stdout.write(json.dumps(named, default=str, allow_nan=False) + "\n")


def _different(names: Sequence[str]) -> list[str]:
    """Return names without duplicates, numbering repetitions: ``time_ns``, ``time_ns_1``."""
    found: list[str] = []
    for name in names:
        others = (f"{name}_{number}" for number in count(1))
        found.append(next(it for it in chain([name], others) if it not in found))
    return found


_SHOWN_OTHERWISE: Final = (
    pa.types.is_boolean,
    pa.types.is_nested,
    pa.types.is_interval,
    pa.types.is_binary,
)
"""Types whose values Python formats differently from DuckDB."""


def _as_duckdb_shows(rows: pa.Table) -> pa.Table:
    """Convert columns that Python formats differently from DuckDB to text."""
    odd = [
        place
        for place, kind in enumerate(rows.schema.types)
        if any(is_such(kind) for is_such in _SHOWN_OTHERWISE)
    ]
    if not odd:
        return rows
    # Imported only for such values.
    import duckdb

    with duckdb.connect() as connection:
        connection.register("odd", rows.select(odd))
        texts = connection.table("odd").select("CAST(COLUMNS(*) AS VARCHAR)").to_arrow_table()
    for place, text in zip(odd, texts.columns, strict=True):
        rows = rows.set_column(place, rows.column_names[place], text)
    return rows


def _in_json(value: object) -> object:
    """Convert a value to JSON types: decimals to numbers, infinities and NaN to null."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, float) and not isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _in_json(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_in_json(each) for each in value]
    return value


def _lines(
    rows: pa.Table | pa.RecordBatchReader, shown: Callable[[pa.Table], pa.Table] = lambda it: it
) -> Iterator[tuple[Any, ...]]:
    """Yield the values of each row by position, since a join may have duplicate column names."""
    for batch in rows.to_reader() if isinstance(rows, pa.Table) else rows:
        for part in shown(pa.Table.from_batches([batch])).to_batches(max_chunksize=4096):
            yield from zip(*(column.to_pylist() for column in part.columns), strict=True)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> None:
    """Print rows as a table to standard output, with numbers aligned right.

    If the terminal is too narrow, headers and texts wrap, and columns that don't fit are printed as
    further tables below. Nothing is truncated.
    """
    listed = [list(row) for row in rows]
    # In a file or pipe, each row is one line.
    width = Console().width if sys.stdout.isatty() else _WIDE
    for part in in_width(columns, listed, width):
        _print_part(part, columns, listed, title)
        title = ""


@dataclass(frozen=True)
class Part:
    """Some columns of a table, and their widths in characters."""

    places: list[int]
    widths: list[int]

    @property
    def total(self) -> int:
        """The total width, including lines."""
        return sum(self.widths) + _FRAME * len(self.widths) + 1


def in_width(columns: Sequence[str], rows: Sequence[Sequence[Any]], width: int) -> list[Part]:
    """Split a table into parts that fit in ``width`` characters; each has the first column.

    Text wraps at blanks, or after :data:`_LONGEST_WORD` characters; numbers never wrap.
    """
    columns = [harmless(name) for name in columns]
    whole = [_width(name, rows, place, str.splitlines) for place, name in enumerate(columns)]
    all_places = list(range(len(columns)))
    if Part(all_places, whole).total <= width or not columns:
        return [Part(all_places, whole)]
    least = [_width(name, rows, place, _words) for place, name in enumerate(columns)]
    groups: list[list[int]] = [[0]]
    for place in all_places[1:]:
        wider = [*groups[-1], place]
        if len(wider) > 2 and Part(wider, [least[each] for each in wider]).total > width:
            wider = [0, place]
            groups.append(wider)
        groups[-1] = wider
    return [
        Part(
            group, _shared([least[each] for each in group], [whole[each] for each in group], width)
        )
        for group in groups
    ]


def _shared(least: list[int], whole: list[int], width: int) -> list[int]:
    """Distribute the remaining width, one character at a time to the column that lacks most."""
    widths = list(least)
    for _ in range(width - Part([], least).total):
        lacking = [all_of - has for all_of, has in zip(whole, widths, strict=True)]
        if max(lacking) <= 0:
            break
        widths[lacking.index(max(lacking))] += 1
    return widths


def _width(
    name: str, rows: Sequence[Sequence[Any]], place: int, pieces: Callable[[str], list[str]]
) -> int:
    """Return the width in characters of the longest piece of a column; numbers are not split."""
    found = pieces(name)
    for row in rows:
        shown = _shown(row[place])
        found += [shown] if isinstance(row[place], int | float) else pieces(shown)
    return max(map(cell_len, found), default=1)


def _words(text: str) -> list[str]:
    return [word[:_LONGEST_WORD] for word in text.split()]


def _print_part(
    part: Part, columns: Sequence[str], rows: Sequence[Sequence[Any]], title: str
) -> None:
    table = Table(title=title or None, title_justify="left", title_style="bold")
    for place, width in zip(part.places, part.widths, strict=True):
        numeric = all(isinstance(row[place], int | float) or row[place] is None for row in rows)
        justify: JustifyMethod = "right" if numeric and rows else "left"
        name = harmless(columns[place])
        table.add_column(name, justify=justify, width=width, overflow="fold")
    for row in rows:
        table.add_row(*(_shown(row[place]) for place in part.places))
    # An even narrower terminal wraps the lines itself.
    width = max(part.total, cell_len(title))
    OutputConsole(width=width, highlight=False, markup=False).print(table)


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    return harmless(str(value))
