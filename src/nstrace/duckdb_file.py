"""Traces as DuckDB databases, with one database table for each table of the trace."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa

from nstrace.any_names import is_text
from nstrace.checked_rows import checked, damaged
from nstrace.errors import NstraceError
from nstrace.parquet_file import FolderOutput, folder_member
from nstrace.plain_names import plain_name
from nstrace.schemas import SCHEMAS
from nstrace.sql_files import SqlFiles
from nstrace.stored import METADATA_KEY, Contents, contents_from_json, not_stored
from nstrace.workers import Workers

_SQL = SqlFiles.beside(__file__)

_DESCRIPTION: Final = "nstrace_metadata"
_MEMORY: Final = "100MB"
_STORAGE: Final = "v1.4.0"
"""The oldest version of DuckDB that can open the database."""

_NOTHING_ELSE: Final = (
    "SET enable_external_access = false",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET lock_configuration = true",
)
"""Settings that stop views and macros of a database from reading files or loading extensions."""


class DuckdbOutput:
    """Writer of the tables of a trace to a new database.

    Rows are first collected in Parquet files: DuckDB reads these several times as fast as it
    inserts small batches of rows.

    Args:
        path: the database, which must not exist.
        folder: an empty folder for temporary files, which the caller removes.
        metadata: entries of the table ``nstrace_metadata``.
        pool: see ``ParquetOutput``.
    """

    def __init__(
        self, path: Path, folder: Path, metadata: Mapping[str, str], pool: Workers
    ) -> None:
        self._name = _database_name(path)
        self._metadata = dict(metadata)
        self._folder = folder
        self._rows = FolderOutput(folder, {}, pool)

    def add(self, table: str, rows: pa.Table) -> None:
        """Write rows of a table."""
        self._rows.add(table, rows)

    def finish(self, contents: Contents) -> None:
        """Fill the database and close it."""
        self._rows.finish(contents)
        pa.default_memory_pool().release_unused()
        with duckdb.connect(self._name, config=self._limits()) as connection:
            for name, schema in SCHEMAS.items():
                self._fill(connection, name, schema)
            connection.execute(f"CREATE TABLE {_DESCRIPTION} (key VARCHAR, value VARCHAR)")
            connection.executemany(
                f"INSERT INTO {_DESCRIPTION} VALUES (?, ?)",
                [*self._metadata.items(), (METADATA_KEY, contents.to_json())],
            )
            # close() would ignore a failed checkpoint.
            connection.execute("CHECKPOINT")

    def _limits(self) -> dict[str, str | bool | int | float | list[str]]:
        # Memory grows with the number of threads.
        return {
            "threads": 1,
            "memory_limit": _MEMORY,
            "temp_directory": str(self._folder),
            "storage_compatibility_version": _STORAGE,
        }

    def _fill(self, connection: duckdb.DuckDBPyConnection, table: str, schema: pa.Schema) -> None:
        connection.register("nothing", schema.empty_table())
        rows = f"SELECT {_plain(schema)} FROM nothing"
        file = folder_member(self._folder, table)
        with ExitStack() as held:
            if file.exists():
                # By name, since empty columns are not in the file.
                stored = parquet_rows(plain_name(file, held))
                rows += f" UNION ALL BY NAME SELECT * FROM {stored}"
            connection.execute(f"CREATE TABLE {table} AS {rows}")
        connection.unregister("nothing")


def _database_name(path: Path) -> str:
    """Return the absolute path to pass to DuckDB, since a prefix such as ``md:`` names a service.

    DuckDB opens a database by its name, so the alias of :func:`plain_name` can't be used here.

    Raises:
        NstraceError: if DuckDB can't open a database of that name.
    """
    name = str(path.absolute())
    reason = "" if is_text(name) else "DuckDB opens no database whose name is not UTF-8"
    for special in "\\?":
        if special in name:
            reason = f"in a database's name, DuckDB takes {special} for something else"
    if reason:
        instead = "Store the trace as .parquet or .arrow, or under another name."
        raise NstraceError(f"{name}: {reason}", instead)
    return name


def quoted(text: str) -> str:
    """Quote ``text`` as an SQL string literal."""
    return "'" + text.replace("'", "''") + "'"


def parquet_rows(name: str) -> str:
    """Return SQL for the rows of a Parquet file; see :func:`plain_name` for its name."""
    # A folder named run_id=5 must not add a column.
    return f"read_parquet({quoted(name)}, hive_partitioning = false)"


def _plain(schema: pa.Schema) -> str:
    """Return SQL for the columns, with dictionaries as text, since an enum can't be extended."""
    return ", ".join(
        f"CAST({field.name} AS VARCHAR) AS {field.name}"
        if pa.types.is_dictionary(field.type)
        else field.name
        for field in schema
    )


class DuckdbInput:
    """Reader of the tables of a trace in a DuckDB database.

    The database is attached to an empty one, in which names are resolved, so that none of its views
    and macros is ever executed.

    Raises:
        StoredTraceError: if it can't be read, or is not a trace stored by nstrace.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._failures_named():
            self._connection = _beside_an_empty_one(path)
            row = self._table(_DESCRIPTION, "value", "WHERE key = ?", METADATA_KEY).fetchall()
        if not row:
            raise not_stored(path)
        self.contents = contents_from_json(row[0][0], str(path))

    def batches(self, table: str) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table, in the order of the lines."""
        yield from checked(self._rows(table), table, self.contents, self.path)

    def _rows(self, table: str) -> Iterator[pa.RecordBatch]:
        with self._failures_named():
            columns = ", ".join(SCHEMAS[table].names)
            yield from self._table(table, columns, "ORDER BY line").to_arrow_reader(100_000)

    def _table(
        self, name: str, columns: str, rest: str, *values: object
    ) -> duckdb.DuckDBPyRelation:
        """Select columns of a table.

        Raises:
            StoredTraceError: if it is missing, or is a view or has a computed column, which could
                execute arbitrary SQL.
        """
        cursor = self._connection.cursor()
        found = cursor.execute(_SQL["base_tables"], {"name": name}).fetchone()
        if found != (1,):
            missing = name == _DESCRIPTION
            raise not_stored(self.path) if missing else damaged(self.path, f"no table {name}")
        computed = cursor.execute(_SQL["computed_columns"], {"name": name}).fetchone()
        if computed:
            raise damaged(self.path, f"column {computed[0]} of {name} is computed")
        query = f"SELECT {columns} FROM trace.main.{name} {rest}"
        return cursor.sql(query, params=list(values))

    @contextmanager
    def _failures_named(self) -> Iterator[None]:
        try:
            yield
        except duckdb.Error as error:
            raise damaged(self.path, str(error).splitlines()[0]) from error


def _beside_an_empty_one(path: Path) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    file = quoted(_database_name(path))
    connection.execute(f"ATTACH {file} AS trace (TYPE duckdb, READ_ONLY)")
    for statement in _NOTHING_ELSE:
        connection.execute(statement)
    return connection
