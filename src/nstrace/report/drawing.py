"""The charts of a report: their data, texts and drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import altair as alt
import polars as pl

from nstrace.pages.axes import Axis, Series
from nstrace.pages.charts import Text
from nstrace.pages.figures import HEIGHT, band_chart, line_chart
from nstrace.report.measuring import SHOWN_FLOWS, Run
from nstrace.summary import numbers_in_order

_PLACES: Final = 12
_NODES: Final = 200


@dataclass(frozen=True)
class Frame:
    """The common range of charts of several runs, so that they can be compared.

    Attributes:
        first_s, last_s: the time that all runs together span.
    """

    first_s: float
    last_s: float


@dataclass(frozen=True)
class Lines:
    """A chart over time with a line for each flow or other subject.

    Attributes:
        id: the chart's id.
        section: the section of the page.
        series: the name of the series with its rows.
        value: the column of the values.
        series_title: the title of the legend.
        absent: a note shown in place of the chart if it has no data.
        steps: whether a value holds for its whole bin of time.
        over: the column on the x axis, if that is not time.
        top: the fixed upper end of the y axis, if any.
    """

    id: str
    section: str
    series: str
    value: str
    title: str
    axis: str
    unit: str
    series_title: str
    caption: str
    absent: str
    steps: bool = True
    over: str = "time_s"
    over_title: str = "Time"
    over_unit: str = "s"
    top: float | None = None

    @property
    def by_flow(self) -> bool:
        """True if its lines are flows."""
        return self.series_title == "Flow"

    def rows(self, run: Run) -> pl.DataFrame:
        """Return the rows of a run that are drawn."""
        rows = run.series[self.series]
        return rows.filter(pl.col("subject").is_in(self.order(run)))

    def order(self, run: Run) -> list[str]:
        """Return the subjects of the lines, in order."""
        subjects = sorted(run.series[self.series]["subject"].unique(), key=numbers_in_order)
        ranked = [name for name in run.flows if name in subjects]
        return [*ranked, *(name for name in subjects if name not in ranked)][:SHOWN_FLOWS]

    def chart(self, run: Run, runs: Sequence[Run], frame: Frame) -> alt.TopLevelMixin:
        """Return the chart of a run, with the same axes as those of the other runs."""
        across = (
            (frame.first_s, frame.last_s) if self.over == "time_s" else self._reach(runs, self.over)
        )
        high = (0.0, self.top) if self.top else self._reach(runs, self.value)
        low_and_high = (f"{self.value}_low", f"{self.value}_high")
        if set(low_and_high) <= set(self.rows(run).columns):
            return band_chart(
                self.rows(run),
                Axis(self.over, self.over_title, self.over_unit, domain=across),
                Axis(self.value, self.axis, self.unit, domain=high),
                low_and_high,
                Series("subject", self.series_title, self.order(run)),
            )
        return line_chart(
            self.rows(run),
            Axis(self.over, self.over_title, self.over_unit, domain=across),
            Axis(self.value, self.axis, self.unit, domain=high),
            Series("subject", self.series_title, self.order(run)),
            points=False,
            steps=self.steps,
        )

    def why_absent(self, run: Run) -> str:
        """Return the note that replaces the chart of a run without data."""
        return no_losses(run) if self.section == "Losses" else self.absent

    def _reach(self, runs: Sequence[Run], column: str) -> tuple[float, float]:
        largest = [self.rows(run)[column].max() for run in runs]
        most = max((float(value) for value in largest if isinstance(value, int | float)), default=0)
        return (0.0, 1.05 * most or 1.0)

    def text(self, run: Run, several: bool, note: str) -> Text:
        """Return the texts of a run's chart."""
        shown = ", ".join(self.order(run))
        left = run.series[self.series]["subject"].n_unique() - len(self.order(run))
        more = f" {left} more are not shown." if left > 0 else ""
        where = f" in {run.name}" if several else ""
        return Text(
            f"{self.title}: {run.name}" if several else self.title,
            f"{self.axis} in {self.unit} over {self.over_title.lower()} in {self.over_unit}{where},"
            f" one line each for {shown}.{more}",
            f"{self.caption}{more}{note}",
        )


