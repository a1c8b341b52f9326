"""A git revision's results: what a checkout of it makes, by its own code and configuration.

The checkout lies in ``build/revisions/COMMIT``. Its runs are those of this checkout's store, since
a run's name says all that made it; it also has the simulators that were built here, and the Python
packages if it asks for the same. Its databases stay, so that the next comparison finds them.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.checkout import alone, git
from ns2studies.basics.errors import ResultError, StudyError
from ns2studies.basics.processes import bound
from ns2studies.comparing.sets import Databases
from ns2studies.config.scenarios import SCALES

FOLDER: Final = paths.BUILD / "revisions"
_SHORT: Final = 12

_SHARED: Final = ("build/simulator", "build/downloads", "build/cache", "results/runs")
"""Folders named by a digest of everything they are made from: several checkouts may share them."""

_PACKAGES: Final = ("uv.txt", "run.txt", "test.txt")

_ROW: Final = re.compile(
    rf"^│ *(\w+) *│ *(?:{'|'.join(SCALES)}) *│ *\d+ *│ *\d+ *│ *(\d+) *│", re.MULTILINE
)
"""A study in the table of ``./reproduce plan``, and how many runs of it are missing."""

_LAST_LINES: Final = 12


@dataclass(frozen=True)
class Revision:
    """A commit of this checkout's history.

    Attributes:
        word: what it was called by.
    """

    word: str
    commit: str

    @property
    def name(self) -> str:
        """What it is called, for people."""
        short = self.commit[:_SHORT]
        return f"revision {short}" + (
            "" if self.commit.startswith(self.word) else f" ({self.word})"
        )

    @property
    def root(self) -> Path:
        """Its checkout."""
        return FOLDER / self.commit[:_SHORT]

    @property
    def databases(self) -> Databases:
        """The results that its checkout has."""
        return Databases(self.name, self.root / "results" / "database")


def find_revision(word: str) -> Revision | None:
    """The revision that git knows by a word; None if there is none, or no git."""
    with suppress(StudyError):
        wanted = f"{word}^{{commit}}"
        commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", wanted)
        return Revision(word, commit.strip())
    return None


def make_ready(
    revision: Revision,
    scales: Mapping[str, str],
    *,
    run: bool,
    cores: int,
    say: Callable[[str], None],
) -> Databases:
    """The results of a revision, made from the runs in the store where they are not there yet.

    Args:
        scales: the studies that are wanted, and the scale of each.
        run: also make runs that are missing.

    Raises:
        ResultError: if runs are missing, or the revision's own command fails.
    """
    missing = _missing(revision, scales)
    if missing:
        with alone():
            _check_out(revision)
            for scale, studies in _by_scale(revision, missing).items():
                _make(revision, studies, scale, run=run, cores=cores, say=say)
    return revision.databases


def _missing(revision: Revision, scales: Mapping[str, str]) -> dict[str, str]:
    """The studies of which there is no whole database at the scale that is wanted."""
    there = revision.databases
    existing = {study: there.facts(study).scale for study in there.studies()}
    return {study: scale for study, scale in scales.items() if existing.get(study) != scale}


def _by_scale(revision: Revision, scales: Mapping[str, str]) -> dict[str, list[str]]:
    """The studies of some that the revision has, by scale."""
    found: dict[str, list[str]] = {}
    for study, scale in sorted(scales.items()):
        if (revision.root / "config" / f"{study}.yaml").is_file():
            found.setdefault(scale, []).append(study)
    return found


def _check_out(revision: Revision) -> None:
    root = revision.root
    if not (root / "reproduce").is_file():
        # It has its name once it is whole: what was killed before that is made again.
        new = root.with_name(f".{root.name}.new")
        for folder in (root, new):
            shutil.rmtree(folder, ignore_errors=True)
        try:
            # Checkouts may have been deleted by hand, and git remembers them.
            git("worktree", "prune")
            git("worktree", "add", "--force", "--detach", str(new), revision.commit)
            git("worktree", "move", str(new), str(root))
        except StudyError as error:
            raise ResultError(f"{revision.name} can't be checked out: {error.message}") from error
    if not (root / "reproduce").is_file():
        raise ResultError(f"{revision.name} has no ./reproduce, so it can't make results")
    _share(root)


def _share(root: Path) -> None:
    """Let a revision's checkout use those files of this one that fit both."""
    for name in _SHARED:
        (paths.ROOT / name).mkdir(parents=True, exist_ok=True)
        _link(root / name, paths.ROOT / name)
    ours, theirs = paths.ROOT / "environment", root / "environment"
    if all(_same(ours / name, theirs / name) for name in _PACKAGES):
        # In a folder of its own, which git is told to leave alone; a link it would call a change.
        for path in (paths.ROOT / ".venv").glob("*"):
            _link(root / ".venv" / path.name, path)
    # Its ./reproduce looks whether these fit, and makes its own if they don't.
    for file in (paths.ROOT / "src" / "nstrace").glob("_native*.so"):
        if not (root / "src" / "nstrace" / file.name).exists():
            shutil.copy2(file, root / "src" / "nstrace" / file.name)
            (root / "build" / "nstrace").mkdir(exist_ok=True)
            # There is none of what pip has built.
            with suppress(FileNotFoundError):
                shutil.copy2(paths.BUILD / "nstrace" / ".state", root / "build" / "nstrace")
    _share_measures(root)


