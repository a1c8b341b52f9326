"""Code that benchmarks share: command line, tables, facts about the machine, README blocks."""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table

from ns2studies.basics import paths
from ns2studies.basics.errors import ReportError
from ns2studies.config.study_files import available
from ns2studies.simulator.build import simulator
from nstrace.errors import NstraceError

TARGET_COLUMNS: Final = ["aim", "wanted", "found", "met"]

START, END = "<!-- results: start -->", "<!-- results: end -->"
"""Lines of a README that enclose the results."""


@dataclass(frozen=True)
class Target:
    """A target, and the measurement that it is compared with."""

    name: str
    wanted: str
    found: str
    met: bool

    def cells(self) -> list[str]:
        """Return the cells of a row under :data:`TARGET_COLUMNS`."""
        return [self.name, self.wanted, self.found, "yes" if self.met else "NO"]


class BenchmarkError(NstraceError):
    """A benchmark can't continue."""


class Cells(NamedTuple):
    """The text of a table."""

    title: str
    columns: list[str]
    rows: list[list[str]]


def exit_status(
    run: Callable[[Console], int], failure: type[Exception], stopped: str = "stopped"
) -> int:
    """Run a benchmark with a console for its progress; return its exit status.

    Args:
        run: the benchmark.
        failure: its own error, besides those of the studies and the trace engine.
        stopped: the message if it is interrupted.
    """
    notes = Console(stderr=True, soft_wrap=True)
    try:
        return run(notes)
    except (failure, NstraceError) as error:
        notes.print(f"run.py: {error}", style="red", markup=False, highlight=False)
        return 1
    except KeyboardInterrupt:
        notes.print(f"run.py: {stopped}")
        return 130


def small_checkout(root: Path, studies: Mapping[str, Mapping[str, str]]) -> None:
    """Create a checkout to measure in, from the files in git and the simulator.

    Args:
        root: must not exist.
        studies: those to keep, with replacements in the configuration of each.

    Raises:
        BenchmarkError: if the simulator isn't built, or a configuration lacks a replaced text.
    """
    built = simulator()
    if built is None:
        raise BenchmarkError("ns is not built yet", "Run ./reproduce first.")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=paths.ROOT, capture_output=True, text=True, check=True
    ).stdout
    others = {f"config/{name}.yaml" for name in available() if name not in studies}
    copy_files({*filter(None, listed.split("\0"))} - others, root)
    place = root / "build" / "simulator" / built.ns.parent.name
    shutil.copytree(built.ns.parent, place)
    for study, changes in studies.items():
        config = root / "config" / f"{study}.yaml"
        text = config.read_text(encoding="utf-8")
        for old, new in changes.items():
            if old not in text:
                raise BenchmarkError(f"config/{study}.yaml does not contain {old!r}")
            text = text.replace(old, new)
        config.write_text(text, encoding="utf-8")


def copy_files(names: Iterable[str], root: Path) -> None:
    """Copy files of this checkout, with their bytecode and the core of the trace engine.

    Args:
        names: paths relative to this checkout; missing files are skipped.
        root: the folder of the copy.
    """
    sources = [name for name in names if (paths.ROOT / name).is_file()]
    made = [cache_from_source(name) for name in sources if name.endswith(".py")]
    cores = (paths.ROOT / "src" / "nstrace").glob("_native*.so")
    made += [str(path.relative_to(paths.ROOT)) for path in cores]
    copied = [*sources, *(name for name in made if (paths.ROOT / name).is_file())]
    root.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["xargs", "--null", "cp", "--dereference", "--preserve=mode,timestamps", "--parents",
         "--target-directory", root.absolute()],
        cwd=paths.ROOT, input="\0".join(copied), text=True, check=True,
    )  # fmt: skip


def number_between(least: float, most: float, unit: str) -> Callable[[str], float]:
    """Return a type for argparse: a number within limits."""

    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(
                f"expected {least:g} to {most:.0f} {unit}, found {text!r}"
            )
        return number

    return parse


