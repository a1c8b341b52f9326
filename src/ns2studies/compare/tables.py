"""What a comparison reads of a study's results: tables and columns of the results database.

Whatever a set of results is stored in, its tables are copied under these names into a schema of a
database in memory, so that the queries know nothing of where they come from.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import columns_of, identifier

if TYPE_CHECKING:
    import duckdb

_TEXT, _REAL, _WHOLE, _TRUTH = "VARCHAR", "DOUBLE", "BIGINT", "BOOLEAN"

COLUMNS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({
    "estimates": {
        "scenario": _TEXT, "metric": _TEXT, "subject": _TEXT, "n": _WHOLE, "mean": _REAL,
        "deviation": _REAL, "is_exact": _TRUTH, "ci_low": _REAL, "ci_high": _REAL, "unit": _TEXT,
    },
    "comparison": {
        "item": _TEXT, "row": _TEXT, "column": _TEXT, "ours": _REAL, "unit": _TEXT,
        "verdict": _TEXT, "published_text": _TEXT, "position": _WHOLE,
    },
    "claims": {
        "claim": _TEXT, "statement": _TEXT, "verdict": _TEXT, "evidence": _TEXT, "sql": _TEXT,
        "query_digest": _TEXT, "asked_tables": _TEXT,
    },
    "studies": {"configuration": _TEXT},
    "scenarios": {"scenario": _TEXT, "parameters": _TEXT},
    "runs": {
        "run_id": _TEXT, "scenario": _TEXT, "seed": _WHOLE, "fingerprint": _TEXT,
        "ns_source": _TEXT, "ns_sha256": _TEXT, "tcl_digest": _TEXT, "code_digest": _TEXT,
    },
    "metrics": {
        "scenario": _TEXT, "seed": _WHOLE, "metric": _TEXT, "subject": _TEXT, "value": _REAL,
    },
    "metric_definitions": {"metric": _TEXT, "title": _TEXT, "range": _TEXT, "sql": _TEXT},
})  # fmt: skip
"""Columns that are read, by table, with their types; most tables also have a column ``study``."""

_NEEDED: Final[Mapping[str, Collection[str]]] = MappingProxyType({
    "estimates": ("scenario", "metric", "subject", "n", "mean", "is_exact", "ci_low", "ci_high"),
    "comparison": ("item", "row", "column", "verdict"),
    "claims": ("claim", "verdict"),
})  # fmt: skip
"""Tables and columns without which nothing is compared; without others, less is said."""


def copy_tables(
    connection: "duckdb.DuckDBPyConnection",
    schema: str,
    relations: Mapping[str, str],
    study: str,
    place: str,
) -> None:
    """Copy a study's rows into a schema of a database.

    Args:
        relations: what gives the rows of each table that there is: a name or a call of SQL.
        place: where the tables are; for messages.

    Raises:
        ResultError: if a table or column is missing that nothing can be compared without.
    """
    connection.execute(f"CREATE SCHEMA {schema}")
    for table, columns in COLUMNS.items():
        found = columns_of(connection, relations[table]) if table in relations else []
        for column in _NEEDED.get(table, ()):
            if column not in found:
                raise ResultError(
                    f"{place}: its table {table} has no column {column}",
                    "It was made by another version of this program, or isn't a set of results.",
                )
        chosen = ", ".join(
            f"CAST({identifier(name) if name in found else 'NULL'} AS {kind}) AS {identifier(name)}"
            for name, kind in columns.items()
        )
        source = relations[table] if found else "range(0)"
        # Definitions of metrics, which studies share, belong to none.
        condition, values = (" WHERE study = $study", {"study": study})
        if "study" not in found:
            condition, values = "", {}
        connection.execute(
            f"CREATE TABLE {schema}.{table} AS SELECT {chosen} FROM {source}{condition}", values
        )
