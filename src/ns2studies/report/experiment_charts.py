"""Charts of an experiment: a metric over the numeric axis, with a line per value of another one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import polars as pl
from markupsafe import Markup

from ns2studies.basics.wording import counted
from ns2studies.experiments.courses import SERIES
from nstrace.pages.axes import Axis, Series
from nstrace.pages.charts import Text, chart_html
from nstrace.pages.figures import interval_chart, sweep_chart
from nstrace.pages.markup import fill, slug
from nstrace.report.blocks import line_charts
from nstrace.report.drawing import CHARTS, Frame
from nstrace.report.measuring import Run
from nstrace.summary import Summary

_MOST_LINES: Final = 8
_MOST_PANELS: Final = 12
_MARGIN: Final = 1.2
_LOGARITHMIC_FROM: Final = 30.0
"""Ratio of the largest to the smallest value from which an axis is logarithmic."""


@dataclass(frozen=True)
class Layout:
    """The roles of the axes in charts.

    Attributes:
        titles: the display name of each column.
        units: the unit of each column; may be empty.
        x: the column of the horizontal axis; empty if there is no axis.
        lines: the column with a line for each value; empty for one line.
        panels: the columns of small multiples.
    """

    titles: Mapping[str, str]
    units: Mapping[str, str]
    x: str
    lines: str
    panels: tuple[str, ...]

    @classmethod
    def of(
        cls, points: pl.DataFrame, axes: Mapping[str, str], units: Mapping[str, str]
    ) -> "Layout":
        """Choose the axes of charts.

        Args:
            points: the points, in the columns of their axes.
            axes: the column of each axis.
            units: the unit of each axis.
        """
        several = [column for column in axes.values() if points[column].n_unique() > 1]
        numeric = [column for column in several if points.schema[column].is_numeric()]
        by_size = sorted(numeric, key=lambda column: -points[column].n_unique())
        x = next(iter([*by_size, *several]), "")
        rest = [column for column in several if column != x]
        fitting = [column for column in rest if points[column].n_unique() <= _MOST_LINES]
        lines = max(fitting, key=lambda column: points[column].n_unique(), default="")
        panels = tuple(column for column in rest if column != lines)
        titles = {column: axis for axis, column in axes.items()}
        return cls(titles, {it: units[axis] for it, axis in titles.items()}, x, lines, panels)

    def labelled(self, column: str) -> str:
        """Return the display name of a column, with its unit."""
        unit = self.units.get(column)
        return f"{self.titles[column]} ({unit})" if unit else self.titles[column]


def charts_of(
    data: pl.DataFrame,
    layout: Layout,
    metric: str,
    subject: str,
    title: str,
    unit: str,
    definition: str,
) -> Iterator[Markup]:
    """Yield the charts of a metric, one for each combination of the other axes.

    Args:
        data: the metric's rows of the view ``points``.
    """
    name = title if subject in ("", "all") else f"{title}, {subject}"
    panels = list(_panels(data, layout))
    top = max((float(it) for it in data["ci_high"].fill_null(data["mean"])), default=0.0)
    y = Axis("value", title, "" if unit in ("", "1") else unit, domain=_shared(data, top, panels))
    blocks = [
        _chart(rows, layout, y, f"{name}, {words}" if words else name, definition, metric, number)
        for number, (words, rows) in enumerate(panels[:_MOST_PANELS])
    ]
    if len(blocks) == 1:
        yield blocks[0]
    else:
        yield fill(
            '<div class="side-by-side">{% for block in blocks %}<div>{{ block }}</div>'
            "{% endfor %}</div>",
            blocks=blocks,
        )
    if len(panels) > _MOST_PANELS:
        left = counted(len(panels) - _MOST_PANELS, "more combination")
        yield fill('<p class="note">{{ left }} of {{ title }} in the table.</p>', left=left,
                   title=name)  # fmt: skip


def _shared(data: pl.DataFrame, top: float, panels: Sequence[Any]) -> tuple[float, float] | None:
    """Return the range of values that all small multiples share, so that they can be compared."""
    least = data["ci_low"].fill_null(data["mean"]).min()
    if len(panels) < 2 or not isinstance(least, float) or least < 0 or top <= 0:
        return None
    return (0.0, 1.05 * top)


def _panels(data: pl.DataFrame, layout: Layout) -> Iterator[tuple[str, pl.DataFrame]]:
    values = [data[column].unique(maintain_order=True).sort().to_list() for column in layout.panels]
    for chosen in product(*values):
        rows = data
        for column, value in zip(layout.panels, chosen, strict=True):
            rows = rows.filter(pl.col(column) == value)
        words = ", ".join(
            f"{layout.titles[column]} {value} {layout.units[column]}".strip()
            for column, value in zip(layout.panels, chosen, strict=True)
        )
        if not rows.is_empty():
            yield words, rows


def _chart(
    rows: pl.DataFrame,
    layout: Layout,
    y: Axis,
    title: str,
    definition: str,
    metric: str,
    number: int,
) -> Markup:
    x_column = layout.x or "scenario"
    lines = pl.col(layout.lines).cast(pl.String) if layout.lines else pl.lit("mean")
    frame = rows.select(
        pl.col(x_column).alias("x"),
        lines.alias("series"),
        pl.col("mean").alias("value"),
        pl.col("ci_low").alias("low"),
        pl.col("ci_high").alias("high"),
        "n",
    ).sort("x", "series", maintain_order=True)
    across, unit = layout.titles.get(x_column, "Point"), layout.units.get(x_column, "")
    named = layout.labelled(layout.lines) if layout.lines else ""
    order = frame["series"].unique(maintain_order=True).sort().to_list()
    series = Series("series", named or "Value", order)
    joined = frame.schema["x"].is_numeric() and frame["x"].n_unique() > 1
    bounds = ("low", "high")
    chart = (
        sweep_chart(frame, _across(frame, across, unit), y, bounds, series)
        if joined
        else interval_chart(frame, Axis("x", across, unit), y, bounds, series)
    )
    of = f", a line for each value of {named}" if named else ""
    most = max(frame["n"].to_list())
    seeds = f"Means of {counted(most, 'seed')} with 95% intervals." if most > 1 else "One run each."
    values = "; ".join(f"{it['x']}, {it['series']}: {it['value']:.4g}" for it in frame.to_dicts())
    text = Text(title, f"{y.label} over {across}{of}. {values}.", f"{seeds} {definition}".strip())
    unique = f"{slug(title)}-{slug(metric)}-{number}"
    return chart_html(chart, frame, id=f"chart-{unique}", text=text, digits=6)


def _across(frame: pl.DataFrame, title: str, unit: str) -> Axis:
    values = frame["x"].to_list()
    wide = min(values) > 0 and max(values) / min(values) >= _LOGARITHMIC_FROM
    around = (min(values) / _MARGIN, max(values) * _MARGIN) if wide else None
    return Axis("x", title, unit, from_zero=False, logarithmic=wide, domain=around)


def course_charts(rows: pl.DataFrame) -> Iterator[Markup]:
    """Yield the charts of some runs over time, side by side for each quantity.

    Args:
        rows: scenario, seed, series, subject, time and value.
    """
    last_s = float(rows["time_s"].max() or 0.0)  # type: ignore[arg-type]
    frame = Frame(0.0, last_s)
    by_run = rows.partition_by("scenario", "seed", maintain_order=True)
    for chart in CHARTS:
        column = SERIES.get(chart.series)
        if column != chart.value:
            continue
        runs = [_run_of(it, chart.series, column) for it in by_run]
        drawn = [run for run in runs if not run.series[chart.series].is_empty()]
        if drawn:
            yield from line_charts(chart, drawn, frame)


def _run_of(rows: pl.DataFrame, series: str, column: str) -> Run:
    """Return a run of a report that has only one of the series."""
    scenario, seed = rows.row(0)[:2]
    found = rows.filter(pl.col("series") == series)
    courses = found.select("subject", "time_s", pl.col("value").alias(column))
    nothing = Summary({}, [], 0, [], None, [])
    return Run(f"{scenario}, seed {seed}", (), nothing, (), (), {series: courses}, ())
