"""Parameters and tables of the page of study ``cases``."""

from dataclasses import replace

import polars as pl

from ns2studies.reporting.markup import Block
from ns2studies.reporting.study_page import Origin, StudyPage
from ns2studies.reporting.sweeps import named_variants
from nstrace.pages.tables import Column
from reports.cases import queries as sql
from reports.cases.figures import LABELS, STUDY, compared, shown_uninett, uninett_rows

TABLE_5_1 = [
    Origin("tcp.time_to_live", "Time to live of data", "hops", "printed", "Table 5.1"),
    Origin("tcp.window_packets", "Receiver's window", "packets", "printed", "Table 5.1"),
    Origin(
        "tcp.packet_bytes", "Payload of a packet", "bytes", "printed",
        "Table 5.1; that it is the payload is ours",
    ),
    Origin("traffic.cbr_rate_bps", "Data rate of the source", "bit/s", "printed", "Table 5.1"),
    Origin("tcp.max_cwnd_packets", "Largest congestion window", "packets", "printed", "3.6.1"),
    Origin("tcp.clock_tick_s", "Clock of the sender", "s", "printed", "section 3.6.1"),
    Origin("tcp.delayed_ack_s", "Delayed acknowledgements", "s", "printed", "section 3.6.1"),
    Origin("flows.0.start_s", "Start of TCP", "s", "printed", "50 s after the initialization"),
    Origin("end_s", "End of the run", "s", "printed", "section 5.2.1"),
    Origin("topology.links.0.bandwidth_bps", "Links", "bit/s", "printed", "section 5.2"),
    Origin("topology.links.0.delay_s", "Propagation over a link", "s", "printed", "section 5.2"),
    Origin("topology.links.0.queue_limit_packets", "Queue", "packets", "printed", "section 3.5"),
    Origin("ceas.ant_rate_per_s", "Normal ants", "1/s", "printed", "section 5.2"),
    Origin("ceas.explorer_ratio", "Explorers per normal ant", "", "printed", "section 5.2"),
    Origin("ceas.beta", "Evaporation, beta", "", "printed", "section 5.2"),
    Origin("ceas.initial_phase_s", "Initialization phase", "s", "printed", "section 5.2.1"),
    Origin("ceas.ant_bytes", "Packet of an ant", "bytes", "ours", "as in chapter 4"),
    Origin("ceas.ant_ttl", "Time to live of ants", "hops", "ours", "ns' default"),
    Origin("random.first_seed", "Seed of the first replication", "", "printed", "Table 3.1"),
]  # fmt: skip
"""Table 5.1 and what section 5.2 adds to it; values come from the runs."""

TABLE_5_2 = [
    Origin("background.0.packet_bytes", "Packet", "bytes", "printed", "Table 5.2"),
    Origin("background.0.time_to_live", "Time to live", "hops", "printed", "Table 5.2"),
    Origin(
        "background.0.rate_bps", "Rate of one source at 1000 kb/s", "bit/s", "ours",
        "printed is 0 to 5000 kb/s of all five; equal parts are ours",
    ),
    Origin("background.0.start_s", "Start", "s", "printed", "section 5.2.1"),
]  # fmt: skip
"""Table 5.2."""

FLAPPING = [
    Origin(f"flaps.{index}.{key}", f"Link {index + 1}: {words}", unit, origin, remark)
    for index in (0, 1)
    for key, words, unit, origin, remark in (
        ("from", "from", "", "ours", "on the shortest path; on one of the next shortest"),
        ("to", "to", "", "ours", "as above"),
        ("down_for_s", "down for", "s", "printed", "0.3 and 0.5; which link has which is ours"),
        ("up_for_s", "then up for", "s", "ours", "as long"),
        ("on_for_s", "flaps for", "s", "printed", "section 5.2.3"),
        ("off_for_s", "then not for", "s", "printed", "section 5.2.3"),
    )
]
"""Links of section 5.2.3."""

SCALED = [
    *(
        Origin(f"flows.{index}.cbr_rate_bps", f"Rate of the source at {source}", "bit/s",
               "printed", rate)
        for index, (source, rate) in enumerate(
            ((4, "2 Gb/s"), (12, "800 Mb/s"), (41, "30 Mb/s"), (47, "200 Mb/s"))
        )
    ),
    Origin("background.0.rate_bps", "Background from 12 to 35", "bit/s", "printed", "800 Mb/s"),
    Origin("unsteady.0.first_s", "5-1 begins to fail", "s", "inferred",
           "600 s before the other failure"),
    Origin("outages.0.down_s", "34-35 is gone from", "s", "printed", "1200 s"),
    Origin("end_s", "End of the run", "s", "printed", "1800 s"),
]  # fmt: skip
"""What the set ``small-uninett`` has smaller than section 5.3; remarks are the printed values."""

CHOICES = {
    "ants-for-the-load": "the background has ants of its own",
    "ant-ttl-30": "ants live for 30 hops, as data",
    "load-as-tcp": "background packets of TCP's size",
    "queues-of-bytes": "queues count bytes",
    "window-1500": "windows of 1500 packets",
    "links-of-0-3-ms": "UNINETT's links of 0.3 ms",
    "link-state-waits-0-26": "LSRP waits 0.26 s each time",
    "link-state-detects-after-1-s": "LSRP detects a failure after 1 s",
}
"""What the configuration's names of other choices mean."""

