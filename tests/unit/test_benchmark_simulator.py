"""The benchmark of the simulator, on a short run: its table, its aims, and traces that differ."""

import json
import subprocess
import sys
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.simulator.build import Simulator

RUN = paths.ROOT / "benchmarks" / "simulator" / "run.py"
WITH_STOCK = ["no trace", "one link traced", "trace-all"]
WITH_UNTRACED = [
    "trace-all as records",
    "flow bins",
    "flow bins with cwnd",
    "flow bins, and each cwnd as records",
]


def benchmark(folder: Path, ns: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    options = ["--folder", folder, "--traces", folder, "--ours", ns, "--seconds", "0.5"]
    return subprocess.run(
        [sys.executable, str(RUN), *map(str, options), *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_cases_are_measured_compared_and_shown(
    ns: Simulator, stock_ns: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    cases = [*WITH_STOCK, *WITH_UNTRACED]
    words = ["--stock", stock_ns, "--rounds", "2", "--cases", *cases]
    done = benchmark(folder, ns.ns, *words)
    assert done.returncode == 0, done.stderr
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    assert [run["name"] for run in results["runs"]] == cases
    for run in results["runs"]:
        assert len(run["rounds"]) == 2
        for pair in run["rounds"]:
            base, ours = pair["base"], pair["ours"]
            assert base["events"] == ours["events"] > 10_000
            assert base["cpu_s"] > 0 and ours["cpu_s"] > 0
            assert (ours["trace_bytes"] > 0) == (run["name"] != "no trace")
            if run["name"] in WITH_STOCK:
                assert base["output"] == ours["output"]
    text = (folder / "results.md").read_text(encoding="utf-8")
    for case in cases:
        assert f"| {case} | {'stock' if case in WITH_STOCK else 'untraced'} |" in text
        assert f"| CPU time, {case}, over that of " in text
    assert sorted(path.name for path in folder.iterdir()) == ["results.json", "results.md"]


def test_missed_target_fails_check(ns: Simulator, tmp_path: Path) -> None:
    """The build compared with itself cannot take half of its own time."""
    words = ["--stock", ns.ns, "--rounds", "1", "--cases", "no trace", "--check"]
    done = benchmark(tmp_path, ns.ns, *words)
    assert done.returncode == 1
    assert "| at most 0.50 |" in (tmp_path / "results.md").read_text(encoding="utf-8")
    assert "NO" in done.stdout


def test_traces_that_differ_fail_benchmark(ns: Simulator, tmp_path: Path) -> None:
    other = tmp_path / "ns"
    other.write_text(f'#!/bin/sh\n"{ns.ns}" "$@" || exit\necho "v 1 eval {{}}" >>out.tr\n')
    other.chmod(0o755)
    done = benchmark(tmp_path, other, "--stock", ns.ns, "--rounds", "1", "--cases", "trace-all")
    assert done.returncode == 1
    assert "trace-all: the tr of our build is not that of the stock binary" in done.stderr


def test_run_that_fails_is_named(tmp_path: Path) -> None:
    words = ["--stock", "/bin/false", "--rounds", "1", "--cases", "no trace"]
    done = benchmark(tmp_path, Path("/bin/false"), *words)
    assert done.returncode == 1
    assert "failed on the case no trace" in done.stderr
