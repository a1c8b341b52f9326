"""The results database: the studies' own databases put together in one file.

Each study's results lie in a file of their own (:mod:`ns2studies.results.study_database`), so
that a change of one study leaves those of the others as they are. Here their rows become the
rows of one table each; nothing is computed again.
"""

from collections.abc import Collection, Sequence
from pathlib import Path

import duckdb

from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import attach, columns_of, identifier
from ns2studies.results.building import new_database, run_sql, trace_views
from ns2studies.results.described import REMEDY, require_whole
from ns2studies.results.queries import SQL

POINTS = "points"
"""The one view that does not show the rows of runs' traces."""


def build_database(
    results: Path, parts: Sequence[Path], target: Path, only: Collection[str] = ()
) -> None:
    """Put the studies' databases together.

    Args:
        parts: in the order in which their rows follow each other; one for each study.
        only: the tables that are wanted; if none is named, all of them, and all views.

    Raises:
        ResultError: if one of them is missing or damaged.
    """
    with new_database(target) as connection:
        tables: dict[str, list[str]] = {}
        views: set[str] = set()
        for number, part in enumerate(parts):
            name = f"part{number}"
            _attach(connection, part, name)
            for table, is_view in _relations(connection, part, name):
                if is_view:
                    views.add(table)
                elif not only or table in only:
                    tables.setdefault(table, []).append(name)
        for table, names in sorted(tables.items()):
            _copy(connection, table, names)
        for number in range(len(parts)):
            connection.execute(f"DETACH part{number}")
        if not only:
            _create_views(connection, results, views)


def _create_views(
    connection: duckdb.DuckDBPyConnection, results: Path, views: Collection[str]
) -> None:
    run_sql(connection, POINTS)
    trace_views(connection, results, sorted(set(views) - {POINTS}))


def _attach(connection: duckdb.DuckDBPyConnection, part: Path, name: str) -> None:
    require_whole(part)
    try:
        attach(connection, part, name)
    except duckdb.Error as error:
        raise ResultError(f"{part}: {str(error).splitlines()[0]}", REMEDY) from error


def _relations(
    connection: duckdb.DuckDBPyConnection, part: Path, name: str
) -> list[tuple[str, bool]]:
    """Names of the tables and views of a study's database, and which of them are views."""
    try:
        rows = connection.execute(SQL["relations"], {"name": name}).fetchall()
    except duckdb.Error as error:
        raise ResultError(f"{part}: {str(error).splitlines()[0]}") from error
    return [(str(table), bool(is_view)) for table, is_view in rows]


def _copy(connection: duckdb.DuckDBPyConnection, table: str, names: Sequence[str]) -> None:
    """All rows that the studies have of a table; rows that several share appear once."""
    columns = columns_of(connection, f"{names[0]}.{identifier(table)}")
    rows = " UNION ALL BY NAME ".join(f"FROM {name}.{identifier(table)}" for name in names)
    if "study" not in columns:
        rows = f"SELECT DISTINCT * FROM ({rows}) ORDER BY ALL"
    connection.execute(f"CREATE TABLE {identifier(table)} AS {rows}")
