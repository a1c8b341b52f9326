"""The charts' library: Vega, Vega-Lite and tooltips as one script, put once into a page.

It stands in the page as a text that is not run. The page's script runs it when the first chart
comes near, in pieces that leave the reader's device time for the reader.
"""

import re
from importlib.metadata import version
from pathlib import Path
from typing import Final

from ns2studies.digests import SHORT, digest_text
from ns2studies.layout import REPORTS
from ns2studies.reporting.kept import kept_text

THEMES = REPORTS / "theme" / "charts.json"
"""Vega-Lite configuration of the light and the dark theme."""

CHART_MARK: Final = 'class="chart-spec"'
"""What a page with a chart has in it."""

_SNIPPET: Final = """\
import * as runtime from "{modules}/vega@6.2.0/+esm";
import * as grammar from "{modules}/vega-lite@6.4.1/+esm";
import {{ Handler as TooltipHandler }} from "{modules}/vega-tooltip@1.0.0/+esm";
window.chartLibrary = {{ vega: runtime, compile: grammar.compile, Tooltip: TooltipHandler }};
"""
"""What the page's script needs. Vega-Embed would do it all in one piece of work, too long for a
phone. The modules' addresses are their names in vl-convert, which has them in itself."""

_MODULES: Final = "https://cdn.jsdelivr.net/npm"


def library_script() -> str:
    """The library as a script element that loads nothing, and is not run by itself.

    Making it takes seconds, so it is kept with the other things made once for a machine.
    """
    made_of = f"{version('vl-convert-python')}-{digest_text(_SNIPPET)[:SHORT]}"
    return kept_text(f"chart-library-{made_of}.html", _script)


def add_library(page: Path) -> None:
    """Put the library at the end of a page that has charts; any other stays as it is."""
    html = page.read_text(encoding="utf-8")
    if CHART_MARK not in html:
        return
    before, end, after = html.rpartition("</body>")
    page.write_text(before + library_script() + end + after, encoding="utf-8")


def _script() -> str:
    import vl_convert

    bundle: str = vl_convert.javascript_bundle(_SNIPPET.format(modules=_MODULES))
    # No text in it may end the element.
    inert = re.sub(r"</(script)", r"<\\/\1", bundle, flags=re.IGNORECASE)
    return f'<script type="text/plain" id="chart-library">\n{inert}\n</script>\n'
