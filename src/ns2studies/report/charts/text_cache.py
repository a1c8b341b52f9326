"""Texts that take long to make, kept from one rendering to the next.

Each change of a chart leaves a drawing that nothing asks for any more. A file's time says when it
was last used, and those that were not for long are removed as others are made.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.digests import digest_text
from nstrace.errors import NstraceError
from nstrace.files import write_text_whole

CACHE = paths.BUILD / "cache" / "pages"

_DAY_S: Final = 86_400.0
_KEPT_S: Final = 30 * _DAY_S
"""Seconds for which a text is kept that is not used."""


def cached_text(name: str, make: Callable[[], str], cache: Path = CACHE) -> str:
    """A text that is made unless it was made before; what is damaged is made again.

    Args:
        name: of the file, which says all that decides the text.
        make: called if there is none yet.
        cache: folder with earlier texts.
    """
    path = cache / name
    text = _read(path)
    if text is None:
        text = make()
        _prune(cache)
        # If it can't be kept, it is made again next time: the folder may be read-only, or full.
        with suppress(NstraceError):
            write_text_whole(path, f"{digest_text(text)}\n{text}")
    else:
        _note_use(path)
    return text


def _note_use(path: Path) -> None:
    """Give a file the present time, unless that is nearly what it has."""
    with suppress(OSError):
        if _unused_s(path) > _DAY_S:
            os.utime(path)


@cache
def _prune(cache: Path) -> None:
    """Remove what was not used for long, once in a process."""
    for path in cache.glob("*"):
        with suppress(OSError):
            if _unused_s(path) > _KEPT_S:
                path.unlink()


def _unused_s(path: Path) -> float:
    """Seconds since a file was last used."""
    return time.time() - path.stat().st_mtime


def _read(path: Path) -> str | None:
    try:
        digest, _, text = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, ValueError):
        return None
    return text if digest == digest_text(text) else None
