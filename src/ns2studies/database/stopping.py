"""Stopping rules: when the replications of a scenario end.

**Until precise.** After ``at_least`` seeds and after every further batch the 95 % intervals
(Student's t) of the chosen values are computed. A scenario ends at the first of these checkpoints
at which each interval is narrow enough *and was so at the checkpoint before*, or at ``at_most``
seeds. Ending where the intervals are narrow for the first time would favour samples that scatter
too little by chance; such intervals cover the mean less often than they say (Chow and Robbins 1965
for the asymptotic rule; Law, Kelton and Koenig 1981, Relative width sequential confidence
intervals for the mean, for few replications). A second batch that has to agree takes most of that
away.

**Sequential stopping**, the rule of scale ``decide``. Claims are judged in interim looks, when the
scenarios that they need have 5, 10, 20 and 40 replications, and never in between. An interval of
95 % that is looked at four times misses its mean more often than in one of twenty cases, the more
so as one stops where it is clear of a limit. So each look has a quarter of the five percent
(Bonferroni): whatever ends the runs, with a probability of 95 % the interval holds the mean at all
four looks. The split needs no more than each interval for itself, and so is right for intervals of
every range, for paired differences, and for claims about scenarios with different numbers of runs.

Either way the number of seeds is a function of the values alone: neither the order in which runs
came nor earlier targets matter. docs/precision.md has the coverage that was measured, and what it
costs.
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
"""What was measured of a run."""


@dataclass(frozen=True)
class Interval:
    """Mean of some replications and half the width of its 95 % interval; one has none."""

    n: int
    mean: float
    half_width: float

    @property
    def relative_half_width(self) -> float | None:
        """As a part of the mean's absolute value; None for a mean of zero."""
        return self.half_width / abs(self.mean) if self.mean else None


@cache
def quantile(n: int, confidence: float = CONFIDENCE) -> float:
    """Two-sided quantile of Student's t distribution for n replications."""
    table = _quantiles()
    if n in table and confidence == CONFIDENCE:
        return table[n]
    # Here, since to load it takes longer than to build most studies' databases.
    from scipy.special import stdtrit

    return float(stdtrit(n - 1, (1 + confidence) / 2))


@cache
def _quantiles() -> dict[int, float]:
    """The quantiles for numbers of replications that studies have, as SciPy computed them."""
    lines = QUANTILES.read_text(encoding="utf-8").splitlines()[1:]
    return {int(n): float(value) for n, value in (line.split(",") for line in lines)}


def interval(values: Sequence[float]) -> Interval:
    """The interval of independent, roughly normal replications."""
    n = len(values)
    mean = math.fsum(values) / n
    if n == 1:
        return Interval(n, mean, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    return Interval(n, mean, quantile(n) * math.sqrt(variance / n))


def reached(rule: UntilPrecise, metric: str, found: Interval) -> str | None:
    """By what an interval is narrow enough: ``target`` or ``absolute bound``; None if it isn't."""
    if found.half_width <= rule.until.relative_half_width * abs(found.mean):
        return "target"
    bound = rule.until.absolute_half_width.get(metric)
    return "absolute bound" if bound is not None and found.half_width <= bound else None


def keys(rule: UntilPrecise) -> list[Key]:
    """The metrics and subjects that a rule names."""
    return [(metric, name) for metric, names in rule.until.metrics.items() for name in names]


def intervals(rule: UntilPrecise, runs: Sequence[Values]) -> dict[Key, Interval]:
    """The interval of each value that a rule names and that some of these runs have."""
    columns = {key: [run[key] for run in runs if key in run] for key in keys(rule)}
    return {key: interval(values) for key, values in columns.items() if values}


@dataclass(frozen=True)
class Wanted:
    """How many seeds of a scenario are wanted.

    Attributes:
        seeds: 1 to this.
        ended: whether these are all; else the next checkpoint at which it may end.
        measured: the runs that the answer is made of, from seed 1.
    """

    seeds: int
    ended: bool
    measured: Sequence[Values]


def wanted(rule: UntilPrecise, measured: Callable[[int], Values | None]) -> Wanted:
    """How many seeds a rule wants.

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
    """How many seeds a scenario will take if it varies as much as so far; None if not known.

    Half the width of an interval falls with the root of the number of replications.
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
    """Width of an interval over the width that is enough."""
    relative = rule.until.relative_half_width * abs(found.mean)
    enough = max(relative, rule.until.absolute_half_width.get(metric, 0.0))
    if not found.half_width:
        return 0.0
    return found.half_width / enough if enough else math.inf


# sequential stopping

LOOKS: Final = (5, 10, 20, 40)
"""Replications of a scenario at which claims are looked at; a set that begins with more than five
is looked at there instead."""

AT_MOST: Final = LOOKS[-1]
"""Replications after which a scenario ends, whether it decides something or not."""

CONFIDENCE_OF_A_LOOK: Final = 1 - (1 - CONFIDENCE) / len(LOOKS)
"""Of each interval, so that all looks together have the usual one."""


@dataclass(frozen=True)
class InterimLook:
    """The claims of a study in an interim look.

    Attributes:
        open: claims that more runs may decide, each with the scenarios that it needs.
        more_runs: about how many more of each would decide it; None if that is not known.
        closed: claims that no number of runs decides, each with the reason.
    """

    open: Mapping[str, Sequence[str]]
    more_runs: Mapping[str, int | None]
    closed: Mapping[str, str]


def next_look(seeds: int) -> int | None:
    """The number of replications after so many; None if these are the last."""
    return next((look for look in LOOKS if look > seeds), None)


def first_look_with(seeds: float) -> int:
    """The first look with so many replications or more, or the last one."""
    return next((look for look in LOOKS if look >= seeds), AT_MOST)


def next_replications(seeds: Mapping[str, int], needs: Iterable[Collection[str]]) -> dict[str, int]:
    """How many replications scenarios get next, of those that get more.

    Of what a claim needs, scenarios with the fewest come first, until all have as many.

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
