"""Before the first job: check that results can be stored, and clean up after killed commands."""

import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError
from ns2studies.runs.store import RunStore
from nstrace.scratch import sweep_folders, sweep_unfinished

_OF_SNAKEMAKE: Final = paths.ROOT / ".snakemake"
"""Folder with Snakemake's records of earlier commands."""

_WRITTEN: Final = (
    paths.ROOT,
    paths.BUILD,
    _OF_SNAKEMAKE,
    *(_OF_SNAKEMAKE / name for name in ("incomplete", "locks", "log", "metadata")),
    paths.RESULTS,
    *(paths.RESULTS / name for name in paths.WRITTEN),
)
"""Folders that commands write to, if they exist."""

_FOLDERS: Final = ("measures/*-*", "runs/study=*")
"""Patterns of other folders below the results."""

_FILES: Final = ("*.*", "database/*", "reports/*.*", "plan/[!.]*.*", "previous/[!.]*")
"""Patterns of files below the results."""


def require_places() -> None:
    """Raise ``StudyError`` if results can't be stored, rather than fail hours later.

    Raises:
        StudyError: naming a path that is not writable, or not a folder or file as required.
    """
    for place in (*_WRITTEN, *_below_results(_FOLDERS)):
        if not os.path.lexists(place):
            continue
        if not place.is_dir():
            raise StudyError(
                f"{place}: not a folder", "Move it away; the command makes a folder of this name."
            )
        if not os.access(place, os.W_OK | os.X_OK, effective_ids=True):
            raise StudyError(
                f"{place}: not writable",
                f"Make it writable (chmod u+rwx {shlex.quote(str(place))}), or work in a copy.",
            )

    for place in _below_results(_FILES):
        if place.exists() and not place.is_file():
            raise StudyError(
                f"{place}: not a file", "Move it away; the command writes a file of this name."
            )


def require_name_for_cluster(python: str = sys.executable) -> None:
    """Raise ``StudyError`` if jobs of a cluster can't start this Python.

    Snakemake's executors write its path into scripts as it is.

    Raises:
        StudyError: if the path has blanks.
    """
    if len(python.split()) > 1:
        raise StudyError(
            f"{python}: Snakemake can't start jobs of a cluster from a path with blanks",
            "Move the checkout to a folder without blanks in its path.",
        )


def _below_results(patterns: Iterable[str]) -> Iterator[Path]:
    for pattern in patterns:
        yield from paths.RESULTS.glob(pattern)


def require_room(needed: float) -> None:
    """Raise ``StudyError`` if runs won't fit on the disk.

    Args:
        needed: bytes that they are expected to take.

    Raises:
        StudyError: with the needed and the free space.
    """
    paths.RESULTS.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(paths.RESULTS).free
    if needed > free:
        raise StudyError(
            f"{paths.RESULTS}: {needed / 1e6:.0f} MB are needed and {free / 1e6:.0f} MB are free",
            "Free some space and run the same command again; finished results are kept.",
        )


def clear_up() -> None:
    """Remove the files of killed and failed commands; call this only if no other is at work."""
    for name in ("", *paths.WRITTEN):
        sweep_unfinished(paths.RESULTS / name)
    experiments = paths.experiments(paths.RESULTS)
    for results in (paths.RESULTS, experiments):
        for folder in (results / "measures").glob("*"):
            sweep_unfinished(folder)
    for folder in experiments.glob("*"):
        sweep_unfinished(folder)
    for folder in (paths.RESULTS / "plan").glob("command-*"):
        shutil.rmtree(folder, ignore_errors=True)
    for log in (paths.RESULTS / "logs").rglob("*.log"):
        log.unlink(missing_ok=True)
    # Packing, comparing and rendering have private folders for temporary files.
    sweep_folders("ns2studies-")
    RunStore(paths.RESULTS).clean()
    RunStore(experiments).clean()
