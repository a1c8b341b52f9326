"""Damages the results of the checkout that it lies in, and tells what came of it."""

import argparse
import sys
import tempfile
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bench.commands import Outcome, torture
from bench.damage import KINDS
from bench.disturbances import KINDS as DISTURBANCES
from bench.disturbances import disturb
from bench.probes import probe, stored_files
from rich.console import Console

from ns2studies import benchmarking, paths
from ns2studies.benchmarking import Cells, Target, exit_status, machine, output, put_between, system
from ns2studies.errors import StudyError

HERE: Final = Path(__file__).resolve().parent
README: Final = HERE / "README.md"
START, END = "<!-- results: start -->", "<!-- results: end -->"
EXAMPLES: Final = """\
examples, in a clone whose studies have been run, which nobody else is at work on:
  run.py                               10,000 probes of readers and of the check, 50 of the command
  run.py --probes 200 --commands 0     a quick look
  run.py --disturb 100                 and 100 commands that are killed, short of room, …
  run.py --check --write-readme        fail if anything is wrong; tables into README.md
"""
NOTE: Final = (
    "A probe flips a bit of one file, cuts it off somewhere, or deletes it. Wrong: what reads the "
    "file takes it, or ./reproduce check does not name it; or the command gives other values, "
    "a traceback, a message that names no file, or a repair that does not bring back every value. "
    "A disturbance comes at a random moment of a command that has something of each stage to make: "
    "one of its processes is killed (or all), the same command is called beside it, half of the "
    "files get times up to five years away, or the file system has 0 to 8 MB left. Wrong: a "
    "traceback, processes that go on, a status that says other than what happened; or that the "
    "next command does not end well with all values as they were and nothing left behind."
)


def main() -> int:
    """Run it; the exit status."""
    return exit_status(_run, StudyError)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--probes", type=int, default=10_000, metavar="N")
    parser.add_argument("--commands", type=int, default=50, metavar="N")
    parser.add_argument("--disturb", type=int, default=0, metavar="N")
    parser.add_argument(
        "--kinds",
        nargs="+",
        choices=list(DISTURBANCES),
        metavar="KIND",
        default=list(DISTURBANCES),
        help=f"of {', '.join(DISTURBANCES)}",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what chance starts from")
    parser.add_argument("--check", action="store_true", help="status 1 if anything is wrong")
    parser.add_argument("--write-readme", action="store_true")
    return parser


def _run(notes: Console) -> int:
    options = _parser().parse_args()
    if not stored_files(paths.RESULTS):
        raise StudyError(f"{paths.RESULTS}: nothing to damage", "Run ./reproduce first.")
    probes = probe(paths.RESULTS, options.probes, options.seed)
    with tempfile.TemporaryDirectory() as folder:
        commands = torture(options.commands, options.seed, Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        disturbed = disturb(options.disturb, options.seed, Path(folder), options.kinds)
    wrong = [*probes.wrong, *commands.wrong, *disturbed.wrong]
    for line in wrong:
        notes.print(line, markup=False, highlight=False)
    about = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": machine(),
        "system": system(),
        "probes of readers and of the check": f"{options.probes:,}, {len(probes.wrong)} wrong",
        "probes of the command": _counted(options.commands, commands),
        "disturbed commands": _counted(options.disturb, disturbed),
    }
    table = _table(probes.done)
    shown = [table] if table.rows else []
    target = Target("probes that go wrong", "0", str(len(wrong)), not wrong)
    benchmarking.show(output(100), about, shown, [target], NOTE)
    if options.write_readme:
        put_between(README, START, END, _markdown(about, table))
    return 1 if options.check and wrong else 0


def _counted(number: int, outcome: Outcome) -> str:
    done = "".join(f"; {count} {name}" for name, count in sorted(outcome.done.items()))
    return f"{number:,}, {len(outcome.wrong)} wrong{done}"


def _table(done: Counter[tuple[str, str]]) -> Cells:
    rows = [
        [what, *(str(done[what, kind]) for kind in KINDS)]
        for what in dict.fromkeys(what for what, _ in sorted(done))
    ]
    return Cells("Probes", ["damaged", *KINDS], rows)


def _markdown(about: dict[str, str], table: Cells) -> str:
    parts = [
        "Made by `benchmarks/faults/run.py --write-readme`:",
        "\n".join(f"- {name}: {value}" for name, value in about.items()),
        benchmarking.markdown_table(table.columns, table.rows),
        NOTE,
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
