"""Studies by name, with their scenarios, and the JSON schemas of configuration files."""

import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.wording import nearest
from ns2studies.config.origins import Origins, read_origins
from ns2studies.config.replications import Replications, UntilPrecise
from ns2studies.config.scenarios import GridPoint, Scale, Scenario, configured_as
from ns2studies.config.study import WITHOUT_ORIGIN, ChoiceSet, Override, StudyConfig
from ns2studies.config.study_files import blamed, config_path, definition_of, known
from ns2studies.config.study_metrics import check_metrics
from ns2studies.config.topology import Topology, read_topology
from ns2studies.config.validation import Model, validate
from ns2studies.config.yaml_file import Location, YamlFile, dotted, read_yaml
from nstrace.files import write_text_whole

_BEGINNINGS: Final = ("down_s", "first_s", "from_s", "measured_from_s", "request_at_s", "start_s")
"""Parameters of scenarios with the time of a beginning; one that is never reached is a slip."""

_NODES: Final = ("source", "destination", "from", "to")
"""Parameters of scenarios that name a node of the network."""

_OF_KEYS: Final = ("missing", "extra_forbidden")
"""Pydantic's types of errors about missing or unknown keys."""

_Place = tuple[str | int, ...]

Topologies = Mapping[str, Topology]
"""The networks that a study's configuration names."""


@dataclass(frozen=True)
class Study:
    """A study, ready to run at a scale.

    Attributes:
        labels: names of the scenarios at any scale.
        axes: a value of each axis of the grids, including axes without a scenario at this
            scale.
        path: the file that it was read from.
        config_sha256: digest of the contents of that file.
        remarks: notes for the user that are not errors.
        origins: origins of its values; they change its page, but no run.
    """

    name: str
    scale: Scale
    config: StudyConfig
    topologies: Topologies
    scenarios: tuple[Scenario, ...]
    labels: frozenset[str]
    axes: Mapping[str, Any]
    path: Path
    config_sha256: str
    remarks: tuple[str, ...] = ()
    origins: Origins = field(default_factory=dict)


def load_study(name: str, scale: Scale, path: Path | None = None) -> Study:
    """Read a study's configuration and expand it into scenarios.

    At scale ``decide``, these are the scenarios of quick scale with their initial replications.

    Raises:
        ConfigError: if the study is not known, or its file or topology is not valid.
    """
    if name not in known():
        raise ConfigError(f"there is no study {name!r}", nearest(name, known()))
    definition = definition_of(name)
    file = read_yaml(path or config_path(name))
    config = validate(definition.config, file)
    origins = read_origins(file, WITHOUT_ORIGIN)
    topologies = _Named(_networks(config, file), file)
    _check_choices(config, file)
    with blamed(name):
        points = list(definition.grid_points(config))
    _check_labels(points, file)
    remarks = _check_only(config, points, file)
    remarks += _check_overrides(config.overrides, points, file)
    check_metrics(name, config, file)
    scenarios = []
    for point in points:
        number = point.replications[configured_as(scale)]
        if number:
            with blamed(name):
                parameters = definition.assemble(config, topologies, point)
            values = _overridden(definition.scenario, parameters, point, config.overrides, file)
            scenarios.append(_scenario(name, point, values, number))
    if not scenarios:
        raise file.error(["scenario_sets"], f"no set has replications at scale {scale}")
    axes = {axis: value for point in reversed(points) for axis, value in point.values.items()}
    found, labels = tuple(scenarios), frozenset(point.label for point in points)
    made_of = (config, topologies, found, labels, axes)
    return Study(name, scale, *made_of, file.path, file.sha256, tuple(remarks), origins)


def _scenario(
    study: str, point: GridPoint, values: dict[str, Any], number: Replications
) -> Scenario:
    rule = number if isinstance(number, UntilPrecise) else None
    most = number.at_most if isinstance(number, UntilPrecise) else number
    return Scenario(study, point.label, point, values, tuple(range(1, most + 1)), rule)


