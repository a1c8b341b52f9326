"""Keeping what was compiled: after an edit of a patch, only what it reaches is compiled again.

That is ccache's work. It knows an object again by the contents of all files that it was made of.
"""

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

from ns2studies.basics.errors import BuildError
from ns2studies.simulator.identity import compiler, library_versions
from ns2studies.simulator.programs import plain_environment, run

PROGRAM: Final = "ccache"
_PRELUDE: Final = "prelude.h"


def folder_in(build_root: Path) -> Path:
    """Where a checkout's cache keeps what was compiled."""
    return build_root / "cache" / "compiler"


def is_empty(build_root: Path) -> bool:
    """Will the next build compile everything, as there is no cache or nothing in it yet?"""
    folder = folder_in(build_root)
    return not folder.is_dir() or not any(folder.iterdir())


def arguments() -> list[str]:
    """What make has to be called with: the compilers, behind the cache.

    Objects' dependencies are written down (``-MD``): the cache needs them, and asking the
    preprocessor instead would take a fifth longer.
    """
    return [f"CC={PROGRAM} gcc -MD", f"CXX={PROGRAM} g++ -MD"]


def environment(folder: Path) -> dict[str, str]:
    """The environment of a build; what a user has set for the cache of other work is left out.

    Args:
        folder: where the cache keeps what was compiled.
    """
    plain = plain_environment().items()
    return {name: value for name, value in plain if not name.startswith("CCACHE_")} | {
        "CCACHE_DIR": str(folder),
        "CCACHE_CONFIGPATH": os.devnull,
        # A package's update may leave the compiler's size, and Debian's dates repeat.
        "CCACHE_COMPILERCHECK": f"string:{compiler()} {library_versions()}",
        "CCACHE_DEPEND": "1",
        "CCACHE_MAXSIZE": "1G",
        "CCACHE_PCH_EXTSUM": "1",
        "CCACHE_SLOPPINESS": "pch_defines,time_macros",
    }


def name_prelude(tree: Path) -> None:
    """Write down what the precompiled header stands for: its own bytes differ each time.

    Raises:
        BuildError: if a header can't be read.
    """
    flags = run("make", "-s", "-C", str(tree), "--eval", "flags: ; @echo $(FLAGS)", "flags").stdout
    header = run("env", "-C", str(tree), "g++", *flags.split(), "-E", "-P", _PRELUDE)
    if header.returncode != 0:
        raise BuildError(f"ns-2 does not build: {header.stderr.strip().splitlines()[0]}")
    digest = hashlib.sha256(f"{flags}{header.stdout}".encode()).hexdigest()
    (tree / f"{_PRELUDE}.gch.sum").write_text(digest, encoding="ascii")


def is_there() -> bool:
    """Without the cache everything is compiled each time, and the same comes out."""
    return shutil.which(PROGRAM) is not None
