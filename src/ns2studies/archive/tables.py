"""The tables of the results database as files that anything can read."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import connect, identifier
from ns2studies.database import SQL
from ns2studies.runs.ingest import TABLES
from nstrace.files import disk_full

_FORMS = {"csv": "FORMAT csv, HEADER", "parquet": "FORMAT parquet, COMPRESSION zstd"}


@dataclass(frozen=True)
class Table:
    """A table or view of the database."""

    name: str
    rows: int
    columns: tuple[str, ...]


class ResultsDatabase:
    """A results database; if it is damaged, its methods raise DuckDB's errors."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def studies(self) -> list[dict[str, str]]:
        """Study, title, scale and source of each study, sorted by name."""
        columns = ("study", "title", "scale", "source")
        studies = self._connection.table("studies").project(", ".join(columns))
        rows = studies.order("study").fetchall()
        return [dict(zip(columns, map(str, row), strict=True)) for row in rows]

    def runs(self) -> list[tuple[str, str]]:
        """Study and identifier of every run, sorted; one of two scenarios stands there once."""
        runs = self._connection.table("runs").project("study, run_id").distinct()
        rows = runs.order("study, run_id").fetchall()
        return [(str(study), str(run_id)) for study, run_id in rows]

    def tables(self) -> list[Table]:
        """Every table and view but those over the runs' traces, and those of the reference."""
        names = self._connection.execute(SQL["names"]).fetchall()
        shown = [str(name) for (name,) in names if name not in TABLES]
        # The reference lies in the archive as it lies in the checkout.
        return [self._table(name) for name in shown if not name.startswith("reference_")]

    def export(self, table: Table, folder: Path) -> list[Path]:
        """Write a table as ``folder/NAME.csv`` and ``folder/NAME.parquet``.

        CSV has a header; a missing value is an empty field, an empty text is ``""``.

        Raises:
            StudyError: if the file system is full.
        """
        files = []
        for suffix, options in _FORMS.items():
            file = folder / f"{table.name}.{suffix}"
            try:
                self._connection.execute(
                    f"COPY {identifier(table.name)} TO $file ({options})", {"file": str(file)}
                )
            except duckdb.IOException as error:
                if "No space left" in str(error) or "quota" in str(error):
                    raise disk_full(file) from error
                raise
            files.append(file)
        return files

    def _table(self, name: str) -> Table:
        table = self._connection.table(identifier(name))
        ((rows,),) = table.count("*").fetchall()
        return Table(name, rows, tuple(table.columns))


@contextmanager
def opened_archive_results(path: Path, command: str) -> Iterator[ResultsDatabase]:
    """The results database, opened to be read.

    Args:
        command: what makes the database; for messages.

    Raises:
        ResultError: if it is missing, damaged or not a results database.
    """
    if not path.is_file():
        raise ResultError(f"{path}: no such file", f"{command} makes it.")
    try:
        with closing(connect(path, read_only=True, threads=1)) as connection:
            yield ResultsDatabase(connection)
    except duckdb.Error as error:
        raise ResultError(
            f"{path}: {str(error).splitlines()[0]}", f"Delete it; {command} makes it again."
        ) from error
