"""Tables for explanations on the page of study ``ceas``: brackets, SACK, overhead, proposals."""

import polars as pl

from ns2studies.report.blocks import Block
from ns2studies.report.charts.sweeps import VARIANTS
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.tables import Column
from reports.ceas.tables import CHOICES

_SCENARIOS = {
    "start": "start (4.2)",
    "failure": "failure (4.3)",
    "choices-failure": "failure (4.3)",
    "congestion": "congestion (4.4)",
    "choices-load": "100 s of congestion (4.4)",
    "capacity": "slow link (4.5)",
    "two-flows": "two connections (4.6)",
    "choices-two-flows": "150 s of two connections (4.6)",
}


@with_queries
def brackets(study: StudyPage) -> Block:
    """Tabulate the standard errors of Tables 4.3 and 4.4 beside several deviations of ours."""
    columns = [
        Column("packet_bytes", "Packets", "bytes", "number", header=True),
        Column("variant", "Variant", header=True),
        Column("flow", "Connection", header=True),
        Column("published", "Printed", "Mb/s", "number", 2),
        Column("between_runs", "Between runs", "", "number", 2),
        Column("of_half", "In runs, bins of 0.5 s", "", "number", 2),
        Column("of_two", "2 s", "", "number", 2),
        Column("of_ten", "10 s", "", "number", 2),
        Column("of_twenty", "20 s", "", "number", 2),
        Column("of_the_mean", "Mean over runs, 0.5 s", "", "number", 2),
        Column("at_a_moment", "Standard error at a moment, 0.5 s", "", "number", 2),
        Column("n", "Runs", "", "number"),
    ]
    data = study.rows("brackets").with_columns(
        pl.col("variant").replace(VARIANTS), pl.col("flow").str.slice(4)
    )
    return study.table(
        data, columns, id="brackets-table",
        caption="What the brackets of Tables 4.3 and 4.4 may be: deviations of the goodput",
    )  # fmt: skip


@with_queries
def why_sack(study: StudyPage) -> Block:
    """Tabulate retransmissions and window cuts beside data out of order, for each variant."""
    columns = [
        Column("scenario_set", "Scenario", header=True),
        Column("choice", "Choice", header=True),
        Column("variant", "Variant", header=True),
        Column("throughput", "Throughput", "Mb/s", "number", 2),
        Column("late_percent", "Out of order", "%", "number", 2),
        Column("resent_per_1000", "Sent again, of 1000 new", "", "number", 1),
        Column("resent_per_late", "of each out of order", "", "number", 2),
        Column("copies_percent", "for nothing", "%", "number", 0),
        Column("cuts_per_min", "Window cuts", "1/min", "number", 1),
        Column("timeouts_per_min", "Timeouts", "1/min", "number", 2),
        Column("n", "Runs", "", "number"),
    ]
    data = study.rows("why_sack").with_columns(
        pl.col("variant").replace(VARIANTS),
        pl.col("choice").replace(CHOICES),
        pl.col("scenario_set").replace(_SCENARIOS),
    )
    return study.table(
        data, columns, id="why-sack-table",
        caption="Packets sent again and window cuts of the first connection, packets of 1500 "
        "bytes, without memory: means over runs and ant rates",
    )  # fmt: skip


@with_queries
def overhead(study: StudyPage) -> Block:
    """Tabulate messages and rate of the routing on the steady network."""
    columns = [
        Column("routing", "Routing", header=True),
        Column("ant_rate", "Ant rate", "1/s", "number"),
        Column("messages", "Messages", "1/s", "number", 1),
        Column("rate", "Rate", "kb/s", "number", 1),
        Column("n", "Runs", "", "number"),
    ]
    return study.table(
        study.rows("overhead"), columns, id="overhead-table",
        caption="Messages of the routing on the steady network of eleven nodes, one colony, each "
        "link counted",
    )  # fmt: skip


@with_queries
def proposals(study: StudyPage) -> Block:
    """Tabulate the proposals of sections 5.3 and 6.2 around a failure."""
    names = {"memory": "previous-hop memory", **CHOICES}
    columns = [
        Column("choice", "With", header=True),
        Column("variant", "Variant"),
        Column("settled_ants", "Stable after", "ants", "number", 0),
        Column("settled_s", "or", "s", "number", 1),
        Column("resume_s", "TCP resumes after", "s", "number", 1),
        Column("full_s", "at its full rate after", "s", "number", 1),
        Column("sent", "Normal ants in all", "", "number", 0),
        Column("throughput", "Throughput", "Mb/s", "number", 2),
        Column("n", "Runs", "", "number"),
    ]
    data = study.rows("proposals").with_columns(
        pl.col("variant").replace(VARIANTS), pl.col("choice").replace(names)
    )
    return study.table(
        data, columns, id="proposals-table",
        caption="A failure at 20 ants a second with what the thesis proposes: questions of ours",
    )  # fmt: skip
