"""Input files of results, and checks that they have not changed.

Which files belong to a program follows from its imports and from the queries beside its modules. A
list maintained by hand could miss a file.

Results are named by digests that are taken when they are planned. If a file were edited in between
and then restored, a result could get the name of the present inputs but the contents of others. So
files are compared with the plan before they are used, and must stay unchanged until the end.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, digest_files
from ns2studies.basics.errors import StudyError
from nstrace.files import write_text_if_changed
from nstrace.plain import read_text

NATIVE = "native"
"""Folder with the C++ sources of a package's module ``_native``."""

INPUTS: Final = Path("plan", "inputs.json")
"""Path of the planned inputs of databases and pages, below the results."""

FORMATS = "trace-formats"
"""Folder with the headers that such a module shares with the simulator."""

_NATIVE_SUFFIXES = {".cpp", ".hpp", ".txt"}
"""Suffixes of the sources of a native module; settings of tools and backup files have others."""

_IMPORT = re.compile(
    r"^[ \t]*(?:import[ \t]+(\w[^\n#]*)|from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#(]+))",
    re.MULTILINE,
)
"""Pattern of an import statement, as a formatter writes it. Parsing whole programs takes twenty
times as long, in every command; text that only looks like an import does no harm.
"""

_ASKING = re.compile(r"^\w+ = SqlFiles\.beside\(__file__\)", re.MULTILINE)
"""Pattern of the line in a module whose queries are in the folder ``sql`` next to it."""

_COMMENT = re.compile(r"#[^\n]*")

_AGAIN = "Run the same command again."

_State = tuple[int, ...]


# --- which files --------------------------------------------------------------------------------


def reached_from(starts: Iterable[Path], *sources: Path) -> list[Path]:
    """Return the files that modules or Quarto documents import, directly or indirectly, sorted.

    Imports in functions and cells count, too. Of a package, only the modules that are named count,
    and its ``__init__.py`` if a name is imported from there.

    Args:
        starts: ``.py`` or ``.qmd`` files, which are part of the result.
        sources: the folders that hold the packages; files elsewhere are left out.
    """
    found: set[Path] = set()
    waiting = list(starts)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported_by(path, sources)
    return sorted(found)


def queries_beside(files: Iterable[Path]) -> set[Path]:
    """Return the folders with the SQL of some modules, as ``nstrace.sql_files`` finds them."""
    return {path.with_name("sql") for path in files if path.suffix == ".py" and _asks(path)}


@cache
def _asks(path: Path) -> bool:
    return _ASKING.search(read_text(path)) is not None


@cache
def _imported_by(path: Path, sources: tuple[Path, ...]) -> tuple[Path, ...]:
    if path.suffix not in (".py", ".qmd"):
        return ()
    names = sorted(set(imported_names(read_text(path))))
    return tuple(file for name in names for folder in sources for file in _files_of(name, folder))


def imported_names(text: str) -> Iterator[str]:
    """Yield the dotted names that a program imports; ``from a import b`` gives ``a.b``."""
    for whole, package, listed in _IMPORT.findall(text):
        if whole:
            yield from (part.split()[0] for part in whole.split(","))
        for part in _COMMENT.sub("", listed).strip("()").split(","):
            if part.strip():
                yield f"{package}.{part.split()[0]}"


@cache
def _first_words(sources: Path) -> set[str]:
    return {path.name.partition(".")[0] for path in sources.iterdir()}


@cache
def _files_of(name: str, sources: Path) -> list[Path]:
    """Return the files for a dotted name: a module, or the module that defines the name."""
    if name.partition(".")[0] not in _first_words(sources):
        return []
    path = sources.joinpath(*name.split("."))
    for candidate in (path, path.parent):
        if candidate == sources:
            break
        if candidate.with_suffix(".py").is_file():
            return [candidate.with_suffix(".py")]
        if candidate.name == f"_{NATIVE}" and (candidate.parent / NATIVE).is_dir():
            files = [*(candidate.parent / NATIVE).iterdir(), *sources.glob(f"{FORMATS}/*")]
            return sorted(path for path in files if path.suffix in _NATIVE_SUFFIXES)
        if (candidate / "__init__.py").is_file():
            return [candidate / "__init__.py"]
    return []


