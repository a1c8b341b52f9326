"""Measurements of the cases on both programs, and the check that their traces are equal."""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.cases import UNTRACED, Case
from bench.errors import BenchmarkError
from ns2studies.basics.digests import digest_file
from ns2studies.basics.processes import plain_environment

SCENARIO: Final = Path(__file__).resolve().parents[1] / "scenario.tcl"


@dataclass(frozen=True)
class Programs:
    """The two simulators."""

    stock: Path
    ours: Path


@dataclass(frozen=True)
class Run:
    """One run of the simulator.

    Attributes:
        cpu_s: user and system time in seconds.
        wall_s: wall-clock time in seconds.
        peak_bytes: largest resident memory; at least that of this program, which starts it.
        trace_bytes: size of all traces.
        events: events that were scheduled.
        output: digests of the traces by their suffix, and what was printed.
    """

    cpu_s: float
    wall_s: float
    peak_bytes: int
    trace_bytes: int
    events: int
    output: dict[str, str]


@dataclass(frozen=True)
class Pair:
    """The runs of a case and of its base, one right after the other."""

    base: Run
    ours: Run

    @property
    def ratio(self) -> float:
        """The CPU time over that of the base."""
        return self.ours.cpu_s / self.base.cpu_s


Results = dict[Case, list[Pair]]
"""The pairs of each case, one per round."""


def measure(
    cases: Sequence[Case],
    programs: Programs,
    seconds: float,
    rounds: int,
    folder: Path,
    say: Callable[[str], None],
) -> Results:
    """Run each case once per round on both programs, which take turns in going first.

    Raises:
        BenchmarkError: if a run fails, or if the traces or the output of the two programs
            differ.
    """
    results: Results = {case: [] for case in cases}
    for number in range(rounds):
        for case in cases:
            say(f"round {number + 1} of {rounds}: {case.name}")
            pair = _pair(case, programs, seconds * case.share, folder, number % 2 == 1)
            if case.base == "stock":
                _compare(case, pair)
            results[case].append(pair)
    return results


def _pair(case: Case, programs: Programs, seconds: float, folder: Path, ours_first: bool) -> Pair:
    def base() -> Run:
        if case.base == "stock":
            return _run(programs.stock, case, seconds, folder)
        return _run(programs.ours, UNTRACED, seconds, folder)

    if ours_first:
        ours = _run(programs.ours, case, seconds, folder)
        return Pair(base(), ours)
    return Pair(base(), _run(programs.ours, case, seconds, folder))


def _compare(case: Case, pair: Pair) -> None:
    for name, expected in pair.base.output.items():
        if pair.ours.output.get(name) != expected:
            raise BenchmarkError(
                f"{case.name}: the {name} of our build is not that of the stock binary:\n"
                f"  stock: {expected}\n  ours:  {pair.ours.output.get(name)}"
            )


def _run(ns: Path, case: Case, seconds: float, folder: Path) -> Run:
    with tempfile.TemporaryDirectory(dir=folder, prefix=".run-") as work:
        place = Path(work)
        words = [case.trace, f"{seconds:g}", case.scheduler, "out"]
        started = time.perf_counter()
        with (place / "printed").open("wb") as printed:
            process = subprocess.Popen(
                [str(ns.resolve()), str(SCENARIO), *words],
                cwd=place,
                env=plain_environment(),
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
            )
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        wall_s = time.perf_counter() - started
        said = (place / "printed").read_text(encoding="utf-8", errors="replace").strip()
        if process.returncode != 0:
            raise BenchmarkError(f"{ns} failed on the case {case.name}: {said[-300:]}")
        traces = sorted(place.glob("out.*"))
        return Run(
            cpu_s=usage.ru_utime + usage.ru_stime,
            wall_s=wall_s,
            peak_bytes=usage.ru_maxrss << 10,
            trace_bytes=sum(path.stat().st_size for path in traces),
            events=_events(said),
            output={"output": said} | {path.suffix[1:]: digest_file(path) for path in traces},
        )


def _events(said: str) -> int:
    words = said.split()
    if len(words) < 2 or words[-2] != "events" or not words[-1].isdecimal():
        raise BenchmarkError(f"the scenario ended without its last line, but with: {said[-300:]}")
    return int(words[-1])
