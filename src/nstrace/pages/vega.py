"""The chart library: Vega, Vega-Lite and tooltips as one script, embedded once in a page.

The page contains it as text that the browser does not execute. The page's script runs it when the
first chart approaches the viewport, in pieces that keep the page responsive.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from nstrace.errors import PageError

THEME: Final = Path(__file__).parent / "theme"
"""The folder with style, script and chart colors of all pages."""

THEMES: Final = THEME / "charts.json"
"""The file with the Vega-Lite configuration of the light and the dark theme."""

Draw = Callable[[Mapping[str, Any], Mapping[str, Any]], str]
"""A function that renders a Vega-Lite specification with a configuration, the theme, as SVG."""

SNIPPET: Final = """\
import * as runtime from "{modules}/vega@6.2.0/+esm";
import * as grammar from "{modules}/vega-lite@6.4.1/+esm";
import {{ Handler as TooltipHandler }} from "{modules}/vega-tooltip@1.0.0/+esm";
window.chartLibrary = {{ vega: runtime, compile: grammar.compile, Tooltip: TooltipHandler }};
"""
"""The libraries that the page's script needs. Vega-Embed would draw a chart in one long task, which
blocks a phone. vl-convert has the modules built in and knows them by these addresses."""

CHART_MARK: Final = 'class="chart-spec"'
"""A string that occurs in every page with a chart."""

_MODULES: Final = "https://cdn.jsdelivr.net/npm"


@cache
def theme(name: str) -> dict[str, Any]:
    """Return the Vega-Lite configuration of the ``light`` or ``dark`` theme."""
    themes: dict[str, dict[str, Any]] = json.loads(THEMES.read_text(encoding="utf-8"))
    return themes[name]


def head_of_charts() -> Markup:
    """Return the head of a page with charts: the themes for its script, and styles for static SVGs.

    An SVG is drawn once, in the colors of the light theme. In the dark theme, CSS rules replace
    them, so that no script is needed.
    """
    themes = json.dumps({"light": theme("light"), "dark": theme("dark")}, sort_keys=True)
    rules = "\n".join(
        f'.chart-static [{channel}="{light}"] {{ {channel}: light-dark({light}, {dark}); }}'
        for light, dark in dark_colours().items()
        for channel in ("fill", "stroke")
    )
    return Markup(
        f'<script type="application/json" id="chart-themes">{themes}</script>\n'
        f"<style>\n{rules}\n</style>\n"
    )


def dark_colours() -> dict[str, str]:
    """Return the dark theme's color for each color of the light theme.

    Raises:
        PageError: if a color of the light theme maps to two colors of the dark one.
    """
    found: dict[str, str] = {}
    for light, dark in zip(_colours(theme("light")), _colours(theme("dark")), strict=True):
        if found.setdefault(light, dark) != dark:
            raise PageError(
                f"chart themes: {light} maps to both {found[light]} and {dark} in the dark theme"
            )
    return found


def _colours(part: Any) -> list[str]:
    """Return all colors of a theme, in the order of its keys."""
    if isinstance(part, dict):
        return [colour for key in sorted(part) for colour in _colours(part[key])]
    if isinstance(part, list):
        return [colour for entry in part for colour in _colours(entry)]
    return [part] if isinstance(part, str) and part.startswith("#") else []


@cache
def script_of_charts() -> str:
    """Return the library as a script element that is not executed and loads nothing."""
    import vl_convert

    bundle: str = vl_convert.javascript_bundle(SNIPPET.format(modules=_MODULES))
    # Escape end tags, which would close the element.
    inert = re.sub(r"</(script)", r"<\\/\1", bundle, flags=re.IGNORECASE)
    return f'<script type="text/plain" id="chart-library">\n{inert}\n</script>\n'


def draw(spec: Mapping[str, Any], config: Mapping[str, Any]) -> str:
    """Render a chart as SVG.

    Args:
        spec: the specification in Vega-Lite.
        config: the configuration of Vega-Lite, that is, the theme.
    """
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg(dict(spec), config=dict(config), allowed_base_urls=[])
    return _counted_anew(svg)


def _counted_anew(svg: str) -> str:
    """Replace the numbers in an SVG's ids, which the converter counts across SVGs, from 1 on."""
    numbers: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        return f"{found[1]}{numbers.setdefault(found[2], len(numbers) + 1)}"

    return re.sub(r'((?:\bid="|url\(#|\bhref="#)[a-z]+_?)(\d+)\b', number, svg)
