"""Names that users read and type: of tables, stored formats and printed layouts.

This module imports no large library, so that the command line starts at once.
"""

from typing import Final

from nstrace import _native

TABLES: Final = tuple(_native.empty_tables())
"""All tables of a trace; see :mod:`nstrace.schemas`."""

REJECTS: Final = "rejects"
KEPT: Final = "kept"
LINE_ENDS: Final = "line_ends"

ASIDE: Final = (KEPT, LINE_ENDS)
"""Tables whose rows supplement those of others, and don't count as lines."""

LINES: Final = tuple(name for name in TABLES if name not in ASIDE)
"""Tables in which each row is a line."""

TEXT: Final = ".tr"

FORMATS: Final = {
    ".parquet": "Parquet",
    ".arrow": "Arrow IPC",
    ".duckdb": "DuckDB",
    TEXT: "text, as ns-2 writes it",
}
"""The formats in which a trace can be stored, by suffix."""

STORED: Final = tuple(suffix for suffix in FORMATS if suffix != TEXT)
"""Suffixes of stored traces; other files are read as text."""

LAYOUTS: Final = ("table", "csv", "json")
"""The layouts in which rows can be printed."""
