"""Routing by ants in ns: what becomes of ants and data when links fail, fill up and return."""

import hashlib
import math
from collections import Counter
from itertools import pairwise
from pathlib import Path

import duckdb
import pytest
from ceas_runs import DIAMOND, ELEVEN, UNEQUAL, Network, simulate, start

import nstrace
from ns2studies.simulator.build import Simulator

FIRST = "-initial_phase_s 2 -ant_rate_per_s 50"
STREAM = "set udp [traffic::udp {} {} 500]\ntraffic::active [traffic::cbr $udp {} 500] 3 {}\n"
SHARES = "SELECT neighbour, probability FROM ceas_pheromones WHERE node = 0 AND time_ns = {}"
LOST = ("lost_ttl", "lost_no_neighbour", "lost_queue", "lost_link_down", "lost_other")
COUNTS = ("sent", "arrived", "rejected", "returned", *LOST, "alive")


def shares(found: duckdb.DuckDBPyConnection, at_s: float) -> dict[int, float]:
    """How probable each neighbour of node 0 is."""
    return dict(found.execute(SHARES.format(round(at_s * 1e9))).fetchall())


def final(found: duckdb.DuckDBPyConnection, source: int) -> dict[str, Counter[str]]:
    """The last counts of a colony's ants, by kind."""
    rows = found.execute(
        f"SELECT kind, {', '.join(COUNTS)} FROM ceas_colonies WHERE source_node = {source} "
        "AND time_ns = (SELECT max(time_ns) FROM ceas_colonies)"
    ).fetchall()
    return {row[0]: Counter(dict(zip(COUNTS, row[1:], strict=True))) for row in rows}


def dropped(found: duckdb.DuckDBPyConnection, node: int) -> Counter[str]:
    """Data packets that a node lost, by cause."""
    names = [f"dropped_{cause}" for cause in ("ttl", "no_neighbour", "queue", "link_down")]
    row = found.execute(
        f"SELECT {', '.join(f'coalesce(sum({name}), 0)' for name in names)} FROM "
        "(SELECT * FROM ceas_data QUALIFY row_number() OVER "
        "(PARTITION BY node, source_node, destination_node ORDER BY time_ns DESC) = 1) "
        f"WHERE node = {node}"
    ).fetchone()
    assert row is not None
    return +Counter(dict(zip(names, map(int, row), strict=True)))


def paths(found: duckdb.DuckDBPyConnection) -> list[list[int]]:
    """Nodes that each returned ant went back over, from the destination to the source."""
    rows = found.execute(
        "SELECT list(node ORDER BY time_ns) FROM ceas_ants WHERE event IN ('arrived', 'updated') "
        "AND ant IN (SELECT ant FROM ceas_ants WHERE event = 'returned') GROUP BY ant ORDER BY ant"
    )
    return [row[0] for row in rows.fetchall()]


def test_normal_ants_choose_equal_paths_equally_often(ns: Simulator, tmp_path: Path) -> None:
    """Normal ants follow their pheromones to one side or the other: to both as often."""
    higher = 0
    for seed in range(1, 31):
        network = Network(DIAMOND, [(0, 3)], FIRST, end_s=8, seed=seed, watch={"pheromones": "4"})
        found = simulate(ns.ns, tmp_path / str(seed), network)
        higher += shares(found, 8)[1] > 0.5
    assert abs(higher - 15) < 3.3 * math.sqrt(30 / 4)


def test_shorter_path_wins_until_its_link_dies(ns: Simulator, tmp_path: Path) -> None:
    network = Network(
        UNEQUAL,
        [(0, 3)],
        FIRST,
        body="failures::link_outage 1 3 15 60" + "\n" + STREAM.format(0, 3, 4e5, 90),
        end_s=90,
        watch={"pheromones": "1", "colonies": "1", "data": "1"},
    )
    found = simulate(ns.ns, tmp_path, network)
    assert shares(found, 14)[1] > 0.99
    assert shares(found, 59)[2] > 0.99
    assert shares(found, 90)[1] > 0.99
    received = found.execute(
        "SELECT time_ns // 10000000000, max(forwarded) FROM ceas_data WHERE node = 2 "
        "AND time_ns > 20e9 GROUP BY 1 ORDER BY 1"
    ).fetchall()
    assert received[3][1] - received[2][1] == pytest.approx(1000, abs=20), "40 to 50 s: over 2"
    assert final(found, 0)["normal"]["lost_link_down"] <= 2


