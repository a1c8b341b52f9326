"""Files that contain a digest of their own contents: JSON and pages."""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

# Plans read thousands of such files, in a third of the time that json takes.
from pydantic_core import from_json

from ns2studies.basics.digests import SHORT, digest_bytes
from nstrace.plain import open_plain

_JSON: Final = re.compile(rb'\{"sha256": "([0-9a-f]{64})",')
_PAGE: Final = re.compile(
    rb"\n<!-- (.+): ([0-9]{12}) bytes before this, sha256 ([0-9a-f]{64}), "
    rb"made of ([0-9a-f]{16}) -->\n"
)


NOT_STATED: Final = "0" * SHORT
"""What a page states if it is not known what it was made of."""


def sealed_json(value: Mapping[str, Any]) -> str:
    """``value`` as JSON whose first entry, ``sha256``, is the digest of the text behind it."""
    rest = json.dumps(value, indent=1)[1:] + "\n"
    return f'{{"sha256": "{digest_bytes(rest.encode())}",{rest}'


def read_sealed_json(path: Path | str) -> dict[str, Any]:
    """The inverse of :func:`sealed_json`.

    Raises:
        OSError: if the file can't be read.
        ValueError: if it does not hold what was written.
    """
    with open_plain(path) as stream:
        text = stream.read()
    seal = _JSON.match(text)
    if not seal or digest_bytes(text[seal.end() :]) != seal[1].decode():
        raise ValueError("it holds something else than was written")
    value: dict[str, Any] = from_json(text)
    del value["sha256"]
    return value


def seal_page(page: Path, name: str, made_of: str = NOT_STATED) -> None:
    """Add a comment to an HTML page with its name, and number and digest of the bytes before it.

    Args:
        name: the one that the page will have; under another one it is not whole.
        made_of: short digest of what the page was made of.
    """
    content = page.read_bytes()
    page.write_bytes(content + _page_seal(name, len(content), digest_bytes(content), made_of))


def page_has_its_size(page: Path) -> bool:
    """Is a page there, with its name and with its number of bytes? Only its end is read."""
    return _seal_of(page) is not None


def page_made_of(page: Path) -> str:
    """Return the digest of what a page was made of; empty if it has another name or size."""
    seal = _seal_of(page)
    return seal[4].decode() if seal else ""


def page_is_whole(page: Path) -> bool:
    """Does a page hold what it was sealed with?"""
    seal = _seal_of(page)
    if seal is None:
        return False
    content = page.read_bytes()[: -len(seal[0])]
    return digest_bytes(content) == seal[3].decode()


def _page_seal(name: str, content_bytes: int, digest: str, made_of: str) -> bytes:
    return (
        f"\n<!-- {name}: {content_bytes:012} bytes before this, sha256 {digest}, "
        f"made of {made_of} -->\n"
    ).encode()


def _seal_of(page: Path) -> re.Match[bytes] | None:
    """The seal at a page's end, if it is one of a page with this name and size."""
    seal_bytes = len(_page_seal(page.name, 0, "0" * 64, NOT_STATED))
    try:
        with page.open("rb") as stream:
            content_bytes = stream.seek(0, os.SEEK_END) - seal_bytes
            stream.seek(max(content_bytes, 0))
            seal = _PAGE.fullmatch(stream.read())
    except OSError:
        return None
    is_its = seal and seal[1] == page.name.encode() and int(seal[2]) == content_bytes
    return seal if is_its else None
