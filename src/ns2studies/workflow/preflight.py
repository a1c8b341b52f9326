"""Before the first job: check that results can be stored, clear up, discard what is damaged."""

import os
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError
from ns2studies.execution import snakemake_call
from ns2studies.workflow.integrity import Finding, found_at_a_glance
from ns2studies.runs.store import RunStore

_OF_SNAKEMAKE: Final = paths.ROOT / ".snakemake"
"""What Snakemake remembers of earlier commands."""

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
"""Other folders below the results."""

_FILES: Final = ("logs/steps", "plan/[!.]*.*", "plan/attempts/*", "plan/listed/*", "previous/[!.]*")
"""Files below the results that only whoever wrote them knows to be missing or damaged. Of others,
such as databases and pages, a folder counts as damage: it is replaced."""


def require_places() -> None:
    """Refuse to start if results can't be stored, rather than fail hours later.

    Raises:
        StudyError: naming what is not a folder or not writable, or a folder where a file belongs.
    """
    for place in (*_WRITTEN, *_below_results(_FOLDERS)):
        if not os.path.lexists(place):
            continue
        if not place.is_dir():
            raise StudyError(
                f"{place}: not a folder", "Move it away; a folder of this name is made."
            )
        if not os.access(place, os.W_OK | os.X_OK, effective_ids=True):
            raise StudyError(
                f"{place}: not writable",
                f"Let your user write there (chmod u+rwx {shlex.quote(str(place))}), or work in a "
                "copy.",
            )

    for place in _below_results(_FILES):
        if place.exists() and not place.is_file():
            raise StudyError(f"{place}: not a file", "Move it away; a file of this name is made.")


def _below_results(patterns: Iterable[str]) -> Iterator[Path]:
    for pattern in patterns:
        yield from paths.RESULTS.glob(pattern)


def clear_up() -> None:
    """Remove what killed and failed commands left; only while no other one is at work."""
    snakemake_call.remove_unfinished()
    RunStore(paths.RESULTS).clean()


def discard_what_is_wrong(say: Callable[[str], None]) -> None:
    """Let Snakemake make files again that are not those that were made here last."""
    findings = found_at_a_glance(paths.RESULTS)
    for finding in findings:
        say(f"note: {finding.problem}; it is made again")
    discard(findings)


def discard(findings: Iterable[Finding]) -> None:
    """Remove what is damaged, so that the usual commands make it again."""
    for path in (path for finding in findings for path in finding.discard):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
