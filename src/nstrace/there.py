"""Which tables and views a DuckDB connection has."""

from dataclasses import dataclass

import duckdb

from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


@dataclass(frozen=True)
class There:
    """Names, in small letters, of what a query can ask for by its name alone.

    Attributes:
        named: of all tables and views.
        temporary: of those that only this connection has.
    """

    named: frozenset[str]
    temporary: frozenset[str]


def there(connection: duckdb.DuckDBPyConnection) -> There:
    """What there is; one look is as quick as asking for a single name."""
    rows = connection.execute(_SQL["relations"]).fetchall()
    return There(
        frozenset(name for name, _ in rows),
        frozenset(name for name, temporary in rows if temporary),
    )
