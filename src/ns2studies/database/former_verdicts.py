"""Translate verdicts of versions before 1.0, which archives and older databases contain."""

from typing import TYPE_CHECKING, Final

from ns2studies.basics.sql import current_database, tables_of
from ns2studies.database import SQL

if TYPE_CHECKING:
    import duckdb

_FORMER: Final = {"comparison": "former_cells", "claims": "former_claims"}
"""Tables with verdicts, each with the query that translates them."""


def translate_verdicts(connection: "duckdb.DuckDBPyConnection") -> None:
    """Replace former verdicts by the present ones in the tables of results that exist."""
    there = tables_of(connection, current_database(connection))
    for table, query in _FORMER.items():
        for name in there.keys() & {table, f"reference_{table}"}:
            connection.execute(SQL[query].replace(table, name))
