"""Statistics of the measurements for the tables, and the targets."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from bench.cases import BY_ARROW, IN_ORDER, NSTRACE, Case, Task
from bench.measure import Measurement, Results, is_general
from ns2studies.benchmarking import Target

MEGABYTE: Final = 1e6

Seconds = Callable[[Measurement], float]
"""A function that returns one of the two times of a measurement."""


@dataclass(frozen=True)
class Row:
    """The results of a case over all rounds.

    Attributes:
        wall_s, cpu_s: medians, in seconds.
        slowest_s: the longest wall-clock time.
        mb_per_s: 10^6 bytes of trace text a second, from the median.
        peak_mb: the largest peak of resident memory, in 10^6 bytes.
        bytes_per_event: of the Parquet file; 0 for none.
        ratio: speed over that of the fastest general tool, both with one core: the median of
            the ratios within each round; 0 if there is nothing to compare with.
        lowest_ratio: the ratio in the least favorable round.
        cpu_ratio: the same as ``ratio`` by processor time, which other programs disturb less.
    """

    case: Case
    wall_s: float
    slowest_s: float
    cpu_s: float
    mb_per_s: float
    peak_mb: float
    bytes_per_event: float
    ratio: float
    lowest_ratio: float
    cpu_ratio: float


def rows(results: Results, text_bytes: int) -> list[Row]:
    """Return a row for each case."""
    return [_row(results, case, text_bytes) for case in results]


def _row(results: Results, case: Case, text_bytes: int) -> Row:
    measured = results[case]
    wall = median(one.wall_s for one in measured)
    ratios = _over_general(results, case, _wall)
    cpu_ratios = _over_general(results, case, _cpu)
    return Row(
        case=case,
        wall_s=wall,
        slowest_s=max(one.wall_s for one in measured),
        cpu_s=median(one.cpu_s for one in measured),
        mb_per_s=case.copies * text_bytes / MEGABYTE / wall,
        peak_mb=max(one.peak_bytes for one in measured) / MEGABYTE,
        bytes_per_event=measured[0].output_bytes / measured[0].totals.rows,
        ratio=median(ratios) if ratios else 0.0,
        lowest_ratio=min(ratios, default=0.0),
        cpu_ratio=median(cpu_ratios) if cpu_ratios else 0.0,
    )


def _wall(one: Measurement) -> float:
    return one.wall_s


def _cpu(one: Measurement) -> float:
    return one.cpu_s


def _fastest_general(results: Results, task: Task, seconds: Seconds) -> list[Measurement]:
    """Return the measurements of the general tool with the shortest median; empty if none."""
    general = [results[case] for case in results if is_general(case) and case.task == task]
    return min(general, key=lambda measured: median(map(seconds, measured)), default=[])


def _over_general(results: Results, case: Case, seconds: Seconds) -> list[float]:
    """Return the speed of all copies together over the fastest general tool's, in each round."""
    general = _fastest_general(results, case.task, seconds)
    return [case.copies * ratio for ratio in _ratios(results[case], general, seconds)]


def _ratios(measured: list[Measurement], other: list[Measurement], seconds: Seconds) -> list[float]:
    """Return the speed over that of ``other``, in each round that both have."""
    return [seconds(them) / seconds(us) for us, them in zip(measured, other, strict=False)]


def disturbance(results: Results) -> float:
    """Return the median of wall-clock over processor time of the cases with one processor.

    It is 1 on a quiet machine. Cases with input from a pipe, which wait for another process, are
    excluded.
    """
    waits = [
        one.wall_s / one.cpu_s
        for case, measured in results.items()
        if case.cores == case.copies == 1 and case.kind == "file"
        for one in measured
    ]
    return median(waits) if waits else 1.0


