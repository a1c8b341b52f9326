"""Marks of charts: points, rings, rules, and published values."""

from collections.abc import Sequence
from dataclasses import replace

import altair as alt
import polars as pl

from nstrace.pages.axes import SEPARATOR, Axis, Moment, Series
from nstrace.pages.channels import SAME, shape_channel, x_channel, y_channel
from nstrace.pages.receipts import RECEIPT

HERE = "here"
"""The column of values from a smaller set of runs, drawn as rings beside the points."""

DENSE_FROM = 200
"""The number of rows beyond which a chart can be zoomed; its points are 3 pixels apart on paper."""

ALIKE = 1e-3
"""The relative difference up to which values count as equal, and their axis gets padding."""

MOST_NAMES = 4
"""The number of names up to which a line of equal series has all of them."""

SINGLES = "singles"
"""The column with the values of single runs, if they are too few for an interval."""

INTERVAL = "interval"
"""The column of a point's interval as text, for tooltips."""


def drawn_columns(
    frame: pl.DataFrame, x: Axis, y: Axis, series: Series, *bounds: str
) -> pl.DataFrame:
    """Select the columns for a chart's marks, tooltips and receipts.

    Args:
        bounds: columns with the ends of each row's interval, if any.
    """
    if bounds and INTERVAL not in frame.columns:
        frame = with_interval_words(frame, *bounds)
    told = [name for name in (INTERVAL, "n", HERE, *RECEIPT) if name in frame.columns]
    names = [x.name, y.name, series.name, *bounds, *told, *_singles(frame)]
    parts = pl.col(series.name).str.split(SEPARATOR)
    return frame.select(
        *dict.fromkeys(names),
        *(parts.list.get(place).alias(series.part(place).name) for place in _places(series)),
    )


def _places(series: Series) -> Sequence[int]:
    return range(0 if series.parts is None else 2)


def merged(frame: pl.DataFrame, x: Axis, y: Axis, series: Series) -> tuple[pl.DataFrame, Series]:
    """Merge series with equal points, of which one would hide the other, into ``Reno = SACK``."""
    alike: dict[tuple[tuple[object, ...], ...], list[str]] = {}
    for name in series.order:
        points = frame.filter(pl.col(series.name) == name).select(x.name, y.name)
        key = tuple(points.sort(x.name, y.name).iter_rows()) or ((name,),)
        alike.setdefault(key, []).append(name)
    groups = {names[0]: _joined(names) for names in alike.values()}
    if len(groups) == len(series.order):
        return frame, series
    kept = frame.filter(pl.col(series.name).is_in(list(groups)))
    named = kept.with_columns(pl.col(series.name).replace(groups))
    return named, replace(series, order=list(groups.values()))


def _joined(names: Sequence[str]) -> str:
    """Join the names of equal series; of many, only the first two are named."""
    if len(names) <= MOST_NAMES:
        return SAME.join(names)
    return f"{SAME.join(names[:2])}{SAME}… ({len(names)} in all)"


def with_interval_words(frame: pl.DataFrame, low: str, high: str) -> pl.DataFrame:
    """Add a column with each row's interval as text, or "none"."""
    ends = frame.select(low, high).iter_rows()
    words = [
        "none" if first is None or last is None else f"{first:.6g} to {last:.6g}"
        for first, last in ends
    ]
    return frame.with_columns(pl.Series(INTERVAL, words, pl.String))


def visible(axis: Axis, frame: pl.DataFrame, printed: pl.DataFrame | None) -> Axis:
    """Return the axis, padded if all values are nearly equal, as it would have only one tick."""
    frames = [frame] if printed is None else [frame, printed]
    values = [value for each in frames for value in each[axis.name].drop_nulls().to_list()]
    if axis.domain or axis.logarithmic or axis.from_zero or not values:
        return axis
    least, most = min(values), max(values)
    room = ALIKE * max(abs(least), abs(most))
    if most - least > room or room == 0:
        return axis
    return replace(axis, domain=(least - 5 * room, most + 5 * room))


