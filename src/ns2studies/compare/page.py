"""Render a comparison as one page, with charts of the measures that moved."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import altair as alt
import polars as pl
from markupsafe import Markup, escape

import ns2studies
from ns2studies.compare.differences import MOST_MEASURES, StudyDifferences
from ns2studies.compare.previous import STALE_HIDDEN
from ns2studies.compare.results import ResultSet
from ns2studies.compare.text import (
    AXIS_VALUES,
    NOTHING_MOVED,
    measures_text,
    number_text,
    runs_text,
    set_titles,
)
from ns2studies.report.blocks import VERDICTS, badge
from ns2studies.report.charts.drawings import drawing, script_of_charts
from ns2studies.report.check import check_page
from nstrace.files import whole_file
from nstrace.pages.channels import SHAPES
from nstrace.pages.charts import Text, chart_html
from nstrace.pages.markup import fill, slug
from nstrace.pages.tables import Column, table_html
from nstrace.pages.whole import Section, whole_page

_CHARTS: Final = 8
"""Number of metrics of a study that get a chart: those with most measures that moved."""

_PLACES: Final = 12
"""Number of measures in a chart: those that moved most."""

_LISTED: Final = 100
"""Number of rows in the table of measures; the file behind it has more."""

_ROW_HEIGHT: Final = 34

_WIDE: Final = 30.0
"""Ratio of the largest to the smallest value from which an axis is logarithmic."""

_MOVED: Final = (
    "A deterministic measure has moved if it differs at all. A random one has moved if the 95 % "
    "interval of the difference excludes zero: the interval of the differences run by run if at "
    "least five runs have the same seed in both sets, otherwise that of the two means. One in "
    "twenty of such intervals excludes zero although nothing changed; the table has the largest "
    "number to expect. Charts show the intervals of A and of B, which may overlap where runs are "
    "compared one by one."
)


def write_page(
    target: Path,
    sets: Sequence[ResultSet],
    found: Sequence[StudyDifferences],
    notes: Sequence[str],
) -> None:
    """Write the page of a comparison; it appears whole or not at all.

    Raises:
        ReportError: if it breaks a rule of pages.
        NstraceError: if it can't be written.
    """
    one, other = titles = set_titles(sets)
    changed_first = sorted(found, key=lambda study: study.has_equal_results)
    studies = [Section(it.study, list(_blocks(it, titles))) for it in changed_first]
    page = whole_page(
        "What differs between two sets of results",
        f"{one}; {other}",
        [Section("Overview", list(_overview(found, notes))), *studies],
        generator=f"ns2studies {ns2studies.__version__}",
        footer="Every number is a query of the two sets of results.",
        library=script_of_charts,
    )
    with whole_file(target) as temporary:
        temporary.write_text(page, encoding="utf-8")
        check_page(temporary, str(target))


def _overview(found: Sequence[StudyDifferences], notes: Sequence[str]) -> Iterator[Markup]:
    yield fill(
        "{{ stale }}>Results have changed since this comparison was made. Compare again: "
        "<code>./reproduce compare</code></p>\n<p>Compared at {{ now }}.</p>",
        stale=Markup(STALE_HIDDEN),
        now=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    )
    rows = [
        {
            "study": it.study,
            "address": f"#section-{it.study}",
            "parameters": it.changed_parameters,
            "claims": it.claims.height,
            "cells": it.cells.height,
            **{name: int(value) for name, value in it.totals.items()},
            "by_chance": it.totals["by_chance"],
        }
        for it in found
    ]
    columns = [
        Column("study", "Study", header=True, link="address"),
        _number("parameters", "Changed parameters"),
        _number("claims", "Claims with another verdict"),
        _number("cells", "Published values with another verdict"),
        _number("measures", "Measures compared"),
        _number("moved_exactly", "Moved, without chance"),
        _number("beyond", "Moved beyond their interval"),
        _number("intervals", "of those that differ"),
        Column("by_chance", "Expected by chance, at most", "", "number", 1),
        _number("too_few", "Differ, too few runs"),
    ]
    yield table_html(pl.DataFrame(rows), columns, id="studies", caption="What differs, by study")
    yield fill("<p>{{ text }}</p>", text=_MOVED)
    for note in notes:
        yield fill('<p class="note">{{ note }}</p>', note=note)
    if all(study.has_equal_results for study in found):
        yield fill("<p>{{ text }}</p>", text=NOTHING_MOVED)


def _number(name: str, title: str) -> Column:
    return Column(name, title, "", "number")


def _blocks(study: StudyDifferences, titles: tuple[str, str]) -> Iterator[Markup]:
    for title, facts in zip(titles, study.facts, strict=True):
        if facts.text:
            yield fill("<p>{{ title }}: {{ facts }}</p>", title=title, facts=facts.text)
    yield fill("<p>{{ runs }} {{ it }}</p>", runs=runs_text(study), it=measures_text(study))
    yield from _table(study, "apart", "scenarios that only one set has, so not compared",
                      study.scenarios, _APART)  # fmt: skip
    if study.scenarios["is_on_both_sides"].any():
        yield fill('<p class="note">{{ text }}</p>', text=AXIS_VALUES)
    if study.programs:
        yield fill("<p>Made with other: {{ it | join(', ') }}.</p>", it=study.programs)
    yield from _table(study, "parameters", "changed parameters", study.parameters, _PARAMETERS)
    yield from _table(study, "claims", "claims with another verdict", study.claims, _CLAIMS)
    yield from _table(study, "published", "published values with another verdict",
                      _with_texts(study.cells, "ours_a", "ours_b"), _CELLS)  # fmt: skip
    yield from _table(study, "metrics", "metrics that moved or differ", study.metrics, _METRICS)
    yield from _charts(study, titles)
    yield from _measures(study)


def _table(
    study: StudyDifferences,
    part: str,
    caption: str,
    frame: pl.DataFrame,
    columns: Sequence[Column],
    note: str = "",
    download: pl.DataFrame | None = None,
) -> Iterator[Markup]:
    """Yield a table, unless it is empty."""
    if not frame.is_empty():
        yield table_html(
            frame,
            columns,
            id=f"{study.study}-{part}",
            caption=f"{study.study}: {caption}",
            note=note,
            download=download,
        )


def _badge(verdict: str) -> Markup:
    """Draw a verdict; other versions may have verdicts without a badge."""
    return badge(verdict) if verdict in VERDICTS else escape(verdict)


_VERDICTS: Final = (
    Column("verdict_a", "A", kind="badge", drawn=_badge),
    Column("verdict_b", "B", kind="badge", drawn=_badge),
)
_APART: Final = (
    Column("scenario_set", "Scenario set", header=True),
    Column("side", "Only in"),
    _number("scenarios", "Scenarios"),
    Column("named", "Which", kind="words"),
)
_PARAMETERS: Final = (
    Column("key", "Parameter", header=True),
    Column("change", "A -> B", kind="words"),
    Column("place", "Where", kind="words"),
)
_CLAIMS: Final = (
    Column("statement", "Claim", kind="words", header=True),
    *_VERDICTS,
    Column("evidence_a", "Evidence in A", kind="words"),
    Column("evidence_b", "Evidence in B", kind="words"),
)
_CELLS: Final = (
    Column("item", "Published in", header=True),
    Column("row", "Row"),
    Column("column", "Column"),
    _number("printed", "Published"),
    Column("unit", "Unit"),
    _number("ours_a", "Ours in A"),
    _number("ours_b", "Ours in B"),
    *_VERDICTS,
)
_METRICS: Final = (
    Column("title", "Metric", header=True),
    _number("measures", "Measures in both"),
    _number("moved", "Moved"),
    _number("within_chance", "Differ within chance"),
    _number("too_few", "Differ, too few runs"),
)
_MEASURES: Final = (
    Column("scenario", "Scenario", header=True),
    Column("title", "Metric"),
    Column("subject", "Of"),
    Column("unit", "Unit"),
    _number("mean_a", "A"),
    _number("mean_b", "B"),
    _number("difference", "Difference"),
    Column("interval", "95 % interval"),
    Column("basis", "Judged by"),
    Column("outcome", "Outcome"),
)


def _measures(study: StudyDifferences) -> Iterator[Markup]:
    total, listed = int(study.totals["moved"] + study.totals["too_few"]), study.measures.height
    interval = pl.struct("low", "high").map_elements(_interval, pl.String).alias("interval")
    shown = study.measures.head(_LISTED).with_columns(interval)
    note = f"The first {shown.height} of {total}." if shown.height < total else ""
    if note:
        note += f" The download has {'all' if listed == total else MOST_MEASURES}."
    caption = "measures that moved or differ, those that moved most first"
    shown = _with_texts(shown, "mean_a", "mean_b", "difference")
    yield from _table(study, "measures", caption, shown, _MEASURES, note, study.measures)


def _interval(ends: dict[str, float | None]) -> str:
    low, high = ends["low"], ends["high"]
    return "" if low is None else f"{number_text(low)} to {number_text(high)}"


def _with_texts(frame: pl.DataFrame, *names: str) -> pl.DataFrame:
    """Format columns of numbers of any size."""
    texts = (pl.col(it).map_elements(number_text, pl.String, skip_nulls=False) for it in names)
    return frame.with_columns(*texts)


def _charts(study: StudyDifferences, titles: tuple[str, str]) -> Iterator[Markup]:
    moved = study.metrics.filter(pl.col("moved") > 0)
    for row in moved.head(_CHARTS).iter_rows(named=True):
        rows = _drawn_rows(study.measures, row["metric"])
        # If very many measures moved, those of this metric may not be listed.
        if rows.is_empty():
            continue
        unit = "Value" if row["unit"] in (None, "1") else str(row["unit"])
        drawn = rows["place"].n_unique()
        which = "all" if drawn == row["moved"] else f"the {drawn} that moved most"
        yield chart_html(
            _moved_chart(rows, unit),
            rows,
            id=f"{slug(study.study)}-{slug(row['metric'])}",
            text=Text(
                f"{study.study}: {row['title']}",
                f"{row['title']} in {unit}, in A and in B, where it moved most.",
                f"{row['moved']} of {row['measures']} measures moved. The chart shows {which}, "
                f"with 95 % intervals where there is chance. {titles[0]}; {titles[1]}.",
            ),
            draw=drawing,
        )
    if (more := moved.height - _CHARTS) > 0:
        text = '<p class="note">{{ more }} more metrics moved; the table above has them.</p>'
        yield fill(text, more=more)


def _drawn_rows(measures: pl.DataFrame, metric: str) -> pl.DataFrame:
    """Return a row for both sets in each place of a metric's chart."""
    own = measures.filter((pl.col("metric") == metric) & (pl.col("outcome") == "moved"))
    names = [pl.col("scenario").replace("", None), pl.col("subject")]
    place = pl.concat_str(names, separator="\n", ignore_nulls=True).alias("place")
    rows = own.head(_PLACES).with_columns(place)
    return pl.concat(
        rows.select(
            "place",
            pl.lit(letter.upper()).alias("set"),
            pl.col(f"mean_{letter}").alias("value"),
            pl.col(f"low_{letter}").alias("low"),
            pl.col(f"high_{letter}").alias("high"),
            pl.col(f"n_{letter}").alias("runs"),
        )
        for letter in "ab"
    )


