"""A drawing of a topology: nodes by role at their coordinates, and the links between them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from ns2studies.config.topology import Link, Node, Source, Topology
from ns2studies.report.blocks import Block, raw_html
from nstrace.pages.charts import DEFINED, Text
from nstrace.pages.markup import fill

STEP = 96
"""Drawing units for one unit of a node's coordinates."""

RADIUS = 20
MARGIN = 56

LARGE = 640
"""Width in drawing units from which a drawing scrolls rather than shrinks."""

ROLES = {
    "host": "host: traffic starts or ends here",
    "edge": "edge: IP only",
    "router": "router: switches labels",
}
"""Meanings of the nodes' shapes, unless the page gives others."""

SOURCES: Mapping[Source, str] = {
    "printed": "link printed",
    "inferred": "inferred from what is printed",
    "map": "from a map",
    "zoo": "from the Topology Zoo",
    "guess": "guessed",
}
"""Meanings of the lines' dashes in a network whose links have a source."""


@dataclass(frozen=True)
class Band:
    """A width of line for links with at least some bandwidth; the widest come first."""

    label: str
    at_least_bps: float


_NOTHING = Markup()


@dataclass(frozen=True)
class Overlay:
    """Additions to a drawing of nodes and links.

    Attributes:
        shapes: SVG over the links and below the nodes.
        beneath: HTML between the drawing and its caption.
        data: HTML after the caption.
        down: the ends of links that are drawn broken.
    """

    shapes: Markup = _NOTHING
    beneath: Markup = _NOTHING
    data: Markup = _NOTHING
    down: Collection[frozenset[int]] = ()


NO_OVERLAY = Overlay()


@dataclass(frozen=True)
class Place:
    """A node with its position in drawing units."""

    node: Node
    x: float
    y: float
    on_path: bool


@dataclass(frozen=True)
class _Name:
    """A node's name with its position in the drawing."""

    words: str
    x: float
    y: float
    anchor: str = "middle"


@dataclass(frozen=True)
class _Line:
    start: Place
    end: Place
    kind: str
    """CSS classes."""

    @property
    def name(self) -> str:
        return f"{self.start.node.id}-{self.end.node.id}"


_DRAWING = (
    """\
<figure class="chart topology" id="{{ id }}">
<p class="chart-title">{{ text.title }}</p>
<div class="table-scroll" role="region" aria-label="Drawing: {{ text.title }}" tabindex="0">
<svg viewBox="{{ left }} 0 {{ width }} {{ height }}" role="img"
 aria-labelledby="{{ id }}-title {{ id }}-description"
 class="topology-drawing{{ " large" if large else "" }}">
<title id="{{ id }}-title">{{ text.title }}</title>
<desc id="{{ id }}-description">{{ text.description }}</desc>
{% for line in links %}
<line x1="{{ line.start.x }}" y1="{{ line.start.y }}" x2="{{ line.end.x }}" y2="{{ line.end.y }}"
 class="{{ line.kind }}" data-link="{{ line.name }}"/>
{% endfor %}
{{ overlay.shapes }}
{% for drawn in nodes %}
<g class="node {{ drawn.node.role }}{{ " on-path" if drawn.on_path else "" }}">
{% if drawn.node.role == "router" %}
<rect x="{{ drawn.x - radius }}" y="{{ drawn.y - radius }}" width="{{ 2 * radius }}"
 height="{{ 2 * radius }}" rx="5"/>
{% elif drawn.node.role == "edge" %}
<path d="M{{ drawn.x }} {{ drawn.y - radius - 4 }}l{{ radius + 4 }} {{ radius + 4 }}
 -{{ radius + 4 }} {{ radius + 4 }} -{{ radius + 4 }} -{{ radius + 4 }}z"/>
{% else %}
<circle cx="{{ drawn.x }}" cy="{{ drawn.y }}" r="{{ radius }}"/>
{% endif %}
<text x="{{ drawn.x }}" y="{{ drawn.y + 5 }}" class="number">{{ drawn.node.id }}</text>
</g>
{% endfor %}
{% for name in names %}
<text x="{{ name.x }}" y="{{ name.y }}" class="name"
{%- if name.anchor != "middle" %} style="text-anchor: {{ name.anchor }}"{% endif %}>
{{- name.words }}</text>
{% endfor %}
</svg>
</div>
<p class="topology-roles">{% for role, words in roles %}<span class="role {{ role }}">
<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true" focusable="false">
{%- if role == "router" %}<rect x="2" y="2" width="16" height="16" rx="3"/>
{%- elif role == "edge" %}<path d="M10 1l9 9-9 9-9-9z"/>
{%- else %}<circle cx="10" cy="10" r="8"/>{% endif %}</svg> {{ words }}</span> {% endfor %}
{%- if path %}<span class="role"><svg viewBox="0 0 28 20" width="24" height="16"
 aria-hidden="true" focusable="false"><path d="M2 10h24" class="path-sample"/></svg>
 {{ path_name }} {{ path }}</span>{% endif %}
{%- for kind, words in keys %}<span class="role"><svg viewBox="0 0 40 16" width="40" height="16"
 aria-hidden="true" focusable="false"><line x1="0" y1="8" x2="40" y2="8" class="link {{ kind }}"/>
 </svg> {{ words }}</span> {% endfor %}</p>
{{ overlay.beneath }}
<figcaption>{{ text.caption }}"""
    + DEFINED
    + """</figcaption>
{{ overlay.data }}
</figure>"""
)


