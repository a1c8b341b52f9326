"""Small helpers for DuckDB: connections, names and values in SQL, errors in files of SQL."""

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics.errors import ResultError, StudyError
from nstrace.any_names import is_text

if TYPE_CHECKING:
    import duckdb


STORAGE: Final = "v1.4.0"
"""Storage version of database files. DuckDB can read them from this version on: the shell of
``./reproduce sql``, which may be older than the library, and the installations of readers.
"""

_HELD: Final = re.compile(r"Conflicting lock is held in (.*? \(PID \d+\))")
"""Pattern of DuckDB's message for a database that another process may be writing."""


def connect(
    database: Path | None = None, read_only: bool = False, threads: int | None = None
) -> "duckdb.DuckDBPyConnection":
    """Return a connection that never downloads extensions.

    Args:
        threads: number of threads that DuckDB may use; all by default. With one, rows stay in
            order, and sums of floating-point values are the same everywhere.

    Raises:
        ResultError: if DuckDB can't create a database of that name.
        StudyError: if another program has locked the database.
    """
    if database:
        require_possible(database)
    # Quoting a text doesn't need DuckDB.
    import duckdb

    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "storage_compatibility_version": STORAGE,
    }
    if threads:
        config["threads"] = threads
    try:
        return duckdb.connect(str(database or ":memory:"), read_only=read_only, config=config)
    except duckdb.IOException as error:
        if held := _HELD.search(str(error)):
            raise StudyError(
                f"{database} is locked by another program: {held[1]}",
                "Try again when it has ended.",
            ) from error
        raise


def require_possible(place: Path) -> None:
    """Raise ``ResultError`` for the path of a database that DuckDB would misinterpret.

    Raises:
        ResultError: if the path contains a backslash, a question mark, or bytes that are not UTF-8.
    """
    path = str(place.absolute())
    if set("\\?") & set(path):
        wrong = "a backslash or a question mark"
    elif not is_text(path):
        wrong = "bytes that are not UTF-8"
    else:
        return
    raise ResultError(
        f"{path}: DuckDB can't use a database with {wrong} in its path",
        "Rename the folder.",
    )


def quoted(value: object) -> str:
    """Return ``value`` as an SQL string literal, escaped."""
    return "'" + str(value).replace("'", "''") + "'"


def identifier(name: str) -> str:
    """Return ``name`` as a quoted SQL identifier, escaped."""
    return '"' + name.replace('"', '""') + '"'


def columns_of(connection: "duckdb.DuckDBPyConnection", relation: str) -> dict[str, str]:
    """Return the columns of a table, a call or a query in parentheses, with their types."""
    # The relational API reports errors without their position.
    asked = connection.execute(f"FROM {relation} LIMIT 0")
    return {str(name): str(kind) for name, kind, *_ in asked.description or ()}


def current_database(connection: "duckdb.DuckDBPyConnection") -> str:
    """Return the name of the attached database in which queries look up tables."""
    (row,) = connection.execute("SELECT current_database()").fetchall()
    return str(row[0])


def tables_of(connection: "duckdb.DuckDBPyConnection", database: str) -> dict[str, list[str]]:
    """Return the tables of an attached database by name, each with its columns."""
    rows = connection.execute(
        "SELECT table_name, list(column_name) FROM duckdb_columns() "
        "JOIN duckdb_tables() USING (database_name, schema_name, table_name) "
        "WHERE database_name = $database GROUP BY table_name ORDER BY table_name",
        {"database": database},
    ).fetchall()
    return {str(name): list(columns) for name, columns in rows}


def attach(connection: "duckdb.DuckDBPyConnection", database: Path, name: str) -> None:
    """Attach a database file by a name, read-only."""
    connection.execute(f"ATTACH $path AS {identifier(name)} (READ_ONLY)", {"path": str(database)})