_FLOWS_UNKNOWN: Final = "No data flow is traced at both its source and its destination."

_NO_LOSSES: Final = (
    "The trace shows no loss of a data packet. Packets that neither arrived nor were dropped are "
    "unresolved: nstrace metrics --metric data_packets_unresolved."
)

CHARTS: Final = (
    Lines(
        "throughput", "Rates", "binned_rates", "throughput_kbps", "Throughput over time",
        "Throughput", "kbit/s", "Flow",
        "Bits of data packets that arrived, copies included.", _FLOWS_UNKNOWN,
    ),
    Lines(
        "unique", "Rates", "binned_rates", "unique_kbps", "Throughput of distinct data over time",
        "Throughput", "kbit/s", "Flow",
        "Bits of distinct data that arrived, without copies.", _FLOWS_UNKNOWN,
    ),
    Lines(
        "windows", "Congestion windows", "binned_windows", "last_packets",
        "Congestion window over time", "Window", "packets", "Sender",
        "The last value in each interval in which it changed.",
        "The variable cwnd_ is not traced. To trace it, use $tcp attach FILE and $tcp trace cwnd_.",
    ),
    Lines(
        "delay", "Delay", "binned_delays", "mean_delay_ms", "One-way delay over time",
        "Mean delay", "ms", "Flow",
        "Mean over the packets that arrived in each interval, from their first queue or agent to "
        "their destination; the data also has the 95th percentile and the maximum.",
        _FLOWS_UNKNOWN, steps=False,
    ),
    Lines(
        "delays", "Delay", "delay_distribution", "percent", "Distribution of the one-way delay",
        "Packets that took no longer", "%", "Flow",
        "Half of a flow's packets took no longer than the delay at which its line crosses 50 %.",
        _FLOWS_UNKNOWN, over="delay_ms", over_title="Delay", over_unit="ms", top=100.0,
    ),
    Lines(
        "losses-over-time", "Losses", "binned_losses", "packets", "Losses over time by cause",
        "Drops", "packets", "Cause",
        "Drops of data packets in the trace.", _NO_LOSSES,
    ),
    Lines(
        "queues", "Queues", "binned_queues", "waiting_packets", "Packets waiting in queues",
        "Most packets waiting", "packets", "Queue",
        "The most that waited at once in each interval, without the packet being sent.",
        "No packet waited in a traced queue.",
    ),
    Lines(
        "samples", "Queues", "binned_queue_samples", "size_packets", "Queue monitors",
        "Size", "packets", "Queue", "The largest sample in each interval.",
        "The trace has no lines of queue monitors.", steps=False,
    ),
    Lines(
        "red", "Queues", "binned_red", "size", "RED queue sizes",
        "Size", "packets or bytes, as the queue counts", "Value",
        "The largest values in each interval: of the queue, and of the average on which RED bases "
        "its decisions.", "The trace has no lines of RED queues.", steps=False,
    ),
    Lines(
        "delivery", "Delivery and routing", "binned_delivery", "delivered_percent",
        "Packet delivery ratio over time", "Delivered", "%", "Flow",
        "Share of the data packets sent in each interval that arrived at any time; packets still "
        "on their way when the trace ended count as not arrived.",
        _FLOWS_UNKNOWN, steps=False, top=100.0,
    ),
    Lines(
        "routing", "Delivery and routing", "binned_routing", "packets",
        "Routing packets over time", "Routing packets sent", "packets", "Type",
        "Sent by the routers of wireless nodes in each interval; each hop counts.",
        "No routing packet of a wireless node is traced.",
    ),
    Lines(
        "energy", "Energy", "binned_energy", "energy_j", "Energy left over time",
        "Energy left", "J", "Of all nodes",
        "The least, median and most energy that nodes had left.",
        "No line shows the energy of a node. Nodes need an energy model for this.",
    ),
    Lines(
        "columns", "Columns of numbers", "binned_columns", "value", "Columns of numbers",
        "Value", "as written", "Column", "The last value in each interval of the first column.",
        "The trace has no lines of numbers.", steps=False,
        over="x", over_title="First column", over_unit="as written",
    ),
)  # fmt: skip
"""All charts over time, in the order of the page."""


