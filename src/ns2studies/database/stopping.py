"""Stopping rules: when the replications of a scenario end.

**Until precise.** After ``at_least`` seeds and after every further batch, the 95 % intervals
(Student's t) of the chosen values are computed. A scenario ends at the first of these checkpoints
at which each interval is narrow enough *and was so at the previous checkpoint*, or at ``at_most``
seeds. Ending where the intervals are narrow for the first time would favor samples that scatter
too little by chance; such intervals cover the mean less often than their confidence level (Chow
and Robbins 1965 for the asymptotic rule; Law, Kelton and Koenig 1981, Relative width sequential
confidence intervals for the mean, for few replications). A second batch that has to agree removes
most of that bias.

**Sequential stopping**, the rule of scale ``decide``. Claims are judged in interim looks, when the
scenarios that they need have 5, 10, 20 and 40 replications, and never in between. A 95 % interval
that is examined four times misses its mean more often than in one of twenty cases, especially if
runs stop as soon as it is clear of a limit. So each look gets a quarter of the five percent
(Bonferroni): whatever ends the runs, the interval covers the mean at all four looks with a
probability of 95 %. The split makes no assumption beyond each interval, and so is valid for
intervals of every range, for paired differences, and for claims about scenarios with different
numbers of runs.

With both rules, the number of seeds is a function of the values alone: neither the order in which
runs finished nor earlier targets matter. docs/precision.md has the measured coverage and cost.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from ns2studies.config.replications import UntilPrecise

CONFIDENCE: Final = 0.95

QUANTILES = Path(__file__).parent / "student_t.csv"

Key = tuple[str, str]
"""A metric and a subject."""

Values = Mapping[Key, float]
"""Measured values of a run."""


@dataclass(frozen=True)
class Interval:
    """Mean of some replications, and half the width of its 95 % interval (infinite for one)."""

    n: int
    mean: float
    half_width: float

    @property
    def relative_half_width(self) -> float | None:
        """Half the width divided by the mean's absolute value; None for a mean of zero."""
        return self.half_width / abs(self.mean) if self.mean else None


@cache
def quantile(n: int, confidence: float = CONFIDENCE) -> float:
    """Return the two-sided quantile of Student's t distribution for n replications."""
    table = _quantiles()
    if n in table and confidence == CONFIDENCE:
        return table[n]
    # Imported here: loading it takes longer than building most studies' databases.
    from scipy.special import stdtrit

    return float(stdtrit(n - 1, (1 + confidence) / 2))


@cache
def _quantiles() -> dict[int, float]:
    """Return the quantiles for common numbers of replications, as computed by SciPy."""
    lines = QUANTILES.read_text(encoding="utf-8").splitlines()[1:]
    return {int(n): float(value) for n, value in (line.split(",") for line in lines)}


