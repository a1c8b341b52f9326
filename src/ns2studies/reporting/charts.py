"""Charts as blocks of a page."""

from collections.abc import Mapping
from typing import Any

import altair as alt
import polars as pl

from ns2studies.reporting.drawings import drawing
from ns2studies.reporting.markup import Block, raw_html
from nstrace.pages.charts import Text, chart_html


def chart_block(
    chart: alt.TopLevelMixin | Mapping[str, Any],
    data: pl.DataFrame,
    *,
    id: str,
    text: Text,
    digits: int = 6,
) -> Block:
    """A chart as a block of the page.

    Args:
        chart: a single or layered chart; its width is the page's to choose.
        data: what it shows, for the table and the download.
        id: unique in the page.
        digits: decimals of the numbers in the table.

    Raises:
        PageError: if a text is missing, or the chart would load its data from elsewhere.
    """
    return raw_html(chart_html(chart, data, id=id, text=text, digits=digits, draw=drawing))
