"""The charts' library: Vega, Vega-Lite and Vega-Embed as one script, put once into a page."""

from importlib.metadata import version
from pathlib import Path

from ns2studies.layout import REPORTS
from ns2studies.reporting.kept import kept_text

THEMES = REPORTS / "theme" / "charts.json"
"""Vega-Lite configuration of the light and the dark theme."""


def vega_script() -> str:
    """The library as a script element that loads nothing from anywhere.

    Making it takes seconds, so it is kept with the other things made once for a machine.
    """
    return kept_text(f"vega-{version('vl-convert-python')}.html", _script)


def append_vega(header: Path) -> None:
    """Put the library at the end of the file that is included in a page's head."""
    with header.open("a", encoding="utf-8") as stream:
        stream.write(vega_script())


def _script() -> str:
    import vl_convert

    bundle = vl_convert.javascript_bundle()  # type: ignore[call-arg]
    return f"<script>\n{bundle}\n</script>\n"
