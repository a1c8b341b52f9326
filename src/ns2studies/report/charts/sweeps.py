"""Charts of sweeps: means with their intervals over a parameter, and lines over time."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import polars as pl

from ns2studies.report.blocks import NOT_MEASURED, Block
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.charts.findings import extremes, short, values_in_words
from nstrace.pages.axes import Axis, Moment, Series
from nstrace.pages.charts import Text
from nstrace.pages.figures import band_chart, interval_chart, line_chart, sweep_chart
from nstrace.pages.marks import HERE, SINGLES, with_interval_words
from nstrace.pages.markup import slug, whole

VARIANTS = {"reno": "Reno", "sack": "SACK"}
"""Names of the thesis' variants; others have the name that the configuration gives them."""

TIME = Axis("time_s", "Time", "s", from_zero=False)
MEANS = "Means of up to {n} replications with 95% intervals."
FEW = "Means of up to {n} replications, which are shown as rings: too few for an interval."
SINGLE = "One run a point: no intervals."
MOVED = " Lines are shifted slightly sideways, so that none hides another."
CUT = " Intervals are cut off at the edge of the chart; the data below has them in full."

MIN_POINTS = 2
"""Smallest number of values with a time between them."""

LONGEST = 2.0
"""Intervals are drawn up to this multiple of the largest mean."""


@dataclass(frozen=True)
class Heading:
    """The figure of a chart, its subject, and the beginning of its caption.

    Args:
        method: how the means and their intervals were computed from ``{n}`` replications.
        metric: the metric whose definition the chart links to, if its data do not determine it.
        is_brief: whether the chart is one of many that share a figure and an explanation.
    """

    figure: str
    title: str
    words: str
    method: str = MEANS
    metric: str = ""
    is_brief: bool = False

    def title_of(self, finding: str) -> str:
        """Return the chart's title."""
        found = f"{self.title}: {finding}"
        return f"{found[:1].upper()}{found[1:]}" if self.is_brief else f"{self.figure}: {found}"


def named_variants(data: pl.DataFrame) -> pl.DataFrame:
    """Replace keys of TCP variants by their names."""
    return data.with_columns(pl.col("variant").replace(VARIANTS))


def variants_in(data: pl.DataFrame) -> list[str]:
    """Return the thesis' variants, followed by any others that ``data`` has."""
    known = list(VARIANTS.values())
    return known + sorted(set(data["variant"].to_list()).difference(known))


def by_variant(data: pl.DataFrame) -> Series:
    """Return a series for each variant."""
    return Series("variant", "Variant", variants_in(data))


def means(
    data: pl.DataFrame,
    x: Axis,
    y: Axis,
    series: Series,
    heading: Heading,
    *,
    joined: bool = False,
    printed: pl.DataFrame | None = None,
) -> Block:
    """Draw means with intervals; wide ones of few runs are cut off, to leave room for the means.

    Args:
        data: columns of ``x`` and ``series``, ``value``, ``low`` and ``high`` of its interval,
            and ``n``, the number of runs; also ``singles``, lists of single runs if they are few.
        joined: whether lines join the means of a series, over numbers ``x``.
        printed: the text's own values, in columns of ``x``, ``series`` and ``value``; not joined.
    """
    if data.is_empty():
        return NOT_MEASURED
    least, most = _bounds(data, y)
    drawn = with_interval_words(data, "low", "high").with_columns(
        pl.col("low").clip(lower_bound=least), pl.col("high").clip(upper_bound=most)
    )
    cut = data.filter((pl.col("low") < least) | (pl.col("high") > most)).height > 0
    most_runs = max(data["n"])
    values = "; ".join(
        f"{row[x.name]}, {row[series.name]}: {row['value']:.4g}" for row in data.to_dicts()
    )
    text = Text(
        title=heading.title_of(f"{_finding(data, x, y, series, joined)}{_of_few(data, most_runs)}"),
        description=f"Points with error bars of the {y.label}. {values}.",
        caption=heading.words.rstrip()
        if heading.is_brief
        else heading.words
        + _method(heading, data, most_runs)
        + (MOVED if joined and len(series.order) > 1 else "")
        + (CUT if cut else ""),
    )
    bounds = ("low", "high")
    chart = (
        sweep_chart(drawn, x, y, bounds, series)
        if joined
        else interval_chart(drawn, x, y, bounds, series, printed)
    )
    listed = with_words(data)
    return chart_block(
        chart,
        listed,
        id=f"chart-{slug(heading.figure)}",
        text=text,
        digits=3,
        metric=heading.metric,
    )


def _finding(data: pl.DataFrame, x: Axis, y: Axis, series: Series, joined: bool) -> str:
    """Return the finding for a title: of the last place of lines, or of all points."""
    known = data.drop_nulls("value")
    places = known[x.name].unique(maintain_order=True).to_list()
    if not joined and len(places) > 1:
        several = len(series.order) > 1
        return _told(known, [_place(at, x) for at in known[x.name]], series if several else None, y)
    last = max(places, default=0)
    there = known.filter(pl.col(x.name) == last)
    at = f"{x.title.lower()} {_place(last, x)}" if joined else _place(last, x)
    return f"at {at}: {_told(there, [], series, y)}"


