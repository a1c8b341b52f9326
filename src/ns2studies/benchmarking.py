"""What the benchmarks share: tables, the machine they ran on, and their place in a README."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.table import Table

from ns2studies.errors import ReportError

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
