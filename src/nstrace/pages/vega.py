"""The charts' library: Vega, Vega-Lite and tooltips as one script, put once into a page.

It stands in the page as a text that is not run. The page's script runs it when the first chart
comes near, in pieces that leave the reader's device time for the reader.
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
"""Style, script and chart colours that all pages have."""

THEMES: Final = THEME / "charts.json"
"""Vega-Lite configuration of the light and the dark theme."""

Draw = Callable[[Mapping[str, Any], Mapping[str, Any]], str]
"""Makes SVG of a specification in Vega-Lite and a configuration, the theme."""

SNIPPET: Final = """\
import * as runtime from "{modules}/vega@6.2.0/+esm";
import * as grammar from "{modules}/vega-lite@6.4.1/+esm";
import {{ Handler as TooltipHandler }} from "{modules}/vega-tooltip@1.0.0/+esm";
window.chartLibrary = {{ vega: runtime, compile: grammar.compile, Tooltip: TooltipHandler }};
"""
"""What the page's script needs. Vega-Embed would do it all in one piece of work, too long for a
phone. The modules' addresses are their names in vl-convert, which has them in itself."""

CHART_MARK: Final = 'class="chart-spec"'
"""What a page with a chart has in it."""

_MODULES: Final = "https://cdn.jsdelivr.net/npm"


@cache
def theme(name: str) -> dict[str, Any]:
    """Vega-Lite configuration of the ``light`` or ``dark`` theme."""
    themes: dict[str, dict[str, Any]] = json.loads(THEMES.read_text(encoding="utf-8"))
    return themes[name]


def head_of_charts() -> Markup:
    """What a page with charts has once: the themes for its script, and static drawings in the dark.

    A drawing is made once, in the colours of the light theme. In the dark theme the page's style
    puts the dark one's in their place, so that no script is needed.
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
    """The dark theme's colour for each one of the light theme.

    Raises:
        PageError: if one colour of the light theme has two in the dark one.
    """
    found: dict[str, str] = {}
    for light, dark in zip(_colours(theme("light")), _colours(theme("dark")), strict=True):
        if found.setdefault(light, dark) != dark:
            raise PageError(f"chart themes: {light} is both {found[light]} and {dark} in the dark")
    return found


def _colours(part: Any) -> list[str]:
    """All colours of a theme, in the order of its keys."""
    if isinstance(part, dict):
        return [colour for key in sorted(part) for colour in _colours(part[key])]
    if isinstance(part, list):
        return [colour for entry in part for colour in _colours(entry)]
    return [part] if isinstance(part, str) and part.startswith("#") else []


@cache
def script_of_charts() -> str:
    """The library as a script element that loads nothing, and is not run by itself."""
    import vl_convert

    bundle: str = vl_convert.javascript_bundle(SNIPPET.format(modules=_MODULES))
    # No text in it may end the element.
    inert = re.sub(r"</(script)", r"<\\/\1", bundle, flags=re.IGNORECASE)
    return f'<script type="text/plain" id="chart-library">\n{inert}\n</script>\n'


def draw(spec: Mapping[str, Any], config: Mapping[str, Any]) -> str:
    """A chart as SVG.

    Args:
        spec: in Vega-Lite.
        config: Vega-Lite's configuration, the theme.
    """
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg(dict(spec), config=dict(config), allowed_base_urls=[])
    return _counted_anew(svg)


def _counted_anew(svg: str) -> str:
    """``svg`` with its ids counted from 1: the converter counts on from drawing to drawing."""
    numbers: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        return f"{found[1]}{numbers.setdefault(found[2], len(numbers) + 1)}"

    return re.sub(r'((?:\bid="|url\(#|\bhref="#)[a-z]+_?)(\d+)\b', number, svg)
