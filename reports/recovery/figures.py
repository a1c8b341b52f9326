"""Figures of the page of study ``recovery``: networks, windows, response times and sweeps."""

from collections.abc import Sequence

import polars as pl

from ns2studies.basics.paths import DATA
from ns2studies.config.topology import read_topology
from ns2studies.report.blocks import NOT_MEASURED, Block
from ns2studies.report.charts.chart import chart_block
from ns2studies.report.charts.findings import grouped, ranked, short, slowest
from ns2studies.report.charts.sweeps import with_words
from ns2studies.report.charts.topology import topology_block
from ns2studies.report.page import with_queries
from ns2studies.report.pages.study import StudyPage
from nstrace.pages.axes import Axis, Moment, Series
from nstrace.pages.charts import Text
from nstrace.pages.figures import interval_chart, line_chart, panel_chart, scatter_chart
from nstrace.pages.markup import slug
from reports.recovery.tables import LOST, SERIES, VARIANTS, named

RESPONSE = Axis("value", "Response time", "s", from_zero=False)
AFTER_LOSSES = Axis("value", "Response time", "s", domain=(19.0, 26.0))
"""The same axis for every number of lost packets, so that the charts can be compared."""

ALIKE_S = 0.005
"""Difference in s below which response times round to the same two decimals."""

AROUND_LOSS = Axis("time_s", "Time since the first loss", "s", domain=(-0.4, 2.6))
WINDOW = Axis("cwnd_packets", "Congestion window", "packets")


def network(study: StudyPage, figure: str, name: str, caption: str) -> Block:
    """Draw one of the three networks."""
    topology = read_topology(DATA / "topologies" / f"{name}.yaml")
    names = ", ".join(node.name for node in topology.nodes)
    links = "; ".join(
        f"{topology.nodes[link.from_].name} to {topology.nodes[link.to].name}"
        for link in topology.links
    )
    text = Text(
        title=f"{figure}: {topology.title}",
        description=f"Nodes: {names}. Links: {links}.",
        caption=caption,
    )
    roles = {
        "host": "host",
        "edge": "Internet cloud",
        "router": "packet discarder" if "discarder" in name else "router",
    }
    return topology_block(topology, id=f"{slug(figure)}-drawing", text=text, roles=roles)


# --- windows over time ------------------------------------------------------------------


@with_queries
def window_after_losses(study: StudyPage, figure: str, lost: str) -> Block:
    """Draw the congestion window over a whole download (Figures 2, 4, 6, 8 and 10)."""
    data = named(study.rows("window_of", scenario=f"losses/%/{lost}"))
    return _window_chart(
        study,
        figure,
        data,
        f"{figure}, {LOST[lost]}: {_fall_words(data)}",
        slug(figure),
        "The window of the sender at each whole packet, one run for each variant. " + _falls(data),
    )


@with_queries
def window_while_down(study: StudyPage, figure: str, scenario: str, words: str) -> Block:
    """Draw the congestion window over a download during which the link was down.

    Args:
        scenario: a pattern, with ``%`` for the variant.
        words: how long the link is down, and what is lost.
    """
    data = named(study.rows("window_of", scenario=scenario))
    if data.is_empty():
        return NOT_MEASURED
    first_s = float(study.value("down_s", scenario=scenario))
    return _window_chart(
        study,
        figure,
        data,
        f"{figure}, the link is down for {words}: {_fall_words(data)}",
        slug(f"{figure} {words}"),
        f"The link goes down {first_s:.3f} s after the request"
        f"{' for the first time' if 'disconnections' in scenario else ''}. {_falls(data)}",
    )


@with_queries
def window_under_load(study: StudyPage, figure: str, load: str, port: int) -> Block:
    """Draw the congestion window of one connection in the congested network (Figures 18 to 21)."""
    sender = f"sender 11.{port - 1025}"
    data = named(study.rows("window_under_load", load=load, subject=sender))
    return _window_chart(
        study,
        figure,
        data,
        f"{figure}, {load} load, connection to port {port}: on average {_mean_windows(data)}, "
        "in one run of each",
        slug(f"{figure} {port}"),
        "Mean of the samples in each 3 s, first replication. All connections of a run have the "
        "same variant; files and pauses are the same for all three.",
        steps=False,
    )


