"""Whole traces in memory, for pyarrow, Polars and DuckDB."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from nstrace.converting import open_stored
from nstrace.errors import NstraceError
from nstrace.names import STORED
from nstrace.scanning import Progress, scan
from nstrace.schemas import SCHEMAS
from nstrace.views import make_views, view_queries
from nstrace.workers import require_threads

if TYPE_CHECKING:
    import duckdb
    import polars as pl

    from nstrace.summary import Summary


class Trace:
    """A trace in memory.

    Attributes:
        tables: the tables that have rows, by name; see :data:`nstrace.schemas.SCHEMAS` for their
            columns.
    """

    def __init__(self, tables: dict[str, pa.Table]) -> None:
        self.tables = tables

    def arrow(self, table: str) -> pa.Table:
        """Return a table, possibly without rows.

        Raises:
            NstraceError: if there is no table of that name.
        """
        if table not in SCHEMAS:
            raise NstraceError(f"unknown table {table!r}", f"Tables: {', '.join(SCHEMAS)}.")
        return self.tables.get(table, SCHEMAS[table].empty_table())

    def polars(self, table: str) -> "pl.DataFrame":
        """Return a table as a Polars data frame; numbers are not copied."""
        # Imported on demand, since it takes a fifth of a second.
        import polars as pl

        frame = pl.from_arrow(self.arrow(table))
        assert isinstance(frame, pl.DataFrame)
        return frame

    def duckdb(self) -> "duckdb.DuckDBPyConnection":
        """Return a new connection with a view for each table, and :data:`nstrace.views.VIEWS`."""
        import duckdb

        connection = duckdb.connect()
        for name in SCHEMAS:
            connection.register(name, self.arrow(name))
        make_views(connection, view_queries("temp"))
        return connection

    def metrics(self, *names: str) -> pa.Table:
        """Compute metrics, by default all: rows of metric, subject, value, unit.

        Connections that share a flow id are distinguished by their addresses. A value that can't be
        known, since the trace covers only a part of the network, has no row: see the notes of
        :meth:`summary`. For metrics that are series, see :meth:`metric_rows`.

        Raises:
            NstraceError: if there is no metric of a given name, or it is a series.
        """
        from nstrace.asking import costly_made_once
        from nstrace.coverage import flows_of, only_known
        from nstrace.metrics.compute import compute

        with _as_run(self) as connection, costly_made_once(connection):
            rows = only_known(compute(connection, names or None), flows_of(connection))
        return rows.drop_columns(["run_id"])

    def metric_rows(self, name: str) -> pa.Table:
        """Compute a metric that is a series, with its own columns, such as ``rate_series``.

        Raises:
            NstraceError: if there is no metric of that name.
        """
        from nstrace.asking import costly_made_once
        from nstrace.metrics.compute import compute_series

        with _as_run(self) as connection, costly_made_once(connection):
            rows = compute_series(connection, name)
        return rows.drop_columns(["run_id"])

    def summary(self) -> "Summary":
        """Summarize the trace: facts, a row for each flow, and notes on what can't be known."""
        from nstrace.summary import summarise

        with _as_run(self) as connection:
            return summarise(connection)


def _as_run(trace: Trace) -> "duckdb.DuckDBPyConnection":
    """Return a connection with the column ``run_id`` in every table, as metrics need it."""
    import duckdb

    connection = duckdb.connect()
    for name in SCHEMAS:
        connection.register(f"{name}_of_run", trace.arrow(name))
        connection.execute(f"CREATE VIEW {name} AS SELECT *, 'trace' AS run_id FROM {name}_of_run")
    return connection


def read(
    path: Path | str,
    *,
    threads: int = 1,
    strict: bool = False,
    progress: Progress = lambda _: None,
) -> Trace:
    """Read a trace, text or stored, into memory: about 90 bytes for each packet line.

    Args and errors: see :func:`nstrace.scan`; for stored traces :func:`nstrace.open_stored`.
    """
    require_threads(threads)
    parts: dict[str, list[pa.RecordBatch]] = {}
    for table, batch in _batches(Path(path), threads, strict, progress):
        parts.setdefault(table, []).append(batch)
    # Batches have separate dictionaries; a table needs a common one.
    return Trace(
        {
            name: pa.Table.from_batches(batches).unify_dictionaries()
            for name, batches in parts.items()
        }
    )


def first_rows(path: Path | str) -> dict[str, pa.RecordBatch]:
    """Return the first rows of each table, of a text trace those in its first block.

    Errors: see :func:`read`.
    """
    if not is_stored(Path(path)):
        block = next(iter(scan(path)), None)
        return block.tables if block else {}
    stored = open_stored(Path(path))
    return {name: next(stored.batches(name)) for name, rows in stored.contents.rows.items() if rows}


def is_stored(path: Path) -> bool:
    """Return whether a path is that of a stored trace, by its suffix, or is a folder."""
    return path.suffix in STORED or path.is_dir()


def _batches(
    path: Path, threads: int, strict: bool, progress: Progress
) -> Iterable[tuple[str, pa.RecordBatch]]:
    if is_stored(path):
        stored = open_stored(path)
        for table, rows in stored.contents.rows.items():
            if rows:
                for batch in stored.batches(table):
                    yield table, batch
        return
    for block in scan(path, threads=threads, strict=strict, progress=progress):
        yield from block.tables.items()