def test_every_ant_ends_or_is_in_flight(ns: Simulator, tmp_path: Path) -> None:
    """Ants get lost in all ways: by their TTL, in queues, with links, where no way is left."""
    network = Network(
        [(one, other, 5) for one, other, _ in ELEVEN],
        [(0, 8), (8, 0), (2, 6)],
        "-initial_phase_s 2 -ant_rate_per_s 40 -ant_ttl 12",
        body="failures::flaps 4 5 4 0.1 0.1 40\nfailures::flaps 5 8 5 0.3 0.5 4\n"
        "failures::node_outage 8 11.0 11.5\nlosses::random 3 10 0.05 [simulation::generator 1]\n"
        + STREAM.format(0, 8, 6e7, 14)
        + STREAM.format(2, 6, 6e7, 14),
        end_s=15,
        rate_bps=5e7,
        queue="5",
    )
    found = simulate(ns.ns, tmp_path, network)
    seen: Counter[str] = Counter()
    for source in (0, 8, 2):
        for kind, counts in final(found, source).items():
            lost = sum(counts[name] for name in LOST)
            assert (
                counts["sent"] == counts["rejected"] + counts["returned"] + lost + counts["alive"]
            )
            assert counts["arrived"] <= counts["sent"]
            assert logged(found, source, kind) == +counts
            seen += counts
    assert all(seen[name] for name in COUNTS), seen
    row = found.execute(
        "SELECT max(15e9 - time_ns) FROM ceas_ants WHERE event = 'sent' AND ant NOT IN "
        "(SELECT ant FROM ceas_ants WHERE event IN ('returned', 'rejected', 'lost'))"
    ).fetchone()
    # There and back over 11 links, of 5 ms and at most 5 packets of 500 bytes each.
    assert row is not None
    assert row[0] < 2 * 11 * (0.005 + 5 * 500 * 8 / 5e7) * 1e9


def logged(found: duckdb.DuckDBPyConnection, source: int, kind: str) -> Counter[str]:
    """The same counts, from the log of ants."""
    counts: Counter[str] = Counter()
    rows = found.execute(
        "SELECT event, cause, count(*) FROM ceas_ants WHERE source_node = ? AND kind = ? "
        "AND event <> 'updated' GROUP BY ALL",
        [source, kind],
    )
    for event, cause, number in rows.fetchall():
        counts[f"lost_{cause}" if cause else event] += number
    ends = sum(number for name, number in counts.items() if name not in ("sent", "arrived"))
    counts["alive"] = counts["sent"] - ends
    return +counts


def test_equal_seeds_give_equal_bytes(ns: Simulator, tmp_path: Path) -> None:
    digests = []
    for number, seed in enumerate((5, 5, 6)):
        network = Network(
            ELEVEN,
            [(0, 8), (8, 0)],
            FIRST,
            before="tracing::everything [open out.tr w]",
            body="traffic::active [traffic::ftp [traffic::tcp 0 8 reno]] 2 5\n"
            "failures::link_down 4 5 3",
            end_s=5,
            seed=seed,
            watch={"ants": "0", "pheromones": "0", "colonies": "1", "data": "1"},
        )
        folder = tmp_path / str(number)
        simulate(ns.ns, folder, network)
        files = [*sorted(folder.glob("*.csv")), folder / "out.tr"]
        assert len(files) == 5
        digests.append([hashlib.sha256(file.read_bytes()).hexdigest() for file in files])
    assert digests[0] == digests[1]
    assert not set(digests[0]) & set(digests[2])


