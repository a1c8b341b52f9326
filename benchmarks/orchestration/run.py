"""Measure the cost of planning and scheduling, and how it grows with the number of runs."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console

from ns2studies.basics import paths
from ns2studies.benchmarking import Cells, Target, exit_status, publish, small_checkout
from nstrace.arguments import positive

HERE: Final = Path(__file__).resolve().parent
ABOUT: Final = "Measure what planning and scheduling cost, by the number of runs."
EXAMPLES: Final = """\
examples:
  run.py                              100, 1000 and 10,000 runs that are really simulated
  run.py --runs 100 --planned 1000    a quick look
  run.py --check --write-readme       fail if an aim is missed; table into README.md

Needs our build of ns (./reproduce makes it). Each number of runs gets a checkout of its own in the
folder, which is removed again.
"""

SHORTER: Final = {
    "variant: [newreno, reno, sack, tahoe, vegas]": "variant: [newreno]",
    "application: [cbr, ftp]": "application: [ftp]",
    "flows: [1, 2, 4, 8]": "flows: [1]",
    "forwarding: [ip, mpls-control-driven, mpls-data-driven]": "forwarding: [ip]",
    "quick_choices: [window-of-40, timer-once, writes-of-1460-bytes]": "quick_choices: []",
    "quick_choices: [senders-alike]": "quick_choices: []",
    "end_s: 100.0": "end_s: 12.0",
    "stop_s: 98.0": "stop_s: 11.0",
    "cpu_s: 0.20": "cpu_s: 0.05",
}
"""Changes to config/mpls.yaml that leave a few short scenarios."""

REPLICATED, SINGLE = 5, 6
"""Numbers of scenarios with replications, and of single runs, that these changes leave."""

PLAN_S: Final = {10_000: 2.0, 50_000: 6.0}
"""Target seconds of a plan, by the largest number of runs that the target applies to."""

AIMED_AT_RUNS: Final = 10_000
NOTHING_S: Final = 3.0
SHARE: Final = 5.0
"""Targets at ``AIMED_AT_RUNS`` runs: seconds of a command with nothing to do, and the scheduler's
CPU time in percent of simulation."""

TYPICAL_CPU_S: Final = 1.0
"""CPU seconds of a typical run; the runs of this benchmark are far shorter."""

COLUMNS: Final = [
    "runs", "plan s", "all s", "simulation CPU s", "scheduler CPU s", "ms a run", "share %",
    "nothing s", "plan again s", "MB",
]  # fmt: skip

NOTE: Final = (
    "plan: before anything has run. all: wall-clock time of all runs, their measures, the database "
    "and the pages. simulation: ns alone. scheduler: the command itself and Snakemake, without "
    "their jobs; share: of a simulation of 1 CPU second a run, as studies have. nothing: the same "
    "command again, when nothing is left to do. MB: the larger one of the command and Snakemake."
)


class BenchmarkError(Exception):
    """The benchmark can't continue."""


