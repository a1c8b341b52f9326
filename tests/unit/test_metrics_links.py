"""Metrics of links, and of what happens to packets on them, worked out by hand."""

from itertools import pairwise

import pytest
from small_traces import database, in_order, measured, sent, values

from nstrace.metrics.compute import compute_series


# Links: 0-2 is the first, 2-3 the last; packets are lost on the second.
def over_two_links(uid: int, at_s: float, second: str, flow: int = 1) -> list[str]:
    """A packet whose events on link 2-3 are given, 0.1 s apart; r ends its way."""
    rest = f"tcp 1000 ------- {flow} 0.{flow} 3.{flow} {uid} {uid}"
    lines = [f"{event} {at_s} 0 2 {rest}" for event in "+-"]
    lines.append(f"r {at_s + 0.1:.6f} 0 2 {rest}")
    times = [at_s + 0.1 + 0.1 * place for place in range(len(second))]
    return lines + [
        f"{event} {time:.6f} 2 3 {rest}" for event, time in zip(second, times, strict=True)
    ]


@pytest.mark.parametrize(
    ("second", "cause"),
    [
        ("+d", "queue"),
        ("+e", "queue"),
        ("+-d", "on the line"),
        ("+-e", "on the line"),
        ("d", "error model"),
        ("e", "error model"),
    ],
)
def test_causes_of_loss(second: str, cause: str) -> None:
    trace = in_order(over_two_links(1, 1.0, "+-r"), over_two_links(2, 2.0, second))
    assert measured(trace, "link_drops") == {f"link 2-3 {cause}": 1}
    assert measured(trace, "loss_by_cause") == {f"flow1 {cause}": 50}
    # What is dropped in front of the queue has come to the link, too.
    assert measured(trace, "link_loss") == {"link 0-2": 0, "link 2-3": 50}


def test_loss_on_down_link_has_cause_link_down() -> None:
    trace = in_order(
        over_two_links(1, 1.0, "+d"),
        ["v 1.5 link-down 2 3", "v 1.5 link-down 3 2", "v 1.5 link-down 2 3"],
        over_two_links(2, 1.4, "d"),
        over_two_links(3, 1.6, "+d"),
        ["v 3.0 link-up 2 3", "v 3.0 link-up 3 2"],
        over_two_links(4, 2.9, "+d"),
        over_two_links(5, 3.5, "+-r"),
    )
    assert measured(trace, "link_drops") == {"link 2-3 link down": 2, "link 2-3 queue": 2}
    assert measured(trace, "loss_by_cause") == {"flow1 link down": 40, "flow1 queue": 40}
    assert measured(trace, "link_loss") == {"link 0-2": 0, "link 2-3": 80}


@pytest.mark.parametrize(
    ("states", "cause"), [(("down", "up"), "queue"), (("up", "down"), "link down")]
)
def test_last_of_simultaneous_link_states_holds(states: tuple[str, str], cause: str) -> None:
    trace = in_order([f"v 0.5 link-{state} 2 3" for state in states], over_two_links(1, 1.0, "+d"))
    assert measured(trace, "link_drops") == {f"link 2-3 {cause}": 1}


def test_outage_of_another_link_is_no_cause() -> None:
    trace = in_order(["v 0.5 link-down 3 2", "v 0.5 link-down 0 2"], over_two_links(1, 1.0, "+d"))
    assert measured(trace, "link_drops") == {"link 2-3 queue": 1}


def test_drop_before_first_queue_counts_as_sent() -> None:
    """The thesis counts what enters the queue; what is lost before it is lost all the same."""
    first, *_ = over_two_links(2, 2.0, "")
    trace = in_order(over_two_links(1, 1.0, "+-r"), ["d" + first[1:]])
    assert measured(trace, "data_packets_sent") == {"flow1": 2}
    assert measured(trace, "loss")["flow1"] == 50
    assert measured(trace, "link_loss") == {"link 0-2": 50, "link 2-3": 0}
    assert measured(trace, "packets_sent") == {"flow1": 1}


