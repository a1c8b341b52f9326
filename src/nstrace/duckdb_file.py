"""Traces as DuckDB databases: a table of the database for each table of the trace."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa

from nstrace.errors import StoredTraceError
from nstrace.schemas import SCHEMAS
from nstrace.stored import METADATA_KEY, Contents, contents_from_json

_DESCRIPTION: Final = "nstrace_metadata"


class DuckdbOutput:
    """Writes the tables of a trace into a new database.

    Args:
        path: the database, which must not exist.
        metadata: goes into the table ``nstrace_metadata``.
    """

    def __init__(self, path: Path, metadata: Mapping[str, str]) -> None:
        self._connection = duckdb.connect(str(path), config={"threads": 1})
        self._metadata = dict(metadata)
        for name, schema in SCHEMAS.items():
            self._connection.register("given", schema.empty_table())
            self._connection.execute(f"CREATE TABLE {name} AS SELECT {_plain(schema)} FROM given")
            self._connection.unregister("given")

    def add(self, table: str, rows: pa.RecordBatch | pa.Table) -> None:
        """Write rows of a table."""
        given = pa.Table.from_batches([rows]) if isinstance(rows, pa.RecordBatch) else rows
        self._connection.register("given", given)
        self._connection.execute(
            f"INSERT INTO {table} SELECT {_plain(SCHEMAS[table])} FROM given"
        )
        self._connection.unregister("given")

    def finish(self, contents: Contents) -> None:
        """Write what the trace holds, and close the database."""
        contents.choose_main()
        self._connection.execute(f"CREATE TABLE {_DESCRIPTION} (key VARCHAR, value VARCHAR)")
        self._connection.executemany(
            f"INSERT INTO {_DESCRIPTION} VALUES (?, ?)",
            [*self._metadata.items(), (METADATA_KEY, contents.to_json())],
        )
        # Closing would leave a failed checkpoint without a word.
        self._connection.execute("CHECKPOINT")
        self._connection.close()


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
            raise StoredTraceError(f"{path}: not a trace that nstrace converted: {reason}") from error
        if row is None:
            raise StoredTraceError(f"{path}: not a trace that nstrace converted")
        self.contents = contents_from_json(row[0], str(path))

    def batches(self, table: str) -> Iterator[pa.RecordBatch]:
        """Rows of a table, in the order of the lines."""
        try:
            cursor = self._connection.cursor()
            columns = ", ".join(SCHEMAS[table].names)
            yield from cursor.execute(
                f"SELECT {columns} FROM {table} ORDER BY line"
            ).to_arrow_reader(100_000)
        except duckdb.Error as error:
            raise StoredTraceError(f"{self._path}: table {table}: {error}") from error