def _moved_chart(rows: pl.DataFrame, unit: str) -> alt.TopLevelMixin:
    """Draw both means in each place with their intervals."""
    places, sets = rows["place"].unique(maintain_order=True).to_list(), ["A", "B"]
    labels = alt.Axis(labelLimit=300, labelExpr="split(datum.label, '\\n')")
    base = alt.Chart(rows).encode(
        x=alt.X("value:Q", title=unit, scale=_scale(rows)),
        y=alt.Y("place:N", title=None, sort=places, axis=labels),
        yOffset=alt.YOffset("set:N", sort=sets),
    )
    color = alt.Color("set:N", title="Results", sort=sets, scale=alt.Scale(domain=sets),
                      legend=alt.Legend(columns=1))  # fmt: skip
    shapes = alt.Scale(domain=sets, range=SHAPES[: len(sets)])
    low = alt.X("low:Q", title=unit, scale=_scale(rows))
    numbers = {"value": unit, "low": "From", "high": "to", "runs": "Runs"}
    points = base.mark_point(filled=True, size=60, opacity=1).encode(
        color=color,
        shape=alt.Shape("set:N", title="Results", sort=sets, scale=shapes),
        tooltip=[
            alt.Tooltip("place:N", title="Where"),
            alt.Tooltip("set:N", title="Results"),
            *(alt.Tooltip(f"{it}:Q", title=numbers[it], format=".6~g") for it in numbers),
        ],
    )
    links = base.mark_line(strokeWidth=1, opacity=0.6, color="gray").encode(detail="place:N")
    bars = base.mark_rule(strokeWidth=2).encode(x=low, x2="high:Q", color=color)
    return alt.layer(links, bars, points).properties(height=_ROW_HEIGHT * len(places) + 20)


def _scale(rows: pl.DataFrame) -> alt.Scale:
    values: list[Any] = (
        pl.concat(rows[it] for it in ("value", "low", "high")).drop_nulls().to_list()
    )
    if min(values) > 0 and max(values) > _WIDE * min(values):
        return alt.Scale(type="log")
    return alt.Scale(zero=False)
