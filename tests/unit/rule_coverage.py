"""How often the intervals that end a scenario cover the mean they are made for.

``python tests/unit/rule_coverage.py`` prints the table of docs/precision.md.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ns2studies.config.replications import UntilPrecise
from ns2studies.database.stopping import interval, reached, wanted

KEY = ("rate", "flow1")


def rule(
    at_least: int,
    at_most: int,
    batch: int | None = None,
    target: float = 0.05,
    bound: float | None = None,
) -> UntilPrecise:
    """The rule for one value."""
    until = {"relative_half_width": target, "metrics": {KEY[0]: [KEY[1]]}}
    bounds = {"absolute_half_width": {KEY[0]: bound}} if bound else {}
    content = {"at_least": at_least, "at_most": at_most, "batch": batch, "until": until | bounds}
    return UntilPrecise.model_validate(content)


@dataclass(frozen=True)
class World:
    """Where replications come from: a distribution with a known mean.

    Attributes:
        scatter: standard deviation as a part of the mean.
    """

    draw: Callable[[np.random.Generator, tuple[int, int]], np.ndarray]
    mean: float
    scatter: float

    def target(self, needed: float) -> float:
        """The relative half width that takes about so many replications."""
        return float(1.96 * self.scatter / needed**0.5)


WORLDS: Mapping[str, World] = {
    "normal": World(lambda rng, shape: rng.normal(1, 0.1, shape), 1.0, 0.1),
    "lognormal, σ = 0.5": World(
        lambda rng, shape: rng.lognormal(0, 0.5, shape), np.exp(0.125), (np.exp(0.25) - 1) ** 0.5
    ),
    "exponential": World(lambda rng, shape: rng.exponential(1, shape), 1.0, 1.0),
}

Ending = Callable[[UntilPrecise, Sequence[float]], int]


def as_the_rule_says(chosen: UntilPrecise, values: Sequence[float]) -> int:
    """The number of replications that the rule takes."""
    return wanted(chosen, lambda seed: {KEY: values[seed - 1]}).seeds


def at_the_first_narrow_interval(chosen: UntilPrecise, values: Sequence[float]) -> int:
    """What it would take without a second look."""
    looks = (n for n in chosen.checkpoints if reached(chosen, KEY[0], interval(values[:n])))
    return next(looks, chosen.at_most)


def fixed(chosen: UntilPrecise, values: Sequence[float]) -> int:
    """As many as there are."""
    return chosen.at_most


def coverage(
    chosen: UntilPrecise, world: World, ending: Ending, experiments: int, seed: int = 1
) -> tuple[float, float]:
    """The part of experiments whose last interval holds the mean, and their mean length."""
    rng = np.random.default_rng(seed)
    rows = world.draw(rng, (experiments, chosen.at_most)).tolist()
    covered = taken = 0
    for values in rows:
        n = ending(chosen, values)
        last = interval(values[:n])
        covered += abs(last.mean - world.mean) <= last.half_width
        taken += n
    return covered / experiments, taken / experiments


def main() -> None:
    """Print the least coverage over targets that need 5 to 60 replications."""
    shapes = ((3, 21, 3), (5, 20, 5), (5, 50, 5), (10, 60, 5), (10, 60, 10))
    for name, shape in product(WORLDS, shapes):
        world = WORLDS[name]
        chosen = [rule(*shape, target=world.target(n)) for n in (5, 8, 12, 20, 30, 60)]
        found = [
            min(coverage(it, world, ending, 20_000)[0] for it in chosen)
            for ending in (as_the_rule_says, at_the_first_narrow_interval)
        ]
        few = rule(chosen[0].checkpoints[1], chosen[0].checkpoints[1])
        found.append(coverage(few, world, fixed, 20_000)[0])
        print(f"| {name} | {shape} |", " | ".join(f"{100 * it:.1f} %" for it in found), "|")


if __name__ == "__main__":
    main()