def is_cut(frame: pl.DataFrame, *axes: Axis) -> bool:
    """Return whether points may lie outside the axes: with a fixed domain, or after zooming.

    Otherwise points on the edge are not clipped.
    """
    return frame.height > DENSE_FROM or any(axis.domain for axis in axes)


def printed_marks(
    frame: pl.DataFrame, x: alt.X, y: Axis, series: Series, *, cut: bool, apart: bool = False
) -> alt.Chart:
    """Return marks of published values, which look the same on all pages."""
    chart: alt.Chart = (
        alt.Chart(frame)
        .mark_point(style="printed", clip=cut)
        .encode(
            x=x,
            y=y_channel(y),
            tooltip=[
                alt.Tooltip(f"{series.name}:N", title="Printed, of"),
                alt.Tooltip(f"{y.name}:Q", title=y.label, format=".6~g"),
            ],
        )
    )
    if apart:
        chart = chart.encode(xOffset=alt.XOffset(f"{series.name}:N", sort=list(series.order)))
    return chart


def here_rings(base: alt.Chart, y: Axis) -> list[alt.Chart]:
    """Return a ring for the value of these runs at each point, if points have such values."""
    if HERE not in base.data.columns or not base.data[HERE].count():
        return []
    rings = base.transform_filter(f"isValid(datum.{HERE})").mark_point(
        style="here", filled=False, size=110, strokeWidth=1.6
    )
    return [rings.encode(y=alt.Y(f"{HERE}:Q", title=y.label, scale=y.scale))]


def _singles(frame: pl.DataFrame) -> list[str]:
    """Return the column of single runs in a list, which is empty if there are none."""
    return [SINGLES] if SINGLES in frame.columns and frame[SINGLES].count() else []


def rings(frame: pl.DataFrame, base: alt.Chart, y: Axis) -> list[alt.Chart]:
    """Return small rings for single runs, if they are too few for an interval.

    A point of a single run has no ring, which would hide its symbol.
    """
    if not _singles(frame):
        return []
    several = f"isValid(datum.{SINGLES}) && length(datum.{SINGLES}) > 1"
    rings = base.transform_filter(several).transform_flatten([SINGLES])
    return [
        rings.mark_point(filled=False, size=22, strokeWidth=1.5).encode(
            y=alt.Y(f"{SINGLES}:Q", title=y.label, scale=y.scale)
        )
    ]


def rules(x: Axis, moments: Sequence[Moment]) -> list[alt.Chart]:
    """Return a rule at each moment, with its name alongside."""
    frame = pl.DataFrame([{x.name: moment.time_s, "event": moment.name} for moment in moments])
    base = alt.Chart(frame).encode(x=x_channel(x))
    # Place names above the chart, clear of its lines; disable clipping, which zooming turns on.
    names = base.mark_text(align="left", baseline="middle", angle=270, dx=4, clip=False)
    return [
        base.mark_rule(strokeDash=[3, 3], opacity=0.7),
        names.encode(y=alt.value(0), text="event:N"),
    ]


def point_marks(base: alt.Chart, x: Axis, y: Axis, series: Series) -> alt.Chart:
    """Return a symbol for each row, with a tooltip."""
    cut = is_cut(base.data, x, y)
    points: alt.Chart = base.mark_point(filled=True, size=42, clip=cut).encode(
        shape=shape_channel(series),
        tooltip=[
            alt.Tooltip(f"{series.name}:N", title=series.title),
            # Without a type, so that names are not formatted as numbers.
            alt.Tooltip(x.name, title=x.label),
            alt.Tooltip(f"{y.name}:Q", title=y.label, format=".6~g"),
            *_told(base.data),
        ],
    )
    return points


def _told(frame: pl.DataFrame) -> list[alt.Tooltip]:
    """Return tooltips of interval, number of runs and value of these runs, if present."""
    titles = {INTERVAL: "Error bar", "n": "Runs", HERE: "These runs"}
    return [
        alt.Tooltip(f"{name}:N", title=title)
        for name, title in titles.items()
        if name in frame.columns
    ]
