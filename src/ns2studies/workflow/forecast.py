"""Forecasts of the time that work takes on this machine.

Costs in the configuration and here are CPU seconds on the machine on which they were measured. Two
factors differ between machines, and are measured: how many CPU seconds the same work takes, known
from batches of runs on this machine or, before that, from the build of ns; and how much of the
cores other programs leave, which a short probe measures.
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
"""Cost of building ns-2."""

INGEST_CPU_S: Final = 0.05
"""Cost of ingesting and measuring a run: measured as 0.06 to 0.1 s, independent of its simulation.
The 0.03 s in which ns loads its library are subtracted: costs of runs in configurations include
them, and a batch spends them once.
"""

STUDY_CPU_S: Final = 7.0
"""Cost of a study's database and page."""

ENDING_CPU_S: Final = 8.0
"""Cost of the database of all studies, and of the start page each time it is made."""

ALONE_CPU_S: Final = 10.0
"""Part of all this that keeps only one core busy: the start of the workflow, and the database and
page of the last study.
"""

_RECORDS: Final = paths.BUILD / "speed.jsonl"
_BATCH, _BUILD = "batch", "build"
_REMEMBERED_CPU_S: Final = 7200.0
"""Only the latest batches with this sum of expected CPU seconds count, since the machine may have
changed. With fewer, a set of scenarios that takes longer than expected would distort the forecast
for all others: 40 batches of full scale took from 0.8 to 1.6 times the expected time, 400 of them
1.07 times.
"""

_TELLING_CPU_S: Final = 20.0
"""Expected CPU seconds of batches from which on they are more accurate than the build."""

_DECIMALS: Final = 3
"""Number of decimals of CPU seconds in a record."""

_MOST_CPU_S: Final = 1e9
"""Maximum number of CPU seconds in a record: thirty years of a core."""

_PROBE: Final = """
import time
start = time.monotonic()
while time.monotonic() - start < 0.4:
    pass
print(time.process_time() / (time.monotonic() - start))
"""


@dataclass(frozen=True)
class Speed:
    """The speed of this machine relative to the one on which costs were measured.

    Attributes:
        cpu: CPU seconds here for one there.
        free: the share of a core's time that a busy process gets; 1 on a quiet machine.
        measured: whether it was measured, or is assumed to be equal.
    """

    cpu: float = 1.0
    free: float = 1.0
    measured: bool = False

    def wall_s(self, cpu_s: float, cores: float) -> float:
        """Return the elapsed seconds of work that keeps some cores busy.

        Args:
            cpu_s: expected CPU seconds of the work.
        """
        return cpu_s * self.cpu / (cores * self.free)

    def elapsed_s(self, cpu_s: float, cores: int) -> float:
        """Return the elapsed seconds of a command's work, which keeps some cores idle at times.

        Args:
            cpu_s: expected CPU seconds of the work, up to the last page.
        """
        alone_cpu_s = min(cpu_s, ALONE_CPU_S)
        return self.wall_s(alone_cpu_s, 1) + self.wall_s(cpu_s - alone_cpu_s, cores)


def note_batch(expected_cpu_s: float, cpu_s: float, records: Path = _RECORDS) -> None:
    """Record the CPU seconds that a batch of runs took."""
    _note(_BATCH, expected_cpu_s, cpu_s, records)


def note_build(cpu_s: float, records: Path = _RECORDS) -> None:
    """Record the CPU seconds that the build of ns-2 took."""
    _note(_BUILD, BUILD_CPU_S, cpu_s, records)


def _note(kind: str, expected_cpu_s: float, cpu_s: float, records: Path) -> None:
    expected_cpu_s, cpu_s = round(expected_cpu_s, _DECIMALS), round(cpu_s, _DECIMALS)
    record = {"kind": kind, "expected_cpu_s": expected_cpu_s, "cpu_s": cpu_s}
    # Results are complete even if no record can be written; forecasts are just less accurate.
    with suppress(OSError):
        append_record(records, record)


def speed(cores: int, records: Path = _RECORDS, *, probe: bool = True) -> Speed:
    """Return the present speed of this machine.

    Args:
        probe: whether to measure what other programs leave of it, which takes half a second.
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
    """Read the records, except for invalid ones."""
    return [record for record in read_records(records) if _is_sound(record)]


def _is_sound(record: Any) -> bool:
    if not isinstance(record, dict) or record.get("kind") not in (_BATCH, _BUILD):
        return False
    return all(_is_time(record.get(key)) for key in ("expected_cpu_s", "cpu_s"))


def _is_time(value: object) -> bool:
    """Return whether a value is a possible time of a record, unlike infinity and NaN."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return 10**-_DECIMALS <= value <= _MOST_CPU_S


def free_share(cores: int) -> float:
    """Return the share of some cores' time that busy processes get now.

    The probe has no more processes than may run in parallel: otherwise each would get only a part
    of a core.
    """
    looking = min(cores, len(os.sched_getaffinity(0)))
    probe = [sys.executable, "-I", "-S", "-c", _PROBE]
    running = [subprocess.Popen(probe, stdout=subprocess.PIPE, text=True) for _ in range(looking)]
    shares = [float(process.communicate()[0] or 1) for process in running]
    return min(1.0, sum(shares) / len(shares))


def duration(seconds: float) -> str:
    """Format a time, as in ``40 s``, ``12 min`` or ``2.5 h``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
