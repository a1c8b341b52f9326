"""A checkout with two studies that take seconds, to damage instead of one's own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ns2studies.benchmarking import BenchmarkError, small_checkout

SMALL: Final = {
    "mpls": {
        "variant: [newreno, reno, sack, tahoe, vegas]": "variant: [newreno]",
        "application: [cbr, ftp]": "application: [ftp]",
        "flows: [1, 2, 4, 8]": "flows: [1]",
        "forwarding: [ip, mpls-control-driven, mpls-data-driven]": "forwarding: [ip]",
        "packet_error_percent: [1, 2, 3, 4, 5]": "packet_error_percent: [3]",
        "{quick: 8, full: 15}": "{quick: 3, full: 3}",
        "end_s: 100.0": "end_s: 12.0",
        "stop_s: 98.0": "stop_s: 11.0",
    },
    "recovery": {
        "variant: [reno, sack, newreno]": "variant: [reno]",
        "[10, 40, 100, 300, 1500, 5500]": "[40]",
        "[5, 20, 60, 200]": "[60]",
        "[1.0, 3.0, 15.0]": "[3.0]",
        "[0.0, 0.081, 0.112, 0.168]": "[0.0]",
        "[0.0, 0.0005, 0.056, 0.112, 0.168]": "[0.0]",
        'lost: ["0", "1", "2", "5", all]\n    choices': 'lost: ["0"]\n    choices',
        "outage_s: [0.05, 10.0]": "outage_s: [10.0]",
        "end_s: 300.0": "end_s: 5.0",
        "{quick: 3, full: 15}": "{quick: 1, full: 2}",
    },
}
"""Replacements in the configurations, which leave a few runs of every kind."""

_FOR_SLURM: Final = {
    "jobs: 100 ": "jobs: 2 ",
    "# config: {batch_minutes: 5} ": "config: {batch_minutes: 0.03} ",
    "mem_mb: 2000": "mem_mb: 500",
    "mem_mb: 8000": "mem_mb: 500",
    "measure: 8": "measure: 1",
    "status-checks: 10": "status-checks: 1",
    "latency-wait: 90": "latency-wait: 5",
}
"""Replacements in the cluster profile, for one node and runs of a second."""


def make(root: Path) -> None:
    """Make the checkout, and run its command to make all results.

    Raises:
        BenchmarkError: if the command fails.
    """
    try:
        small_checkout(root, SMALL)
        _adapt(root / "profiles" / "slurm" / "config.yaml")
        done = subprocess.run(
            [sys.executable, "-m", "ns2studies"], env=_environment(root),
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise BenchmarkError(f"the small studies failed: {done.stderr[-1000:]}")
    except BaseException:
        shutil.rmtree(root, ignore_errors=True)
        raise


def _adapt(profile: Path) -> None:
    """Change the Slurm profile to fit a cluster of one node.

    Raises:
        BenchmarkError: if the profile has changed and a replacement no longer applies.
    """
    text = profile.read_text(encoding="utf-8")
    for old, new in _FOR_SLURM.items():
        if old not in text:
            raise BenchmarkError(f"{profile} has no {old!r} any more")
        text = text.replace(old, new)
    profile.write_text(text, encoding="utf-8")


def run_within(root: Path, words: Sequence[str]) -> int:
    """Run this benchmark in the checkout at ``root`` and return its exit status."""
    program = root / "benchmarks" / "faults" / "run.py"
    return subprocess.run(
        [sys.executable, str(program), *words], env=_environment(root), check=False
    ).returncode


def _environment(root: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(root / "src")}
