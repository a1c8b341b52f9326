"""README's picture shows a chart, and the page as its document has it now."""

import json
import re
import struct
import zlib
from collections.abc import Iterator

from ns2studies.basics.paths import REPORTS, ROOT

PICTURE = ROOT / "docs" / "report.png"
AGAIN = "make it anew: .venv/bin/python tests/browser/readme_picture.py (CONTRIBUTING.md)"


def pieces(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Type and content of each chunk of a PNG, whose checksums are compared."""
    at = 8
    while at < len(picture):
        (length,) = struct.unpack_from(">I", picture, at)
        kind, content = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack_from(">I", picture, at + 8 + length)
        assert checksum == zlib.crc32(kind + content)
        yield kind, content
        at += 12 + length


def shown() -> dict[str, list[str] | str]:
    texts = [content for kind, content in pieces(PICTURE.read_bytes()) if kind == b"tEXt"]
    words = [text for keyword, _, text in (t.partition(b"\0") for t in texts) if keyword]
    found: dict[str, list[str] | str] = json.loads(words[-1])
    return found


def test_picture_is_readmes() -> None:
    assert "](docs/report.png)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_picture_shows_chart() -> None:
    assert shown()["charts"], AGAIN


def test_picture_has_headings_of_page() -> None:
    found = shown()
    document = REPORTS / str(found["page"]).replace(".html", ".qmd")
    headings = re.findall(r"^##+ (.*) \{#[\w-]+\}$", document.read_text(encoding="utf-8"), re.M)
    # Numbers in a heading are those of the results.
    patterns = [
        ".+".join(re.escape(part) for part in re.split(r"`\{python\}[^`]+`", heading))
        for heading in headings
    ]
    assert found["headings"], AGAIN
    for heading in found["headings"]:
        assert any(re.fullmatch(pattern, heading) for pattern in patterns), f"{heading}: {AGAIN}"
