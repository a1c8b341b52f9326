"""What the workflow is at: jobs write down what they begin and end, the command line reads it.

A step is one of a study's, ``measures``, ``database`` or ``page``, or one of all studies'
together (:data:`ALL`). Runs are no steps: the store shows how many there are.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from ns2studies import paths

LOG = paths.RESULTS / "logs" / "steps"
"""A line for each beginning and end, of the jobs of one call of Snakemake."""

ALL = "all studies"
"""What stands in the place of a study for what is made of all of them."""

PAGE = "page"
"""The last step of a study."""


@contextmanager
def step(study: str, name: str, log: Path = LOG) -> Iterator[None]:
    """Say that a step begins, and that it has ended if nothing goes wrong."""
    _write(log, f"begin\t{study}\t{name}\n")
    yield
    _write(log, f"end\t{study}\t{name}\n")


def _write(log: Path, line: str) -> None:
    # Reporting progress must not stop the work itself: the disk may be full.
    with suppress(OSError):
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as stream:
            stream.write(line)


@dataclass
class Steps:
    """Which steps go on, and which have ended.

    Attributes:
        running: name of the step by study.
        ended: study and name.
    """

    log: Path = LOG
    running: dict[str, str] = field(default_factory=dict)
    ended: list[tuple[str, str]] = field(default_factory=list)
    _read: int = 0

    def look(self) -> None:
        """Read what was written since the last look."""
        try:
            with self.log.open(encoding="utf-8") as stream:
                stream.seek(self._read)
                text = stream.read()
        except OSError:
            return
        whole = text[: text.rfind("\n") + 1]
        self._read += len(whole.encode())
        for line in whole.splitlines():
            event, study, name = line.split("\t")
            if event == "begin":
                self.running[study] = name
            else:
                self.running.pop(study, None)
                self.ended.append((study, name))
