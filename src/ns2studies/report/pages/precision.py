"""Numbers of replications until scenarios were precise, and those that reached the maximum."""

import altair as alt
import polars as pl

from ns2studies.report.blocks import Block
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.tables import table, unit_sign
from nstrace.pages.charts import Text
from nstrace.pages.tables import Column
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

PRECISION = (
    _SQL["precision_sets"],
    _SQL["precision_asked"],
    _SQL["precision_wide"],
    _SQL["precision_sizes"],
)
"""Queries for the arguments of :func:`precision_blocks`, in order."""


def sentence(sets: pl.DataFrame, wide: pl.DataFrame) -> str:
    """Return the outcome in words."""
    scenarios = [int(count) for count in sets["scenarios"]]
    mean = sum(n * mean for n, mean in zip(scenarios, sets["mean"], strict=True)) / sum(scenarios)
    fewest, most = min(sets["fewest"]), max(sets["most"])
    took = f"{fewest}" if fewest == most else f"{fewest} to {most} ({mean:.1f} in the mean)"
    words = (
        f"Each of {sum(scenarios)} scenarios was run with more seeds, batch by batch, until all "
        "its 95% intervals below were narrow enough at two looks in a row, or up to a maximum. "
        f"That took {took} replications."
    )
    not_reached = sum(sets["not_reached"])
    if unfinished := sum(sets["unfinished"]):
        words = (
            f"Each of {sum(scenarios)} scenarios is run with more seeds, batch by batch, until all "
            "its 95% intervals below are narrow enough at two looks in a row, or up to a maximum. "
            f"So far that took {took} replications; the next command goes on with {unfinished} of "
            "these scenarios."
        )
        if not not_reached:
            return words
    if not not_reached:
        return f"{words} All of them reached their target."
    words += f" Of these scenarios {not_reached} ended at the maximum, wider than their target"
    widths = [float(width) for width in wide["relative"].drop_nulls()]
    return (
        f"{words}; of theirs the widest interval is ±{max(widths):.1f}% of its mean."
        if widths
        else f"{words}."
    )


def precision_blocks(
    sets: pl.DataFrame, asked: pl.DataFrame, wide: pl.DataFrame, sizes: pl.DataFrame
) -> Block:
    """Return sentence, tables and chart of the rows of :data:`PRECISION`, if there are any."""
    if sets.is_empty():
        return Block("")
    blocks = Block(f"\n\n{sentence(sets, wide)}\n\n")
    blocks += _sets_table(sets.join(asked, on="scenario_set", maintain_order="left"))
    blocks += _chart(sizes)
    return blocks if wide.is_empty() else blocks + _wide_table(wide)


def _sets_table(rows: pl.DataFrame) -> Block:
    columns = [
        Column("scenario_set", "Scenario set", header=True),
        Column("asked", "What must be precise", kind="words"),
        Column("target", "Target, ±", "% of the mean", "number", 1),
        Column("scenarios", "Scenarios", "", "number"),
        Column("fewest", "Fewest replications", "", "number"),
        Column("mean", "Mean", "", "number", 1),
        Column("most", "Most", "", "number"),
        Column("at_most", "Maximum", "", "number"),
        Column("not_reached", "Ended by the maximum", "scenarios", "number"),
        Column("unfinished", "Going on", "scenarios", "number"),
        Column("widest", "Widest interval, ±", "% of the mean", "number", 1),
    ]
    caption = (
        "Replications until precise; an interval that an absolute bound ended, near a mean of "
        "zero, may be wider than the target"
    )
    return table(rows, columns, id="precision-sets", caption=caption)


def _wide_table(rows: pl.DataFrame) -> Block:
    rows = rows.with_columns(
        pl.Series("mean", list(map(_figures, rows["mean"]))),
        pl.Series("half_width", list(map(_figures, rows["half_width"]))),
        pl.col("unit").map_elements(unit_sign, pl.String),
    )
    columns = [
        Column("scenario", "Scenario", header=True),
        Column("title", "Metric"),
        Column("subject", "Subject"),
        Column("n", "Replications", "", "number"),
        Column("mean", "Mean", "", "number"),
        Column("half_width", "±", "95%", "number"),
        Column("unit", "Unit"),
        Column("relative", "±", "% of the mean", "number", 1),
        Column("target", "Target, ±", "% of the mean", "number", 1),
    ]
    caption = "Values that the maximum of replications left wider than their target"
    return table(rows, columns, id="precision-maximum", caption=caption)


def _figures(value: float | None) -> str:
    """Format a number with four figures, in groups of three digits."""
    if value is None:
        return "–"
    return f"{float(f'{value:.4g}'):,.10g}".replace(",", "\u202f")


def _chart(sizes: pl.DataFrame) -> Block:
    counted = "; ".join(f"{runs}: {scenarios}" for runs, scenarios in sizes.rows())
    text = Text(
        title="Replications that scenarios took",
        description=f"Bars: the number of scenarios by their replications. {counted}.",
        caption="How many scenarios ended after so many replications.",
    )
    most = max(sizes["scenarios"])
    ticks = list(range(0, most + 1, max(1, most // 5)))
    chart = (
        # The theme has colors for named kinds only.
        alt.Chart(sizes.with_columns(kind=pl.lit("scenarios")))
        .mark_bar(size=24)
        .encode(
            x=alt.X("replications:O", title="Replications", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("scenarios:Q", title="Scenarios", axis=alt.Axis(values=ticks, format="d")),
            color=alt.Color("kind:N", legend=None),
            tooltip=[
                alt.Tooltip("replications", title="Replications"),
                alt.Tooltip("scenarios", title="Scenarios"),
            ],
        )
        .properties(height=180)
    )
    return chart_block(
        chart, sizes, id="chart-precision", text=text, definition="#precision-sets-caption"
    )
