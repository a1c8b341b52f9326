"""Chart of the distances between published values and ours: a dot for each, a row per study."""

from collections.abc import Sequence
from typing import Final

import altair as alt
import polars as pl

from nstrace.pages.axes import Series
from nstrace.pages.channels import colour, shape_channel

_TICKS: Final = (-100, -50, -20, -10, -5, -2, 0, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

_LINEAR_UP_TO: Final = 2.0
"""Percentage up to which the axis is approximately linear; beyond it is logarithmic."""

_ROOM: Final = 1.15
"""Factor by which the axis extends beyond the last dot."""

_ROW_HEIGHT: Final = 58
"""Height of a study's row in pixels."""

_GOLDEN: Final = 0.618034
"""Golden ratio: the fractional parts of its multiples spread any number of dots evenly."""


def distance_chart(
    data: pl.DataFrame, sizes: Sequence[str], close: float
) -> alt.LayerChart | alt.FacetChart:
    """Draw dots on an axis of percent that shows both small and large distances.

    Args:
        data: ``study``, ``percent``, ``size``, and ``item``, ``cell``, ``published``, ``value``
            and ``unit`` for tooltips.
        sizes: the values of ``size``, in the order of the legend.
        close: largest percentage of a close value, shown as a band.
    """
    drawn = data.with_row_index("number").with_columns(spread=(pl.col("number") * _GOLDEN) % 1)
    found = set(data["size"].to_list())
    series = Series("size", "Ours is", [size for size in sizes if size in found])
    percents = [float(value) for value in data["percent"]]
    least, most = min(-5.0, *percents) * _ROOM, max(5.0, *percents) * _ROOM
    scale = alt.Scale(type="symlog", constant=_LINEAR_UP_TO, domain=[least, most], nice=False)
    x = alt.X(
        "percent:Q",
        title="Ours less published (%)",
        scale=scale,
        axis=alt.Axis(
            values=[tick for tick in _TICKS if least <= tick <= most],
            labelExpr="datum.value === 0 ? '0' : format(datum.value, '+,.0f')",
        ),
    )
    band = pl.DataFrame([{"percent": -close, "end": close}])
    dots = (
        alt.Chart(drawn)
        .mark_point(filled=True, size=30, opacity=0.75)
        .encode(
            x=x,
            y=alt.Y("study:N", title=None, sort=None),
            yOffset=alt.YOffset("spread:Q", scale=alt.Scale(domain=[-0.15, 1.15])),
            color=colour(series),
            shape=shape_channel(series),
            tooltip=[
                alt.Tooltip("item:N", title="Item"),
                alt.Tooltip("cell:N", title="Cell"),
                alt.Tooltip("published:Q", title="Published", format=".6~g"),
                alt.Tooltip("value:Q", title="Ours", format=".6~g"),
                alt.Tooltip("unit:N", title="Unit"),
                alt.Tooltip("percent:Q", title="Off by (%)", format="+.2~f"),
            ],
        )
    )
    shade = alt.Chart(band).mark_rect(opacity=0.13).encode(x=x, x2="end:Q")
    rows = data["study"].n_unique()
    return alt.layer(shade, dots).properties(height=_ROW_HEIGHT * rows)
