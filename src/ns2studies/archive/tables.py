"""Export the tables of the results database in formats that common programs read."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import connect, identifier
from ns2studies.database import SQL
from ns2studies.runs.ingest import TABLES
from nstrace.files import disk_full
from nstrace.schemas import SCHEMAS

if TYPE_CHECKING:
    import duckdb

_FORMATS: Final = {"csv": "FORMAT csv, HEADER", "parquet": "FORMAT parquet, COMPRESSION zstd"}


@dataclass(frozen=True)
class Table:
    """A table or view of the database."""

    name: str
    rows: int
    columns: tuple[str, ...]


@contextmanager
def opened_results(path: Path, command: str) -> Iterator["duckdb.DuckDBPyConnection"]:
    """Open the results database for reading.

    Args:
        command: the command that makes the database, for messages.

    Raises:
        ResultError: if it is missing, damaged or not a results database.
    """
    import duckdb

    if not path.is_file():
        raise ResultError(f"{path}: no such file", f"{command} makes it.")
    try:
        with closing(connect(path, read_only=True, threads=1)) as connection:
            yield connection
    except duckdb.Error as error:
        raise ResultError(
            f"{path}: {str(error).splitlines()[0]}", f"Delete it; {command} makes it again."
        ) from error


def studies_in(connection: "duckdb.DuckDBPyConnection") -> list[dict[str, str]]:
    """Return study, title, scale and source of each study, sorted by name."""
    columns = ("study", "title", "scale", "source")
    rows = connection.table("studies").project(", ".join(columns)).order("study").fetchall()
    return [dict(zip(columns, map(str, row), strict=True)) for row in rows]


def runs_in(connection: "duckdb.DuckDBPyConnection") -> list[tuple[str, str]]:
    """Return study and identifier of each run, sorted; a run of two scenarios is listed once."""
    runs = connection.table("runs").project("study, run_id").distinct()
    return [(str(study), str(run_id)) for study, run_id in runs.order("ALL").fetchall()]


def tables_in(connection: "duckdb.DuckDBPyConnection") -> list[Table]:
    """Return the tables and views that are exported.

    Views over the runs' traces and tables of the reference are not exported: their files are in
    the archive as they are in the checkout.
    """
    names = [str(name) for (name,) in connection.execute(SQL["names"]).fetchall()]
    of_traces = {*TABLES, *SCHEMAS}
    exported = [it for it in names if it not in of_traces and not it.startswith("reference_")]
    tables = {name: connection.table(identifier(name)) for name in exported}
    return [
        Table(name, table.count("*").fetchall()[0][0], tuple(table.columns))
        for name, table in tables.items()
    ]


def export(connection: "duckdb.DuckDBPyConnection", table: Table, folder: Path) -> list[Path]:
    """Write a table as ``folder/NAME.csv`` and ``folder/NAME.parquet``.

    The CSV file has a header; a missing value is an empty field, an empty string is ``""``.

    Raises:
        DiskFullError: if the file system is full.
    """
    import duckdb

    files = {folder / f"{table.name}.{suffix}": form for suffix, form in _FORMATS.items()}
    for file, form in files.items():
        try:
            connection.execute(
                f"COPY {identifier(table.name)} TO $file ({form})", {"file": str(file)}
            )
        except duckdb.IOException as error:
            if "No space left" in str(error) or "quota" in str(error):
                raise disk_full(file) from error
            raise
    return list(files)
