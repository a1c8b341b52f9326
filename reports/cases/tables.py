"""Parameters and tables of the page of study ``cases``."""

import polars as pl

from ns2studies.report.blocks import Block
from ns2studies.report.charts.sweeps import named_variants
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.tables import Column
from reports.cases.figures import LABELS, compared, shown_uninett, uninett_rows

CHOICES = {
    "ants-for-the-load": "the background has ants of its own",
    "ant-ttl-10": "ants live for 10 hops",
    "ant-ttl-32": "ants live for 32 hops, ns' default",
    "marked-only": "data goes only where pheromones are",
    "elite-explorers-exempt": "elite: explorers exempt",
    "elite-none": "no elite selection",
    "flaps-in-turn": "the links flap in turn",
    "flaps-down-0-3-up-0-5": "both links down for 0.3 s, up for 0.5 s",
    "flaps-down-0-5-up-0-3": "both links down for 0.5 s, up for 0.3 s",
    "limits-halved": "our limits halved",
    "limits-doubled": "our limits doubled",
    "load-as-tcp": "background packets of TCP's size",
    "queues-of-bytes": "queues count bytes",
    "route-record": "a record of the route in data packets",
    "window-1500": "windows of 1500 packets",
    "links-of-0-3-ms": "UNINETT's links of 0.3 ms",
    "links-of-0-7-ms": "UNINETT's links of 0.7 ms",
    "links-of-1-ms": "UNINETT's links of 1 ms",
    "link-state-waits-0-26": "LSRP waits 0.26 s each time",
    "link-state-detects-after-1-s": "LSRP detects a failure after 1 s",
}
"""Labels of the alternative assumptions, by their names in the configuration."""


@with_queries
def uninett_parameters(study: StudyPage) -> Block:
    """Tabulate UNINETT's parameters in the set that is shown."""
    chosen = f"scenario_sets.{shown_uninett(study).scenario_set}"
    times = ("capacity_factor", "packet_bytes", "unsteady_s", "failure_s", "end_s")
    return study.parameters(
        "uninett",
        also=[f"{chosen}.{key}" for key in times],
        networks=["ceas-uninett"],
        id="uninett-parameters-table",
        of="of UNINETT's network",
    )


def _lengths(first: list[Column]) -> list[Column]:
    """Return the columns of loops by length, after the columns ``first``."""
    lengths = {"2": "2 links", "3": "3 links", "4": "4 links", "longer": "longer"}
    columns = list(first)
    for name, title in lengths.items():
        columns.append(Column(f"of_{name}", title, "", "number", 1))
        columns.append(Column(f"memory_{name}", "memory", "", "number", 1))
    return [*columns, Column("n", "Runs", "", "number")]


@with_queries
def loops_twelve(study: StudyPage) -> Block:
    """Tabulate loops of data packets by length, on twelve nodes."""
    first = [
        Column("event", "Event", header=True),
        Column("variant", "Variant"),
        Column("background_kbps", "Background", "kb/s", "number"),
    ]
    data = _named(study.rows("loops_twelve"))
    return study.table(
        data, _lengths(first), id="loops-twelve-table",
        caption="Returns of TCP's data packets to a node where they had been, by the number of "
        "links since, without and with previous-hop memory: means of the runs",
    )  # fmt: skip


@with_queries
def loops_uninett(study: StudyPage) -> Block:
    """Tabulate loops of data packets by length, in UNINETT's network."""
    first = [
        Column("colony", "Connection", header=True),
        Column("packet_bytes", "Packets", "bytes", "number"),
    ]
    it = shown_uninett(study)
    return study.table(
        uninett_rows(study, it, "loops_uninett"), _lengths(first), id="loops-uninett-table",
        caption=f"The same in UNINETT's network (set {it.scenario_set})",
    )  # fmt: skip


HALVES = "means, and half the width of their 95% intervals"


def _measured(first: list[Column], rate: str, digits: int) -> list[Column]:
    """Return the columns of a connection's measurements, after the columns ``first``."""
    half = "±"
    return [
        *first,
        Column("connect", "Connect time", "s", "number", 3),
        Column("connect_half", half, "", "number", 3),
        Column("connected", "Connected", "%", "number", 0),
        Column("throughput", "Throughput", rate, "number", digits),
        Column("throughput_half", half, "", "number", digits),
        Column("goodput", "Goodput", rate, "number", digits),
        Column("goodput_half", half, "", "number", digits),
        Column("retransmitted", "Retransmitted", "packets", "number", 0),
        Column("retransmitted_half", half, "", "number", 0),
        Column("n", "Runs", "", "number"),
    ]


@with_queries
def all_twelve(study: StudyPage, event: str) -> Block:
    """Tabulate the measurements of every scenario of one of the three events."""
    first = [
        Column("system", "Routing", header=True),
        Column("variant", "Variant"),
        Column("background_kbps", "Background", "kb/s", "number"),
    ]
    data = named_variants(study.rows("all_twelve", event=event))
    columns = _measured(first, "kb/s", 1)
    caption = f"Twelve nodes, {LABELS[event]}: {HALVES}"
    return study.table(data, columns, id=f"all-{event}-table", caption=caption)


@with_queries
def all_uninett(study: StudyPage) -> Block:
    """Tabulate the measurements of every connection in every scenario of the set that is shown."""
    first = [
        Column("connection", "Connection", header=True),
        Column("system", "Routing", header=True),
        Column("packet_bytes", "Packets", "bytes", "number"),
    ]
    it = shown_uninett(study)
    columns = _measured(first, "Mb/s", 2)
    caption = f"UNINETT's network (set {it.scenario_set}): {HALVES}"
    data = uninett_rows(study, it, "all_uninett")
    return study.table(data, columns, id="all-uninett-table", caption=caption)


@with_queries
def networks(study: StudyPage) -> Block:
    """Tabulate goodput with CEAS beside the better of LSRP and DVR, by network.

    Empty without runs.
    """
    columns = [
        Column("event", "Event", header=True),
        Column("variant", "Variant"),
        Column("background_kbps", "Background", "kb/s", "number"),
        Column("network", "Network"),
        Column("goodput", "CEAS", "kb/s", "number", 1),
        Column("other", "LSRP or DVR", "kb/s", "number", 1),
        Column("value", "Gain", "kb/s", "number", 1),
        Column("low", "95% from", "", "number", 1),
        Column("high", "to", "", "number", 1),
        Column("n", "Runs", "", "number"),
        Column("verdict", "CEAS has"),
    ]
    data = _named(compared(study))
    if data.is_empty():
        return Block("")
    return study.table(
        data, columns, id="networks-table",
        caption="Goodput by network, without previous-hop memory",
    )  # fmt: skip


def _named(data: pl.DataFrame) -> pl.DataFrame:
    """Replace keys of events and variants by their labels."""
    return named_variants(data).with_columns(pl.col("event").replace(LABELS))
