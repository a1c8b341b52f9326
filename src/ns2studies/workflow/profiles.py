"""Read profiles: folders with Snakemake's options that determine where jobs run."""

import importlib.util
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import ConfigDict, Field

from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError
from ns2studies.basics.wording import nearest
from ns2studies.config.study import Name, Positive
from ns2studies.config.validation import Model, validate
from ns2studies.config.yaml_file import YamlFile, read_yaml

PROFILES = paths.ROOT / "profiles"

DEFAULT = "default"
"""The profile for one machine, which Snakemake finds by itself; others add to it."""

_LOCAL = "local"
_SLURM = "slurm"
_SBATCH = "sbatch"

_Minutes = Annotated[float, Field(gt=0)]


class _Settings(Model):
    """The settings for jobs of a cluster in ``config/config.yaml``."""

    model_config = ConfigDict(extra="ignore")
    batch_minutes: _Minutes


class _OwnSettings(Model):
    """The settings that a profile overrides."""

    model_config = ConfigDict(extra="ignore")
    batch_minutes: _Minutes | None = None


class _Options(Model):
    """The options of a profile that affect how runs are divided into jobs."""

    model_config = ConfigDict(extra="ignore")
    executor: Name = _LOCAL
    jobs: Positive | None = None
    config: _OwnSettings = _OwnSettings()


@dataclass(frozen=True)
class Profile:
    """The machine or cluster for jobs.

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
        name: a folder of ``profiles``, or the path of another one; by default that of one machine.

    Raises:
        StudyError: if there is no profile of this name.
        ConfigError: if an option of the profile or a key of ``config/config.yaml`` is invalid, or
            the profile's executor is not installed.
    """
    settings = validate(_Settings, read_yaml(paths.CONFIG / "config.yaml"))
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
    options = validate(_Options, file)
    if options.executor == _LOCAL:
        return Profile(folder)
    _require_executor(file, options.executor)
    if options.jobs is None:
        raise file.error(["jobs"], "this key is missing")
    minutes = options.config.batch_minutes or settings.batch_minutes
    return Profile(folder, options.jobs, minutes * 60)


def _require_executor(file: YamlFile, executor: str) -> None:
    """Raise ``ConfigError`` for an executor that Snakemake would not find."""
    plugin = f"snakemake-executor-plugin-{executor}"
    if importlib.util.find_spec(plugin.replace("-", "_")) is None:
        lock = paths.ROOT / "environment" / f"{executor}.txt"
        wanted = f"--require-hashes -r {shlex.quote(str(lock))}" if lock.is_file() else plugin
        raise file.error(
            ["executor"],
            f"Snakemake's executor {executor!r} is not installed",
            f"Install it: {shlex.quote(sys.executable)} -m pip install {wanted}",
        )
    if executor == _SLURM and not shutil.which(_SBATCH):
        raise file.error(
            ["executor"], f"{_SBATCH} was not found", "Call ./reproduce on a login node."
        )
