"""The model of ``experiment.yaml``: scripts, their parameters, and metrics.

Example:
    A script with two parameters, each value run with ten seeds::

        script: my.tcl
        parameters:
          val(rate): [0.001, 0.01, 0.05]
          val(queue): [DropTail, RED]
        seeds: 10
        metrics: [goodput, loss]
"""

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, field_validator, model_validator

from ns2studies.basics import paths
from ns2studies.basics.digests import digest_text
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.wording import nearest
from ns2studies.config.study import AxisValue, Text
from ns2studies.config.validation import Model, validate
from ns2studies.config.yaml_file import Location, YamlFile, read_yaml
from nstrace.metrics.catalogue import RENAMED, VALUES, catalogue, similar

FILE = paths.EXPERIMENT_FILE

EXPERIMENT = "experiment"
"""Scale that results of experiments have in place of a study's."""

SCRIPT = "script"
"""Axis of an experiment that compares several scripts."""

SEED = "seed"
"""Placeholder for the number of the replication."""

SUBSTREAM = "substream"
"""Value of ``seed`` for scripts that seed themselves with a number."""

_VARIABLE = re.compile(r"(::)?[A-Za-z_]\w*(::\w+)*(\([^()\s$\[\]\\{}\";]+\))?")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]+")
_LONGEST_NAME = 60
_KEY_DIGITS = 8
_SYSTEM_VARIABLES = frozenset({"argv", "argc", "argv0", "env", "defaultRNG", "errorInfo"})


def _variable(name: str) -> str:
    if not _VARIABLE.fullmatch(name):
        raise ValueError(f"{name!r} is not a Tcl variable such as rate or val(rate)")
    if name.lstrip(":") in _SYSTEM_VARIABLES:
        raise ValueError(f"{name} is a variable of Tcl or ns; use arguments for the command line")
    return name


def _one_line(value: AxisValue) -> AxisValue:
    if isinstance(value, str) and not value.isprintable():
        raise ValueError("expected a number, a flag or a line of printable text")
    return value


def _as_list(value: Any) -> Any:
    """Return a single value as a list of one."""
    return value if value is None or isinstance(value, list | dict) else [value]


def _percent(value: Any) -> Any:
    """Return ``5 %`` as 0.05."""
    match = _PERCENT.fullmatch(value) if isinstance(value, str) else None
    return float(match[1]) / 100 if match else value


def _regular_expression(pattern: str) -> str:
    try:
        groups = re.compile(pattern).groups
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from error
    if groups != 1:
        raise ValueError(f"expected one group in parentheses around the number, found {groups}")
    return pattern


def _command(text: str) -> str:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"not a command: {error}") from error
    if not words:
        raise ValueError("expected an awk program and its arguments, such as pdr.awk out.tr")
    return text


Variable = Annotated[str, AfterValidator(_variable)]
Value = Annotated[AxisValue, AfterValidator(_one_line)]
Values = Annotated[list[Value], BeforeValidator(_as_list), Field(min_length=1)]
RelativePath = Annotated[str, Field(min_length=1, max_length=1000), AfterValidator(_one_line)]
MetricName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Seeds = Annotated[int, Field(ge=1, le=10_000)]


class Precision(Model):
    """Replications until the interval of a metric is narrow enough."""

    metric: MetricName = Field(description="the metric whose 95 % interval counts")
    within: Annotated[float, BeforeValidator(_percent), Field(gt=0, lt=1)] = Field(
        description="half of the interval's width, as a part of the mean, such as 5 %"
    )
    at_most: Seeds = Field(description="seeds after which it ends, precise or not")
    at_least: Annotated[int, Field(ge=3, le=10_000)] = Field(
        5, description="seeds before the interval is looked at first"
    )

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.at_most < self.at_least:
            raise ValueError(f"at_most is below at_least ({self.at_least})")
        return self


class Limits(Model):
    """Limits of a run, which is stopped if it exceeds one."""

    wall_s: Annotated[float, Field(gt=0, le=1e7)] = Field(
        default=3600, description="seconds that a run may take"
    )
    memory_mb: Annotated[int, Field(ge=20, le=10_000_000)] = Field(
        default=4000, description="megabytes of memory that ns may use"
    )
    output_mb: Annotated[int, Field(ge=1, le=100_000_000)] = Field(
        default=10_000, description="megabytes that a run may write"
    )


class PointOverride(Model):
    """Other values of variables for some points of the grid."""

    where: dict[str, AxisValue | list[AxisValue]] = Field(
        description="the points meant: for some axes a value, or several"
    )
    change: dict[Variable, Value] = Field(min_length=1, description="variables and their values")


