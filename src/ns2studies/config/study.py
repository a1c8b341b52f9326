"""Models that the configuration files of all studies share: quantities, scenario sets, grids."""

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Annotated, Any, Generic, Self, TypeVar

from pydantic import AfterValidator, Field, StringConstraints, field_validator, model_validator

from ns2studies.basics.errors import ConfigError
from ns2studies.config.replications import Replications
from ns2studies.config.scenarios import FULL, QUICK, SCALE_NAMES, GridPoint, ScaleName, as_written
from ns2studies.config.validation import Model

LARGEST = 2**31 - 1
"""Largest count: ns uses C's int, in which a larger number would overflow."""

LARGEST_FILE = 2**63 - 1
"""Maximum size of a file on any file system, in bytes."""

LONGEST_RUN_S = 1e9
"""Maximum duration of a run, about 30 years."""

Seconds = Annotated[float, Field(ge=0, le=LONGEST_RUN_S)]
PositiveSeconds = Annotated[float, Field(ge=1e-9, le=LONGEST_RUN_S)]
"""Positive times, not below the resolution of traces."""

BitsPerSecond = Annotated[float, Field(ge=1, le=1e15)]
"""Range of link capacities. Far below it, ns ends with an arithmetic exception."""

Count = Annotated[int, Field(ge=0, le=LARGEST)]
Positive = Annotated[int, Field(ge=1, le=LARGEST)]
Packets = Positive
Bytes = Annotated[int, Field(ge=1, le=2_000_000_000)]
"""Sizes to which ns can add headers without an overflow."""

Probability = Annotated[float, Field(ge=0, le=1)]
NodeNumber = Count
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]


def _printable(text: str) -> str:
    """Raise ``ValueError`` for control characters and those that change the text direction."""
    for character in text:
        is_other = unicodedata.category(character) in _UNPRINTABLE
        if is_other and character not in "\n\t":
            raise ValueError(f"it has the unprintable character U+{ord(character):04X}")
    return text


_UNPRINTABLE = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
"""Unicode categories of characters without a visible form."""

Text = Annotated[str, StringConstraints(min_length=1, max_length=400), AfterValidator(_printable)]
AxisValue = bool | int | float | str

T = TypeVar("T")


class Override(Model):
    """A change of the parameters of some scenarios of the grid."""

    where: dict[str, AxisValue | list[AxisValue]] = Field(
        description="the scenarios meant: a value, or some, for 'set' (its name) and for any axis"
    )
    change: dict[str, AxisValue] = Field(
        min_length=1, description="new values by dotted key, such as network.delay_s: 0.006"
    )
    because: Text = Field(description="why; shown in the report")


class Cost(Model):
    """The measured cost of a run, used for estimates before you have runs of your own."""

    cpu_s: Annotated[float, Field(gt=0, le=LONGEST_RUN_S)] = Field(
        description="CPU seconds for a run"
    )
    disk_bytes: Annotated[int, Field(gt=0, le=LARGEST_FILE)] = Field(
        description="bytes on disk for a run"
    )


def _each_once(values: Any) -> Any:
    """Raise ``ValueError`` if a list has duplicates, whose runs would count twice."""
    if isinstance(values, list):
        for place, value in enumerate(values):
            if value in values[:place]:
                raise ValueError(f"{as_written(value)} is listed twice")
    return values


class ScenarioSet(Model):
    """A grid of scenarios, whose axes are defined by the model of a study."""

    replications: dict[ScaleName, Replications] = Field(
        description="how many seeds (1, 2, …) each scenario is run with, for each scale; 0 leaves "
        "it out there; or at_least, at_most and until: as many as make its results precise"
    )
    random: bool = Field(
        True,
        description="whether chance has a part in its runs; if not, one run is exact, and no "
        "further seed would change it",
    )
    expected_cost: Cost | None = Field(
        None, description="what a run of this set costs, if not what the study's runs do"
    )

    # Applies to the axes that a study's model adds, too.
    _each_once = field_validator("*")(_each_once)

    @model_validator(mode="after")
    def _every_scale(self) -> "ScenarioSet":
        if self.replications.keys() != set(SCALE_NAMES):
            raise ValueError(f"expected a number for {QUICK} and one for {FULL}")
        if not self.replications[FULL]:
            raise ValueError("a set without replications at full scale would never run")
        if not self.random and any(number not in (0, 1) for number in self.replications.values()):
            raise ValueError(
                "replications without random numbers (random: false) are all equal: use 1"
            )
        return self


class ByScale(Model, Generic[T], title="values by scale"):
    """Values of an axis by scale; those of quick scale are a subset of those of full scale."""

    quick: list[T] = Field(min_length=1)
    full: list[T] = Field(min_length=1)

    _each_once = field_validator("*")(_each_once)

    @model_validator(mode="after")
    def _a_part(self) -> Self:
        if any(value not in self.full for value in self.quick):
            raise ValueError("quick must not have values that full lacks")
        return self


class StudyConfig(Model):
    """A study's configuration file."""

    title: Text
    source: Text = Field(description="the published study, as one cites it")
    url: str = Field(
        "",
        pattern=r"^(https?://[^\s\"<>]+)?$",
        description="where the text or its abstract is found",
    )
    topologies: list[Name] = Field(
        min_length=1, description="names of files in data/topologies, without .yaml"
    )
    expected_cost: Cost = Field(description="what a run costs, unless its set says otherwise")
    overrides: list[Override] = Field(default_factory=list)

    def sets(self) -> dict[str, ScenarioSet]:
        """Return the scenario sets by name, without those that the file leaves out."""
        sets = getattr(self, "scenario_sets", None)
        fields = type(sets).model_fields.items() if sets else ()
        found = {field.alias or name: getattr(sets, name) for name, field in fields}
        return {name: chosen for name, chosen in found.items() if chosen is not None}

    def cost_of(self, scenario_set: str) -> Cost:
        """Return the expected cost of a run of a scenario set."""
        chosen = self.sets().get(scenario_set)
        return (chosen and chosen.expected_cost) or self.expected_cost

    def is_random(self, scenario_set: str) -> bool:
        """Return whether the results of runs of a scenario set depend on chance."""
        chosen = self.sets().get(scenario_set)
        return chosen is None or chosen.random

    def parameters(self) -> dict[str, Any]:
        """Return all keys, as the file spells them, with plain values."""
        return self.model_dump(mode="json", by_alias=True)


