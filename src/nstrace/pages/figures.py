"""The kinds of chart that pages use: lines over x, points, and points with intervals."""

from collections.abc import Sequence
from typing import Literal

import altair as alt
import polars as pl

from nstrace.pages.axes import Axis, Moment, Series
from nstrace.pages.channels import (
    LONG_SYMBOL,
    choice,
    colour,
    dash_channel,
    opacity,
    x_channel,
    y_channel,
    zoom,
)
from nstrace.pages.marks import (
    DENSE_FROM,
    bands,
    drawn_columns,
    is_cut,
    point_marks,
    printed_marks,
    rings,
    rules,
    visible,
)

_Shape = Literal["step", "step-after", "linear"]
"""How a line goes from one value to the next."""

HEIGHT = 340

APART = 0.008
"""Distance of two series at the same place, as a part of the axis."""


def line_chart(
    frame: pl.DataFrame,
    x: Axis,
    y: Axis,
    series: Series,
    *,
    points: bool = True,
    steps: bool = False,
    moments: Sequence[Moment] = (),
    printed: pl.DataFrame | None = None,
    histogram: bool = False,
) -> alt.TopLevelMixin:
    """One line for each value of ``series``; ``points`` marks every row.

    With ``steps`` a value holds until the next one; in a ``histogram`` each stands for as much
    before it as after. At each of ``moments``, on an axis of times, there is a rule with its name.
    ``printed`` has the text's own values, in the same columns.
    """
    axis = visible(y, frame, printed)
    base = alt.Chart(drawn_columns(frame, x, y, series)).encode(
        x=x_channel(x), y=y_channel(axis), color=colour(series), opacity=opacity()
    )
    dash = dash_channel(series)
    if not points:
        dash = dash.legend(symbolSize=LONG_SYMBOL, symbolStrokeWidth=2)
    shape: _Shape = "step" if histogram else "step-after" if steps else "linear"
    lines = base.mark_line(strokeWidth=2, interpolate=shape).encode(strokeDash=dash)
    if frame.height > DENSE_FROM:
        lines = lines.add_params(zoom())
    layers = [lines.add_params(choice(series))]
    if points:
        layers.append(point_marks(base, x, y, series))
    if moments:
        layers += rules(x, moments)
    if printed is not None and printed.height:
        cut = is_cut(frame, x, axis)
        layers.append(printed_marks(printed, x_channel(x), axis, series, cut=cut))
    return alt.layer(*layers).properties(height=HEIGHT)


def band_chart(
    frame: pl.DataFrame, x: Axis, y: Axis, bounds: tuple[str, str], series: Series
) -> alt.TopLevelMixin:
    """A line for each value of ``series`` in a band: what stands for more values than fit."""
    low, high = bounds
    base = alt.Chart(drawn_columns(frame, x, y, series, low, high)).encode(
        # A pale area would make the legend's lines pale, too.
        x=x_channel(x),
        color=colour(series, symbolOpacity=1),
    )
    band = base.mark_area(strokeWidth=0).encode(
        y=alt.Y(f"{low}:Q", title=y.label, scale=y.scale),
        y2=f"{high}:Q",
        opacity=opacity(0.25, 0.04),
    )
    dash = dash_channel(series).legend(
        symbolSize=LONG_SYMBOL, symbolStrokeWidth=2, symbolType="stroke", symbolOpacity=1
    )
    lines = base.mark_line(strokeWidth=2).encode(y=y_channel(y), strokeDash=dash, opacity=opacity())
    return alt.layer(band, lines.add_params(choice(series))).properties(height=HEIGHT)


def interval_chart(
    frame: pl.DataFrame,
    x: Axis,
    y: Axis,
    bounds: tuple[str, str],
    series: Series,
    printed: pl.DataFrame | None = None,
) -> alt.TopLevelMixin:
    """Means over a few values of ``x``, with an error bar between the columns ``bounds``.

    The series stand side by side at each value of ``x``, so that no bar hides another. A name on
    ``x`` takes as many lines as it has. ``printed`` has the text's own values, in the same columns.
    Lists in a column ``singles`` are drawn as rings.
    """
    low, high = bounds
    across = alt.X(
        f"{x.name}:O",
        title=x.lines,
        # Names stay in the order of the rows.
        sort=None if frame.schema[x.name] == pl.String else alt.Undefined,
        axis=alt.Axis(labelAngle=0, grid=False, labelExpr="split(datum.label, '\\n')"),
    )
    base = alt.Chart(drawn_columns(frame, x, y, series, low, high)).encode(
        x=across,
        xOffset=alt.XOffset(f"{series.name}:N", sort=list(series.order)),
        color=colour(series),
        opacity=opacity(),
    )
    y = visible(y, frame, printed)
    bars = base.mark_rule(strokeWidth=2).encode(
        y=alt.Y(f"{low}:Q", title=y.label, scale=y.scale), y2=f"{high}:Q"
    )
    points = point_marks(base.encode(y=y_channel(y)), x, y, series)
    layers = [
        *bands(base, y, series),
        bars.add_params(choice(series)),
        points,
        *rings(frame, base, y),
    ]
    if printed is not None and printed.height:
        cut = is_cut(frame, y)
        layers.append(printed_marks(printed, across, y, series, cut=cut, apart=True))
    return alt.layer(*layers).properties(height=HEIGHT)


def sweep_chart(
    frame: pl.DataFrame, x: Axis, y: Axis, bounds: tuple[str, str], series: Series
) -> alt.TopLevelMixin:
    """Means over the numbers ``x``, joined by lines, with error bars between ``bounds``.

    Each series is moved a little along ``x``, so that lines that run together can be told apart.
    """
    low, high = bounds
    places = frame[x.name].unique().sort().to_list()
    step = APART * (places[-1] - places[0])
    middle = (len(series.order) - 1) / 2
    moved = {name: step * (index - middle) for index, name in enumerate(series.order)}
    offset = pl.col(series.name).replace_strict(moved, return_dtype=pl.Float64)
    drawn = drawn_columns(frame, x, y, series, low, high).with_columns(
        drawn=pl.col(x.name) + offset
    )
    across = alt.X("drawn:Q", title=x.lines, axis=alt.Axis(values=places), scale=x.scale)
    base = alt.Chart(drawn).encode(x=across, color=colour(series), opacity=opacity())
    means = base.encode(y=y_channel(y))
    bars = base.mark_rule(strokeWidth=2).encode(
        y=alt.Y(f"{low}:Q", title=y.label, scale=y.scale), y2=f"{high}:Q"
    )
    # Dashes would break the outlines of the legend's symbols.
    dash = dash_channel(series).legend(symbolStrokeWidth=0)
    lines = means.mark_line(strokeWidth=1.5).encode(strokeDash=dash)
    lines = lines.add_params(choice(series))
    points = point_marks(means, x, y, series)
    layers = [*bands(base, y, series), lines, bars, points, *rings(frame, base, y)]
    return alt.layer(*layers).properties(height=HEIGHT)


def scatter_chart(frame: pl.DataFrame, x: Axis, y: Axis, series: Series) -> alt.TopLevelMixin:
    """A point for each row, without lines."""
    base = alt.Chart(drawn_columns(frame, x, y, series)).encode(
        x=x_channel(x), y=y_channel(y), color=colour(series), opacity=opacity()
    )
    points = point_marks(base, x, y, series).add_params(choice(series))
    if frame.height > DENSE_FROM:
        points = points.add_params(zoom())
    return alt.layer(points).properties(height=HEIGHT)
