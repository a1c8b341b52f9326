"""Small helpers for talking to DuckDB."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import duckdb

STORAGE: Final = "v1.4.0"
"""Every DuckDB from this version on reads what is written here: the shell of ``./reproduce sql``,
which is released later than the library, and whatever readers have."""


def connect(database: Path | None = None, read_only: bool = False) -> "duckdb.DuckDBPyConnection":
    """A connection that never reaches out to the network for extensions."""
    # Some texts are quoted without any database.
    import duckdb

    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "storage_compatibility_version": STORAGE,
    }
    return duckdb.connect(str(database or ":memory:"), read_only=read_only, config=config)


def quoted(value: object) -> str:
    """``value`` as an SQL string, whatever it holds."""
    return "'" + str(value).replace("'", "''") + "'"


def identifier(name: str) -> str:
    """``name`` as the name of a table or column, whatever it holds."""
    return '"' + name.replace('"', '""') + '"'


def paths_list(paths: Iterable[Path]) -> str:
    """Paths as an SQL list of strings."""
    return "[" + ", ".join(quoted(path) for path in paths) + "]"
