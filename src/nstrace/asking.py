"""Queries that need common relations of the metrics, besides the metrics themselves."""

from contextlib import AbstractContextManager, closing
from typing import Any, Final

import duckdb

from nstrace.metrics.catalogue import Metric, catalogue, required
from nstrace.metrics.compute import made_once, queries

_COSTLY: Final = ("address_nodes", "bare_packets", "connections", "overheard")
"""Relations that take long to make, are small, and are asked for again and again."""


def costly_made_once(connection: duckdb.DuckDBPyConnection) -> AbstractContextManager[None]:
    """Let metrics, what flows tell and notes on the same traces make nothing of this twice."""
    return made_once(connection, _COSTLY)


def query_rows(
    connection: duckdb.DuckDBPyConnection, needs: tuple[str, ...], sql: str
) -> list[tuple[Any, ...]]:
    """The rows of a query that needs common relations of the metrics.

    Args:
        connection: its tables need the column ``run_id``.
        needs: their names.
        sql: the query.
    """
    common = catalogue().common
    relations = tuple(common[name] for name in required(needs, common))
    with closing(
        queries(connection, [Metric("", "", "", "", "", "", needs, sql, relations)])
    ) as made:
        _, query = next(made)
        return connection.execute(query).fetchall()
