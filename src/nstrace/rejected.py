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
        f"{rejected:,} of {lines:,} lines are of no known kind: nstrace validate "
        f"{shlex.quote(str(trace))}"
    )


def of_first_line(text: str) -> Iterator[str]:
    """Yield notes on a byte order mark or archive header before a rejected first line."""
    if text.startswith(_MARK):
        yield (
            "line 1 is rejected, since a byte order mark of UTF-8 stands before it: "
            r"sed '1s/^\xef\xbb\xbf//' FILE takes it away"
        )
    if _ARCHIVE in text:
        yield (
            "line 1 is rejected, since a tar archive's header stands before it: give the "
            "files in it one by one (tar -xf FILE)"
        )
