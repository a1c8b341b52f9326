"""The kinds of chart that pages use: lines over x, points, and points with intervals."""

from collections.abc import Sequence
from itertools import pairwise
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
from nstrace.pages.charts import BESIDE, WIDEST
from nstrace.pages.marks import (
    DENSE_FROM,
    drawn_columns,
    here_rings,
    is_cut,
    merged,
    point_marks,
    printed_marks,
    rings,
    rules,
    visible,
)

_Shape = Literal["step", "step-after", "linear"]
"""The interpolation of a line between values."""

HEIGHT = 340

PANEL_HEIGHT = 74
"""Height in pixels of each of several panels."""

BESIDE_PANELS = 56
"""Width in pixels of the labels of their axes."""

LEAST_WIDTH, PLACE_WIDTH = 576, 90
"""Widths in pixels that limit a chart of few points: its least width, and the width per point."""

_WORDS = "split(datum.label, width < 420 ? regexp('[ \\n]+') : '\\n')"
"""A Vega expression that wraps a name on an axis."""

APART = 0.008
"""The offset between two series at the same position, as a fraction of the axis."""


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
    """Return a chart with one line for each value of ``series``; ``points`` marks every row.

    With ``steps`` a value holds until the next one; in a ``histogram`` each value is the center of
    a step. Each of ``moments``, on an axis of times, is marked by a labeled rule. ``printed`` has
    published values, in the same columns. Series with equal points are one line with all names.
    """
    frame, series = merged(frame, x, y, series)
    axis = visible(y, frame, printed)
    drawn = drawn_columns(frame, x, y, series)
    base = alt.Chart(drawn).encode(
        x=x_channel(x, whole=frame.schema[x.name].is_integer()),
        y=y_channel(axis),
        color=colour(series, lines=not points),
        opacity=opacity(),
    )
    # Without a stroke, since dashes would break the outlines of symbols.
    dash = dash_channel(
        series,
        symbolStrokeWidth=0 if points else 2,
        symbolSize=alt.Undefined if points else LONG_SYMBOL,
    )
    shape: _Shape = "step" if histogram else "step-after" if steps else "linear"
    lines = base.mark_line(strokeWidth=2, interpolate=shape).encode(strokeDash=dash)
    if histogram:
        lines = lines.properties(data=_with_ends(drawn, x, y, series))
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


def panel_chart(frame: pl.DataFrame, x: Axis, y: Axis, series: Series) -> alt.TopLevelMixin:
    """Return a chart with a panel for each value of ``series``, one above the other.

    The panels have the same axes, so that lines which would cover each other can be compared.
    """
    frame, series = merged(frame, x, y, series)
    base = alt.Chart(drawn_columns(frame, x, y, series)).encode(
        x=x_channel(x, whole=frame.schema[x.name].is_integer()),
        y=y_channel(y).axis(tickCount=3, title=None),
        color=colour(series).legend(None),
    )
    lines = base.mark_line(strokeWidth=1.5)
    row = alt.Row(
        f"{series.name}:N",
        title=None,
        sort=list(series.order),
        header=alt.Header(labelAngle=0, labelOrient="top", labelAnchor="start", labelPadding=4),
    )
    # The title of an axis would be longer than a panel is high.
    panels: alt.FacetChart = lines.properties(height=PANEL_HEIGHT).facet(row=row, spacing=4)
    panels.title = y.label
    panels.usermeta = {BESIDE: BESIDE_PANELS}
    return panels


def _with_ends(frame: pl.DataFrame, x: Axis, y: Axis, series: Series) -> pl.DataFrame:
    """Add empty rows at both ends of a histogram, so that its first and last bars are complete."""
    places = sorted(frame[x.name].unique().to_list())
    if not places[1:]:
        return frame
    step = min(later - place for place, later in pairwise(places))
    ends = [places[0] - step, places[-1] + step]
    if x.from_zero and ends[0] < 0:
        del ends[0]
    names = frame[series.name].unique(maintain_order=True).to_list()
    empty = pl.DataFrame(
        [{x.name: end, y.name: 0, series.name: name} for end in ends for name in names],
        schema={name: frame.schema[name] for name in (x.name, y.name, series.name)},
    )
    return pl.concat([frame, empty], how="diagonal")