UNINETT = [
    Origin("background.0.packet_bytes", "Packets of it", "bytes", "printed", "section 5.3"),
    Origin("background.0.time_to_live", "Their time to live", "hops", "printed", "section 5.3"),
    Origin("tcp.packet_bytes", "Payload of a packet", "bytes", "printed", "1500, and 9000"),
    Origin("tcp.time_to_live", "Time to live of data", "hops", "printed", "section 5.3"),
    Origin("tcp.window_packets", "Receiver's window", "packets", "ours",
           "as the congestion window; 2 Gb/s over the delays need 1350"),
    Origin("tcp.max_cwnd_packets", "Largest congestion window", "packets", "printed", "3.6.1"),
    Origin("tcp.delayed_ack_s", "Delayed acknowledgements", "s", "printed", "section 5.3"),
    Origin("ceas.ant_rate_per_s", "Normal ants", "1/s", "printed", "section 5.3"),
    Origin("ceas.explorer_ratio", "Explorers per normal ant", "", "printed", "section 5.3"),
    Origin("ceas.beta", "Evaporation, beta", "", "printed", "section 5.3"),
    Origin("flows.0.start_s", "Start of TCP", "s", "printed", "50 s after the initialization"),
    Origin("unsteady.0.least_down_s", "5-1 is down for at least", "s", "printed", "section 5.3"),
    Origin("unsteady.0.most_down_s", "and at most", "s", "printed", "uniform: ours"),
    Origin("unsteady.0.least_up_s", "5-1 is up for at least", "s", "printed", "section 5.3"),
    Origin("unsteady.0.most_up_s", "and at most", "s", "printed", "uniform: ours"),
]  # fmt: skip
"""The rest of section 5.3."""


def pairs(study: StudyPage) -> str:
    """Sources and destinations of the background, for the text."""
    _, used = study.used("twelve/steady/false/sack/1000")
    count = sum(key.endswith(".rate_bps") for key in used)
    ends = [
        f"{used[f'background.{index}.source']} to {used[f'background.{index}.destination']}"
        for index in range(count)
    ]
    return ", ".join(ends) or "(not measured)"


def uninett_parameters(study: StudyPage) -> Block:
    """UNINETT's parameters, in the set that is shown."""
    it = shown_uninett(study)
    scaled = SCALED
    if it.factor != 1:
        scaled = [
            replace(entry, origin="ours", remark=f"{entry.origin}: {entry.remark}")
            for entry in SCALED
        ]
    return study.parameters(it.scenario, [*scaled, *UNINETT], id="uninett-parameters-table")


def _lengths(first: list[Column]) -> list[Column]:
    """Columns of loops by length, behind those that head a row."""
    lengths = {"2": "2 links", "3": "3 links", "4": "4 links", "longer": "longer"}
    columns = list(first)
    for name, title in lengths.items():
        columns.append(Column(f"of_{name}", title, "", "number", 1))
        columns.append(Column(f"memory_{name}", "memory", "", "number", 1))
    return [*columns, Column("n", "Runs", "", "number")]


def loops_twelve(study: StudyPage) -> Block:
    """Loops of data by their length, on twelve nodes."""
    first = [
        Column("event", "Event", header=True),
        Column("variant", "Variant"),
        Column("background_kbps", "Background", "kb/s", "number"),
    ]
    data = _named(study.rows(sql.LOOPS_TWELVE))
    return study.table(
        data, _lengths(first), id="loops-twelve-table",
        caption="Returns of TCP's data packets to a node where they had been, by the number of "
        "links since, without and with previous-hop memory: means of the runs",
    )  # fmt: skip


def loops_uninett(study: StudyPage) -> Block:
    """Loops of data by their length, in UNINETT's network."""
    first = [
        Column("colony", "Connection", header=True),
        Column("packet_bytes", "Packets", "bytes", "number"),
    ]
    it = shown_uninett(study)
    return study.table(
        uninett_rows(study, it, sql.LOOPS_UNINETT), _lengths(first), id="loops-uninett-table",
        caption=f"The same in UNINETT's network (set {it.scenario_set})",
    )  # fmt: skip


HALVES = "means, and half the width of their 95% intervals"


def _measured(first: list[Column], rate: str, digits: int) -> list[Column]:
    """Columns of what is measured of a connection, behind those that head a row."""
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
        Column("retransmitted", "Sent again", "packets", "number", 0),
        Column("retransmitted_half", half, "", "number", 0),
        Column("n", "Runs", "", "number"),
    ]


def all_twelve(study: StudyPage, event: str) -> Block:
    """Every scenario of one of the three events."""
    first = [
        Column("system", "Routing", header=True),
        Column("variant", "Variant"),
        Column("background_kbps", "Background", "kb/s", "number"),
    ]
    data = named_variants(study.page.query(sql.ALL_TWELVE, STUDY, event))
    columns = _measured(first, "kb/s", 1)
    caption = f"Twelve nodes, {LABELS[event]}: {HALVES}"
    return study.table(data, columns, id=f"all-{event}-table", caption=caption)


def all_uninett(study: StudyPage) -> Block:
    """Every connection of every scenario of the set that is shown."""
    first = [
        Column("connection", "Connection", header=True),
        Column("system", "Routing", header=True),
        Column("packet_bytes", "Packets", "bytes", "number"),
    ]
    it = shown_uninett(study)
    columns = _measured(first, "Mb/s", 2)
    caption = f"UNINETT's network (set {it.scenario_set}): {HALVES}"
    data = uninett_rows(study, it, sql.ALL_UNINETT)
    return study.table(data, columns, id="all-uninett-table", caption=caption)


def networks(study: StudyPage) -> Block:
    """Goodput with CEAS beside the better one of LSRP and DVR, by network; nothing without runs."""
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
    """``data`` with names of events and variants for people."""
    return named_variants(data).with_columns(pl.col("event").replace(LABELS))
