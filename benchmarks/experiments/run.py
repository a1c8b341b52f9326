"""Measure an experiment against a shell loop over the same runs."""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console

from ns2studies.basics import paths
from ns2studies.benchmarking import (
    BenchmarkError,
    Cells,
    Target,
    exit_status,
    publish,
    small_checkout,
)
from nstrace.arguments import positive

HERE: Final = Path(__file__).resolve().parent
SCRIPT: Final = HERE / "sweep.tcl"
RATES: Final = ("0.001", "0.01", "0.05")
COLUMNS: Final = [
    "runs", "loop s", "runs and measures s", "with page s", "again s", "loop CPU s", "CPU s",
]  # fmt: skip
NOTE: Final = (
    "loop: ns and nstrace metrics by a loop of the shell, one run after the other. runs and "
    "measures: ./reproduce run until the experiment's database is there, on all cores. with page: "
    "the whole command. again: the same command with nothing to do. CPU: of the loop, and of the "
    "whole command with its page."
)

LOOP: Final = """\
set -e
for rate in {rates}; do
    for seed in $(seq {seeds}); do
        mkdir "$rate-$seed"
        (cd "$rate-$seed" && "$NS" "{script}" $rate $seed)
    done
done
"{python}" -m nstrace metrics */out.tr > metrics.csv
"""

EXPERIMENT: Final = """\
script: {script}
parameters:
  rate: [{rates}]
arguments: ["{{rate}}", "{{seed}}"]
seeds: {seeds}
"""


@dataclass(frozen=True)
class Row:
    """The number of runs, and the seconds that they took."""

    runs: int
    loop_s: float
    measured_s: float
    page_s: float
    again_s: float
    loop_cpu_s: float
    cpu_s: float

    def cells(self) -> list[str]:
        """Return the cells of the columns of :data:`COLUMNS`."""
        values = list(asdict(self).values())[1:]
        return [str(self.runs), *(f"{value:.1f}" for value in values)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; return its exit status."""
    parser = argparse.ArgumentParser(prog="run.py", description=__doc__)
    parser.add_argument(
        "--seeds", type=positive, default=10, metavar="N", help="seeds of each rate (10)"
    )
    parser.add_argument(
        "--folder", type=Path, default=paths.BUILD / "benchmarks" / "experiments",
        help="where checkout and results go (build/benchmarks/experiments)",
    )  # fmt: skip
    parser.add_argument("--check", action="store_true", help="exit with 1 if the aim is missed")
    parser.add_argument("--write-readme", action="store_true", help="put the table into README.md")
    return exit_status(partial(_run, parser.parse_args(arguments)), BenchmarkError)


def _run(options: argparse.Namespace, notes: Console) -> int:
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    root = folder / "checkout"
    shutil.rmtree(root, ignore_errors=True)
    try:
        small_checkout(root, {})
        row = _measured(root, options.seeds)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    target = Target(
        f"runs and measures, at {row.runs} runs", "no more than the loop",
        f"{row.measured_s:.1f} s, loop {row.loop_s:.1f} s", row.measured_s <= row.loop_s,
    )  # fmt: skip
    publish(
        HERE.name, folder, Cells("Runs", COLUMNS, [row.cells()]), [target], [row], NOTE,
        write_readme=options.write_readme,
    )  # fmt: skip
    return int(options.check and not target.met)


def _measured(root: Path, seeds: int) -> Row:
    loop, home = root / "loop", root / "experiments" / "sweep"
    for place in (loop, home):
        place.mkdir(parents=True)
    (ns,) = (root / "build" / "simulator").glob("*/ns")
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "NS": str(ns)}
    given = {"script": SCRIPT, "seeds": seeds, "python": sys.executable}
    words = ["bash", "-c", LOOP.format(rates=" ".join(RATES), **given)]
    loop_s, loop_cpu_s = _seconds(words, loop, environment)
    text = EXPERIMENT.format(rates=", ".join(RATES), **given)
    (home / "experiment.yaml").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "ns2studies", "run", str(home)]
    started = time.time()
    page_s, cpu_s = _seconds(command, root, environment)
    (database,) = (root / "results" / "experiments").glob("*/provenance.json")
    measured_s = database.stat().st_mtime - started
    again_s, _ = _seconds(command, root, environment)
    runs = seeds * len(RATES)
    return Row(runs, loop_s, measured_s, page_s, again_s, loop_cpu_s, cpu_s)


def _seconds(
    words: Sequence[str], folder: Path, environment: dict[str, str]
) -> tuple[float, float]:
    """Run a command; return its wall-clock and CPU time in seconds."""
    started, before = time.monotonic(), os.times()
    done = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise BenchmarkError(f"{words[-1]} failed: {done.stderr.strip()[-500:]}")
    now = os.times()
    used = now.children_user + now.children_system
    return time.monotonic() - started, used - before.children_user - before.children_system


if __name__ == "__main__":
    sys.exit(main())
