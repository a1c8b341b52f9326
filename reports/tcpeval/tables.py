"""Parameters and tables of the page of study ``tcpeval``."""

import polars as pl

from ns2studies.report.blocks import NOT_MEASURED, Block, raw_html
from ns2studies.report.page import with_queries
from ns2studies.report.pages.definitions import shown
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.receipts import receipts_of
from nstrace.pages.tables import Column, table_html
from reports.tcpeval.figures import QUEUEING, TOPOLOGIES, Protocols

SHOWN = "experiments/dumbbell/drop-tail/sack/1"
"""The scenario whose queue limit appears in the text."""

CHOICES = {
    "spike-rule": "SACK PR by the spike rule",
    "response-0-8": "SACK PR that keeps 4/5 of the window after a random loss",
    "half-buffers": "buffers of half a bandwidth-delay product",
    "double-buffers": "buffers of two bandwidth-delay products",
    "window-1000": "receiver's window of 1000 packets",
    "web-of-1": "one web connection a second",
    "plain-red": "RED that does not adapt",
    "red-drops": "RED that drops instead of marking",
    "talk-spurts": "voices that talk and are silent in turn",
}
"""Labels of the alternative assumptions, by their names in the configuration."""

_HALF = "±"

PLACE = [
    Column("topology", "Topology", header=True),
    Column("queueing", "Queueing"),
    Column("protocol", "Protocol", header=True),
    Column("packet_error_percent", "Packet errors", "%", "number"),
]

_SHOWN = (
    ("forward_bps", "Forward", "Mb/s", 1e6, 3),
    ("forward_flow_bps", "per flow", "Mb/s", 1e6, 3),
    ("reverse_bps", "Reverse", "Mb/s", 1e6, 3),
    ("reverse_flow_bps", "per flow", "Mb/s", 1e6, 3),
    ("cross_bps", "Cross", "Mb/s", 1e6, 3),
    ("forward_fairness", "Jain's index", "", 1, 3),
    ("least_share_percent", "Least share", "%", 1, 1),
    ("largest_share_percent", "Largest share", "%", 1, 1),
    ("forward_delay_s", "Delay", "ms", 1e-3, 1),
    ("forward_delay_variation_s", "Delay variation", "ms", 1e-3, 1),
    ("voice_jitter_s", "Jitter of voice", "ms", 1e-3, 2),
    ("video_jitter_s", "of video", "ms", 1e-3, 2),
    ("forward_oscillation", "Oscillation", "", 1, 3),
    ("bottleneck_loss_percent", "Queueing loss", "%", 1, 2),
    ("forward_loss_percent", "Loss, forward flows", "%", 1, 2),
    ("bottleneck_utilisation_percent", "Utilisation", "%", 1, 1),
    ("bottleneck_delay_s", "Queueing delay", "ms", 1e-3, 1),
    ("web_response_s", "Web response", "s", 1, 3),
    ("convergence_s", "Converged after", "s", 1, 1),
)
"""Quantities of the spreadsheet that the page shows: name, title, unit, divisor and decimals."""

WITH_HALVES = ("forward_bps", "reverse_bps", "cross_bps", "forward_fairness")
"""Quantities whose intervals the page shows, too; the file has the intervals of all."""


def queue_packets(study: StudyPage) -> str:
    """Return the queue limit of the dumbbell in packets, for the text."""
    _, used = study.used(SHOWN)
    return shown(used.get("network.queue_limit_packets", "(not measured)"))


@with_queries
def table_1(study: StudyPage) -> Block:
    """Tabulate the experiments of Table 1 by number, with our runs of each."""
    columns = [
        Column("experiment", "Experiment", "", "number", header=True),
        Column("protocol", "Protocol"),
        Column("topology", "Topology"),
        Column("queueing", "Queueing"),
        Column("rates", "Packet error rates", "", "number"),
        Column("runs", "Runs", "", "number"),
    ]
    data = named(study, study.rows("table_1"))
    caption = "Table 1: the experiments, and our runs of each"
    return study.table(data, columns, id="table-1-experiments", caption=caption)


