"""Progress of long work: bars on a terminal, elsewhere a line from time to time."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Self

from rich.console import Console
from rich.progress import BarColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

from ns2studies.workflow.forecast import duration

FORECAST_UNTIL = 0.3
"""Share of the work up to which the forecast counts, with decreasing weight."""

LINE_EVERY_S = 30.0
"""Maximum time between two lines if there are no bars."""


class Shown:
    """A display for the time in which a block runs, of only bars or only lines."""

    def __init__(self, stream: IO[str]) -> None:
        self.console = Console(file=stream, highlight=False, soft_wrap=True)
        self.bars: Bars | None = None
        if self.console.is_terminal:
            self.bars = Bars(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                TextColumn("{task.percentage:>3.0f} %"),
                TimeElapsedColumn(),
                TextColumn("{task.fields[words]}", markup=False),
                console=self.console,
            )

    def __enter__(self) -> Self:
        if self.bars:
            self.bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.bars:
            self.bars.stop()

    def line(self, text: str) -> None:
        """Print a line that stays, above the bars if there are any."""
        self.console.print(text, markup=False)


class Progress(Shown):
    """Shows how many of a known number of pieces are finished.

    Args:
        title: name of the work.
        stream: stream for the output.
    """

    def __init__(self, title: str, stream: IO[str]) -> None:
        super().__init__(stream)
        self._title = title
        self._started = self._said = time.monotonic()
        self._tenth = -1
        self._task = self.bars.add_task(title, total=None, words="") if self.bars else None

    def at(self, done: int, total: int, what: str = "") -> None:
        """Show that ``done`` of ``total`` pieces are finished."""
        now = time.monotonic()
        left = to_go(now - self._started, done / total if total else 0.0)
        words = ", ".join(filter(None, (f"{done} of {total}", what, left)))
        if self.bars and self._task is not None:
            self.bars.update(self._task, completed=done, total=total, words=words)
        elif total and (done * 10 // total != self._tenth or now - self._said >= LINE_EVERY_S):
            self._tenth, self._said = done * 10 // total, now
            self.line(f"{self._title}: {words}")


def to_go(elapsed_s: float, done: float, forecast_s: float = 0.0) -> str:
    """Describe the remaining time; return an empty text while it is unknown.

    Args:
        done: the share of the work that is finished.
        forecast_s: the expected time of all the work; 0 if it is unknown.
    """
    if done >= 1:
        return ""
    seen_s = elapsed_s / done if done > 0.02 else forecast_s
    if not seen_s:
        return ""
    trust = min(1.0, done / FORECAST_UNTIL)
    whole_s = trust * seen_s + (1 - trust) * (forecast_s or seen_s)
    return f"about {duration(max(1.0, (1 - done) * whole_s))} to go"


@dataclass(frozen=True)
class StudyState:
    """The progress of a study.

    Attributes:
        runs: number of runs that were missing.
        made: number of these that are finished.
        step: name of the present step, such as ``page``.
        done: the share of its work that is finished, 0 to 1.
        cpu_s: CPU seconds of all of its work, its weight among all studies.
    """

    runs: int
    made: int
    step: str
    done: float
    cpu_s: float

    def __str__(self) -> str:
        runs = f"{self.made} of {self.runs} runs" if self.runs else ""
        return ", ".join(filter(None, (runs, self.step))) or "waiting"


class StudiesProgress(Shown):
    """Shows the progress of several studies, and when all of them will be finished.

    Args:
        stream: stream for the output.
        forecast_s: the expected time; 0 if it is unknown.
    """

    def __init__(self, stream: IO[str], forecast_s: float) -> None:
        super().__init__(stream)
        self._forecast_s = forecast_s
        self._started = self._said = time.monotonic()
        self._tasks: dict[str, TaskID] = {}

    def at(self, studies: Mapping[str, StudyState]) -> None:
        """Show the progress of each study that has any work."""
        cpu_s = sum(state.cpu_s for state in studies.values())
        if not cpu_s:
            return
        now = time.monotonic()
        done = sum(state.done * state.cpu_s for state in studies.values()) / cpu_s
        left = to_go(now - self._started, done, self._forecast_s)
        if self.bars:
            for name, state in studies.items():
                self._bar(name, state.done, str(state) if state.done < 1 else "finished")
            self._bar("in all", done, left)
        elif now - self._said >= LINE_EVERY_S:
            self._said = now
            self.line(self._words(now - self._started, done, left, studies))

    def _bar(self, name: str, done: float, words: str) -> None:
        assert self.bars is not None  # the callers check this
        if name not in self._tasks:
            self._tasks[name] = self.bars.add_task(name, total=1.0, words="")
        self.bars.update(self._tasks[name], completed=done, words=words)

    def _words(
        self, elapsed_s: float, done: float, left: str, studies: Mapping[str, StudyState]
    ) -> str:
        going_on = [
            f"{name}: {state}"
            for name, state in studies.items()
            if 0 < state.done < 1 or state.step
        ]
        start = f"{duration(elapsed_s):>6}  {100 * done:3.0f} %"
        return "  ".join(filter(None, (start, left, "; ".join(going_on))))
