"""The tables and views of a DuckDB connection."""

from dataclasses import dataclass

import duckdb

from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


@dataclass(frozen=True)
class There:
    """Lower-case names of relations that a query can use without qualification.

    Attributes:
        named: names of all tables and views.
        temporary: names of those that only this connection has.
    """

    named: frozenset[str]
    temporary: frozenset[str]


def there(connection: duckdb.DuckDBPyConnection) -> There:
    """Return all relations of a connection; this is as fast as a query for a single one."""
    rows = connection.execute(_SQL["relations"]).fetchall()
    return There(
        frozenset(name for name, _ in rows),
        frozenset(name for name, temporary in rows if temporary),
    )