def targets(results: Results, rows: list[Row]) -> list[Target]:
    """Return the targets for the cases that were measured."""
    found = []
    for row in rows:
        if row.case in (Case(NSTRACE, "arrow"), Case(NSTRACE, "parquet")) and row.ratio:
            found.append(_speed(row))
        if row.case == Case(NSTRACE, "parquet"):
            found.append(_size(row))
    found += [t for task in ("arrow", "parquet") if (t := _two_cores(results, task))]
    found += _worth_of_the_writer(results)
    peaks = [row.peak_mb for row in rows if row.case.tool in (NSTRACE, IN_ORDER)]
    if peaks:
        found.append(_memory(max(peaks)))
    return found


_SPEEDS: Final = {"arrow": 4.0, "parquet": 2.5}


def _speed(row: Row) -> Target:
    wanted = _SPEEDS[row.case.task]
    return _at_least(f"speed, {row.case.task}, over the fastest", wanted, row.ratio)


def _two_cores(results: Results, task: Task) -> Target | None:
    one, two = (results.get(Case(NSTRACE, task, cores)) for cores in (1, 2))
    side_by_side = Case(NSTRACE, task, copies=2)
    apart = results.get(side_by_side)
    if not one or not two or not apart:
        return None
    aim = _at_least(f"two cores over one, {task}", 1.7, median(_ratios(two, one, _wall)))
    most = side_by_side.copies * median(_ratios(apart, one, _wall))
    return replace(aim, found=f"{aim.found}; two processes {most:.2f}")


def _at_least(name: str, wanted: float, found: float) -> Target:
    return Target(name, f"at least {wanted:g}", f"{found:.2f}", found >= wanted)


def _size(row: Row) -> Target:
    found = row.bytes_per_event
    return Target(
        f"Parquet, bytes an event, {row.case.tool}", "at most 3", f"{found:.2f}", found <= 3
    )


def _worth_of_the_writer(results: Results) -> list[Target]:
    """Compare our Parquet writer with pyarrow's; smaller files are what justifies keeping it."""
    ours, theirs = (results.get(Case(tool, "parquet")) for tool in (NSTRACE, BY_ARROW))
    if not ours or not theirs:
        return []
    size = theirs[0].output_bytes / ours[0].output_bytes
    time = median(_ratios(theirs, ours, _cpu))
    return [
        _at_least("file of pyarrow's writer over ours, same rows", 1.3, size),
        Target(
            "CPU time of ours over pyarrow's, same rows",
            "at most 1.5",
            f"{time:.2f}",
            time <= 1.5,
        ),
    ]


def _memory(peak_mb: float) -> Target:
    return Target("peak memory, any input", "under 300 MB", f"{peak_mb:.0f} MB", peak_mb < 300)


Cell = Callable[[Row], str]

SPEED_COLUMNS: Final[dict[str, Cell]] = {
    "reader": lambda row: row.case.reader,
    "cores": lambda row: str(row.case.cores),
    "wall s": lambda row: f"{row.wall_s:.2f}",
    "CPU s": lambda row: f"{row.cpu_s:.2f}",
    "MB/s": lambda row: f"{row.mb_per_s:.0f}",
    "ratio": lambda row: f"{row.ratio:.2f}" if row.ratio else "–",
    "lowest": lambda row: f"{row.lowest_ratio:.2f}" if row.lowest_ratio else "–",
    "by CPU": lambda row: f"{row.cpu_ratio:.2f}" if row.cpu_ratio else "–",
    "peak MB": lambda row: f"{row.peak_mb:.0f}",
}

PARQUET_COLUMNS: Final[dict[str, Cell]] = SPEED_COLUMNS | {
    "B/event": lambda row: f"{row.bytes_per_event:.2f}"
}

MEMORY_COLUMNS: Final[dict[str, Cell]] = {
    "input": lambda row: row.case.kind,
    "peak MB": lambda row: f"{row.peak_mb:.0f}",
    "wall s": lambda row: f"{row.wall_s:.2f}",
}

COLUMNS: Final[dict[str, dict[str, Cell]]] = {
    "arrow": SPEED_COLUMNS,
    "parquet": PARQUET_COLUMNS,
    "memory": MEMORY_COLUMNS,
}
