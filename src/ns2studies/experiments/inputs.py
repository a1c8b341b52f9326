"""The files that a script reads, and the copy of its folder that its runs use.

File names are found by reading the script and the Tcl files that it names: every word that is the
name of a file, with a ``*`` for each variable in it. A run's identity covers these files, and those
that the experiment lists. Other small files beside the script are copied, too, in case the script
composes their names; :mod:`ns2studies.experiments.outcome` warns then.
"""

import fnmatch
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from ns2studies.basics.digests import SHORT, digest_file, digest_value
from ns2studies.basics.errors import ConfigError
from ns2studies.experiments.model import Experiment, ExperimentFile, placeholders
from nstrace.files import move_whole, unfinished
from nstrace.plain import open_plain

_WORD: Final = re.compile(r"(?:\$\{[^}]*\}|\$[\w:]+(?:\([^)\s]*\))?|[^\s\"{}\[\];()<>|&$\\])+")
_VARIABLE: Final = re.compile(r"\$\{[^}]*\}|\$[\w:]+(?:\([^)\s]*\))?")
_COMMENT: Final = re.compile(r"^\s*#.*$|;\s*#.*$", re.MULTILINE)
_WRITTEN: Final = re.compile(r"\bopen\s+\{?\"?([^\s\"{}\[\]]+)\"?\}?\s+\"?[wa]")
_RESULTS: Final = frozenset((".tr", ".nam", ".log", ".out", ".ps", ".eps", ".png", ".pdf", ".xg"))
"""Suffixes of files that scripts usually write; an experiment can list such a file as an input."""

_SMALL_BYTES: Final = 1_000_000
_MOST_OTHERS: Final = 500
_MOST_FOLDERS: Final = 200
_DEEPEST: Final = 3
_MOST_MATCHES: Final = 1000
_LONGEST_NAME: Final = 1000


@dataclass(frozen=True)
class Inputs:
    """The input files of a script's runs.

    Attributes:
        script: the script.
        files: the script and the files that it names, by path relative to the script's folder, or
            by absolute path if the script has that.
        others: small files beside the script, by relative path.
        folders: folders beside the script, by relative path.
    """

    script: Path
    files: Mapping[str, Path]
    others: Mapping[str, Path]
    folders: tuple[str, ...]

    @cached_property
    def digests(self) -> dict[str, str]:
        """The digest of each file that a run's identity covers."""
        return {name: digest_file(path) for name, path in sorted(self.files.items())}

    @property
    def root_depth(self) -> int:
        """The number of levels above the script's folder from which files are used."""
        ups = (Path(name).parts.count("..") for name in self.files if not name.startswith("/"))
        return max(ups, default=0)

    @property
    def folder(self) -> Path:
        """The script's folder, relative to the root of a copy."""
        parts = self.script.resolve().parent.parts
        depth = min(self.root_depth, len(parts) - 1)
        return Path(*parts[len(parts) - depth :])


def find_inputs(file: ExperimentFile, script: str) -> Inputs:
    """Find the files that the runs of a script read.

    Raises:
        ConfigError: if a listed file does not exist, or a file can't be read.
    """
    path = file.folder / script
    path = path.parent.resolve() / path.name
    found: dict[str, Path] = {path.name: path}
    search = _Search(path.parent)
    values = set(_words_of_values(file.experiment))
    waiting = [path]
    while waiting:
        reading = waiting.pop()
        text = _text(reading)
        words = (values | set(_words(text))) - set(_WRITTEN.findall(text))
        # Names are relative to the folder that ns runs in, or to the file with "info script".
        for folder in dict.fromkeys([path.parent, reading.parent]):
            for name, each in search.named(folder, words):
                if name not in found and each.suffix not in _RESULTS:
                    found[name] = each
                    waiting += [each] if each.suffix == ".tcl" else []
    found |= _listed(file, path.parent)
    others, folders = _beside(path.parent, found, file.yaml.path.resolve())
    return Inputs(path, found, others, folders)


def _text(path: Path) -> str:
    try:
        with open_plain(path) as stream:
            return stream.read().decode("utf-8", errors="replace")
    except OSError as error:
        raise ConfigError(f"{path}: {(error.strerror or str(error)).lower()}") from error


def _words(text: str) -> Iterator[str]:
    """Yield the words of a script that may name files, with a * for each variable."""
    for word in set(_WORD.findall(_COMMENT.sub("", text))):
        yield _VARIABLE.sub("*", word)


def _words_of_values(experiment: Experiment) -> Iterator[str]:
    """Yield the values of variables and arguments that may name files."""
    lists = [*experiment.parameters.values(), list(experiment.constants.values())]
    lists += [list(override.change.values()) for override in experiment.overrides]
    yield from (value for values in lists for value in values if isinstance(value, str))
    for argument in experiment.arguments:
        if isinstance(argument, str):
            text = argument
            for name in placeholders(argument):
                text = text.replace(f"{{{name}}}", "*")
            yield text