@with_queries
def experiments(study: StudyPage) -> Block:
    """Tabulate the authors' spreadsheet: a row for each experiment and packet error rate."""
    rows = study.rows("experiments")
    if rows.is_empty():
        return NOT_MEASURED
    selected, columns = [], [Column("experiment", "No.", "", "number", header=True), *PLACE]
    for name, title, unit, divisor, digits in _SHOWN:
        selected.append((pl.col(f"{name}_mean") / divisor).alias(name))
        columns.append(Column(name, title, unit, "number", digits))
        if name in WITH_HALVES:
            half = (pl.col(f"{name}_high") - pl.col(f"{name}_mean")) / divisor
            selected.append(half.alias(f"{name}_half"))
            columns.append(Column(f"{name}_half", _HALF, unit, "number", digits))
    columns.append(Column("replications", "Runs", "", "number"))
    frame = named(study, rows.with_columns(selected))
    caption = (
        "The experiments of Table 1: means, and half the width of some of their 95% intervals; "
        "the headings sort"
    )
    html = table_html(
        frame, columns, id="tcpeval-experiments", caption=caption, download=rows, sortable=True,
        note="The download has all intervals, in bit/s and seconds. The file tcpeval.csv beside "
        "this page is the same.", receipts=receipts_of(frame),
    )  # fmt: skip
    return raw_html(html)


@with_queries
def shares(study: StudyPage) -> Block:
    """Tabulate the share of each forward flow in their total throughput."""
    rows = study.full_scale_rows("shares")
    if rows.is_empty():
        return NOT_MEASURED
    keys = ["scenario", "topology", "queueing", "protocol", "packet_error_percent"]
    flows = rows["subject"].unique().sort().to_list()
    wide = rows.pivot("subject", index=keys, values="mean").join(
        study.full_scale_rows("fairness"), on=keys[1:], how="left"
    )
    columns = [
        *PLACE,
        *(Column(flow, flow.replace("forward", "Flow"), "%", "number", 1) for flow in flows),
        Column("least", "Least of a run", "%", "number", 1),
        Column("largest", "Largest", "%", "number", 1),
        Column("fairness", "Jain's index", "", "number", 3),
    ]
    caption = study.with_scale("Shares of the forward flows in their throughput: means of the runs")
    return study.table(named(study, wide), columns, id="shares-table", caption=caption)


@with_queries
def against_baseline(study: StudyPage, scenario_set: str) -> Block:
    """Tabulate changes against the baseline, for the protocol's own flows and for all others."""
    known = Protocols.of(study)
    data = study.full_scale_rows("against_baseline", scenario_set=scenario_set)
    columns = [
        *PLACE,
        Column("forward", "Forward", "%", "number", 1),
        Column("forward_low", "95% from", "", "number", 1),
        Column("forward_high", "to", "", "number", 1),
        Column("reverse", "Reverse", "%", "number", 1),
        Column("cross", "Cross", "%", "number", 1),
        Column("fairness", "Jain's index", "", "number", 3),
        Column("sent_again", "Retransmitted", "points", "number", 2),
        Column("cuts", "Window cuts", "", "number", 1),
        Column("timeouts", "Timeouts", "", "number", 1),
        Column("loss", "Queueing loss", "points", "number", 2),
        Column("delay", "Queueing delay", "ms", "number", 1),
        Column("web", "Web response", "%", "number", 1),
        Column("video", "Video loss", "points", "number", 2),
        Column("voice", "Voice loss", "points", "number", 2),
        Column("jitter", "Voice jitter", "ms", "number", 2),
        Column("n", "Pairs", "", "number"),
    ]
    caption = (
        f"{scenario_set.capitalize()}: change against {known.name(known.baseline)}; throughputs "
        "and web response in per cent of it, everything else as the difference; means over pairs "
        "of runs"
    )
    data = named(study, data)
    told = study.with_scale(caption)
    return study.table(data, columns, id=f"{scenario_set}-changes", caption=told)


@with_queries
def convergence(study: StudyPage) -> Block:
    """Tabulate the time until the forward flows converge to fair shares."""
    columns = [
        *PLACE,
        Column("converged", "Runs that converge", "%", "number", 0),
        Column("time_s", "after", "s", "number", 1),
        Column("half_s", _HALF, "s", "number", 1),
        Column("n", "Runs", "", "number"),
    ]
    caption = study.with_scale("When the forward flows have converged; mean of the runs that do")
    data = named(study, study.full_scale_rows("convergence"))
    return study.table(data, columns, id="convergence-table", caption=caption)


def named(study: StudyPage, data: pl.DataFrame) -> pl.DataFrame:
    """Replace keys of topologies, queueing and protocols by their labels."""
    names = {
        "topology": TOPOLOGIES,
        "queueing": QUEUEING,
        "protocol": dict(Protocols.of(study).names),
    }
    return data.with_columns(
        pl.col(column).replace(words) for column, words in names.items() if column in data.columns
    )
