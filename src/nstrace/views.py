"""Views that every database of traces has in addition to the tables."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from nstrace.metrics.catalogue import catalogue, required

if TYPE_CHECKING:
    import duckdb

_PARTS: Final = {"cwnd": "SELECT * EXCLUDE (variable) FROM variables WHERE variable = 'cwnd_'"}
"""Queries of views that are parts of tables, by name."""

_COMMON: Final = ("wireless_packets", "node_energy", "nam_packets")
"""Common relations of the metrics that are useful on their own."""

_ASKED: Final = ("packets", "wireless", "energy", "nam")
"""The tables that these relations need."""

VIEWS: Final = (*_PARTS, *_COMMON)


def make_views(connection: "duckdb.DuckDBPyConnection", queries: Iterable[tuple[str, str]]) -> None:
    """Create a view for each name and query."""
    for name, query in queries:
        connection.execute(f"CREATE VIEW {name} AS {query}")


def view_queries(schema: str, run_column: str | None = None) -> Iterator[tuple[str, str]]:
    """Yield the name of each view and its query.

    Args:
        schema: the schema of the tables, such as ``main``.
        run_column: the tables' column with the trace of a row, if they have one.
    """
    yield from _PARTS.items()
    common = catalogue().common
    run = run_column or "''"
    tables = [f"{table} AS (SELECT *, {run} AS run_id FROM {schema}.{table})" for table in _ASKED]
    shown = f"* RENAME (run_id AS {run_column})" if run_column else "* EXCLUDE (run_id)"
    for name in _COMMON:
        made = [f"{part} AS ({common[part].sql})" for part in required([name], common)]
        yield name, f"WITH {', '.join(tables + made)} SELECT {shown} FROM {name}"