def test_flow_starts_with_what_is_dropped_at_once() -> None:
    first, *_ = over_two_links(1, 1.0, "")
    trace = in_order(["d" + first[1:]], over_two_links(2, 2.0, "+-r"))
    assert measured(trace, "connect_time") == pytest.approx({"flow1": 1.3})
    assert measured(in_order(["d" + first[1:]]), "data_packets_dropped") == {"flow1": 1}


def test_links_carry_packets_of_all_types() -> None:
    trace = in_order(
        sent(1, 1, 1.0, 1.5),
        sent(2, 1, 1.5, 3.0, kind="ack", size=40, ends=("3.0", "0.0")),
        sent(3, 2, 2.0, dropped_s=2.0),
    )
    assert measured(trace, "link_throughput") == {"link 0-3": 4000, "link 3-0": 160}


def test_utilisation_needs_known_bandwidth() -> None:
    connection = database(in_order(sent(1, 1, 1.0, 1.5), sent(2, 2, 2.0, 3.0)))
    assert values(connection, "link_utilisation") == {}
    connection.execute(
        "CREATE TABLE link_bandwidths AS SELECT * FROM (VALUES ('run', 0, 3, 80000.0), "
        "('run', 3, 0, 80000.0), ('other', 0, 3, 1.0)) "
        "AS rows(run_id, from_node, to_node, bandwidth_bps)"
    )
    assert values(connection, "link_utilisation") == {"link 0-3": 10}


def visits(uid: int, nodes: list[int], flow: int = 1, kind: str = "tcp") -> list[str]:
    """A packet from 0 to 3 by way of these nodes."""
    rest = f"{kind} 1000 ------- {flow} 0.0 3.0 {uid} {uid}"
    lines = []
    for hop, (one, other) in enumerate(pairwise(nodes)):
        time_s = uid + hop / 100
        lines += [f"{event} {time_s:.6f} {one} {other} {rest}" for event in "+-"]
        lines.append(f"r {time_s + 0.005:.6f} {one} {other} {rest}")
    return lines


def test_micro_loops() -> None:
    trace = in_order(
        visits(1, [0, 1, 2, 3]),
        visits(2, [0, 1, 2, 1, 2, 1, 3]),
        visits(3, [0, 1, 0, 1, 3]),
    )
    # Packet 2 comes back to 1, 2 and 1 again, packet 3 to 0 and 1.
    assert measured(trace, "micro_loop_returns") == {"flow1": 5}
    assert measured(trace, "micro_loop_packets") == {"flow1": 2}
    assert measured(trace, "micro_loop_returns_at_node") == {"node 0": 1, "node 1": 3, "node 2": 1}
    # A packet that comes back to its source is not sent again.
    assert measured(trace, "data_packets_sent") == {"flow1": 3}
    assert measured(trace, "packets_sent") == {"flow1": 3}
    assert measured(trace, "mean_one_way_delay") == pytest.approx(
        {"flow1": (0.025 + 0.055 + 0.035) / 3}
    )


@pytest.mark.parametrize("far", [63, 64, 65, 127, 129, 2_000_000])
def test_loops_are_found_among_many_nodes(far: int) -> None:
    trace = in_order(visits(1, [0, 1, far, 65, 3]), visits(2, [0, 1, far, 4, far, 3]))
    loops = {f"node {far}": 1}
    if far == 65:
        loops = {"node 65": 2}
    assert measured(trace, "micro_loop_returns_at_node") == loops


def test_loss_in_loop_has_cause_of_last_passage() -> None:
    loop = visits(1, [0, 1, 2, 1])
    rest = loop[0].split(maxsplit=4)[4]
    again = [*loop, f"+ 1.1 1 2 {rest}", f"d 1.1 1 2 {rest}"]
    assert measured(in_order(again), "link_drops") == {"link 1-2 queue": 1}
    assert measured(in_order([*loop, f"d 1.1 1 2 {rest}"]), "link_drops") == {
        "link 1-2 error model": 1
    }
    assert measured(in_order([*loop, f"d 1.1 1 2 {rest}"]), "link_loss")["link 1-2"] == 50


