"""Folders in which CMake has built something, and that have come along with a copied checkout."""

import shutil
from pathlib import Path


def drop_if_foreign(build: Path, source: Path) -> None:
    """Remove a folder that CMake refuses, since it was made for another folder, or from another.

    Args:
        build: the folder, which may not be there.
        source: what is to be built in it.
    """
    cache = build / "CMakeCache.txt"
    if not cache.is_file():
        return
    lines = cache.read_text(encoding="utf-8", errors="replace").splitlines()
    told = {
        f"CMAKE_CACHEFILE_DIR:INTERNAL={build}",
        f"CMAKE_HOME_DIRECTORY:INTERNAL={source}",
    }
    if not told <= set(lines):
        shutil.rmtree(build)
