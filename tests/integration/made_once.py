"""What several test processes need and one of them makes."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(folders: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that whichever test process needs it first makes, for all of them.

    Args:
        folders: of this process.
        name: of the folder.
        make: fills a folder, which it has to create; other processes wait meanwhile.
    """
    own = folders.getbasetemp()
    place = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    made = place / f"{name}.made"
    with (place / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            make(place / name)
            made.touch()
    return place / name
