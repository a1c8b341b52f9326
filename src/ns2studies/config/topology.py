"""Topology files: ``data/topologies/NAME.yaml``."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from ns2studies.basics.errors import ConfigError
from ns2studies.config.origins import read_origins
from ns2studies.config.study import BitsPerSecond, NodeNumber, Packets, Seconds, Text
from ns2studies.config.validation import Model, validate
from ns2studies.config.yaml_file import Location, read_yaml


class Node(Model):
    """A node; ``x`` and ``y`` are its position in the drawing (any unit, y upwards)."""

    id: NodeNumber
    name: Text
    role: Literal["host", "edge", "router"] = Field(
        description="host: traffic starts or ends here; edge and router: what the study makes of "
        "them (mpls: IP only, and label switching)"
    )
    x: float
    y: float


Source = Literal["printed", "inferred", "map", "zoo", "guess"]
"""Sources of a link in a reconstructed network, the most reliable first.

printed: in the study; inferred: required by statements of the study; map: the operator's map; zoo:
the Internet Topology Zoo; guess: our own guess.
"""


class LinkValues(Model):
    """Values that a topology file can give for a link; a study sets the others."""

    bandwidth_bps: BitsPerSecond | None = Field(
        None, description="capacity of a link each way, bit/s"
    )
    delay_s: Seconds | None = Field(None, description="propagation delay in seconds")
    queue_limit_packets: Packets | None = Field(None, description="longest queue, in packets")

    def given(self) -> dict[str, float]:
        """Return the values that are given."""
        return self.model_dump(include=set(LinkValues.model_fields), exclude_none=True)


class Link(LinkValues):
    """A duplex link."""

    from_: NodeNumber = Field(alias="from")
    to: NodeNumber
    source: Source | None = Field(
        None, description="what kind of source a reconstructed network's link comes from"
    )
    why: Text = Field(description="where this link is known from")


class Topology(Model):
    """A network: nodes numbered 0, 1, … and duplex links."""

    title: Text
    nodes: list[Node] = Field(min_length=2)
    each_link: LinkValues | None = Field(
        None, description="the values of links that don't say their own"
    )
    links: list[Link] = Field(min_length=1)

    def values(self, link: Link) -> dict[str, float]:
        """Return the values of a link; its own take precedence over those of each link."""
        return (self.each_link.given() if self.each_link else {}) | link.given()


@cache
def flaws(nodes: int, links: tuple[tuple[int, int], ...]) -> Sequence[tuple[Location, str]]:
    """Return what is wrong with nodes and links of a network, each with its place in a file.

    The result is cached, since thousands of scenarios share a few networks.
    """
    return tuple(_flaws(nodes, links))


def _flaws(nodes: int, links: Sequence[tuple[int, int]]) -> Iterator[tuple[Location, str]]:
    seen: set[frozenset[int]] = set()
    for number, (one, other) in enumerate(links):
        ends, link = frozenset((one, other)), f"link {one}-{other}"
        if max(ends) >= nodes:
            yield ("links", number), f"{link} names a node that does not exist"
        elif len(ends) == 1:
            yield ("links", number), f"{link} is a loop"
        elif ends in seen:
            yield ("links", number), f"{link} is listed twice"
        else:
            seen.add(ends)
    if len(seen) < len(links):
        return
    cut_off = sorted(set(range(nodes)) - _reached(links))
    if cut_off:
        named = ", ".join(map(str, cut_off))
        yield ("nodes", cut_off[0]), f"no links lead from node 0 to node {named}"


def _reached(links: Sequence[tuple[int, int]]) -> set[int]:
    """Return node 0 and all nodes that are reachable from it."""
    neighbours: dict[int, set[int]] = defaultdict(set)
    for one, other in links:
        neighbours[one].add(other)
        neighbours[other].add(one)
    reached, found = {0}, [0]
    while found:
        new = neighbours[found.pop()] - reached
        reached |= new
        found += new
    return reached


WITHOUT_ORIGIN = frozenset(Topology.model_fields) - {"each_link"}
"""Keys at the top whose values need no origin: links have ``why`` instead."""


def read_topology(path: Path) -> Topology:
    """Read a topology file.

    Raises:
        ConfigError: naming file, line and key of every problem.
    """
    file = read_yaml(path)
    topology = validate(Topology, file)
    for number, node in enumerate(topology.nodes):
        if node.id != number:
            message = f"nodes must be numbered 0, 1, 2, … in order, found {node.id}"
            raise file.error(("nodes", number, "id"), message)
    ends = tuple((link.from_, link.to) for link in topology.links)
    found = [str(file.error(*flaw)) for flaw in flaws(len(topology.nodes), ends)]
    if found:
        raise ConfigError("\n".join(found))
    read_origins(file, WITHOUT_ORIGIN)
    return topology