class Experiment(Model):
    """An experiment as described in its file."""

    title: Text | None = Field(None, description="heading of the page")
    script: RelativePath | None = Field(None, description="the ns script, relative to this file")
    scripts: Annotated[list[RelativePath], Field(min_length=1)] | None = Field(
        None, description="several scripts to compare"
    )
    parameters: dict[Variable, Values] = Field(
        default_factory=dict, description="Tcl variables, each with a list of values"
    )
    constants: dict[Variable, Value] = Field(
        default_factory=dict, description="Tcl variables with the same value in all runs"
    )
    arguments: list[str | int | float] = Field(
        default_factory=list,
        description="command line of the script; {NAME} is the value of a parameter, {seed} the "
        "number of the replication",
    )
    files: Annotated[list[RelativePath], BeforeValidator(_as_list)] = Field(
        default_factory=list,
        description="files that the script reads and that can't be found by reading it; may have *",
    )
    seeds: Seeds | None = Field(None, description="number of replications of each point")
    precision: Precision | None = Field(None, description="replications until it is precise")
    seed: Variable | None = Field(
        None,
        description="the variable by which a script seeds itself; or substream, if it seeds "
        "itself by a number: then each replication continues in a substream of its own",
    )
    metrics: Annotated[list[MetricName] | None, BeforeValidator(_as_list)] = Field(
        None, description="metrics of the traces; all that the traces can give if not given"
    )
    printed: dict[MetricName, Annotated[str, AfterValidator(_regular_expression)]] = Field(
        default_factory=dict,
        description="numbers that the script prints: a regular expression with one group",
    )
    awk: dict[MetricName, Annotated[str, AfterValidator(_command)]] = Field(
        default_factory=dict, description="numbers by awk: a program and its arguments"
    )
    sql: dict[MetricName, RelativePath] = Field(
        default_factory=dict, description="numbers by SQL: a file with a query"
    )
    overrides: list[PointOverride] = Field(
        default_factory=list, description="other values for some points"
    )
    baseline: dict[str, AxisValue] = Field(
        default_factory=dict, description="the point that others are compared with, by axis"
    )
    trace: Literal["own", "all"] = Field(
        "own", description="all: trace all links of a script that traces none"
    )
    limits: Limits = Field(Limits(), description="what a run may use")

    @field_validator("parameters")
    @classmethod
    def _no_value_twice(cls, parameters: dict[str, list[Any]]) -> dict[str, list[Any]]:
        for name, values in parameters.items():
            if len({value_text(value) for value in values}) < len(values):
                raise ValueError(f"{name}: a value is listed twice")
        return parameters

    @property
    def all_scripts(self) -> list[str]:
        """The scripts, one or several."""
        return self.scripts or [self.script or ""]

    @property
    def axes(self) -> Mapping[str, list[AxisValue]]:
        """The axes of the grid; several scripts are one of them, the first."""
        scripts: Mapping[str, list[AxisValue]] = {SCRIPT: [*self.scripts]} if self.scripts else {}
        return {**scripts, **self.parameters}

    @property
    def most_seeds(self) -> int:
        """The maximum number of replications of a point."""
        return self.precision.at_most if self.precision else self.seeds or 1

    @property
    def own_metrics(self) -> list[str]:
        """Names of the user's own metrics, which override nstrace's of the same name."""
        return [*self.printed, *self.awk, *self.sql]

    def metric(self, name: str) -> str:
        """Return the present name of a metric that the file may call by a former one."""
        return name if name in self.own_metrics else RENAMED.get(name, name)


@dataclass(frozen=True)
class ExperimentFile:
    """A validated experiment, and its file.

    Attributes:
        yaml: the file with its lines, for messages about keys.
    """

    experiment: Experiment
    yaml: YamlFile

    @property
    def folder(self) -> Path:
        """The folder that paths in the file are relative to."""
        return self.yaml.path.parent

    @property
    def path(self) -> Path:
        """The file, as an absolute path without links."""
        return self.yaml.path.resolve()

    @property
    def document(self) -> Path:
        """The Quarto document that replaces the default page, if it exists."""
        return self.path.with_suffix(".qmd")

    @property
    def name(self) -> str:
        """The experiment's name: that of its folder, without characters unfit for file names."""
        return _UNSAFE.sub("-", self.path.parent.name).strip("-.") or "experiment"

    @property
    def key(self) -> str:
        """The name with a digest of the path, which distinguishes folders of the same name."""
        return f"{self.name[:_LONGEST_NAME]}-{digest_text(str(self.path))[:_KEY_DIGITS]}"


