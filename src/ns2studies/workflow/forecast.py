"""How long work will take on this machine.

Costs in the configuration and here are CPU seconds on the machine that they were measured on. Two
things are different elsewhere, and are measured: how many CPU seconds the same work takes, known
from batches of runs that were made here or, before that, from the build of ns; and how much of
the cores other programs leave, which a probe of a moment tells.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.basics.line_records import append_record, read_records

BUILD_CPU_S: Final = 75.0
"""To build ns-2."""

INGEST_CPU_S: Final = 0.05
"""To ingest and measure a run: measured as 0.06 to 0.1 s, however long its simulation takes. The
0.03 s in which ns loads its library are subtracted: costs of runs in configurations have them, and
a batch spends them once."""

STUDY_CPU_S: Final = 7.0
"""A study's database and page, once its runs are there."""

ENDING_CPU_S: Final = 8.0
"""The database of all studies, and the start page each time it is made."""

ALONE_CPU_S: Final = 10.0
"""Of all this, what keeps one core busy and no other: the start of the workflow, and the database
and page of the last study."""

_RECORDS: Final = paths.BUILD / "speed.jsonl"
_BATCH, _BUILD = "batch", "build"
_REMEMBERED_CPU_S: Final = 7200.0
"""The latest batches of so much expected CPU time count: the machine may have changed. Over fewer
a set of scenarios that takes longer than expected would speak for all others; 40 batches of full
scale took from 0.8 to 1.6 times what was expected, 400 of them 1.07 times."""

_TELLING_CPU_S: Final = 20.0
"""Expected CPU seconds of batches that say more than the build does."""

_DECIMALS: Final = 3
"""Of a number of CPU seconds in a record."""

_MOST_CPU_S: Final = 1e9
"""No record has more CPU seconds: thirty years of a core."""

_PROBE: Final = """
import time
start = time.monotonic()
while time.monotonic() - start < 0.4:
    pass
print(time.process_time() / (time.monotonic() - start))
"""


@dataclass(frozen=True)
class Speed:
    """This machine beside the one that costs were measured on.

    Attributes:
        cpu: CPU seconds here for one there.
        free: the share of a core's time that a busy process gets; 1 on a quiet machine.
        measured: was it measured here, or is this machine assumed to be as fast as that one?
    """

    cpu: float = 1.0
    free: float = 1.0
    measured: bool = False

    def wall_s(self, cpu_s: float, cores: float) -> float:
        """Seconds on the clock for work that keeps some cores busy.

        Args:
            cpu_s: CPU seconds that the work is expected to take.
        """
        return cpu_s * self.cpu / (cores * self.free)

    def elapsed_s(self, cpu_s: float, cores: int) -> float:
        """Seconds on the clock for a command's work, which does not keep all cores busy throughout.

        Args:
            cpu_s: CPU seconds that the work is expected to take, to the last page.
        """
        alone_cpu_s = min(cpu_s, ALONE_CPU_S)
        return self.wall_s(alone_cpu_s, 1) + self.wall_s(cpu_s - alone_cpu_s, cores)


def note_batch(expected_cpu_s: float, cpu_s: float, records: Path = _RECORDS) -> None:
    """Remember what a batch of runs took, in CPU seconds."""
    _note(_BATCH, expected_cpu_s, cpu_s, records)


def note_build(cpu_s: float, records: Path = _RECORDS) -> None:
    """Remember what the build of ns-2 took, in CPU seconds."""
    _note(_BUILD, BUILD_CPU_S, cpu_s, records)


def _note(kind: str, expected_cpu_s: float, cpu_s: float, records: Path) -> None:
    expected_cpu_s, cpu_s = round(expected_cpu_s, _DECIMALS), round(cpu_s, _DECIMALS)
    record = {"kind": kind, "expected_cpu_s": expected_cpu_s, "cpu_s": cpu_s}
    # What was made is whole, also where nothing more can be written: a forecast knows less then.
    with suppress(OSError):
        append_record(records, record)


def speed(cores: int, records: Path = _RECORDS, *, probe: bool = True) -> Speed:
    """How fast this machine is now.

    Args:
        probe: find out what other programs leave of it, which takes half a second.
    """
    made = _read(records)
    batches = _latest([record for record in made if record["kind"] == _BATCH])
    builds = [record for record in made if record["kind"] == _BUILD][-1:]
    known = batches if _expected(batches) >= _TELLING_CPU_S else builds
    free = free_share(cores) if probe else 1.0
    if not known:
        return Speed(free=free)
    cpu = sum(record["cpu_s"] for record in known) / _expected(known)
    return Speed(cpu, free, measured=True)


def _latest(batches: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    remembered, count = 0.0, 0
    for record in reversed(batches):
        if remembered >= _REMEMBERED_CPU_S:
            break
        remembered += record["expected_cpu_s"]
        count += 1
    return batches[len(batches) - count :]


def _expected(records: Sequence[dict[str, Any]]) -> float:
    return float(sum(record["expected_cpu_s"] for record in records))


def _read(records: Path) -> list[dict[str, Any]]:
    """The records; invalid ones are left out."""
    return [record for record in read_records(records) if _is_sound(record)]


def _is_sound(record: Any) -> bool:
    if not isinstance(record, dict) or record.get("kind") not in (_BATCH, _BUILD):
        return False
    return all(_is_time(record.get(key)) for key in ("expected_cpu_s", "cpu_s"))


def _is_time(value: object) -> bool:
    """Is it one that a record can have? Infinity and NaN are not."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return 10**-_DECIMALS <= value <= _MOST_CPU_S


def free_share(cores: int) -> float:
    """The share of some cores' time that busy processes get now.

    No more processes look than may run side by side: of others each would get a part of a core.
    """
    looking = min(cores, len(os.sched_getaffinity(0)))
    probe = [sys.executable, "-I", "-S", "-c", _PROBE]
    running = [subprocess.Popen(probe, stdout=subprocess.PIPE, text=True) for _ in range(looking)]
    shares = [float(process.communicate()[0] or 1) for process in running]
    return min(1.0, sum(shares) / len(shares))


def duration(seconds: float) -> str:
    """A time for people, such as ``40 s``, ``12 min`` or ``2.5 h``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
