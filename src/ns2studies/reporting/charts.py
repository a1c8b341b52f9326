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
    """:func:`chart_html` as a block of the page, with its drawing kept for the next rendering."""
    return raw_html(chart_html(chart, data, id=id, text=text, digits=digits, draw=drawing))
