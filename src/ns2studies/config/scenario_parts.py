"""Parts of a scenario that several studies have, in the form that ``tcl/library`` expects.

A value that is None is not passed to the Tcl script, which then uses the scenario's own value for
all links or flows, or the default of ns.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from ns2studies.config.study import LARGEST, BitsPerSecond, NodeNumber, Packets, Positive, Seconds
from ns2studies.config.topology import Topology, flaws
from ns2studies.config.validation import Model
from ns2studies.simulator.agents import check_protocol

Protocol = Annotated[str, AfterValidator(check_protocol)]
"""A TCP of the simulator, or one of an agent in ``ns2-patches/agents``."""

QueueKind = Literal["drop-tail", "drop-tail-bytes", "red", "sfq", "drr", "data-first"]


class Route(Model):
    """A pair of end nodes that flows run between."""

    source: NodeNumber
    destination: NodeNumber


class Direction(Model):
    """A link in one direction."""

    from_: NodeNumber = Field(alias="from")
    to: NodeNumber


class LinkParameters(Direction):
    """A duplex link; see ``topology::from_parameters``.

    Attributes:
        cost: the cost in link state routing, which is added up along a path.
    """

    bandwidth_bps: BitsPerSecond | None = None
    delay_s: Seconds | None = None
    queue_limit_packets: Packets | None = None
    queue: QueueKind | None = None
    cost: Positive | None = None


class TopologyParameters(Model):
    """The part of a topology that the simulator needs."""

    nodes: int = Field(ge=2, le=LARGEST)
    routers: list[NodeNumber] = Field(default_factory=list)
    links: list[LinkParameters]

    @model_validator(mode="after")
    def _is_a_network(self) -> Self:
        for _, words in flaws(self.nodes, tuple((link.from_, link.to) for link in self.links)):
            raise ValueError(words)
        return self


class TracedLink(Direction):
    """A link with the kinds of events that are traced, and until when.

    ``sent`` and ``received`` select the events that the respective rates need.
    """

    events: Literal["all", "sent", "received"] | None = None
    until_s: Seconds | None = None


class TracingParameters(Model):
    """Directions of links that are traced; see ``tcl/library/tracing.tcl``."""

    links: list[TracedLink]
    congestion_windows: bool | None = None


def topology_parameters(topology: Topology) -> dict[str, object]:
    """Return nodes and links of a topology file, for :class:`TopologyParameters`."""
    return {
        "nodes": len(topology.nodes),
        "routers": [node.id for node in topology.nodes if node.role == "router"],
        "links": [
            {"from": link.from_, "to": link.to} | topology.values(link) for link in topology.links
        ],
    }


def end_links(topology: Topology, routes: Sequence[Route]) -> list[dict[str, int]]:
    """Return the links that senders send on and receivers receive from, for the metrics."""
    sources = {route.source for route in routes}
    destinations = {route.destination for route in routes}
    directions = [(link.from_, link.to) for link in topology.links]
    directions += [(link.to, link.from_) for link in topology.links]
    wanted = [d for d in directions if d[0] in sources or d[1] in destinations]
    return [{"from": start, "to": end} for start, end in sorted(wanted)]
