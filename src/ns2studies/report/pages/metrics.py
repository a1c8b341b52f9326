"""How each metric that a study's page uses is defined, and the way to its estimates."""

import re
from collections.abc import Mapping

import polars as pl

from ns2studies.report.charts.chart import metric_id
from ns2studies.report.markup import Block
from ns2studies.report.page import Page
from ns2studies.report.pages.comparison import unit_sign
from ns2studies.report.pages.explorer.address import explorer_address
from ns2studies.report.tables import table
from nstrace.pages.tables import Column
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

_KEY = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
"""What a metric may be called in the database."""

_OF_MANY_METRICS = ("metrics", "estimates")
"""Tables with values of many metrics; each other table of results holds those of one."""


def metrics_block(page: Page, study: str) -> Block:
    """The metrics that a study has values of; those with estimates link to them."""
    columns = [
        Column("title", "Metric", header=True, link="rows"),
        Column("unit", "Unit"),
        Column("definition", "Definition", kind="words"),
        Column("source", "Source", kind="words"),
    ]
    frame = page.query(_SQL["metrics"])
    places = list(frame.select("result_table", "metric").iter_rows())
    of_study = [_has(page, study, *place) for place in places]
    rows = [_rows(study, *place) for place in places]
    titles = dict(frame.select("metric", "title").iter_rows())
    frame = frame.with_columns(
        pl.col("unit").map_elements(unit_sign, pl.String),
        pl.Series("rows", rows),
        pl.Series("definition", [with_titles(text, titles) for text in frame["definition"]]),
    )
    shown = frame.filter(of_study)
    return table(
        shown,
        columns,
        row_ids=[metric_id(metric) for metric in shown["metric"]],
        id="metrics-table",
        caption="Metrics, each one SQL query",
    )


def with_titles(definition: str, titles: Mapping[str, str]) -> str:
    """A definition that calls other metrics by their titles, as the page does."""
    return _KEY.sub(
        lambda key: f"\u201c{titles[key[0]]}\u201d" if key[0] in titles else key[0], definition
    )


def _has(page: Page, study: str, results: str, metric: str) -> bool:
    """Whether a table of results holds values of a metric for the study."""
    if results in _OF_MANY_METRICS:
        values = {"results": results, "study": study, "metric": metric}
        return bool(page.value(_SQL["rows_of_metric"], **values))
    return bool(page.value(_SQL["rows_of_table"], results=results, study=study))


def _rows(study: str, results: str, metric: str) -> str:
    """The address of a metric's estimates; nothing if it has a table of its own."""
    if results not in _OF_MANY_METRICS:
        return ""
    return explorer_address(table="points", study=study, metric=metric)
