"""The page of a comparison: everything in one file, with charts of what moved."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import polars as pl
from markupsafe import Markup, escape

import ns2studies
from ns2studies.comparing.differences import MOST_MEASURES, StudyDifferences
from ns2studies.comparing.drawing import drawn_rows, moved_chart
from ns2studies.comparing.sets import ResultSet
from ns2studies.comparing.words import (
    ANOTHER_VALUE,
    NO_VERDICT,
    apart_rows,
    chance_words,
    has_other_values,
    named_first,
    number,
    parameter_rows,
    run_words,
    titles,
)
from ns2studies.report.blocks import VERDICTS, badge
from ns2studies.report.charts.drawings import drawing, script_of_charts
from ns2studies.report.check import check_page
from nstrace.files import whole_file
from nstrace.pages.charts import Text, chart_html
from nstrace.pages.markup import fill, slug
from nstrace.pages.tables import Column, table_html
from nstrace.pages.whole import Section, whole_page

_CHARTS: Final = 8
"""Metrics of a study that have a chart, those of which most moved."""

_LISTED: Final = 100
"""Measures that a table shows; the file behind it has more."""

_MOVED: Final = (
    "Without chance in it, a measure has moved if it differs at all. With chance, it has moved if "
    "zero is outside of the 95 % interval of the difference: of the differences run by run where "
    "five runs or more have the same seed in both, else of the two means. Of such intervals one in "
    "twenty misses zero though nothing changed; the column says how many that would be at most. "
    "Charts show the intervals of A and of B; these may overlap where runs are compared one by one."
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
    one, other = titles(sets)
    changed_first = sorted(found, key=lambda study: study.is_alike)
    page = whole_page(
        "What differs between two sets of results",
        f"{one}, beside {other}",
        [_overview(found, notes), *(_study(study, sets) for study in changed_first)],
        generator=f"ns2studies {ns2studies.__version__}",
        footer="Every number in it is a query of the two sets of results.",
        library=script_of_charts,
    )
    with whole_file(target) as temporary:
        temporary.write_text(page, encoding="utf-8")
        check_page(temporary, str(target))


def _overview(found: Sequence[StudyDifferences], notes: Sequence[str]) -> Section:
    rows = [_overview_row(study) for study in found]
    columns = [
        Column("study", "Study", header=True, link="address"),
        Column("parameters", "Parameters that differ", "", "number"),
        Column("claims", "Statements with another verdict", "", "number"),
        Column("cells", "Printed values with another verdict", "", "number"),
        Column("measures", "Measures compared", "", "number"),
        Column("exact", "Moved, without chance", "", "number"),
        Column("beyond", "Moved beyond their interval", "", "number"),
        Column("intervals", "of those that differ", "", "number"),
        Column("by_chance", "By chance at most", "", "number", 1),
        Column("too_few", "Differ, too few runs", "", "number"),
    ]
    blocks = [
        table_html(pl.DataFrame(rows), columns, id="studies", caption="What differs, by study"),
        fill("<p>{{ text }}</p>", text=_MOVED),
        *(fill('<p class="note">{{ note }}</p>', note=note) for note in notes),
    ]
    if all(study.is_alike for study in found):
        blocks.append(
            fill("<p>Nothing moved: every verdict and every measure is the same in both.</p>")
        )
    return Section("Overview", blocks)


def _overview_row(study: StudyDifferences) -> dict[str, Any]:
    of = study.totals
    return {
        "study": study.study,
        "address": f"#section-{study.study}",
        "parameters": study.changed_parameters,
        "claims": study.claims.height,
        "cells": study.cells.height,
        "measures": int(of["measures"]),
        "exact": int(of["moved_exactly"]),
        "beyond": int(of["beyond"]),
        "intervals": int(of["intervals"]),
        "by_chance": of["by_chance"],
        "too_few": int(of["too_few"]),
    }


def _study(study: StudyDifferences, sets: Sequence[ResultSet]) -> Section:
    return Section(study.study, list(_blocks(study, titles(sets))))


def _blocks(study: StudyDifferences, names: tuple[str, str]) -> Iterator[Markup]:
    for name, facts in zip(names, study.facts, strict=True):
        if facts.words:
            yield fill("<p>{{ name }}: {{ words }}</p>", name=name, words=facts.words)
    yield fill("<p>{{ runs }} {{ chance }}</p>", runs=run_words(study), chance=chance_words(study))
    yield from _apart(study)
    if study.programs:
        yield fill("<p>Made with other: {{ what | join(', ') }}.</p>", what=study.programs)
    if parameter_rows(study):
        yield _parameters(study)
    if study.claims.height:
        yield _claims(study)
    if study.cells.height:
        yield _cells(study)
    if study.metrics.height:
        yield _metrics(study)
    yield from _charts(study, names)
    if study.measures.height:
        yield _measures(study)


def _apart(study: StudyDifferences) -> Iterator[Markup]:
    """The scenarios that one set of results alone has, and why that may be."""
    rows = apart_rows(study)
    if not rows:
        return
    shown = [{**row, "named": named_first(row)} for row in rows]
    frame = pl.DataFrame(shown).select("scenario_set", "side", "scenarios", "named")
    columns = [
        Column("scenario_set", "Scenario set", header=True),
        Column("side", "Only in"),
        Column("scenarios", "Scenarios", "", "number"),
        Column("named", "Which", kind="words"),
    ]
    caption = f"{study.study}: scenarios that are not compared, as one side alone has them"
    yield table_html(frame, columns, id=f"{study.study}-apart", caption=caption)
    if has_other_values(rows):
        yield fill('<p class="note">{{ words }}</p>', words=ANOTHER_VALUE)


def _parameters(study: StudyDifferences) -> Markup:
    rows = pl.DataFrame(parameter_rows(study), schema=["key", "change", "place"], orient="row")
    columns = [
        Column("key", "Parameter", header=True),
        Column("change", "A -> B", kind="words"),
        Column("place", "Where", kind="words"),
    ]
    id = f"{study.study}-parameters"
    return table_html(rows, columns, id=id, caption=f"{study.study}: parameters that differ")


def _badge(verdict: str) -> Markup:
    """A verdict's badge; one of an earlier version that has none, as it is."""
    return badge(verdict) if verdict in VERDICTS else escape(verdict)


