"""The command ``nstrace schema``."""

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pyarrow as pa

from nstrace.errors import NstraceError
from nstrace.printing import default_layout, print_rows
from nstrace.schemas import SCHEMAS

COLUMNS: Final = Path(__file__).parents[1] / "columns.csv"
"""Table, column, unit, meaning and origin of each column; ``*`` stands for any table."""


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    rows = pa.Table.from_pylist(list(explained(arguments.table)))
    print_rows(rows, arguments.format or default_layout(), title=arguments.table or "")
    return 0


def explained(table: str | None) -> Iterator[dict[str, str]]:
    """Yield unit, meaning and origin of each column of a table, or of all tables, in order.

    Raises:
        NstraceError: if there is no table of that name.
    """
    with COLUMNS.open(encoding="utf-8", newline="") as file:
        known = {(row["table"], row["column"]): row for row in csv.DictReader(file)}
    tables = _columns(known)
    if table is not None and table not in tables:
        raise NstraceError(f"unknown table {table!r}", f"Tables: {', '.join(tables)}.")
    for name in [table] if table else tables:
        for column in tables[name]:
            row = known.get((name, column)) or known["*", column]
            yield ({} if table else {"table": name}) | {key: row[key] for key in list(row)[1:]}


def _columns(known: dict[tuple[str, str], dict[str, str]]) -> dict[str, list[str]]:
    """Return the columns of each table, and the documented columns of each view."""
    tables = {name: list(schema.names) for name, schema in SCHEMAS.items()}
    for table, column in known:
        if table != "*" and table not in SCHEMAS:
            tables.setdefault(table, []).append(column)
    return tables