def test_retransmission_is_not_counted_as_loop() -> None:
    trace = in_order(visits(1, [0, 1, 3]), visits(2, [0, 1, 3]))
    again = trace.replace(" 2 2", " 1 2")
    assert measured(again, "retransmission_share") == {"flow1": 50}
    assert measured(again, "micro_loop_returns") == {"flow1": 0}


def at_a_queue(uid: int, flow: int, events: dict[str, float]) -> list[str]:
    """A packet's events on link 2-3, each with its time; its way there, and on, is left out."""
    rest = f"tcp 1000 ------- {flow} 2.{flow} 3.{flow} {uid} {uid}"
    return [f"{event} {time:.6f} 2 3 {rest}" for event, time in events.items()]


def a_busy_queue() -> str:
    """A packet takes 0.5 s; two may wait, and a third that comes is dropped."""
    return in_order(
        at_a_queue(1, 1, {"+": 1.0, "-": 1.0, "r": 1.5}),
        at_a_queue(2, 1, {"+": 1.1, "-": 1.5, "r": 2.0}),
        at_a_queue(3, 2, {"+": 1.2, "-": 2.0, "r": 2.5}),
        at_a_queue(4, 2, {"+": 1.3004, "d": 1.3004}),
        at_a_queue(5, 1, {"+": 1.6, "d": 1.6}),
        at_a_queue(6, 2, {"+": 1.7, "-": 2.5, "r": 3.0}),
    )


def series(trace: str, name: str) -> list[tuple[object, ...]]:
    """The rows of a metric that gives more than single values, without the run, sorted."""
    rows = compute_series(database(trace), name).drop_columns("run_id").to_pylist()
    return sorted(tuple(row.values()) for row in rows)


def test_arrivals_at_queue_by_their_phase() -> None:
    assert series(a_busy_queue(), "arrival_phases") == [
        ("flow1", "link 2-3", 100, 1, 1),
        ("flow2", "link 2-3", 200, 2, 0),
        ("flow2", "link 2-3", 300, 0, 1),
    ]


def test_time_at_which_packets_wait() -> None:
    rows = series(a_busy_queue(), "queue_occupancy")
    shares = {waiting: share for _, waiting, share in rows}
    # 2 s: nobody for 0.1 s and from 2.5 s on; two from 1.2 to 1.5 s and from 1.7 to 2.0 s.
    assert shares == {
        0: pytest.approx(100 * 0.6 / 2),
        1: pytest.approx(100 * 0.8 / 2),
        2: pytest.approx(100 * 0.6 / 2),
    }


def test_queue_is_empty_until_its_first_packet_comes() -> None:
    other = sent(8, 0, 0.0, 10.0, link="7 8")
    late = [at_a_queue(uid, 1, {"+": 8.0, "-": 8.0 + uid / 2, "r": 9.5}) for uid in (1, 2)]
    rows = series(in_order(other, *late), "queue_occupancy")
    shares = {waiting: share for link, waiting, share in rows if link == "link 2-3"}
    assert shares == {0: pytest.approx(90), 1: pytest.approx(5), 2: pytest.approx(5)}


def test_packet_waiting_at_end_was_accepted() -> None:
    trace = in_order(at_a_queue(1, 1, {"+": 1.0, "-": 1.0, "r": 1.5}), at_a_queue(2, 2, {"+": 1.4}))
    assert series(trace, "arrival_phases") == [("flow2", "link 2-3", 400, 1, 0)]


def test_time_between_departures() -> None:
    assert measured(a_busy_queue(), "departure_interval") == {"link 2-3": pytest.approx(0.5)}


def test_overflows_are_drops_at_full_queue() -> None:
    """Of the two packets that are dropped one finds two others, and one a single one."""
    assert measured(a_busy_queue(), "overflow_share") == {"link 2-3": pytest.approx(50)}


def test_partly_traced_queue_gives_no_queue_metrics() -> None:
    trace = in_order(at_a_queue(1, 1, {"+": 1.0}), at_a_queue(2, 1, {"+": 1.1, "d": 1.1}))
    assert series(trace, "arrival_phases") == series(trace, "queue_occupancy") == []
    assert measured(trace, "departure_interval") == measured(trace, "overflow_share") == {}
