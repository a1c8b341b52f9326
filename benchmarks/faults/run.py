"""Damage the results of this checkout, and report what the program made of it."""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bench import small
from bench.commands import torture
from bench.damage import KINDS
from bench.disturbances import KINDS as DISTURBANCES
from bench.disturbances import disturb
from bench.inputs import COLUMNS as INPUT_COLUMNS
from bench.inputs import damage_inputs
from bench.kills import ALL_AT_ONCE, kill
from bench.probes import probe, stored_files
from bench.victims import PHASES, ROLES
from rich.console import Console

from ns2studies import benchmarking
from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError
from ns2studies.benchmarking import (
    END,
    START,
    Cells,
    Target,
    exit_status,
    machine,
    output,
    put_between,
    system,
)

HERE: Final = Path(__file__).resolve().parent
README: Final = HERE / "README.md"
EXAMPLES: Final = """\
examples, in a clone whose studies have been run, which nobody else is at work on:
  run.py                               10,000 probes of readers and of the check, 50 of the command
  run.py --probes 200 --commands 0     a quick look
  run.py --disturb 100                 and 100 commands that are killed, short of room, …
  run.py --small build/torture --probes 0 --commands 0 --inputs 1000 --kills 500
                                       two studies of seconds, in a checkout that is made there
  python tests/integration/one_node_slurm.py run.py --small build/torture --slurm-kills 50
                                       and on a cluster of one node
  run.py --check --write-readme        fail if anything is wrong; tables into README.md
"""
NOTE: Final = (
    "A probe flips a bit of one file, cuts it off somewhere, or deletes it. Wrong: what reads the "
    "file takes it, or ./reproduce check does not name it; or the command gives other values, "
    "a traceback, a message that names no file, or a repair that does not bring back every value. "
    "Wrong for an input: a traceback, no answer in 20 s, a message that names no file, or, of what "
    "carries a checksum, other content. "
    "Kills come in series, at random moments of the CPU time that a command has used, each series "
    "from where the one before it was stopped; something of each stage is made to be missing when "
    "all is made. Up to five come within a second, since what ends is to be hit, too. Wrong: a run "
    "that was finished and is gone or made again, a traceback, processes that go on; after a "
    "series, that a command does not end well, ./reproduce check finds something, a table of a run "
    "has other bytes, a value on a page is another, or temporary files are left. "
    "A disturbance comes at a random moment of a command that has something of each stage to make: "
    "one of its processes is killed (or all), the same command is called beside it, half of the "
    "files get times up to five years away, the time of day jumps by hours, or the file system has "
    "0 to 8 MB left. Wrong: a traceback, processes that go on, a status that says other than what "
    "happened; or that the next command does not end well with all values as they were and nothing "
    "left behind."
)


def main() -> int:
    """Run the benchmark and return its exit status."""
    return exit_status(_run, StudyError)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--probes", type=int, default=10_000, metavar="N")
    parser.add_argument("--commands", type=int, default=50, metavar="N")
    parser.add_argument("--disturb", type=int, default=0, metavar="N")
    parser.add_argument("--inputs", type=int, default=0, metavar="N")
    parser.add_argument("--kills", type=int, default=0, metavar="N")
    parser.add_argument(
        "--slurm-kills",
        type=int,
        default=0,
        metavar="N",
        help="of commands and their jobs on a cluster; Slurm must be there",
    )
    parser.add_argument(
        "--small",
        type=Path,
        metavar="FOLDER",
        help="make a checkout with two small studies there, if there is none, and use it",
    )
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
    if options.small:
        return _elsewhere(options.small.resolve())
    if not stored_files(paths.RESULTS):
        raise StudyError(f"{paths.RESULTS}: nothing to damage", "Run ./reproduce first.")
    found = _damage(options, notes)
    for line in found.wrong:
        notes.print(line, markup=False, highlight=False)
    about = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": machine(),
        "system": system(),
        "called with": " ".join(sys.argv[1:]),
        **found.about,
    }
    target = Target("wrong", "0", str(len(found.wrong)), not found.wrong)
    benchmarking.show(output(100), about, found.tables, [target], NOTE)
    if options.write_readme:
        put_between(README, START, END, _markdown(about, found.tables))
    return 1 if options.check and found.wrong else 0


def _elsewhere(root: Path) -> int:
    """Run this benchmark in the checkout at ``root``, with the same options except ``--small``."""
    if not root.exists():
        small.make(root)
    words = sys.argv[1:]
    at = words.index("--small")
    return small.run_within(root, [*words[:at], *words[at + 2 :]])


@dataclass
class _Found:
    """The combined outcome of all kinds of damage.

    Attributes:
        about: a line for each kind of damage.
    """

    about: dict[str, str] = field(default_factory=dict)
    tables: list[Cells] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, name: str, number: int, wrong: list[str], done: str = "") -> None:
        if number:
            self.about[name] = f"{number:,}, {len(wrong)} wrong{done}"
            self.wrong += wrong

    def add_kills(
        self, name: str, number: int, seed: int, words: list[str], notes: Console
    ) -> None:
        with tempfile.TemporaryDirectory() as folder:
            kills = kill(number, seed, words, Path(folder), notes.print)
        done = (
            f" in {kills.commands:,} commands, {kills.series} times compared; "
            f"{kills.lost} runs lost, {kills.repairs} repairs"
        )
        self.add(name, number, kills.wrong, done)
        self.tables.append(_table(name, "while at", kills.hit, (*ROLES, ALL_AT_ONCE), PHASES))


def _damage(options: argparse.Namespace, notes: Console) -> _Found:
    found, seed = _Found(), options.seed
    probes = probe(paths.RESULTS, options.probes, seed)
    found.add("probes of readers and of the check", options.probes, probes.wrong)
    found.tables.append(_table("Probes", "damaged", probes.done, KINDS))
    with tempfile.TemporaryDirectory() as folder:
        commands = torture(options.commands, seed, Path(folder))
    found.add("probes of the command", options.commands, commands.wrong, _counts(commands.done))
    with tempfile.TemporaryDirectory() as folder:
        inputs = damage_inputs(options.inputs, seed, Path(folder))
    found.add("damaged inputs", options.inputs, inputs.wrong)
    found.tables.append(_table("Inputs", "damaged", inputs.done, INPUT_COLUMNS))
    found.add_kills("kills", options.kills, seed, [], notes)
    found.add_kills("kills on Slurm", options.slurm_kills, seed, ["--profile", "slurm"], notes)
    with tempfile.TemporaryDirectory() as folder:
        disturbed = disturb(options.disturb, seed, Path(folder), options.kinds)
    found.add("disturbed commands", options.disturb, disturbed.wrong, _counts(disturbed.done))
    found.tables = [table for table in found.tables if table.rows]
    return found


def _counts(done: Counter[str]) -> str:
    return "".join(f"; {count} {name}" for name, count in sorted(done.items()))


def _table(
    title: str,
    what: str,
    done: Counter[tuple[str, str]],
    columns: Sequence[str],
    order: Sequence[str] = (),
) -> Cells:
    names = {name for name, _ in done}
    rows = [
        [name, *(str(done[name, column]) for column in columns)]
        for name in (*(one for one in order if one in names), *sorted(names - {*order}))
    ]
    return Cells(title, [what, *columns], rows)


def _markdown(about: dict[str, str], tables: Sequence[Cells]) -> str:
    parts = [
        "Made by `benchmarks/faults/run.py --write-readme`:",
        "\n".join(f"- {name}: {value}" for name, value in about.items()),
        *(benchmarking.markdown_table(table.columns, table.rows) for table in tables),
        NOTE,
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
