"""Figures of the page of study ``tcpeval``: protocols over the packet error rate.

The configuration names the two protocols to compare (``baseline`` and ``improved``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Any, Final

import polars as pl

from ns2studies.basics.paths import DATA
from ns2studies.config.topology import read_topology
from ns2studies.report.blocks import NOT_MEASURED, Block
from ns2studies.report.charts.findings import listed
from ns2studies.report.charts.sweeps import Heading, means
from ns2studies.report.charts.topology import topology_block
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from ns2studies.report.tables import certainty
from nstrace.pages.axes import SEPARATOR, Axis, Series
from nstrace.pages.charts import Text
from nstrace.pages.marks import HERE
from nstrace.pages.markup import number
from nstrace.pages.receipts import RECEIPT

STUDY = "tcpeval"

TOPOLOGIES = {
    "dumbbell": "dumbbell",
    "parking-lot": "parking lot",
    "simple-network": "simple network",
}
QUEUEING = {"drop-tail": "FIFO", "red": "RED"}
"""Labels of the queueing disciplines, in the order of Table 1."""

PAIRED = (
    "Runs with the same replication number have the same start times and web "
    "requests, so that protocols are compared pair by pair: the geometric mean of the ratios of up "
    "to {n} pairs, less one, with the 95% interval of the mean logarithm (Student's t)."
)

PERCENT = Axis("packet_error_percent", "Packet error rate", "%")


# --- what is compared ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Protocols:
    """The protocols that the study compares, and their display names."""

    baseline: str
    improved: str
    names: Mapping[str, str]

    @classmethod
    def of(cls, study: StudyPage) -> "Protocols":
        """Return the protocols of a study's configuration."""
        found = study.configuration
        return cls(found["baseline"], found["improved"], found.get("names") or {})

    def name(self, protocol: str) -> str:
        """Return a protocol's display name, or its key if the configuration has none."""
        return self.names.get(protocol, protocol)

    def listed(self, protocols: Sequence[str]) -> str:
        """List the display names of protocols, for a title."""
        return listed(list(map(self.name, protocols)))

    @property
    def both(self) -> tuple[str, str]:
        """Baseline and improved protocol, in the order of Table 1."""
        return self.baseline, self.improved


@dataclass(frozen=True)
class Quantity:
    """A quantity of a run that charts show.

    Args:
        name: its name in ``tcpeval_quantities``.
        metric: the metric of each run that it comes from.
        divisor: divides values of ``tcpeval_quantities`` to give those in ``unit``.
    """

    name: str
    metric: str
    title: str
    unit: str
    words: str
    divisor: float = 1

    @property
    def phrase(self) -> str:
        """The title as written within a sentence."""
        return self.title if self.title.startswith("Jain") else self.title.lower()


FORWARD = Quantity(
    "forward_bps", "class_goodput",
    "Throughput", "Mb/s", "Of all forward FTP flows together, payload once, as the tool has it, "
    "after the first fifth of a run. ", 1e6,
)  # fmt: skip
REVERSE = Quantity(
    "reverse_bps", "class_goodput", "Reverse throughput", "Mb/s",
    "Of all reverse FTP flows together. ", 1e6,
)  # fmt: skip
CROSS = Quantity(
    "cross_bps",
    "class_goodput",
    "Cross throughput",
    "Mb/s",
    "Of all FTP flows that cross a single bottleneck. ",
    1e6,
)
FAIRNESS = Quantity(
    "forward_fairness",
    "class_fairness",
    "Jain's index",
    "",
    "Of the forward FTP flows: 1 if all get the same. ",
)
DELAY = Quantity(
    "forward_delay_s", "class_delay",
    "One-way delay", "ms", "Mean of the forward flows' packets that arrive. ",
    1e-3,
)  # fmt: skip
JITTER = Quantity(
    "voice_jitter_s", "class_jitter", "Jitter of voice", "ms", "As the tool takes it: the standard "
    "deviation of delay in pieces of 2 s, of both ways of the first conversation. ", 1e-3,
)  # fmt: skip
OSCILLATION = Quantity(
    "forward_oscillation", "class_oscillation", "Oscillation", "",
    "Coefficient of variation of a forward flow's rate in pieces of 1 s (RFC 5166). ",
)  # fmt: skip
LOSS = Quantity(
    "bottleneck_loss_percent", "bottleneck_loss",
    "Queueing loss", "%", "Packets that bottlenecks' queues drop, of "
    "those that come; mean over bottlenecks and both directions. Packet errors are not counted. ",
)  # fmt: skip
VIDEO = Quantity(
    "video_loss_percent", "class_loss",
    "Loss of video", "%", "Packets of the forward video streams that are "
    "lost, to queues or to packet errors. ",
)  # fmt: skip
UTILISATION = Quantity(
    "bottleneck_utilisation_percent", "bottleneck_utilisation",
    "Utilisation", "%", "Mean over bottlenecks and both "
    "directions; packets that errors destroy use the link, too. ",
)  # fmt: skip


