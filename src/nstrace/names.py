"""Names that users read and type: of tables, and of forms to store and to print them in.

Apart from the code behind them, so that the command line is there at once: nothing here needs
one of the large libraries.
"""

from typing import Final

from nstrace import _native

TABLES: Final = tuple(_native.empty_tables())
"""Every table that a trace becomes; see :mod:`nstrace.schemas`."""

REJECTS: Final = "rejects"
KEPT: Final = "kept"
LINE_ENDS: Final = "line_ends"

ASIDE: Final = (KEPT, LINE_ENDS)
"""Tables whose rows stand beside other rows, and don't count as lines."""

LINES: Final = tuple(name for name in TABLES if name not in ASIDE)
"""Tables in which each row is a line."""

TEXT: Final = ".tr"

FORMATS: Final = {
    ".parquet": "Parquet",
    ".arrow": "Arrow IPC",
    ".duckdb": "DuckDB",
    TEXT: "text, as ns-2 writes it",
}
"""What a trace can be stored as, by the end of the file's name."""

STORED: Final = tuple(suffix for suffix in FORMATS if suffix != TEXT)
"""Ends of the names of stored traces; whatever else is read as text."""

LAYOUTS: Final = ("table", "csv", "json")
"""How rows can be printed."""
