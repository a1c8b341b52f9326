"""The charts' library as a script, kept from one rendering to the next."""

from importlib.metadata import version
from pathlib import Path

from ns2studies.basics.digests import SHORT, digest_text
from ns2studies.report.charts.text_cache import cached_text
from nstrace.pages import vega


def script_of_charts() -> str:
    """The library as a script element that loads nothing, and is not run by itself.

    Making it takes seconds, so it is kept with the other things made once for a machine.
    """
    made_of = f"{version('vl-convert-python')}-{digest_text(vega.SNIPPET)[:SHORT]}"
    return cached_text(f"chart-library-{made_of}.html", vega.script_of_charts)


def add_library(page: Path) -> None:
    """Put the library at the end of a page that has charts; any other stays as it is."""
    html = page.read_text(encoding="utf-8")
    if vega.CHART_MARK not in html:
        return
    before, end, after = html.rpartition("</body>")
    page.write_text(before + script_of_charts() + end + after, encoding="utf-8")
