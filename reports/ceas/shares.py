"""Drawing of the shares in which a network's nodes send to their neighbours, with a time slider.

Each link is drawn as two halves, each as wide as the share of the node that it begins at. Without
scripts and on paper, the drawing shows one moment; with the page's script (``theme/shares.js``),
the slider chooses another one.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from ns2studies.config.topology import Topology
from ns2studies.report.blocks import Block
from ns2studies.report.charts.topology import ROLES, Overlay, places_of, topology_block
from ns2studies.report.links import metric_id
from nstrace.pages.charts import Text, data_details
from nstrace.pages.markup import fill, script_json

WIDEST = 14
"""Width in drawing units of a half link with a share of 1."""

LABEL_AT = 0.85
"""Position of a label along its half link, from 0 at the node to 1: far enough from the node."""

LABEL_BOX = (16, 5)
"""Half the width and height of a label, in drawing units."""

LABEL_ROOM = WIDEST / 2 + 1
"""Distance from the middle of the half link to its label, in drawing units."""

SMALLEST_LABEL = 0.005
"""Smallest share with a label; smaller ones are only drawn."""

LIKELY = 0.5
"""Smallest share of a half link in the colour of the likely ones."""

COLUMNS = ("time_s", "node", "neighbour", "share")


@dataclass(frozen=True)
class Outage:
    """A link that is down for a while; times in seconds."""

    ends: tuple[int, int]
    down_s: float
    up_s: float


@dataclass(frozen=True)
class _Half:
    """A half link, from its node to the middle, and the share at the moment that is drawn."""

    name: str
    x1: float
    y1: float
    x2: float
    y2: float
    share: float
    has_label: bool

    @property
    def width(self) -> float:
        return round(WIDEST * self.share, 2)

    @property
    def is_likely(self) -> bool:
        return self.share >= LIKELY

    @property
    def label_at(self) -> tuple[float, float]:
        """Position left of the half link's direction, so that a link has a label on each side."""
        across, down = self.x2 - self.x1, self.y2 - self.y1
        length = math.hypot(across, down) or 1.0
        right, below = down / length, -across / length
        away = LABEL_ROOM + abs(right) * LABEL_BOX[0] + abs(below) * LABEL_BOX[1]
        return (
            round(self.x1 + LABEL_AT * across + away * right, 1),
            # SVG places a text by its baseline.
            round(self.y1 + LABEL_AT * down + away * below + LABEL_BOX[1], 1),
        )

    @property
    def label(self) -> str:
        """The share in percent, rounded as the script rounds it."""
        return f"{int(100 * self.share + 0.5)}%" if self.share >= SMALLEST_LABEL else ""


_SHAPES = """\
{% for half in halves %}
<line x1="{{ half.x1 }}" y1="{{ half.y1 }}" x2="{{ half.x2 }}" y2="{{ half.y2 }}"
 class="half{{ " likely" if half.is_likely else "" }}" data-half="{{ half.name }}"
 style="stroke-width: {{ half.width }}"/>
{% endfor %}
{% for half in halves if half.has_label %}
<text x="{{ half.label_at[0] }}" y="{{ half.label_at[1] }}" class="name share"
 data-half="{{ half.name }}">{{ half.label }}</text>
{% endfor %}
<text x="8" y="22" class="moment">{{ words }}</text>
"""

_BENEATH = """\
<p class="topology-roles">{% for kind, words in keys %}<span class="role"><svg viewBox="0 0 28 16"
 width="28" height="16" aria-hidden="true" focusable="false"><line x1="0" y1="8" x2="28" y2="8"
 class="half{{ kind }}" style="stroke-width: 9"/></svg> {{ words }}</span> {% endfor %}</p>
<div class="chart-controls" role="group" aria-labelledby="{{ id }}-title" hidden><label>Moment
<input type="range" min="0" max="{{ last }}" step="1" value="{{ start }}"
 aria-valuetext="{{ words }}"/></label></div>
<script type="application/json" class="share-moments">{{ moments }}</script>
"""

_KEYS = ((" likely", "half or more of what the node sends"), ("", "less"))


