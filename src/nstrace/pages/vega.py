"""The charts' library: Vega, Vega-Lite and tooltips as one script, put once into a page.

It stands in the page as a text that is not run. The page's script runs it when the first chart
comes near, in pieces that leave the reader's device time for the reader.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

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

_MODULES: Final = "https://cdn.jsdelivr.net/npm"


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
