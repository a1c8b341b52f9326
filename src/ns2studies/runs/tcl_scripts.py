"""The Tcl files that a study's runs depend on.

A study's script and every library file name the files they need in lines ``uses NAME …`` without
indentation; ``tcl/main.tcl`` sources exactly these. The digest of all these files is part of a
run's identity.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.basics.digests import digest_files
from ns2studies.basics.errors import ConfigError
from nstrace.plain import read_text

USES = re.compile(r"^uses[ \t]+(.+?)[ \t]*$", re.MULTILINE)
"""Pattern of a line by which a Tcl file names the library files that it needs."""

_FRAME = re.compile(r'\((\S+) ("[^"]+"|\S+) line (\d+)\)')
"""Pattern of a place in Tcl's call stack: a file, a procedure, or the method of a class."""

MAIN = paths.TCL / "main.tcl"
"""Tcl program that runs one scenario."""

RUNS = paths.TCL / "runs.tcl"
"""Tcl program that runs scenarios one after the other, each with ``main.tcl``."""


def scripts_of(study: str, folder: Path = paths.TCL) -> list[Path]:
    """Return all Tcl files that a run of ``study`` reads, sorted.

    Raises:
        ConfigError: if a file that another one names does not exist.
    """
    library, own = folder / "library", folder / "studies" / f"{study}.tcl"
    # main.tcl reads the parameters, and loads agents, before it knows the study.
    starts = [library / "parameters.tcl", library / "agents.tcl", own]
    starts += [folder / name for name in ("runs.tcl", "main.tcl", "library.tcl")]
    return sorted(_in_order(starts, library))


def loading_order(study: str, with_agents: bool, folder: Path = paths.TCL) -> list[Path]:
    """Return the library files that a run loads, dependencies first; the study's file last.

    Args:
        study: name of the study.
        with_agents: whether the run loads agents, and so the library file for them.
        folder: the folder of the Tcl files.

    Raises:
        ConfigError: if a file that another one names does not exist.
    """
    library, own = folder / "library", folder / "studies" / f"{study}.tcl"
    first = ["parameters.tcl", "agents.tcl"] if with_agents else ["parameters.tcl"]
    return _in_order([*(library / name for name in first), own], library)


def _in_order(starts: Iterable[Path], library: Path) -> list[Path]:
    """Return files and their dependencies, each after those it needs."""
    order: list[Path] = []
    visited: set[Path] = set()

    def load(path: Path) -> None:
        if path not in visited:
            visited.add(path)
            for name in _used_by(path):
                load(library / f"{name}.tcl")
            order.append(path)

    for path in starts:
        load(path)
    return order


def _used_by(path: Path) -> list[str]:
    if not os.path.lexists(path):
        raise ConfigError(f"{path}: no such Tcl file, but it is used")
    text = read_text(path)
    return [name for line in USES.findall(text) for name in line.split()]


def error_place(study: str, printed: str, folder: Path = paths.TCL) -> str:
    """Return the place of an error in our Tcl files: ``FILE, line N``, or an empty text.

    Tcl's call stack has line numbers within procedures and methods. The innermost one in one of our
    files is returned; others are in files of ns.

    Args:
        study: name of the study.
        printed: the output of ns.
        folder: the folder of the Tcl files.
    """
    for owner, name, line in _FRAME.findall(printed):
        for path in scripts_of(study, folder):
            start = _body_of(path, owner, name.strip('"'))
            if start is not None:
                return f"{path}, line {start + int(line) - 1}"
    return ""


def _body_of(path: Path, owner: str, name: str) -> int | None:
    """Return the line on which the body of a file, procedure or method begins."""
    if owner == "file":
        return 1 if path == Path(name) else None
    opening = f"proc {name} " if owner == "procedure" else f"{owner} instproc {name} "
    lines = read_text(path).splitlines()
    found = [number for number, line in enumerate(lines) if line.startswith(opening)]
    if not found:
        return None
    # The arguments may span several lines.
    ends = (number for number in range(found[0], len(lines)) if lines[number][-1:] == "{")
    return next(ends, found[0]) + 1


def tcl_digest(study: str, folder: Path = paths.TCL) -> str:
    """Return the digest of all Tcl that a run of ``study`` reads."""
    return digest_files(folder, scripts_of(study, folder))
