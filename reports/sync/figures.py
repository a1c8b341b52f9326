"""Figures and tables of the page of study ``sync``: sweeps, windows and cures."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ns2studies.basics.paths import DATA
from ns2studies.config.topology import read_topology
from ns2studies.report.blocks import NOT_MEASURED, Block
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.charts.findings import listed, ranked
from ns2studies.report.charts.topology import topology_block
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.axes import Axis, Series
from nstrace.pages.charts import Text
from nstrace.pages.figures import band_chart, interval_chart, line_chart
from nstrace.pages.markup import slug
from nstrace.pages.tables import Column
from reports.sync import titles

STUDY = "sync"

FLOWS = Series("flow", "Flow", ["Flow 1", "Flow 2"])
HYBLA = Series("flow", "Flow", ["Hybla (flow 1)", "NewReno (flow 2)"])
SHARE = Axis("share", "Share of the goodput", "%")
USED = Axis("used", "Utilization of the slow link", "%", domain=(0, 100))
DELAY = Axis("delay_ms", "Variable delay of a link", "ms")

OF_SHARES = "share_of_goodput"
"""The metric that charts of shares show."""


def network(study: StudyPage) -> Block:
    """Draw the network of Figure 2, with the path of flow 1."""
    topology = read_topology(DATA / "topologies" / "sync-6.yaml")
    text = Text(
        title=f"Figure 2: {topology.title}",
        description=(
            "Sender 1 (node 1) and sender 2 (node 0) on the left lead to router 2; a slow link "
            "leads to router 3, and from there receiver 1 (node 5) and receiver 2 (node 4) are "
            "reached."
        ),
        caption=(
            "Flow 1 runs from node 1 to node 5; both its access links have the delay that is "
            "varied. Flow 2 runs from node 0 to node 4 over links of 5 ms. The queue that counts "
            "is that of node 2 towards node 3."
        ),
    )
    roles = {"host": "sender or receiver", "router": "router; the link between is slow"}
    paths = [[1, 2, 3, 5]]
    return topology_block(topology, id="network-drawing", text=text, paths=paths, roles=roles)


DENSE = 60
"""Number of delays from which on a line is drawn without marks."""


@with_queries
def friendly(study: StudyPage) -> Block:
    """Draw the shares of goodput that equation 8 predicts, over the round trip time (Figure 1)."""
    data = study.rows("friendly")
    series = Series("flow", "Flow", ["Flow x", "Flow y"])
    found = titles.ends(data, "rtt", "Flow x", "units")
    text = Text(
        title=f"Figure 1: expected shares of two flows: {found}",
        description="Flow x falls from 91 % at a round trip of 1 to 9 % at 100; y mirrors it.",
        caption=(
            "Equation 8 of the report: with equal losses and packets a share is inversely "
            "proportional to the round trip time. Flow y has 10 units."
        ),
    )
    chart = line_chart(
        data, Axis("rtt", "Round trip time of flow x", "units"), SHARE, series, points=False
    )
    return chart_block(chart, data, id="chart-figure-1", text=text, digits=1, definition="#metrics")


@with_queries
def expected(study: StudyPage) -> Block:
    """Draw the shares that equation 8 predicts in this network with a full queue (Figure 6)."""
    data = study.rows("expected")
    if data.is_empty():
        return NOT_MEASURED
    found = titles.ends(data, "delay_ms", "Flow 1", "ms")
    text = Text(
        title=f"Figure 6: expected shares in this network: {found}",
        description=(
            "Two nearly straight lines that start together at 50 % and drift apart to about 41 "
            "and 59 % at a delay of 100 ms."
        ),
        caption=(
            "Equation 8 with the round trip times of a queue that is always full: 832 ms of "
            "waiting leave little difference between the flows. A sweep without phase effects "
            "would look like this."
        ),
    )
    chart = line_chart(data, DELAY, SHARE, FLOWS, points=False)
    return chart_block(chart, data, id="chart-figure-6", text=text, digits=2, definition="#metrics")


@with_queries
def windows(study: StudyPage, figure: str, scenario: str, words: str) -> Block:
    """Draw the congestion windows of both flows over time (Figures 3 and 4)."""
    data = study.rows("windows", scenario=scenario)
    if data.is_empty():
        return NOT_MEASURED
    both_from_s = data.group_by("flow").agg(pl.col("time_s").min())["time_s"].max()
    both = data.filter(pl.col("time_s") >= both_from_s)
    means = dict(both.group_by("flow").agg(pl.col("cwnd").mean()).iter_rows())
    averages = ", ".join(f"{flow} {means[flow]:.1f} packets" for flow in sorted(means))
    text = Text(
        title=f"{figure}: congestion windows, {words}: on average {ranked(means, 'packets')}",
        description=f"Lines of both flows' windows over 200 s. On average while both send: "
        f"{averages}.",
        caption=(
            "Largest congestion window of each second. Flow 2 starts at 20 s, from when means are "
            "taken; the receiver's window of 20 packets bounds what is sent, not what is drawn."
        ),
    )
    chart = line_chart(
        data, Axis("time_s", "Time", "s"), Axis("cwnd", "Congestion window", "packets"),
        FLOWS, points=False,
    )  # fmt: skip
    return chart_block(
        chart, data, id=f"chart-{slug(figure)}", metric="cwnd_series", text=text, digits=2
    )


@with_queries
def sweep(study: StudyPage, figure: str, title: str, chosen: tuple[str, int, str]) -> Block:
    """Draw the link's utilization by both flows over the variable delay (Figures 5 and 8 to 11).

    Args:
        chosen: scenario set, queue in packets, and level.
    """
    scenario_set, queue, level = chosen
    data = study.full_scale_rows(
        "utilisation", scenario_set=scenario_set, queue_packets=queue, level=level
    )
    if data.is_empty():
        return NOT_MEASURED
    series = FLOWS if scenario_set == "newreno" else HYBLA
    data = data.with_columns(pl.col("flow").replace_strict([1, 2], list(series.order)))
    first = data.filter(pl.col("flow") == series.order[0])
    starved = first.filter((pl.col("share") < 10) | (pl.col("share") > 90)).height
    # Two lines that jump at nearly each delay hide each other.
    is_dense = series is HYBLA and first.height >= DENSE
    drawn = first if is_dense else data
    shown = replace(series, order=series.order[:1]) if is_dense else series
    text = Text(
        title=f"{figure}: {title}: one flow has less than 10 % of the goodput at {starved} of "
        f"{first.height} delays",
        description=(
            f"{'One line' if is_dense else 'Two lines that nearly mirror each other'} over "
            f"{first.height} delays; at {starved} of them one of the flows has less than 10 % of "
            "the goodput."
        ),
        caption=study.with_scale(
            f"{_runs(first)} at {first.height} delays, each over {_measured_s(study):g} s; one of "
            f"the flows gets less than 10 % of the goodput at {starved} of them. Utilization is of "
            "what arrives in order, with headers; both flows leave a part of the link unused."
            + (f" {series.order[1]} nearly mirrors it: see the data." if is_dense else "")
        ),
    )
    chart = (
        band_chart(drawn, DELAY, USED, ("least", "largest"), shown)
        if _most_runs(first) > 1
        else line_chart(drawn, DELAY, USED, shown, points=first.height < DENSE)
    )
    return chart_block(
        chart, data, id=f"chart-{slug(figure)}", text=text, digits=1, metric="in_order_throughput"
    )


def _most_runs(data: pl.DataFrame) -> int:
    return int(data.select(pl.col("n").max()).item())


def _runs(data: pl.DataFrame) -> str:
    """Describe the runs behind each row of a sweep."""
    runs = _most_runs(data)
    if runs == 1:
        return "One run each"
    return (
        f"Means of {runs} runs with other random numbers, in bands from the least to the largest,"
    )


@with_queries
def sweeps(
    study: StudyPage,
    id: str,
    title: str,
    caption: str,
    chosen: Sequence[tuple[str, str, int, str]],
    to_ms: float = 100,
) -> Block:
    """Draw flow 1's share of the goodput over the variable delay, for several sweeps.

    Args:
        chosen: name, scenario set, queue in packets and level of each.
        to_ms: longest delay to draw.
    """
    frames = [
        study.full_scale_rows("sweep", scenario_set=scenario_set, queue_packets=queue, level=level)
        .filter((pl.col("flow") == 1) & (pl.col("delay_ms") <= to_ms))
        .select(pl.lit(name).alias("sweep"), "delay_ms", "share", "n", "scenario")
        for name, scenario_set, queue, level in chosen
    ]
    data = pl.concat(frames)
    if data.is_empty():
        return NOT_MEASURED
    averages = data.group_by("sweep", maintain_order=True).agg(pl.col("share").mean())
    means = [f"{name} {share:.0f} %" for name, share in averages.iter_rows()]
    text = Text(
        f"{title}: one flow has less than 10 % at {titles.starved(data)}",
        f"Share of flow 1; on average: {', '.join(means)}.",
        study.with_scale(f"{caption} {_runs_behind(data)} {_sampled(data)}"),
    )
    series = Series("sweep", "Sweep", [name for name, *_ in chosen])
    # Without marks, a line through a few delays would look like a sweep over all of them.
    is_sparse = min(_delays(data).values()) < DENSE
    chart = line_chart(data, DELAY, SHARE, series, points=is_sparse)
    return chart_block(chart, data, id=id, text=text, digits=1, metric=OF_SHARES)


def _delays(data: pl.DataFrame) -> dict[str, int]:
    """Count the delays at which each sweep was run."""
    return dict(data.group_by("sweep", maintain_order=True).len().iter_rows())


def _sampled(data: pl.DataFrame) -> str:
    """Return a sentence on the number of delays of each sweep."""
    words = [f"{name} {delays}" for name, delays in _delays(data).items()]
    return f"Delays that were run: {', '.join(words)}."


def _runs_behind(data: pl.DataFrame) -> str:
    """Return a sentence on the number of runs behind a point of each sweep."""
    most = data.group_by("sweep", maintain_order=True).agg(pl.col("n").max())
    numbers = dict(most.iter_rows())
    if len(set(numbers.values())) > 1:
        return f"Runs behind a point: {', '.join(f'{name} {n}' for name, n in numbers.items())}."
    (runs,) = set(numbers.values())
    return "One run at each delay." if runs == 1 else f"Means of {runs} runs at each delay."


def _measured_s(study: StudyPage) -> float:
    """Return the time in s over which shares are measured: from flow 2's start to the end."""
    return study.setting("times.end_s") - study.setting("times.second_start_s")


