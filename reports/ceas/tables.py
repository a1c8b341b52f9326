"""Parameters and tables of the page of study ``ceas``."""

import polars as pl

from ns2studies.report.blocks import Block
from ns2studies.report.charts.sweeps import VARIANTS
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from ns2studies.report.tables import certainty
from nstrace.pages.tables import Column

CHOICES = {
    "as-chosen": "as chosen",
    "as chosen": "as chosen",
    "ant-ttl-32": "ants live for 32 hops, ns' default",
    "step-back": "ants may step back",
    "elite-explorers-exempt": "elite: explorers exempt",
    "elite-none": "no elite selection",
    "cycles-remove": "cycles are removed",
    "cycles-subpath": "cycles are removed with their cost",
    "ants-of-500-bytes": "ants of 500 bytes",
    "forget-on-failure": "a failed link loses its pheromones",
    "no-explorers": "no explorers after the first phase",
    "clock-of-10-ms": "TCP's clock of 10 ms",
    "sack-acknowledges-each": "SACK acknowledges each packet",
    "packets-of-1460": "packets of 1460 bytes",
    "second-source-a-microsecond-away": "the second source 1 µs farther away",
    "stop-rule-of-2-35": "SACK's stop rule of ns-2.35",
    "marked-only": "data goes only where pheromones are",
    "rate-tunes-itself": "a rate of ants that tunes itself, 20 to 1 a second",
    "route-record": "a record of the route in data packets",
    "limits-halved": "our limits halved",
    "limits-doubled": "our limits doubled",
    "window-200": "receiver's window of 200 packets",
    "data-before-ants": "data before ants in every queue",
    "piggyback": "ants ride on data",
    "load-of-210-bytes": "background packets of 210 bytes",
    "load-of-512-bytes": "background packets of 512 bytes",
    "load-of-1000-bytes": "background packets of 1000 bytes",
    "load-of-1500-bytes": "background packets of 1500 bytes",
    "load-of-9000-bytes": "background packets of 9000 bytes",
    "queues-of-bytes": "queues count bytes",
    "ants-for-the-load": "the background has ants of its own",
    "link-state-waits-0-26": "LSRP waits 0.26 s each time",
    "link-state-detects-after-1-s": "LSRP detects a failure after 1 s",
    "link-state-detects-after-40-s": "LSRP detects a failure after 40 s",
    "link-of-90-mbps": "the link has 90 Mb/s",
}
"""Labels of the alternative assumptions, by their names in the configuration."""

RULES = {
    "node-3": "next node of the other path, at node 3",
    "node-3-all": "all other neighbours of node 3 together",
    "path": "the whole other path, all nodes",
}
MOMENTS = {
    "first": "first reached",
    "stayed": "reached for good",
    "kept": "reached for good",
}


@with_queries
def stabilization(study: StudyPage) -> Block:
    """Tabulate Table 4.2 beside our means of as many runs, with their 95% intervals."""
    columns = [
        Column("row", "Ants a second", header=True),
        Column("column", "Quantity", header=True),
        Column("published", "Printed", "", "number", 2),
        Column("ours", "Ours", "", "number", 2),
        Column("ci_low", "95% from", "", "number", 2),
        Column("ci_high", "to", "", "number", 2),
        Column("n", "Runs", "", "number"),
        Column("place", "Printed mean is"),
    ]
    return study.table(
        study.rows("printed_means"), columns, id="means-table",
        caption="Table 4.2: printed means and the 95% intervals of ours",
    )  # fmt: skip


@with_queries
def loops(study: StudyPage) -> Block:
    """Tabulate micro-loops with and without previous-hop memory (Figure 4.16)."""
    columns = [
        Column("variant", "Variant", header=True),
        Column("ant_rate", "Ant rate", "1/s", "number"),
        Column("loops", "Sent back", "packets", "number", 0),
        Column("again", "by the same node again", "packets", "number", 0),
        Column("lost", "Lost in loops", "packets", "number", 0),
        Column("resumed", "TCP resumes after", "s", "number", 1),
        Column("memory_loops", "With memory: sent back", "packets", "number", 0),
        Column("memory_again", "by the same node again", "packets", "number", 0),
        Column("memory_lost", "lost in loops", "packets", "number", 0),
        Column("memory_resumed", "TCP resumes after", "s", "number", 1),
    ]
    data = study.rows("looped").with_columns(pl.col("variant").replace(VARIANTS))
    return study.table(
        data, columns, id="loops-table",
        caption="Figure 4.16: packets that a node sends back while the link is down, and those "
        "whose time to live ends so, per run, without previous-hop memory and with it",
    )  # fmt: skip


