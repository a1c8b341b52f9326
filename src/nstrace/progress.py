"""A progress bar for reading traces, shown on a terminal only."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.progress import TransferSpeedColumn as Speed

from nstrace.scanning import Progress as Report
from nstrace.sources import Source

_PATIENCE_S: Final = 0.5


@contextmanager
def reading_bar() -> Iterator[Report]:
    """Yield a callback for ``nstrace.scan`` that shows a progress bar."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        Speed(),
        TimeRemainingColumn(),
    )
    started = time.monotonic()
    with Progress(*columns, console=console, transient=True) as bar:
        tasks: dict[Source, object] = {}

        def report(source: Source) -> None:
            # Short reads need no bar.
            if time.monotonic() - started < _PATIENCE_S:
                return
            if source not in tasks:
                tasks[source] = bar.add_task(source.name, total=source.size)
            bar.update(tasks[source], completed=source.taken)  # type: ignore[arg-type]

        yield report
