"""Figures of chapter 5 for the page of study ``cases``."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from ns2studies.report.blocks import NOT_MEASURED, Block
from ns2studies.report.charts.sweeps import (
    VARIANTS,
    Heading,
    means,
    named_variants,
    over_time,
    scaled,
    variants_in,
)
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from ns2studies.report.tables import certainty
from nstrace.pages.axes import Axis, Moment, Series
from nstrace.pages.receipts import RECEIPT

STUDY = "cases"

ROUTED = ("CEAS", "LSRP", "DVR")
"""Routing in most figures: ants without previous-hop memory, and the two others."""

MEMORY = ("CEAS", "CEAS with memory")
"""Routing that Figures 5.8 and 5.11 compare."""

LOAD = Axis("background_kbps", "Background load", "kb/s")
SECONDS = Axis("value", "Connect time", "s", logarithmic=True)

ONE_RUN = "LSRP and DVR: one run each, as in the thesis. "
LABELS = {
    "steady": "steady network",
    "failures": "links that fail",
    "transient": "links that flap",
}
"""Labels of the three events of section 5.2."""

PRINTED_BPS = (2e9, 800e6, 30e6, 200e6)
"""Rates of UNINETT's four sources (section 5.3), bit/s."""


# --- twelve nodes: over the background's load ---------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """A metric of the TCP connection around one of the three events."""

    event: str
    metric: str
    subject: str


@dataclass(frozen=True)
class Rate:
    """A rate of the TCP connection, and what it counts."""

    name: str
    metric: str
    subject: str
    words: str


THROUGHPUT = Rate(
    "throughput", "tcp_throughput", "flow1", "Bits of data packets that arrive, headers and copies "
    "included, over the time from TCP's start to the end of the run. ",
)  # fmt: skip
GOODPUT = Rate(
    "goodput", "tcp_goodput", "flow1 whole", "Payload that is new to the receiver, over the time "
    "from TCP's start to the end of the run. ",
)  # fmt: skip


@with_queries
def over_load(
    study: StudyPage,
    heading: Heading,
    wanted: Wanted,
    y: Axis,
    systems: tuple[str, ...] = ROUTED,
) -> Block:
    """Draw a metric over the background load, for each routing system and TCP; rates in kb/s."""
    data = study.best_rows(
        "over_load", event=wanted.event, metric=wanted.metric, subject=wanted.subject
    )
    data = data.filter(pl.col("system").is_in(systems))
    if y.unit == "kb/s":
        data = scaled(data, 1e-3)
    data = named_variants(data).with_columns(
        pl.concat_str("system", "variant", separator=", ").alias("line")
    )
    wanted_lines = [f"{system}, {name}" for system in systems for name in variants_in(data)]
    lines = [line for line in wanted_lines if line in data["line"].to_list()]
    heading = replace(heading, words=heading.words + _not_run(wanted_lines, lines))
    columns = ("background_kbps", "line", "value", "low", "high", "n", "singles", *RECEIPT)
    data = data.select(*columns, *({"here"} & set(data.columns)))
    series = Series("line", "Routing and TCP", lines, parts=("Routing", "TCP"))
    return means(data, LOAD, y, series, heading, joined=True)


@with_queries
def connect_time(study: StudyPage, figure: str) -> Block:
    """Draw TCP's connect time over the background load (Figure 5.2).

    Runs in which no data ever arrives are left out and counted in the caption.
    """
    heading = Heading(
        figure, "TCP connect time", "From the start of TCP to its first data packet at the "
        f"receiver; a logarithmic axis. {_unconnected(study)} {ONE_RUN}",
    )  # fmt: skip
    return over_load(study, heading, Wanted("steady", "tcp_connect_time", "flow1"), SECONDS)


def _unconnected(study: StudyPage) -> str:
    """Return a sentence on the runs that never connect."""
    rows = named_variants(study.rows("unconnected")).rows()
    if not rows:
        return "Every run connects."
    cases = "; ".join(
        f"{system}, {variant} at {load} kb/s: {failed:.0f} of {runs}"
        for system, variant, load, failed, runs in rows
    )
    return f"Runs that never connect are left out ({cases})."


def rate_over_load(study: StudyPage, figure: str, kind: Rate, event: str) -> Block:
    """Draw TCP's throughput or goodput over the background load (Figures 5.3 to 5.6, 5.9, 5.10)."""
    heading = Heading(figure, f"TCP {kind.name}, {LABELS[event]}", kind.words + ONE_RUN)
    y = Axis("value", kind.name.capitalize(), "kb/s")
    return over_load(study, heading, Wanted(event, kind.metric, kind.subject), y)


def memory(study: StudyPage, figure: str, event: str) -> Block:
    """Draw goodput with and without previous-hop memory over the load (Figures 5.8 and 5.11)."""
    heading = Heading(
        figure, f"TCP goodput by previous-hop memory, {LABELS[event]}", "With the memory a node "
        "sends a packet back to the node it came from only if there is no other way. ",
    )  # fmt: skip
    wanted = Wanted(event, GOODPUT.metric, GOODPUT.subject)
    return over_load(study, heading, wanted, Axis("value", "Goodput", "kb/s"), MEMORY)


