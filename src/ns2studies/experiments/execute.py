"""Run ns on a script within limits of time, memory and output.

ns runs in a session of its own, so that all processes that the script starts end with it. This
program polls its allocated memory and the size of its files. The kernel's limits stop growth
between two polls.
"""

import os
import resource
import select
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ns2studies.basics.processes import bound, plain_environment
from ns2studies.experiments.model import Limits
from ns2studies.experiments.runs import DRIVER

_MEGABYTE: Final = 1_000_000
_LOOK_S: Final = 0.1
_SIZES_EVERY_S: Final = 0.5
_LIBRARIES_BYTES: Final = 300 * _MEGABYTE
"""Address space of ns for programs and libraries, which a simulation's memory doesn't include."""

_LONGEST_STEP_S: Final = 1.0
"""Seconds that a wait counts as if it took longer, because this program was suspended."""


@dataclass(frozen=True)
class Ending:
    """The end of a run of ns.

    Attributes:
        returncode: as in :mod:`subprocess`: negative for the number of a signal that killed it.
        exceeded: the field of :class:`Limits` for which it was stopped; empty if none.
        cpu_s: user and system CPU seconds, including those of programs that the script started.
        peak_memory_bytes: the largest resident set.
    """

    returncode: int
    exceeded: str
    cpu_s: float
    peak_memory_bytes: int


def run_ns(ns: Path, settings: Path, root: Path, work: Path, log: Path, limits: Limits) -> Ending:
    """Run a script with the driver, and wait for its end.

    Args:
        settings: the driver's settings.
        root: the folder whose files count as output.
        work: the folder that the script runs in.
        log: the file for the printed output.
    """
    command = bound([str(ns.resolve()), str(DRIVER), str(settings)])
    with log.open("wb") as printed:
        process = subprocess.Popen(
            command,
            cwd=work,
            # Values and files are in UTF-8, whatever the user's locale.
            env={**plain_environment(), "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        _limit(process.pid, limits)
        exceeded = _watched(process.pid, limits, [root, log])
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode == -signal.SIGXFSZ:
        exceeded = "output_mb"
    return Ending(
        process.returncode, exceeded, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
    )


def _limit(process: int, limits: Limits) -> None:
    memory = limits.memory_mb * _MEGABYTE + _LIBRARIES_BYTES
    output = limits.output_mb * _MEGABYTE
    with suppress(ProcessLookupError):
        resource.prlimit(process, resource.RLIMIT_AS, (memory, memory))
        resource.prlimit(process, resource.RLIMIT_FSIZE, (output, output))
        resource.prlimit(process, resource.RLIMIT_CORE, (0, 0))


def _watched(process: int, limits: Limits, outputs: list[Path]) -> str:
    """Wait until a process ends or exceeds a limit; return that limit."""
    ran_s = 0.0
    sizes_at_s = _SIZES_EVERY_S
    handle = os.pidfd_open(process)
    try:
        while True:
            started = time.monotonic()
            ended, _, _ = select.select([handle], [], [], min(_LOOK_S, limits.wall_s))
            if ended:
                return ""
            ran_s += min(time.monotonic() - started, _LONGEST_STEP_S)
            if ran_s >= limits.wall_s:
                return "wall_s"
            if _resident_bytes(process) > limits.memory_mb * _MEGABYTE:
                return "memory_mb"
            if ran_s >= sizes_at_s:
                sizes_at_s = ran_s + _SIZES_EVERY_S
                if sum(map(_size, outputs)) > limits.output_mb * _MEGABYTE:
                    return "output_mb"
    finally:
        os.close(handle)


def _resident_bytes(process: int) -> int:
    try:
        pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * resource.getpagesize()


def _size(path: Path) -> int:
    """Return the bytes in a file, or in all files below a folder, except for links."""
    total = 0
    with suppress(OSError):
        if not path.is_dir():
            return path.lstat().st_size
        with os.scandir(path) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    total += _size(Path(entry.path))
                elif not entry.is_symlink():
                    total += entry.stat(follow_symlinks=False).st_size
    return total
