"""Cache of static drawings of charts, and of the charts' library.

Each change of a chart leaves an unused drawing. The modification time of a file is that of its last
use; files that have not been used for long are removed when others are made.
"""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, digest_text, digest_value
from nstrace.errors import NstraceError
from nstrace.files import write_text_whole
from nstrace.pages import vega

CACHE = paths.BUILD / "cache" / "pages"

_DAY_S: Final = 86_400.0
_KEPT_S: Final = 30 * _DAY_S
"""Seconds for which an unused text is kept."""


def drawing(spec: Mapping[str, Any], config: Mapping[str, Any], cache: Path = CACHE) -> str:
    """Return a chart as SVG.

    Args:
        spec: in Vega-Lite.
        config: Vega-Lite's configuration, the theme.
        cache: folder with earlier drawings.
    """
    key = digest_value([version("vl-convert-python"), spec, config])
    return cached_text(f"{key}.svg", lambda: vega.draw(spec, config), cache)


def script_of_charts() -> str:
    """Return the library as a script element that loads nothing, and does not run by itself."""
    made_of = f"{version('vl-convert-python')}-{digest_text(vega.SNIPPET)[:SHORT]}"
    return cached_text(f"chart-library-{made_of}.html", vega.script_of_charts)


def add_library(page: Path) -> None:
    """Add the library at the end of a page that has charts; leave any other page unchanged."""
    html = page.read_text(encoding="utf-8")
    if vega.CHART_MARK not in html:
        return
    before, end, after = html.rpartition("</body>")
    page.write_text(before + script_of_charts() + end + after, encoding="utf-8")


def cached_text(name: str, make: Callable[[], str], cache: Path = CACHE) -> str:
    """Return a text from the cache, or make it if it is missing or damaged.

    Args:
        name: of the file; it identifies everything that determines the text.
        cache: folder with earlier texts.
    """
    path = cache / name
    text = _read(path)
    if text is None:
        text = make()
        _prune(cache)
        # The folder may be read-only or full: then the text is made again next time.
        with suppress(NstraceError):
            write_text_whole(path, f"{digest_text(text)}\n{text}")
    else:
        with suppress(OSError):
            if _unused_s(path) > _DAY_S:
                os.utime(path)
    return text


@cache
def _prune(cache: Path) -> None:
    """Remove files that have not been used for long, once per process."""
    for path in cache.glob("*"):
        with suppress(OSError):
            if _unused_s(path) > _KEPT_S:
                path.unlink()


def _unused_s(path: Path) -> float:
    return time.time() - path.stat().st_mtime


def _read(path: Path) -> str | None:
    try:
        digest, _, text = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, ValueError):
        return None
    return text if digest == digest_text(text) else None
