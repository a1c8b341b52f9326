"""DuckDB: read_csv, to Arrow batches and to Parquet."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa

from bench.readers import COLUMNS

_TYPES = {"text": "VARCHAR", "double": "DOUBLE", "int32": "INTEGER", "int64": "BIGINT"}

BATCH_ROWS = 100_000


def version() -> str:
    """Return the version of DuckDB."""
    return duckdb.__version__


def to_arrow(path: Path, cores: int) -> Iterator[pa.RecordBatch]:
    """Yield all columns, batch by batch."""
    with _connected(cores) as connection:
        yield from connection.sql(_query(path)).to_arrow_reader(BATCH_ROWS)


def to_parquet(path: Path, output: Path, cores: int) -> None:
    """Write all columns by COPY."""
    with _connected(cores) as connection:
        connection.execute(
            f"COPY ({_query(path)}) TO {_quoted(output)} (FORMAT parquet, COMPRESSION zstd)"
        )


def _connected(cores: int) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute(f"SET threads = {cores}")
    return connection


def _query(path: Path) -> str:
    columns = ", ".join(f"'{name}': '{_TYPES[kind]}'" for name, kind in COLUMNS.items())
    return (
        f"SELECT * FROM read_csv({_quoted(path)}, delim = ' ', header = false, quote = '', "
        f"escape = '', new_line = '\\n', auto_detect = false, columns = {{{columns}}})"
    )


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
