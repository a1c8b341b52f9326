"""Interim looks, the rule of scale ``decide``: replications are added until verdicts are settled.

Claims are looked at when the scenarios that they need have 5, 10, 20 and 40 replications, and never
in between. An interval of 95 % that is looked at four times misses its mean more often than in one
of twenty cases, the more so as one stops where it says something. So each look has a quarter of
the five percent (Bonferroni): whatever ends the runs, with a probability of 95 % the interval holds
the mean at all four looks. The split needs no more than each interval for itself, and so is
right for those of every range, for paired differences, and for claims that look at scenarios with
different numbers of runs. docs/precision.md has what was measured, and what it costs.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from ns2studies.precision.rule import CONFIDENCE

LOOKS: Final = (5, 10, 20, 40)
"""Replications of a scenario at which claims are looked at; a set that begins with more than five
is looked at there instead."""

AT_MOST: Final = LOOKS[-1]
"""Replications after which a scenario ends, whether it decides something or not."""

CONFIDENCE_OF_A_LOOK: Final = 1 - (1 - CONFIDENCE) / len(LOOKS)
"""Of each interval, so that all looks together have the usual one."""


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
