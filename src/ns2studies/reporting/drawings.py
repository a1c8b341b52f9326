"""Static drawings of charts, kept from one rendering to the next.

After an edit most charts of a page are what they were, and drawing them takes a third of the time
that the page takes.
"""

from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ns2studies import layout
from ns2studies.digests import digest_text, digest_value
from nstrace.errors import NstraceError
from nstrace.files import write_text_whole

KEPT = layout.BUILD / "cache" / "drawings"


def drawing(spec: Mapping[str, Any], config: Mapping[str, Any], kept: Path = KEPT) -> str:
    """A chart as SVG.

    Args:
        spec: in Vega-Lite.
        config: Vega-Lite's configuration, the theme.
        kept: folder with earlier drawings; what is damaged there is drawn again.
    """
    key = digest_value([version("vl-convert-python"), spec, config])
    path = kept / f"{key}.svg"
    svg = _read(path)
    if svg is None:
        svg = _draw(spec, config)
        # Whoever can't keep it draws it again: the folder may be somebody else's, or full.
        with suppress(NstraceError):
            write_text_whole(path, f"{digest_text(svg)}\n{svg}")
    return svg


def _read(path: Path) -> str | None:
    try:
        digest, _, svg = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, ValueError):
        return None
    return svg if digest == digest_text(svg) else None


def _draw(spec: Mapping[str, Any], config: Mapping[str, Any]) -> str:
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg(dict(spec), config=dict(config), allowed_base_urls=[])
    return svg
