"""Figures of the page of study ``ceas``: its network, and chapter 4's figures."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from ns2studies.basics.paths import DATA
from ns2studies.config.topology import read_topology
from ns2studies.report.blocks import NOT_MEASURED, Block
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.charts.findings import listed, short, values_in_words
from ns2studies.report.charts.sweeps import (
    Heading,
    by_variant,
    means,
    named_variants,
    over_time,
    scaled,
)
from ns2studies.report.charts.topology import topology_block
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.axes import Axis, Series
from nstrace.pages.charts import Text
from nstrace.pages.figures import line_chart
from nstrace.pages.markup import slug
from reports.ceas.shares import Outage, shares_block

STUDY = "ceas"
FAILING = (4, 5)
"""The link that fails, is loaded, or is slow."""

ROLES = {"host": "source or destination", "router": "router"}

ANT_RATE = Axis("ant_rate", "Ant rate", "1/s")
RATE = Axis("rate", "Data rate", "Mb/s")


def network(study: StudyPage) -> Block:
    """Draw the network of Figure 4.1, with the best path from 0 to 8."""
    topology = read_topology(DATA / "topologies" / "ceas-11.yaml")
    links = ", ".join(f"{link.from_}-{link.to}" for link in topology.links)
    text = Text(
        title=f"Figure 4.1: {topology.title}",
        description=f"Nodes 0, 1, 2 on the left, 6, 7, 8 on the right. Links: {links}.",
        caption="The picture is not in our copy of the text; these links are inferred from what "
        "the text says about paths and neighbours (data/topologies/ceas-11.yaml has the reason for "
        f"each). Every link has {study.setting('network.bandwidth_bps') / 1e6:g} Mb/s and "
        f"{study.setting('network.delay_s') * 1e3:g} ms. The best path from 0 to 8 is drawn "
        "thicker.",
    )
    return topology_block(
        topology, id="figure-4-1-drawing", text=text, paths=[[0, 3, 4, 5, 8]], roles=ROLES
    )


@with_queries
def pheromones(study: StudyPage, id: str, title: str, scenario: str, colony: str, of: str) -> Block:
    """Draw the network with a colony's pheromone shares over time, in the first replication.

    Args:
        of: description of the scenario, for the caption.
    """
    data = study.rows("shares", scenario=scenario, colony=colony)
    if data.is_empty():
        return NOT_MEASURED
    times = dict(study.rows("events", scenario=scenario).iter_rows())
    outages = []
    if "failure" in times:
        outages = [Outage(FAILING, times["failure"], times["restoration"])]
    for outage in outages:
        data = without_link(data, outage)
    at_3 = data.filter((pl.col("node") == 3) & (pl.col("neighbour") == 4))["share"]
    text = Text(
        title=f"{title}: {_at_node_3(data, times)}, in one run",
        description="The network at a moment that a slider chooses; half links are as wide as the "
        f"share of pheromones. From node 3 to node 4 it goes from {min(at_3):.3f} to "
        f"{max(at_3):.3f}.",
        caption=f"Colony {colony}, first replication of {of}. From each node, a half link to "
        "each neighbour is as wide as the probability that data for the destination goes there. "
        "Move the slider by mouse or by the arrow keys; the data below has every moment.",
    )
    topology = read_topology(DATA / "topologies" / "ceas-11.yaml")
    # The moment printed on paper: just after the failure, or halfway through both connections.
    start_s = float(times["failure"] + 1 if outages else (times["tcp"] + times["end"]) / 2)
    return shares_block(
        topology, data, id=id, text=text, outages=outages, start_s=start_s, roles=ROLES,
        metric="pheromone_series",
    )  # fmt: skip


def _at_node_3(shares: pl.DataFrame, times: Mapping[str, float]) -> str:
    """Describe how likely node 3 sends data by node 4: around a failure, or the range."""
    line = shares.filter((pl.col("node") == 3) & (pl.col("neighbour") == 4)).sort("time_s")
    if "failure" not in times:
        within = line.filter(pl.col("time_s") >= times["tcp"])["share"]
        return f"node 3 sends {_percent(within.min())} to {_percent(within.max())} % by node 4"
    moments = {"before it": "failure", "when it is over": "restoration", "in the end": "end"}
    found = []
    for words, event in moments.items():
        share = line.filter(pl.col("time_s") < times[event])["share"].last()
        found.append(f"{_percent(share)} % {words}")
    return f"node 3 sends {listed(found)} by node 4"


def _percent(share: object) -> str:
    return short(100 * float(str(share)), 2)


def without_link(shares: pl.DataFrame, outage: Outage) -> pl.DataFrame:
    """Return the shares over the links that are up: a node avoids its broken link at once."""
    one, other = outage.ends
    down = (
        pl.col("time_s").is_between(outage.down_s, outage.up_s, closed="left")
        & pl.col("node").is_in([one, other])
        & pl.col("neighbour").is_in([one, other])
    )
    left = pl.when(down).then(0.0).otherwise(pl.col("share"))
    whole = pl.col("left").sum().over("time_s", "node")
    # If no pheromones are left, all neighbours that can be reached have equal shares.
    alike = pl.when(down).then(0.0).otherwise(1.0)
    alike = alike / alike.sum().over("time_s", "node")
    return (
        shares.with_columns(left.alias("left"))
        .with_columns(
            pl.when(whole > 0).then(pl.col("left") / whole).otherwise(alike).alias("share")
        )
        .drop("left")
    )


# --- over the ant rate ----------------------------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """A metric in a set of scenarios."""

    scenario_set: str
    metric: str
    subject: str
    memory: bool = False
    packet_bytes: int = 1500


@with_queries
def stabilization(study: StudyPage, figure: str) -> Block:
    """Draw the time to stabilize by ant rate, with the means of Table 4.2 (Figure 4.2)."""
    data = study.best_rows("stabilization")
    printed = data.filter(pl.col("origin") == "printed").with_columns(origin=pl.lit("ours"))
    return means(
        data.filter(pl.col("origin") == "ours"),
        ANT_RATE, Axis("value", "Time", "s"),
        Series("origin", "Value", ["ours"]),
        printed=printed.select("ant_rate", "value", "origin"),
        heading=Heading(figure, "time to stabilize the pheromones", "Stable: at node 3 the best "
        "path is 100 times as probable as the other one, for the first time. Printed: Table 4.2. "),
    )  # fmt: skip


@with_queries
def by_rate(study: StudyPage, figure: str, title: str, wanted: Wanted, words: str) -> Block:
    """Draw a time over the ant rate, for both variants."""
    data = study.best_rows(
        "by_rate",
        scenario_set=wanted.scenario_set,
        metric=wanted.metric,
        subject=wanted.subject,
        memory=wanted.memory,
        packet_bytes=wanted.packet_bytes,
    )
    heading = Heading(figure, title, words)
    y = Axis("value", "Time", "s")
    data = named_variants(data)
    return means(data, ANT_RATE, y, by_variant(data), heading)


@with_queries
def settling(study: StudyPage, figure: str, metric: str, y: Axis) -> Block:
    """Draw stabilization after start, failure and restoration over the ant rate (Figure 4.6)."""
    data = study.best_rows("settling", metric=metric)
    names = {"start": "start", "failure": "link failure", "restoration": "link re-established"}
    data = data.with_columns(pl.col("event").replace_strict(names))
    series = Series("event", "After", list(names.values()))
    heading = Heading(figure, "to (re-)stabilize the pheromones", "Runs with SACK. ", metric=metric)
    return means(data, ANT_RATE, y, series, heading)


@with_queries
def loaded(study: StudyPage, figure: str, title: str, wanted: Wanted, words: str) -> Block:
    """Draw throughput by ant rate, beside LSRP and DVR (Figures 4.11, 4.12, C.1 and C.2)."""
    chosen = wanted.scenario_set
    data = study.best_rows(
        "with_baselines",
        scenario_set=chosen,
        metric=wanted.metric,
        subject=wanted.subject,
        packet_bytes=wanted.packet_bytes,
    )
    data = scaled(named_variants(data), 1e-6)
    others = [name for name in ("LSRP", "DVR") if name in data["routing"].to_list()]
    if others:
        words += f"{' and '.join(others)}: one run each, as in the thesis. "
    heading = Heading(figure, title, words)
    x = Axis("routing", "Routing (CEAS: ants/s)")
    return means(data, x, Axis("value", "Throughput", "Mb/s"), by_variant(data), heading)


@with_queries
def gains(study: StudyPage, figure: str) -> Block:
    """Draw the gain in throughput by previous-hop memory over the ant rate (Figure 4.17)."""
    data = named_variants(study.rows("gains"))
    return means(
        data, ANT_RATE, Axis("value", "Gain in throughput", "%", signed=True),
        by_variant(data), Heading(figure, "gain by previous-hop memory",
        "Throughput over the whole connection, of runs with the same seed. ",
        metric="tcp_throughput"),
    )  # fmt: skip


# --- over time ------------------------------------------------------------------------------


@with_queries
def windows(study: StudyPage, figure: str, ant_rate: int) -> Block:
    """Draw congestion windows of both variants after the start, until both are at the full rate."""
    data = named_variants(study.rows("windows", **_start_of(study, ant_rate)))
    return over_time(
        data, Axis("cwnd", "Congestion window", "packets"), by_variant(data),
        Heading(figure, f"congestion windows, {ant_rate} ants/s",
        "First replication; sampled each second. The receiver's window of "
        f"{study.setting('tcp.window_packets'):g} packets bounds what is sent, not what is drawn. ",
        metric="tcp_windows"), f"{figure} {ant_rate}",
    )  # fmt: skip


@with_queries
def out_of_order(study: StudyPage, figure: str, ant_rate: int) -> Block:
    """Draw the rate of packets out of order over time after the start, for both variants."""
    data = named_variants(study.rows("out_of_order", **_start_of(study, ant_rate)))
    return over_time(
        data, Axis("rate", "Out of order", "packets/s"), by_variant(data),
        Heading(figure, f"packets out of order, {ant_rate} ants/s",
        "First replication (the thesis shows one, too). ", metric="tcp_series"), figure,
    )  # fmt: skip


def _start_of(study: StudyPage, ant_rate: int) -> dict[str, float]:
    """Return the parameters of a query for TCP's start: ant rate and period in seconds.

    The period lasts twice the time to the full rate, at least 100 s; 250 s if that is unknown.
    """
    from_s = study.setting("ceas.initial_phase_s")
    rising_s = study.rows("settling_s", ant_rate=ant_rate).item()
    lasting_s = 250.0 if rising_s is None else max(100.0, 2 * float(rising_s))
    return {"ant_rate": ant_rate, "from_s": from_s, "until_s": from_s + lasting_s}


@with_queries
def micro_loops(study: StudyPage, figure: str) -> Block:
    """Draw the rate of data sent back to where it came from after the failure (Figure 4.9)."""
    data = study.rows("loops")
    if data.is_empty():
        return NOT_MEASURED
    order = list(dict.fromkeys(data["rate"].to_list()))
    totals = data.group_by("rate", maintain_order=True).agg(pl.col("loops").max())
    most = dict(totals.iter_rows())
    peaks = ", ".join(f"{largest:.0f} packets/s at {rate}" for rate, largest in most.items())
    runs = max(data["n"].to_list())
    found = f"at most {values_in_words(most, 'packets/s')}, " + (
        "in one run" if runs == 1 else f"in the mean of up to {runs} runs"
    )
    text = Text(
        title=f"{figure}: micro-loops after the failure: {found}",
        description=f"Lines that fall towards nothing. Largest rate of packets sent back: {peaks}.",
        caption="Data packets that a node sends back to the node they came from, per second, mean "
        "of the replications, until the pheromones are stable again in each of them. SACK, "
        f"without previous-hop memory. Largest: {peaks}.",
    )
    after = Axis("after_s", "Time since the failure", "s")
    loops = Axis("loops", "Sent back", "packets/s")
    chart = line_chart(data, after, loops, Series("rate", "Ant rate", order), points=False)
    return chart_block(
        chart, data, id=f"chart-{slug(figure)}", text=text, digits=1, metric="micro_loop_series"
    )


@with_queries
def at_node_3(study: StudyPage, figure: str, scenario: str, words: str) -> Block:
    """Draw the pheromones at node 3 over time for both connections (Figures 4.13 and 4.14)."""
    names = {
        f"{colony} by {node}": f"{colony.replace('-', ' to ')}, by node {node}"
        for colony in ("0-8", "2-6")
        for node in (4, 10)
    }
    data = study.rows("at_node_3", scenario=scenario)
    data = data.with_columns(pl.col("line").replace(names))
    return over_time(
        data, Axis("share", "Probability", domain=(0.0, 1.0)),
        Series("line", "Connection", list(names.values())),
        Heading(figure, f"pheromones at node 3, {words}", "First replication. ",
                metric="pheromone_series"),
        f"{figure} {scenario}",
    )  # fmt: skip


@with_queries
def rates(study: StudyPage, figure: str, scenario: str, words: str) -> Block:
    """Draw the data rates of two connections over time (Figures 4.15 and D.1)."""
    data = study.rows("rates", scenario=scenario)
    return over_time(
        data, RATE, Series("flow", "Connection", ["0 to 8", "2 to 6"]),
        Heading(figure, f"data rates, {words}", "First replication; new data at the receiver, "
        "where the thesis has what the source sends. ", metric="tcp_series"),
        f"{figure} {scenario}", window_s=4,
    )  # fmt: skip
