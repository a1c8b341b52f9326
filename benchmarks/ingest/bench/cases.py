"""The cases measured: tool, task, number of cores and kind of input."""

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
"""The readers that use nstrace."""

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
        cores: cores that a process may run on, and the number of its threads.
        kind: how the trace reaches the reader.
        copies: processes that run at the same time, each on its own cores.
    """

    tool: str
    task: Task
    cores: int = 1
    kind: Kind = "file"
    copies: int = 1

    @property
    def reader(self) -> str:
        """The name in tables."""
        return self.tool if self.copies == 1 else f"{self.copies} × {self.tool}"

    @property
    def title(self) -> str:
        """The name in progress and messages."""
        return f"{self.reader}, {self.task}, {self.kind}, {self.cores} core(s)"


def cases(tools: Sequence[str], tasks: Sequence[str], cores: int) -> list[Case]:
    """Return the cases for the given tools and tasks, on a machine with ``cores`` cores.

    nstrace runs on one core, on two, and as two processes with a core each, which shows how much
    a second core can add on this machine. These cases follow each other, since the speed of a
    shared machine changes from second to second.
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
    """Return the command `nstrace` of this Python's environment, installed or in a checkout."""
    return [sys.executable, "-m", "nstrace"]


def missing(tool: str) -> bool:
    """Return whether ``tool`` is not installed; libraries are the project's own dependencies."""
    if tool in OWN:
        return importlib.util.find_spec("nstrace") is None
    return tool in AWKS and shutil.which(AWKS[tool][0]) is None
