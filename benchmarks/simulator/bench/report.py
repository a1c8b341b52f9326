"""The results as tables: on the terminal, in Markdown, and as JSON."""

from dataclasses import asdict
from datetime import UTC, datetime
from statistics import median
from typing import Final

from rich.console import Console

from bench.measure import Results
from bench.summary import COLUMNS, Row
from ns2studies import benchmarking
from ns2studies.benchmarking import (
    TARGET_COLUMNS,
    Cells,
    Target,
    machine,
    markdown_table,
    system,
)

START: Final = "<!-- benchmark: start -->"
END: Final = "<!-- benchmark: end -->"

COMMAND: Final = "benchmarks/simulator/run.py"

QUIET: Final = 1.1
"""Wall-clock time over CPU time up to which a machine counts as quiet."""

NOTE: Final = (
    "base: what our build is compared with, the stock binary on the same case or our own run "
    "without a trace. s: CPU seconds, user and system, the least of all rounds. ratio: of these; "
    "range: of the ratios within each round. Mev/s: 10^6 events a CPU second of the base "
    "and of ours, the start of the process included. MB: 10^6 bytes of traces. In every pair "
    "with the stock binary the traces and what was printed were equal, byte for byte."
)


def environment(results: Results, seconds: float, rounds: int, in_memory: bool) -> dict[str, str]:
    """Describe the measurement: date, machine, simulated time, rounds, and disturbance."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": machine(),
        "system": system(),
        "simulated": f"{seconds:g} s, parts of that where traces are large",
        "traces": "in memory (tmpfs)" if in_memory else "on disk",
        "rounds": str(rounds),
        "quiet": _quietness(results),
    }


def _quietness(results: Results) -> str:
    pairs = [pair for pairs in results.values() for pair in pairs]
    factor = median(run.wall_s / run.cpu_s for pair in pairs for run in (pair.base, pair.ours))
    if factor <= QUIET:
        return f"yes, runs waited {100 * (factor - 1):.0f} % of their CPU time"
    return f"NO: runs took {factor:.2f} times their CPU time, so other programs were running"


def show(console: Console, about: dict[str, str], rows: list[Row], targets: list[Target]) -> None:
    """Print the description, tables and targets."""
    runs = Cells("Runs", list(COLUMNS), _cells(rows))
    benchmarking.show(console, about, [runs], targets, NOTE)


def markdown(about: dict[str, str], rows: list[Row], targets: list[Target]) -> str:
    """Return the description, tables and targets as Markdown."""
    parts = [
        f"Made by `{COMMAND} --write-readme`:",
        "\n".join(f"- {name}: {value}" for name, value in about.items()),
        markdown_table(list(COLUMNS), _cells(rows)),
    ]
    if targets:
        parts.append(markdown_table(TARGET_COLUMNS, [target.cells() for target in targets]))
    return "\n\n".join([*parts, NOTE]) + "\n"


def as_json(about: dict[str, str], results: Results, rows: list[Row], targets: list[Target]) -> str:
    """Return all results as JSON, single runs included."""
    runs = [
        asdict(case) | {"rounds": [asdict(pair) for pair in pairs]}
        for case, pairs in results.items()
    ]
    return benchmarking.as_json(about, targets, rows, runs=runs)


def _cells(rows: list[Row]) -> list[list[str]]:
    return [[cell(row) for cell in COLUMNS.values()] for row in rows]
