"""Readings of Figure 8, and flows over time, on the page of study ``tcpeval``."""

from functools import reduce
from operator import add

import polars as pl

from ns2studies.report.blocks import NOT_MEASURED, Block
from ns2studies.report.charts.sweeps import Heading, means, over_time
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.axes import Axis, Series
from nstrace.pages.tables import Column
from reports.tcpeval.figures import PAIRED, PERCENT, Protocols
from reports.tcpeval.tables import named

END_OF_AXIS = 40
"""The highest number on Figure 8's axis in our copy of the text, in percent."""

_READINGS = {
    False: ("Figure 8", "in per cent of the baseline's throughput"),
    True: ("Figure 8, second reading", "in per cent of the bottleneck's 10 Mb/s"),
}


@with_queries
def improvements(study: StudyPage, *, of_link: bool) -> Block:
    """Draw the improvement on the dumbbell with FIFO queues, by each rule and response.

    Args:
        of_link: in percent of the bottleneck's capacity, instead of the baseline's throughput.
    """
    known = Protocols.of(study)
    found = study.best_rows("improvements", keys=["scenario", "protocol"], of_link=of_link)
    if found.is_empty():
        return NOT_MEASURED
    lines = [known.improved, *(p for p in found["protocol"].unique(maintain_order=True))]
    axis_end = f"axis' end, {END_OF_AXIS} %"
    rates = found.select("packet_error_percent").unique(maintain_order=True)
    ends = rates.with_columns(
        line=pl.lit(axis_end), value=pl.lit(float(END_OF_AXIS)),
        n=pl.lit(found["n"].max()).cast(found.schema["n"]),
    )  # fmt: skip
    ours = found.with_columns(pl.col("protocol").replace(dict(known.names)).alias("line"))
    data = pl.concat([ours.drop("protocol"), ends], how="diagonal")
    order = [*dict.fromkeys(map(known.name, lines)), axis_end]
    figure, unit = _READINGS[of_link]
    title = f"improvement of throughput over {known.name(known.baseline)}, dumbbell, FIFO, {unit}"
    heading = Heading(figure, title, "Of all forward FTP flows together. ", PAIRED, "class_goodput")
    axis = Axis("value", "Throughput, improvement", "%", signed=True)
    return means(data, PERCENT, axis, Series("line", "Protocol", order), heading, joined=True)


@with_queries
def flows(study: StudyPage, title: str, percent: int, scenario_set: str = "experiments") -> Block:
    """Draw throughput of forward flows over time on the FIFO dumbbell, for both protocols."""
    known = Protocols.of(study)
    piece_s = 5 if scenario_set == "experiments" else 25
    words = f"First replication, in pieces of {piece_s} s: no intervals. "
    blocks = []
    for protocol in known.both:
        data = study.rows(
            "over_time", scenario_set=scenario_set, protocol=protocol, percent=percent,
            piece_s=piece_s,
        )  # fmt: skip
        name = f"{title}, {known.name(protocol)}, {percent} % of packet errors"
        heading = Heading(name, "forward flows over time", words, metric="class_series")
        series = Series("flow", "Flow", data["flow"].unique().sort().to_list())
        blocks.append(over_time(data, Axis("rate", "Throughput", "Mb/s"), series, heading, name))
    return reduce(add, blocks)


@with_queries
def joined(study: StudyPage) -> Block:
    """Tabulate fairness after each start of a flow, and the time until the last has its share."""
    sets = study.configuration.get("scenario_sets", {})
    if not sets.get("convergence"):
        return NOT_MEASURED
    columns = [
        Column("queueing", "Queueing"),
        Column("protocol", "Protocol", header=True),
        Column("flows", "Forward flows", "", "number", header=True),
        Column("rate", "Their throughput", "Mb/s", "number", 3),
        Column("fairness", "Jain's index", "", "number", 3),
        Column("reached_s", "The last one has 4/5 of an equal share after", "s", "number", 0),
    ]
    data = study.rows("joining", every_s=sets["convergence"]["forward_every_s"])
    caption = (
        "Forward flows that start one after the other on the dumbbell without random losses: "
        "throughput and Jain's index in the second half of the time until the next start; one run"
    )
    return study.table(named(study, data), columns, id="joining-table", caption=caption)


def cost_ratio(study: StudyPage) -> str:
    """Compare the processor time of both protocols, for the text."""
    known = Protocols.of(study)
    found = study.rows("cost_ratio", improved=known.improved, baseline=known.baseline)
    if found.is_empty() or found["middle"].item() is None:
        return "not measured"
    middle, least, largest, n = found.row(0)
    return f"{middle:.2f} times on average ({least:.2f} to {largest:.2f}, {n} pairs)"
