"""The charts' library: Vega, Vega-Lite and Vega-Embed as one script, put once into a page."""

from importlib.metadata import version
from pathlib import Path

import vl_convert

from ns2studies.layout import BUILD, REPORTS
from nstrace.files import write_text_whole

THEMES = REPORTS / "theme" / "charts.json"
"""Vega-Lite configuration of the light and the dark theme."""


def vega_script() -> str:
    """The library as a script element that loads nothing from anywhere.

    Making it takes seconds, so it is kept with the other things made once for a machine.
    """
    kept = BUILD / f"vega-{version('vl-convert-python')}.html"
    if not kept.is_file():
        write_text_whole(kept, _script())
    return kept.read_text(encoding="utf-8")


def append_vega(header: Path) -> None:
    """Put the library at the end of the file that is included in a page's head."""
    with header.open("a", encoding="utf-8") as stream:
        stream.write(vega_script())


def _script() -> str:
    bundle = vl_convert.javascript_bundle()  # type: ignore[call-arg]
    return f"<script>\n{bundle}\n</script>\n"
