"""Notes on rejected lines, and on what precedes the first one."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_MARK: Final = "\ufeff"
"""The byte order mark of UTF-8."""

_ARCHIVE: Final = "ustar"
"""The magic string in the header of a tar archive."""


def how_many(trace: Path | str, rejected: int, lines: int) -> str:
    """Return a note on the number of rejected lines, with the command that explains them."""
    return (
        f"{rejected:,} of {lines:,} lines are rejected; to see why: nstrace validate "
        f"{shlex.quote(str(trace))}"
    )


def of_first_line(text: str) -> Iterator[str]:
    """Yield notes on a byte order mark or archive header before a rejected first line."""
    if text.startswith(_MARK):
        yield (
            "line 1 is rejected because it starts with a UTF-8 byte order mark; to remove it: "
            r"sed '1s/^\xef\xbb\xbf//' FILE"
        )
    if _ARCHIVE in text:
        yield (
            "line 1 is rejected because it starts with the header of a tar archive; extract the "
            "files (tar -xf FILE) and pass them one by one"
        )
