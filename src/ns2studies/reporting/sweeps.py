"""Charts of sweeps: means with their intervals over a parameter, and lines over time."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from ns2studies.reporting.charts import Text, chart_block
from ns2studies.reporting.figures import (
    Axis,
    Moment,
    Series,
    interval_chart,
    line_chart,
    sweep_chart,
)
from ns2studies.reporting.markup import Block, slug
from ns2studies.reporting.study_page import NOT_MEASURED

VARIANTS = {"reno": "Reno", "sack": "SACK"}
"""The thesis' variants; any other goes by the name that the configuration gives it."""

TIME = Axis("time_s", "Time", "s", from_zero=False)
MEANS = "Means of up to {n} replications with 95% intervals (Student's t)."
SINGLE = "One run a point: no intervals."
MOVED = " Each line is moved a little sideways, so that none hides another."
CUT = " Intervals that leave the picture are cut off: the data has them."

LONGEST = 2.0
"""An interval is drawn up to so many times the largest mean."""


@dataclass(frozen=True)
class Heading:
    """A chart's figure, what it shows, and what its caption says first.

    Args:
        method: how the means and their intervals were made of ``{n}`` replications.
    """

    figure: str
    title: str
    words: str
    method: str = MEANS


def named_variants(data: pl.DataFrame) -> pl.DataFrame:
    """``data`` with names of TCP's variants for people."""
    return data.with_columns(pl.col("variant").replace(VARIANTS))


def variants_in(data: pl.DataFrame) -> list[str]:
    """The thesis' variants, and whatever else :func:`named_variants` left in ``data``."""
    known = list(VARIANTS.values())
    return known + sorted(set(data["variant"].to_list()).difference(known))


def by_variant(data: pl.DataFrame) -> Series:
    """Lines or points for each variant."""
    return Series("variant", "Variant", variants_in(data))


def means(
    data: pl.DataFrame, x: Axis, y: Axis, series: Series, heading: Heading, *, joined: bool = False
) -> Block:
    """Means with intervals; an interval of few runs would leave no room for the means.

    Args:
        data: columns of ``x`` and ``series``, ``value``, ``low`` and ``high`` of its interval,
            and ``n``, the runs.
        joined: whether lines join the means of a series, over numbers ``x``.
    """
    if data.is_empty():
        return NOT_MEASURED
    least, most = _bounds(data, y)
    drawn = data.with_columns(
        pl.col("low").fill_null(pl.col("value")).clip(lower_bound=least),
        pl.col("high").fill_null(pl.col("value")).clip(upper_bound=most),
    )
    cut = data.filter((pl.col("low") < least) | (pl.col("high") > most)).height > 0
    most_runs = max(data["n"])
    values = "; ".join(
        f"{row[x.name]}, {row[series.name]}: {row['value']:.4g}" for row in data.to_dicts()
    )
    text = Text(
        title=f"{heading.figure}: {heading.title}",
        description=f"Points with error bars of the {y.label}. {values}.",
        caption=heading.words
        + (heading.method.format(n=most_runs) if most_runs > 1 else SINGLE)
        + (MOVED if joined and len(series.order) > 1 else "")
        + (CUT if cut else ""),
    )
    draw = sweep_chart if joined else interval_chart
    chart = draw(drawn, x, y, ("low", "high"), series)
    return chart_block(chart, data, id=f"chart-{slug(heading.figure)}", text=text, digits=3)


def _bounds(data: pl.DataFrame, y: Axis) -> tuple[float, float]:
    """From where to where intervals are drawn."""
    numbers = data["value"].to_list()
    if y.logarithmic:
        return min(numbers) / LONGEST, max(numbers) * LONGEST
    largest = LONGEST * max(abs(number) for number in numbers)
    if y.signed:
        half = (data["high"] - data["value"]).median()
        largest = max(largest, LONGEST * float(half) if isinstance(half, float) else 0)
        return -largest, largest
    return min(0.0, *numbers), largest


def over_time(
    data: pl.DataFrame,
    y: Axis,
    series: Series,
    heading: Heading,
    id: str,
    moments: Sequence[Moment] = (),
) -> Block:
    """Lines over ``time_s``.

    Args:
        id: unique in the page, before it becomes a slug.
        moments: events that are marked.
    """
    if data.is_empty():
        return NOT_MEASURED
    parts = data.group_by(series.name, maintain_order=True).agg(
        pl.col(y.name).mean().alias("mean"), pl.col(y.name).std().alias("deviation")
    )
    words = "; ".join(f"{name} {mean:.3g} ± {spread:.2g}" for name, mean, spread in parts.rows())
    marked = "; ".join(f"{moment.name} at {moment.time_s:g} s" for moment in moments)
    text = Text(
        title=f"{heading.figure}: {heading.title}",
        description=f"Lines over time. Mean and deviation: {words}."
        + (f" Marked: {marked}." if marked else ""),
        caption=f"{heading.words}Mean and standard deviation of the points: {words}.",
    )
    chart = line_chart(data, TIME, y, series, points=False, moments=moments)
    return chart_block(chart, data, id=f"chart-{slug(id)}", text=text, digits=3)