WITHOUT_ORIGIN = frozenset({*StudyConfig.model_fields, "scenario_sets"})
"""Keys at the top of the file that are not parameters: they describe the study and its grids."""


Changes = dict[Annotated[str, Field(pattern=r"^[a-z_]+(\.([a-z0-9_]+|\*))*$")], AxisValue]
"""New values by dotted key; ``*`` stands for every entry of a list."""


class ChoiceSet(ScenarioSet):
    """The scenarios of another set with alternatives to some of the study's choices."""

    of: Name = Field(description="the set whose scenarios these are, but for the changes")
    choices: dict[Name, Changes] = Field(
        min_length=1, description="new values of a scenario's parameters by dotted key"
    )
    quick_choices: list[Name] | None = Field(
        None, description="those that quick scale has, too, if not all"
    )
    only: dict[Name, dict[str, AxisValue]] = Field(
        default_factory=dict, description="choices that are run with one value of an axis alone"
    )

    @model_validator(mode="after")
    def _known(self) -> Self:
        for key, names in (("quick_choices", self.quick_choices or ()), ("only", self.only)):
            for name in names:
                if name not in self.choices:
                    raise ValueError(f"{key}: there is no choice {name!r}")
        return self


def choose(study: str, chosen: ScenarioSet, point: GridPoint, scenario: dict[str, Any]) -> None:
    """Apply the choice of a point to its scenario, if its set has choices.

    Args:
        study: for the message.
        chosen: the set of the point.

    Raises:
        ConfigError: if the scenario has no parameter that the choice changes.
    """
    if isinstance(chosen, ChoiceSet):
        name = point.values["choice"]
        where = f"config/{study}.yaml: {point.scenario_set}.choices.{name}"
        change_all(scenario, chosen.choices[name], where)


def change_all(scenario: dict[str, Any], changes: dict[str, AxisValue], where: str) -> None:
    """Change parameters of a scenario.

    Args:
        where: the choice, for the message.

    Raises:
        ConfigError: if the scenario has no parameter of a name.
    """
    for key, value in changes.items():
        *parents, last = key.split(".")
        for node in _found(scenario, parents):
            # Not all links, flows and colonies, which are entries of lists, have all parameters.
            is_entry = bool(parents) and (parents[-1].isdecimal() or parents[-1] == "*")
            if not isinstance(node, dict) or (last not in node and not is_entry):
                raise ConfigError(f"{where}: one of the scenarios has no parameter {key!r}")
            node[last] = value


def _found(node: Any, steps: list[str]) -> list[Any]:
    """Return the nodes at the end of a key's steps; the index behind a list's end adds an entry."""
    if not steps:
        return [node]
    step, *rest = steps
    if isinstance(node, list) and step == "*":
        return [found for entry in node for found in _found(entry, rest)]
    if isinstance(node, list) and step.isdecimal() and int(step) <= len(node):
        if int(step) == len(node):
            node.append({})
        return _found(node[int(step)], rest)
    return _found(node.get(step), rest) if isinstance(node, dict) else [None]


AxisValues = Collection[Any] | ByScale[Any]
"""Values of an axis: the same at every scale, or by scale."""


def points_of_sets(
    sets: Mapping[str, ScenarioSet], axes: Sequence[str], **others: AxisValues
) -> Iterator[GridPoint]:
    """Yield the points of several sets, one set after the other; see :func:`points_of`."""
    for name, chosen in sets.items():
        yield from points_of(name, chosen, axes, **others)


def points_of(
    name: str, chosen: ScenarioSet, axes: Sequence[str], **others: AxisValues
) -> Iterator[GridPoint]:
    """Yield every combination of axis values; at quick scale only its own combinations.

    Args:
        name: of the set.
        chosen: the set; its axes are fields that are lists, maps (by key) or ``ByScale``.
        axes: fields that may be axes, in the order of the scenarios' names. A field ``choices``
            gives the axis ``choice``, of which ``quick_choices`` are run at quick scale, too, and
            ``only`` limits them to some points.
        others: values of axes for which the set has no field.
    """
    full: dict[str, Collection[Any]] = {}
    quick: dict[str, Collection[Any]] = {}
    for field in axes:
        values = getattr(chosen, field, others.get(field))
        axis = "choice" if field == "choices" else field
        if isinstance(values, ByScale):
            full[axis], quick[axis] = values.full, values.quick
        elif isinstance(values, list | dict):
            full[axis] = quick[axis] = values
    quick_choices = getattr(chosen, "quick_choices", None)
    if quick_choices is not None:
        quick["choice"] = quick_choices
    only = getattr(chosen, "only", {})
    for combination in product(*full.values()):
        point = dict(zip(full, combination, strict=True))
        if only.get(point.get("choice"), {}).items() <= point.items():
            replications: dict[ScaleName, Replications] = dict(chosen.replications)
            if any(point[axis] not in few for axis, few in quick.items()):
                replications[QUICK] = 0
            yield GridPoint(name, point, replications)