def _verdict_columns() -> list[Column]:
    return [
        Column("verdict_a", "A", kind="badge", drawn=_badge),
        Column("verdict_b", "B", kind="badge", drawn=_badge),
    ]


def _claims(study: StudyDifferences) -> Markup:
    rows = study.claims.with_columns(pl.col("verdict_a", "verdict_b").fill_null(NO_VERDICT))
    columns = [
        Column("statement", "Statement", kind="words", header=True),
        *_verdict_columns(),
        Column("evidence_a", "Evidence in A", kind="words"),
        Column("evidence_b", "Evidence in B", kind="words"),
    ]
    id = f"{study.study}-claims"
    return table_html(
        rows, columns, id=id, caption=f"{study.study}: statements with another verdict"
    )


def _cells(study: StudyDifferences) -> Markup:
    rows = study.cells.with_columns(
        pl.col("verdict_a", "verdict_b").fill_null(NO_VERDICT),
        *_numbers("ours_a", "ours_b"),
    )
    columns = [
        Column("item", "Printed in", header=True),
        Column("row", "Row"),
        Column("column", "Column"),
        Column("printed", "Printed", "", "number"),
        Column("unit", "Unit"),
        Column("ours_a", "Ours in A", "", "number"),
        Column("ours_b", "Ours in B", "", "number"),
        *_verdict_columns(),
    ]
    id = f"{study.study}-printed"
    return table_html(
        rows, columns, id=id, caption=f"{study.study}: printed values with another verdict"
    )


def _metrics(study: StudyDifferences) -> Markup:
    columns = [
        Column("title", "Metric", header=True),
        Column("measures", "Measures in both", "", "number"),
        Column("moved", "Moved", "", "number"),
        Column("within_chance", "Differ within chance", "", "number"),
        Column("too_few", "Differ, too few runs", "", "number"),
    ]
    id = f"{study.study}-metrics"
    return table_html(
        study.metrics, columns, id=id, caption=f"{study.study}: metrics that moved or differ"
    )


def _charts(study: StudyDifferences, names: tuple[str, str]) -> Iterator[Markup]:
    moved = [row for row in study.metrics.iter_rows(named=True) if row["moved"]]
    for row in moved[:_CHARTS]:
        rows = drawn_rows(study.measures, row["metric"])
        # Of very many measures that moved, none of this metric may be listed.
        if rows.is_empty():
            continue
        unit = "Value" if row["unit"] in (None, "1") else str(row["unit"])
        shown = rows["place"].n_unique()
        text = Text(
            f"{study.study}: {row['title']}",
            f"{row['title']} in {unit}, in A and in B, where it moved most.",
            f"{row['moved']} of {row['measures']} measures moved; "
            f"{'all of them' if shown == row['moved'] else f'the {shown} that moved most'} are "
            f"drawn, with 95 % intervals where chance has a part. {names[0]}; {names[1]}.",
        )
        yield chart_html(
            moved_chart(rows, unit),
            rows,
            id=f"{slug(study.study)}-{slug(row['metric'])}",
            text=text,
            draw=drawing,
        )
    if len(moved) > _CHARTS:
        yield fill(
            '<p class="note">{{ more }} more metrics moved; the table below has them.</p>',
            more=len(moved) - _CHARTS,
        )


def _measures(study: StudyDifferences) -> Markup:
    every = int(study.totals["moved"] + study.totals["too_few"])
    shown = study.measures.head(_LISTED).with_columns(
        *_numbers("mean_a", "mean_b", "difference"),
        pl.struct("low", "high").map_elements(_interval, pl.String).alias("interval"),
    )
    columns = [
        Column("scenario", "Scenario", header=True),
        Column("title", "Metric"),
        Column("subject", "Of"),
        Column("unit", "Unit"),
        Column("mean_a", "A", "", "number"),
        Column("mean_b", "B", "", "number"),
        Column("difference", "Difference", "", "number"),
        Column("interval", "with 95 %"),
        Column("basis", "Judged by"),
        Column("outcome", "Outcome"),
    ]
    listed = study.measures.height
    note = f"The first {shown.height} of {every}." if shown.height < every else ""
    if note:
        note += f" The download has {'them all' if listed == every else f'{MOST_MEASURES}'}."
    return table_html(
        shown,
        columns,
        id=f"{study.study}-measures",
        caption=f"{study.study}: measures that moved or differ, those that moved most first",
        note=note,
        download=study.measures,
    )


def _interval(ends: dict[str, float | None]) -> str:
    return "" if ends["low"] is None else f"{number(ends['low'])} to {number(ends['high'])}"


def _numbers(*names: str) -> list[pl.Expr]:
    """Numbers of all sizes as text with six digits each."""
    return [pl.col(name).map_elements(number, pl.String, skip_nulls=False) for name in names]
