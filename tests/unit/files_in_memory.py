"""Where tests keep the files that only they read: in memory, where there is room for them."""

import os
from pathlib import Path
from typing import Final

import psutil

SHARED_MEMORY: Final = Path("/dev/shm")
"""A folder whose files Linux keeps in memory; anybody may write there."""

NEEDED: Final = 8 * 2**30
"""Bytes: twice what tests have there at any time (3 GB), with what their processes take beside."""


def folder_in_memory() -> Path | None:
    """The folder of files in memory; None if it lacks the room, or nothing in it may be run."""
    try:
        found = os.statvfs(SHARED_MEMORY)
    except OSError:
        return None
    may_run = not found.f_flag & os.ST_NOEXEC
    free = min(found.f_bavail * found.f_frsize, psutil.virtual_memory().available)
    return SHARED_MEMORY if may_run and free >= NEEDED else None
