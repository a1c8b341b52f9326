"""UNINETT's 58 nodes: every fact that section 5.3 and appendix E print, against the topology file.

Tamrakar 2009. The picture (Figure 5.12) is not in the text. Paths are counted in links.
"""

import pytest
from network_paths import Link, hops, neighbours, shortest_paths

from ns2studies.basics.paths import DATA
from ns2studies.config.topology import Topology, read_topology

GIGABIT = 1e9
CORE = 2.5e9
SERVER = 51
SOURCES = (4, 12, 41, 47)

APPENDIX_E = """
Aho Alesund As Arendal Bergen-BT Bergen-HTS Bo Bodo Drammen Elverum Evenstad Forde Fredrikstad
Gjovik Grimstad Halden Hamar Harstad-gw Harstad-gw3 Haugesund Hitos Hist Honefoss Kjeller Kongsberg
Kristiansand Kristiansund Levanger Lillehammer Mo Molde Namsos Narvik Nygardsgt Oslo-gw1 Oslo-gw2
Pil52 Porsgrunn Rena Sarpsborg Seilduk Sogndal Stavanger Steinkjer Stjordal Stolavspl Stord
Svalbard-gw Svalbard-gw2 Teknobyen Trd-real Trd-hvd Tromso-gw2 Tromso-gw3 Tromso-gw Tynset Veths
Volda
"""


@pytest.fixture(scope="module")
def uninett() -> Topology:
    return read_topology(DATA / "topologies" / "ceas-uninett.yaml")


@pytest.fixture(scope="module")
def capacity(uninett: Topology) -> dict[Link, float]:
    """bit/s of each link, in either direction."""
    found = {}
    for link in uninett.links:
        found[link.from_, link.to] = uninett.values(link)["bandwidth_bps"]
        found[link.to, link.from_] = found[link.from_, link.to]
    return found


def of_node(capacity: dict[Link, float], number: int) -> list[float]:
    """Capacities of a node's links, the least first."""
    return sorted(bps for link, bps in capacity.items() if link[0] == number)


def test_nodes_are_those_of_appendix_e(uninett: Topology) -> None:
    assert [node.name for node in uninett.nodes] == APPENDIX_E.split()
    assert len(uninett.nodes) == 58
    assert all(shortest_paths(uninett, SERVER, n) for n in range(58) if n != SERVER)


def test_fifteen_links_of_2_5_gbps_join_twelve_routers(
    uninett: Topology, capacity: dict[Link, float]
) -> None:
    core = [link for link, bps in capacity.items() if bps == CORE]
    assert len(core) == 2 * 15
    routers = {node.id for node in uninett.nodes if node.role == "router"}
    assert {number for link in core for number in link} == routers
    assert len(routers) == 12
    others = [link for link, bps in capacity.items() if bps != CORE]
    first = min(routers)
    assert all(shortest_paths(uninett, first, other, others) for other in routers - {first})


def test_all_other_links_have_10_mbps_to_1_gbps(capacity: dict[Link, float]) -> None:
    others = [bps for bps in capacity.values() if bps != CORE]
    assert (min(others), max(others)) == (10e6, GIGABIT)


def test_queues_hold_60_packets(uninett: Topology) -> None:
    """Section 3.5."""
    assert {uninett.values(link)["queue_limit_packets"] for link in uninett.links} == {60}


def test_server_has_links_of_high_capacity(capacity: dict[Link, float]) -> None:
    assert of_node(capacity, SERVER)[0] >= GIGABIT


def test_first_connection_has_several_fast_paths(
    uninett: Topology, capacity: dict[Link, float]
) -> None:
    """Link 5-1 is on the shortest path from 4, 34-35 on the second one; others remain."""
    lesser = {link for link, bps in capacity.items() if bps < CORE}
    (shortest,) = shortest_paths(uninett, 4, SERVER)
    assert (5, 1) in hops(shortest)
    (second,) = shortest_paths(uninett, 4, SERVER, [(5, 1)])
    assert (35, 34) in hops(second)
    assert len(second) > len(shortest)
    assert not (hops(shortest) | hops(second)) & lesser
    assert not hops(shortest) & hops(second)
    remaining = shortest_paths(uninett, 4, SERVER, [(5, 1), (34, 35)])
    assert max(min(capacity[hop] for hop in hops(path)) for path in remaining) >= GIGABIT


def test_second_connection_shares_loaded_link(
    uninett: Topology, capacity: dict[Link, float]
) -> None:
    """Node 12 has links of 1 Gb/s; 800 Mb/s of background run from 12 to 35, with a TTL of 2."""
    assert set(of_node(capacity, 12)) == {GIGABIT}
    (shortest,) = shortest_paths(uninett, 12, SERVER)
    assert (12, 35) in hops(shortest)
    assert shortest_paths(uninett, 12, SERVER, [(12, 35)])


def test_third_connection_shares_first_ones_path(
    uninett: Topology, capacity: dict[Link, float]
) -> None:
    """Node 41 has links of 32 and 34 Mb/s; link 5-1 matters to it, too."""
    assert of_node(capacity, 41) == [32e6, 34e6]
    (shortest,) = shortest_paths(uninett, 41, SERVER)
    (first,) = shortest_paths(uninett, 4, SERVER)
    assert (5, 1) in hops(shortest) & hops(first)


def test_fourth_connection_has_two_equal_paths(
    uninett: Topology, capacity: dict[Link, float]
) -> None:
    """All of the first one has 1 Gb/s; on the second one, 48-18 has 155 Mb/s."""
    fast, slow = (47, 17, 18, 53, 51), (47, 48, 18, 53, 51)
    assert set(shortest_paths(uninett, 47, SERVER)) == {fast, slow}
    assert {capacity[hop] for hop in hops(fast)} == {GIGABIT}
    assert capacity[48, 18] == 155e6
    assert {capacity[hop] for hop in hops(slow) - {(48, 18)}} == {GIGABIT}
    assert set(of_node(capacity, 47)) == {GIGABIT}


def test_packets_can_loop_around_5_4_and_33(uninett: Topology) -> None:
    """What 5 sends to 4 may go on to 35 or to 33, and from 33 back to 5."""
    near = neighbours(uninett)
    assert {5, 33, 35} <= set(near[4])
    assert 5 in near[33]
    assert 35 not in near[33]


def test_every_path_is_within_time_to_live(uninett: Topology) -> None:
    """30, even while 5-1 and 34-35 are both down."""
    for source in SOURCES:
        assert len(shortest_paths(uninett, source, SERVER, [(5, 1), (34, 35)])[0]) < 30


def test_each_link_has_known_source(uninett: Topology) -> None:
    named = {
        (1, 5), (34, 35), (12, 35), (17, 47), (17, 18), (18, 53), (51, 53), (47, 48), (18, 48),
        (4, 5), (4, 33), (5, 33), (4, 35),
    }  # fmt: skip
    tagged = {tuple(sorted((link.from_, link.to))): link.source for link in uninett.links}
    assert {link for link, source in tagged.items() if source == "printed"} == named
    assert set(tagged.values()) == {"printed", "inferred", "map", "zoo", "guess"}