@dataclass(frozen=True)
class Place:
    """Runs that a chart shows together.

    Args:
        protocols: by default the two of Table 1, or for gains the improved one.
        from_percent: the least packet error rate.
    """

    topology: str
    queueing: Sequence[str] = tuple(QUEUEING)
    protocols: Sequence[str] = field(default=())
    from_percent: int = 0

    @property
    def words(self) -> str:
        """Topology and queueing, for a title."""
        queues = " and ".join(QUEUEING.get(queue, queue) for queue in self.queueing)
        return f"{self.network}, {queues}"

    @property
    def network(self) -> str:
        """The topology's display name."""
        return TOPOLOGIES.get(self.topology, self.topology)

    def line(self, name: str, queueing: str) -> str:
        """Return the legend's label of a protocol's line."""
        if len(self.queueing) == 1:
            return name
        return f"{name}{SEPARATOR}{QUEUEING.get(queueing, queueing)}"


# --- networks -----------------------------------------------------------------------------------


def network(study: StudyPage, figure: str, name: str) -> Block:
    """Draw one of the suite's networks with its bottlenecks, if the configuration has it."""
    found = study.configuration.get("networks", {}).get(name)
    if found is None:
        return NOT_MEASURED
    topology = read_topology(DATA / "topologies" / f"{found['topology']}.yaml")
    bottlenecks = [(link["from"], link["to"]) for link in found["bottlenecks"]]
    rates = {frozenset((link.from_, link.to)): topology.values(link) for link in topology.links}
    fastest = max(rates[frozenset(link)]["bandwidth_bps"] for link in bottlenecks) / 1e6
    cross = sum(1 for _ in found["cross"]) * found["cross_flows"]
    ways = "each way" if found["both_ways"] else "one way"
    counts = f"{len(found['ftp'])} pairs of hosts with an FTP flow {ways}"
    if cross:
        counts += f", {cross} FTP flows across"
    text = Text(
        title=f"{figure}: {topology.title}",
        description=f"{len(topology.nodes)} nodes. Bottlenecks: "
        + ", ".join(f"{one} to {other}" for one, other in bottlenecks)
        + ".",
        caption=(
            f"{counts}, {len(found['video'])} with video and {len(found['voice'])} with voice, and "
            f"web clients on the left. Bottlenecks have up to {fastest:g} Mb/s and lose packets at "
            f"random in both directions; {1e3 * found['round_trip_s']:g} ms there and back "
            "without queues."
        ),
    )
    roles = {"router": "router", "host": "host"}
    return topology_block(
        topology, id=f"{name}-drawing", text=text, paths=bottlenecks, path_name="bottleneck",
        roles=roles, step=48, radius=12, beside=48,
    )  # fmt: skip


# --- over the packet error rate -----------------------------------------------------------------


