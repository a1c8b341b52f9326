"""From a scenario set's axes to the points of its grid."""

from collections.abc import Iterator, Sequence
from itertools import product

from ns2studies.config.replications import Replications
from ns2studies.config.study import ByScale, ScaleName, ScenarioSet
from ns2studies.scenarios import Axes


def points_of(name: str, chosen: ScenarioSet, axes: Sequence[str]) -> Iterator[Axes]:
    """Every combination; at quick scale only those whose values it has.

    Args:
        name: of the set.
        chosen: the set; its axes are fields that are lists, maps (by key) or ``ByScale``.
        axes: fields that may be axes, in the order of the scenarios' names. A field ``choices``
            gives the axis ``choice``.
    """
    grid = {axis: getattr(chosen, axis) for axis in axes if _is_axis(getattr(chosen, axis, None))}
    full = [entry.full if isinstance(entry, ByScale) else entry for entry in grid.values()]
    quick = [entry.quick if isinstance(entry, ByScale) else entry for entry in grid.values()]
    names = ["choice" if axis == "choices" else axis for axis in grid]
    for point in product(*full):
        replications: dict[ScaleName, Replications] = dict(chosen.replications)
        if any(value not in few for value, few in zip(point, quick, strict=True)):
            replications["quick"] = 0
        yield Axes(name, dict(zip(names, point, strict=True)), replications)


def _is_axis(value: object) -> bool:
    return isinstance(value, list | dict | ByScale)
