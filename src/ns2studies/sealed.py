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
_NO_DIGEST: Final = "0" * 64


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


def seal_page(page: Path, name: str) -> None:
    """Add a comment to an HTML page that says its name, how many bytes are before it, and which.

    Args:
        name: the one that the page will have; under another one it is not whole.
    """
    content = page.read_bytes()
    page.write_bytes(content + _page_seal(name, len(content), digest_bytes(content)))


def page_has_its_size(page: Path) -> bool:
    """Is a page there, with its name and as many bytes as it was sealed with? A look at its end."""
    seal_bytes = len(_page_seal(page.name, 0, _NO_DIGEST))
    try:
        with page.open("rb") as stream:
            content_bytes = stream.seek(0, os.SEEK_END) - seal_bytes
            stream.seek(max(content_bytes, 0))
            end = stream.read()
    except OSError:
        return False
    same_size = _page_seal(page.name, max(content_bytes, 0), _NO_DIGEST)
    return re.sub(rb"[0-9a-f]{64}", _NO_DIGEST.encode(), end) == same_size


def page_is_whole(page: Path) -> bool:
    """Does a page hold what it was sealed with?"""
    if not page_has_its_size(page):
        return False
    whole = page.read_bytes()
    content = whole[: -len(_page_seal(page.name, 0, _NO_DIGEST))]
    return whole.endswith(_page_seal(page.name, len(content), digest_bytes(content)))


def _page_seal(name: str, content_bytes: int, digest: str) -> bytes:
    return f"\n<!-- {name}: {content_bytes:012} bytes before this, sha256 {digest} -->\n".encode()