def _window_chart(
    study: StudyPage,
    figure: str,
    data: pl.DataFrame,
    title: str,
    id: str,
    caption: str,
    steps: bool = True,
) -> Block:
    if data.is_empty():
        return NOT_MEASURED
    text = Text(
        title=title,
        description=f"Lines of the congestion window over time for three variants. {_peaks(data)}",
        caption=caption,
    )
    time = Axis("time_s", "Time", "s")
    data, series = study.with_printed(data, figure, ("time_s", "cwnd_packets"), SERIES)
    chart = (
        line_chart(data, time, WINDOW, series, points=False, steps=True, moments=_timeouts(data))
        if steps
        else panel_chart(data, time, WINDOW, series)
    )
    metric = "cwnd_steps" if steps else "cwnd_series"
    return chart_block(chart, data, id=f"chart-{id}", text=text, digits=3, metric=metric)


# --- response times ----------------------------------------------------------------------


@with_queries
def responses(study: StudyPage, figure: str, lost: str) -> Block:
    """Draw response times by variant, printed and ours (Figures 3, 5, 7, 9 and 11)."""
    data = named(study.rows("responses", lost=lost))
    if data.is_empty():
        return NOT_MEASURED
    ours = data.filter(pl.col("origin") == "ours")
    printed = data.filter(pl.col("origin") == "printed").with_columns(origin=pl.lit("ours"))
    text = Text(
        title=f"{figure}, {LOST[lost]}: {ranked(_by_variant(ours), 's', digits=4)}",
        description="Points of the response time, printed and ours, for three variants. "
        + "; ".join(f"{row['variant']} {row['value']:.2f} s" for row in ours.to_dicts()),
        caption="Printed: Table 2. The bar goes from the least to the largest of ours over all "
        "choices of the lost packets.",
    )
    chart = interval_chart(
        ours,
        Axis("variant", "Variant"),
        AFTER_LOSSES,
        ("low", "high"),
        Series("origin", "Value", ["ours"]),
        printed,
    )
    return chart_block(
        chart, data, id=f"chart-{slug(figure)}", text=text, digits=5, metric="response_time"
    )


@with_queries
def responses_while_down(
    study: StudyPage, figure: str, scenario_set: str, row: str, words: str
) -> Block:
    """Draw response times by variant with the link down, printed and ours (Figures 14 and 16).

    Args:
        row: label of the row in Table 3.
        words: how long the link is down.
    """
    data = named(study.rows("outage_responses", scenario_set=scenario_set, row=row))
    ours = data.filter(pl.col("origin") == "ours")
    if ours.is_empty():
        return NOT_MEASURED
    printed = data.filter(pl.col("origin") == "printed").with_columns(origin=pl.lit("ours"))
    text = Text(
        title=f"{figure}, the link is down for {words}: {ranked(_by_variant(ours), 's', digits=5)}",
        description="Points of the response time, printed and ours, for three variants. "
        + "; ".join(f"{row['variant']} {row['value']:.2f} s" for row in ours.to_dicts()),
        caption="Printed: Table 3. Ours: the configured moments. Bar: from the least to the "
        "largest value over all moments within a round trip time.",
    )
    chart = interval_chart(
        ours, Axis("variant", "Variant"), RESPONSE, ("low", "high"),
        Series("origin", "Value", ["ours"]), printed,
    )  # fmt: skip
    return chart_block(
        chart, data, id=f"chart-{slug(figure)}", text=text, digits=5, metric="response_time"
    )


# --- sweeps --------------------------------------------------------------------------------


def by_place(study: StudyPage, lost: str) -> Block:
    """Draw response times over the number of the first lost packet."""
    axis = Axis("x", "Number of the first lost packet", logarithmic=True)
    where = "Consecutive packets are lost, the first one at different places of the file. "
    title = f"{LOST[lost]}, by place in the file"
    return _sweep(study, f"places/%/{lost}/%", "first_packet", axis, title, where)