def test_data_follows_pheromone_probabilities(ns: Simulator, tmp_path: Path) -> None:
    """Sum of the probabilities at the times of the packets, against what went that way."""
    network = Network(
        DIAMOND,
        [(0, 3)],
        "-initial_phase_s 60",
        before="tracing::everything [open out.tr w]",
        body=STREAM.format(0, 3, 4e6, 33),
        end_s=34,
        watch={"pheromones": "0"},
    )
    found = simulate(ns.ns, tmp_path, network)
    packets = nstrace.read(tmp_path / "out.tr").arrow("packets")
    found.register("packets", packets)
    rows = found.execute(
        "SELECT count(*), sum(over_2), sum(p), sum(p * (1 - p)) FROM (SELECT to_node - 1 AS over_2,"
        " probability AS p FROM packets ASOF JOIN (FROM ceas_pheromones WHERE node = 0 AND "
        "neighbour = 2) AS known ON packets.time_ns >= known.time_ns "
        "WHERE event = '+' AND from_node = 0 AND type = 'cbr')"
    ).fetchone()
    assert rows is not None
    number, over_2, expected, variance = rows
    assert number == 30000
    assert abs(over_2 - expected) < 4 * math.sqrt(variance)


@pytest.mark.parametrize("memory", ["false", "true"])
def test_previous_hop_memory(ns: Simulator, tmp_path: Path, memory: str) -> None:
    """A node sends data straight back only if the memory is off, or there is no other way."""
    network = Network(
        ELEVEN,
        [(0, 8)],
        f"-initial_phase_s 2 -ant_rate_per_s 5 -previous_hop_memory {memory}",
        before="tracing::everything [open out.tr w]",
        body="failures::link_down 4 5 40\n" + STREAM.format(0, 8, 8e5, 45),
        end_s=45,
        watch={"data": "1"},
    )
    found = simulate(ns.ns, tmp_path, network)
    back = dict(
        found.execute(
            "SELECT node, max(sent_back) FROM ceas_data WHERE time_ns >= 41e9 GROUP BY node"
        ).fetchall()
    )
    again = dict(
        found.execute("SELECT node, max(sent_back_again) FROM ceas_data GROUP BY node").fetchall()
    )
    assert {node: count for node, count in again.items() if count} == sent_back_again(tmp_path)
    assert back[4] > 500, "the only other neighbour of 4 is gone"
    if memory == "true":
        assert all(back.get(node, 0) == 0 for node in (3, 5, 9, 10))
        assert dropped(found, 3) + dropped(found, 4) == Counter()
        # Over a leaf: from there, node 3 may send them to 4 again.
        assert again.get(3, 0) == 0
    else:
        assert back[3] > 500
        assert sum((dropped(found, 3) + dropped(found, 4)).values()) > 100
    assert sum(found.execute("SELECT max(revisits) FROM ceas_data WHERE node = 3").fetchall()[0])


def test_route_record_avoids_visited_nodes(ns: Simulator, tmp_path: Path) -> None:
    """Out of the dead end at node 4 data goes back, and from node 3 on to a node that is new."""
    network = Network(
        ELEVEN,
        [(0, 8)],
        "-initial_phase_s 2 -ant_rate_per_s 5 -route_record true",
        body="failures::link_down 4 5 40\n" + STREAM.format(0, 8, 8e5, 45),
        end_s=45,
        watch={"data": "1"},
    )
    found = simulate(ns.ns, tmp_path, network)
    back = dict(
        found.execute("SELECT node, max(sent_back) FROM ceas_data GROUP BY node").fetchall()
    )
    assert back[4] > 500, "the only other neighbour of 4 is gone"
    assert back.get(3, 0) == 0
    assert dropped(found, 3) + dropped(found, 4) == Counter()


@pytest.mark.parametrize(("marked_only", "arrives"), [("false", True), ("true", False)])
def test_data_without_pheromone(
    ns: Simulator, tmp_path: Path, marked_only: str, arrives: bool
) -> None:
    """Without ants there is none: data goes to any neighbour, or nowhere."""
    network = Network(
        DIAMOND,
        [(0, 3)],
        f"-initial_ant_rate_per_s 0 -ant_rate_per_s 0 -marked_only {marked_only}",
        body=STREAM.format(0, 3, 8e5, 5),
        end_s=6,
        watch={"data": "1"},
    )
    found = simulate(ns.ns, tmp_path, network)
    nowhere = dropped(found, 0)["dropped_no_neighbour"]
    assert (nowhere == 0) == arrives


