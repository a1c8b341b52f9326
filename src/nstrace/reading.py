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
    """A trace's tables.

    Attributes:
        tables: those that have rows, by name; columns in :data:`nstrace.schemas.SCHEMAS`.
    """

    def __init__(self, tables: dict[str, pa.Table]) -> None:
        self.tables = tables

    def arrow(self, table: str) -> pa.Table:
        """A table, possibly without rows.

        Raises:
            NstraceError: if there is no table of that name.
        """
        if table not in SCHEMAS:
            raise NstraceError(f"no table {table!r}; there are {', '.join(SCHEMAS)}")
        return self.tables.get(table, SCHEMAS[table].empty_table())

    def polars(self, table: str) -> "pl.DataFrame":
        """The same as a Polars frame; numbers are shared, not copied."""
        # A fifth of a second, for those who ask for it.
        import polars as pl

        frame = pl.from_arrow(self.arrow(table))
        assert isinstance(frame, pl.DataFrame)
        return frame

    def duckdb(self) -> "duckdb.DuckDBPyConnection":
        """A connection of its own with a view for each table, and :data:`nstrace.views.VIEWS`."""
        import duckdb

        connection = duckdb.connect()
        for name in SCHEMAS:
            connection.register(name, self.arrow(name))
        make_views(connection, view_queries("temp"))
        return connection

    def metrics(self, *names: str) -> pa.Table:
        """Metrics, or all of them: rows of metric, subject, value, unit.

        Connections that share a flow id are told apart by their addresses. A value that can't be
        known, since the trace is of a part of the network, has no row: :meth:`summary` says why.
        Metrics that give more than single values are asked by :meth:`metric_rows`.

        Raises:
            NstraceError: if there is no metric of that name, or it gives no single values.
        """
        from nstrace.asking import costly_made_once
        from nstrace.coverage import flows_of, only_known
        from nstrace.metrics.compute import compute

        with _as_run(self) as connection, costly_made_once(connection):
            rows = only_known(compute(connection, names or None), flows_of(connection))
        return rows.drop_columns(["run_id"])

    def metric_rows(self, name: str) -> pa.Table:
        """The rows of a metric with columns of its own, such as ``rate_series``.

        Raises:
            NstraceError: if there is no metric of that name.
        """
        from nstrace.asking import costly_made_once
        from nstrace.metrics.compute import compute_series

        with _as_run(self) as connection, costly_made_once(connection):
            rows = compute_series(connection, name)
        return rows.drop_columns(["run_id"])

    def summary(self) -> "Summary":
        """What it spans, how each flow fared, and what can't be known of that."""
        from nstrace.summary import summarise

        with _as_run(self) as connection:
            return summarise(connection)


def _as_run(trace: Trace) -> "duckdb.DuckDBPyConnection":
    """A connection in which every table has the column ``run_id``, as metrics want it."""
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
    # Each part has dictionaries of its own; those who share a table want one.
    return Trace(
        {
            name: pa.Table.from_batches(batches).unify_dictionaries()
            for name, batches in parts.items()
        }
    )


def first_rows(path: Path | str) -> dict[str, pa.RecordBatch]:
    """The first rows of the tables that a trace, text or stored, has or starts with.

    Errors: see :func:`read`.
    """
    if not is_stored(Path(path)):
        block = next(iter(scan(path)), None)
        return block.tables if block else {}
    stored = open_stored(Path(path))
    return {name: next(stored.batches(name)) for name, rows in stored.contents.rows.items() if rows}


def is_stored(path: Path) -> bool:
    """Is this a trace that was converted, by its name?"""
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
