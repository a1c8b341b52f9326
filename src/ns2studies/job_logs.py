"""What jobs write to their logs, one each: how far they are, and what went wrong."""

import re
from pathlib import Path
from typing import Final

from ns2studies.processes import last_line

PROGRESS_MARK: Final = "progress:"
"""What a line of a job's log starts with that says how far it is: done, total, what."""

ERROR_MARK: Final = "error: "
"""What a job's message starts with in its log."""

_RAISED: Final = re.compile(r"^[A-Za-z_][\w.]*(?:Error|Exception)\b.*", re.MULTILINE)
"""What a traceback ends with; a message of several lines may go on with a drawing of where."""


def errors_in(log: Path) -> list[str]:
    """What went wrong in a job, by its log; nothing if it was ended by others."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return []
    if "Traceback (most recent call last)" in text:
        raised = _RAISED.findall(text) or [last_line(text)]
        return [f"a job stopped unexpectedly ({raised[-1]}); see {log}"]
    parts = re.split(rf"^{ERROR_MARK}", text, flags=re.MULTILINE)
    return [part.strip() for part in parts[1:]]