def paths_list(paths: Iterable[Path]) -> str:
    """Return paths as an SQL list of strings in which DuckDB finds no glob pattern."""
    return "[" + ", ".join(map(quoted, plain_names(paths))) + "]"


def plain_names(paths: Iterable[Path]) -> list[str]:
    """Return paths as a list of names without glob patterns, for a query parameter."""
    return [plain_name(path, own=3) for path in paths]


def plain_name(path: Path, own: int = 0) -> str:
    """Return a name of a file in which DuckDB finds no pattern, no list and no column.

    In a path, DuckDB takes ``*`` and ``[`` for a glob pattern, a comma for the separator of
    folders to search, and ``run_id=5`` for a column. Through the descriptor of an open folder,
    files have a second name without any of these.

    Args:
        path: the file; its folder must exist.
        own: number of the last parts to keep, in which ``study=`` and ``run_id=`` are columns.
    """
    path = path.absolute()
    for place in range(len(path.parts) - 1, 0, -1):
        special = _SPECIAL if place < len(path.parts) - own else _PATTERN
        if special & set(path.parts[place]):
            folder = Path(*path.parts[: place + 1])
            return str(Path(f"/proc/self/fd/{_opened(folder)}", *path.parts[place + 1 :]))
    return str(path)


_PATTERN: Final = frozenset("*?[\\")
_SPECIAL: Final = _PATTERN | frozenset(",=")


@cache
def _opened(folder: Path) -> int:
    """Return the descriptor of a folder that stays open; few different folders are needed."""
    return os.open(folder, os.O_RDONLY)


_DRAWING: Final = re.compile(r"^LINE (\d+): (.*)\n( *)\^", re.MULTILINE)
"""Pattern of DuckDB's excerpt of a query, a whole or shortened line, and the mark below it."""

_HEAD: Final = re.compile(r"\A(?:\s*(?:--.*)?\n)+")
"""Pattern of the comments and empty lines at the top of a file."""

_CUT: Final = "..."
"""Mark that DuckDB puts where it has shortened a line."""


def without_head(sql: str) -> str:
    """Return a query without the comments above it, which would change DuckDB's excerpt."""
    return _HEAD.sub("", sql)


def error_in(path: Path, sql: str, error: "duckdb.Error", above: int = 0) -> str:
    """Return file, line and column of a DuckDB error, and its message, in one line.

    Args:
        sql: the contents of the file, or the end of it. It may have been a part of the query, in
            which its last line was followed by other words.
        above: number of lines of the file above ``sql``.
    """
    message = str(error)
    place = _place(sql, message, above)
    words = _DRAWING.split(message)[0].partition("Error: ")[2] or message
    return f"{path}{place}: {' '.join(words.split())}"


def _place(sql: str, message: str, above: int) -> str:
    drawn = _DRAWING.search(message)
    if not drawn:
        return ""
    number, shown, blanks = int(drawn[1]), drawn[2], drawn[3]
    lines = sql.splitlines()
    if number > len(lines):
        return f", after line {above + len(lines)}: the query goes on where the file ends"
    column = len(blanks) - len(f"LINE {number}: ")
    if shown.startswith(_CUT):
        part = shown.removeprefix(_CUT).removesuffix(_CUT)
        column += lines[number - 1].find(part) - len(_CUT)
    return f", line {above + number}, column {column + 1}"


def execute_file(
    connection: "duckdb.DuckDBPyConnection", path: Path, sql: str, what: str
) -> list[tuple[Any, ...]]:
    """Return the rows of a query from a file.

    Args:
        what: the kind of file, for the message.

    Raises:
        ResultError: with file, line and column, if DuckDB rejects the query.
    """
    # Plans only need the paths of queries, not DuckDB.
    import duckdb

    query = without_head(sql)
    try:
        return connection.execute(query).fetchall()
    except duckdb.Error as error:
        above = sql.count("\n") - query.count("\n")
        raise ResultError(f"{what}: {error_in(path, query, error, above)}") from error
