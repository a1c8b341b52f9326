"""Results of a git revision, made by its own code from the runs of this checkout.

The files of the commit are extracted to ``build/revisions/COMMIT``, where the revision's own
``./reproduce`` makes its databases. The folder shares this checkout's runs and simulators, which
are named by digests of everything that determines them, so only missing ones are made.
"""

import filecmp
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.checkout import alone, git
from ns2studies.basics.errors import ResultError, StudyError
from ns2studies.basics.processes import bound
from ns2studies.compare.results import ResultSet, read_databases
from nstrace.files import whole_folder

_SHORT: Final = 12

_SHARED: Final = ("build/simulator", "build/downloads", "build/cache", "results/runs")
"""Folders whose contents are named by digests of everything they are made from."""

_COPIED: Final = (
    "src/nstrace/_native*.so", "build/nstrace/.state", "results/measures/*/*.parquet",
)  # fmt: skip
"""Files that save time if they fit; the revision's ``./reproduce`` checks whether they do."""

_LOCKS: Final = ("uv.txt", "run.txt")
"""Files in ``environment`` that determine the Python packages."""


@dataclass(frozen=True)
class Revision:
    """A commit of this checkout's repository.

    Attributes:
        word: the name under which the user gave it.
    """

    word: str
    commit: str

    @property
    def name(self) -> str:
        """The short hash, followed by the user's name for it if that differs."""
        word = "" if self.commit.startswith(self.word) else f" ({self.word})"
        return f"revision {self.commit[:_SHORT]}{word}"

    @property
    def root(self) -> Path:
        """The folder that its files are extracted to."""
        return paths.BUILD / "revisions" / self.commit[:_SHORT]


def find_revision(word: str) -> Revision | None:
    """Return the revision that git finds for a name, or None."""
    with suppress(StudyError):
        wanted = f"{word}^{{commit}}"
        commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", wanted)
        return Revision(word, commit.strip())
    return None


def make_results(revision: Revision, scales: Mapping[str, str], cores: int) -> ResultSet:
    """Return the results of a revision, after making those that are missing.

    Args:
        scales: the wanted studies with their scale; studies that the revision lacks are skipped.

    Raises:
        ResultError: if the revision can't be extracted, or its own command fails.
    """
    existing = _databases(revision).studies
    missing = {
        study: scale
        for study, scale in scales.items()
        if study not in existing or existing[study].facts.scale != scale
    }
    if missing:
        with alone():
            _extract(revision)
            for scale in sorted(set(missing.values())):
                studies = [study for study in sorted(missing) if missing[study] == scale]
                _reproduce(revision, studies, scale, cores)
    return _databases(revision)


def _databases(revision: Revision) -> ResultSet:
    found = read_databases(revision.name, revision.root / "results" / "database")
    # Outside a repository, the revision's code doesn't know its commit.
    studies = {
        study: replace(it, facts=replace(it.facts, commit=revision.commit, is_edited=False))
        for study, it in found.studies.items()
    }
    return replace(found, studies=studies)


def _extract(revision: Revision) -> None:
    if (revision.root / "reproduce").is_file():
        return
    shutil.rmtree(revision.root, ignore_errors=True)
    with whole_folder(revision.root, durable=False) as new:
        file = new / ".files.tar"
        try:
            git("archive", f"--output={file}", revision.commit)
        except StudyError as error:
            raise ResultError(f"{revision.name} can't be extracted: {error.message}") from error
        shutil.unpack_archive(file, new)
        file.unlink()
        if not (new / "reproduce").is_file():
            raise ResultError(f"{revision.name} has no ./reproduce, so it can't make results")
        _share(new)


def _share(root: Path) -> None:
    """Link or copy the files of this checkout that fit a revision into the revision's folder."""
    for name in _SHARED:
        (paths.ROOT / name).mkdir(parents=True, exist_ok=True)
        _prepared(root / name).symlink_to((paths.ROOT / name).resolve())
    for pattern in _COPIED:
        for file in paths.ROOT.glob(pattern):
            _link_or_copy(file, _prepared(root / file.relative_to(paths.ROOT)))
    ours, theirs = paths.ROOT / "environment", root / "environment"
    if filecmp.cmpfiles(ours, theirs, _LOCKS, shallow=False)[0] == list(_LOCKS):
        (root / ".venv").symlink_to(paths.ROOT / ".venv")


def _prepared(target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    return target


def _link_or_copy(file: Path, target: Path) -> None:
    try:
        os.link(file, target)
    except OSError:  # on another file system, or another user's file
        shutil.copy2(file, target)


def _reproduce(revision: Revision, studies: Sequence[str], scale: str, cores: int) -> None:
    """Run the revision's own command for some studies; its output goes to the standard error."""
    known = [it for it in studies if (revision.root / "config" / f"{it}.yaml").is_file()]
    if not known:
        return
    words = [*known, "--scale", scale, "--cores", str(cores)]
    print(f"{revision.name}: making its results in {revision.root}", file=sys.stderr, flush=True)
    done = subprocess.run(
        bound([str(revision.root / "reproduce"), *words]),
        cwd=revision.root,
        # The revision uses its own packages.
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        stdin=subprocess.DEVNULL,
        stdout=2,
        check=False,
    )
    if done.returncode != 0:
        raise ResultError(
            f"{revision.name}: ./reproduce {' '.join(words)} failed in {revision.root}",
            "The messages above say why.",
        )
