"""Figures and tables of the page of study ``mpls``: its figures, and IP beside MPLS."""

import polars as pl

from ns2studies.basics.paths import DATA
from ns2studies.basics.wording import counted
from ns2studies.config.topology import read_topology
from ns2studies.report.blocks import NOT_MEASURED, Block
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.charts.findings import extremes
from ns2studies.report.charts.topology import topology_block
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.axes import Axis, Series
from nstrace.pages.charts import Text
from nstrace.pages.figures import interval_chart, line_chart, panel_chart
from nstrace.pages.markup import slug
from nstrace.pages.tables import Column

STUDY = "mpls"

VARIANTS = {
    "newreno": "New Reno",
    "reno": "Reno",
    "sack": "Sack",
    "tahoe": "Tahoe",
    "vegas": "Vegas",
}
"""The thesis' names of the variants by ours, in the order of its tables."""

CHOICES = {
    "window-of-40": "receiver's window of 40",
    "queue-of-100": "queue of 100",
    "clock-of-10-ms": "clock of 10 ms (ns' default)",
    "least-timeout-of-1-s": "least timeout of 1 s (RFC 6298)",
    "timer-once": "New Reno: timer once (ns' default)",
    "writes-of-1460-bytes": "CBR: writes of 1460 bytes",
    "senders-alike": "eight senders all alike",
    "losses-at-the-end": "losses on the last link",
    "labels-by-data": "labels set up by data",
}
"""Labels of the alternative assumptions, by their names in the configuration."""

SERIES = Series("variant", "Variant", list(VARIANTS.values()))

CUT_OFF = (
    " Printed values are cut off to whole percent: the value behind a diamond lies up to one point "
    "above it."
)
"""Explanation, for captions, of printed percentages below ours."""

APPLICATIONS = {"cbr": "CBR", "ftp": "FTP"}


@with_queries
def network(study: StudyPage) -> Block:
    """Draw the topology with the routes of the runs' flows."""
    topology = read_topology(DATA / "topologies" / "mpls-13.yaml")
    used = study.rows("routes")
    ends = " and ".join(f"{row['source']} to {row['destination']}" for row in used.to_dicts())
    text = Text(
        title=topology.title,
        description=(
            "Hosts 0 and 1 on the left are linked to node 2, from there a path of label "
            "switching routers 3, 4, 5 and 9 leads to node 10, which is linked to hosts 11 and "
            "12 on the right. Routers 6, 7 and 8 lie beside the path and carry no data."
        ),
        caption=(
            "Names are the thesis'. Numbers, which all else here goes by, are those of ns: LSR 1 "
            "to 7 are nodes 3 to 9, and node 3 to node 5 are nodes 10 to 12. "
            f"Flows run from node {ends}. Every link has the same bandwidth and delay; random "
            "loss, where there is any, happens on the link from 2 to 3 (LSR 1). Dashed links carry "
            "no data: where they lie can't be told from the printed numbers."
        ),
    )
    paths = [[0, 2, 3, 4, 5, 9, 10, 11], [1, 2, 3, 4, 5, 9, 10, 12]]
    return topology_block(topology, id="network-drawing", text=text, paths=paths)


_DIVIDED_BY_N = (
    "As in the thesis the sum is divided by n also for a flow that ended before packet n, so that "
    "curves fall at the end. "
)


@with_queries
def delay_by_packets(study: StudyPage, figure: str, application: str, flows: int) -> Block:
    """Draw the mean delay up to packet n by variant (Figures 4.1, 4.2, 4.4 to 4.7, 4.9, 4.10)."""
    data = _named(study.rows("delay_by_packets", application=application, flows=flows))
    if data.is_empty():
        return NOT_MEASURED
    several = flows > 1
    many = f"the mean of the {flows} flows" if several else "one flow"
    # Some of several flows end before packet n, so the right end represents none of them.
    told = (
        f"peaks {extremes(_largest(data, 'mean_delay_s'), 's')}"
        if several
        else f"at the end {extremes(_last(data, 'mean_delay_s', 'packets'), 's')}"
    )
    text = Text(
        title=f"{figure}: {APPLICATIONS[application]}, {counted(flows, 'flow')}: {told}",
        description=(
            "Lines of the mean delay since the first sending of the packets up to number n, for "
            f"five TCP variants. {_ends(data, 'mean_delay_s', 's')}"
        ),
        caption=(
            f"Mean delay since the first sending of the packets numbered up to n, {many}, one run "
            "for each variant without randomness. " + (_DIVIDED_BY_N if several else "")
        ),
    )
    data, series = study.with_printed(data, figure, ("packets", "mean_delay_s"), SERIES)
    chart = line_chart(
        data,
        Axis("packets", "Up to packet number n"),
        Axis("mean_delay_s", "Mean delay since the first sending", "s", from_zero=False),
        series,
        printed=_named(study.rows("delays_printed", application=application, flows=flows)),
    )
    return chart_block(chart, data, id=f"chart-{slug(figure)}", text=text, metric="delay_series")


