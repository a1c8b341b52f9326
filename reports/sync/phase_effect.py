"""Figures and tables of phase effects for the page of study ``sync``: phases, queue, periods."""

import polars as pl

from ns2studies.basics.wording import counted
from ns2studies.report.blocks import NOT_MEASURED, Block
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.axes import Axis, Series
from nstrace.pages.charts import Text
from nstrace.pages.figures import line_chart
from nstrace.pages.tables import Column
from reports.sync import titles

PHASE_SERIES = ["Flow 1, taken", "Flow 1, dropped", "Flow 2, taken", "Flow 2, dropped"]


def period(study: StudyPage, sweep: str, column: str) -> str:
    """Return a value of the table of periods to one decimal, for the text."""
    row = study.full_scale_rows("period", sweep=sweep)
    return f"{row[column][0]:.1f}" if row.height else "(not measured)"


def measured_period(study: StudyPage, sweep: str) -> str:
    """Return the measured period in ms and its standard error, for the text."""
    row = study.full_scale_rows("period", sweep=sweep)
    if row.is_empty():
        return "(not measured)"
    error, sweeps = f"{row['error_ms'][0]:.1f}", counted(row["sweeps"][0], "sweep")
    return f"{row['measured_ms'][0]:.1f} ms (standard error {error} ms, {sweeps} of single runs)"


def packet_ms(study: StudyPage, scenario_set: str) -> str:
    """Return the time in ms in which the slow link sends a packet with its header, for the text."""
    return study.value("packet_ms", scenario_set=scenario_set)


@with_queries
def phases(study: StudyPage, scenario: str) -> Block:
    """Draw a histogram of arrival phases: times in ms since the link began its last packet."""
    data = study.rows("phases", scenario=scenario)
    if data.is_empty():
        return NOT_MEASURED
    order = PHASE_SERIES
    totals = dict(data.group_by("packets").agg(pl.col("count").sum()).iter_rows())
    counts = ", ".join(f"{name} {totals.get(name, 0)}" for name in order)
    delay = scenario.rpartition("/")[2].removesuffix(".0")
    text = Text(
        title=f"Arrival phases at {delay} ms: the full queue drops {titles.dropped(totals)}",
        description=f"Packets by their time of arrival within a packet time. {counts}.",
        caption=(
            "Milliseconds since the slow link began to send its last packet, when a place in the "
            "queue became free; the next one becomes free after "
            f"{packet_ms(study, scenario.partition('/')[0])} ms. One run: {counts}."
        ),
    )
    chart = line_chart(
        data, Axis("phase_ms", "Phase of the arrival", "ms"), Axis("count", "Packets"),
        Series("packets", "Packets", order), points=False, histogram=True,
    )  # fmt: skip
    return chart_block(chart, data, id=f"chart-phases-{delay}", metric="arrival_phases", text=text)


@with_queries
def occupancy(study: StudyPage) -> Block:
    """Draw the share of time by the number of waiting packets, for three delays.

    Flow 1 wins at one of them and loses at another; at the third the shares are even.
    """
    data = study.rows("occupancy")
    if data.is_empty():
        return NOT_MEASURED
    text = Text(
        title=f"How full the queue is: {titles.full(data)}",
        description="Share of the time by the number of waiting packets, for three delays.",
        caption=(
            "Share of the measured time at which so many packets wait. A tenth one is being sent, "
            "which the limit of ten counts. Contrary to what the report assumes, the queue is not "
            "always full: it swings with the windows. When it is full, the phases decide who "
            "loses. One run at each delay."
        ),
    )
    chart = line_chart(
        data, Axis("waiting_packets", "Waiting packets"), Axis("time_percent", "Time", "%"),
        Series("delay", "Variable delay", ["15 ms", "21 ms", "33 ms"]), histogram=True,
    )  # fmt: skip
    return chart_block(
        chart, data, id="chart-occupancy", metric="queue_occupancy", text=text, digits=1
    )


@with_queries
def periods(study: StudyPage) -> Block:
    """Tabulate the predicted and the measured period in the variable delay, by sweep."""
    frame = study.full_scale_rows("periods")
    columns = [
        Column("sweep", "Sweep", header=True),
        Column("packet_ms", "Time of a packet", "ms", "number", 2),
        Column("predicted_ms", "Predicted period", "ms", "number", 3),
        Column("measured_ms", "Measured", "ms", "number", 3),
        Column("error_ms", "Standard error", "ms", "number", 3),
        Column("apart", "Measured minus predicted", "ms", "number", 3),
        Column("between_stretches_ms", "Between stretches", "ms", "number", 2),
        Column("explained_percent", "Variance explained", "%", "number", 0),
        Column("points", "Delays", "", "number"),
    ]
    caption = study.with_scale("Period in the variable delay")
    return study.table(frame, columns, id="periods-table", caption=caption)


@with_queries
def periodogram(study: StudyPage, sweep: str, title: str, caption: str) -> Block:
    """Draw the percentage of a sweep's variance that a sine explains, over the sine's period."""
    data = study.full_scale_rows("periodogram", sweep=sweep)
    if data.is_empty():
        return NOT_MEASURED
    best = data.sort("explained", descending=True).row(0, named=True)
    found = f"highest peak is at {best['period_ms']:.2f} ms ({best['explained']:.0f} %)"
    peak = f"The {found}."
    data = data.with_columns(pl.lit(title).alias("name"))
    chart = line_chart(
        data, Axis("period_ms", "Period", "ms", from_zero=False),
        Axis("explained", "Variance explained", "%"), Series("name", "Sweep", [title]),
        points=False,
    )  # fmt: skip
    about = study.with_scale(f"{caption} {peak}")
    text = Text(f"Periodogram: {title}: {found}", f"A line with peaks. {peak}", about)
    return chart_block(
        chart, data, id=f"chart-periodogram-{sweep}", text=text, digits=2, definition="#period"
    )


@with_queries
def stretches(study: StudyPage) -> Block:
    """Tabulate the stretches of delays at which flow 2 gets less than 40 % of the goodput."""
    frame = study.full_scale_rows("stretches")
    columns = [
        Column("first_ms", "First delay", "ms", "number", 0, header=True),
        Column("last_ms", "Last delay", "ms", "number", 0),
        Column("width_ms", "Width", "ms", "number", 0),
        Column("after_ms", "Since the one before", "ms", "number", 0),
        Column("predicted_first_ms", "First delay, predicted", "ms", "number", 0),
        Column("predicted_last_ms", "Last delay, predicted", "ms", "number", 0),
        Column("largest_share_1", "Largest share of flow 1", "%", "number", 1),
    ]
    caption = study.with_scale("Stretches at which flow 2 gets less than 40 %")
    return study.table(frame, columns, id="stretches-table", caption=caption)
