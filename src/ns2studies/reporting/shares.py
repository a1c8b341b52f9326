"""A topology whose nodes share out what they send: a drawing with a slider for the moment.

Of each link both halves are drawn, each as wide as the share of the node that it begins at. The
slider is an input of the page's own, so that it works by keyboard.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt
import polars as pl

from ns2studies.config.topology import Topology
from ns2studies.reporting.charts import chart_block
from ns2studies.reporting.markup import Block
from nstrace.pages.charts import Text

HEIGHT = 320
WIDEST = 14
"""Width in pixels of a half link that gets everything."""

LABEL_AT = 0.75
"""Where on its half link a share is written."""

SMALLEST_LABEL = 0.005
"""Shares below this are drawn, and not written."""

COLUMNS = ("time_s", "node", "neighbour", "share")


@dataclass(frozen=True)
class Outage:
    """A link that is down for a while; times in seconds."""

    ends: tuple[int, int]
    down_s: float
    up_s: float


def shares_block(
    topology: Topology,
    shares: pl.DataFrame,
    *,
    id: str,
    text: Text,
    outages: Sequence[Outage] = (),
    start_s: float = 0.0,
) -> Block:
    """The drawing, with the shares as its data.

    Args:
        shares: a row for each moment (``time_s``), ``node`` and ``neighbour``: the ``share`` from
            0 to 1; every moment has the same rows.
        id: unique in the page.
        outages: links that are drawn broken while they are down.
        start_s: the slider starts at the first moment from here on.
    """
    times = shares["time_s"].unique().sort()
    start = min(times.search_sorted(start_s), times.len() - 1)
    chart = _chart(topology, shares, times, list(outages), int(start))
    return chart_block(chart, shares.select(COLUMNS), id=id, text=text, digits=4)


def _chart(
    topology: Topology,
    shares: pl.DataFrame,
    times: pl.Series,
    outages: list[Outage],
    start: int,
) -> alt.TopLevelMixin:
    slider = alt.binding_range(min=0, max=times.len() - 1, step=1, name="Moment ")
    moment = alt.param(name="moment", value=start, bind=slider)
    halves = _halves(topology, shares, times)
    layers = [_links(topology, times, outages), _widths(halves), *_nodes(topology)]
    # A halo of the paper's colour keeps a label apart from the half link below it.
    layers += [_labels(halves, "halo"), _labels(halves), _words(times, outages)]
    return alt.layer(*layers).add_params(moment).properties(height=HEIGHT)


def _x(topology: Topology, column: str = "x") -> alt.X:
    scale = _scale([node.x for node in topology.nodes])
    return alt.X(column, type="quantitative", axis=None, scale=scale)


def _y(topology: Topology, column: str = "y") -> alt.Y:
    scale = _scale([node.y for node in topology.nodes])
    return alt.Y(column, type="quantitative", axis=None, scale=scale)


def _scale(values: Sequence[float]) -> alt.Scale:
    """A coordinate of the drawing, with some room around the nodes."""
    least, largest = min(values), max(values)
    room = 0.1 * (largest - least) + 0.1
    return alt.Scale(domain=[least - room, largest + room], zero=False, nice=False)


def _links(topology: Topology, times: pl.Series, outages: list[Outage]) -> alt.Chart:
    """The links themselves, as thin lines; broken ones while they are down."""
    rows = []
    for link in topology.links:
        one, other = topology.nodes[link.from_], topology.nodes[link.to]
        down, up = _moments_down(link.from_, link.to, times, outages)
        rows.append((one.x, one.y, other.x, other.y, down, up))
    frame = pl.DataFrame(rows, schema=["x", "y", "x2", "y2", "down", "up"], orient="row")
    is_down = "moment >= datum.down && moment < datum.up"
    chart: alt.Chart = (
        alt.Chart(frame)
        .mark_rule(strokeWidth=1)
        .encode(
            x=_x(topology),
            y=_y(topology),
            x2="x2:Q",
            y2="y2:Q",
            strokeDash=alt.when(is_down).then(alt.value([2, 6])).otherwise(alt.value([1, 0])),
        )
    )
    return chart


def _moments_down(one: int, other: int, times: pl.Series, outages: list[Outage]) -> tuple[int, int]:
    """The first moment at which a link is down, and the first one after it; none: beyond all."""
    for outage in outages:
        if set(outage.ends) == {one, other}:
            first, after = times.search_sorted(outage.down_s), times.search_sorted(outage.up_s)
            return int(first), int(after)
    return times.len(), times.len()


@dataclass(frozen=True)
class _Halves:
    """The rows of the half links, and their places, by the link's name."""

    topology: Topology
    rows: pl.DataFrame
    places: pl.DataFrame


