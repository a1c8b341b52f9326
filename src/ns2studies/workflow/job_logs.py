"""What jobs write to their logs, one each: how far they are, and what went wrong."""

import re
from pathlib import Path
from typing import Final

from ns2studies.basics.processes import last_line

PROGRESS_MARK: Final = "progress:"
"""What a line of a job's log starts with that says how far it is: done, total, what."""

ERROR_MARK: Final = "error: "
"""What a job's message starts with in its log."""

_TRACEBACK: Final = "Traceback (most recent call last):"


def errors_in(log: Path) -> list[str]:
    """What went wrong in a job, by its log; nothing if it was ended by others."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return []
    if _TRACEBACK in text:
        return [f"a job stopped unexpectedly ({_raised(text)}); see {log}"]
    parts = re.split(rf"^{ERROR_MARK}", text, flags=re.MULTILINE)
    return [part.strip() for part in parts[1:]]


def _raised(text: str) -> str:
    """What the last traceback says was raised: the first line behind those of its calls.

    A message of several lines may go on with a drawing of where.
    """
    lines = text.rpartition(_TRACEBACK)[2].splitlines()
    return next((line for line in lines if line[:1].strip()), last_line(text))


def progress_in(log: Path) -> tuple[int, int, str] | None:
    """Return how far the job is that writes a log: done, total, what; None if it does not say."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return None
    for line in reversed(lines):
        words = line.split(maxsplit=3)
        if len(words) >= 3 and words[0] == PROGRESS_MARK:
            return int(words[1]), int(words[2]), " ".join(words[3:])
    return None