def _networks(config: StudyConfig, file: YamlFile) -> Topologies:
    """Read the networks that a configuration names."""
    folder = paths.DATA / "topologies"
    there = {path.stem: path for path in folder.glob("*.yaml")}
    for index, name in enumerate(config.topologies):
        if name not in there:
            message = f"{folder / name}.yaml: no such file"
            raise file.error(["topologies", index], message, nearest(name, list(there)))
    return {name: read_topology(there[name]) for name in config.topologies}


def _check_labels(points: list[GridPoint], file: YamlFile) -> None:
    """Raise ``ConfigError`` if scenarios have the same label, which identifies their runs."""
    seen: set[str] = set()
    for point in points:
        if point.label in seen:
            raise file.error(
                ["scenario_sets", point.scenario_set], f"two scenarios are called {point.label}"
            )
        seen.add(point.label)


def _check_choices(config: StudyConfig, file: YamlFile) -> None:
    """Raise ``ConfigError`` if a choice set refers to an unknown scenario set."""
    sets = config.sets()
    for name, chosen in sets.items():
        if isinstance(chosen, ChoiceSet) and chosen.of not in sets:
            message = f"there is no scenario set {chosen.of!r}"
            raise file.error(["scenario_sets", name, "of"], message, nearest(chosen.of, sets))


def _check_only(config: StudyConfig, points: list[GridPoint], file: YamlFile) -> list[str]:
    """Raise ``ConfigError`` for an unknown axis in ``only``, which limits a choice to some points.

    Returns:
        A remark on each choice without any point, which may be a slip, or a grid that was reduced.
    """
    remarks = []
    for name, chosen in config.sets().items():
        of_set = [point for point in points if point.scenario_set == name]
        run = {point.values.get("choice") for point in of_set}
        axes = sorted({axis for point in of_set for axis in point.values})
        for choice, wanted in chosen.only.items() if isinstance(chosen, ChoiceSet) else ():
            location: list[str | int] = ["scenario_sets", name, "only", choice]
            _require_axes(wanted if axes else (), axes, location, file)
            if choice not in run:
                remarks.append(str(file.error(location, "no scenario of this set matches")))
    return remarks


def _require_axes(
    wanted: Iterable[str], axes: Sequence[str], location: Location, file: YamlFile
) -> None:
    for axis in wanted:
        if axis not in axes:
            raise file.error([*location, axis], "unknown axis", nearest(axis, axes))


class _Named(dict[str, Topology]):
    """The networks that a file names; a look-up of another name raises ``ConfigError``.

    Args:
        file: the study's configuration.
    """

    def __init__(self, networks: Topologies, file: YamlFile) -> None:
        super().__init__(networks)
        self._file = file

    def __missing__(self, name: str) -> Topology:
        raise self._file.error(
            ["topologies"], f"{name} is missing", "Scenarios of this study need it: add it here."
        )


def _overridden(
    model: type[Model],
    parameters: dict[str, Any],
    point: GridPoint,
    overrides: list[Override],
    file: YamlFile,
) -> dict[str, Any]:
    """Return a scenario's parameters after overrides, which must leave them valid."""
    for index, override in enumerate(overrides):
        if _matches(override, point):
            _apply(override, parameters, file, ["overrides", index, "change"])
    try:
        checked = model.model_validate(parameters)
    except ValidationError as error:
        detail = error.errors()[0]
        key = dotted(detail["loc"])
        found = detail["input"]
        shown = "" if isinstance(found, dict | list) else f", found {found!r}"
        words = detail["msg"].removeprefix("Value error, ")
        changed = _changed_by(overrides, point, key)
        if detail["type"] in _OF_KEYS and not changed:
            gives = "no " if detail["type"] == "missing" else ""
            raise ConfigError(
                f"{sys.modules[model.__module__].__file__}: for scenario {point.label}, assemble "
                f"gives {gives}{key}, but {model.__name__} has {'that' if gives else 'no such'} key"
            ) from error
        message = f"scenario {point.label}: {key}: {words}{shown}"
        raise file.error(changed, message) from error
    values = checked.model_dump(mode="json", by_alias=True, exclude_none=True)
    for place, problem in _slips(values):
        key = dotted(place)
        message = f"scenario {point.label}: {key} is {problem}"
        raise file.error(_changed_by(overrides, point, key), message)
    return values


