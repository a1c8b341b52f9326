"""What is measured: which tool does what, with how many cores, from what kind of input."""

import importlib.util
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

Task = Literal["arrow", "parquet", "memory"]
Kind = Literal["file", "stdin", "fifo", "gz", "zst", "xz"]

NSTRACE: Final = "nstrace"
IN_ORDER: Final = "nstrace --in-order"
BY_ARROW: Final = "nstrace, pyarrow's writer"
OWN: Final = (NSTRACE, IN_ORDER, BY_ARROW)
"""All that read by nstrace."""

AWKS: Final = {"gawk -b": ["gawk", "-b"], "mawk": ["mawk"]}
MODULES: Final = {
    NSTRACE: "nstrace",
    IN_ORDER: "nstrace_in_order",
    BY_ARROW: "nstrace_by_arrow",
    "DuckDB": "duckdb",
    "Polars": "polars",
    "pyarrow": "arrow",
}
TOOLS: Final = (*OWN, "Polars", "pyarrow", "DuckDB", *AWKS)
TASKS: Final[dict[Task, str]] = {
    "arrow": "To typed Arrow columns",
    "parquet": "To Parquet, zstd",
    "memory": "To Parquet from other inputs (memory)",
}


@dataclass(frozen=True)
class Case:
    """One row of a table.

    Attributes:
        cores: cores a process may run on, and threads it is told to use.
        kind: how the trace reaches the reader.
        copies: processes that do it at the same time, each on cores of its own.
    """

    tool: str
    task: Task
    cores: int = 1
    kind: Kind = "file"
    copies: int = 1

    @property
    def reader(self) -> str:
        """What tables call it."""
        return self.tool if self.copies == 1 else f"{self.copies} × {self.tool}"

    @property
    def title(self) -> str:
        """What progress and messages call it."""
        return f"{self.reader}, {self.task}, {self.kind}, {self.cores} core(s)"


def cases(tools: Sequence[str], tasks: Sequence[str], cores: int) -> list[Case]:
    """The cases for the given tools and tasks, on a machine with ``cores`` cores.

    nstrace comes with one core and with two, and as two processes with a core each: what the
    machine has to give to a second core. These follow each other, as the speed of a machine that
    is shared with others changes from second to second.
    """
    found = []
    for task in ("arrow", "parquet"):
        unable = [IN_ORDER, BY_ARROW] if task == "arrow" else AWKS
        able = [tool for tool in TOOLS if tool in tools and tool not in unable]
        if task in tasks:
            if NSTRACE in tools and cores > 1:
                found += [Case(NSTRACE, task, cores=2), Case(NSTRACE, task, copies=2)]
            if BY_ARROW in able and cores > 1:
                found.append(Case(BY_ARROW, task, cores=2))
            found += [Case(tool, task) for tool in able]
    if "memory" in tasks and NSTRACE in tools:
        kinds: tuple[Kind, ...] = ("stdin", "fifo", "gz", "zst", "xz")
        found += [Case(NSTRACE, "memory", kind=kind) for kind in kinds]
    return found


def nstrace_command() -> list[str]:
    """The command `nstrace` as this Python's environment has it, installed or in a checkout."""
    return [sys.executable, "-m", "nstrace"]


def missing(tool: str) -> bool:
    """Is something missing that ``tool`` needs? The other libraries come with the project."""
    if tool in OWN:
        return importlib.util.find_spec("nstrace") is None
    return tool in AWKS and shutil.which(AWKS[tool][0]) is None
