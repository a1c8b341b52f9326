"""Static drawings of charts, kept from one rendering to the next.

After an edit most charts of a page are what they were, and drawing them takes a third of the time
that the page takes.
"""

from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ns2studies.basics.digests import digest_value
from ns2studies.report.charts.text_cache import CACHE, cached_text
from nstrace.pages.vega import draw


def drawing(spec: Mapping[str, Any], config: Mapping[str, Any], cache: Path = CACHE) -> str:
    """A chart as SVG.

    Args:
        spec: in Vega-Lite.
        config: Vega-Lite's configuration, the theme.
        cache: folder with earlier drawings.
    """
    key = digest_value([version("vl-convert-python"), spec, config])
    return cached_text(f"{key}.svg", lambda: draw(spec, config), cache)