def test_ant_rate_adapts_to_returning_ants(ns: Simulator, tmp_path: Path) -> None:
    """It falls while all ants return, and rises when none does."""
    network = Network(
        ELEVEN,
        [(0, 8)],
        "-initial_phase_s 3 -ant_rate_per_s 20 -least_ant_rate_per_s 2",
        body="failures::link_down 5 8 33",
        end_s=63,
        watch={"colonies": "1"},
    )
    found = simulate(ns.ns, tmp_path, network)
    sent = dict(
        found.execute(
            "SELECT kind, list(sent ORDER BY time_ns) FROM ceas_colonies "
            "WHERE time_ns IN (33e9, 63e9) GROUP BY kind"
        ).fetchall()
    )
    steady, broken = sent["normal"]
    assert 60 < steady < 250, "600 at the full rate"
    assert broken - steady > 250
    assert sent["explorer"][0] - 300 < 25, "a tenth of these, after 300 of the first phase"


def sent_back_again(folder: Path) -> Counter[int]:
    """By node, how often it sent a packet back that it had sent back before; of the text trace."""
    last: dict[str, str] = {}
    known: set[tuple[str, str]] = set()
    again: Counter[int] = Counter()
    for line in (folder / "out.tr").read_text().splitlines():
        words = line.split()
        if words[0] != "+" or words[4] != "cbr":
            continue
        node, neighbour, packet = words[2], words[3], words[11]
        if last.get(packet) == neighbour:
            again[int(node)] += (packet, node) in known
            known.add((packet, node))
        last[packet] = node
    return +again


def test_loops_are_counted_by_their_length(ns: Simulator, tmp_path: Path) -> None:
    """With the memory on, packets go around cycles; the text trace tells every step of theirs."""
    ring = [(1, 2), (2, 4), (4, 1), (4, 5), (5, 6), (6, 2), (5, 1)]
    network = Network(
        [(0, 1, 1), *((*ends, 1) for ends in ring), (2, 3, 1), (6, 7, 9), (7, 3, 9)],
        [(0, 3)],
        "-initial_phase_s 2 -ant_rate_per_s 5 -previous_hop_memory true",
        before="tracing::everything [open out.tr w]",
        body="failures::link_down 2 3 10\n" + STREAM.format(0, 3, 8e5, 14),
        end_s=14.5,
        watch={"data": "1"},
    )
    found = simulate(ns.ns, tmp_path, network)
    ways: dict[str, list[str]] = {}
    for line in (tmp_path / "out.tr").read_text().splitlines():
        words = line.split()
        if words[0] == "+" and words[4] == "cbr":
            ways.setdefault(words[11], []).append(words[2])
    loops: Counter[int] = Counter()
    for way in ways.values():
        for place, node in enumerate(way):
            if node in way[:place]:
                loops[min(place - max(i for i in range(place) if way[i] == node), 5)] += 1
    counters = "loops_of_2", "loops_of_3", "loops_of_4", "longer_loops"
    newest = ", ".join(f"arg_max({name}, time_ns) AS {name}" for name in (*counters, "revisits"))
    sums = ", ".join(f"CAST(sum({name}) AS BIGINT)" for name in (*counters, "revisits"))
    rows = found.execute(
        f"SELECT {sums} FROM (SELECT {newest} FROM ceas_data WHERE source_node = 0 GROUP BY node)"
    ).fetchall()
    *by_length, revisits = rows[0]
    assert by_length == [loops[links] for links in (2, 3, 4, 5)]
    assert revisits == loops.total()
    assert min(loops[links] for links in (3, 4, 5)) > 0


