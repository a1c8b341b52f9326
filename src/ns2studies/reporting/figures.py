"""The kinds of chart the studies use: lines over x, points, and points with intervals.

A series differs by colour, by dash and by symbol, so that no reader has to tell colours.
Colours come from the theme (charts.json), which has a palette for light and for dark.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt
import polars as pl

HEIGHT = 340
DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4], [4, 2, 1, 2, 1, 2]]
SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]


@dataclass(frozen=True)
class Axis:
    """A frame's column on an axis, with its title and unit.

    Args:
        domain: what the axis shows; by default what the values need.
        logarithmic: equal ratios are equally far apart; the values are above 0.
    """

    name: str
    title: str
    unit: str = ""
    from_zero: bool = True
    domain: tuple[float, float] | None = None
    logarithmic: bool = False

    @property
    def label(self) -> str:
        """The axis title with its unit."""
        return f"{self.title} ({self.unit})" if self.unit else self.title

    @property
    def scale(self) -> alt.Scale:
        """How values become places."""
        if self.logarithmic:
            return alt.Scale(type="log")
        if self.domain:
            return alt.Scale(domain=list(self.domain), zero=False, nice=False)
        return alt.Scale(zero=self.from_zero)


@dataclass(frozen=True)
class Series:
    """The column that tells the lines apart, its title, and the order of its values."""

    name: str
    title: str
    order: Sequence[str]


def line_chart(
    frame: pl.DataFrame,
    x: Axis,
    y: Axis,
    series: Series,
    *,
    points: bool = True,
    steps: bool = False,
) -> alt.TopLevelMixin:
    """One line for each value of ``series``; ``points`` marks every row.

    With ``steps`` a value holds until the next one.
    """
    base = alt.Chart(frame.select(x.name, y.name, series.name)).encode(
        x=_x(x), y=_y(y), color=_colour(series)
    )
    lines = base.mark_line(strokeWidth=2).encode(strokeDash=_dash(series))
    if steps:
        lines = base.mark_line(strokeWidth=2, interpolate="step-after").encode(
            strokeDash=_dash(series)
        )
    layers = [lines]
    if points:
        layers.append(_points(base, x, y, series))
    return alt.layer(*layers).properties(height=HEIGHT)


def interval_chart(
    frame: pl.DataFrame, x: Axis, y: Axis, bounds: tuple[str, str], series: Series
) -> alt.TopLevelMixin:
    """Means over a few values of ``x``, with an error bar between the columns ``bounds``.

    The series stand side by side at each value of ``x``, so that no bar hides another.
    """
    low, high = bounds
    base = alt.Chart(frame.select(x.name, y.name, low, high, series.name)).encode(
        x=alt.X(
            f"{x.name}:O",
            title=x.label,
            # Names stay in the order of the rows.
            sort=None if frame.schema[x.name] == pl.String else alt.Undefined,
            axis=alt.Axis(labelAngle=0, grid=False),
        ),
        xOffset=alt.XOffset(f"{series.name}:N", sort=list(series.order)),
        color=_colour(series),
    )
    bars = base.mark_rule(strokeWidth=2).encode(
        y=alt.Y(f"{low}:Q", title=y.label, scale=y.scale), y2=f"{high}:Q"
    )
    points = _points(base.encode(y=_y(y)), x, y, series)
    return alt.layer(bars, points).properties(height=HEIGHT)


def scatter_chart(frame: pl.DataFrame, x: Axis, y: Axis, series: Series) -> alt.TopLevelMixin:
    """A point for each row, without lines."""
    base = alt.Chart(frame.select(x.name, y.name, series.name)).encode(
        x=_x(x), y=_y(y), color=_colour(series)
    )
    return alt.layer(_points(base, x, y, series)).properties(height=HEIGHT)


def _points(base: alt.Chart, x: Axis, y: Axis, series: Series) -> alt.Chart:
    points: alt.Chart = base.mark_point(filled=True, size=42, opacity=1).encode(
        shape=alt.Shape(
            f"{series.name}:N",
            title=series.title,
            sort=list(series.order),
            scale=alt.Scale(domain=list(series.order), range=SHAPES[: len(series.order)]),
        ),
        tooltip=[
            alt.Tooltip(f"{series.name}:N", title=series.title),
            # An axis of names shows them as they are.
            alt.Tooltip(x.name, title=x.label),
            alt.Tooltip(f"{y.name}:Q", title=y.label, format=".6~g"),
        ],
    )
    return points


def _x(axis: Axis) -> alt.X:
    return alt.X(f"{axis.name}:Q", title=axis.label, scale=axis.scale)


def _y(axis: Axis) -> alt.Y:
    return alt.Y(f"{axis.name}:Q", title=axis.label, scale=axis.scale)


def _colour(series: Series) -> alt.Color:
    return alt.Color(
        f"{series.name}:N",
        title=series.title,
        sort=list(series.order),
        scale=alt.Scale(domain=list(series.order)),
    )


def _dash(series: Series) -> alt.StrokeDash:
    return alt.StrokeDash(
        f"{series.name}:N",
        title=series.title,
        sort=list(series.order),
        scale=alt.Scale(domain=list(series.order), range=DASHES[: len(series.order)]),
    )
