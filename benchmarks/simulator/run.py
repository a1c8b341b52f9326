"""Measure the patched simulator against the stock binary, on the same scenario."""

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from bench import report
from bench.cases import CASES, LONG_CASES
from bench.errors import BenchmarkError
from bench.measure import Programs, Results, measure
from bench.summary import rows, targets
from rich.console import Console

from ns2studies.basics.paths import BUILD, PATCHES
from ns2studies.benchmarking import (
    exit_status,
    number_between,
    output,
    put_between,
    write_results,
)
from ns2studies.simulator.build import simulator
from ns2studies.simulator.compare import STOCK, stock_ns
from nstrace.arguments import positive

README: Final = PATCHES / "README.md"
ABOUT: Final = "Measure the patched simulator beside the stock binary, on the same scenario."
FREE_BYTES: Final = 2 << 30
"""Disk space for the traces of 60 simulated seconds, those of one pair at a time."""

MEMORY: Final = Path("/dev/shm")
"""A file system in memory, so that the kernel's work for a disk is not measured."""


EXAMPLES: Final = """\
examples:
  run.py                              everything: 60 simulated seconds, five rounds
  run.py --seconds 6 --rounds 1       a quick look
  run.py --cases "no trace" trace-all
  run.py --ours build/other/ns        another build than that of the present patches
  run.py --check --write-readme       fail if an aim is missed; table into ns2-patches/README.md

Needs the stock binary (Debian's and Ubuntu's package ns2) and our build (./reproduce makes it).
results.json and results.md are left in the folder; traces go when they have been compared.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit status."""
    options = _parser().parse_args(arguments)
    return exit_status(partial(_run, options), BenchmarkError)


def _parser() -> argparse.ArgumentParser:
    names = [case.name for case in CASES]
    parser = argparse.ArgumentParser(
        description=ABOUT, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=number_between(0.1, 1e4, "seconds"),
                        default=60.0, metavar="S", help="simulated time (60)")  # fmt: skip
    parser.add_argument("--rounds", type=positive, default=5, metavar="N",
                        help="how often each pair is measured (5)")  # fmt: skip
    parser.add_argument("--cases", nargs="+", choices=names, default=names, metavar="CASE",
                        help=f"what to measure, of: {', '.join(names)}")  # fmt: skip
    parser.add_argument("--long", action="store_true",
                        help="and runs of 1750 simulated seconds, with bins")  # fmt: skip
    parser.add_argument("--ours", type=Path, help="our simulator (the build of the patches)")
    parser.add_argument("--stock", type=Path, help=f"the stock one ({STOCK})")
    parser.add_argument("--folder", type=Path, default=BUILD / "benchmarks" / "simulator",
                        help="where results go (build/benchmarks/simulator)")  # fmt: skip
    parser.add_argument("--traces", type=Path, metavar="FOLDER",
                        help="where traces lie while they are compared "
                        f"({MEMORY} if it has room, else with the results)")  # fmt: skip
    parser.add_argument("--check", action="store_true", help="exit with 1 if an aim is missed")
    parser.add_argument("--write-readme", action="store_true",
                        help="put the table into ns2-patches/README.md")  # fmt: skip
    return parser


def _run(options: argparse.Namespace, notes: Console) -> int:
    programs = Programs(_stock(options.stock), _ours(options.ours))
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    traces = _traces(options, folder)
    chosen = [case for case in CASES if case.name in options.cases]
    chosen += LONG_CASES if options.long else []
    # One processor for all runs: they share the same caches, and none migrates.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with notes.status("starting") as status:
        results = measure(chosen, programs, options.seconds, options.rounds, traces, status.update)
    return _report(options, folder, traces, results)


def _traces(options: argparse.Namespace, folder: Path) -> Path:
    """Return the first folder for traces that is writable and has enough free space.

    Raises:
        BenchmarkError: if there is none.
    """
    places: list[Path] = [options.traces] if options.traces else [MEMORY, folder]
    for place in places:
        room = shutil.disk_usage(place).free if place.is_dir() else 0
        if os.access(place, os.W_OK) and room >= FREE_BYTES * options.seconds / 60:
            return place
    raise BenchmarkError(
        f"{places[-1]} is no folder with enough room for traces. Name another with --traces."
    )


def _stock(path: Path | None) -> Path:
    return stock_ns() if path is None else _present(path)


def _ours(path: Path | None) -> Path:
    if path is not None:
        return _present(path)
    found = simulator()
    if found is None:
        raise BenchmarkError("the simulator is not built. Run ./reproduce first: it builds it.")
    return found.ns


def _present(path: Path) -> Path:
    if not path.is_file():
        raise BenchmarkError(f"there is no simulator {path}.")
    return path


def _report(options: argparse.Namespace, folder: Path, traces: Path, results: Results) -> int:
    found = rows(results)
    aims = targets(found)
    about = report.environment(results, options.seconds, options.rounds, traces == MEMORY)
    text = report.markdown(about, found, aims)
    report.show(output(120), about, found, aims)
    write_results(folder, report.as_json(about, results, found, aims), text)
    if options.write_readme:
        put_between(README, report.START, report.END, text)
    return 1 if options.check and not all(aim.met for aim in aims) else 0


if __name__ == "__main__":
    sys.exit(main())
