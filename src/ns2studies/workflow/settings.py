"""Read the workflow's settings in ``config/config.yaml`` and ``--config``."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeGuard, TypeVar, get_args

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.wording import nearest
from ns2studies.config.scenarios import SCALES, Scale
from ns2studies.config.study_files import available
from ns2studies.experiments.model import ExperimentFile, read_experiment
from ns2studies.report.renderers.choice import RendererChoice

ALL: Final = "all"
"""Name that stands for all studies."""

_KEYS: Final = (
    *("scale", "studies", "batch_minutes", "renderer", "ns2_source", "scales"),
    "experiments",
)

_Word = TypeVar("_Word", bound=str)


@dataclass(frozen=True)
class Settings:
    """The settings of a call of Snakemake.

    Attributes:
        scales: the scale of each study that is updated, by name.
        batch_minutes: CPU minutes that a job of a cluster should take.
        renderer: renderer of the pages.
        source: path of ns-2's source, if the user has it.
        experiments: the experiments that are updated, by their keys.
    """

    scales: Mapping[str, Scale]
    batch_minutes: float
    renderer: RendererChoice
    source: Path | None
    experiments: Mapping[str, ExperimentFile] = field(default_factory=dict)


def read_settings(config: Mapping[str, Any]) -> Settings:
    """Check the workflow's configuration.

    ``scales`` maps studies to scales of their own and replaces ``studies`` and ``scale``. With
    ``experiments`` it may be empty: then no study is updated.

    Raises:
        ConfigError: naming the key.
    """
    for key in config:
        if key not in _KEYS:
            raise _error(str(key), "there is no such key", nearest(str(key), _KEYS))
    minutes = config.get("batch_minutes")
    if not _is_above_zero(minutes):
        raise _error("batch_minutes", f"expected a number above 0, found {minutes!r}")
    source = config.get("ns2_source")
    if source is not None and not Path(str(source)).exists():
        raise _error("ns2_source", f"{source}: no such file")
    choices: tuple[RendererChoice, ...] = get_args(RendererChoice)
    renderer = _one_of("renderer", config.get("renderer", "auto"), choices)
    path = Path(str(source)) if source is not None else None
    experiments = _experiments(config.get("experiments", []))
    return Settings(_scales(config), float(minutes), renderer, path, experiments)


def _experiments(paths: object) -> dict[str, ExperimentFile]:
    if isinstance(paths, str):
        paths = [paths]
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        raise _error("experiments", f"expected folders of experiments, found {paths!r}")
    files = [read_experiment(Path(path)) for path in paths]
    return {file.key: file for file in sorted(files, key=lambda file: file.key)}


def _scales(config: Mapping[str, Any]) -> dict[str, Scale]:
    own = config.get("scales")
    if own is None:
        scale = _one_of("scale", config.get("scale"), SCALES)
        return dict.fromkeys(_studies("studies", config.get("studies")), scale)
    if not isinstance(own, Mapping):
        raise _error("scales", f"expected a map of studies to scales, found {own!r}")
    if not own and config.get("experiments"):
        return {}
    names = _studies("scales", [str(name) for name in own])
    return {name: _one_of(f"scales.{name}", own[name], SCALES) for name in names}


def _is_above_zero(value: object) -> TypeGuard[float]:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return 0 < value <= sys.float_info.max


def _one_of(key: str, value: object, words: Sequence[_Word]) -> _Word:
    for word in words:
        if value == word:
            return word
    raise _error(key, f"expected {' or '.join(words)}, found {value!r}")


def _studies(key: str, value: object) -> list[str]:
    """Return the studies of a list, or of a text with commas, sorted by name."""
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, list) or not words:
        raise _error(key, f"expected names of studies, or {ALL}, found {value!r}")
    names = [str(word).strip() for word in words]
    if names == [ALL]:
        return available()
    for name in names:
        if name not in available():
            raise _error(key, f"there is no study {name!r}", nearest(name, available()))
    return sorted(set(names))


def _error(key: str, problem: str, hint: str = "") -> ConfigError:
    return ConfigError(f"config/config.yaml or --config: {key}: {problem}", hint)
