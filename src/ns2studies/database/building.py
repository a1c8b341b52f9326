"""Build the database of a study, and combine those of several studies.

The results of each study are in a file of their own, so that a change of one study doesn't affect
the others. The database of all studies has a table for each of theirs with the rows of all;
nothing is computed again.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import duckdb
import polars as pl

from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import attach, columns_of, connect, identifier, plain_name, quoted
from ns2studies.database import SQL
from ns2studies.database.former_verdicts import translate_verdicts
from ns2studies.database.metadata import REMEDY, forget_description, require_whole
from nstrace.files import is_full, whole_file

POINTS = "points"
"""The only view that does not show rows of the runs' traces."""


@contextmanager
def new_database(target: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a new database, which replaces ``target`` when it is complete.

    Raises:
        ResultError: if it can't be created.
        duckdb.Error: if the disk is full.
    """
    with whole_file(target) as temporary:
        connection = connect(temporary, threads=1)
        try:
            yield connection
            # Closing would write the rest, too, but reports no error.
            connection.execute("CHECKPOINT")
            forget_description(target)
        except duckdb.Error as error:
            if is_full(error, target.parent):
                raise
            raise ResultError(
                f"{target} can't be made: {str(error).splitlines()[0]}",
                "If its inputs are damaged, run ./reproduce check --repair.",
            ) from error
        finally:
            # A file that is still open occupies disk space that the error message may need.
            connection.close()
            temporary.with_name(temporary.name + ".wal").unlink(missing_ok=True)


def run_sql(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """Execute a statement that is the same for every study (``sql/NAME.sql``)."""
    connection.execute(SQL[name])


def add_table(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    frame: pl.DataFrame,
    temporary: bool = False,
) -> None:
    """Create a table with the rows of a frame; a temporary one replaces any other of its name."""
    connection.register("frame", frame.to_arrow())
    kind = "OR REPLACE TEMP TABLE" if temporary else "TABLE"
    connection.execute(f"CREATE {kind} {name} AS SELECT * FROM frame")
    connection.unregister("frame")


def trace_views(
    connection: duckdb.DuckDBPyConnection, results: Path, tables: Iterable[str]
) -> None:
    """Create views over the Parquet files of the runs in the table ``runs``.

    The views list each file by its path relative to the folder above ``results``, since a glob
    pattern would include outdated runs. Files lack columns without values, so every query opens all
    files of a view. With ``WHERE run_id = ...`` it reads only the file of that run.
    """
    folder = results.parent.resolve()
    connection.execute("SET file_search_path = $folder", {"folder": plain_name(folder)})
    rows = connection.execute("SELECT DISTINCT study, run_id FROM runs ORDER BY ALL").fetchall()
    runs = [f"{results.name}/runs/study={study}/run_id={run}" for study, run in rows]
    for table in tables:
        files = [name for run in runs if (folder / (name := f"{run}/{table}.parquet")).exists()]
        if not files:
            # The files of these runs were deleted, which ./reproduce check reports.
            continue
        connection.execute(
            f"CREATE VIEW {table} AS SELECT runs.study, scenario, seed, "
            f"trace.* EXCLUDE (study) FROM read_parquet([{', '.join(map(quoted, files))}], "
            "hive_partitioning = true, hive_types_autocast = false, union_by_name = true) "
            "AS trace JOIN runs USING (run_id)"
        )


def build_database(
    results: Path, parts: Sequence[Path], target: Path, only: Collection[str] = ()
) -> None:
    """Combine the studies' databases in one.

    Args:
        parts: one database for each study, in the order of their rows.
        only: names of the tables to include; by default all tables and views.

    Raises:
        ResultError: if a study's database is missing or damaged.
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
        translate_verdicts(connection)
        if not only:
            _create_views(connection, results, views)


def _create_views(
    connection: duckdb.DuckDBPyConnection, results: Path, views: Collection[str]
) -> None:
    run_sql(connection, POINTS)
    _points_of_studies(connection)
    trace_views(connection, results, sorted(set(views) - {POINTS}))


def _points_of_studies(connection: duckdb.DuckDBPyConnection) -> None:
    """Create a view of each study's points with its own axes alone, such as ``mpls.points``."""
    columns = columns_of(connection, "scenarios")
    counts = ", ".join(f"count({identifier(column)})" for column in columns)
    counted = connection.table("scenarios").aggregate(f"study, {counts}").order("study")
    for study, *numbers in counted.fetchall():
        empty = [name for name, number in zip(columns, numbers, strict=True) if not number]
        left_out = f"EXCLUDE ({', '.join(map(identifier, empty))})" if empty else ""
        connection.execute(f"CREATE SCHEMA {identifier(study)}")
        connection.execute(
            f"CREATE VIEW {identifier(study)}.points AS "
            f"SELECT * {left_out} FROM main.points WHERE study = {quoted(study)}"
        )


def _attach(connection: duckdb.DuckDBPyConnection, part: Path, name: str) -> None:
    require_whole(part)
    try:
        attach(connection, part, name)
    except duckdb.Error as error:
        raise ResultError(f"{part}: {str(error).splitlines()[0]}", REMEDY) from error


def _relations(
    connection: duckdb.DuckDBPyConnection, part: Path, name: str
) -> list[tuple[str, bool]]:
    """Return the names of the tables and views of a study's database, and which are views."""
    try:
        rows = connection.execute(SQL["relations"], {"name": name}).fetchall()
    except duckdb.Error as error:
        raise ResultError(f"{part}: {str(error).splitlines()[0]}") from error
    return [(str(table), bool(is_view)) for table, is_view in rows]


def _copy(connection: duckdb.DuckDBPyConnection, table: str, names: Sequence[str]) -> None:
    """Copy the rows of a table from all studies; rows that several studies share appear once."""
    columns = columns_of(connection, f"{names[0]}.{identifier(table)}")
    rows = " UNION ALL BY NAME ".join(f"FROM {name}.{identifier(table)}" for name in names)
    if "study" not in columns:
        rows = f"SELECT DISTINCT * FROM ({rows}) ORDER BY ALL"
    connection.execute(f"CREATE TABLE {identifier(table)} AS {rows}")