def test_drops_have_cause(ns: Simulator, tmp_path: Path) -> None:
    network = Network(
        ELEVEN,
        [(0, 8)],
        "-initial_phase_s 2 -ant_rate_per_s 5",
        body="failures::link_outage 3 10 6 7\nfailures::node_outage 8 8 9\n"
        "failures::link_down 4 5 10\n"
        + STREAM.format(0, 8, 6e7, 12)
        + STREAM.format(2, 3, 4e5, 11.995)
        + "$udp set ttl_ 1\n"
        + STREAM.format(1, 3, 4e5, 12),
        end_s=12,
        rate_bps=5e7,
        queue="5",
        watch={"data": "1"},
    )
    found = simulate(ns.ns, tmp_path, network)
    assert dropped(found, 0).keys() == {"dropped_queue"}
    assert dropped(found, 5)["dropped_link_down"] > 0
    # TTL 1 ends at the end of the first link.
    assert dropped(found, 2) == Counter({"dropped_ttl": 900})
    assert dropped(found, 3)["dropped_ttl"] > 0
    # 1 reaches its neighbour without a colony.
    assert dropped(found, 1) == Counter()


def test_without_colony_only_neighbours_are_reached(ns: Simulator, tmp_path: Path) -> None:
    network = Network(
        ELEVEN,
        [(0, 8)],
        FIRST,
        body=STREAM.format(1, 3, 4e5, 4) + STREAM.format(2, 6, 4e5, 3.995),
        end_s=4,
        watch={"data": "1"},
    )
    found = simulate(ns.ns, tmp_path, network)
    assert dropped(found, 1) == Counter()
    assert dropped(found, 2) == Counter({"dropped_no_neighbour": 100})


def test_ants_step_back_only_out_of_dead_ends(ns: Simulator, tmp_path: Path) -> None:
    dead_ends = {0, 1, 2, 6, 7, 8}
    for option, expected in (("false", False), ("true", True)):
        network = Network(ELEVEN, [(0, 8)], f"{FIRST} -elite none -step_back {option}", end_s=4)
        found = simulate(ns.ns, tmp_path / option, network)
        steps = [
            middle
            for path in paths(found)
            for (one, middle), (_, other) in pairwise(pairwise(path))
            if one == other
        ]
        assert len(steps) > 100
        assert bool(set(steps) - dead_ends) == expected


@pytest.mark.parametrize("cycles", ["allow", "remove", "subpath"])
def test_cycles_option_allows_or_removes_cycles(ns: Simulator, tmp_path: Path, cycles: str) -> None:
    network = Network(ELEVEN, [(0, 8)], f"{FIRST} -elite none -cycles {cycles}", end_s=4)
    found = simulate(ns.ns, tmp_path, network)
    with_cycles = [path for path in paths(found) if len(set(path)) < len(path)]
    assert bool(with_cycles) == (cycles == "allow")
    rows = found.execute(
        "SELECT arrived.cost_s, (arrived.time_ns - sent.time_ns) / 1e9 FROM ceas_ants arrived "
        "JOIN ceas_ants sent USING (ant) WHERE arrived.event = 'arrived' AND sent.event = 'sent'"
    ).fetchall()
    if cycles == "subpath":
        assert {round(cost, 4) for cost, _ in rows} == {0.004, 0.005}
        assert any(delay > 0.0065 for _, delay in rows)
    else:
        assert all(cost == pytest.approx(delay, abs=2e-9) for cost, delay in rows)


@pytest.mark.parametrize("elite", ["all", "explorers-exempt", "none"])
def test_elite_option_rejects_ants_by_kind(ns: Simulator, tmp_path: Path, elite: str) -> None:
    found = simulate(
        ns.ns, tmp_path, Network(ELEVEN, [(0, 8)], f"{FIRST} -elite {elite}", end_s=20)
    )
    rejected = {kind: counts["rejected"] for kind, counts in final(found, 0).items()}
    assert (rejected["explorer"] > 0) == (elite == "all")
    assert (rejected["normal"] > 0) == (elite != "none")


