"""Charts as blocks of a page."""

from collections.abc import Mapping
from typing import Any

import altair as alt
import polars as pl

from ns2studies.report.blocks import Block, raw_html
from ns2studies.report.charts.drawings import drawing
from ns2studies.report.links import metric_id
from nstrace.errors import PageError
from nstrace.pages.charts import Text, chart_html


def chart_block(
    chart: alt.TopLevelMixin | Mapping[str, Any],
    data: pl.DataFrame,
    *,
    id: str,
    text: Text,
    digits: int = 6,
    metric: str = "",
    definition: str = "",
) -> Block:
    """Return :func:`chart_html` as a block of the page, with its drawing cached.

    Args:
        metric: the metric whose definition the chart links to; by default that of its data, if
            there is only one.
        definition: address of the definition of the values, if they are not those of a metric.

    Raises:
        PageError: if neither is known.
    """
    shown = [metric] if metric else _metrics_in(data)
    if not definition and len(shown) != 1:
        raise PageError(
            f"chart {id}: its values have no definition",
            "Name its metric, or the address of a definition.",
        )
    definition = definition or f"#{metric_id(shown[0])}"
    html = chart_html(
        chart, data, id=id, text=text, digits=digits, draw=drawing, definition=definition
    )
    return raw_html(html)


def _metrics_in(data: pl.DataFrame) -> list[str]:
    if "metric" not in data.columns:
        return []
    return data["metric"].drop_nulls().unique().to_list()
