"""The grid of an experiment: its points, and the runs of each.

A point is a value for each axis. Grids are counted without being expanded.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from ns2studies.basics.digests import SHORT, digest_value
from ns2studies.config.study import AxisValue
from ns2studies.experiments.model import (
    SCRIPT,
    SEED,
    Experiment,
    PointOverride,
    filled_in,
    value_text,
)


@dataclass(frozen=True)
class Point:
    """A point of the grid.

    Attributes:
        values: the value of each axis.
        script: as written in the experiment's file.
        variables: the values of all Tcl variables that are set, including constants.
    """

    values: Mapping[str, AxisValue]
    script: str
    variables: Mapping[str, AxisValue]

    @property
    def label(self) -> str:
        """The values as a display name: ``0.01/RED``."""
        return "/".join(map(value_text, self.values.values()))

    @cached_property
    def point_id(self) -> str:
        """Digest of the script's name and the variables."""
        return digest_value({"script": self.script, "variables": self.variables})[:SHORT]


def point_count(experiment: Experiment) -> int:
    """Return the number of points."""
    return math.prod(len(values) for values in experiment.axes.values())


def run_count(experiment: Experiment) -> int:
    """Return the maximum number of runs, without expanding the grid."""
    return point_count(experiment) * experiment.most_seeds


def points(experiment: Experiment) -> Iterator[Point]:
    """Yield the points in the order of the file; the last axis changes fastest."""
    axes = experiment.axes
    for values in product(*axes.values()):
        yield _point(experiment, dict(zip(axes, values, strict=True)))


def baseline_of(experiment: Experiment, point: Point) -> Point | None:
    """Return the point with which another one is compared; it differs in the baseline's axes."""
    values = {**point.values, **experiment.baseline}
    return None if values == point.values else _point(experiment, values)


def _point(experiment: Experiment, values: Mapping[str, AxisValue]) -> Point:
    script = str(values.get(SCRIPT, experiment.all_scripts[0]))
    variables = {name: value for name, value in values.items() if name != SCRIPT}
    variables |= experiment.constants
    for override in experiment.overrides:
        if _is_meant(override, values):
            variables |= override.change
    return Point(values, script, variables)


def _is_meant(override: PointOverride, values: Mapping[str, AxisValue]) -> bool:
    return all(
        values[name] in (wanted if isinstance(wanted, list) else [wanted])
        for name, wanted in override.where.items()
    )


def arguments_of(experiment: Experiment, point: Point, seed: int) -> list[str]:
    """Return the command line of the script for a replication."""
    values = {**point.variables, **point.values, SEED: seed}
    return [filled_in(argument, values) for argument in experiment.arguments]
