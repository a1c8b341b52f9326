"""Charts of what moved: for each metric, its measures in both sets side by side."""

from typing import Any, Final

import altair as alt
import polars as pl

from nstrace.pages.channels import SHAPES

PLACES: Final = 12
"""Measures of a metric that are drawn, those that moved most."""

_SETS: Final = ("A", "B")

_ROW_HEIGHT: Final = 34
_WIDE: Final = 30.0
"""Values of which the largest is so many times the least are drawn by their logarithms."""


def drawn_rows(measures: pl.DataFrame, metric: str) -> pl.DataFrame:
    """What a metric's chart shows: a row for each of both sets in each place.

    Args:
        measures: those that moved, what moved most first.
    """
    own = measures.filter((pl.col("metric") == metric) & (pl.col("outcome") == "moved"))
    rows = own.head(PLACES).with_columns(
        place=pl.concat_str(
            pl.col("scenario").replace("", None), pl.col("subject"), separator="\n",
            ignore_nulls=True,
        )
    )  # fmt: skip
    parts = [
        rows.select(
            "place",
            pl.lit(name).alias("set"),
            pl.col(f"mean_{letter}").alias("value"),
            pl.col(f"low_{letter}").alias("low"),
            pl.col(f"high_{letter}").alias("high"),
            pl.col(f"n_{letter}").alias("runs"),
        )
        for name, letter in zip(_SETS, "ab", strict=True)
    ]
    return pl.concat(parts)


def moved_chart(rows: pl.DataFrame, unit: str) -> alt.TopLevelMixin:
    """Both means in each place, with their intervals.

    Args:
        rows: see :func:`drawn_rows`.
        unit: of the metric.
    """
    places = rows["place"].unique(maintain_order=True).to_list()
    labels = alt.Axis(labelLimit=300, labelExpr="split(datum.label, '\\n')")
    placed = alt.Chart(rows).encode(
        y=alt.Y("place:N", title=None, sort=places, axis=labels),
        yOffset=alt.YOffset("set:N", sort=list(_SETS)),
    )
    base = placed.encode(
        color=alt.Color(
            "set:N", title="Results", sort=list(_SETS),
            scale=alt.Scale(domain=list(_SETS)), legend=alt.Legend(columns=1),
        ),
    )  # fmt: skip
    scale = _scale(rows)
    bars = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("low:Q", title=unit, scale=scale), x2="high:Q"
    )
    points = base.mark_point(filled=True, size=60, opacity=1).encode(
        x=alt.X("value:Q", title=unit, scale=scale),
        shape=alt.Shape(
            "set:N", title="Results", sort=list(_SETS),
            scale=alt.Scale(domain=list(_SETS), range=SHAPES[: len(_SETS)]),
        ),
        tooltip=[
            alt.Tooltip("place:N", title="Where"),
            alt.Tooltip("set:N", title="Results"),
            *(
                alt.Tooltip(f"{name}:Q", title=title, format=".6~g")
                for name, title in (
                    ("value", unit), ("low", "From"), ("high", "to"), ("runs", "Runs"),
                )
            ),
        ],
    )  # fmt: skip
    ways = placed.mark_line(strokeWidth=1, opacity=0.6, color="gray").encode(
        x=alt.X("value:Q", title=unit, scale=scale), detail="place:N"
    )
    return alt.layer(ways, bars, points).properties(height=_ROW_HEIGHT * len(places) + 20)


def _scale(rows: pl.DataFrame) -> alt.Scale:
    ends: list[Any] = [rows[name].drop_nulls().to_list() for name in ("value", "low", "high")]
    values = [value for column in ends for value in column]
    if min(values) > 0 and max(values) > _WIDE * min(values):
        return alt.Scale(type="log")
    return alt.Scale(zero=False)