def no_losses(run: Run) -> str:
    """Explain why no loss is shown: nothing was dropped, or only packets outside flows."""
    if not run.drops:
        return _NO_LOSSES
    named = "; ".join(f"{drops.type} ({drops.count:,}): {drops.why}" for drops in run.drops)
    return f"No drop counts as a loss of a flow. Dropped packets by type: {named}."


def losses_by_place(run: Run) -> pl.DataFrame:
    """Return the losses by place and cause, the largest first."""
    return run.series["losses_by_place"].sort(
        "packets", "place", "cause", descending=[True, False, False]
    )


def losses_chart(run: Run) -> alt.TopLevelMixin:
    """Return a bar chart of the places and causes with most losses."""
    rows = losses_by_place(run).head(_PLACES)
    frame = rows.select(
        pl.format("{}, {}", "place", "cause").alias("where"), "packets", kind=pl.lit("drops")
    )
    bars: alt.Chart = (
        alt.Chart(frame)
        .mark_bar()
        .encode(
            x=alt.X("packets:Q", title="Drops (packets)", axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("where:N", title=None, sort=None, axis=alt.Axis(labelLimit=240)),
            color=alt.Color("kind:N", legend=None),
            tooltip=[alt.Tooltip("where:N"), alt.Tooltip("packets:Q")],
        )
        .properties(height=24 * len(frame) + 20)
    )
    return bars


def positions(run: Run) -> pl.DataFrame:
    """Return the first and the last position of nodes, of the first 200 at most."""
    return run.series["node_positions"].head(_NODES)


def positions_chart(run: Run, runs: Sequence[Run]) -> alt.TopLevelMixin:
    """Return a chart of nodes at their last positions, with lines from their first ones."""
    frame = positions(run).with_columns(kind=pl.lit("node"))
    both = [pl.concat([positions(each)[f"first_{axis}"] for each in runs]
            + [positions(each)[axis] for each in runs]) for axis in ("x", "y")]  # fmt: skip
    x, y = (
        (name, alt.Scale(domain=_around(values), nice=False, zero=False))
        for name, values in zip("xy", both, strict=True)
    )
    base = alt.Chart(frame)
    last = base.encode(
        x=alt.X("x:Q", title="x (m)", scale=x[1]),
        y=alt.Y("y:Q", title="y (m)", scale=y[1]),
        color=alt.Color("kind:N", legend=None),
        tooltip=[alt.Tooltip(name, format=".6~g") for name in ("node:Q", "x:Q", "y:Q")],
    )
    ways = base.mark_rule(opacity=0.5, strokeDash=[3, 3]).encode(
        x=alt.X("first_x:Q", scale=x[1], title="x (m)"),
        y=alt.Y("first_y:Q", scale=y[1], title="y (m)"),
        x2="x:Q",
        y2="y:Q",
    )
    names = last.mark_text(dy=-11, fontSize=12).encode(text="node:Q", color=alt.Undefined)
    return alt.layer(ways, last.mark_point(filled=True, size=90, opacity=1), names).properties(
        height=HEIGHT
    )


def _around(values: pl.Series) -> list[float]:
    """Return the range of values with a margin."""
    least, most = (float(value) for value in (values.min(), values.max()))  # type: ignore[arg-type]
    margin = 0.08 * (most - least) or 1.0
    return [least - margin, most + margin]