@with_queries
def defaults(study: StudyPage) -> Block:
    """Tabulate flow 1's share of the goodput at some delays, by set of ns' defaults."""
    frame = study.full_scale_rows("defaults").with_columns(pl.col("level").replace_strict(DEFAULTS))
    columns = [
        Column("level", "Defaults", header=True),
        *(Column(f"at_{ms}", f"{ms} ms", "%", "number", 1) for ms in (15, 18, 21, 23, 33)),
        Column("stretches", "Flow 2 below 40 % at"),
    ]
    caption = study.with_scale(
        "Share of flow 1 at some delays, NewReno against NewReno, by ns' defaults"
    )
    return study.table(frame, columns, id="defaults-table", caption=caption)


DEFAULTS = {
    "ns-2.27": "ns-2.27 (as chosen)",
    "ns-2.35": "ns-2.35 (all four below)",
    "min-rto": "least timeout 0.2 s (since October 2004)",
    "initial-rto": "first timeout 3 s (since 2006)",
    "fractional-windows": "half a window may have a fraction (since 2006)",
    "smoothed-variance": "variance of round trips as since 2006",
    "coarse-clock": "clock of 0.1 s (was before 2002)",
    "timestamps": "timestamps",
    "window-rule-0": "windowOption_ 0",
    "plain-receiver": "receivers without SACK",
    "sack-senders": "senders with SACK",
}
"""Labels of the sets of ns' defaults, in the order of the table."""

