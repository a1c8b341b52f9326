"""Figures and a table of Hybla alone for the page of study ``sync``: growth without losses."""

import polars as pl

from ns2studies.report.blocks import NOT_MEASURED, Block
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.charts.findings import extremes, listed, short
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.axes import Axis, Series
from nstrace.pages.charts import Text
from nstrace.pages.figures import line_chart
from nstrace.pages.tables import Column


@with_queries
def growth(study: StudyPage) -> Block:
    """Draw sending rates in congestion avoidance over time, by variant and round trip time."""
    data = study.rows("growth")
    if data.is_empty():
        return NOT_MEASURED
    order = data["flow"].unique(maintain_order=True).to_list()
    text = Text(
        title=f"Sending rate without losses: {_rates(data)}",
        description=(
            "Four lines of Hybla of the same slope, for round trips of 25 to 200 ms; NewReno's is "
            "the same at 25 ms and a sixteenth of that at 100 ms."
        ),
        caption=(
            "Congestion window over round trip time, in congestion avoidance. Hybla (RTT0 25 ms) "
            "grows by 1600 packets/s each second whatever the round trip time is; NewReno does so "
            "at 25 ms only, where its line hides Hybla's. While a window is small beside "
            "rho squared it grows a little less, since the rule divides by a window that grows."
        ),
    )
    chart = line_chart(
        data, Axis("time_s", "Time", "s"), Axis("rate", "Window over round trip", "packets/s"),
        Series("flow", "Sender and round trip", order), points=False,
    )  # fmt: skip
    return chart_block(chart, data, id="chart-growth", text=text, digits=1, metric="cwnd_series")


@with_queries
def linux(study: StudyPage) -> Block:
    """Draw the congestion windows of our Hybla and of TCP-Linux' over time."""
    data = study.rows("linux")
    if data.is_empty():
        return NOT_MEASURED
    order = data["flow"].unique(maintain_order=True).to_list()
    text = Text(
        title=f"Hybla beside the one of TCP-Linux: {_apart(data)}",
        description=f"Windows over 8 s for round trips of 50 and 100 ms. {_last(data)}",
        caption=(
            "Congestion windows without losses from the end of slow start on; RTT0 25 ms, least "
            f"round trip time, a first threshold of 400 packets. {_last(data)}"
        ),
    )
    chart = line_chart(
        data, Axis("time_s", "Time", "s"), Axis("cwnd", "Congestion window", "packets"),
        Series("flow", "Sender and round trip", order), points=False,
    )  # fmt: skip
    return chart_block(chart, data, id="chart-linux", text=text, digits=1, metric="cwnd_series")


@with_queries
def segments(study: StudyPage) -> Block:
    """Tabulate the segments sent without losses beside those of equations 4 and 13."""
    columns = [
        Column("sender", "Sender", header=True),
        Column("trip_ms", "Round trip", "ms", "number", 0),
        Column("sent", "Packets sent", "", "number", 0),
        Column("expected", "By the equation", "", "number", 0),
        Column("apart", "Apart", "%", "number", 1),
    ]
    caption = "Segments that a flow sends without losses: equations 4 (NewReno) and 13 (Hybla)"
    return study.table(study.rows("segments"), columns, id="segments-table", caption=caption)


def _rates(data: pl.DataFrame) -> str:
    """Describe the rates at the time at which the shortest line ends."""
    ends_s = data.group_by("flow").agg(pl.col("time_s").max())["time_s"].to_list()
    until_s = min(ends_s)
    last = data.filter(pl.col("time_s") <= until_s).sort("time_s")
    rates = dict(last.group_by("flow").last().select("flow", "rate").iter_rows())
    return f"at {until_s:g} s: {extremes(rates, 'packets/s')}"


def _apart(data: pl.DataFrame) -> str:
    """Describe the difference of TCP-Linux' last window from ours in percent, by round trip."""
    last = data.sort("time_s").group_by("flow").last()
    windows = dict(last.select("flow", "cwnd").iter_rows())
    words = []
    for name in sorted(windows, key=len):
        whose, _, trip = name.partition(", ")
        other = windows.get(f"TCP-Linux, {trip}")
        if whose == "ours" and other is not None:
            words.append(f"{short(100 * (other / windows[name] - 1), 2)} % ({trip})")
    return f"its window less ours is in the end {listed(words)}" if words else "one of them alone"


def _last(data: pl.DataFrame) -> str:
    """Describe the last window of each flow."""
    last = data.sort("time_s").group_by("flow", maintain_order=True).last().sort("flow")
    words = [f"{row['flow']} {row['cwnd']:.0f} packets" for row in last.to_dicts()]
    return f"At the end: {', '.join(words)}."
