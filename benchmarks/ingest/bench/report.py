"""The results as tables: on the terminal, in Markdown, and as JSON."""

from dataclasses import asdict
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Final

from rich.console import Console

from bench.cases import AWKS, MODULES, TASKS
from bench.measure import Results
from bench.readers import awk
from bench.summary import COLUMNS, Row, disturbance
from bench.traces import Trace
from ns2studies import benchmarking
from ns2studies.benchmarking import (
    END,
    START,
    TARGET_COLUMNS,
    Cells,
    Target,
    machine,
    markdown_table,
    put_between,
    system,
)

QUIET: Final = 1.1
"""Wall-clock time over processor time up to which a machine counts as quiet."""

NOTE: Final = (
    "MB: 10^6 bytes; MB/s of trace text, from the median of the rounds. ratio: how many times "
    "as fast as the fastest general tool with one core, paired within each round: the median, "
    "the lowest, and the median by processor time. The general libraries get a copy of the "
    "trace without the lines that are no packet events, as none reads both; awk and nstrace "
    "read the trace as ns wrote it. Rows, sizes, packet numbers and times of all readers add up "
    "to the same."
)


def environment(trace: Trace, results: Results, rounds: int) -> dict[str, str]:
    """Describe the measurement: trace, date, machine, versions of readers, and disturbance."""
    totals = next(iter(results.values()))[0].totals
    size = trace.path.stat().st_size
    tools = dict.fromkeys(case.tool for case in results)
    return {
        "trace": f"{trace.description}: {size / 1e6:.1f} MB, {totals.rows} packet lines",
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": machine(),
        "system": system(),
        "readers": ", ".join(f"{tool} {_version(tool)}" for tool in tools),
        "rounds": str(rounds),
        "quiet": _quietness(disturbance(results)),
    }


def show(console: Console, about: dict[str, str], rows: list[Row], targets: list[Target]) -> None:
    """Print the description, tables and targets."""
    benchmarking.show(console, about, _tables(rows), targets, NOTE)


def markdown(about: dict[str, str], rows: list[Row], targets: list[Target]) -> str:
    """Return the description, tables and targets as Markdown."""
    parts = ["\n".join(f"- {name}: {value}" for name, value in about.items())]
    for table in _tables(rows):
        parts.append(f"### {table.title}\n\n{markdown_table(table.columns, table.rows)}")
    if targets:
        cells = [target.cells() for target in targets]
        parts.append(f"### Aims\n\n{markdown_table(TARGET_COLUMNS, cells)}")
    return "\n\n".join([*parts, NOTE]) + "\n"


def as_json(about: dict[str, str], results: Results, rows: list[Row], targets: list[Target]) -> str:
    """Return all results as JSON, single measurements included."""
    measurements = [
        asdict(case) | {"rounds": [asdict(one) for one in measured]}
        for case, measured in results.items()
    ]
    return benchmarking.as_json(about, targets, rows, measurements=measurements)


def _tables(rows: list[Row]) -> list[Cells]:
    """Return a table for each task that was measured."""
    found = []
    for task, title in TASKS.items():
        columns = COLUMNS[task]
        chosen = [row for row in rows if row.case.task == task]
        cells = [[cell(row) for cell in columns.values()] for row in chosen]
        if cells:
            found.append(Cells(title, list(columns), cells))
    return found


def put_into(readme: Path, text: str) -> None:
    """Replace the results in ``readme``.

    Raises:
        ReportError: if the marks are missing.
    """
    put_between(readme, START, END, text)


def _quietness(factor: float) -> str:
    if factor <= QUIET:
        return f"yes, readers waited {100 * (factor - 1):.0f} % of their processor time"
    return (
        f"NO: readers took {factor:.2f} times their processor time, so other programs were "
        "running; trust the ratios by CPU, not those by wall-clock time, nor two cores over one"
    )


def _version(tool: str) -> str:
    if tool in AWKS:
        return awk.version(AWKS[tool][0])
    return str(import_module(f"bench.readers.{MODULES[tool]}").version())