CHOICES = {
    **DEFAULTS,
    "ns-2.35": "defaults of ns-2.35",
    "red-counts-bytes": "RED counts bytes",
    "red-thresholds-of-2-5-and-7-5": "RED: thresholds 2.5 and 7.5",
}
"""Labels of the alternative assumptions, by their names in the configuration."""


@with_queries
def cure(study: StudyPage, scenario_set: str, title: str, axis: Axis, caption: str) -> Block:
    """Draw flow 1's share of the goodput over the amount of randomness, for three delays."""
    data = study.best_rows("cure", keys=["scenario"], value="share", scenario_set=scenario_set)
    if data.is_empty():
        return NOT_MEASURED
    seeds = data.select(pl.col("n").max()).item()
    order = ["21 ms", "33 ms", "43 ms"]
    ends = data.sort(axis.name).group_by("delay", maintain_order=True).last()
    shares = listed([f"{row['share']:.0f} % ({row['delay']})" for row in ends.to_dicts()])
    at_the_end = f"at the right end flow 1 has {shares}"
    text = Text(
        f"{title}: {at_the_end}, means of {seeds} runs",
        f"Share of flow 1 for three delays: {at_the_end}.",
        f"{caption} Means of {seeds} runs with independent random numbers; the bars go from the "
        "least to the largest of them.",
    )
    chart = interval_chart(
        data,
        axis,
        Axis("share", "Share of flow 1", "%"),
        ("least", "largest"),
        Series("delay", "Variable delay", order),
    )
    return chart_block(
        chart, data, id=f"chart-{scenario_set}", text=text, digits=1, metric=OF_SHARES
    )


@with_queries
def red_queues(study: StudyPage) -> Block:
    """Tabulate shares, starved flows and drops by the limit and thresholds of the RED queue."""
    frame = study.full_scale_rows("red")
    columns = [
        Column("queue", "Queue", header=True),
        Column("thresholds", "Thresholds", "packets"),
        Column("delays", "Delays up to 65 ms", "", "number"),
        Column("least", "Least share of a flow", "%", "number", 1),
        Column("starved", "Delays with less than 10 %", "", "number"),
        Column("overflows", "Overflows among the drops", "%", "number", 1),
        Column("spread", "Spread of Hybla's share", "%", "number", 1),
        Column("late", "Hybla beyond 65 ms, mean", "%", "number", 1),
    ]
    caption = study.with_scale(
        "Hybla against NewReno with RED, by the queue's limit and thresholds"
    )
    return study.table(frame, columns, id="red-table", caption=caption)


def runs_apart(study: StudyPage) -> str:
    """Describe how far apart the runs of the first sweep are at a delay, for the text."""
    return str(study.full_scale_rows("runs_apart").item())


def at_21_ms(study: StudyPage) -> str:
    """Return flow 1's least and largest share at 21 ms over all sets of defaults, for the text."""
    low, high = study.full_scale_rows("at_21_ms").row(0)
    return f"{low:.0f} and {high:.0f}" if low is not None else "(not measured)"
