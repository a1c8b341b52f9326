"""Which source files a program is made of, found from its imports.

Snakemake and the identity of a run need a digest of the code that decides what is stored or
shown. A list kept by hand forgets the file that was added last; imports can't.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from nstrace.plain import read_text

NATIVE = "native"
"""Folder with the C++ sources of a package's module ``_native``."""

FORMATS = "trace-formats"
"""Folder with the headers that such a module shares with the simulator."""

_NATIVE_SUFFIXES = {".cpp", ".hpp", ".txt"}
"""What it is built from; the settings of a tool, or an editor's copy, are no sources."""

_IMPORT = re.compile(
    r"^[ \t]*(?:import[ \t]+(\w[^\n#]*)|from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#(]+))",
    re.MULTILINE,
)
"""An import, as a formatter leaves it. Parsing whole programs takes twenty times as long, in every
command; text that only looks like an import does no harm."""

_ASKING = re.compile(r"^\w+ = SqlFiles\.beside\(__file__\)", re.MULTILINE)
"""What a module says that asks queries which lie beside it."""

_COMMENT = re.compile(r"#[^\n]*")


def reached_from(starts: Iterable[Path], *sources: Path) -> list[Path]:
    """The files that some modules or Quarto documents import, and these again, sorted.

    An import counts wherever it stands, in a function or a cell as well. Of a package only the
    modules that are named count, and its ``__init__.py`` if a name is taken from there.

    Args:
        starts: ``.py`` or ``.qmd`` files; those that are modules are part of the result.
        sources: the folders that hold the packages; what lies elsewhere is left out.
    """
    found: set[Path] = set()
    waiting = list(starts)
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        waiting += _imported_by(path, sources)
    return sorted(found)


def queries_beside(files: Iterable[Path]) -> set[Path]:
    """The folders with the SQL that some modules ask, as ``nstrace.sql_files`` finds it."""
    modules = (path for path in files if path.suffix == ".py")
    return {path.with_name("sql") for path in modules if _asks(path)}


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
    """Dotted names that a program imports; ``from a import b`` gives ``a.b``."""
    for whole, package, listed in _IMPORT.findall(text):
        if whole:
            yield from (part.split()[0] for part in whole.split(","))
        for part in _COMMENT.sub("", listed).strip("()").split(","):
            if part.strip():
                yield f"{package}.{part.split()[0]}"


@cache
def _beginnings(sources: Path) -> set[str]:
    """How names of modules can begin that lie here; most of what is imported lies elsewhere."""
    return {path.name.partition(".")[0] for path in sources.iterdir()}


@cache
def _files_of(name: str, sources: Path) -> list[Path]:
    """The files behind a dotted name: a module, or the one that defines the name."""
    if name.partition(".")[0] not in _beginnings(sources):
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
