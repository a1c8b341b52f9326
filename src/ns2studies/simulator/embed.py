"""Embed the OTcl library of ns as a C++ string, so that the simulator is a single file.

The build of ns uses a Tcl script that follows `source` lines and a program of TclCL that converts
the text to C; Debian packages only the library of TclCL. Like that program, this module must leave
out comment lines and leading blanks: some comments of the library contain unbalanced braces, which
Tcl would count.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from ns2studies.basics.errors import BuildError

LIBRARY = "tcl/lib/ns-lib.tcl"

_SOURCE = re.compile(r"source\s(\S+)")
"""Pattern of a line that sources a file; indented ones are in procedures and run when called."""


def embed_library(tree: Path) -> str:
    """Return C++ source that defines ``et_ns_lib``, the library of the tree and of ``added/``.

    Raises:
        BuildError: if a file that the library sources is missing.
    """
    files = [tree / LIBRARY]
    files += [tree / name for name in _listed(tree / "Makefile.in", "NS_TCL_LIB_STL")]
    files += sorted((tree / "added").glob("*/*.tcl"))
    code = [_c_string(line) for file in files for line in _expanded(file, file.parent)]
    return (
        "static const char code[] =\n"
        + "\n".join(code)
        + ';\n#include "config.h"\nEmbeddedTcl et_ns_lib(code);\n'
    )


def _listed(makefile: Path, variable: str) -> list[str]:
    """Return the words that ``makefile`` assigns to ``variable``."""
    text = makefile.read_text(encoding="latin-1").replace("\\\n", " ")
    found = re.search(rf"^{variable} *=(.*)$", text, re.MULTILINE)
    if found is None:
        raise BuildError(f"{makefile} does not define {variable}")
    return found.group(1).split()


def _expanded(file: Path, base: Path) -> Iterator[str]:
    """Yield the code lines of ``file``, with each ``source NAME`` replaced by that file's lines.

    NAME is relative to ``base``, the folder of the outermost file.
    """
    if not file.is_file():
        raise BuildError(f"ns' Tcl library sources {file}, which does not exist")
    for line in file.read_text(encoding="latin-1").splitlines():
        sourced = _SOURCE.fullmatch(line)
        if sourced:
            yield from _expanded(base / sourced[1], base)
        elif not line.lstrip().startswith("#"):
            yield line.lstrip()


def _c_string(line: str) -> str:
    quoted = line.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return f'"{quoted}\\n"'