@with_queries
def loads(study: StudyPage) -> Block:
    """Tabulate throughput and paths during congestion, by the size of background packets."""
    columns = [
        Column("packet_bytes", "TCP's packets", "bytes", "number", header=True),
        Column("choice", "Choice", header=True),
        Column("variant", "Variant"),
        Column("rate", "CEAS", "Mb/s", "number", 2),
        Column("share", "of it on the longer path", "%", "number", 1),
        Column("on_path", "on the congested path", "Mb/s", "number", 2),
        Column("base_rate", "LSRP", "Mb/s", "number", 2),
        Column("ratio", "CEAS over LSRP", "", "number", 2),
        Column("n", "Runs", "", "number"),
    ]
    return study.table(
        _named(study.rows("loads")), columns, id="loads-table",
        caption="Goodput in the first 100 s of congestion, 20 ants a second",
    )  # fmt: skip


@with_queries
def readings(study: StudyPage) -> Block:
    """Tabulate Tables 4.3 and 4.4 beside throughput that counts payload or headers, too."""
    columns = [
        Column("routing", "Routing", header=True),
        Column("packet_bytes", "Packets", "bytes", "number", header=True),
        Column("variant", "Variant"),
        Column("printed", "Printed, both flows", "Mb/s", "number", 2),
        Column("payload", "Ours: payload", "Mb/s", "number", 2),
        Column("most", "at most", "Mb/s", "number", 2),
        Column("bits", "Ours: with headers", "Mb/s", "number", 2),
    ]
    data = study.rows("readings").with_columns(pl.col("variant").replace(VARIANTS))
    return study.table(
        data, columns, id="readings-table",
        caption="Both connections together: payload, or bits with headers",
    )  # fmt: skip


@with_queries
def choices(study: StudyPage) -> Block:
    """Tabulate ants until pheromones are stable, by alternative assumption."""
    columns = [
        Column("choice", "Choice", header=True),
        Column("ant_rate", "Ant rate", "1/s", "number"),
        Column("at_start", "Start", "ants", "number", 0),
        Column("start_reached", "of runs", "%", "number", 0),
        Column("failed", "Failure", "ants", "number", 0),
        Column("failed_reached", "of runs", "%", "number", 0),
        Column("restored", "Restoration", "ants", "number", 0),
        Column("restored_reached", "of runs", "%", "number", 0),
        Column("n", "Runs", "", "number"),
    ]
    return study.table(
        _named(study.rows("choices")), columns, id="choices-table",
        caption="Ants until the pheromones are stable, mean of the runs in which they are",
    )  # fmt: skip


@with_queries
def choices_tcp(study: StudyPage) -> Block:
    """Tabulate TCP's recovery after the failure, by alternative assumption."""
    columns = [
        Column("choice", "Choice", header=True),
        Column("variant", "Variant"),
        Column("ant_rate", "Ant rate", "1/s", "number"),
        Column("resume", "Resumes after", "s", "number", 1),
        Column("regain", "then full rate after", "s", "number", 1),
        Column("restored", "After restoration", "s", "number", 1),
        Column("throughput", "Throughput", "Mb/s", "number", 2),
        Column("n", "Runs", "", "number"),
    ]
    data = study.rows("choices_tcp")
    return study.table(
        _named(data), columns, id="choices-tcp-table",
        caption="TCP around the failure, without previous-hop memory" + _left_out(data),
    )  # fmt: skip


@with_queries
def own(study: StudyPage) -> Block:
    """Tabulate goodput of other TCPs than the thesis' beside the two that it has."""
    columns = [
        Column("variant", "TCP", header=True),
        Column("scenario_set", "Scenario"),
        Column("memory", "Previous-hop memory"),
        Column("ant_rate", "Ant rate", "1/s", "number"),
        Column("before", "Goodput before", "Mb/s", "number", 1),
        Column("during", "during", "Mb/s", "number", 1),
        Column("after", "after", "Mb/s", "number", 1),
        Column("out_of_order", "Out of order", "%", "number", 2),
        Column("retransmitted", "Retransmitted", "packets", "number", 0),
        Column("n", "Runs", "", "number"),
    ]
    data = study.rows("own")
    memory = pl.when("memory").then(pl.lit("yes")).when(~pl.col("memory")).then(pl.lit("no"))
    data = data.with_columns(pl.col("variant").replace(VARIANTS), memory.alias("memory"))
    return study.table(
        data, columns, id="own-table",
        caption="Goodput of each TCP before, during and after the failure or the congestion",
    )  # fmt: skip