@dataclass(frozen=True)
class Row:
    """The cost for one number of runs; None where runs were only planned."""

    runs: int
    plan_s: float
    all_s: float | None = None
    simulation_cpu_s: float | None = None
    scheduler_cpu_s: float | None = None
    nothing_s: float | None = None
    plan_again_s: float | None = None
    peak_bytes: int | None = None

    @property
    def share(self) -> float | None:
        """The scheduler's CPU time in percent of that of typical simulations."""
        if self.scheduler_cpu_s is None:
            return None
        return 100 * self.scheduler_cpu_s / (self.runs * TYPICAL_CPU_S)

    def cells(self) -> list[str]:
        """Return the cells of the columns of :data:`COLUMNS`."""
        per_run = None if self.scheduler_cpu_s is None else 1e3 * self.scheduler_cpu_s / self.runs
        size = None if self.peak_bytes is None else self.peak_bytes / 1e6
        values = [
            self.plan_s, self.all_s, self.simulation_cpu_s, self.scheduler_cpu_s, per_run,
            self.share, self.nothing_s, self.plan_again_s, size,
        ]  # fmt: skip
        return [str(self.runs), *("" if value is None else f"{value:.1f}" for value in values)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit status."""
    options = _parser().parse_args(arguments)
    return exit_status(partial(_run, options), BenchmarkError)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run.py",
        description=ABOUT,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--runs", type=positive, nargs="+", metavar="N", default=[100, 1000, 10_000],
        help="how many runs are simulated (100 1000 10000)",
    )  # fmt: skip
    parser.add_argument(
        "--planned", type=positive, nargs="*", metavar="N", default=[50_000],
        help="how many are planned only (50000)",
    )  # fmt: skip
    parser.add_argument(
        "--folder", type=Path, default=paths.BUILD / "benchmarks" / "orchestration",
        help="where checkouts and results go (build/benchmarks/orchestration)",
    )  # fmt: skip
    parser.add_argument("--check", action="store_true", help="exit with 1 if an aim is missed")
    parser.add_argument("--write-readme", action="store_true", help="put the table into README.md")
    return parser


def _run(options: argparse.Namespace, notes: Console) -> int:
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    # Plan-only measurements are short: run them first, so that they fail before hours of runs.
    wanted = [(False, runs) for runs in options.planned]
    wanted += [(True, runs) for runs in options.runs]
    for simulated, runs in sorted(wanted):
        notes.print(f"{runs} runs{'' if simulated else ', planned only'}", highlight=False)
        rows.append(_measured(folder / f"checkout-{runs}", runs, simulated))
    rows.sort(key=lambda row: row.runs)
    targets = aims(rows)
    table = Cells("Runs", COLUMNS, [row.cells() for row in rows])
    publish(HERE.name, folder, table, targets, rows, NOTE, write_readme=options.write_readme)
    return 1 if options.check and not all(target.met for target in targets) else 0


def aims(rows: Sequence[Row]) -> list[Target]:
    """Return the targets, each checked at the largest measured number of runs within its limit."""
    return [
        *(target for runs, most in PLAN_S.items() for target in _plan_aim(rows, runs, most)),
        *_aims_of_simulated(rows),
    ]


def _plan_aim(rows: Sequence[Row], runs: int, most: float) -> list[Target]:
    """Return the target for planning ``runs`` runs; none if the smaller target covers all rows."""
    smaller = [most_runs for most_runs in PLAN_S if most_runs < runs]
    planned = [row for row in rows if max(smaller, default=0) < row.runs <= runs]
    return [
        Target(
            f"plan, at {row.runs} runs", f"at most {most:g} s", f"{row.plan_s:.1f} s",
            row.plan_s <= most,
        )
        for row in planned[-1:]
    ]  # fmt: skip


def _aims_of_simulated(rows: Sequence[Row]) -> list[Target]:
    simulated = [row for row in rows if row.runs <= AIMED_AT_RUNS and row.nothing_s is not None]
    if not simulated:
        return []
    at = f"at {simulated[-1].runs} runs"
    nothing, share = simulated[-1].nothing_s or 0.0, simulated[-1].share or 0.0
    wanted = f"at most {NOTHING_S:g} s"
    return [
        Target(f"nothing to do, {at}", wanted, f"{nothing:.1f} s", nothing <= NOTHING_S),
        Target(
            f"scheduler's CPU over that of simulation, {at}", f"under {SHARE:g} %",
            f"{share:.2f} %", share < SHARE,
        ),
    ]  # fmt: skip


def _measured(root: Path, wanted: int, simulated: bool) -> Row:
    """Measure about ``wanted`` runs in a new checkout, which is deleted afterwards."""
    shutil.rmtree(root, ignore_errors=True)
    try:
        replications = max(1, (wanted - SINGLE) // REPLICATED)
        runs = SINGLE + REPLICATED * replications
        _make_checkout(root, replications)
        plan_s = _seconds(root, "plan", "mpls")
        if not simulated:
            return Row(runs, plan_s)
        started = time.monotonic()
        scheduler_cpu_s, peak_bytes = _watched(root)
        all_s = time.monotonic() - started
        return Row(
            runs,
            plan_s,
            all_s,
            _simulation_cpu_s(root, runs),
            scheduler_cpu_s,
            _seconds(root, "mpls"),
            _seconds(root, "plan", "mpls"),
            peak_bytes,
        )
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _make_checkout(root: Path, replications: int) -> None:
    """Make a checkout with one study with replications and the built simulator."""
    many = f"{{quick: {replications}, full: {replications}}}"
    small_checkout(root, {"mpls": {**SHORTER, "{quick: 8, full: 15}": many}})


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "ns2studies", *words]


def _environment(root: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(root / "src")}


def _seconds(root: Path, *words: str) -> float:
    started = time.monotonic()
    done = subprocess.run(
        _command(*words), env=_environment(root), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise BenchmarkError(f"{' '.join(words)} failed: {done.stderr.strip()[-500:]}")
    return time.monotonic() - started


def _watched(root: Path) -> tuple[float, int]:
    """Run the command; return its CPU seconds with Snakemake's, and the larger peak memory."""
    log = root / "benchmark.log"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            _command("mpls"), env=_environment(root), stdout=stream, stderr=stream
        )
        seen: dict[int, tuple[float, int]] = {}
        while process.poll() is None:
            for pid in (process.pid, *_snakemakes(process.pid)):
                # The values of an ended process are gone, or at least that of its memory.
                before, now = seen.get(pid, (0.0, 0)), _used(pid) or (0.0, 0)
                seen[pid] = max(before[0], now[0]), max(before[1], now[1])
            time.sleep(0.2)
    if process.returncode != 0:
        raise BenchmarkError(f"the runs failed: {log.read_text(errors='replace')[-500:]}")
    return sum(cpu for cpu, _ in seen.values()), max(peak for _, peak in seen.values())


def _snakemakes(parent: int) -> list[int]:
    """Return the process IDs of the command's children, which are Snakemake."""
    try:
        text = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(word) for word in text.split()]


def _used(pid: int) -> tuple[float, int] | None:
    """Return a process's CPU seconds without children, and its peak memory in bytes."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    words = stat.rpartition(")")[2].split()
    peak = next((line for line in status.splitlines() if line.startswith("VmHWM:")), "VmHWM: 0 kB")
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"), int(peak.split()[1]) * 1024


def _simulation_cpu_s(root: Path, runs: int) -> float:
    facts = [
        json.loads(path.read_text(encoding="utf-8"))
        for path in (root / "results" / "runs" / "study=mpls").glob("*/run.json")
    ]
    if len(facts) != runs:
        raise BenchmarkError(f"{len(facts)} runs were made, {runs} were wanted: change SINGLE")
    return float(sum(fact["usage"]["cpu_s"] for fact in facts))


if __name__ == "__main__":
    sys.exit(main())
