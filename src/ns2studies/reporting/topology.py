"""A topology as a drawing: nodes by role at their coordinates, and the links between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ns2studies.config.topology import Link, Node, Topology
from ns2studies.reporting.charts import Text
from ns2studies.reporting.markup import Block, fill, raw_html

STEP = 96
"""Drawing units for one unit of a node's coordinates."""

RADIUS = 20
MARGIN = 56

ROLES = {
    "host": "host: traffic starts or ends here",
    "edge": "edge: IP only",
    "router": "router: switches labels",
}
"""What a node's shape stands for, unless the page says it otherwise."""


@dataclass(frozen=True)
class _Drawn:
    node: Node
    x: float
    y: float
    on_path: bool


_DRAWING = """\
<figure class="chart topology" id="{{ id }}">
<p class="chart-title">{{ text.title }}</p>
<div class="table-scroll" role="region" aria-label="Drawing: {{ text.title }}" tabindex="0">
<svg viewBox="0 0 {{ width }} {{ height }}" role="img"
 aria-labelledby="{{ id }}-title {{ id }}-description" class="topology-drawing">
<title id="{{ id }}-title">{{ text.title }}</title>
<desc id="{{ id }}-description">{{ text.description }}</desc>
{% for from, to, on_path in links %}
<line x1="{{ from.x }}" y1="{{ from.y }}" x2="{{ to.x }}" y2="{{ to.y }}"
 class="link{{ " on-path" if on_path else "" }}"/>
{% endfor %}
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
<text x="{{ drawn.x }}" y="{{ drawn.y + radius + 18 }}" class="name">{{ drawn.node.name }}</text>
</g>
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
 path {{ path }}</span>{% endif %}</p>
<figcaption>{{ text.caption }}</figcaption>
</figure>"""


def topology_block(
    topology: Topology,
    *,
    id: str,
    text: Text,
    paths: Sequence[Sequence[int]] = (),
    roles: Mapping[str, str] = ROLES,
) -> Block:
    """The topology as inline SVG.

    Args:
        id: unique in the page.
        paths: node numbers of the routes to draw thicker.
        roles: what the nodes' roles are, for the legend.
    """
    drawn = _place(topology.nodes, paths)
    used = {frozenset(hop) for path in paths for hop in pairwise(path)}
    html = fill(
        _DRAWING,
        id=id,
        text=text,
        width=_round(max(at.x for at in drawn) + MARGIN),
        height=_round(max(at.y for at in drawn) + MARGIN),
        nodes=drawn,
        links=[_line(link, drawn, used) for link in topology.links],
        radius=RADIUS,
        roles=[(role, words) for role, words in roles.items() if _has(topology, role)],
        path=" and ".join("–".join(map(str, path)) for path in paths),
    )
    return raw_html(html)


def _place(nodes: Sequence[Node], paths: Sequence[Sequence[int]]) -> list[_Drawn]:
    """Nodes in drawing units; the file's y grows upwards, a drawing's downwards."""
    left = min(node.x for node in nodes)
    top = max(node.y for node in nodes)
    on_path = {number for path in paths for number in path}
    return [
        _Drawn(
            node,
            _round(MARGIN + STEP * (node.x - left)),
            _round(MARGIN + STEP * (top - node.y)),
            node.id in on_path,
        )
        for node in nodes
    ]


def _line(
    link: Link, drawn: Sequence[_Drawn], used: set[frozenset[int]]
) -> tuple[_Drawn, _Drawn, bool]:
    return drawn[link.from_], drawn[link.to], frozenset((link.from_, link.to)) in used


def _has(topology: Topology, role: str) -> bool:
    return any(node.role == role for node in topology.nodes)


def _round(value: float) -> float:
    return round(value, 1)
