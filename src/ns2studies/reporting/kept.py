"""Texts that take long to make, kept from one rendering to the next."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ns2studies import paths
from ns2studies.digests import digest_text
from nstrace.errors import NstraceError
from nstrace.files import write_text_whole

KEPT = paths.BUILD / "cache" / "pages"


def kept_text(name: str, make: Callable[[], str], kept: Path = KEPT) -> str:
    """A text that is made unless it was made before; what is damaged is made again.

    Args:
        name: of the file, which says all that decides the text.
        make: called if there is none yet.
        kept: folder with earlier texts.
    """
    path = kept / name
    text = _read(path)
    if text is None:
        text = make()
        # If it can't be kept, it is made again next time: the folder may be read-only, or full.
        with suppress(NstraceError):
            write_text_whole(path, f"{digest_text(text)}\n{text}")
    return text


def _read(path: Path) -> str | None:
    try:
        digest, _, text = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, ValueError):
        return None
    return text if digest == digest_text(text) else None
