"""Statistics of the runs for the tables, and the targets."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bench.cases import Case
from bench.measure import Results
from ns2studies.benchmarking import Target


@dataclass(frozen=True)
class Row:
    """The results of a case over all rounds.

    Attributes:
        base_s, ours_s: CPU times in seconds, each the least of all rounds, as other programs
            on the machine can only increase it.
        ratio: the ratio of these two.
        lowest, highest: the range of the ratios within each round.
        base_rate, ours_rate: events per CPU second.
        trace_mb: size of the traces in 10^6 bytes.
        events: how many events were scheduled.
    """

    case: Case
    base_s: float
    ours_s: float
    ratio: float
    lowest: float
    highest: float
    base_rate: float
    ours_rate: float
    trace_mb: float
    events: int


def rows(results: Results) -> list[Row]:
    """Return a row for each case."""
    return [_row(results, case) for case in results]


def _row(results: Results, case: Case) -> Row:
    pairs = results[case]
    base_s = min(pair.base.cpu_s for pair in pairs)
    ours_s = min(pair.ours.cpu_s for pair in pairs)
    ratios = [pair.ratio for pair in pairs]
    return Row(
        case=case,
        base_s=base_s,
        ours_s=ours_s,
        ratio=ours_s / base_s,
        lowest=min(ratios),
        highest=max(ratios),
        base_rate=pairs[0].base.events / base_s,
        ours_rate=pairs[0].ours.events / ours_s,
        trace_mb=pairs[0].ours.trace_bytes / 1e6,
        events=pairs[0].ours.events,
    )


def targets(rows: list[Row]) -> list[Target]:
    """Return the targets of the cases that have one."""
    return [
        Target(
            f"CPU time, {row.case.name}, over that of "
            + ("the stock binary" if row.case.base == "stock" else "the untraced run"),
            f"at most {row.case.aim:.2f}",
            f"{row.ratio:.2f}",
            row.ratio <= row.case.aim,
        )
        for row in rows
        if row.case.aim is not None
    ]


COLUMNS: Final[dict[str, Callable[[Row], str]]] = {
    "case": lambda row: row.case.name,
    "base": lambda row: row.case.base,
    "base s": lambda row: f"{row.base_s:.3f}",
    "ours s": lambda row: f"{row.ours_s:.3f}",
    "ratio": lambda row: f"{row.ratio:.3f}",
    "range": lambda row: f"{row.lowest:.2f}–{row.highest:.2f}",
    "Mev/s": lambda row: f"{row.base_rate / 1e6:.1f}",
    "ours": lambda row: f"{row.ours_rate / 1e6:.1f}",
    "MB": lambda row: f"{row.trace_mb:.0f}",
}