def shares_block(
    topology: Topology,
    shares: pl.DataFrame,
    *,
    id: str,
    text: Text,
    outages: Sequence[Outage] = (),
    start_s: float = 0.0,
    roles: Mapping[str, str] = ROLES,
    metric: str = "",
) -> Block:
    """Draw the network with a slider for the moment, and with the shares as its data.

    Args:
        shares: a row for each moment (``time_s``), ``node`` and ``neighbour``: the ``share`` from
            0 to 1; a missing row is a share of 0.
        id: unique in the page.
        outages: links that are drawn broken while they are down.
        start_s: the first moment at or after this time is drawn.
        roles: names of the nodes' roles, for the legend.
        metric: metric of the shares; the drawing links to its definition.
    """
    times = shares["time_s"].unique().sort()
    start = int(min(times.search_sorted(start_s), times.len() - 1))
    of_halves = _over_time(shares, times)
    words = [_words(time_s, outages) for time_s in times]
    down = {_link(topology, it): _moments_down(it, times) for it in outages}
    told = {"halves": of_halves, "words": words, "down": down, "widest": WIDEST,
            "smallest": SMALLEST_LABEL, "likely": LIKELY}  # fmt: skip
    now = {name: values[start] for name, values in of_halves.items()}
    overlay = Overlay(
        shapes=fill(_SHAPES, halves=_halves(topology, now), words=words[start]),
        beneath=fill(_BENEATH, id=id, keys=_KEYS, last=times.len() - 1, start=start,
                     words=words[start], moments=script_json(told)),
        data=data_details(shares.select(COLUMNS), id=id, title=text.title, digits=4),
        down={frozenset(it.ends) for it in outages if it.down_s <= times[start] < it.up_s},
    )  # fmt: skip
    definition = f"#{metric_id(metric)}" if metric else ""
    return topology_block(
        topology, id=id, text=text, roles=roles, overlay=overlay, definition=definition
    )


def _over_time(shares: pl.DataFrame, times: pl.Series) -> dict[str, list[float]]:
    """Return the share of each half link at every moment, by the half link's name."""
    found: dict[str, list[float]] = {}
    for (node, neighbour), rows in shares.group_by("node", "neighbour", maintain_order=True):
        at = dict(zip(rows["time_s"], rows["share"].round(4), strict=True))
        found[f"{node}-{neighbour}"] = [at.get(time_s, 0.0) for time_s in times]
    return found


def _halves(topology: Topology, shares: Mapping[str, float]) -> list[_Half]:
    """Return the half links that have a share, in the order of the topology's links."""
    places = places_of(topology)
    ends = [end for link in topology.links for end in (link.from_, link.to)]
    halves = []
    for link in topology.links:
        for node, neighbour in ((link.from_, link.to), (link.to, link.from_)):
            one, other = places[node], places[neighbour]
            middle = round((one.x + other.x) / 2, 1), round((one.y + other.y) / 2, 1)
            name, has_choice = f"{node}-{neighbour}", ends.count(node) > 1
            if name in shares:
                halves.append(_Half(name, one.x, one.y, *middle, shares[name], has_choice))
    return halves


def _link(topology: Topology, outage: Outage) -> str:
    """Return the name of the link that is down, as in the drawing."""
    names = {f"{link.from_}-{link.to}" for link in topology.links}
    one, other = outage.ends
    return f"{one}-{other}" if f"{one}-{other}" in names else f"{other}-{one}"


def _moments_down(outage: Outage, times: pl.Series) -> tuple[int, int]:
    """Return the indices of the first moment at which a link is down and of the first one after."""
    first, after = times.search_sorted(outage.down_s), times.search_sorted(outage.up_s)
    return int(first), int(after)


def _words(time_s: float, outages: Sequence[Outage]) -> str:
    """Describe a moment: its time, and the links that are down."""
    down = [
        f", link {outage.ends[0]}-{outage.ends[1]} is down"
        for outage in outages
        if outage.down_s <= time_s < outage.up_s
    ]
    return f"{time_s:.1f} s{''.join(down)}"