# --- still the same -----------------------------------------------------------------------------


class FileStates:
    """Times, sizes and inodes of files. A rewritten file differs even if its bytes are equal.

    A comparison takes some microseconds per file.

    Args:
        files: they need not exist.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        self._states = {file: _state(file) for file in files}

    @property
    def changed(self) -> Path | None:
        """One of the files that have changed since; None if all are unchanged."""
        states = self._states.items()
        return next((file for file, state in states if _state(file) != state), None)

    def require_same(self, made: str) -> None:
        """Raise ``StudyError`` if one of the files has changed since.

        Args:
            made: a name for what was made of the files, in the plural.

        Raises:
            StudyError: naming the file.
        """
        if changed := self.changed:
            raise StudyError(f"{changed} changed while {made} were made", _AGAIN)


def _state(file: Path) -> _State:
    """Return the state of a file, the time of any change first; empty if the file is missing."""
    try:
        status = os.stat(file)  # noqa: PTH116 - a hundred of them for each run
    except OSError:
        return ()
    return (status.st_ctime_ns, status.st_mtime_ns, status.st_size, status.st_ino)


class Planned(NamedTuple):
    """Files, the digest they had when something was planned, and the function that computes it."""

    files: Sequence[Path]
    digest: str
    digest_of: Callable[[Sequence[Path]], str]


def require_planned(planned: Sequence[Planned], made: str, also: Iterable[Path] = ()) -> FileStates:
    """Raise ``StudyError`` if files differ from the planned ones.

    Args:
        made: a name for what is made of them, in the plural.
        also: further files that must stay unchanged.

    Returns:
        The states of the files just before they were compared.

    Raises:
        StudyError: if digests differ, naming the file that was changed last.
    """
    states = FileStates([*also, *(file for group in planned for file in group.files)])
    for files, digest, digest_of in planned:
        if not all(file.is_file() for file in files) or digest_of(files) != digest:
            latest = max(files, key=_state)
            raise StudyError(f"{latest} changed after {made} were planned", _AGAIN)
    return states


# --- inputs of databases and pages --------------------------------------------------------------


class Inputs(NamedTuple):
    """Some files, and the digest of their contents.

    Attributes:
        files: their names below the checkout.
        digest: short digest of names and contents.
    """

    files: Sequence[str]
    digest: str


def inputs(files: Sequence[Path]) -> Inputs:
    """Return files of the checkout with the digest of their present contents."""
    names = [file.relative_to(paths.ROOT).as_posix() for file in files]
    return Inputs(names, _digest_of(files))


def inputs_behind(programs: Iterable[Path], data: Iterable[Path] = ()) -> Inputs:
    """Return programs with everything that they import and query, and data.

    Args:
        programs: modules or Quarto documents.
        data: files or folders; compiled Python modules in them are left out.
    """
    files = set(reached_from(programs, paths.SOURCES, paths.ROOT))
    for path in [*data, *queries_beside(files)]:
        inside = {it for it in path.rglob("*") if it.is_file() and it.parent.name != "__pycache__"}
        files |= {path} if path.is_file() else inside
    return inputs(sorted(files))


def _digest_of(files: Sequence[Path]) -> str:
    return digest_files(paths.ROOT, files)[:SHORT]


def write_inputs(results: Path, planned: Mapping[str, Sequence[Inputs]]) -> None:
    """Write the planned inputs of each database and page, by the name of its file."""
    write_text_if_changed(results / INPUTS, json.dumps(planned, indent=1) + "\n")


@contextmanager
def unchanged_inputs(results: Path, made: Path) -> Iterator[None]:
    """Raise ``StudyError`` unless the inputs of a database or page are the planned ones throughout.

    Args:
        made: a file that has been planned.

    Raises:
        StudyError: naming a file that changed before or within the block.
    """
    entries = json.loads((results / INPUTS).read_text(encoding="utf-8"))[made.name]
    planned = [
        Planned([paths.ROOT / name for name in names], digest, _digest_of)
        for names, digest in entries
    ]
    states = require_planned(planned, "results")
    yield
    states.require_same("results")