def _share_measures(root: Path) -> None:
    """Measures by hard links, or copies: another version may discard those that it can't read."""
    for file in (paths.RESULTS / "measures").glob("*/*.parquet"):
        target = root / file.relative_to(paths.ROOT)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(file, target)
            except OSError:  # on another file system, or of another owner
                shutil.copy2(file, target)


def _link(place: Path, target: Path) -> None:
    if not place.exists() and target.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        place.symlink_to(target.resolve())


def _same(one: Path, other: Path) -> bool:
    return one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()


def _make(
    revision: Revision,
    studies: Sequence[str],
    scale: str,
    *,
    run: bool,
    cores: int,
    say: Callable[[str], None],
) -> None:
    listing = _reproduce(revision, ["plan", *studies, "--scale", scale])
    absent = missing_runs(listing, studies)
    if absent != 0 and not run:
        raise ResultError(
            f"{revision.name}: {'' if absent is None else f'{absent} '}runs are not in the store:\n"
            f"{_indented(listing)}",
            f"./reproduce compare {revision.word} --run makes them, by ./reproduce {scale} "
            f"{' '.join(studies)} in {revision.root}.",
        )
    say(f"{revision.name}: making the results of {', '.join(studies)} in {revision.root}")
    words = [*studies, "--scale", scale, "--cores", str(cores)]
    _reproduce(revision, words, shown=bool(absent))


def missing_runs(listing: str, studies: Sequence[str]) -> int | None:
    """How many runs of some studies would be made, by what ``./reproduce plan`` prints.

    None if that can't be told: an older revision may print it differently.
    """
    found = {study: int(number) for study, number in _ROW.findall(listing)}
    return sum(found[study] for study in studies) if set(studies) <= found.keys() else None


def _reproduce(revision: Revision, words: Sequence[str], shown: bool = False) -> str:
    """Call a revision's own command; returns what it prints, unless that is shown."""
    # Its own packages, wherever this program has been told to find its.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    result = subprocess.run(
        bound([str(revision.root / "reproduce"), *words]),
        cwd=revision.root,
        env={**environment, "COLUMNS": "200"},
        stdin=subprocess.DEVNULL,
        stdout=None if shown else subprocess.PIPE,
        stderr=None if shown else subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if result.returncode != 0:
        said = "\n".join((result.stdout or "").strip().splitlines()[-_LAST_LINES:])
        raise ResultError(
            f"{revision.name}: ./reproduce {' '.join(words)} failed in {revision.root}"
            + (f":\n{_indented(said)}" if said else "")
        )
    return result.stdout or ""


def _indented(text: str) -> str:
    return "\n".join(f"    {line.rstrip()}" for line in text.strip().splitlines())
