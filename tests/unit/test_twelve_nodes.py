"""Twelve nodes of the first case study: what section 5.2 says, against each network of ours.

The picture (Figure 5.1) is not in the text; Tamrakar 2009 says of the network what the names and
docstrings of these tests repeat, with the section. Paths are counted in links.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import pytest
from network_paths import Link, Path, hops, neighbours, shortest_paths, simple_paths

from ns2studies.basics.paths import DATA
from ns2studies.config.registry import load_study
from ns2studies.config.scenario_parts import topology_parameters
from ns2studies.config.topology import Topology, read_topology
from reports.cases.models import CasesConfig

TIME_TO_LIVE = 10
"""Tables 5.1 and 5.2: links that a packet may pass."""

PAIRS = [(0, 10), (7, 10)]
"""Sections 5.2.1 to 5.2.3: where TCP runs from and to."""

BACKGROUND_TOTALS_KBPS = (1500, 3000)
"""Section 5.2.1: nothing changes up to the first; link state and distance vector suffer at the
second, CEAS much less."""

CAPACITY_KBPS = 1000


@dataclass(frozen=True)
class Events:
    """Choices of ours (config/cases.yaml) that what is said of failures and background allows."""

    failures: tuple[Link, ...]
    """On the shortest path, the next shortest one, two of equal cost."""
    unstable: tuple[Link, Link]
    """On the shortest path from 7 and on one of equal cost."""
    background: tuple[Link, ...]
    """From and to."""


def chosen() -> dict[str, Events]:
    config = load_study("cases", "quick").config
    assert isinstance(config, CasesConfig)
    found = {}
    for name, choices in config.twelve_nodes.networks.items():
        one, other = ((link.from_, link.to) for link in choices.unstable)
        found[name] = Events(
            failures=tuple((link.from_, link.to) for link in choices.failures),
            unstable=(one, other),
            background=tuple((pair.source, pair.destination) for pair in choices.background),
        )
    return found


EVENTS = chosen()


@pytest.fixture(params=EVENTS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def network(name: str) -> Topology:
    return read_topology(DATA / "topologies" / f"{name}.yaml")


@pytest.fixture
def events(name: str) -> Events:
    return EVENTS[name]


def by_length(network: Topology, start: int, end: int) -> list[list[Path]]:
    return simple_paths(network, start, end, TIME_TO_LIVE)


def on(link: Link, path: Path) -> bool:
    return bool({link, link[::-1]} & hops(path))


def test_links_have_1_mbps_10_ms_and_queues_of_60(network: Topology) -> None:
    """Sections 3.5 (queues) and 5.2."""
    assert len(network.nodes) == 12
    assert all(shortest_paths(network, 0, node.id) for node in network.nodes[1:])
    for link in topology_parameters(network)["links"]:  # type: ignore[attr-defined]
        values = {"bandwidth_bps": 1e6, "delay_s": 0.01, "queue_limit_packets": 60}
        assert link | values == link


@pytest.mark.parametrize("pair", PAIRS)
def test_pair_has_more_than_two_paths(network: Topology, pair: Link) -> None:
    """Section 5.2; and they begin and end differently, or one failure would cut all."""
    paths = [path for group in by_length(network, *pair) for path in group]
    assert len(paths) > 2
    assert len({path[1] for path in paths}) > 1
    assert len({path[-2] for path in paths}) > 1


@pytest.mark.parametrize("pair", PAIRS)
def test_pair_has_one_shortest_path_of_several_links(network: Topology, pair: Link) -> None:
    """Sections 5.2.2 and 5.2.3: a link "along" it fails or flaps, and all three routers notice."""
    assert len(shortest_paths(network, *pair)) == 1
    assert len(shortest_paths(network, *pair)[0]) > 2


def test_paths_from_0_have_printed_lengths(
    network: Topology,
) -> None:
    """Section 5.2.2."""
    shortest, following, equal, *_ = by_length(network, 0, 10)
    assert [len(shortest), len(following)] == [1, 1]
    assert len(equal) > 2


def test_next_shortest_paths_from_7_cost_same(network: Topology) -> None:
    """Section 5.2.3."""
    shortest, equal, *_ = by_length(network, 7, 10)
    assert len(shortest) == 1
    assert len(equal) >= 2


def test_failures_never_disconnect_0_from_10(network: Topology, events: Events) -> None:
    """Section 5.2.2: shortest, next shortest, "further" failures among those of equal cost."""
    shortest, following, equal, *_ = by_length(network, 0, 10)
    expected = [shortest, following, equal, equal, equal]
    left = [shortest_paths(network, 0, 10, events.failures[:count]) for count in range(5)]
    assert all(set(paths) <= set(known) for paths, known in zip(left, expected, strict=True))
    assert [len(left[0]), len(left[1])] == [1, 1]
    assert len(left[2]) > 2
    for failed, paths in zip(events.failures, left, strict=False):
        assert any(on(failed, path) for path in paths)
    assert left[4]


def test_paths_are_within_time_to_live(network: Topology) -> None:
    """Tables 5.1 and 5.2: TTL 10; to spare, since packets also loop (section 5.2.2)."""
    for pair in PAIRS:
        assert all(len(path) <= TIME_TO_LIVE for path in by_length(network, *pair)[2])


def test_failure_can_make_packets_go_back_and_forth(network: Topology, events: Events) -> None:
    """Section 5.2.2: "micro-looping"; a node before the failed link has one to send back to."""
    back = []
    for count, failed in enumerate(events.failures):
        for path in shortest_paths(network, 0, 10, events.failures[:count]):
            back += [node for node in failed if on(failed, path) and node not in (0, 10)]
    assert back


def test_network_has_cycle(network: Topology) -> None:
    """Section 5.3, conclusion: previous hop memory does not prevent circular loops."""
    assert len(network.links) >= len(network.nodes)


def test_unstable_links_leave_stable_path(network: Topology, events: Events) -> None:
    """Section 5.2.3: one on the shortest path, one on a path of equal cost, CEAS avoids both."""
    (shortest,), equal, *_ = by_length(network, 7, 10)
    first, second = events.unstable
    assert on(first, shortest)
    assert not on(second, shortest)
    assert any(on(second, path) for path in equal)
    assert any(not on(first, path) and not on(second, path) for path in equal)


def test_background_runs_near_ends_of_tcp(network: Topology, events: Events) -> None:
    """Section 3.6.2, Table 5.2: five pairs, one of which at least shares a link with TCP."""
    near = neighbours(network)
    allowed = {0, 10, *near[0], *near[10]}
    assert len(set(events.background)) == 5
    assert set(events.background).isdisjoint(PAIRS)
    assert {node for pair in events.background for node in pair} <= allowed
    for pair in PAIRS:
        assert hops(shortest_paths(network, *pair)[0]) & set(background_load(network, events))


def background_load(network: Topology, events: Events) -> Counter[Link]:
    """Background pairs on each link; each pair has but one shortest path."""
    load: Counter[Link] = Counter()
    for pair in events.background:
        (path,) = shortest_paths(network, *pair)
        load.update(hops(path))
    return load


def test_background_loads_shortest_path_most(network: Topology, events: Events) -> None:
    """Section 5.2.1: the reason given for what link state and distance vector lose."""
    load = background_load(network, events)
    used = hops(shortest_paths(network, 0, 10)[0])
    most = max(load[hop] for hop in used)
    assert most > max(count for hop, count in load.items() if hop not in used)
    harmless, harmful = (total / 5 for total in BACKGROUND_TOTALS_KBPS)
    assert most * harmless < CAPACITY_KBPS < most * harmful


def test_no_path_is_free_of_background(network: Topology, events: Events) -> None:
    """Section 5.2.1: beyond 3000 kb/s hardly anything gets through, whatever the router."""
    loaded = set(background_load(network, events))
    assert all(hops(path) & loaded for group in by_length(network, 0, 10) for path in group)


def test_network_is_regular_lattice(network: Topology) -> None:
    """Section 5.2; as we read it: a lattice, no link crosses another, the same turned around."""
    across, up = (sorted({getattr(node, axis) for node in network.nodes}) for axis in "xy")
    assert len(across) * len(up) == 12
    at = {node.id: (across.index(node.x), up.index(node.y)) for node in network.nodes}
    turned = {
        number: next(
            other for other, place in at.items() if place == (len(across) - 1 - x, len(up) - 1 - y)
        )
        for number, (x, y) in at.items()
    }
    links = {frozenset((link.from_, link.to)) for link in network.links}
    assert {frozenset(turned[node] for node in link) for link in links} == links
    for link in links:
        (x, y), (other_x, other_y) = (at[node] for node in link)
        assert max(abs(x - other_x), abs(y - other_y)) == 1
    middles = Counter(
        tuple(sum(at[node][axis] for node in link) for axis in (0, 1)) for link in links
    )
    assert max(middles.values()) == 1
    assert all(2 <= len(near) <= 5 for near in neighbours(network))


def test_networks_differ_in_shortest_path_length() -> None:
    networks = [read_topology(DATA / "topologies" / f"{name}.yaml") for name in EVENTS]
    lengths = [len(shortest_paths(network, 0, 10)[0]) - 1 for network in networks]
    assert lengths == [2, 3, 4]
    links = [{frozenset((link.from_, link.to)) for link in network.links} for network in networks]
    assert all(len(one - other) > 4 for one, other in combinations(links, 2))