def goodput_at(study: StudyPage, system: str, background_kbps: int) -> str:
    """Return SACK's goodput in kb/s on the steady network, and its interval, for the text."""
    found = study.rows("at_load", background_kbps=background_kbps, system=system)
    if found.is_empty():
        return "(not measured)"
    mean, low, high, runs = found.row(0)
    return f"{mean:.0f} ({certainty(low, high, runs, 0)})"


@with_queries
def retransmissions(study: StudyPage, figure: str, variant: str) -> Block:
    """Draw retransmissions over time in one run with failing links, at 1000 kb/s (Figure 5.7)."""
    data = study.rows("retransmitted", variant=variant)
    name = VARIANTS[variant]
    shown = [system for system in ROUTED if system in data["system"].to_list()]
    return over_time(
        data, Axis("rate", "Retransmitted", "packets/s"), Series("system", "Routing", shown),
        Heading(figure, f"TCP data retransmitted, {name}, 1000 kb/s of background",
        "First replication (the thesis shows one, too), in pieces of 10 s: no intervals. Rules "
        f"mark links that fail and that are back. {_not_run(ROUTED, shown)}", metric="tcp_series"),
        f"{figure} {variant}", _outages(study),
    )  # fmt: skip


def _outages(study: StudyPage) -> list[Moment]:
    """Return the moments at which links fail and are back in the scenario of Figure 5.7."""
    _, used = study.used("twelve/failures/false/sack/1000")
    found = []
    for index in range(sum(key.endswith(".down_s") for key in used)):
        link = f"{used[f'outages.{index}.from']}-{used[f'outages.{index}.to']}"
        found.append(Moment(used[f"outages.{index}.down_s"], f"{link} fails"))
        if f"outages.{index}.up_s" in used:
            found.append(Moment(used[f"outages.{index}.up_s"], f"{link} is back"))
    return sorted(found, key=lambda moment: moment.time_s)


# --- UNINETT ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Uninett:
    """The set of scenarios that the page shows for section 5.3.

    Args:
        scenario_set: ``uninett`` where it was run, else ``small-uninett``.
        factor: ratio of capacities and rates to the printed ones; None without runs.
        moments: times of events, seconds.
    """

    scenario_set: str
    factor: float | None
    moments: dict[str, float]

    @property
    def scenario(self) -> str:
        """Label of the scenario whose parameters are shown."""
        return f"{self.scenario_set}/false/1500"


def shown_uninett(study: StudyPage) -> Uninett:
    """Choose the set of scenarios to show; all other functions call this one."""
    found = study.rows("uninett_set")
    chosen = str(found.item()) if found.height else "small-uninett"
    label, used = study.used(f"{chosen}/false/1500")
    rate = used.get("flows.0.cbr_rate_bps") if label.startswith(chosen) else None
    moments = dict(study.rows("moments", scenario_set=chosen).iter_rows())
    return Uninett(chosen, rate / PRINTED_BPS[0] if rate else None, moments)


def uninett_rows(study: StudyPage, it: Uninett, query: str, **values: str) -> pl.DataFrame:
    """Return the rows of a query for the set ``it``; an empty frame if it was not run."""
    if it.factor is None:
        return pl.DataFrame()
    return study.rows(query, scenario_set=it.scenario_set, **values)


@with_queries
def uninett_note(study: StudyPage) -> Block:
    """Describe the runs that are shown, and the meaning of their factor."""
    it = shown_uninett(study)
    if it.factor is None:
        return NOT_MEASURED
    times = (
        f"The link 5-1 begins to fail at {it.moments['transient']:g} s, 34-35 is gone from "
        f"{it.moments['failure']:g} s, and a run ends at {it.moments['end']:g} s."
    )
    words = _PRINTED if it.factor == 1 else _SMALLER.format(factor=it.factor, more=1 / it.factor)
    return Block(f"\n\nShown here is the set **{it.scenario_set}**. {words} {times}\n\n")


_PRINTED = "Its capacities, rates and times are the printed ones."

_SMALLER = (
    "Capacities of all links and rates of all sources are the printed ones **times {factor:g}**; "
    "packets, windows, queues (in packets), delays of links and the rates of ants are the same. "
    "So there are {more:g} times fewer data packets to each ant, a packet takes {more:g} times "
    "as long to be sent, and queues and windows hold {more:g} times as many seconds of traffic. "
    "A window that carries the offered rate is small here and soon grown back after a loss; with "
    "the printed capacities half a window of the first connection takes ten seconds: failures cost "
    "LSRP and DVR far less here. "
    "Absolute values of throughput can't be compared with the thesis' figures, shares of the "
    "offered rate with care. The set `uninett` has the printed capacities; its runs take hours "
    "and belong to full scale."
)


