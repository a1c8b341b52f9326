"""Queries other than metrics that need the metrics' common relations."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Final

import duckdb

from nstrace.metrics.catalogue import Metric, catalogue, required
from nstrace.metrics.compute import made_once, queries
from nstrace.sql_files import SqlFiles
from nstrace.there import there

_SQL = SqlFiles.beside(__file__)

COSTLY: Final = ("address_nodes", "bare_packets", "connections", "overheard", "unsized_packets")
"""Relations that are costly to compute, small, and used repeatedly."""


@contextmanager
def costly_made_once(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Compute costly relations once for all queries within a ``with`` block.

    In runs without other lines about packets, nam lines of wireless nodes count as wireless lines.
    """
    with made_once(connection, ("nam_packets",)):
        _count_nam(connection)
    with made_once(connection, COSTLY):
        yield


def _count_nam(connection: duckdb.DuckDBPyConnection) -> None:
    if "nam_wireless" in there(connection).named:
        return
    if any(in_the_air for _, in_the_air, _ in connection.execute(_SQL["only_nam"]).fetchall()):
        connection.execute(_SQL["nam_wireless"])
        connection.execute(_SQL["wireless_with_nam"])


def query_rows(
    connection: duckdb.DuckDBPyConnection, needs: tuple[str, ...], sql: str
) -> list[tuple[Any, ...]]:
    """Return the rows of a query that needs common relations of the metrics.

    Args:
        connection: a database whose tables have the column ``run_id``.
        needs: the names of the relations.
        sql: the query.
    """
    common = catalogue().common
    relations = tuple(common[name] for name in required(needs, common))
    with closing(
        queries(connection, [Metric("", "", "", "", "", "", needs, sql, relations)])
    ) as made:
        _, query = next(made)
        return connection.execute(query).fetchall()
