"""What the workflow is at: jobs write down what they begin and end, the command line reads it.

A step is one of a study's, ``measures``, ``database`` or ``page``, or one of all studies'
together (:data:`ALL`). Runs are no steps: the store shows how many there are.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.basics.line_records import append_record, records_in

LOG = paths.RESULTS / "logs" / "steps"
"""A record for each beginning and end, of the jobs of one call of Snakemake."""

ALL = "all studies"
"""What stands in the place of a study for what is made of all of them."""

PAGE = "page"
"""The last step of a study."""


@contextmanager
def step(study: str, name: str, log: Path = LOG) -> Iterator[None]:
    """Say that a step begins, and that it has ended if nothing goes wrong."""
    _write(log, _BEGIN, study, name)
    yield
    _write(log, _END, study, name)


_BEGIN, _END = "begin", "end"


def _write(log: Path, *words: str) -> None:
    # Reporting progress must not stop the work itself: the disk may be full.
    with suppress(OSError):
        append_record(log, words)


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

    def read_new(self) -> None:
        """Read what was written since it was read last."""
        try:
            with self.log.open("rb") as stream:
                stream.seek(self._read)
                data = stream.read()
        except OSError:
            return
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        for record in records_in(whole):
            match record:
                case [str(event), str(study), str(name)] if event == _BEGIN:
                    self.running[study] = name
                case [str(event), str(study), str(name)] if event == _END:
                    self.running.pop(study, None)
                    self.ended.append((study, name))
