"""Progress of long work: a bar on a terminal, a line for every tenth elsewhere."""

from types import TracebackType
from typing import IO, Self

import rich.progress
from rich.console import Console


class Progress:
    """Shows how far some work is.

    Args:
        title: what is being done.
        stream: where to show it.
    """

    def __init__(self, title: str, stream: IO[str]) -> None:
        self._title = title
        self._console = Console(file=stream)
        self._tenth = -1
        self._bar: rich.progress.Progress | None = None
        if self._console.is_terminal:
            self._bar = rich.progress.Progress(
                rich.progress.TextColumn("{task.description}"),
                rich.progress.BarColumn(),
                rich.progress.MofNCompleteColumn(),
                rich.progress.TimeElapsedColumn(),
                rich.progress.TimeRemainingColumn(),
                console=self._console,
            )
            self._task = self._bar.add_task(title, total=None)

    def __enter__(self) -> Self:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar:
            self._bar.stop()

    def at(self, done: int, total: int, what: str = "") -> None:
        """Say that ``done`` of ``total`` pieces are finished."""
        if self._bar:
            self._bar.update(self._task, completed=done, total=total)
        elif total and done * 10 // total != self._tenth:
            self._tenth = done * 10 // total
            detail = f" ({what})" if what else ""
            self._console.print(f"{self._title}: {done} of {total}{detail}", highlight=False)
