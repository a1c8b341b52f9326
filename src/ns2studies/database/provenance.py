"""Provenance of results: programs, inputs, machine and times, in one JSON file."""

import importlib.metadata
import json
import os
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import ns2studies
from ns2studies.basics import paths
from ns2studies.basics.checkout import git
from ns2studies.basics.digests import digest_files
from ns2studies.basics.errors import StudyError
from ns2studies.basics.sql import connect
from ns2studies.config.study_files import published_files
from ns2studies.database import SQL
from ns2studies.database.metadata import describe, description_path, read_description

_LIBRARIES = ("snakemake", "duckdb", "polars", "pyarrow", "altair", "vl-convert-python", "scipy")


def write_study_provenance(target: Path, database: Path, index: Path, made_of: str) -> None:
    """Describe how the database of the study or experiment in ``index`` was made.

    Args:
        made_of: its input digest in the plan.
    """
    content = json.loads(index.read_text(encoding="utf-8"))
    now = datetime.now(UTC).isoformat(timespec="seconds")
    own = {key: content[key] for key in ("experiment",) if key in content}
    _write(target, database, [_study(content)], now, {**own, "made_of": made_of})


def write_provenance(
    target: Path, database: Path, parts: Sequence[Path], made_of: str = ""
) -> None:
    """Describe how ``database`` was made, with the time at which the last of its parts was made.

    Args:
        parts: the studies' databases that it combines; each has its metadata beside it.
        made_of: its input digest.

    Raises:
        ResultError: if metadata are missing or damaged.
    """
    described = [_read(part) for part in parts]
    studies = [study for part in described for study in part["studies"]]
    _write(
        target, database, studies, max(part["made_at"] for part in described), {"made_of": made_of}
    )


def _read(part: Path) -> dict[str, Any]:
    described = read_description(description_path(part))
    return {key: described[key] for key in ("studies", "made_at")}


def _write(
    target: Path,
    database: Path,
    studies: list[dict[str, Any]],
    made_at: str,
    more: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    provenance = {
        **more,
        "made_at": made_at,
        "package": {"version": ns2studies.__version__, **revision()},
        "machine": machine(),
        "libraries": {name: importlib.metadata.version(name) for name in _LIBRARIES},
        "studies": studies,
        "costs": _costs(database),
    }
    describe(target, database, provenance)


_DECIDING_NOTHING: Final = (":(top,exclude)data/reference", ":(top,exclude)README.md")


def _study(index: dict[str, Any]) -> dict[str, Any]:
    study = index["study"]
    published = {} if "experiment" in index else _published(study)
    return {
        "study": study,
        "scale": index["scale"],
        "runs": len({run["run_id"] for run in index["runs"]}),
        "simulator": _simulator(index["simulator"]),
        "config_sha256": index["config_sha256"],
        **published,
    }


def _published(study: str) -> dict[str, str]:
    return {"published_sha256": digest_files(paths.ROOT, published_files(study))}


def _simulator(simulator: Mapping[str, str]) -> dict[str, str]:
    """Return the facts about the simulator in an index, in self-contained words."""
    compiler = f"g++ {simulator['compiler']}"
    return {"release": "ns-2.35 with our patches", **simulator, "compiler": compiler}


def revision() -> dict[str, Any]:
    """Return the commit of the checkout, None without git, and whether it was edited since.

    References, and the README that they are written to, affect no result. So edits of these files
    don't count.
    """
    try:
        commit = git("rev-parse", "HEAD").strip()
        changed = bool(git("status", "--porcelain", "--", ":/", *_DECIDING_NOTHING))
    except StudyError:
        return {"commit": None, "changed_since": None}
    return {"commit": commit, "changed_since": changed}


def machine() -> dict[str, Any]:
    """Return facts on which results of this machine may depend: system, processors, Python."""
    return {
        "system": platform.platform(),
        "distribution": _distribution(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
    }


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return "unknown"


def _costs(database: Path) -> dict[str, Any]:
    """Return the costs of the runs, as measured where they were made, maybe on several machines."""
    connection = connect(database, read_only=True)
    costs = connection.sql(SQL["costs"])
    names, (row,) = costs.columns, costs.fetchall()
    connection.close()
    return {name: float(value or 0) for name, value in zip(names, row, strict=True)}
