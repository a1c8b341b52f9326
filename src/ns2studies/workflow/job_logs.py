"""What jobs write to their logs, one each: how far they are, and what went wrong."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ns2studies.basics.processes import last_line

PROGRESS_MARK: Final = "progress:"
"""What a line of a job's log starts with that says how far it is: done, total, what."""

ERROR_MARK: Final = "error: "
"""What a job's message starts with in its log."""

_INDENTED: Final = re.compile(r"^\s+\S.*\n?", re.MULTILINE)

_ADVICE: Final = re.compile(r"For further error details see the cluster/cloud log.*", re.DOTALL)
"""What Snakemake adds to the message of each executor."""

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


def failure_of(rule: str, said: str | None, logs: Sequence[Path]) -> str:
    """Describe the failure of a job that wrote no message of its own.

    Args:
        said: the executor's message, such as why the cluster refused the job. Its indented lines
            (the command that submits a job) and its general advice are left out.
        logs: the job's logs, and what the cluster wrote of it; named if they hold anything.
    """
    words = _ADVICE.sub("", _INDENTED.sub("", said or "")).strip(" \n.")
    files = [str(log) for log in logs if log.is_file() and log.stat().st_size]
    problem = f"a job of the rule {rule} ended without a message"
    if words:
        problem = f"a job of the rule {rule} failed: {words}"
    elif not files:
        # Libraries end a process that gets no memory before it can say so.
        problem += "; maybe there was no memory left: see `ulimit -v`, and the kernel's log"
    return "; see ".join([problem, *files[-1:]])


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
