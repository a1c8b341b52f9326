"""Tables for the computation of intervals: quantiles, exact binomial intervals, ranges.

The intervals themselves are computed in SQL (``sql/intervals.sql``); docs/statistics.md gives
their derivation and coverage.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import comb
from statistics import NormalDist

import duckdb
import polars as pl

from ns2studies.database import SQL
from ns2studies.database.building import add_table
from ns2studies.database.stopping import CONFIDENCE, quantile
from nstrace.metrics.catalogue import RANGES

FEWEST = 5
"""Smallest number of replications with an interval; must agree with the macro ``fewest_runs``."""

_STUDENT = {"n": pl.Int64, "quantile": pl.Float64}
_BINOMIAL = {"n": pl.Int64, "successes": pl.Int64, "low": pl.Float64, "high": pl.Float64}
_DEVIATIONS = {
    "n": pl.Int64, "others": pl.Int64, "low": pl.Float64, "high": pl.Float64,
    "expected_low": pl.Float64, "expected_high": pl.Float64,
}  # fmt: skip
_RANGES = {"range": pl.String, "least": pl.Float64, "most": pl.Float64}

_USUAL = 60
"""Number of replications up to which quantiles are always included, since the difference of two
means may need any of them.
"""

_STEPS = 50
"""Number of bisections of the interval from 0 to 1: ends are accurate to 1e-15."""

_SUMMED = 25
"""Number of replications up to which exact intervals of shares are computed by sums. That takes
less time than loading SciPy, and studies have no more replications.
"""


def add_interval_tables(
    connection: duckdb.DuckDBPyConnection, confidence: float = CONFIDENCE
) -> None:
    """Add the temporary tables ``student_t``, ``normal``, ``binomial`` and ``ranges``.

    They cover the numbers of replications in ``runs`` and the numbers of values in ``metrics``.

    Args:
        confidence: of each interval. With repeated looks at the runs it is larger than that of all
            looks together.
    """
    ((seeds,),) = connection.execute(SQL["seeds"]).fetchall()
    most = seeds or 1  # without runs
    # Each size has a row for each count, so only the sizes that occur are included.
    found = {size for (size,) in connection.execute(SQL["sizes"]).fetchall()}
    sizes = sorted(found.union(range(1, min(most, _USUAL) + 1)))
    tables = {
        "student_t": student_t(range(2, max(most, _USUAL) + 1), confidence),
        "normal": normal(confidence),
        "binomial": binomial(sizes, confidence),
        "ranges": ranges(),
    }
    for name, frame in tables.items():
        add_table(connection, name, frame, temporary=True)


def normal(confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return the two-sided quantile of the normal distribution, and the probability of one tail."""
    tail = (1 - confidence) / 2
    return pl.DataFrame({"z": [NormalDist().inv_cdf(1 - tail)], "tail": [tail]})


def student_t(sizes: Iterable[int], confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return two-sided quantiles of Student's t distribution for numbers of replications."""
    rows = [(size, quantile(size, confidence)) for size in sizes]
    return pl.DataFrame(rows, schema=_STUDENT, orient="row")


def add_deviations(
    connection: duckdb.DuckDBPyConnection,
    printed: Iterable[int],
    confidence: float = CONFIDENCE,
) -> None:
    """Add the temporary table ``deviations``, for published deviations of these numbers of runs."""
    found = [size for (size,) in connection.execute(SQL["sizes"]).fetchall() if size >= FEWEST]
    rows = [_deviation(n, others, confidence) for others in printed for n in sorted(found)]
    frame = pl.DataFrame(rows, schema=_DEVIATIONS, orient="row")
    add_table(connection, "deviations", frame, temporary=True)


def _deviation(n: int, others: int, confidence: float) -> tuple[float, ...]:
    """Return the ends of intervals around the standard deviation of n normal values, as factors.

    The first two are those of its confidence interval, since (n - 1) s^2 / sigma^2 has the chi
    squared distribution. The deviation of ``others`` further values is expected between the last
    two, since the ratio of both variances has Fisher's F distribution (G. Snedecor and W. Cochran,
    Statistical Methods, 1967).
    """
    # Imported here: loading it takes longer than building most studies' databases.
    from scipy.special import chdtri, fdtri

    tail = (1 - confidence) / 2
    own = (math.sqrt((n - 1) / chdtri(n - 1, above)) for above in (tail, 1 - tail))
    expected = (math.sqrt(fdtri(others - 1, n - 1, below)) for below in (tail, 1 - tail))
    return n, others, *own, *expected


def ranges() -> pl.DataFrame:
    """Return the least and the largest value of each range that a metric may have."""
    rows = [(name, least, most) for name, (least, most) in RANGES.items()]
    return pl.DataFrame(rows, schema=_RANGES, orient="row")


def binomial(sizes: Iterable[int], confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return the Clopper-Pearson interval of a share for each count of successes in n trials."""
    rows: list[tuple[int, int, float, float]] = []
    for n in sizes:
        if n > _SUMMED:
            rows += _narrower(n, n, confidence)
        elif n >= FEWEST:
            rows += [(n, k, *clopper_pearson(k, n, confidence)) for k in range(n + 1)]
    return pl.DataFrame(rows, schema=_BINOMIAL, orient="row")


@cache
def clopper_pearson(successes: int, n: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the exact interval of a share (C. Clopper and E. Pearson, Biometrika 26, 1934)."""
    tail = (1 - confidence) / 2
    low = 0.0 if successes == 0 else _share(n, successes, tail)
    high = 1.0 if successes == n else _share(n, successes + 1, 1 - tail)
    return low, high


def _share(n: int, least: int, wanted: float) -> float:
    """Return the share at which ``least`` or more successes in n have probability ``wanted``."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        chances = (comb(n, k) * middle**k * (1 - middle) ** (n - k) for k in range(least, n + 1))
        low, high = (middle, high) if sum(chances) < wanted else (low, middle)
    return (low + high) / 2


def narrower_student_t(then: Mapping[int, int], confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return quantiles that give n values the interval of more values with the same deviation.

    Args:
        then: the increased number of values, by the present number.
    """
    rows = [
        (n, quantile(more, confidence) * math.sqrt(n / more)) for n, more in then.items() if n > 1
    ]
    return pl.DataFrame(rows, schema=_STUDENT, orient="row")


def narrower_binomial(then: Mapping[int, int], confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return the Clopper-Pearson intervals of the same shares in more replications.

    Args:
        then: the increased number of replications, by the present number.
    """
    grown = {n: more for n, more in then.items() if more >= FEWEST}
    rows = [row for n, more in grown.items() for row in _narrower(n, more, confidence)]
    return pl.DataFrame(rows, schema=_BINOMIAL, orient="row")


def _narrower(n: int, more: int, confidence: float) -> Iterator[tuple[int, int, float, float]]:
    """Yield the interval of the share k / n for each count k, as if from ``more`` replications."""
    # Imported here: loading it takes longer than building most studies' databases.
    from scipy.special import betaincinv

    tail = (1 - confidence) / 2
    for k in range(n + 1):
        hits = k * more / n
        low = float(betaincinv(hits, more - hits + 1, tail)) if k else 0.0
        high = float(betaincinv(hits + 1, more - hits, 1 - tail)) if k < n else 1.0
        yield n, k, low, high
