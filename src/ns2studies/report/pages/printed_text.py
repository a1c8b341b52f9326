"""A text beside its reproduction: all printed items, unprinted choices, and printed curves.

The rows are those of ``data/published/STUDY-items.csv``, ``-open.csv`` and ``-curves.csv``. A place
is ``claim NN``, ``#anchor`` of the study's page, or words; semicolons separate several.
"""

import re
from collections.abc import Mapping
from functools import partial

import polars as pl
from markupsafe import Markup

from ns2studies.report.blocks import Block, badge
from ns2studies.report.links import claim_id
from ns2studies.report.tables import table
from nstrace.pages.axes import Series
from nstrace.pages.markup import fill, typeset
from nstrace.pages.tables import Column
from nstrace.sql_files import SqlFiles

SQL = SqlFiles.beside(__file__)

_ITEM = re.compile(r"#(figure|table)-(\d+(?:-\d+)*)(?:-([a-z]))?")
"""Pattern of the anchor of a figure, a table, or a part of one: ``#table-4-1-a``."""

PRINTED = ", printed"
"""Suffix of the name of a series that is printed."""


def items_table(items: pl.DataFrame, claims: list[str]) -> Block:
    """Return a table of all items in a text, with links to their places on the page.

    Args:
        items: rows of ``printed_items.sql``.
        claims: names of the study's claims.
    """
    if items.is_empty():
        return Block("\n\nNo list of what the text prints is there.\n\n")
    addresses = {f"claim {name.partition('-')[0]}": f"#{claim_id(name)}" for name in claims}
    shown = items.with_columns(
        where=pl.when(pl.col("place") != "").then("place").otherwise("left_out"),
        status=pl.when(pl.col("place") != "").then(pl.lit("here")).otherwise(pl.lit("left out")),
    )
    columns = [
        Column("item", "Item", header=True),
        Column("page", "Page"),
        Column("kind", "Kind"),
        Column("printed", "Printed", kind="words"),
        Column("status", "Status"),
        Column("where", "Where, or why not", kind="words", drawn=partial(_linked, addresses)),
    ]
    left_out = int((items["left_out"] != "").sum())
    caption = (
        f"All {items.height} printed parameters, tables, figures and sentences with a result; "
        f"left out: {left_out}"
    )
    return table(shown, columns, id="printed-items", caption=caption, download=items)


def _linked(addresses: Mapping[str, str], places: str) -> Markup:
    """Return places as HTML; those of the page are links."""
    parts = [(place, addresses.get(place, place)) for place in places.split("; ")]
    return fill(_PLACES, parts=[(_named(place), to) for place, to in parts])


def _named(place: str) -> str:
    """Return the text of a link to a place: for an anchor, the item or its words."""
    if not place.startswith("#"):
        return typeset(place)
    if found := _ITEM.fullmatch(place):
        kind, number, part = found.groups()
        name = f"{kind.capitalize()} {number.replace('-', '.')}"
        return f"{name} ({part})" if part else name
    return place[1:].replace("-", " ").capitalize()


def open_choices_table(choices: pl.DataFrame) -> Block:
    """Return a table of the choices that a text leaves open.

    Args:
        choices: rows of ``open_choices.sql``.
    """
    if choices.is_empty():
        return Block("\n\nNo list of what the text leaves open is there.\n\n")
    told = [
        ". ".join(filter(None, (row["changes"], _counted(row["flipped"], row["touched"]))))
        for row in choices.to_dicts()
    ]
    columns = [
        Column("choice", "Left open", header=True),
        Column("taken", "Taken", kind="words"),
        Column("facts", "Printed facts that bear on it", kind="words"),
        Column("favours", "Value that they favor", kind="words"),
        Column("told", "What changes with it", kind="words"),
    ]
    caption = "What the text leaves open"
    saved = choices.drop("study")
    shown = choices.with_columns(told=pl.Series(told))
    return table(shown, columns, id="open-choices", caption=caption, download=saved)


def _counted(flipped: int, touched: int) -> str:
    if not touched:
        return ""
    return f"Other choices that were run change the verdicts on {flipped} of {touched} statements"


def hanging_table(counts: pl.DataFrame) -> Block:
    """Return counts of verdicts with and without claims that depend on one unprinted choice.

    Args:
        counts: rows of ``hanging.sql``.
    """
    columns = [
        Column("verdict", "Verdict", kind="badge", drawn=badge),
        Column("claims", "All statements", "", "number"),
        Column("robust", "Those that hang on no single unprinted choice", "", "number"),
    ]
    caption = "Verdicts on statements of the text, with and without those that hang on one choice"
    return table(counts, columns, id="hanging-table", caption=caption)


def with_printed(
    data: pl.DataFrame, curves: pl.DataFrame, axes: tuple[str, str], series: Series
) -> tuple[pl.DataFrame, Series]:
    """Return the rows of a chart followed by the points of printed curves, and its series.

    Args:
        data: our rows, with the columns of the axes and of the series.
        curves: rows of ``printed_curves.sql``; without any, all is returned unchanged.
        axes: the columns of x and y.
        series: the series of our rows.
    """
    if curves.is_empty():
        return data, series
    points = curves.select(
        pl.concat_str("series", pl.lit(PRINTED)).alias(series.name),
        *(pl.col(of).cast(data.schema[to]).alias(to) for of, to in zip("xy", axes, strict=True)),
    )
    names = points[series.name].unique(maintain_order=True).to_list()
    wider = Series(series.name, series.title, [*series.order, *names])
    return pl.concat([data, points], how="diagonal"), wider


_PLACES = """\
{% for words, address in parts %}{% if not loop.first %}; {% endif %}
{%- if address.startswith("#") %}<a href="{{ address }}">{{ words }}</a>
{%- else %}{{ words }}{% endif %}
{%- endfor %}"""
