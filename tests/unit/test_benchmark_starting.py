"""The benchmark of starting runs, on two of them."""

import re
import subprocess
import sys
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.simulator.build import Simulator

RUN = paths.ROOT / "benchmarks" / "starting" / "run.py"


def benchmark(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, RUN, *words], capture_output=True, text=True, check=False
    )


def test_both_ways_are_measured_and_compared(ns: Simulator, stock_ns: Path) -> None:
    done = benchmark("--runs", "2")
    assert done.returncode == 0, done.stderr
    assert "equal in every byte" in done.stderr
    rows = re.findall(r"^\| ([^|]+) \| ([0-9.]+) \| [0-9.]+ \|$", done.stdout, re.MULTILINE)
    assert len(rows) == 4
    assert all(float(ms) > 1 for _, ms in rows)


def test_an_unknown_scenario_is_named(ns: Simulator) -> None:
    done = benchmark("--scenario", "sync/nothing")
    assert done.returncode == 1
    assert "nothing" in done.stderr
    assert "Traceback" not in done.stderr
