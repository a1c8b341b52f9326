"""Queries that need common relations of the metrics, besides the metrics themselves."""

from contextlib import closing
from typing import Any

import duckdb

from nstrace.metrics.catalogue import Metric, catalogue, required
from nstrace.metrics.compute import queries


def asked(
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
