"""Starting ns-2 for one run and making sure that it came to its end."""

import errno
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from ns2studies.errors import SimulationError
from ns2studies.runs.identity import Run
from ns2studies.runs.parameter_file import parameter_text
from ns2studies.runs.tcl_scripts import MAIN
from nstrace.files import disk_full, no_room_left

COMPLETE = "complete"
"""The file that a scenario writes last; without it a run has not come to its end."""

_SHOWN_LINES = 8


@dataclass(frozen=True)
class Usage:
    """What a simulation cost.

    Attributes:
        cpu_s: user and system CPU seconds of ns.
        peak_memory_bytes: its largest resident set.
    """

    cpu_s: float
    peak_memory_bytes: int


def simulate(ns: Path, run: Run, folder: Path) -> Usage:
    """Run ns in ``folder``, which then holds its traces.

    Raises:
        SimulationError: if ns reports an error, is killed, or stops before its end; the
            message ends with what ns printed.
        StudyError: if the file system is full.
    """
    identity = run.identity
    text = parameter_text(run.study, identity.parameters, identity.seed)
    (folder / "parameters.tsv").write_text(text, encoding="utf-8")
    folder = folder.resolve()
    # ns must not outlive the program that waits for it.
    command: list[str | Path] = ["setpriv", "--pdeathsig", "KILL", ns.resolve()]
    command += [MAIN, folder / "parameters.tsv", folder]
    with (folder / "ns.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or not (folder / COMPLETE).is_file():
        raise _failure(run, process.returncode, folder / "ns.log")
    return Usage(usage.ru_utime + usage.ru_stime, _peak_memory_bytes(folder / COMPLETE))


def _peak_memory_bytes(complete: Path) -> int:
    lines = complete.read_text(encoding="utf-8").splitlines()
    facts = dict(line.split() for line in lines)
    return int(facts["peak_memory_kib"]) * 1024


def _failure(run: Run, code: int, log: Path) -> Exception:
    printed = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    no_room = os.strerror(errno.ENOSPC).lower()
    if any(no_room in line.lower() for line in printed) or no_room_left(log.parent):
        return disk_full(log.parent)
    if code < 0:
        ending = f"was killed by signal {-code}"
    elif code == 0:
        ending = "stopped before the scenario's end"
    else:
        ending = f"failed with status {code}"
    shown = "\n".join(f"    {line}" for line in printed[-_SHOWN_LINES:]) or "    (nothing)"
    return SimulationError(f"{run.study}: {run.label}: ns {ending}. It printed:\n{shown}")