@with_queries
def connection(study: StudyPage, figure: str, number: int, source: int) -> Block:
    """Draw the throughput of one of the four connections (Figures 5.13 and 5.15 to 5.17)."""
    it = shown_uninett(study.reference or study)
    subject = f"flow{number}"
    data = study.best_rows("uninett", scenario_set=it.scenario_set, subject=subject)
    if data.is_empty() or it.factor is None:
        return NOT_MEASURED
    left_out = _not_run((*MEMORY, "LSRP", "DVR"), data["system"].to_list())
    rate = PRINTED_BPS[number - 1] * it.factor / 1e6
    words = (
        f"Set {it.scenario_set}: the source offers {rate:g} Mb/s (printed: "
        f"{PRINTED_BPS[number - 1] / 1e6:g} Mb/s, times {it.factor:g}), headers come on top. "
        f"Bits that arrive from the start of TCP to the end. {left_out}"
    )
    return means(
        data, Axis("system", "Routing"), Axis("value", "Throughput", "Mb/s"),
        Series("packets", "Packets of data", ["1500 bytes", "9000 bytes"]),
        Heading(figure, f"throughput from {source} to 51", words + ONE_RUN),
    )  # fmt: skip


@with_queries
def first_connection(study: StudyPage, figure: str, systems: tuple[str, ...]) -> Block:
    """Draw the data rate of the first connection over time (Figure 5.14)."""
    it = shown_uninett(study)
    data = uninett_rows(study, it, "rates")
    if data.is_empty():
        return NOT_MEASURED
    data = data.filter(pl.col("system").is_in(systems))
    shown = [system for system in systems if system in data["system"].to_list()]
    names = {"transient": "5-1 begins to fail", "failure": "34-35 is gone"}
    moments = [Moment(it.moments[event], name) for event, name in names.items()]
    return over_time(
        data, Axis("rate", "Data rate", "Mb/s"), Series("system", "Routing", shown),
        Heading(figure, f"data rate from 4 to 51, {' and '.join(shown)}",
        f"Set {it.scenario_set}, packets of 1500 bytes, first replication (an instance: no "
        f"intervals); new data at the receiver. {_not_run(systems, shown)}", metric="tcp_series"),
        f"{figure} {systems[0]}", moments,
    )  # fmt: skip


def _not_run(wanted: Sequence[str], found: Sequence[str]) -> str:
    """Return a sentence on the systems without runs; empty if there are none."""
    missing = "; ".join(system for system in wanted if system not in found)
    return f"Not run at this scale: {missing}. " if missing else ""


# --- other networks -----------------------------------------------------------------------------

NETWORKS = ("ours", "two fans", "two or three neighbours")
"""The network of Figure 5.1 and the two alternatives, in the order of the query."""


@with_queries
def other_networks(study: StudyPage) -> Block:
    """Draw the gains on the three networks for each event, after a paragraph on their agreement."""
    data = compared(study)
    if data.is_empty():
        return Block(
            "\n\nThe sets `networks` and `networks-baseline` run at full scale; this page was "
            "made without them.\n\n"
        )
    charts = [_gains(data.filter(pl.col("event") == event), event) for event in LABELS]
    return Block(_agreement(data) + "".join(chart.markdown for chart in charts))


def _gains(data: pl.DataFrame, event: str) -> Block:
    """Draw goodput of CEAS less that of the better of LSRP and DVR, on the three networks."""
    data = named_variants(data).with_columns(
        (pl.col("variant") + "\n" + pl.col("background_kbps").cast(pl.String)).alias("case")
    )
    heading = Heading(
        f"Networks, {LABELS[event]}", "what CEAS gains", "Goodput with CEAS less that of the "
        "better one of LSRP and DVR; above 0 CEAS is better. Without previous-hop memory. ",
        metric=GOODPUT.metric,
    )  # fmt: skip
    return means(
        data.select("case", "network", "value", "low", "high", "n"),
        Axis("case", "TCP and background (kb/s)"), Axis("value", "Gain", "kb/s", signed=True),
        Series("network", "Network", NETWORKS), heading,
    )  # fmt: skip


def _agreement(data: pl.DataFrame) -> str:
    """Return a paragraph on the number of cases in which the three networks agree."""
    verdicts = data.group_by("event", "variant", "background_kbps").agg(pl.col("verdict").unique())
    clear = [set(found) - {"not clear"} for found in verdicts["verdict"].to_list()]
    alike = sum(len(found) == 1 for found in clear)
    against = sum(len(found) == 2 for found in clear)
    return (
        f"\n\nOf {len(clear)} cases (event, variant and load) **{against}** "
        f"{'is' if against == 1 else 'are'} clearly one way on one network and clearly the other "
        f"way on another; in {alike} every network whose interval decides says the same; in "
        f"{len(clear) - alike - against} no interval decides.\n\n"
    )


def compared(study: StudyPage) -> pl.DataFrame:
    """Return the cases on all three networks, with the networks' names."""
    names = dict(enumerate(NETWORKS, start=1))
    data = study.rows("networks")
    return data.with_columns(pl.col("network").replace_strict(names, return_dtype=pl.String))
