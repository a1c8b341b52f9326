"""What DuckDB says of a query that lies in a file, with the line and the column it means."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics.errors import ResultError

if TYPE_CHECKING:
    import duckdb

_DRAWING: Final = re.compile(r"^LINE (\d+): (.*)\n( *)\^", re.MULTILINE)
"""How DuckDB draws where it stopped: a line, or a part of a long one, and a mark below."""

_HEAD: Final = re.compile(r"\A(?:\s*(?:--.*)?\n)+")
"""Comments and empty lines at the top of a file."""

_CUT: Final = "..."
"""What DuckDB writes where it has cut a line."""


def without_head(sql: str) -> str:
    """A query without the comments above it: with them, DuckDB draws another place."""
    return _HEAD.sub("", sql)


def error_in(path: Path, sql: str, error: "duckdb.Error", above: int = 0) -> str:
    """File, line and column that DuckDB complains of, and what it says, in one line.

    Args:
        sql: what the file holds, or the end of it. It may have been a part of the query, in which
            its last line was followed by other words.
        above: the lines of the file above ``sql``.
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
    """The rows of a query that a file holds.

    Args:
        what: the file is, for the message.

    Raises:
        ResultError: with file, line and column, if DuckDB refuses it.
    """
    # Plans read where these files lie, and ask nothing.
    import duckdb

    query = without_head(sql)
    try:
        return connection.execute(query).fetchall()
    except duckdb.Error as error:
        above = sql.count("\n") - query.count("\n")
        raise ResultError(f"{what}: {error_in(path, query, error, above)}") from error