def _halves(topology: Topology, shares: pl.DataFrame, times: pl.Series) -> _Halves:
    places = []
    for link in topology.links:
        for node, neighbour in ((link.from_, link.to), (link.to, link.from_)):
            one, other = topology.nodes[node], topology.nodes[neighbour]
            across, up = (other.x - one.x) / 2, (other.y - one.y) / 2
            places.append(
                {
                    "half": f"{node}-{neighbour}",
                    **{"x": one.x, "y": one.y, "x2": one.x + across, "y2": one.y + up},
                    **{"lx": one.x + LABEL_AT * across, "ly": one.y + LABEL_AT * up},
                }
            )
    moments = pl.DataFrame({"time_s": times, "moment": range(times.len())})
    rows = shares.join(moments, on="time_s").select(
        "moment",
        (pl.col("node").cast(pl.String) + "-" + pl.col("neighbour").cast(pl.String)).alias("half"),
        pl.col("share").round(4),
        (pl.col("node").cast(pl.String) + " to " + pl.col("neighbour").cast(pl.String)).alias(
            "link"
        ),
    )
    return _Halves(topology, rows, pl.DataFrame(places))


def _at_the_moment(halves: _Halves) -> alt.Chart:
    chart: alt.Chart = (
        alt.Chart(halves.rows)
        .transform_filter("datum.moment === moment")
        .transform_lookup(
            lookup="half",
            from_=alt.LookupData(halves.places, "half", ["x", "y", "x2", "y2", "lx", "ly"]),
        )
    )
    return chart


LIKELIEST = ["half or more", "less"]


def _widths(halves: _Halves) -> alt.Chart:
    kind = f"datum.share >= 0.5 ? '{LIKELIEST[0]}' : '{LIKELIEST[1]}'"
    chart: alt.Chart = (
        _at_the_moment(halves)
        .transform_calculate(kind=kind)
        .mark_rule(strokeCap="butt")
        .encode(
            x=_x(halves.topology),
            y=_y(halves.topology),
            x2="x2:Q",
            y2="y2:Q",
            strokeWidth=alt.StrokeWidth(
                "share:Q", scale=alt.Scale(domain=[0, 1], range=[0, WIDEST]), legend=None
            ),
            color=alt.Color(
                "kind:N",
                title="Share of what a node sends",
                sort=LIKELIEST,
                scale=alt.Scale(domain=LIKELIEST),
                legend=alt.Legend(titleLimit=300),
            ),
            tooltip=[
                alt.Tooltip("link:N", title="Node"),
                alt.Tooltip("share:Q", title="Share", format=".2%"),
            ],
        )
    )
    return chart


def _labels(halves: _Halves, style: str = "") -> alt.Chart:
    """Shares as percentages, where a node has a choice."""
    ends = [end for link in halves.topology.links for end in (link.from_, link.to)]
    choosing = [str(node) for node in sorted(set(ends)) if ends.count(node) > 1]
    test = f"indexof({choosing}, split(datum.half, '-')[0]) >= 0"
    chart: alt.Chart = (
        _at_the_moment(halves)
        .transform_filter(f"datum.share >= {SMALLEST_LABEL} && {test}")
        .mark_text(fontSize=12, fontWeight=600, dy=-14, style=style or alt.Undefined)
        .encode(
            x=_x(halves.topology, "lx"),
            y=_y(halves.topology, "ly"),
            text=alt.Text("share:Q", format=".0%"),
        )
    )
    return chart


def _nodes(topology: Topology) -> list[alt.Chart]:
    rows = [(node.x, node.y, str(node.id)) for node in topology.nodes]
    frame = pl.DataFrame(rows, schema=["x", "y", "name"], orient="row")
    base = alt.Chart(frame).encode(x=_x(topology), y=_y(topology))
    # The style is the theme's: it knows the paper's colour.
    circles = base.mark_circle(style="node", size=520, opacity=1)
    return [circles, base.mark_text(fontWeight=600).encode(text="name")]


def _words(times: pl.Series, outages: list[Outage]) -> alt.Chart:
    """The moment in words."""
    words = []
    for number, time_s in enumerate(times):
        down = [
            f", link {outage.ends[0]}-{outage.ends[1]} is down"
            for outage in outages
            if outage.down_s <= time_s < outage.up_s
        ]
        words.append({"moment": number, "words": f"{time_s:.1f} s{''.join(down)}"})
    chart: alt.Chart = (
        alt.Chart(pl.DataFrame(words))
        .transform_filter("datum.moment === moment")
        .mark_text(align="left", baseline="top", fontSize=14, fontWeight=600)
        .encode(x=alt.value(2), y=alt.value(2), text="words:N")
    )
    return chart