@with_queries
def choices_loaded(study: StudyPage, basis: str, phase: str, caption: str) -> Block:
    """Tabulate throughput with congestion or a slow link at 20 ants/s, by alternative."""
    columns = [
        Column("choice", "Choice", header=True),
        Column("variant", "Variant"),
        Column("throughput", "Throughput", "Mb/s", "number", 2),
        Column("long_path", "Data on the longer path", "%", "number", 1),
        Column("out_of_order", "Out of order", "%", "number", 2),
        Column("n", "Runs", "", "number"),
    ]
    data = study.rows("choices_loaded", phase=phase, basis=basis)
    return study.table(
        _named(data), columns, id=f"choices-{basis}-table", caption=caption + _left_out(data)
    )


def _left_out(data: pl.DataFrame) -> str:
    """Return the end of a table's caption if no alternatives were run, else an empty string."""
    only = set(data["choice"]) == {"as chosen"}
    return "; the other choices are run at full scale only" if only else ""


@with_queries
def rules(study: StudyPage) -> Block:
    """Tabulate ants until pheromones are stable at the start, by definition of stable."""
    columns = [
        Column("rule", "100 times as probable as", header=True),
        Column("moment", "When"),
        Column("at_1", "Ants at 1/s", "", "number", 0),
        Column("at_5", "at 5/s", "", "number", 0),
        Column("at_20", "at 20/s", "", "number", 0),
        Column("at_all", "at all rates", "", "number", 0),
        Column("reached", "Runs that get there", "", "number", 0),
        Column("runs", "Runs", "", "number", 0),
    ]
    data = study.rows("rules").with_columns(
        pl.col("rule").replace(RULES), pl.col("moment").replace(MOMENTS)
    )
    return study.table(
        data, columns, id="rules-table", caption="Stabilization by the meaning of stable"
    )


@with_queries
def recovery_rules(study: StudyPage) -> Block:
    """Tabulate when TCP has recovered after each event, by definition of recovery."""
    columns = [
        Column("event", "After", header=True),
        Column("rule", "Rule", header=True),
        Column("moment", "When"),
        Column("reno_5", "Reno, 5 ants/s", "s", "number", 1),
        Column("sack_5", "SACK, 5 ants/s", "s", "number", 1),
        Column("reno_20", "Reno, 20 ants/s", "s", "number", 1),
        Column("sack_20", "SACK, 20 ants/s", "s", "number", 1),
        Column("reached", "Runs that get there", "", "number", 0),
        Column("runs", "Runs", "", "number", 0),
    ]
    names = {
        "full-rate": "95 % of 75 Mb/s in each second, for 10 s",
        "full-rate-at-once": "95 % of 75 Mb/s for one second",
        "resume-1": "1 % of 75 Mb/s for one second",
        "resume-10": "10 % of 75 Mb/s for one second",
        "resume-50": "50 % of 75 Mb/s for one second",
    }
    data = study.rows("recovery_rules").with_columns(
        pl.col("rule").replace(names),
        pl.col("moment").replace(MOMENTS),
    )
    return study.table(
        data, columns, id="recovery-rules-table",
        caption="When TCP is back after the failure and the restoration, by rule",
    )  # fmt: skip


def _named(data: pl.DataFrame) -> pl.DataFrame:
    """Replace keys of choices and variants by their labels."""
    data = data.with_columns(pl.col("choice").replace(CHOICES))
    if "variant" in data.columns:
        data = data.with_columns(pl.col("variant").replace(VARIANTS))
    return data


def average_ants(study: StudyPage) -> str:
    """Return our mean of Table 4.2's last row with its interval, for the text."""
    found = study.rows("average_ants")
    if found.is_empty():
        return "(not measured)"
    mean, low, high, seeds = found.row(0)
    return f"{mean:.0f} ants ({certainty(low, high, seeds, 0, ('one seed', 'seeds'))})"


def sent_beyond_new(study: StudyPage) -> str:
    """Return the largest excess of a connection's sent data over its goodput, in percent."""
    return study.value("sent_beyond_new")
