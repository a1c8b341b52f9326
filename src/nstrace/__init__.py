"""Any ns-2 trace as typed tables.

:func:`read` takes a whole trace into memory, for pyarrow, Polars and DuckDB; :func:`scan` goes
through a trace of any size in bounded memory; :func:`convert` stores it::

    trace = nstrace.read("out.tr")
    trace.polars("packets").filter(pl.col("event") == "d")
    trace.duckdb().sql("SELECT flow, count(*) FROM packets WHERE event = 'r' GROUP BY flow")

    for block in nstrace.scan("huge.tr.gz"):
        block.tables["packets"]  # a pyarrow.RecordBatch

    nstrace.convert("out.tr", "out.parquet")
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nstrace.converting import convert, convert_to_folder, export_text, open_stored
    from nstrace.errors import NstraceError, QueryError, StoredTraceError, TraceError
    from nstrace.reading import Trace, read
    from nstrace.scanning import Block, scan
    from nstrace.schemas import SCHEMAS

__version__ = "1.0.0"

__all__ = [
    "SCHEMAS",
    "Block",
    "NstraceError",
    "QueryError",
    "StoredTraceError",
    "Trace",
    "TraceError",
    "convert",
    "convert_to_folder",
    "export_text",
    "open_stored",
    "read",
    "scan",
]

_HOMES = {
    "converting": ("convert", "convert_to_folder", "export_text", "open_stored"),
    "errors": ("NstraceError", "QueryError", "StoredTraceError", "TraceError"),
    "reading": ("Trace", "read"),
    "scanning": ("Block", "scan"),
    "schemas": ("SCHEMAS",),
}
"""The modules that define the names above. They are imported on first use: most need pyarrow, which
would delay commands such as ``--help``."""


if not TYPE_CHECKING:  # a type checker knows the names and should report all others

    def __getattr__(name: str) -> object:
        for module, names in _HOMES.items():
            if name in names:
                value = getattr(import_module(f"{__name__}.{module}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