def by_spacing(study: StudyPage, lost: str) -> Block:
    """Draw response times over the distance between the lost packets, in packets."""
    axis = Axis("x", "From one lost packet to the next", "packets")
    window_bytes = study.setting("tcp.receiver_window_bytes")
    where = (
        "The first lost packet is in the middle of the file. A window has "
        f"{window_bytes // study.setting('tcp.segment_bytes'):g} packets. "
    )
    title = f"{LOST[lost]}, by distance"
    return _sweep(study, f"spacings/%/{lost}/%", "spacing", axis, title, where)


def by_moment(study: StudyPage, scenarios: str, words: str) -> Block:
    """Draw response times over the moment at which the link goes down, within a round trip.

    Args:
        scenarios: a pattern, with ``%`` for variant and moment.
        words: how long the link is down.
    """
    axis = Axis("x", "The link goes down after the configured moment by", "s")
    where = (
        "The link goes down at moments that cover a round trip time. "
        "A window's packets follow each other closely, then there is a silence. "
    )
    title = f"link down for {words}, by moment"
    return _sweep(study, scenarios, "offset_s", axis, title, where)


@with_queries
def _sweep(
    study: StudyPage, scenarios: str, column: str, axis: Axis, title: str, where: str
) -> Block:
    data = named(study.rows("sweep", scenarios=scenarios, axis=column))
    if data.is_empty():
        return NOT_MEASURED
    text = Text(
        title=f"Response time, {title}: {_slowest(data)}",
        description=f"Lines of the response time for three variants. {_spans(data)}",
        caption=f"{where}One run a point.",
    )
    chart = line_chart(data, axis, RESPONSE, SERIES)
    return chart_block(
        chart, data, id=f"chart-{slug(scenarios)}", text=text, digits=5, metric="response_time"
    )


@with_queries
def sequence_plot(study: StudyPage, variant: str, lost: str) -> Block:
    """Draw data packets over time around the loss: sent, retransmitted and lost."""
    data = study.rows("sequence", scenario=f"losses/{variant}/{lost}")
    if data.is_empty():
        return NOT_MEASURED
    counts = dict(data.group_by("event").len().iter_rows())
    again = data.filter(pl.col("event") == "retransmitted")["time_s"]
    words = f"{counts.get('lost', 0)} lost, {counts.get('retransmitted', 0)} retransmitted"
    when = ""
    if again.len():
        when = f" between {_least(again):.2f} and {_largest(again):.2f} s"
    text = Text(
        title=f"{VARIANTS[variant]}, {words}{when}",
        description=f"Points of data packets over time; {words}{when}.",
        caption=f"Number of a packet, counted from the first lost one, over the time since it was "
        f"lost: {words}{when}. A packet is lost at the discarder, a queue after it was sent.",
    )
    chart = scatter_chart(
        data,
        AROUND_LOSS,
        Axis("packet", "Packet", from_zero=False),
        Series("event", "Packet", ["sent", "retransmitted", "lost"]),
    )
    return chart_block(
        chart,
        data,
        id=f"chart-sequence-{variant}-{lost}",
        text=text,
        digits=3,
        metric="recovery_packets",
    )


@with_queries
def windows_by_port(study: StudyPage, load: str) -> Block:
    """Draw mean windows of the watched connections, over the replications."""
    data = named(study.best_rows("load_means", load=load))
    if data.is_empty():
        return NOT_MEASURED
    seeds = data.select(pl.col("n").max()).item()
    text = Text(
        title=f"Mean congestion window, {load} load: {_ahead(data)}",
        description="Points with error bars for three variants. "
        + "; ".join(
            f"port {row['port']}, {row['variant']}: {row['value']:.1f}" for row in data.to_dicts()
        ),
        caption=f"Means of {seeds} independent replications"
        + (
            " with 95% intervals."
            if data["low"].count()
            else ", which are shown as rings: too few for an interval."
        ),
    )
    chart = interval_chart(
        data,
        Axis("port", "Port of the connection"),
        Axis("value", "Mean congestion window", "packets"),
        ("low", "high"),
        SERIES,
    )
    return chart_block(chart, with_words(data), id=f"chart-load-{load}", text=text, digits=2)


