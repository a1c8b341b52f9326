"""Choices: other values of a scenario's parameters, where a text leaves them open.

A set with ``choices`` repeats the scenarios of another set, each choice with its own changes.
"""

from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from ns2studies.basics.errors import ConfigError
from ns2studies.config.scenarios import GridPoint
from ns2studies.config.study import AxisValue, Name, ScenarioSet

Changes = dict[Annotated[str, Field(pattern=r"^[a-z_]+(\.([a-z0-9_]+|\*))*$")], AxisValue]
"""New values by dotted key; ``*`` stands for every entry of a list."""


class ChoiceSet(ScenarioSet):
    """Another set's scenarios with other choices than the study's."""

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
    """Give a scenario the values of its choice, if its set has choices.

    Args:
        study: for the message.
        chosen: the set that the point is of.

    Raises:
        ConfigError: if the scenario has no parameter that the choice changes.
    """
    if isinstance(chosen, ChoiceSet):
        name = point.values["choice"]
        where = f"config/{study}.yaml: {point.scenario_set}.choices.{name}"
        change_all(scenario, chosen.choices[name], where)


def change_all(scenario: dict[str, Any], changes: dict[str, AxisValue], where: str) -> None:
    """Give parameters of a scenario other values.

    Args:
        where: the choice, for the message.

    Raises:
        ConfigError: if there is none of this name.
    """
    for key, value in changes.items():
        *parents, last = key.split(".")
        for node in _found(scenario, parents):
            # Of links, flows and colonies, entries of lists, not all have all parameters.
            is_entry = bool(parents) and (parents[-1].isdecimal() or parents[-1] == "*")
            if not isinstance(node, dict) or (last not in node and not is_entry):
                raise ConfigError(f"{where}: a scenario here has no parameter {key!r}")
            node[last] = value


def _found(node: Any, steps: list[str]) -> list[Any]:
    """What some steps lead to; the number after a list's last one adds an entry."""
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
