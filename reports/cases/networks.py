"""Drawings of the two case studies' networks: twelve nodes, and UNINETT's 58."""

from collections import Counter

from ns2studies.basics.paths import DATA
from ns2studies.config.topology import Source, Topology, read_topology
from ns2studies.report.blocks import Block
from ns2studies.report.charts.topology import Band, topology_block
from nstrace.pages.charts import Text

BANDS = (Band("2.5 Gb/s", 2.5e9), Band("1 Gb/s", 1e9), Band("10 to 155 Mb/s", 0))
"""Bands of the capacities in UNINETT's network."""


TWELVE_NODES = "ceas-12"
"""Topology of the runs of section 5.2."""


def twelve_nodes(name: str = TWELVE_NODES) -> Block:
    """Draw the network of Figure 5.1, or an alternative to it.

    Args:
        name: name of the topology file, without .yaml.
    """
    topology = read_topology(DATA / "topologies" / f"{name}.yaml")
    first = topology.values(topology.links[0])
    figure = "Figure 5.1" if name == TWELVE_NODES else "Instead of Figure 5.1"
    text = Text(
        title=f"{figure}: {topology.title.removeprefix('Twelve nodes: ')}",
        description="TCP runs from node 0 or node 7 to node 10. Links: " + _links(topology) + ".",
        caption=(
            f"{len(topology.links)} links of {first['bandwidth_bps'] / 1e6:g} Mb/s and "
            f"{1000 * first['delay_s']:g} ms. The links are ours: the thesis prints no list of "
            "them, and this network satisfies all that its text says."
        ),
    )
    roles = {"host": "end of a TCP connection", "router": "other node"}
    return topology_block(topology, id=f"{name}-drawing", text=text, roles=roles)


def uninett() -> Block:
    """Draw UNINETT's network like a map, with the path of the first connection (Figure 5.12)."""
    topology = read_topology(DATA / "topologies" / "ceas-uninett.yaml")
    counts = Counter(link.source for link in topology.links)
    sources = ", ".join(f"{counts[key]} {words}" for key, words in _SHORT.items() if counts[key])
    text = Text(
        title=f"Figure 5.12: {topology.title}",
        description=(
            f"{len(topology.nodes)} nodes from Kristiansand in the south to Svalbard in the "
            "north; twelve of them are joined by links of 2.5 Gb/s. Links: "
            f"{_links(topology)}."
        ),
        caption=(
            f"A reconstruction. Nodes are those of appendix E. Of {len(topology.links)} links: "
            f"{sources}. TCP runs from 4, 12, 41 and 47 to 51; the path marked is the shortest "
            "one from 4, whose link 5-1 goes up and down."
        ),
    )
    roles = {"router": "one of the twelve routers", "host": "other node"}
    return topology_block(
        topology,
        id="uninett-drawing",
        text=text,
        paths=[[4, 5, 1, 51]],
        roles=roles,
        bands=BANDS,
        step=84,
        radius=12,
    )


_SHORT: dict[Source, str] = {
    "printed": "named in the text",
    "inferred": "inferred from it",
    "map": "from UNINETT's map of 2009",
    "zoo": "from the Internet Topology Zoo",
    "guess": "guessed",
}


def _links(topology: Topology) -> str:
    return ", ".join(f"{link.from_}-{link.to}" for link in topology.links)
