"""Traces as DuckDB databases: a table of the database for each table of the trace."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import duckdb
import pyarrow as pa

from nstrace.errors import StoredTraceError
from nstrace.parquet_file import FolderOutput, folder_member
from nstrace.schemas import SCHEMAS
from nstrace.stored import METADATA_KEY, Contents, contents_from_json
from nstrace.workers import Workers

_DESCRIPTION: Final = "nstrace_metadata"
_MEMORY: Final = "100MB"


class DuckdbOutput:
    """Writes the tables of a trace into a new database.

    Rows are collected in Parquet files beside the database first: DuckDB reads these several
    times as fast as it takes rows in small portions.

    Args:
        path: the database, which must not exist.
        metadata: goes into the table ``nstrace_metadata``.
        those: see ``ParquetOutput``.
    """

    def __init__(self, path: Path, metadata: Mapping[str, str], those: Workers) -> None:
        self._path = path
        self._metadata = dict(metadata)
        self._folder = TemporaryDirectory(dir=path.parent, prefix=f"{path.name}.")
        self._rows = FolderOutput(Path(self._folder.name), {}, those)

    def add(self, table: str, rows: pa.Table) -> None:
        """Write rows of a table."""
        self._rows.add(table, rows)

    def finish(self, contents: Contents) -> None:
        """Fill the database and close it."""
        self._rows.finish(contents)
        pa.default_memory_pool().release_unused()
        with self._folder, duckdb.connect(str(self._path), config=self._limits()) as connection:
            for name, schema in SCHEMAS.items():
                self._fill(connection, name, schema)
            connection.execute(f"CREATE TABLE {_DESCRIPTION} (key VARCHAR, value VARCHAR)")
            connection.executemany(
                f"INSERT INTO {_DESCRIPTION} VALUES (?, ?)",
                [*self._metadata.items(), (METADATA_KEY, contents.to_json())],
            )
            # Closing would leave a failed checkpoint without a word.
            connection.execute("CHECKPOINT")

    def _limits(self) -> dict[str, str | bool | int | float | list[str]]:
        # Several threads would need several times the memory.
        return {"threads": 1, "memory_limit": _MEMORY, "temp_directory": self._folder.name}

    def _fill(self, connection: duckdb.DuckDBPyConnection, table: str, schema: pa.Schema) -> None:
        connection.register("nothing", schema.empty_table())
        rows = f"SELECT {_plain(schema)} FROM nothing"
        file = folder_member(Path(self._folder.name), table)
        if file.exists():
            # By name: columns in which nothing stands are not in the file.
            rows += f" UNION ALL BY NAME SELECT * FROM read_parquet({quoted(str(file))})"
        connection.execute(f"CREATE TABLE {table} AS {rows}")
        connection.unregister("nothing")


def quoted(text: str) -> str:
    """``text`` as a string in SQL."""
    return "'" + text.replace("'", "''") + "'"


def _plain(schema: pa.Schema) -> str:
    """The columns, with dictionaries as text: an enum's values can't be added to."""
    return ", ".join(
        f"CAST({field.name} AS VARCHAR) AS {field.name}"
        if pa.types.is_dictionary(field.type)
        else field.name
        for field in schema
    )


class DuckdbInput:
    """Reads the tables of a trace from a database.

    Raises:
        StoredTraceError: if it can't be read, or is not a trace that was stored so.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._connection = duckdb.connect(str(path), read_only=True)
            row = self._connection.execute(
                f"SELECT value FROM {_DESCRIPTION} WHERE key = ?", [METADATA_KEY]
            ).fetchone()
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            raise StoredTraceError(
                f"{path}: not a trace that nstrace converted: {reason}"
            ) from error
        if row is None:
            raise StoredTraceError(f"{path}: not a trace that nstrace converted")
        self.contents = contents_from_json(row[0], str(path))

    def batches(self, table: str) -> Iterator[pa.RecordBatch]:
        """Rows of a table, in the order of the lines."""
        try:
            columns = ", ".join(SCHEMAS[table].names)
            rows = self._connection.cursor().sql(f"SELECT {columns} FROM {table} ORDER BY line")
            yield from rows.to_arrow_reader(100_000)
        except duckdb.Error as error:
            raise StoredTraceError(f"{self._path}: table {table}: {error}") from error
