"""Progress and error messages in the log of a job."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ns2studies.basics.processes import last_line

PROGRESS_MARK: Final = "progress:"
"""Beginning of a line with the progress of a job: done, total, what."""

ERROR_MARK: Final = "error: "
"""Beginning of an error message of a job."""

_INDENTED: Final = re.compile(r"^\s+\S.*\n?", re.MULTILINE)

_ADVICE: Final = re.compile(r"For further error details see the cluster/cloud log.*", re.DOTALL)
"""Pattern of the general advice that Snakemake adds to the message of each executor."""

_TRACEBACK: Final = "Traceback (most recent call last):"


def errors_in(log: Path) -> list[str]:
    """Return the errors in a job's log; none if the job was ended from outside."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return []
    if _TRACEBACK in text:
        return [f"a job stopped unexpectedly ({_raised(text)}); see {log}"]
    parts = re.split(rf"^{ERROR_MARK}", text, flags=re.MULTILINE)
    return [part.strip() for part in parts[1:]]


def _raised(text: str) -> str:
    """Return the exception of the last traceback, the first line after those of its calls.

    A message of several lines may continue with an excerpt of the place.
    """
    lines = text.rpartition(_TRACEBACK)[2].splitlines()
    return next((line for line in lines if line[:1].strip()), last_line(text))


def failure_of(rule: str, said: str | None, logs: Sequence[Path]) -> str:
    """Describe the failure of a job that wrote no message of its own.

    Args:
        said: the executor's message, such as why the cluster rejected the job. Its indented lines
            (the command that submits a job) and its general advice are left out.
        logs: the job's logs, and those of the cluster about it; the nonempty ones are named.
    """
    words = _ADVICE.sub("", _INDENTED.sub("", said or "")).strip(" \n.")
    files = [str(log) for log in logs if log.is_file() and log.stat().st_size]
    problem = f"a job of the rule {rule} ended without a message"
    if words:
        problem = f"a job of the rule {rule} failed: {words}"
    elif not files:
        # Libraries end a process that runs out of memory before it can report that.
        problem += "; maybe there was no memory left: see `ulimit -v`, and the kernel's log"
    return "; see ".join([problem, *files[-1:]])


def progress_in(log: Path) -> tuple[int, int, str] | None:
    """Return the progress in a job's log: done, total, what; None if there is none."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return None
    for line in reversed(lines):
        words = line.split(maxsplit=3)
        if len(words) >= 3 and words[0] == PROGRESS_MARK:
            return int(words[1]), int(words[2]), " ".join(words[3:])
    return None