def output(width: int) -> Console:
    """Return a console with the width of the terminal, or that of the tables for a file or pipe."""
    return Console(width=None if sys.stdout.isatty() else width)


def show(
    console: Console,
    about: Mapping[str, str],
    tables: Sequence[Cells],
    targets: Sequence[Target],
    note: str,
) -> None:
    """Print the results."""
    for name, value in about.items():
        console.print(f"[bold]{name}[/]: {value}", highlight=False)
    for table in tables:
        console.print(rich_table(table.title, table.columns, table.rows))
    if targets:
        cells = [target.cells() for target in targets]
        console.print(rich_table("Aims", TARGET_COLUMNS, cells))
    console.print(note, style="dim", highlight=False)


def as_json(
    about: Mapping[str, str], targets: Sequence[Target], rows: Sequence[Any], **measured: Any
) -> str:
    """Return the results as JSON, with each measurement; ``rows`` are dataclasses."""
    content: dict[str, Any] = {
        "about": about,
        "targets": [asdict(target) for target in targets],
        "rows": [asdict(row) for row in rows],
        **measured,
    }
    return json.dumps(content, indent=2) + "\n"


def publish(
    benchmark: str,
    folder: Path,
    table: Cells,
    targets: Sequence[Target],
    rows: Sequence[Any],
    note: str,
    *,
    write_readme: bool,
) -> None:
    """Print the results of a benchmark with one table, and write them to ``folder``.

    Args:
        benchmark: its name, which is that of its folder.
        rows: the measurements, as dataclasses.
        write_readme: whether to update its README, too.
    """
    about = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": machine(),
        "system": system(),
    }
    show(output(132), about, [table], targets, note)
    parts = [
        f"Made by `benchmarks/{benchmark}/run.py --write-readme`:",
        "\n".join(f"- {name}: {value}" for name, value in about.items()),
        markdown_table(table.columns, table.rows),
        markdown_table(TARGET_COLUMNS, [target.cells() for target in targets]),
        note,
    ]
    text = "\n\n".join(parts) + "\n"
    write_results(folder, as_json(about, targets, rows), text)
    if write_readme:
        put_between(paths.ROOT / "benchmarks" / benchmark / "README.md", START, END, text)


def write_results(folder: Path, content: str, text: str) -> None:
    """Write the results to ``folder``, as JSON and as Markdown."""
    (folder / "results.json").write_text(content, encoding="utf-8")
    (folder / "results.md").write_text(text, encoding="utf-8")


def rich_table(title: str, columns: list[str], cells: list[list[str]]) -> Table:
    """Return a table for the terminal: the first column is text, the others are numbers."""
    table = Table(title=title, title_justify="left")
    for number, name in enumerate(columns):
        table.add_column(name, justify="left" if number == 0 else "right", no_wrap=True)
    for row in cells:
        table.add_row(*row)
    return table


def markdown_table(columns: list[str], cells: list[list[str]]) -> str:
    """Return a table in Markdown, without a newline at its end."""
    rule = ["---"] + ["---:"] * (len(columns) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [columns, rule, *cells])


def machine() -> str:
    """Describe processors and memory of this machine."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return f"{_processor()}, {os.cpu_count()} processors, {memory:.0f} GiB"


def system() -> str:
    """Describe kernel and Python."""
    return f"{platform.system()} {platform.release()}, Python {platform.python_version()}"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def put_between(readme: Path, start: str, end: str, text: str) -> None:
    """Replace the text between the lines ``start`` and ``end`` of ``readme``.

    Raises:
        ReportError: if one of the lines is missing.
    """
    whole = readme.read_text(encoding="utf-8")
    before, found_start, rest = whole.partition(start)
    _, found_end, after = rest.partition(end)
    if not (found_start and found_end):
        raise ReportError(f"{readme} lacks the lines {start} and {end}", "Add them.")
    readme.write_text(f"{before}{start}\n{text}{end}{after}", encoding="utf-8")