def test_rates_and_first_phase(ns: Simulator, tmp_path: Path) -> None:
    options = "-initial_phase_s 3 -initial_ant_rate_per_s 50 -ant_rate_per_s 20 -ant_bytes 100"
    network = Network(
        ELEVEN, [(0, 8)], options, before="tracing::everything [open out.tr w]", end_s=13
    )
    found = simulate(ns.ns, tmp_path, network)
    sent = dict(
        found.execute(
            "SELECT (kind, time_ns >= 3e9), count(*) FROM ceas_ants WHERE event = 'sent' GROUP BY 1"
        ).fetchall()
    )
    assert sent == {("explorer", False): 150, ("normal", True): 200, ("explorer", True): 20}
    sizes = (
        nstrace.read(tmp_path / "out.tr")
        .duckdb()
        .execute("SELECT DISTINCT type, size_bytes FROM packets ORDER BY type")
    )
    assert sizes.fetchall() == [("antBackward", 100), ("antForward", 100)]


def test_data_before_ants_in_queues(ns: Simulator, tmp_path: Path) -> None:
    """Under load, ants that wait for all data are slower than those that queue like data."""
    delays = {}
    for queue in ("drop-tail", "data-first"):
        network = Network(
            DIAMOND[:1],
            [(0, 1)],
            FIRST,
            body="traffic::active [traffic::exponential [traffic::udp 0 1 500] 1e7 500 0.010 0.015 "
            "[simulation::generator 1]] 3 8",
            end_s=8,
            rate_bps=5e6,
            queue=f"60 {queue}",
        )
        found = simulate(ns.ns, tmp_path / queue, network)
        row = found.execute(
            "SELECT avg(cost_s) FROM ceas_ants WHERE event = 'arrived' AND time_ns > 4e9"
        ).fetchone()
        assert row is not None
        delays[queue] = row[0]
    assert delays["data-first"] > 1.5 * delays["drop-tail"]


def test_ants_ride_on_data(ns: Simulator, tmp_path: Path) -> None:
    """Normal ants have the delay of a data packet then; without data, there are none."""
    network = Network(
        UNEQUAL, [(0, 3)], f"{FIRST} -piggyback true", body=STREAM.format(0, 3, 4e5, 13), end_s=14
    )
    found = simulate(ns.ns, tmp_path, network)
    normal = final(found, 0)["normal"]
    assert normal["sent"] == normal["arrived"] == pytest.approx(500, abs=5)
    costs = found.execute(
        "SELECT DISTINCT round(cost_s, 7) FROM ceas_ants WHERE event = 'arrived' "
        "AND kind = 'normal' ORDER BY 1"
    ).fetchall()
    assert costs == [(0.01 + 2 * 500 * 8 / 1e8,), (0.014 + 2 * 500 * 8 / 1e8,)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"options": "-beta 1"}, "beta: expected a number between 0 and 1"),
        ({"options": "-rho 0"}, "rho: expected a number between 0 and 1"),
        ({"options": "-elite some"}, "elite: expected one of all, explorers-exempt, none"),
        ({"options": "-cycles {[exec touch x]}"}, "cycles: expected one of"),
        ({"options": "-ant_ttl 0"}, "ant_ttl: expected an integer not below 1"),
        ({"options": "-ants 3"}, "option: expected one of -ant_bytes"),
        ({"before": "topology::add_node\nceas::routing"}, "must come before the first node"),
        ({"body": "ceas::colony 0 8"}, "a second colony, or one to its own source: 0:8"),
        ({"body": "ceas::colony 4 4"}, "to: expected another node than 4"),
        ({"body": "ceas::trace . colonies"}, "interval_s: expected a time above 0"),
        ({"body": "ceas::trace . ants"}, "ants: already traced"),
        ({"body": "ceas::trace . ants 2"}, "interval_s: expected 0 for ants"),
        ({"body": "ceas::trace . bees"}, "what: expected one of ants, colonies, data"),
    ],
)
def test_wrong_options_and_calls_are_refused(
    ns: Simulator, tmp_path: Path, change: dict[str, str], message: str
) -> None:
    network = Network(ELEVEN, [(0, 8)], **{"end_s": 1, **change})  # type: ignore[arg-type]
    done = start(ns.ns, tmp_path, network.script())
    assert message in done.stderr
    assert not (tmp_path / "complete").exists()
    assert not (tmp_path / "x").exists()
