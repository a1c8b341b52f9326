"""What the benchmarks share: their command line, tables, the machine, their place in a README."""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
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


@dataclass(frozen=True)
class Target:
    """Something aimed at, and what came out."""

    name: str
    wanted: str
    found: str
    met: bool

    def cells(self) -> list[str]:
        """A row below :data:`TARGET_COLUMNS`."""
        return [self.name, self.wanted, self.found, "yes" if self.met else "NO"]


class BenchmarkError(NstraceError):
    """A benchmark can't go on."""


class Cells(NamedTuple):
    """A table: what is written in it."""

    title: str
    columns: list[str]
    rows: list[list[str]]


def exit_status(
    run: Callable[[Console], int], failure: type[Exception], stopped: str = "stopped"
) -> int:
    """Run a benchmark with a console for its progress; returns its exit status.

    Args:
        run: the benchmark.
        failure: what it raises, besides the errors of the studies and the trace engine.
        stopped: what is printed if it is interrupted.
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
    """Make a checkout to measure in: what git knows here, and the simulator that is built.

    Args:
        root: where; there must be nothing yet.
        studies: those it has, with what is replaced in each one's configuration.

    Raises:
        BenchmarkError: if that can't be.
    """
    built = simulator()
    if built is None:
        raise BenchmarkError("ns is not built yet", "Call ./reproduce first.")
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
                raise BenchmarkError(f"config/{study}.yaml has no {old!r} any more")
            text = text.replace(old, new)
        config.write_text(text, encoding="utf-8")


def copy_files(names: Iterable[str], root: Path) -> None:
    """Copy files of this checkout, with what has been compiled of them and the trace engine's core.

    Each process of the copy would compile Python's anew. The copying is a program's, since to open
    two thousand files from here takes twice as long.

    Args:
        names: of files, relative to this checkout; those that are not there are left out.
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
    """A type for argparse: a number in these limits."""

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
    """The terminal as wide as it is; a file or pipe as wide as the tables."""
    return Console(width=None if sys.stdout.isatty() else width)


def show(
    console: Console,
    about: Mapping[str, str],
    tables: Sequence[Cells],
    targets: Sequence[Target],
    note: str,
) -> None:
    """Print what was found for reading."""
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
    """The same for programs, with the single measurements; ``rows`` are dataclasses."""
    content: dict[str, Any] = {
        "about": about,
        "targets": [asdict(target) for target in targets],
        "rows": [asdict(row) for row in rows],
        **measured,
    }
    return json.dumps(content, indent=2) + "\n"


def write_results(folder: Path, content: str, text: str) -> None:
    """Leave what was found in ``folder``, as JSON and as Markdown."""
    (folder / "results.json").write_text(content, encoding="utf-8")
    (folder / "results.md").write_text(text, encoding="utf-8")


def rich_table(title: str, columns: list[str], cells: list[list[str]]) -> Table:
    """A table for the terminal: the first column is text, the others are numbers."""
    table = Table(title=title, title_justify="left")
    for number, name in enumerate(columns):
        table.add_column(name, justify="left" if number == 0 else "right", no_wrap=True)
    for row in cells:
        table.add_row(*row)
    return table


def markdown_table(columns: list[str], cells: list[list[str]]) -> str:
    """The same as Markdown, without a line end after it."""
    rule = ["---"] + ["---:"] * (len(columns) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [columns, rule, *cells])


def machine() -> str:
    """Processor, number of processors and memory of this machine."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return f"{_processor()}, {os.cpu_count()} processors, {memory:.0f} GiB"


def system() -> str:
    """Kernel and Python."""
    return f"{platform.system()} {platform.release()}, Python {platform.python_version()}"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def put_between(readme: Path, start: str, end: str, text: str) -> None:
    """Replace what stands between the lines ``start`` and ``end`` in ``readme``.

    Raises:
        ReportError: if one of the lines is missing.
    """
    whole = readme.read_text(encoding="utf-8")
    before, found_start, rest = whole.partition(start)
    _, found_end, after = rest.partition(end)
    if not (found_start and found_end):
        raise ReportError(f"{readme} lacks the lines {start} and {end}", "Put them in.")
    readme.write_text(f"{before}{start}\n{text}{end}{after}", encoding="utf-8")