@with_queries
def nominal(
    study: StudyPage, figure: str, it: Quantity, place: Place, *, is_brief: bool = False
) -> Block:
    """Draw a quantity over the packet error rate, for each protocol and queueing discipline."""
    known = Protocols.of(study)
    shown = tuple(place.protocols) or known.both
    title = f"{it.phrase}, {place.network}"
    if not is_brief:
        title = f"{it.phrase} of {known.listed(shown)}, {place.words}"
    axis = Axis("value", it.title, it.unit)
    data = study.best_rows(
        "nominal", divisor=it.divisor, topology=place.topology, quantity=it.name,
        least_percent=place.from_percent,
    )  # fmt: skip
    heading = Heading(figure, title, it.words, metric=it.metric, is_brief=is_brief)
    return _lines(_named(data, known, shown, place), axis, heading)


@with_queries
def improvement(
    study: StudyPage, figure: str, it: Quantity, place: Place, *, is_brief: bool = False
) -> Block:
    """Draw the percentage by which protocols exceed the baseline, over the packet error rate."""
    known = Protocols.of(study)
    shown = tuple(place.protocols) or (known.improved,)
    data = study.best_rows(
        "gains", keys=["scenario"], topology=place.topology, quantity=it.name,
        least_percent=place.from_percent,
    )  # fmt: skip
    title = f"improvement of {it.phrase}, {place.network}"
    if not is_brief:
        over = f"{known.listed(shown)} over {known.name(known.baseline)}"
        title = f"improvement of {it.phrase}, {over}, {place.words}"
    words = f"{it.words}Above 0 is more. "
    heading = Heading(figure, title, words, PAIRED, it.metric, is_brief)
    axis = Axis("value", f"{it.title}, improvement", "%", signed=True)
    return _lines(_named(data, known, shown, place), axis, heading)


def _named(
    data: pl.DataFrame, known: Protocols, protocols: Sequence[str], place: Place
) -> tuple[pl.DataFrame, list[str]]:
    """Return the rows to draw with the labels of their lines, and the labels in order."""
    order = {(p, q): place.line(known.name(p), q) for q in place.queueing for p in protocols}
    rows = [row for row in data.to_dicts() if (row["protocol"], row["queueing"]) in order]
    lines = [order[row["protocol"], row["queueing"]] for row in rows]
    frame = pl.DataFrame(rows, schema=data.schema).with_columns(
        pl.Series("line", lines, dtype=pl.String)
    )
    columns = ("packet_error_percent", "line", "value", "low", "high", "n", "singles")
    others = [name for name in (*RECEIPT, HERE) if name in frame.columns]
    return frame.select(*columns, *others), [line for line in order.values() if line in lines]


def _lines(rows: tuple[pl.DataFrame, list[str]], axis: Axis, heading: Heading) -> Block:
    data, lines = rows
    parts = ("Protocol", "Queueing") if all(SEPARATOR in line for line in lines) else None
    series = Series("line", "Protocol", lines, parts)
    return means(data, PERCENT, axis, series, heading, joined=True)


def sheet(study: StudyPage, figure: str, topology: str) -> Block:
    """Draw every chart of a topology, numbered (Figure 9).

    The study's sheets show the four results of its section 5.1; the other charts are ours.
    """
    place = Place(topology)
    drawn = [
        block(study, f"{figure}, chart {index}", quantity, place, is_brief=True)
        for index, (block, quantity) in enumerate(_charts(study, topology), start=1)
    ]
    return reduce(add, drawn) if drawn else NOT_MEASURED


_OTHERS: Final = (FAIRNESS, DELAY, JITTER, OSCILLATION, LOSS, VIDEO, UTILISATION)


def _charts(study: StudyPage, topology: str) -> list[tuple[Any, Quantity]]:
    """Return the charts of a topology's sheet whose quantities were measured."""
    measured = study.full_scale_rows("measured", topology=topology)["quantity"].to_list()
    charts = [(block, it) for it in (FORWARD, REVERSE, CROSS) for block in (nominal, improvement)]
    charts += [(nominal, it) for it in _OTHERS]
    return [(block, it) for block, it in charts if it.name in measured]


# --- other protocols ----------------------------------------------------------------------------


