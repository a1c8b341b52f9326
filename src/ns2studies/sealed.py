"""Files that contain a digest of their own contents: JSON and pages."""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

# Plans read thousands of such files, in a third of the time that json takes.
from pydantic_core import from_json

from ns2studies.digests import digest_bytes
from nstrace.plain import open_plain

_JSON: Final = re.compile(rb'\{"sha256": "([0-9a-f]{64})",')
_PAGE: Final = re.compile(rb"\n<!-- ([0-9]{12}) bytes before this, sha256 ([0-9a-f]{64}) -->\n")
_PAGE_BYTES: Final = len(f"\n<!-- {0:012} bytes before this, sha256 {'0' * 64} -->\n")


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


def seal_page(page: Path) -> None:
    """Add a comment to an HTML page that says how many bytes are in front of it, and which."""
    content = page.read_bytes()
    seal = f"\n<!-- {len(content):012} bytes before this, sha256 {digest_bytes(content)} -->\n"
    page.write_bytes(content + seal.encode())


def page_has_its_size(page: Path) -> bool:
    """Is a page there, with as many bytes as it was sealed with? A look at its end."""
    try:
        with page.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(size - _PAGE_BYTES, 0))
            seal = _PAGE.fullmatch(stream.read())
    except OSError:
        return False
    return seal is not None and int(seal[1]) == size - _PAGE_BYTES


def page_is_whole(page: Path) -> bool:
    """Does a page hold what it was sealed with?"""
    if not page_has_its_size(page):
        return False
    content = page.read_bytes()
    seal = _PAGE.fullmatch(content[-_PAGE_BYTES:])
    return seal is not None and digest_bytes(content[:-_PAGE_BYTES]) == seal[2].decode()
