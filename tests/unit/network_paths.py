"""Paths through a topology file, counted in links: every link of a case study has equal delay."""

from collections.abc import Collection, Iterator
from itertools import groupby, pairwise

from ns2studies.config.topology import Topology

Path = tuple[int, ...]
Link = tuple[int, int]


def neighbours(topology: Topology, down: Collection[Link] = ()) -> list[list[int]]:
    """Each node's neighbours while some links are down."""
    broken = {frozenset(link) for link in down}
    found: list[list[int]] = [[] for _ in topology.nodes]
    for link in topology.links:
        if frozenset((link.from_, link.to)) not in broken:
            found[link.from_].append(link.to)
            found[link.to].append(link.from_)
    return [sorted(near) for near in found]


def hops(path: Path) -> set[Link]:
    """The links of a path, in its direction."""
    return set(pairwise(path))


def shortest_paths(
    topology: Topology, start: int, end: int, down: Collection[Link] = ()
) -> list[Path]:
    """All paths with the fewest links; none if the end can't be reached."""
    near = neighbours(topology, down)
    paths: list[Path] = [(start,)]
    seen = {start}
    while paths and start != end:
        if ended := [path for path in paths if path[-1] == end]:
            return ended
        paths = [(*path, node) for path in paths for node in near[path[-1]] if node not in seen]
        seen |= {path[-1] for path in paths}
    return []


def simple_paths(topology: Topology, start: int, end: int, most_links: int) -> list[list[Path]]:
    """Paths that visit no node twice, those of equal length together, the shortest first."""
    near = neighbours(topology)

    def continued(path: Path) -> Iterator[Path]:
        if path[-1] == end:
            yield path
        elif len(path) <= most_links:
            for node in near[path[-1]]:
                if node not in path:
                    yield from continued((*path, node))

    found = sorted(continued((start,)), key=lambda path: (len(path), path))
    return [list(group) for _, group in groupby(found, key=len)]