def band_chart(
    frame: pl.DataFrame, x: Axis, y: Axis, bounds: tuple[str, str], series: Series
) -> alt.TopLevelMixin:
    """Return a chart with a line and a band for each value of ``series``, which can be zoomed.

    A row summarizes several values: a line through ``y``, and a band between ``bounds``.
    """
    low, high = bounds
    base = alt.Chart(drawn_columns(frame, x, y, series, low, high)).encode(
        # Set the opacity of symbols, as the legend would else take that of the area.
        x=x_channel(x),
        color=colour(series, lines=True, symbolOpacity=1),
    )
    band = base.mark_area(strokeWidth=0, clip=True).encode(
        y=alt.Y(f"{low}:Q", title=y.label, scale=y.scale),
        y2=f"{high}:Q",
        opacity=opacity(0.25, 0.04),
    )
    dash = dash_channel(series, symbolSize=LONG_SYMBOL, symbolType="stroke", symbolOpacity=1)
    lines = base.mark_line(strokeWidth=2, clip=True).encode(
        y=y_channel(y), strokeDash=dash, opacity=opacity()
    )
    return alt.layer(band, lines.add_params(zoom(), choice(series))).properties(height=HEIGHT)


def interval_chart(
    frame: pl.DataFrame,
    x: Axis,
    y: Axis,
    bounds: tuple[str, str],
    series: Series,
    printed: pl.DataFrame | None = None,
) -> alt.TopLevelMixin:
    """Return a chart of means at a few values of ``x``, with error bars between ``bounds``.

    The series are placed side by side at each value of ``x``, so that no bar hides another. A name
    on ``x`` is split at its line breaks, and in a narrow window into words. ``printed`` has
    published values, in the same columns. Lists in a column ``singles`` are drawn as rings.
    """
    low, high = bounds
    places = frame[x.name].unique(maintain_order=True).to_list()
    across = alt.X(
        f"{x.name}:O",
        title=x.lines,
        # Keep names in the order of the rows.
        sort=places if frame.schema[x.name] == pl.String else alt.Undefined,
        axis=alt.Axis(labelAngle=0, grid=False, labelExpr=_WORDS),
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
        bars.add_params(choice(series)),
        points,
        *rings(frame, base, y),
        *here_rings(base, y),
    ]
    if printed is not None and printed.height:
        cut = is_cut(frame, y)
        layers.append(printed_marks(printed, across, y, series, cut=cut, apart=True))
    width = max(LEAST_WIDTH, PLACE_WIDTH * len(places) * len(series.order))
    return alt.layer(*layers).properties(height=HEIGHT, usermeta={WIDEST: width})


def sweep_chart(
    frame: pl.DataFrame, x: Axis, y: Axis, bounds: tuple[str, str], series: Series
) -> alt.TopLevelMixin:
    """Return a chart of means over the numbers ``x``, with lines and error bars between ``bounds``.

    Each series is shifted slightly along ``x``, so that overlapping lines can be distinguished.
    """
    low, high = bounds
    places = frame[x.name].unique().sort().to_list()
    middle = (len(series.order) - 1) / 2
    steps = {name: index - middle for index, name in enumerate(series.order)}
    step = pl.col(series.name).replace_strict(steps, return_dtype=pl.Float64)
    if x.logarithmic:
        place = pl.col(x.name) * ((places[-1] / places[0]) ** APART) ** step
    else:
        place = pl.col(x.name) + APART * (places[-1] - places[0]) * step
    drawn = drawn_columns(frame, x, y, series, low, high).with_columns(drawn=place)
    # Without a format, Vega rounds custom tick values as if they were evenly spaced.
    ticks = alt.Axis(values=places, format=",.6~r")
    across = alt.X("drawn:Q", title=x.lines, axis=ticks, scale=x.scale)
    base = alt.Chart(drawn).encode(x=across, color=colour(series), opacity=opacity())
    means = base.encode(y=y_channel(y))
    bars = base.mark_rule(strokeWidth=2).encode(
        y=alt.Y(f"{low}:Q", title=y.label, scale=y.scale), y2=f"{high}:Q"
    )
    dash = dash_channel(series, symbolStrokeWidth=0)  # as in line_chart
    lines = means.mark_line(strokeWidth=1.5).encode(strokeDash=dash)
    lines = lines.add_params(choice(series))
    points = point_marks(means, x, y, series)
    layers = [lines, bars, points, *rings(frame, base, y), *here_rings(base, y)]
    return alt.layer(*layers).properties(height=HEIGHT)


def scatter_chart(frame: pl.DataFrame, x: Axis, y: Axis, series: Series) -> alt.TopLevelMixin:
    """Return a chart with a point for each row."""
    base = alt.Chart(drawn_columns(frame, x, y, series)).encode(
        x=x_channel(x), y=y_channel(y), color=colour(series), opacity=opacity()
    )
    points = point_marks(base, x, y, series).add_params(choice(series))
    if frame.height > DENSE_FROM:
        points = points.add_params(zoom())
    return alt.layer(points).properties(height=HEIGHT)
