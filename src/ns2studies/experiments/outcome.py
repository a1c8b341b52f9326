"""Messages about finished and failed runs: errors with their place and cause, and remarks."""

import errno
import os
import re
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from ns2studies.basics.errors import SimulationError
from ns2studies.basics.wording import nearest
from ns2studies.experiments.collect import WrittenFile
from ns2studies.experiments.execute import Ending
from ns2studies.experiments.model import Limits
from ns2studies.experiments.notes import Notes
from ns2studies.experiments.runs import ExperimentRun
from nstrace.files import disk_full, no_room_left

_FRAME: Final = re.compile(r'\((\S+) ("[^"]+"|\S+) line (\d+)\)')
"""Pattern of a place in Tcl's call stack: a file, a procedure, or the method of a class."""

_LAST_LINES: Final = 8
_LAST_BYTES: Final = 20_000
_OUT_OF_MEMORY: Final = re.compile(r"bad_alloc|unable to (re)?alloc|out of memory", re.IGNORECASE)

_EXCEEDED: Final = {
    "wall_s": ("ran for longer than {} s", "let the script end, as by `$ns at TIME finish`"),
    "memory_mb": ("needed more than {} MB of memory", "trace or simulate less"),
    "output_mb": ("wrote more than {} MB", "trace less"),
}
"""Message for each limit, and a remedy other than raising it."""


def check_ending(
    run: ExperimentRun, ending: Ending, notes: Notes, log: Path, limits: Limits
) -> None:
    """Raise ``SimulationError`` if a run did not finish.

    Raises:
        SimulationError: with parameters, seed, place, Tcl's message, simulated time, and the cause
            if it is known.
        DiskFullError: if the file system is full.
    """
    if notes.status == 0 and ending.returncode == 0 and not notes.error:
        return
    printed = _end_of(log)
    if os.strerror(errno.ENOSPC).lower() in printed.lower() or no_room_left(log.parent):
        raise disk_full(log.parent)
    exceeded = ending.exceeded
    if ending.returncode < 0 and _OUT_OF_MEMORY.search(printed):
        exceeded = "memory_mb"
    what, hint = _what(run, ending, notes, printed, exceeded, limits)
    about = "" if notes.error else "about "
    at = f" at {about}{notes.simulated_s:g} s of simulated time" if notes.simulated_s else ""
    events = f" ({notes.events:,} events)" if at and notes.events else ""
    raise SimulationError(f"{run.experiment}: {run.described}: {what}{at}{events}", hint)


def _what(
    run: ExperimentRun,
    ending: Ending,
    notes: Notes,
    printed: str,
    exceeded: str,
    limits: Limits,
) -> tuple[str, str]:
    """Return a description of the failure, and its known cause or remedy."""
    script = run.inputs.script
    if exceeded:
        problem, remedy = _EXCEEDED[exceeded]
        message = f"{script.name} {problem.format(getattr(limits, exceeded))} and was stopped"
        return message, f"Raise limits.{exceeded} in the experiment, or {remedy}."
    if notes.error:
        message, trace = notes.error
        place = place_of(trace, run.inputs.files) or str(script)
        what = _first_line(trace) or message or "an error without a message"
        return f"{place}: {what}", notes.cause
    shown = printed.strip().splitlines()[-_LAST_LINES:]
    lines = "\n".join(f"    {line}" for line in shown) or "    (nothing)"
    hint = f"ns printed:\n{lines}"
    if ending.returncode < 0:
        name = signal.Signals(-ending.returncode).name
        return f"{script.name}: ns crashed ({name})", hint
    return f"{script.name} ended with status {ending.returncode}", hint


def _first_line(text: str) -> str:
    return text.split("\n", 1)[0]


def _end_of(log: Path) -> str:
    if not log.is_file():
        return ""
    with log.open("rb") as stream:
        stream.seek(max(0, log.stat().st_size - _LAST_BYTES))
        return stream.read().decode("utf-8", errors="replace")


def place_of(trace: str, files: Mapping[str, Path]) -> str:
    """Return the place of an error in a user's files: ``FILE, line N``; empty if it is elsewhere.

    Args:
        trace: Tcl's call stack, the innermost call first.
        files: the files that the run reads, by name.
    """
    scripts = {name: path for name, path in files.items() if path.suffix in (".tcl", ".otcl", "")}
    for owner, name, line in _FRAME.findall(trace):
        if owner == "file":
            for known, path in files.items():
                if name.strip('"').endswith(known):
                    return f"{path}, line {line}"
            continue
        for path in scripts.values():
            start = _body_of(path, owner, name.strip('"'))
            if start is not None:
                return f"{path}, line {start + int(line) - 1}"
    return ""


def _body_of(path: Path, owner: str, name: str) -> int | None:
    """Return the line on which the body of a procedure or of a class' method begins."""
    words = ["proc"] if owner == "procedure" else [owner, "(?:inst)?proc"]
    opening = re.compile(r"\s*" + r"\s+".join([*words, re.escape(name)]) + r"[\s{]")
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    for number, text in enumerate(lines):
        if opening.match(text):
            # The arguments may span several lines.
            ends = (at for at in range(number, len(lines)) if lines[at].rstrip()[-1:] == "{")
            return next(ends, number) + 1
    return None


def remarks(run: ExperimentRun, notes: Notes, files: Sequence[WrittenFile]) -> list[str]:
    """Return remarks for the user on a finished run, one sentence each."""
    script = run.inputs.script.name
    found = [_of_variable(name, script, notes) for name in run.variables if name not in run.passed]
    found += [f"{program} was not started ({place})." for program, place in notes.skipped]
    found += [
        f"The clock is read at {place}: what depends on it can't be repeated."
        for place in notes.clock
    ]
    found += [
        f"A seed by the clock ({place}) was ignored, so that the run can be repeated."
        for place in notes.clock_seed
    ]
    found += _of_reads(run, notes)
    found += [f"{path} was written to {name} of the run." for path, name in notes.moved.items()]
    if not any(file.rows for file in files):
        found.append(
            f"{script} writes no trace: use `trace: all`, or give metrics by printed or awk."
        )
    return [remark for remark in found if remark]


def _of_variable(name: str, script: str, notes: Notes) -> str:
    if name in notes.read:
        return ""
    if name in notes.overridden:
        return f"{name} is set by {script} but never read: it changes nothing."
    others = [other for other in notes.names if other != name]
    return f"{name} is never read by {script}. {nearest(name, others)}".strip()


def _of_reads(run: ExperimentRun, notes: Notes) -> list[str]:
    """Return remarks on files that were read but are not in the identity, so edits go unnoticed."""
    base = run.inputs.folder
    covered = {os.path.normpath(base / name) for name in run.inputs.files}
    own = {*covered, *notes.writes, *notes.moved.values()}
    return [
        f"{name} is read, too: list it under files, so that an edit of it is noticed."
        for name in notes.reads
        if os.path.normpath(name) not in own and not name.startswith(("/usr/", "/dev/", "/proc/"))
    ]
