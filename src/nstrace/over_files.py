"""Several traces as replications of an experiment: means and confidence intervals.

The interval is Student's: it covers the mean in 95 of 100 cases if the files are independent (each
run has its own seed) and their values are roughly normal.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Final

import pyarrow as pa

CONFIDENCE: Final = 0.95
_STEPS: Final = 100
"""Bisection steps in the search for a quantile, more than a double has bits."""

_SCHEMA: Final = pa.schema(
    [
        ("metric", pa.string()),
        ("subject", pa.string()),
        ("files", pa.int64()),
        ("mean", pa.float64()),
        ("low", pa.float64()),
        ("high", pa.float64()),
        ("unit", pa.string()),
    ]
)


def over_files(rows: pa.Table) -> pa.Table:
    """Return the mean over files of each metric and subject, with its interval.

    Args:
        rows: rows of :func:`nstrace.metrics.compute.compute`.

    Returns:
        Rows of metric, subject, files (how many have a value), mean, low, high (null for one file)
        and unit, in the order of the first file that has each.
    """
    values: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for row in rows.to_pylist():
        values[row["metric"], row["subject"], row["unit"]].append(row["value"])
    order = {metric: place for place, metric in enumerate(dict.fromkeys(key[0] for key in values))}
    found = []
    for (metric, subject, unit), each in sorted(values.items(), key=lambda it: order[it[0][0]]):
        mean, half = mean_and_half_width(each)
        low, high = (None, None) if half is None else (mean - half, mean + half)
        found.append((metric, subject, len(each), mean, low, high, unit))
    names = _SCHEMA.names
    return pa.Table.from_pylist([dict(zip(names, row, strict=True)) for row in found], _SCHEMA)


def mean_and_half_width(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean of values and half the width of its interval, None for a single value."""
    n = len(values)
    mean = math.fsum(values) / n
    if n == 1:
        return mean, None
    variance = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    return mean, student_t(n - 1) * math.sqrt(variance / n)


@cache
def student_t(degrees: int, confidence: float = CONFIDENCE) -> float:
    """Return the two-sided quantile of Student's t distribution."""
    low, high = 0.0, math.pi / 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _within(middle, degrees) < confidence:
            low = middle
        else:
            high = middle
    return math.sqrt(degrees) * math.tan(low)


def _within(angle: float, degrees: int) -> float:
    """Return the probability that |t| is at most sqrt(degrees) * tan(angle).

    Source: M. Abramowitz, I. Stegun: Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
    """
    cosine = math.cos(angle)
    term = cosine if degrees % 2 else 1.0
    terms = [term] if degrees > 1 else []
    for factor in range(2 + degrees % 2, degrees - 1, 2):
        term *= cosine * cosine * (factor - 1) / factor
        terms.append(term)
    total = math.sin(angle) * math.fsum(terms)
    return 2 / math.pi * (angle + total) if degrees % 2 else total