# --- words -----------------------------------------------------------------------------------


def _each(data: pl.DataFrame) -> Sequence[tuple[str, pl.DataFrame]]:
    found = data.partition_by("variant", as_dict=True, maintain_order=True)
    return [(str(key[0]), part) for key, part in found.items()]


def _least(values: pl.Series) -> float:
    return float(min(values.to_list()))


def _largest(values: pl.Series) -> float:
    return float(max(values.to_list()))


def _peaks(data: pl.DataFrame) -> str:
    words = [f"{name} {_largest(part['cwnd_packets']):.1f} packets" for name, part in _each(data)]
    return f"Largest window: {', '.join(words)}."


def _falls(data: pl.DataFrame) -> str:
    """Describe how far each window falls; empty if none falls."""
    words = [f"{name} to {least:.1f}" for name, least in _fallen(data).items()]
    return f"The window falls: {', '.join(words)} packets. " if words else ""


def _timeouts(data: pl.DataFrame) -> list[Moment]:
    """Return the moments at which windows fall to one packet, each with the variants."""
    before = pl.col("cwnd_packets").shift().over("variant", order_by="time_s")
    fallen = data.filter(pl.col("cwnd_packets") <= 1, before > 1)
    first = fallen.group_by("variant", maintain_order=True).agg(pl.col("time_s").min())
    at = first.group_by("time_s", maintain_order=True).agg("variant")
    return [
        Moment(row["time_s"], f"timeout of {' and '.join(row['variant'])}") for row in at.to_dicts()
    ]


def _fall_words(data: pl.DataFrame) -> str:
    """Describe how far the windows fall, for a title."""
    fallen = {name: short(least) for name, least in _fallen(data).items()}
    words = f"windows fall, {grouped(fallen)} packets".replace(
        "all to 1 packets", "all to 1 packet"
    )
    return words if fallen else "no window falls"


def _fallen(data: pl.DataFrame) -> dict[str, float]:
    """Return the minimum of each window after it first shrinks; omit windows that never do."""
    found = {}
    for name, part in _each(data):
        falls = (part["cwnd_packets"].diff() < 0).arg_true()
        if falls.len():
            found[name] = _least(part["cwnd_packets"][falls[0] :])
    return found


def _mean_windows(data: pl.DataFrame) -> str:
    """Describe the mean windows of the samples, which are equally spaced in time."""
    means = {name: float(part["cwnd_packets"].to_numpy().mean()) for name, part in _each(data)}
    return ranked(means, "packets")


def _by_variant(data: pl.DataFrame) -> dict[str, float]:
    return dict(data.select("variant", "value").iter_rows())


def _slowest(data: pl.DataFrame) -> str:
    """Describe which variant is slowest over the values of a sweep."""
    parts = data.partition_by("x", as_dict=True, maintain_order=True)
    return slowest({float(str(x)): _by_variant(part) for (x,), part in parts.items()}, ALIKE_S)


def _ahead(data: pl.DataFrame) -> str:
    """Describe which variant has the largest mean window on each connection.

    If the intervals of the largest two overlap, no variant is clearly ahead.
    """
    parts = data.partition_by("port", as_dict=True, maintain_order=True)
    words = []
    for (port,), part in parts.items():
        *_, second, first = part.sort("value").select("variant", "low", "high").to_dicts()
        overlap = None not in (first["low"], second["high"]) and first["low"] <= second["high"]
        name = "no variant's clearly" if overlap else f"{first['variant']}'s"
        words.append(f"{name} on port {port}")
    return f"largest {', '.join(words)}"


def _spans(data: pl.DataFrame) -> str:
    words = [
        f"{name} {_least(part['value']):.2f} to {_largest(part['value']):.2f} s"
        for name, part in _each(data)
    ]
    return f"Values: {', '.join(words)}."
