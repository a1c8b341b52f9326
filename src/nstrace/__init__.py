"""Any ns-2 trace as typed tables.

:func:`read` takes a whole trace into memory, for pyarrow, Polars and DuckDB; :func:`scan` goes
through a trace of any size in bounded memory; :func:`convert` stores it::

    trace = nstrace.read("out.tr")
    trace.polars("packets").filter(pl.col("event") == "d")
    trace.duckdb().sql("SELECT flow, count(*) FROM packets WHERE event = 'r' GROUP BY flow")

    for block in nstrace.scan("huge.tr.gz"):
        block.tables["packets"]  # a pyarrow.RecordBatch

    nstrace.convert("out.tr", Path("out.parquet"))
"""

from nstrace.converting import convert, convert_to_folder, export_text, open_stored
from nstrace.errors import NstraceError, QueryError, StoredTraceError, TraceError
from nstrace.reading import Trace, read
from nstrace.scanning import Block, scan
from nstrace.schemas import SCHEMAS

__version__ = "0.1.0"

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