def _told(rows: pl.DataFrame, places: Sequence[str], series: Series | None, y: Axis) -> str:
    """Return the values of some rows in words, by places, series, or both."""
    parts = [places] if places else []
    parts += [rows[series.name].to_list()] if series else []
    names = [", ".join(named) for named in zip(*parts, strict=True)]
    values = dict(zip(names, map(float, rows["value"]), strict=True))
    ends = dict(zip(names, rows.select("low", "high").iter_rows(), strict=True))
    return extremes(values, y.unit, ends) if places else values_in_words(values, y.unit, ends)


def _of_few(data: pl.DataFrame, most_runs: int) -> str:
    """Return the sample size for a title if no value has an interval."""
    if data["low"].count() > 0:
        return ""
    return ", one run a point" if most_runs == 1 else f", up to {most_runs} runs a point"


def _place(value: object, x: Axis) -> str:
    if not isinstance(value, int | float):
        return str(value).replace("\n", " ")
    number = whole(value) if isinstance(value, int) else short(value)
    return f"{number}/s" if x.unit == "1/s" else f"{number} {x.unit}".rstrip()


def _method(heading: Heading, data: pl.DataFrame, most_runs: int) -> str:
    if most_runs == 1:
        return SINGLE
    has_intervals = data["low"].count() > 0
    return (heading.method if has_intervals else FEW).format(n=most_runs)


def scaled(data: pl.DataFrame, factor: float) -> pl.DataFrame:
    """Scale values, intervals and single runs by a factor."""
    singles = pl.col(SINGLES).list.eval(pl.element() * factor)
    return data.with_columns(
        pl.col("value", "low", "high") * factor,
        *([singles] if SINGLES in data.columns else []),
        *([pl.col(HERE) * factor] if HERE in data.columns else []),
    )


def _single_values(data: pl.DataFrame) -> list[float]:
    if SINGLES not in data.columns:
        return []
    return [value for values in data[SINGLES].to_list() for value in values or ()]


def with_words(data: pl.DataFrame) -> pl.DataFrame:
    """Format lists of single runs as text, for a table."""
    if SINGLES not in data.columns:
        return data
    if not data[SINGLES].count():
        return data.drop(SINGLES)
    words = [
        "" if values is None else "; ".join(f"{value:.4g}" for value in values)
        for values in data[SINGLES].to_list()
    ]
    return data.with_columns(pl.Series(SINGLES, words))


def _bounds(data: pl.DataFrame, y: Axis) -> tuple[float, float]:
    """Return the range in which intervals are drawn."""
    numbers = [*data["value"].to_list(), *_single_values(data)]
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
    window_s: float = 0,
) -> Block:
    """Draw lines over ``time_s`` for one replication.

    Args:
        id: unique in the page, before it becomes a slug.
        moments: events that are marked.
        window_s: width in seconds of windows over which a line shows means, in a band from the
            least to the largest value; 0 draws single values, of which many would overlap.
    """
    if data.is_empty():
        return NOT_MEASURED
    parts = data.partition_by(series.name, as_dict=True, maintain_order=True)
    spreads = {str(name): time_average(part, y.name) for (name,), part in parts.items()}
    unit = f" {y.unit}" if y.unit else ""
    words = "; ".join(
        f"{name} {spreads[name][0]:.3g} ± {spreads[name][1]:.2g}{unit}"
        for name in series.order
        if name in spreads
    )
    found = values_in_words({name: mean for name, (mean, _) in spreads.items()}, y.unit)
    marked = "; ".join(f"{moment.name} at {moment.time_s:g} s" for moment in moments)
    shown = f"Lines: means of {window_s:g} s; bands: least and largest. " if window_s else ""
    text = Text(
        title=heading.title_of(f"on average {found}, in one run"),
        description=f"Lines over time. Mean and deviation: {words}."
        + (f" Marked: {marked}." if marked else ""),
        caption=f"{heading.words}{shown}Mean over time and standard deviation: {words}.",
    )
    if window_s:
        drawn = _windows(data, y.name, series.name, window_s)
        chart = band_chart(drawn, TIME, y, ("low", "high"), series)
    else:
        chart = line_chart(data, TIME, y, series, points=False, moments=moments)
    return chart_block(
        chart, data, id=f"chart-{slug(id)}", text=text, digits=3, metric=heading.metric
    )


def time_average(part: pl.DataFrame, column: str) -> tuple[float, float]:
    """Return mean and standard deviation over ``time_s``; a value applies until the next one."""
    ordered = part.sort("time_s")
    times, values = ordered["time_s"].to_list(), ordered[column].to_list()
    if len(times) < MIN_POINTS or times[-1] == times[0]:
        return float(values[0]), 0.0
    lengths = [later - time for time, later in pairwise(times)]
    whole = times[-1] - times[0]
    pairs = list(zip(values, lengths, strict=False))
    mean = sum(value * width for value, width in pairs) / whole
    variance = sum((value - mean) ** 2 * width for value, width in pairs) / whole
    return mean, math.sqrt(variance)


def _windows(data: pl.DataFrame, column: str, series: str, width_s: float) -> pl.DataFrame:
    """Return mean, least and largest value in each window; its time is the window's middle."""
    return (
        data.with_columns(time_s=(pl.col("time_s") / width_s).floor() * width_s + width_s / 2)
        .group_by(series, "time_s", maintain_order=True)
        .agg(pl.col(column).mean(), low=pl.col(column).min(), high=pl.col(column).max())
    )
