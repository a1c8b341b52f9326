"""The kinds of chart that pages use: lines over x, points, and points with intervals.

A series differs by colour, by dash and by symbol, so that no reader has to tell colours.
Colours come from the theme (charts.json), which has a palette for light and for dark.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import altair as alt
import polars as pl

from nstrace.pages.axes import Axis, Moment, Series
from nstrace.pages.charts import RECEIPT

_Shape = Literal["step", "step-after", "linear"]
"""How a line goes from one value to the next."""

HEIGHT = 340
DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4], [4, 2, 1, 2, 1, 2]]
APART = 0.008
"""Distance of two series at the same place, as a part of the axis."""

REFERENCE = ("reference_low", "reference_high")
"""Columns of an interval from elsewhere, drawn pale behind a point: that of many more runs."""

DENSE_FROM = 300
"""Rows from which a line chart can be enlarged."""

LONG_SYMBOL = 900
"""Area in square pixels of a line in a legend, so that its dashes can be told apart."""

ALIKE = 1e-3
"""Values that differ by no more than this part of them are drawn on an axis with room."""

CHOSEN = "chosen"
"""The series that a reader has chosen in the legend: the others fade."""

FADED = 0.12

PALE, BAND = 0.28, 11
"""Opacity of an interval from elsewhere, and its width in pixels."""

NARROW, SYMBOL, LETTER = 330, 26, 7
"""Widths in pixels: of a chart in a narrow window, of a legend's symbol, of a letter beside it."""

THEME_COLUMNS = 3
"""Columns of a legend in theme/charts.json."""

SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]


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
    axis = _visible(y, frame, printed)
    base = alt.Chart(_drawn(frame, x, y, series)).encode(
        x=_x(x), y=_y(axis), color=_colour(series), opacity=_opacity()
    )
    dash = _dash(series)
    if not points:
        dash = dash.legend(symbolSize=LONG_SYMBOL, symbolStrokeWidth=2)
    shape: _Shape = "step" if histogram else "step-after" if steps else "linear"
    lines = base.mark_line(strokeWidth=2, interpolate=shape).encode(strokeDash=dash)
    if frame.height > DENSE_FROM:
        lines = lines.add_params(_zoom())
    layers = [lines.add_params(_choice(series))]
    if points:
        layers.append(_points(base, x, y, series))
    if moments:
        layers += _rules(x, moments)
    if printed is not None and printed.height:
        cut = _is_cut(frame, x, axis)
        layers.append(_printed(printed, _x(x), axis, series, cut=cut))
    return alt.layer(*layers).properties(height=HEIGHT)


def band_chart(
    frame: pl.DataFrame, x: Axis, y: Axis, bounds: tuple[str, str], series: Series
) -> alt.TopLevelMixin:
    """A line for each value of ``series`` in a band: what stands for more values than fit."""
    low, high = bounds
    base = alt.Chart(_drawn(frame, x, y, series, low, high)).encode(
        # A pale area would make the legend's lines pale, too.
        x=_x(x),
        color=_colour(series, symbolOpacity=1),
    )
    band = base.mark_area(strokeWidth=0).encode(
        y=alt.Y(f"{low}:Q", title=y.label, scale=y.scale),
        y2=f"{high}:Q",
        opacity=alt.when(alt.param(CHOSEN)).then(alt.value(0.25)).otherwise(alt.value(0.04)),
    )
    dash = _dash(series).legend(
        symbolSize=LONG_SYMBOL, symbolStrokeWidth=2, symbolType="stroke", symbolOpacity=1
    )
    lines = base.mark_line(strokeWidth=2).encode(y=_y(y), strokeDash=dash, opacity=_opacity())
    return alt.layer(band, lines.add_params(_choice(series))).properties(height=HEIGHT)


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
    base = alt.Chart(_drawn(frame, x, y, series, low, high)).encode(
        x=across,
        xOffset=alt.XOffset(f"{series.name}:N", sort=list(series.order)),
        color=_colour(series),
        opacity=_opacity(),
    )
    y = _visible(y, frame, printed)
    bars = base.mark_rule(strokeWidth=2).encode(
        y=alt.Y(f"{low}:Q", title=y.label, scale=y.scale), y2=f"{high}:Q"
    )
    points = _points(base.encode(y=_y(y)), x, y, series)
    layers = [
        *_band(base, y, series),
        bars.add_params(_choice(series)),
        points,
        *_rings(frame, base, y),
    ]
    if printed is not None and printed.height:
        cut = _is_cut(frame, y)
        layers.append(_printed(printed, across, y, series, cut=cut, apart=True))
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
    drawn = _drawn(frame, x, y, series, low, high).with_columns(drawn=pl.col(x.name) + offset)
    across = alt.X("drawn:Q", title=x.lines, axis=alt.Axis(values=places), scale=x.scale)
    base = alt.Chart(drawn).encode(x=across, color=_colour(series), opacity=_opacity())
    means = base.encode(y=_y(y))
    bars = base.mark_rule(strokeWidth=2).encode(
        y=alt.Y(f"{low}:Q", title=y.label, scale=y.scale), y2=f"{high}:Q"
    )
    # Dashes would break the outlines of the legend's symbols.
    dash = _dash(series).legend(symbolStrokeWidth=0)
    lines = means.mark_line(strokeWidth=1.5).encode(strokeDash=dash)
    lines = lines.add_params(_choice(series))
    points = _points(means, x, y, series)
    layers = [*_band(base, y, series), lines, bars, points, *_rings(frame, base, y)]
    return alt.layer(*layers).properties(height=HEIGHT)


