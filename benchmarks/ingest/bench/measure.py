"""Measuring the cases in rounds, and making sure that all of them read the same."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bench.cases import AWKS, IN_ORDER, NSTRACE, Case
from bench.errors import BenchmarkError
from bench.stored import stored_totals
from bench.totals import Totals

PACKAGE: Final = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Measurement:
    """One run of one case.

    Attributes:
        wall_s: wall-clock time in seconds.
        cpu_s: processor time in seconds, of all threads.
        peak_bytes: largest resident memory.
        output_bytes: size of the Parquet file; 0 if none was written.
        totals: sums over the packet lines.
    """

    wall_s: float
    cpu_s: float
    peak_bytes: int
    output_bytes: int
    totals: Totals


Inputs = Callable[[Case], Path]
"""Gives the file that a case reads."""

Results = dict[Case, list[Measurement]]
"""The measurements of each case, one a round."""


def measure(
    cases: list[Case], inputs: Inputs, rounds: int, folder: Path, done: Callable[[str], None]
) -> Results:
    """Run each case once a round, one after the other, and compare what they read.

    Round by round, not case by case: so all of them meet whatever else the machine does.

    Raises:
        BenchmarkError: if a case fails, or if two cases disagree.
    """
    results: Results = {case: [] for case in cases}
    for number in range(1, rounds + 1):
        for case in cases:
            if case.task == "memory" and number > 1:
                continue
            done(f"round {number} of {rounds}: {case.title}")
            results[case].append(_measured(case, inputs(case), folder))
            _compare(results, case)
    return results


def _compare(results: Results, case: Case) -> None:
    first = next(iter(results))
    expected, found = results[first][0].totals, results[case][-1].totals
    if found != expected:
        raise BenchmarkError(
            f"the readers disagree about the trace:\n  {first.title}: {expected}\n"
            f"  {case.title}: {found}"
        )


def _measured(case: Case, path: Path, folder: Path) -> Measurement:
    with tempfile.TemporaryDirectory(dir=folder, prefix=".run-") as work:
        output = Path(work) / "out.parquet"
        answer = _ask(case, path, output)
        if case.task == "arrow":
            totals, size = Totals(**answer["totals"]), 0
        else:
            totals, size = stored_totals(case.tool, output), output.stat().st_size
    return Measurement(answer["wall_s"], answer["cpu_s"], answer["peak_bytes"], size, totals)


def _ask(case: Case, path: Path, output: Path) -> dict[str, Any]:
    """Have the case run by a process of its own."""
    request = {
        "tool": case.tool,
        "task": case.task,
        "kind": case.kind,
        "cores": case.cores,
        "cpus": _cpus(case),
        "path": str(path),
        "output": str(output),
    }
    done = subprocess.run(
        [sys.executable, "-m", "bench.child", json.dumps(request)],
        env=_environment(case.cores),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        raise BenchmarkError(f"{case.title} failed: {said[0]}")
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def _cpus(case: Case) -> list[int]:
    """The processors a case may run on; a feeding process needs one of its own."""
    allowed = sorted(os.sched_getaffinity(0))
    return allowed if case.kind in ("stdin", "fifo") else allowed[: case.cores]


def _environment(cores: int) -> dict[str, str]:
    return os.environ | {
        "PYTHONPATH": str(PACKAGE),
        "PYTHONDONTWRITEBYTECODE": "",
        "POLARS_MAX_THREADS": str(cores),
        "OMP_NUM_THREADS": str(cores),
    }


def is_general(case: Case) -> bool:
    """Is it one of the tools that nstrace is compared with?"""
    return case.tool not in (NSTRACE, IN_ORDER)


def reads_other_lines(case: Case) -> bool:
    """Does the case read the trace as ns wrote it, and not the copy of its packet lines?"""
    return case.tool in (NSTRACE, IN_ORDER, *AWKS)