def topology_block(
    topology: Topology,
    *,
    id: str,
    text: Text,
    paths: Sequence[Sequence[int]] = (),
    path_name: str = "path",
    roles: Mapping[str, str] = ROLES,
    bands: Sequence[Band] = (),
    step: int = STEP,
    radius: int = RADIUS,
    beside: float = 0,
    overlay: Overlay = NO_OVERLAY,
    definition: str = "",
) -> Block:
    """Draw the topology as inline SVG.

    Args:
        id: unique in the page.
        paths: node numbers of the routes to draw thicker.
        path_name: name of these routes in the legend.
        roles: meanings of the nodes' roles, for the legend.
        bands: widths of lines by bandwidth, each with its label for the legend.
        step: drawing units for one unit of a node's coordinates.
        radius: of a node, in drawing units.
        beside: space in drawing units if names of nodes with a single link are placed opposite that
            link, since in large networks links would cross names below the nodes.
        overlay: additions to the drawing.
        definition: address of the definition of these additions.
    """
    drawn = places_of(topology, paths, step)
    used = {frozenset(hop) for path in paths for hop in pairwise(path)}
    below = radius + (18 if radius >= RADIUS else 15)
    html = fill(
        _DRAWING,
        id=id,
        text=text,
        left=_round(-beside),
        width=_round(max(at.x for at in drawn) + MARGIN + 2 * beside),
        height=_round(max(at.y for at in drawn) + MARGIN),
        nodes=drawn,
        large=step * (max(at.node.x for at in drawn) - min(at.node.x for at in drawn)) > LARGE,
        links=[
            _Line(
                drawn[link.from_], drawn[link.to], _kind(topology, link, used, bands, overlay.down)
            )
            for link in topology.links
        ],
        radius=radius,
        names=[_named(at, topology, drawn, radius, below, bool(beside)) for at in drawn],
        keys=_keys(topology, bands),
        roles=[(role, words) for role, words in roles.items() if _has(topology, role)],
        path_name=path_name,
        path=" and ".join("–".join(map(str, path)) for path in paths),
        overlay=overlay,
        definition=definition,
    )
    return raw_html(html)


def places_of(
    topology: Topology, paths: Sequence[Sequence[int]] = (), step: int = STEP
) -> list[Place]:
    """Return nodes in drawing units; the file's y grows upwards, a drawing's downwards."""
    nodes = topology.nodes
    left = min(node.x for node in nodes)
    top = max(node.y for node in nodes)
    on_path = {number for path in paths for number in path}
    return [
        Place(
            node,
            _round(MARGIN + step * (node.x - left)),
            _round(MARGIN + step * (top - node.y)),
            node.id in on_path,
        )
        for node in nodes
    ]


def _named(
    at: Place, topology: Topology, drawn: Sequence[Place], radius: int, below: float, beside: bool
) -> _Name:
    """Place a node's name below it, or opposite its only link."""
    ends = [(link.from_, link.to) for link in topology.links if at.node.id in (link.from_, link.to)]
    if not beside or len(ends) != 1:
        return _Name(at.node.name, at.x, _round(at.y + below))
    (one, other), gap = ends[0], radius + 5
    there = drawn[other if one == at.node.id else one]
    across, down = there.x - at.x, there.y - at.y
    if abs(across) * 3 < abs(down):
        return _Name(at.node.name, at.x, _round(at.y - gap if down > 0 else at.y + below))
    if across > 0:
        return _Name(at.node.name, _round(at.x - gap), _round(at.y + 4), "end")
    return _Name(at.node.name, _round(at.x + gap), _round(at.y + 4), "start")


def _kind(
    topology: Topology,
    link: Link,
    used: set[frozenset[int]],
    bands: Sequence[Band],
    down: Collection[frozenset[int]],
) -> str:
    bandwidth = topology.values(link).get("bandwidth_bps", 0)
    band = next((i for i, each in enumerate(bands) if bandwidth >= each.at_least_bps), None)
    classes = ["link", link.source, None if band is None else f"band-{band}"]
    if frozenset((link.from_, link.to)) in used:
        classes.append("on-path")
    if frozenset((link.from_, link.to)) in down:
        classes.append("down")
    return " ".join(each for each in classes if each)


def _keys(topology: Topology, bands: Sequence[Band]) -> list[tuple[str, str]]:
    """Return samples of lines for the legend: their classes and meanings."""
    named = {link.source for link in topology.links}
    return [(f"printed band-{index}", band.label) for index, band in enumerate(bands)] + [
        (source, words) for source, words in SOURCES.items() if source in named
    ]


def _has(topology: Topology, role: str) -> bool:
    return any(node.role == role for node in topology.nodes)


def _round(value: float) -> float:
    return round(value, 1)
