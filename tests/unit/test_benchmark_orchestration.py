"""The benchmark of planning and scheduling, on a few runs."""

import json
import subprocess
import sys
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.simulator.build import Simulator

PLAN_S, NOTHING_S = 2.0, 3.0
"""Aims. Whether they are met depends on the machine; what is said of it must not."""

RUN = paths.ROOT / "benchmarks" / "orchestration" / "run.py"


def benchmark(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(RUN), *map(str, words)], capture_output=True, text=True, check=False
    )


def test_benchmark_measures_and_writes_results(ns: Simulator, tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    done = benchmark("--runs", "6", "--planned", "40", "--folder", folder, "--check")
    assert done.returncode == 1, "of so few runs the scheduler's share is large"
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    made, planned = results["rows"]
    assert (made["runs"], planned["runs"]) == (11, 36)
    assert 0 < made["simulation_cpu_s"] < 60
    assert 0.3 < made["scheduler_cpu_s"] < made["all_s"] * 2
    assert made["peak_bytes"] > 3e7
    assert planned["nothing_s"] is None
    quick = [planned["plan_s"] <= PLAN_S, made["nothing_s"] <= NOTHING_S]
    assert [target["met"] for target in results["targets"]] == [*quick, False]
    assert not list(folder.glob("checkout-*"))


def test_failure_is_reported_and_cleaned_up(ns: Simulator, tmp_path: Path) -> None:
    """A study's sets take 10,000 replications at most."""
    done = benchmark("--runs", "6", "--planned", "60000", "--folder", tmp_path)
    assert done.returncode == 1
    assert "Input should be less than or equal to" in done.stderr
    assert not list(tmp_path.glob("checkout-*"))