@with_queries
def delay_of_packets(study: StudyPage, figure: str, application: str) -> Block:
    """Draw the delay over the packet number with four flows (Figures 4.3 and 4.8)."""
    data = _named(study.rows("delay_of_packets", application=application))
    if data.is_empty():
        return NOT_MEASURED
    text = Text(
        title=f"{figure}: {APPLICATIONS[application]}, four flows, delay of single packets: peaks "
        f"{extremes(_largest(data, 'max_delay_s'), 's')}",
        description=(
            "Lines of the largest delay since the first sending in each group of 20 packets of the "
            f"first flow, for five TCP variants. {_peaks(data)}"
        ),
        caption=(
            "Largest delay since the first sending among each 20 consecutive packet numbers of the "
            "first of four flows. The thesis does not say which flow it drew."
        ),
    )
    data, series = study.with_printed(data, figure, ("packet", "max_delay_s"), SERIES)
    chart = panel_chart(
        data, Axis("packet", "Packet number"), Axis("max_delay_s", "Largest delay", "s"), series
    )
    return chart_block(chart, data, id=f"chart-{slug(figure)}", text=text, metric="delay_series")


@with_queries
def by_error_rate(study: StudyPage, metric: str, subject: str, title: str, axis: Axis) -> Block:
    """Draw a metric over the error rate: means of the seeds with their 95% intervals."""
    data = _named(study.best_rows("by_error_rate", metric=metric, subject=subject))
    if data.is_empty():
        return NOT_MEASURED
    seeds = data.select(pl.col("n").max()).item()
    text = Text(
        title=f"{title}: at {max(data['percent'].to_list())} %: "
        f"{extremes(_last(data, 'value', 'percent'), axis.unit, _last_ends(data))}",
        description=(
            f"Points with error bars for five TCP variants at error rates of 1 to 5 percent. "
            f"{_ends(data, 'value', axis.unit, over='percent')}"
        ),
        caption=f"Means of {seeds} independent runs with 95% intervals."
        + (CUT_OFF if axis.unit == "%" else ""),
    )
    percent = Axis("percent", "Packet error rate", "%")
    printed = _named(study.rows("printed_by_error_rate", metric=metric, subject=subject))
    chart = interval_chart(data, percent, axis, ("low", "high"), SERIES, printed)
    return chart_block(chart, data, id=f"chart-{metric.replace('_', '-')}", text=text)


@with_queries
def forwarding(study: StudyPage) -> Block:
    """Tabulate mean delays over IP and over MPLS with both ways of setting up labels."""
    frame = _named(study.rows("forwarding"))
    columns = [
        Column("variant", "Variant", header=True),
        Column("application", "Traffic"),
        Column("flows", "Flows", "", "number"),
        Column("ip", "IP", "ms", "number", 3),
        Column("control_driven", "MPLS, control-driven", "ms", "number", 3),
        Column("data_driven", "MPLS, data-driven", "ms", "number", 3),
        Column("apart_control", "Control-driven minus IP", "ms", "number", 3),
        Column("apart_data", "Data-driven minus IP", "ms", "number", 3),
        Column("metrics_equal", "Metrics equal to IP (control-driven)"),
    ]
    caption = (
        "Mean delay since the first sending (mean of the flows) by forwarding, "
        "and how many metrics agree"
    )
    return study.table(frame, columns, id="forwarding-table", caption=caption)


@with_queries
def labels(study: StudyPage) -> Block:
    """Tabulate the operations of label switching routers while labels were traced."""
    frame = study.rows("labels")
    columns = [
        Column("node", "Router", header=True),
        Column("destination_node", "Destination", "", "number"),
        Column("state", "Arrived"),
        Column("operation", "Operation"),
        Column("control_driven", "Control-driven", "packets", "number"),
        Column("data_driven", "Data-driven", "packets", "number"),
    ]
    caption = "What routers did with the packets of one FTP flow (Reno) while labels were traced"
    return study.table(frame, columns, id="labels-table", caption=caption)


@with_queries
def trace_lines(study: StudyPage, figure: str) -> Block:
    """Tabulate the first lines of a trace, as in the thesis (Figures 3.2 and 3.3)."""
    frame = study.rows("trace_lines")
    if figure == "Figure 3.3":
        is_end = (pl.col("event") == "+") & (pl.col("from_node") == 0) | (
            pl.col("event") == "r"
        ) & (pl.col("to_node") == 11)
        frame = frame.filter(is_end & (pl.col("type") == "tcp"))
    else:
        frame = frame.head(_LINES)
    columns, caption = _TRACES[figure]
    id = f"{slug(figure)}-lines"
    return study.table(frame, columns, id=id, caption=f"{figure}: {caption}, one FTP flow (Reno)")


