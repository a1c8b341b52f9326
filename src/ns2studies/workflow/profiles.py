"""Profiles: where the workflow's jobs run, and how many runs a job holds.

A profile is a folder with Snakemake's options in ``config.yaml``.
"""

import importlib.util
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError
from ns2studies.basics.wording import nearest
from ns2studies.config.yaml_file import Location, YamlFile, read_yaml

PROFILES = paths.ROOT / "profiles"

DEFAULT = "default"
"""The profile for one machine, which Snakemake finds by itself; others add to it."""

_LOCAL = "local"
_SLURM = "slurm"
_SBATCH = "sbatch"
_MINUTES = "batch_minutes"


@dataclass(frozen=True)
class Profile:
    """Where jobs run.

    Attributes:
        folder: the profile's folder; None for :data:`DEFAULT`.
        jobs: jobs of a cluster that may be queued at once; None for one machine.
        batch_cpu_s: CPU seconds that a job on a cluster should take; None for one machine.
    """

    folder: Path | None = None
    jobs: int | None = None
    batch_cpu_s: float | None = None


def load_profile(name: str | None = None) -> Profile:
    """Read a profile.

    Args:
        name: a folder of ``profiles``, or the path of another one; this machine's if
            not given.

    Raises:
        StudyError: if there is none of this name.
        ConfigError: if its executor is not installed, a number is none, or the workflow's own
            configuration is no map.
    """
    _workflows_own()
    if name is None or name == DEFAULT:
        return Profile()
    folder = PROFILES / name if (PROFILES / name).is_dir() else Path(name).resolve()
    if not folder.is_dir():
        known = sorted(path.name for path in PROFILES.iterdir())
        raise StudyError(
            f"unknown profile {name!r}; there are {', '.join(known)}, "
            "or the path of a folder with a config.yaml",
            nearest(name, known),
        )
    file = read_yaml(folder / "config.yaml")
    values: dict[str, Any] = file.value if isinstance(file.value, dict) else {}
    executor = values.get("executor", _LOCAL)
    if executor == _LOCAL:
        return Profile(folder)
    _require_executor(file, executor)
    jobs = values.get("jobs")
    if not isinstance(jobs, int) or isinstance(jobs, bool) or jobs < 1:
        raise file.error(["jobs"], f"expected a whole number above 0, found {jobs!r}")
    return Profile(folder, jobs, _batch_minutes(file, values) * 60)


def _require_executor(file: YamlFile, executor: object) -> None:
    """Refuse an executor that Snakemake would not find."""
    if not isinstance(executor, str) or re.fullmatch(r"[a-z][a-z0-9-]*", executor) is None:
        raise file.error(["executor"], f"expected the name of an executor, found {executor!r}")
    plugin = f"snakemake-executor-plugin-{executor}"
    if importlib.util.find_spec(plugin.replace("-", "_")) is None:
        raise file.error(
            ["executor"],
            f"Snakemake's executor {executor!r} is not installed",
            f"If it is meant: {sys.executable} -m pip install {_requirement(plugin)}",
        )
    if executor == _SLURM and not shutil.which(_SBATCH):
        raise file.error(
            ["executor"],
            f"{_SBATCH} was not found",
            "Call ./reproduce on a node that submits jobs.",
        )


def _requirement(plugin: str) -> str:
    """Return what pip is told to install: a plugin, in the locked versions if there is a lock."""
    lock = paths.ROOT / "environment" / f"{plugin.rpartition('-')[2]}.txt"
    return f"--require-hashes -r {shlex.quote(str(lock))}" if lock.is_file() else plugin


def _batch_minutes(file: YamlFile, values: dict[str, Any]) -> float:
    """What the profile's ``config`` says, as Snakemake reads it, or else ``config/config.yaml``."""
    entries = values.get("config", [])
    for number, entry in enumerate(entries if isinstance(entries, list) else []):
        key, _, value = str(entry).partition("=")
        if key == _MINUTES:
            return _positive(file, ["config", number], _number(value))
    general = _workflows_own()
    return _positive(general, [_MINUTES], general.value.get(_MINUTES))


def _workflows_own() -> YamlFile:
    """The workflow's configuration, which Snakemake reads in any case.

    Raises:
        ConfigError: if it is no map of YAML.
    """
    file = read_yaml(paths.CONFIG / "config.yaml")
    if not isinstance(file.value, dict):
        raise file.error([], "expected keys with values, as config/README.md has them")
    return file


def _number(text: str) -> object:
    try:
        return float(text)
    except ValueError:
        return text


def _positive(file: YamlFile, key: Location, value: object) -> float:
    if not is_above_zero(value):
        raise file.error(key, f"expected a number above 0, found {value!r}")
    return float(value)


def is_above_zero(value: object) -> TypeGuard[float]:
    """Is it a number above 0 that can be reckoned with? Neither infinity nor NaN can."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return 0 < value <= sys.float_info.max
