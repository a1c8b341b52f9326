"""Measure how fast nstrace reads a trace, compared with general tools."""

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from bench import report, traces
from bench.cases import NSTRACE, TASKS, TOOLS, Case, cases, missing
from bench.errors import BenchmarkError
from bench.measure import Results, measure, reads_other_lines
from bench.summary import rows, targets
from rich.console import Console

from ns2studies.basics.paths import BUILD
from ns2studies.benchmarking import exit_status, number_between, output, write_results
from nstrace.arguments import positive

README: Final = Path(__file__).with_name("README.md")
ABOUT: Final = "Measure how fast nstrace reads a trace, beside the tools one would use otherwise."

EXAMPLES: Final = """\
examples:
  run.py                                  everything, on 1 GB that ns simulates first
  run.py --megabytes 50 --rounds 1        a quick look
  run.py --tasks arrow --tools nstrace Polars mawk
  run.py --trace out.tr                   on a trace that is there (12 columns a packet)
  run.py --only-simulate --megabytes 5000 --seed 7
  run.py --check --write-readme           fail if an aim is missed; tables into README.md

Needs the simulator (./reproduce builds it) and nstrace in this Python's environment. Traces,
results.json and results.md are left in the folder; delete it for a fresh start.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark and return its exit status."""
    options = _parser().parse_args(arguments)
    return exit_status(partial(_run, options), BenchmarkError, "stopped; traces are kept")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=ABOUT, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--trace", type=Path, help="read this trace instead of a simulated one")
    source.add_argument("--megabytes", type=number_between(0.1, 1e6, "megabytes"),
                        default=1000.0, metavar="N",
                        help="length of the simulated trace in 10^6 bytes (1000)")  # fmt: skip
    parser.add_argument("--seed", type=positive, default=1, help="of the simulation (1)")
    parser.add_argument("--rounds", type=positive, default=3, metavar="N",
                        help="how often each case is measured (3)")  # fmt: skip
    parser.add_argument("--tools", nargs="+", choices=TOOLS, default=list(TOOLS), metavar="TOOL",
                        help=f"readers to measure, of: {', '.join(TOOLS)}")  # fmt: skip
    parser.add_argument("--tasks", nargs="+", choices=list(TASKS), default=list(TASKS),
                        help="what to measure")  # fmt: skip
    parser.add_argument("--folder", type=Path, default=BUILD / "benchmarks" / "ingest",
                        help="where files go (build/benchmarks/ingest)")  # fmt: skip
    parser.add_argument("--only-simulate", action="store_true",
                        help="make the trace, print its path, measure nothing")  # fmt: skip
    parser.add_argument("--check", action="store_true", help="exit with 1 if an aim is missed")
    parser.add_argument("--write-readme", action="store_true",
                        help="put the tables into README.md")  # fmt: skip
    return parser


def _run(options: argparse.Namespace, notes: Console) -> int:
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with notes.status("looking for the trace") as status:
        if options.trace:
            trace = traces.given(options.trace.resolve())
        else:
            trace = traces.simulated(folder, options.megabytes, options.seed, status.update)
    if options.only_simulate:
        print(trace.path)
        return 0
    return _measure(options, folder, trace, notes)


def _measure(options: argparse.Namespace, folder: Path, trace: traces.Trace, notes: Console) -> int:
    chosen = cases(_present(options.tools, notes), options.tasks, len(os.sched_getaffinity(0)))
    if not chosen:
        raise BenchmarkError("nothing to measure: no such tool does such a task.")
    with notes.status("reading the trace once") as status:
        files = _files(chosen, folder, trace, status.update)
        results = measure(chosen, files.__getitem__, options.rounds, folder, status.update)
    return _report(options, folder, trace, results)


def _present(tools: list[str], notes: Console) -> list[str]:
    gone = [tool for tool in tools if missing(tool)]
    if NSTRACE in gone:
        raise BenchmarkError("nstrace is not installed for this Python: pip install .")
    for tool in gone:
        notes.print(f"{tool} is not installed and left out", style="yellow")
    return [tool for tool in tools if tool not in gone]


def _files(
    chosen: list[Case], folder: Path, trace: traces.Trace, say: traces.Say
) -> dict[Case, Path]:
    """Return the file that each case reads, once it is in the page cache."""
    files = {}
    for case in chosen:
        if case.kind in ("gz", "zst", "xz"):
            files[case] = traces.compressed(folder, trace.path, case.kind, say)
        elif reads_other_lines(case):
            files[case] = trace.path
        else:
            files[case] = traces.packet_lines(folder, trace.path, say)
    for path in sorted(set(files.values())):
        traces.warm(path)
    return files


def _report(
    options: argparse.Namespace, folder: Path, trace: traces.Trace, results: Results
) -> int:
    found = rows(results, trace.path.stat().st_size)
    aims = targets(results, found)
    about = report.environment(trace, results, options.rounds)
    text = report.markdown(about, found, aims)
    report.show(output(100), about, found, aims)
    write_results(folder, report.as_json(about, results, found, aims), text)
    if options.write_readme:
        report.put_into(README, text)
    return 1 if options.check and not all(aim.met for aim in aims) else 0


if __name__ == "__main__":
    sys.exit(main())