def interval(values: Sequence[float]) -> Interval:
    """Return the interval of independent, approximately normal replications."""
    n = len(values)
    mean = math.fsum(values) / n
    if n == 1:
        return Interval(n, mean, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    return Interval(n, mean, quantile(n) * math.sqrt(variance / n))


def reached(rule: UntilPrecise, metric: str, found: Interval) -> str | None:
    """Return what makes an interval narrow enough: ``target``, ``absolute bound`` or None."""
    if found.half_width <= rule.until.relative_half_width * abs(found.mean):
        return "target"
    bound = rule.until.absolute_half_width.get(metric)
    return "absolute bound" if bound is not None and found.half_width <= bound else None


def keys(rule: UntilPrecise) -> list[Key]:
    """Return the metrics and subjects that a rule names."""
    return [(metric, name) for metric, names in rule.until.metrics.items() for name in names]


def intervals(rule: UntilPrecise, runs: Sequence[Values]) -> dict[Key, Interval]:
    """Return the interval of each value that a rule names and that some of these runs have."""
    columns = {key: [run[key] for run in runs if key in run] for key in keys(rule)}
    return {key: interval(values) for key, values in columns.items() if values}


@dataclass(frozen=True)
class Wanted:
    """The number of seeds that a scenario needs.

    Attributes:
        seeds: that number; seeds start from 1.
        ended: whether these are all; otherwise ``seeds`` is the next checkpoint, at which it may
            end.
        measured: values of the runs that determine the result, from seed 1.
    """

    seeds: int
    ended: bool
    measured: Sequence[Values]


def wanted(rule: UntilPrecise, measured: Callable[[int], Values | None]) -> Wanted:
    """Return the number of seeds that a rule requires.

    Args:
        measured: the values of the run with a seed; None if it has not been measured.
    """
    runs: list[Values] = []
    was_narrow = False
    points = rule.checkpoints
    for index, point in enumerate(points):
        for seed in range(len(runs) + 1, point + 1):
            values = measured(seed)
            if values is None:
                # One narrow checkpoint is not enough: the next one must be narrow, too.
                end = index if was_narrow else min(index + 1, len(points) - 1)
                return Wanted(points[end], False, runs)
            runs.append(values)
        narrow = all(reached(rule, key[0], it) for key, it in intervals(rule, runs).items())
        if narrow and was_narrow:
            return Wanted(point, True, runs)
        was_narrow = narrow
    return Wanted(rule.at_most, True, runs)


def expected(rule: UntilPrecise, runs: Sequence[Values]) -> int | None:
    """Estimate the final number of seeds of a scenario, if its variance stays; None if unknown.

    Half the width of an interval decreases with the square root of the number of replications.
    """
    if len(runs) < rule.at_least:
        return None
    needed = [
        len(runs) * _excess(rule, key[0], it) ** 2 for key, it in intervals(rule, runs).items()
    ]
    points = rule.checkpoints
    index = next((i for i, n in enumerate(points) if n >= max(needed, default=0)), len(points))
    return points[min(index + 1, len(points) - 1)]


def _excess(rule: UntilPrecise, metric: str, found: Interval) -> float:
    """Return the width of an interval divided by the sufficient width."""
    relative = rule.until.relative_half_width * abs(found.mean)
    enough = max(relative, rule.until.absolute_half_width.get(metric, 0.0))
    if not found.half_width:
        return 0.0
    return found.half_width / enough if enough else math.inf


# sequential stopping

LOOKS: Final = (5, 10, 20, 40)
"""Numbers of replications of a scenario at which claims are judged; a set that begins with more
than five is judged at that number instead.
"""

AT_MOST: Final = LOOKS[-1]
"""Number of replications after which a scenario ends, whether it decides a claim or not."""

CONFIDENCE_OF_A_LOOK: Final = 1 - (1 - CONFIDENCE) / len(LOOKS)
"""Confidence level of each interval that gives all looks together the usual level."""


@dataclass(frozen=True)
class InterimLook:
    """The claims of a study in an interim look.

    Attributes:
        open: claims that more runs may decide, each with the scenarios that it needs.
        more_runs: estimated number of further runs that would decide each; None if unknown.
        closed: claims that no number of runs decides, each with the reason.
    """

    open: Mapping[str, Sequence[str]]
    more_runs: Mapping[str, int | None]
    closed: Mapping[str, str]


def next_look(seeds: int) -> int | None:
    """Return the number of replications at the next look; None after the last one."""
    return next((look for look in LOOKS if look > seeds), None)


def first_look_with(seeds: float) -> int:
    """Return the first look with at least this number of replications, or the last one."""
    return next((look for look in LOOKS if look >= seeds), AT_MOST)


def next_replications(seeds: Mapping[str, int], needs: Iterable[Collection[str]]) -> dict[str, int]:
    """Return the next number of replications for each scenario that gets more.

    Of the scenarios that a claim needs, those with the fewest replications come first, until all
    have equally many.

    Args:
        seeds: the replications of each scenario that may get more.
        needs: the scenarios that each open claim needs.
    """
    found: dict[str, int] = {}
    for names in needs:
        growing = [name for name in names if next_look(seeds[name])]
        least = min((seeds[name] for name in growing), default=AT_MOST)
        for name in growing:
            if seeds[name] < first_look_with(least + 1):
                found[name] = first_look_with(least + 1)
    return dict(sorted(found.items()))
