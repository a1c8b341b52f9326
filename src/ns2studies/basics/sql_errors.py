"""What DuckDB says of a query that lies in a file, with the line and the column it means."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import duckdb

_DRAWING: Final = re.compile(r"^LINE (\d+): (.*)\n( *)\^", re.MULTILINE)
"""How DuckDB draws where it stopped: a line, or a part of a long one, and a mark below."""

_CUT: Final = "..."
"""What DuckDB writes where it has cut a line."""


def error_in(path: Path, sql: str, error: "duckdb.Error") -> str:
    """File, line and column that DuckDB complains of, and what it says, in one line.

    Args:
        sql: what the file holds. It may have been a part of the query, in which its last line
            was followed by other words.
    """
    message = str(error)
    place = _place(sql, message)
    words = _DRAWING.split(message)[0].partition("Error: ")[2] or message
    return f"{path}{place}: {' '.join(words.split())}"


def _place(sql: str, message: str) -> str:
    drawn = _DRAWING.search(message)
    if not drawn:
        return ""
    number, shown, blanks = int(drawn[1]), drawn[2], drawn[3]
    lines = sql.splitlines()
    if number > len(lines):
        return f", after line {len(lines)}: the query goes on where the file ends"
    column = len(blanks) - len(f"LINE {number}: ")
    if shown.startswith(_CUT):
        part = shown.removeprefix(_CUT).removesuffix(_CUT)
        column += lines[number - 1].find(part) - len(_CUT)
    return f", line {number}, column {column + 1}"