def scatter_chart(frame: pl.DataFrame, x: Axis, y: Axis, series: Series) -> alt.TopLevelMixin:
    """A point for each row, without lines."""
    base = alt.Chart(_drawn(frame, x, y, series)).encode(
        x=_x(x), y=_y(y), color=_colour(series), opacity=_opacity()
    )
    points = _points(base, x, y, series).add_params(_choice(series))
    if frame.height > DENSE_FROM:
        points = points.add_params(_zoom())
    return alt.layer(points).properties(height=HEIGHT)


def _drawn(frame: pl.DataFrame, x: Axis, y: Axis, series: Series, *bounds: str) -> pl.DataFrame:
    """The columns that a chart shows, that its tooltips tell, and that name a point's receipt."""
    told = [name for name in ("low", "high", "n", *RECEIPT) if name in frame.columns]
    told += [name for name in REFERENCE if _has_band(frame)]
    names = [x.name, y.name, series.name, *bounds, *told, *_singles(frame)]
    return frame.select(list(dict.fromkeys(names)))


def _visible(axis: Axis, frame: pl.DataFrame, printed: pl.DataFrame | None) -> Axis:
    """The axis with room around values that are all the same: it would have no second tick."""
    frames = [frame] if printed is None else [frame, printed]
    values = [value for each in frames for value in each[axis.name].drop_nulls().to_list()]
    if axis.domain or axis.logarithmic or axis.from_zero or not values:
        return axis
    least, most = min(values), max(values)
    room = ALIKE * max(abs(least), abs(most))
    if most - least > room or room == 0:
        return axis
    return replace(axis, domain=(least - 5 * room, most + 5 * room))


def _choice(series: Series) -> alt.Parameter:
    """What is chosen by a click in the legend; nothing chosen is all."""
    chosen: alt.Parameter = alt.selection_point(
        name=CHOSEN, fields=[series.name], bind="legend", toggle=True
    )
    return chosen


def _opacity() -> Any:
    return alt.when(alt.param(CHOSEN)).then(alt.value(1)).otherwise(alt.value(FADED))


def _zoom() -> alt.Parameter:
    """Enlarging along x, with the shift key, so that wheel and finger go on moving the page."""
    zoom: alt.Parameter = alt.selection_interval(
        name="zoom",
        bind="scales",
        encodings=["x"],
        zoom="wheel![event.shiftKey]",
        translate="[pointerdown[event.shiftKey], window:pointerup] > window:pointermove!",
    )
    return zoom


def _is_cut(frame: pl.DataFrame, *axes: Axis) -> bool:
    """Whether points may lie outside: of a range that was chosen, or once a reader has zoomed.

    Any other point is drawn whole, also where it lies on the edge.
    """
    return frame.height > DENSE_FROM or any(axis.domain for axis in axes)


def _printed(
    frame: pl.DataFrame, x: alt.X, y: Axis, series: Series, *, cut: bool, apart: bool = False
) -> alt.Chart:
    """The text's own values, by the one mark that stands for them on all pages."""
    chart: alt.Chart = (
        alt.Chart(frame)
        .mark_point(style="printed", clip=cut)
        .encode(
            x=x,
            y=_y(y),
            tooltip=[
                alt.Tooltip(f"{series.name}:N", title="Printed, of"),
                alt.Tooltip(f"{y.name}:Q", title=y.label, format=".6~g"),
            ],
        )
    )
    if apart:
        chart = chart.encode(xOffset=alt.XOffset(f"{series.name}:N", sort=list(series.order)))
    return chart