def value_text(value: AxisValue) -> str:
    """Return a value as it is passed to Tcl."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)


def placeholders(argument: str | float) -> list[str]:
    """Return the names in braces of an argument."""
    return _PLACEHOLDER.findall(argument) if isinstance(argument, str) else []


def filled_in(argument: str | float, values: Mapping[str, AxisValue]) -> str:
    """Return an argument with the values of its placeholders."""
    if not isinstance(argument, str):
        return value_text(argument)
    return _PLACEHOLDER.sub(lambda match: value_text(values[match[1]]), argument)


def read_experiment(path: Path) -> ExperimentFile:
    """Read an experiment.

    Args:
        path: ``experiment.yaml``, or the folder that contains it.

    Raises:
        ConfigError: naming file, line and key of a problem, with the nearest known name.
    """
    file = read_yaml(path / FILE if path.is_dir() else path)
    experiment = validate(Experiment, file)
    problems = list(_problems(experiment, file))
    if problems:
        raise ConfigError("\n".join(map(str, problems)))
    return ExperimentFile(experiment, file)


def _problems(experiment: Experiment, file: YamlFile) -> Iterator[ConfigError]:
    """Check conditions that involve several keys, or other files."""
    yield from _script_problems(experiment, file)
    yield from _variable_problems(experiment, file)
    yield from _point_problems(experiment, file)
    yield from _metric_problems(experiment, file)
    if experiment.seeds and experiment.precision:
        yield file.error(["precision"], "expected either seeds or precision, found both")


def _script_problems(experiment: Experiment, file: YamlFile) -> Iterator[ConfigError]:
    if (experiment.script is None) == (experiment.scripts is None):
        yield file.error([SCRIPT], "expected either script or scripts")
        return
    places: list[tuple[Location, str]] = [
        (["script"] if experiment.script else ["scripts", index], name)
        for index, name in enumerate(experiment.all_scripts)
    ]
    places += [(["sql", name], file_name) for name, file_name in experiment.sql.items()]
    places += [(["awk", name], shlex.split(text)[0]) for name, text in experiment.awk.items()]
    folder = file.path.parent
    for location, name in places:
        if not (folder / name).is_file():
            suffix = PurePosixPath(name).suffix
            others = [other.name for other in sorted(folder.glob(f"*{suffix}"))]
            yield file.error(location, f"no file {folder / name}", nearest(name, others))


def _variable_problems(experiment: Experiment, file: YamlFile) -> Iterator[ConfigError]:
    for name in experiment.constants:
        if name in experiment.parameters:
            yield file.error(["constants", name], "is a parameter, too")
    if experiment.seed in {*experiment.parameters, *experiment.constants}:
        yield file.error(["seed"], f"{experiment.seed} is a parameter or a constant, too")
    known = {*experiment.axes, *experiment.constants, SEED}
    for index, argument in enumerate(experiment.arguments):
        for name in placeholders(argument):
            if name not in known:
                message = f"no parameter or constant is called {name!r}"
                yield file.error(["arguments", index], message, nearest(name, known))


def _point_problems(experiment: Experiment, file: YamlFile) -> Iterator[ConfigError]:
    axes = experiment.axes
    selections: list[tuple[list[str | int], Mapping[str, Any]]] = [
        (["overrides", index, "where"], override.where)
        for index, override in enumerate(experiment.overrides)
    ]
    selections.append((["baseline"], experiment.baseline))
    for location, where in selections:
        for name, wanted in where.items():
            place = [*location, name]
            if name not in axes:
                yield file.error(place, "unknown axis", nearest(name, list(axes)))
                continue
            for value in wanted if isinstance(wanted, list) else [wanted]:
                if value not in axes[name]:
                    texts = [value_text(each) for each in axes[name]]
                    message = f"{value_text(value)} is no value of this axis"
                    yield file.error(place, message, nearest(value_text(value), texts))


def _metric_problems(experiment: Experiment, file: YamlFile) -> Iterator[ConfigError]:
    known = catalogue().metrics
    own = experiment.own_metrics
    for kind in ("printed", "awk", "sql"):
        for name in getattr(experiment, kind):
            if own.count(name) > 1:
                yield file.error([kind, name], "there is another metric of this name")
    asked: list[tuple[Location, str]] = [
        (["metrics", index], name) for index, name in enumerate(experiment.metrics or [])
    ]
    if experiment.precision:
        asked.append((["precision", "metric"], experiment.precision.metric))
    single = [name for name, metric in known.items() if metric.table == VALUES]
    for location, name in asked:
        if name in own or RENAMED.get(name, name) in single:
            continue
        near = similar(name, [*single, *own])
        hint = f"Did you mean {', '.join(near)}?" if near else nearest(name, [*single, *own])
        has_rows = "gives rows, not one number" if name in known else "unknown metric"
        yield file.error(location, f"{name}: {has_rows}", hint)
