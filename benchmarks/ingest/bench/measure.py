"""Measurements of all cases in rounds, and the check that all of them read the same."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bench.cases import AWKS, OWN, Case
from bench.errors import BenchmarkError
from bench.stored import stored_totals
from bench.totals import Totals

PACKAGE: Final = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Measurement:
    """One run of one case.

    Attributes:
        wall_s: wall-clock time in seconds; of several processes that of the slowest.
        cpu_s: processor time in seconds, of all threads and processes.
        peak_bytes: largest resident memory of a process.
        output_bytes: size of the Parquet file; 0 if none was written.
        totals: sums over the packet lines.
    """

    wall_s: float
    cpu_s: float
    peak_bytes: int
    output_bytes: int
    totals: Totals


Inputs = Callable[[Case], Path]
"""A function that returns the file that a case reads."""

Results = dict[Case, list[Measurement]]
"""The measurements of each case, one per round."""


def measure(
    cases: list[Case], inputs: Inputs, rounds: int, folder: Path, done: Callable[[str], None]
) -> Results:
    """Run each case once per round, one after the other, and compare what they read.

    Rounds expose all cases to the same load from other programs. Every second round runs in
    reverse order, since a case may be affected by the one before it.

    Raises:
        BenchmarkError: if a case fails, or if two cases disagree.
    """
    results: Results = {case: [] for case in cases}
    for number in range(1, rounds + 1):
        for case in cases if number % 2 else reversed(cases):
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
        outputs = [Path(work) / f"out-{copy}.parquet" for copy in range(case.copies)]
        answers = _ask(case, path, outputs)
        if case.task == "arrow":
            totals, size = Totals(**answers[0]["totals"]), 0
        else:
            totals, size = stored_totals(case.tool, outputs[0]), outputs[0].stat().st_size
    return Measurement(
        wall_s=max(answer["wall_s"] for answer in answers),
        cpu_s=sum(answer["cpu_s"] for answer in answers),
        peak_bytes=max(answer["peak_bytes"] for answer in answers),
        output_bytes=size,
        totals=totals,
    )


def _ask(case: Case, path: Path, outputs: list[Path]) -> list[dict[str, Any]]:
    """Run a case in new processes, one for each output, and return their results."""
    with ExitStack() as stack:
        started = [
            stack.enter_context(_started(case, copy, path, output))
            for copy, output in enumerate(outputs)
        ]
        # A failed process closes its output; _answer reports why it failed.
        for process in started:
            assert process.stdout is not None  # it is a pipe
            process.stdout.readline()
        for process in started:
            assert process.stdin is not None  # it is a pipe
            with suppress(BrokenPipeError):
                process.stdin.write("\n")
                process.stdin.flush()
        return [_answer(case, process) for process in started]


def _started(case: Case, copy: int, path: Path, output: Path) -> subprocess.Popen[str]:
    request = {
        "tool": case.tool,
        "task": case.task,
        "kind": case.kind,
        "cores": case.cores,
        "cpus": _cpus(case, copy),
        "path": str(path),
        "output": str(output),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "bench.child", json.dumps(request)],
        env=_environment(case.cores),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _answer(case: Case, process: subprocess.Popen[str]) -> dict[str, Any]:
    said, complaints = process.communicate()
    if process.returncode != 0:
        last = complaints.strip().splitlines()[-1:] or ["it said nothing"]
        raise BenchmarkError(f"{case.title} failed: {last[0]}")
    answer: dict[str, Any] = json.loads(said.splitlines()[-1])
    return answer


def _cpus(case: Case, copy: int) -> list[int]:
    """Return the processors that a process may run on: all if another process feeds it."""
    allowed = sorted(os.sched_getaffinity(0))
    if case.kind in ("stdin", "fifo"):
        return allowed
    return allowed[copy * case.cores :][: case.cores]


def _environment(cores: int) -> dict[str, str]:
    return os.environ | {
        "PYTHONPATH": str(PACKAGE),
        "PYTHONDONTWRITEBYTECODE": "",
        "POLARS_MAX_THREADS": str(cores),
        "OMP_NUM_THREADS": str(cores),
        # NumPy's linear algebra, which is not used here, starts threads that busy-wait for
        # the first hundredths of a second.
        "OPENBLAS_NUM_THREADS": "1",
    }


def is_general(case: Case) -> bool:
    """Return whether the case's tool is one that nstrace is compared with."""
    return case.tool not in OWN


def reads_other_lines(case: Case) -> bool:
    """Return whether the case reads the trace as ns wrote it, not the copy of its packet lines."""
    return case.tool in (*OWN, *AWKS)
