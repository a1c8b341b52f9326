"""From a scenario set's axes to the points of its grid."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from ns2studies.basics.scales import QUICK, ScaleName
from ns2studies.config.replications import Replications
from ns2studies.config.scenarios import GridPoint
from ns2studies.config.study import ByScale, ScenarioSet

AxisValues = Collection[Any] | ByScale[Any]
"""What an axis takes, at every scale or for each."""


def points_of_sets(
    sets: Mapping[str, ScenarioSet], axes: Sequence[str], **others: AxisValues
) -> Iterator[GridPoint]:
    """The points of several sets, by name, one after the other; see :func:`points_of`."""
    for name, chosen in sets.items():
        yield from points_of(name, chosen, axes, **others)


def points_of(
    name: str, chosen: ScenarioSet, axes: Sequence[str], **others: AxisValues
) -> Iterator[GridPoint]:
    """Every combination; at quick scale only those whose values it has.

    Args:
        name: of the set.
        chosen: the set; its axes are fields that are lists, maps (by key) or ``ByScale``.
        axes: fields that may be axes, in the order of the scenarios' names. A field ``choices``
            gives the axis ``choice``, of which ``quick_choices`` are run at quick scale, too, and
            ``only`` tells at which points.
        others: what axes take for which the set has no field.
    """
    found = {axis: getattr(chosen, axis, others.get(axis)) for axis in axes}
    named = {
        "choice" if axis == "choices" else axis: values
        for axis, values in found.items()
        if isinstance(values, list | dict | ByScale)
    }
    quick_choices = getattr(chosen, "quick_choices", None)
    if quick_choices is not None:
        # Not validated: of choices, unlike of other axes, quick scale may have none.
        full = list(named["choice"])
        named["choice"] = ByScale[Any].model_construct(quick=quick_choices, full=full)
    only = getattr(chosen, "only", {})
    for point in _grid(name, chosen, **named):
        wanted = only.get(point.values.get("choice"), {})
        if all(point.values.get(axis) == value for axis, value in wanted.items()):
            yield point


def _grid(name: str, chosen: ScenarioSet, **values: AxisValues) -> Iterator[GridPoint]:
    """The same with the values of each axis, which need not be fields of the set."""
    full = [entry.full if isinstance(entry, ByScale) else entry for entry in values.values()]
    quick = [entry.quick if isinstance(entry, ByScale) else entry for entry in values.values()]
    for point in product(*full):
        replications: dict[ScaleName, Replications] = dict(chosen.replications)
        if any(value not in few for value, few in zip(point, quick, strict=True)):
            replications[QUICK] = 0
        yield GridPoint(name, dict(zip(values, point, strict=True)), replications)
