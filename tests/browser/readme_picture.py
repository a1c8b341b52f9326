"""Makes README's picture anew: a part of a page with a chart, as a reader sees it.

After ``./reproduce mpls``, and whenever the page's headings or its look have changed::

    .venv/bin/python tests/browser/readme_picture.py [PAGE]

The picture says in itself which page it shows and which headings are in it, so that a test can
tell when it is stale (tests/unit/test_readme_picture.py).
"""

import json
import shutil
import struct
import sys
import zlib
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from ns2studies.basics.paths import RESULTS, ROOT

PICTURE = ROOT / "docs" / "report.png"
PAGE = RESULTS / "reports" / "mpls.html"
PLACE = "table-4-9-b"
SIZE = {"width": 1100, "height": 1340}

KEYWORD = b"ns2studies"
"""Names the piece of the picture's file that says what is in it."""

_IN_SIGHT = """selector => [...document.querySelectorAll(selector)].filter((e) => {
  const box = e.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight && box.height > 0;
})"""


def main() -> None:
    """Make the picture of a page, by default the one in the results."""
    page = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    picture, shown = photograph(page)
    PICTURE.write_bytes(with_words(picture, json.dumps(shown, sort_keys=True)))
    print(f"{PICTURE}: {shown}")


def photograph(path: Path) -> tuple[bytes, dict[str, object]]:
    """A picture as PNG, and what is in sight on it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport=SIZE)
        page.goto(f"{path.resolve().as_uri()}#{PLACE}")
        page.wait_for_selector("figure.chart.drawn")
        # A link's target is held in place for a second.
        page.wait_for_timeout(1500)
        shown = {
            "page": path.name,
            "headings": _in_sight(page, "main :is(h2, h3)", "e => e.innerText"),
            "charts": _in_sight(page, ".drawn > .chart-live", "e => e.parentElement.id"),
        }
        picture = page.screenshot()
        browser.close()
    return picture, shown


def _in_sight(page: Page, selector: str, told: str) -> list[str]:
    found: list[str] = page.evaluate(f"selector => ({_IN_SIGHT})(selector).map({told})", selector)
    return found


def with_words(picture: bytes, words: str) -> bytes:
    """A PNG with a text in it, as the PNG specification has it (chunk ``tEXt``, before the end)."""
    content = b"tEXt" + KEYWORD + b"\0" + words.encode("ascii")
    piece = struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))
    end = picture.rindex(b"IEND") - 4
    return picture[:end] + piece + picture[end:]


if __name__ == "__main__":
    main()
