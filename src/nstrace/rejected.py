"""Saying that lines are of no known kind, and what spoilt the first one."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_MARK: Final = "\ufeff"
"""The byte order mark of UTF-8."""

_ARCHIVE: Final = "ustar"
"""In the header of a tar archive."""


def how_many(trace: Path | str, rejected: int, lines: int) -> str:
    """That so many of a trace's lines are of no known kind, and where to learn why."""
    return (
        f"{rejected:,} of {lines:,} lines are of no known kind: nstrace validate "
        f"{shlex.quote(str(trace))}"
    )


def of_first_line(text: str) -> Iterator[str]:
    """What stands before a trace's first line, which was rejected, and what to do about it."""
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
