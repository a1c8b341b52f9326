"""Profiles: where the workflow's jobs run, and how many runs a job holds.

A profile is a folder with Snakemake's options in ``config.yaml``.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ns2studies import layout
from ns2studies.config.yaml_file import YamlFile, read_yaml
from ns2studies.errors import StudyError
from ns2studies.nearest import nearest

PROFILES = layout.ROOT / "profiles"

DEFAULT = "default"
"""The profile for one machine, which Snakemake finds by itself; others add to it."""

_LOCAL = "local"
_EXECUTOR = "ns2studies-slurm"
_BATCH = f"{_EXECUTOR}-batch-minutes"
_SBATCH = f"{_EXECUTOR}-sbatch"


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

    @property
    def on_cluster(self) -> bool:
        """Do simulations run on the nodes of a cluster?"""
        return self.jobs is not None


def load_profile(name: str | None = None) -> Profile:
    """Read a profile.

    Args:
        name: a folder of ``profiles``, or the path of another one; this machine's if
            not given.

    Raises:
        StudyError: if there is none of this name.
        ConfigError: if it names another executor, or a number is none.
    """
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
    if executor != _EXECUTOR:
        raise file.error(["executor"], f"expected {_LOCAL} or {_EXECUTOR}, found {executor!r}")
    if not values.get(_SBATCH, "none"):
        raise file.error([_SBATCH], "is empty", "Leave it out where sbatch needs no options.")
    jobs, minutes = _positive(file, values, "jobs"), _positive(file, values, _BATCH)
    return Profile(folder, int(jobs), minutes * 60)


def _positive(file: YamlFile, values: dict[str, Any], key: str) -> float:
    value = values.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
        raise file.error([key], f"expected a number above 0, found {value!r}")
    return float(value)