class _Search:
    """Searches for files whose names appear in scripts, once for each word.

    Args:
        base: the folder that the names of results are relative to.
    """

    def __init__(self, base: Path) -> None:
        self._base = base
        self._tried: set[tuple[Path, str]] = set()
        self._names: dict[Path, list[str]] = {}

    def named(self, folder: Path, words: Iterable[str]) -> Iterator[tuple[str, Path]]:
        """Yield the files in a folder whose names match words."""
        for word in words:
            # A pattern without a fixed beginning could match any file.
            known = word.replace("*", "").rpartition("/")[2].split(".")[0] if "*" in word else word
            if len(known) < 2 or (folder, word) in self._tried or "\0" in word:
                continue
            self._tried.add((folder, word))
            for path in self._matches(folder, word):
                yield _name(self._base, path, word), path

    def _matches(self, folder: Path, word: str) -> list[Path]:
        head, slash, name = word.rpartition("/")
        if "*" in head or len(word) > _LONGEST_NAME:
            return []
        place = folder / (head + slash)
        if "*" not in name:
            return [place / name] if (place / name).is_file() else []
        if place not in self._names:
            self._names[place] = _names_in(place)
        found = fnmatch.filter(self._names[place], name.replace("[", "[[]"))
        return [place / each for each in found[:_MOST_MATCHES] if (place / each).is_file()]


def _names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def _name(base: Path, path: Path, word: str) -> str:
    return str(path) if word.startswith("/") else os.path.relpath(path, base)


def _listed(file: ExperimentFile, folder: Path) -> dict[str, Path]:
    """Return the files that the experiment lists, which are relative to its own file."""
    found: dict[str, Path] = {}
    for index, pattern in enumerate(file.experiment.files):
        absolute = pattern.startswith("/")
        found_here = [Path(pattern)] if absolute else sorted(file.folder.glob(pattern))
        matches = [path for path in found_here if path.is_file()]
        if not matches:
            raise file.yaml.error(["files", index], f"no file {file.folder / pattern}")
        for path in matches:
            found[_name(folder, path.resolve(), pattern)] = path
    return found


def _beside(
    folder: Path, known: Mapping[str, Path], experiment: Path
) -> tuple[dict[str, Path], tuple[str, ...]]:
    """Return the other small files beside the script, and the folders."""
    others: dict[str, Path] = {}
    folders: list[str] = []
    for place, below, names in os.walk(folder):
        here = Path(place)
        depth = len(here.relative_to(folder).parts)
        below[:] = sorted(name for name in below if name[0] != ".") if depth < _DEEPEST else []
        folders += [os.path.relpath(here / name, folder) for name in below]
        for name in sorted(names):
            path = here / name
            relative = os.path.relpath(path, folder)
            if len(others) < _MOST_OTHERS and relative not in known and _is_small(path):
                others[relative] = path
        if len(folders) >= _MOST_FOLDERS:
            break
    others = {name: path for name, path in others.items() if path != experiment}
    return others, tuple(folders[:_MOST_FOLDERS])


def _is_small(path: Path) -> bool:
    if path.name[0] == "." or path.suffix in _RESULTS:
        return False
    return path.is_file() and path.stat().st_size <= _SMALL_BYTES and os.access(path, os.R_OK)


def copy_of(inputs: Inputs, folder: Path) -> Path:
    """Copy the files that a script's runs use to a folder that is named by its contents.

    Args:
        folder: the folder of all copies.

    Returns:
        The root of the copy, in which the script's folder is ``inputs.folder``.
    """
    base = inputs.folder
    files = {**inputs.others, **inputs.files}
    names = {
        os.path.normpath(base / name): path
        for name, path in files.items()
        if not name.startswith("/")
    }
    contents = {name: digest_file(path) for name, path in names.items()}
    target = folder / digest_value([contents, sorted(inputs.folders), str(base)])[:SHORT]
    if not target.exists():
        temporary = unfinished(target)
        shutil.rmtree(temporary, ignore_errors=True)
        (temporary / base).mkdir(parents=True)
        for name in inputs.folders:
            (temporary / base / name).mkdir(parents=True, exist_ok=True)
        for name, path in names.items():
            copied = temporary / name
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copied)
            copied.chmod(0o755 if os.access(path, os.X_OK) else 0o444)
        _move(temporary, target)
    return target


def _move(temporary: Path, target: Path) -> None:
    """Put a copy into place, unless another process has done so meanwhile."""
    try:
        move_whole(temporary, target)
    except OSError:
        if not target.exists():
            raise
        shutil.rmtree(temporary)


def link_files(copy: Path, folder: Path) -> None:
    """Make a run's folder look like a copy: the same folders, with a link for each file."""
    for place, below, names in os.walk(copy):
        here = folder / os.path.relpath(place, copy)
        for name in below:
            (here / name).mkdir()
        for name in names:
            (here / name).symlink_to(f"{place}/{name}")
