"""The processes of a command, the phase that each is in, and their CPU time."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ns2studies.basics import paths

PHASES: Final = (
    "planning, scheduling", "ns", "ingest", "measures", "database", "page", "index", "archive",
)  # fmt: skip

ROLES: Final = ("command", "Snakemake", "job", "program of a job")

_JOBS: Final = {
    b"measure": "measures",
    b"study-database": "database",
    b"database": "database",
    b"spreadsheet": "page",
    b"report": "page",
    b"list-page": "index",
    b"archive": "archive",
}
_PROGRAM: Final = b"ns2studies.workflow.jobs"

_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Process:
    """A process that has not ended.

    Attributes:
        words: the arguments that it was called with.
        used_s: CPU seconds of the process and of the children that it has waited for.
    """

    number: int
    parent: int
    words: tuple[bytes, ...]
    used_s: float


def of_session(session: int) -> list[Process]:
    """Return the processes of a command's session, the command included."""
    return list(_all(lambda own, _: own == session))


def of_cluster_too(session: int) -> list[Process]:
    """Return the processes of a command's session, and those that Slurm runs for this checkout."""

    def wanted(own: int, entry: Path) -> bool:
        return own == session or (_at(entry) == paths.ROOT and _is_of_slurm(entry))

    return list(_all(wanted))


def _all(wanted: Callable[[int, Path], bool]) -> Iterator[Process]:
    """Yield each running process that ``wanted`` selects by its session and its /proc entry."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_bytes().rpartition(b")")[2].split()
            if fields[0] in b"ZX" or not wanted(int(fields[3]), entry):
                continue
            words = (entry / "cmdline").read_bytes().rstrip(b"\0").split(b"\0")
        except OSError:
            continue
        used_s = sum(map(int, fields[11:15])) / _TICKS
        yield Process(int(entry.name), int(fields[1]), tuple(words), used_s)


def _at(entry: Path) -> Path | None:
    try:
        return (entry / "cwd").readlink()
    except OSError:
        return None


def _is_of_slurm(entry: Path) -> bool:
    try:
        return b"SLURM_JOB_ID=" in (entry / "environ").read_bytes()
    except OSError:
        return False


def place_of(victim: Process, found: list[Process]) -> tuple[str, str]:
    """Return the phase that a process is in, and its role.

    The phase of the command itself, or of Snakemake, is the latest one of its jobs.
    """
    by_number = {process.number: process for process in found}
    at: Process | None = victim
    while at is not None:
        if phase := _phase(at, found):
            return phase, ROLES[2] if at is victim and _job_of(at) else ROLES[3]
        at = by_number.get(at.parent)
    phases = [phase for process in found if (phase := _phase(process, found))]
    role = ROLES[0]
    if any(b"snakemake" in word for word in victim.words):
        role = ROLES[1]
    return max(phases, key=PHASES.index, default=PHASES[0]), role


def _phase(process: Process, found: list[Process]) -> str | None:
    """Return the phase of a job or of its ns; None for other processes."""
    words = process.words
    if words[0].endswith(b"/ns"):
        return "ns"
    job, document = _job_of(process) or (b"", b"")
    if job == b"simulate":
        if any(other.parent == process.number and _phase(other, found) for other in found):
            return "ns"
        return "ingest" if _in_a_run() else "measures"
    return "index" if document == b"index" else _JOBS.get(job)


def _job_of(process: Process) -> tuple[bytes, bytes] | None:
    """Return a job's name and what it is about; None for a process that runs no job."""
    words = process.words
    if _PROGRAM not in words:
        return None
    job, *rest = words[words.index(_PROGRAM) + 1 :]
    return job, Path(os.fsdecode(rest[0])).stem.encode() if rest else b""


def _in_a_run() -> bool:
    return any((paths.RESULTS / "runs").glob(".working/*"))
