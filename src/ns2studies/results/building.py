"""What building a database takes, for one study or for all."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import polars as pl

from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import connect, plain_name, quoted
from ns2studies.results.described import forget_description
from ns2studies.results.queries import SQL
from nstrace.files import is_full, whole_file


@contextmanager
def new_database(target: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A new database, which replaces ``target`` when it is complete.

    Raises:
        ResultError: if it can't be made.
        duckdb.Error: if the disk is full.
    """
    with whole_file(target) as temporary:
        connection = connect(temporary, threads=1)
        try:
            yield connection
            # Closing would write what is left, too, but says nothing if that fails.
            connection.execute("CHECKPOINT")
            forget_description(target)
        except duckdb.Error as error:
            if is_full(error, target.parent):
                raise
            raise ResultError(
                f"{target} can't be made: {str(error).splitlines()[0]}",
                "If results that it is made of are damaged: ./reproduce check --repair",
            ) from error
        finally:
            # A file that is still open keeps its room on the disk, even for the error message.
            connection.close()
            temporary.with_name(temporary.name + ".wal").unlink(missing_ok=True)


def run_sql(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """Execute one of the statements that are the same for every study (``sql/NAME.sql``)."""
    connection.execute(SQL[name])


def add_table(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    frame: pl.DataFrame,
    temporary: bool = False,
) -> None:
    """Create a table with the rows of a frame; a temporary one takes the place of its like."""
    connection.register("frame", frame.to_arrow())
    kind = "OR REPLACE TEMP TABLE" if temporary else "TABLE"
    connection.execute(f"CREATE {kind} {name} AS SELECT * FROM frame")
    connection.unregister("frame")


def trace_views(
    connection: duckdb.DuckDBPyConnection, results: Path, tables: Iterable[str]
) -> None:
    """Views over the Parquet files of the runs in the table ``runs``.

    They name each file, by its path relative to the folder above ``results``. A pattern of names
    would take outdated runs in, too; and since files may lack columns in which nothing stands,
    every query opens whatever it names. With ``WHERE run_id = ...`` it reads only that run's file.
    """
    folder = results.parent.resolve()
    connection.execute("SET file_search_path = $folder", {"folder": plain_name(folder)})
    rows = connection.execute("SELECT DISTINCT study, run_id FROM runs ORDER BY ALL").fetchall()
    runs = [f"{results.name}/runs/study={study}/run_id={run}" for study, run in rows]
    for table in tables:
        files = [name for run in runs if (folder / (name := f"{run}/{table}.parquet")).exists()]
        if not files:
            # Their runs were deleted, which ./reproduce check says.
            continue
        connection.execute(
            f"CREATE VIEW {table} AS SELECT runs.study, scenario, seed, "
            f"trace.* EXCLUDE (study) FROM read_parquet([{', '.join(map(quoted, files))}], "
            "hive_partitioning = true, hive_types_autocast = false, union_by_name = true) "
            "AS trace JOIN runs USING (run_id)"
        )