def _slips(values: dict[str, Any]) -> Iterator[tuple[_Place, str]]:
    """Yield the place and the problem of starts after the end, and of unknown nodes."""
    end_s = values.get("end_s", math.inf)
    nodes = values.get("topology", {}).get("nodes", math.inf)
    for place, value in _named(values, frozenset([*_BEGINNINGS, *_NODES])):
        if place[-1] in _BEGINNINGS and value >= end_s:
            yield place, f"{value:g} s, and the run ends at {end_s:g} s"
        if place[-1] in _NODES and type(value) is int and value >= nodes:
            yield place, f"node {value}, and the nodes are 0 to {nodes - 1}"


def _named(values: Any, names: frozenset[str], place: _Place = ()) -> Iterator[tuple[_Place, Any]]:
    """Yield place and value of each entry with one of some names, anywhere in a scenario."""
    entries = values.items() if type(values) is dict else enumerate(values)
    for name, value in entries:
        # JSON has no other containers; isinstance with several types takes three times as long.
        if type(value) is dict or type(value) is list:
            yield from _named(value, names, (*place, name))
        elif name in names:
            yield (*place, name), value


def _changed_by(overrides: list[Override], point: GridPoint, key: str) -> list[str | int]:
    """Return the location of the override that sets a parameter or a part of it, if any."""
    for index, override in reversed(list(enumerate(overrides))):
        for changed in override.change if _matches(override, point) else ():
            if f"{key}.".startswith(f"{changed}.") or changed.startswith(f"{key}."):
                return ["overrides", index, "change", changed]
    return []


def _matches(override: Override, point: GridPoint) -> bool:
    values = {"set": point.scenario_set, **point.values}
    return all(
        values.get(axis) in (wanted if isinstance(wanted, list) else [wanted])
        for axis, wanted in override.where.items()
    )


def _check_overrides(
    overrides: list[Override], points: list[GridPoint], file: YamlFile
) -> list[str]:
    """Raise ``ConfigError`` if an override names an unknown axis.

    Returns:
        A remark on each override without a matching scenario, which may be a slip, or a grid that
        was reduced.
    """
    axes = sorted({"set"} | {axis for point in points for axis in point.values})
    remarks = []
    for index, override in enumerate(overrides):
        location: list[str | int] = ["overrides", index, "where"]
        _require_axes(override.where, axes, location, file)
        if not any(_matches(override, point) for point in points):
            remarks.append(str(file.error(location, "no scenario of this study matches")))
    return remarks


def _apply(
    override: Override, parameters: dict[str, Any], file: YamlFile, location: list[str | int]
) -> None:
    for key, value in override.change.items():
        *parents, last = key.split(".")
        node: Any = parameters
        for step in parents:
            node = _step(node, step, file, [*location, key])
        _step(node, last, file, [*location, key])
        node[int(last) if isinstance(node, list) else last] = value


def _step(node: Any, step: str, file: YamlFile, location: list[str | int]) -> Any:
    """Step into a map by key, or into a list by number."""
    if isinstance(node, list) and step.isdecimal() and int(step) < len(node):
        return node[int(step)]
    if isinstance(node, dict) and step in node:
        return node[step]
    known = list(node) if isinstance(node, dict) else []
    raise file.error(location, f"a scenario has no parameter {step!r} here", nearest(step, known))


def schemas() -> Mapping[str, str]:
    """Return the JSON schemas' texts by file name."""
    models: dict[str, type[BaseModel]] = {name: definition_of(name).config for name in known()}
    models["topology"] = Topology
    return {
        f"{name}.schema.json": json.dumps(model.model_json_schema(), indent=2, sort_keys=True)
        + "\n"
        for name, model in models.items()
    }


def write_schemas(folder: Path) -> list[Path]:
    """Write all schemas to ``folder``."""
    texts = schemas()
    for name, text in texts.items():
        write_text_whole(folder / name, text)
    return [folder / name for name in texts]