def _has_band(frame: pl.DataFrame) -> bool:
    return set(REFERENCE) <= set(frame.columns) and frame[REFERENCE[0]].count() > 0


def _band(base: alt.Chart, y: Axis, series: Series) -> list[alt.Chart]:
    """The pale interval behind each point, if there are any."""
    if not _has_band(base.data):
        return []
    low, high = REFERENCE
    band = base.transform_filter(f"isValid(datum.{low})").mark_rule(
        style="reference", strokeWidth=BAND, strokeCap="butt"
    )
    return [
        band.encode(
            # The legend is that of the points: it is not pale.
            color=_colour(series, symbolOpacity=1),
            y=alt.Y(f"{low}:Q", title=y.label, scale=y.scale),
            y2=f"{high}:Q",
            opacity=alt.when(alt.param(CHOSEN)).then(alt.value(PALE)).otherwise(alt.value(0.06)),
        )
    ]


SINGLES = "singles"
"""The column of single runs where they are too few for an interval."""


def _singles(frame: pl.DataFrame) -> list[str]:
    """The column of single runs, if a frame has some."""
    return [SINGLES] if SINGLES in frame.columns and frame[SINGLES].count() else []


def _rings(frame: pl.DataFrame, base: alt.Chart, y: Axis) -> list[alt.Chart]:
    """A small ring for each single run of those that are too few for an interval."""
    if not _singles(frame):
        return []
    rings = base.transform_filter(f"isValid(datum.{SINGLES})").transform_flatten([SINGLES])
    return [
        rings.mark_point(filled=False, size=22, strokeWidth=1.5).encode(
            y=alt.Y(f"{SINGLES}:Q", title=y.label, scale=y.scale)
        )
    ]


def _rules(x: Axis, moments: Sequence[Moment]) -> list[alt.Chart]:
    """A rule at each moment, and its name along it."""
    frame = pl.DataFrame([{x.name: moment.time_s, "event": moment.name} for moment in moments])
    base = alt.Chart(frame).encode(x=_x(x))
    # Above the chart, where no line runs through them.
    names = base.mark_text(align="left", baseline="middle", angle=270, dx=4)
    return [
        base.mark_rule(strokeDash=[3, 3], opacity=0.7),
        names.encode(y=alt.value(0), text="event:N"),
    ]


def _points(base: alt.Chart, x: Axis, y: Axis, series: Series) -> alt.Chart:
    cut = _is_cut(base.data, x, y)
    points: alt.Chart = base.mark_point(filled=True, size=42, clip=cut).encode(
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
            *_told(base.data),
        ],
    )
    return points


def _told(frame: pl.DataFrame) -> list[alt.Tooltip]:
    """Interval and number of runs, where a frame has them."""
    titles = {"low": "From", "high": "to", "n": "Runs"}
    titles |= dict(zip(REFERENCE, ("Full scale: from", "Full scale: to"), strict=True))
    return [
        alt.Tooltip(f"{name}:Q", title=title, format=".6~g")
        for name, title in titles.items()
        if name in frame.columns
    ]


def _x(axis: Axis) -> alt.X:
    return alt.X(f"{axis.name}:Q", title=axis.lines, scale=axis.scale)


def _y(axis: Axis) -> alt.Y:
    return alt.Y(f"{axis.name}:Q", title=axis.label, scale=axis.scale)


def _colour(series: Series, **legend: Any) -> alt.Color:
    colour = alt.Color(
        f"{series.name}:N",
        title=series.title,
        sort=list(series.order),
        scale=alt.Scale(domain=list(series.order)),
    )
    columns = _legend_columns(series)
    if columns is not None:
        legend["columns"] = columns
    return colour.legend(**legend) if legend else colour


def _legend_columns(series: Series) -> int | None:
    """So many columns of names as a narrow window has room for; None: as the theme has it."""
    widest = max(map(len, series.order), default=0)
    room = NARROW // (SYMBOL + LETTER * widest)
    return max(1, room) if room < THEME_COLUMNS else None


def _dash(series: Series) -> alt.StrokeDash:
    return alt.StrokeDash(
        f"{series.name}:N",
        title=series.title,
        sort=list(series.order),
        scale=alt.Scale(domain=list(series.order), range=DASHES[: len(series.order)]),
    )