_LINES = 12
"""Number of lines of the trace in Figure 3.2."""

_TIME = Column("time_s", "Time", "s", "number", 6)

_TRACES: dict[str, tuple[list[Column], str]] = {
    "Figure 3.2": (
        [
            Column("event", "Event", header=True),
            _TIME,
            Column("from_node", "From", "", "number"),
            Column("to_node", "To", "", "number"),
            Column("type", "Type"),
            Column("size_bytes", "Size", "bytes", "number"),
            Column("flow", "Flow", "", "number"),
            Column("source", "Source"),
            Column("destination", "Destination"),
            Column("sequence", "Sequence", "", "number"),
            Column("uid", "Packet", "", "number"),
        ],
        "the first lines of the trace",
    ),
    "Figure 3.3": (
        [
            Column("event", "Event", header=True),
            _TIME,
            Column("sequence", "Sequence", "", "number"),
        ],
        "what of the first lines is sent by node 0 and received by node 11",
    ),
}
"""Columns and captions, by figure of the thesis."""


@with_queries
def packet_counts(study: StudyPage) -> Block:
    """Tabulate the results of the thesis' delay.cpp and section 3.7.3, without random loss."""
    frame = study.rows("packet_counts")
    columns = [
        Column("application", "Traffic", header=True),
        Column("flows", "Flows", "", "number", header=True),
        Column("variant", "Variant", header=True),
        Column("sent", "Sent", "packets", "number", 0),
        Column("received", "Received", "packets", "number", 0),
        Column("lost", "Lost", "packets", "number", 0),
        Column("delay_ms", "Mean delay", "ms", "number", 3),
        Column("variance_ms2", "Variance of the delay", "ms²", "number", 1),
    ]
    caption = "Packets of all flows, and delay and variance as means of the flows"
    return study.table(_named(frame), columns, id="packet-counts-table", caption=caption)


@with_queries
def window_by_error_rate(study: StudyPage, percent: int) -> Block:
    """Draw the congestion window over time at one error rate (section 3.2.5.2)."""
    data = _named(study.rows("window_by_error_rate", percent=percent))
    if data.is_empty():
        return NOT_MEASURED
    means = dict(data.group_by("variant").agg(pl.col("cwnd_packets").mean()).iter_rows())
    text = Text(
        title=f"Congestion window over time, {percent} % error rate: at the ends of seconds "
        f"{extremes(means, 'packets')} on average, in one run",
        description="Lines of the congestion window over time for five TCP variants.",
        caption="The window at the end of each second in which it changed, with the random numbers "
        "inferred for the thesis, which draws such figures and prints none.",
    )
    chart = panel_chart(
        data,
        Axis("time_s", "Time", "s"),
        Axis("cwnd_packets", "Congestion window", "packets"),
        SERIES,
    )
    return chart_block(
        chart, data, id=f"chart-window-{percent}", text=text, digits=2, metric="cwnd_series"
    )


def draws_skipped(study: StudyPage) -> str:
    """Return how many random numbers the replayed runs skip, for the text."""
    return study.value("draws_skipped")


def _named(frame: pl.DataFrame) -> pl.DataFrame:
    """Replace keys of variants by the thesis' names."""
    return frame.with_columns(pl.col("variant").replace_strict(VARIANTS))


def _last(data: pl.DataFrame, value: str, over: str) -> dict[str, float]:
    last = data.sort(over).group_by("variant", maintain_order=True).last()
    return dict(last.select("variant", value).iter_rows())


def _last_ends(data: pl.DataFrame) -> dict[str, tuple[float | None, float | None]]:
    """Return the ends of each variant's interval at the largest error rate."""
    last = data.sort("percent").group_by("variant", maintain_order=True).last()
    rows = last.select("variant", "low", "high").iter_rows()
    return {variant: (low, high) for variant, low, high in rows}


def _largest(data: pl.DataFrame, value: str) -> dict[str, float]:
    peaks = data.group_by("variant", maintain_order=True).agg(pl.col(value).max())
    return dict(peaks.iter_rows())


def _ends(data: pl.DataFrame, value: str, unit: str, over: str = "packets") -> str:
    """Describe the last value of each variant."""
    words = [f"{name} {number:.4g} {unit}" for name, number in _last(data, value, over).items()]
    return f"At the right end: {', '.join(words)}."


def _peaks(data: pl.DataFrame) -> str:
    words = [f"{name} {number:.3g} s" for name, number in _largest(data, "max_delay_s").items()]
    return f"Largest delay: {', '.join(words)}."
