"""Notes of the driver on a run."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ns2studies.experiments.settings import noted_lines


class Place(NamedTuple):
    """A line of a script; no file for commands of ``$ns at``."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}" if self.file else "a command of $ns at"


@dataclass
class Notes:
    """Notes of the driver on a run.

    Attributes:
        status: exit status of the script; None if ns was killed, or ended by itself.
        simulated_s: simulated time at the end, or the last recorded one.
        events: number of events that had been scheduled.
        drawn: whether the script drew a random number.
        error: Tcl's message and stack trace, if there was an error.
        cause: the cause of the error as found by ns, and the remedy.
        read: parameters that the script read as variables.
        overridden: parameters that the script sets.
        names: variables of the script.
        reads: files that the script opened for reading, relative to the run's folder.
        writes: files that it opened for writing.
        roles: files that were passed to ``trace-all`` or ``namtrace-all``.
        seeded: places in which the script seeds a generator.
        clock: places in which it reads the clock.
        clock_seed: places in which it lets ns seed a generator from the clock.
        skipped: programs that were not started, and the places of their calls.
        moved: files outside the run's folder, and the paths to which they were written instead.
    """

    status: int | None = None
    simulated_s: float | None = None
    events: int | None = None
    drawn: bool | None = None
    error: tuple[str, str] | None = None
    cause: str = ""
    read: set[str] = field(default_factory=set)
    overridden: set[str] = field(default_factory=set)
    names: list[str] = field(default_factory=list)
    reads: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    roles: dict[str, str] = field(default_factory=dict)
    seeded: list[Place] = field(default_factory=list)
    clock: list[Place] = field(default_factory=list)
    clock_seed: list[Place] = field(default_factory=list)
    skipped: list[tuple[str, Place]] = field(default_factory=list)
    moved: dict[str, str] = field(default_factory=dict)

    def fail(self, message: str, trace: str, cause: str) -> None:
        """Record an error, unless there is an earlier one, of which it may be a consequence."""
        if not self.error:
            self.error, self.cause = (message, trace), cause

    def progress(self, words: Iterable[str]) -> None:
        """Record simulated time and number of events, if they are given."""
        for time_s, events in zip(*[iter(words)] * 2, strict=False):
            self.simulated_s, self.events = float(time_s), int(events)


def read_notes(path: Path, progress: Path) -> Notes:
    """Read the notes of the driver.

    Args:
        progress: the file with simulated time and number of events.
    """
    notes = Notes()
    if progress.is_file():
        notes.progress(progress.read_text(encoding="ascii").split())
    for kind, *words in noted_lines(path):
        _take(notes, kind, words)
    return notes


def _take(notes: Notes, kind: str, words: list[str]) -> None:
    match kind, words:
        case "ended", [status, *progress]:
            notes.status = int(status)
            notes.progress(progress)
        case "error", [message, trace, cause, *progress]:
            notes.fail(message, trace, cause)
            notes.progress(progress)
        case "drawn", [drawn]:
            notes.drawn = drawn == "1"
        case "read", [name]:
            notes.read.add(name)
        case "set", [name]:
            notes.overridden.add(name)
        case "names", _:
            notes.names = sorted(words)
        case (("reads" | "writes"), [name]):
            getattr(notes, kind).append(name)
        case "role", [role, name]:
            notes.roles[name] = role
        case (("seeded" | "clock" | "clock_seed"), [file, line]):
            getattr(notes, kind).append(Place(file, int(line)))
        case "skipped", [program, file, line]:
            notes.skipped.append((program, Place(file, int(line))))
        case "moved", [path, name]:
            notes.moved[path] = name
        case _:
            raise ValueError(f"the driver noted {kind!r} with {len(words)} words")