def others(study: StudyPage, scenario_set: str) -> list[tuple[str, str, list[str]]]:
    """List topology, queueing and protocols of the runs of a set of other protocols."""
    rows = study.full_scale_rows("run").filter(pl.col("scenario_set") == scenario_set)
    grouped = rows.group_by("topology", "queueing", maintain_order=True).agg("protocol")
    return [(str(t), str(q), list(p)) for t, q, p in grouped.rows()]


def beside(study: StudyPage, title: str, scenario_set: str, *, with_improved: bool) -> Block:
    """Draw throughput of a set's protocols beside the baseline's, and the improvement over it.

    Args:
        with_improved: whether the improved protocol of the experiments is shown, too.
    """
    known = Protocols.of(study)
    drawn: list[Block] = []
    for topology, queueing, protocols in others(study, scenario_set):
        compared = [*([known.improved] if with_improved else []), *protocols]
        for block, shown in ((nominal, [known.baseline, *compared]), (improvement, compared)):
            figure = f"{title}, chart {len(drawn) + 1}"
            drawn.append(block(study, figure, FORWARD, Place(topology, (queueing,), shown)))
    return reduce(add, drawn) if drawn else NOT_MEASURED


# --- numbers of the text, and over time ---------------------------------------------------------


def gains_in_words(study: StudyPage) -> str:
    """Summarize the improvements of Figure 8 in a sentence."""
    known = Protocols.of(study)
    rows = study.full_scale_rows("dumbbell_gains", protocol=known.improved).rows()
    names = f"{known.name(known.improved)} over {known.name(known.baseline)}"
    if not rows:
        return f"The improvement of {names} was not measured."
    parts = [_gain(*row) for row in (rows if len(rows) < 3 else (rows[0], rows[-1]))]
    return (
        f"Improvement of throughput on the dumbbell with FIFO queues, {names}: {'; '.join(parts)}."
    )


def _gain(percent: int, gain: float, low: float | None, high: float | None, n: int) -> str:
    known = certainty(low, high, n, 1, ("one pair of runs", "pairs of runs"))
    return f"{number(gain, 1)} % at a packet error rate of {percent} % ({known})"


def price_in_words(study: StudyPage) -> str:
    """Describe where video loses most by the improved protocol, in a sentence.

    The reason is given only if the interval of the difference lies above zero.
    """
    known = Protocols.of(study)
    rows = study.full_scale_rows("price", protocol=known.improved).rows()
    if not rows:
        return "What others lose by it was not measured."
    topology, queueing, percent, mean, baseline, low, high, places = rows[0]
    if mean <= baseline:
        return f"Video loses nowhere more than beside {known.name(known.baseline)}."
    place = Place(topology, (queueing,)).words
    interval = "too few runs for an interval"
    if low is not None:
        points = number(mean - baseline, 1)
        interval = f"{points} points, 95% interval {number(low, 1)} to {number(high, 1)}"
    reason = _REASONS.get(known.improved, "") if low is not None and low > 0 else ""
    return (
        f"Video suffers most from it on the {place}, at a packet error rate of {percent} %: it "
        f"loses {number(mean, 1)} % of its packets beside {known.name(known.improved)}, and "
        f"{number(baseline, 1)} % beside {known.name(known.baseline)} (the largest of {places} "
        f"differences, so rather too large; {interval}).{reason}"
    )


_REASONS: Final = {
    "sack-pr": " The rule of SACK PR relies on packets that wait in queues: where many flows keep "
    "each flow's part of the queue short, it takes for random what the queue dropped."
}
"""Reasons for the losses of other traffic beside a protocol, where they are known."""


def cost(study: StudyPage, protocol: str) -> str:
    """Return the CPU seconds of a run on the dumbbell without random losses, for the text."""
    found = study.rows("cost", protocol=protocol).item()
    return "(not measured)" if found is None else f"{found:.2f}"


def precision(study: StudyPage) -> Block:
    """Describe how many replications were needed, or that their number is fixed."""
    found = study.precision()
    fixed = "\n\nAt this scale the number of runs is fixed, and no interval was waited for.\n\n"
    return found if found.markdown else Block(fixed)
