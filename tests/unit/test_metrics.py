"""Metrics on traces small enough to work out by hand."""

from itertools import pairwise

import pytest
from small_traces import database, in_order, measured, sent, values

from nstrace.metrics.catalogue import VALUES, metrics
from nstrace.metrics.compute import compute, compute_series

# Sequence number 1 is sent twice and arrives twice, 2 is dropped and never sent again,
# 3 arrives, 4 is under way at the end. Packets are 1000 bytes.
COPIES_AND_LOSS = in_order(
    sent(1, 0, 1.0, 1.01, size=40),
    sent(2, 1, 1.1, 1.2),
    sent(3, 2, 1.3, dropped_s=1.3),
    sent(4, 1, 1.4, 1.5),
    sent(5, 3, 1.6, 1.8),
    sent(6, 4, 1.9),
)

# 1 to 3 are sent in order; 1 arrives last, after 3 and a retransmission of 2.
OVERTAKEN = in_order(
    sent(1, 1, 1.0, 1.9),
    sent(2, 2, 1.1, 1.2),
    sent(3, 3, 1.3, 1.4),
    sent(4, 2, 1.5, 1.6),
)

NOTHING_ARRIVES = in_order(sent(1, 1, 1.0, dropped_s=1.0), sent(2, 1, 2.0))
SINGLE_ARRIVAL = in_order(sent(1, 1, 1.0, 1.25), sent(2, 2, 2.0, dropped_s=2.0))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("data_packets_sent", {"flow1": 5}),
        ("data_packets_received", {"flow1": 3}),
        ("data_packets_dropped", {"flow1": 1}),
        ("data_packets_unresolved", {"flow1": 1}),
        ("packets_sent", {"flow1": 5}),
        ("packets_received", {"flow1": 3}),
        ("packets_lost", {"flow1": 2}),
        ("packets_retransmitted", {"flow1": 1}),
        ("packets_duplicated", {"flow1": 1}),
        ("packets_dropped", {"link 0-3": 1}),
        ("retransmission_share", {"flow1": 20}),
        ("loss", {"flow1": 20, "all": 20}),
        ("loss_by_cause", {"flow1 queue": 20}),
        ("link_loss", {"link 0-3": 20}),
        ("link_drops", {"link 0-3 queue": 1}),
        ("throughput_percent", {"all": 60}),
        # The first sending of its sequence number counts for a copy, or its own.
        ("mean_delay", {"flow1": (0.1 + 0.4 + 0.2) / 3}),
        ("mean_one_way_delay", {"flow1": (0.1 + 0.1 + 0.2) / 3}),
        ("delay_variance", {"flow1": (0.01 + 0.16 + 0.04) / 3 - (0.7 / 3) ** 2}),
        ("one_way_delay_variance", {"flow1": (0.01 + 0.01 + 0.04) / 3 - (0.4 / 3) ** 2}),
        ("mean_delay_variation", {"flow1": (0.0 + 0.1) / 2}),
        ("jitter_rfc3550", {"flow1": 0.1 / 16}),
        # What arrives: copies for throughput, distinct data for goodput.
        ("throughput", {"flow1": 3 * 8000 / (1.8 - 1.1)}),
        ("goodput", {"flow1": 2 * 8000 / (1.8 - 1.1)}),
        # From the first packet, the request, to the last event of the trace.
        ("throughput_sent", {"flow1": 5 * 8000 / (1.9 - 1.0)}),
        ("goodput_delivered", {"flow1": 2 * 8000 / (1.9 - 1.0)}),
        # 2 never arrives: 3 is not handed on.
        ("goodput_in_order", {"flow1": 8000 / (1.9 - 1.0)}),
        ("goodput_share", {"flow1": 100}),
        ("total_throughput", {"all": 3 * 8000 / 0.9, "tcp": 3 * 8000 / 0.9}),
        ("mean_throughput", {"all": 3 * 8000 / 0.9, "tcp": 3 * 8000 / 0.9}),
        ("connect_time", {"flow1": 0.2}),
        ("transfer_time", {}),
        ("handshake_time", {}),
        ("fairness", {"all": 1, "tcp": 1}),
    ],
)
def test_copies_and_loss(name: str, expected: dict[str, float]) -> None:
    assert measured(COPIES_AND_LOSS, name) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # 1 arrives behind 2, 3 and the retransmission, which were sent later.
        ("reordered_share", {"flow1": 25}),
        ("mean_reordering_extent", {"flow1": 3}),
        ("max_reordering_extent", {"flow1": 3}),
        # The retransmission of 2 is a copy; of 1, 2 and 3, 1 comes late.
        ("out_of_order_share", {"flow1": 100 / 3}),
        ("goodput_in_order", {"flow1": 3 * 8000 / 0.9}),
        ("transfer_time", {"flow1": 0.9}),
    ],
)
def test_overtaken(name: str, expected: dict[str, float]) -> None:
    assert measured(OVERTAKEN, name) == pytest.approx(expected, rel=1e-12)


def test_a_retransmission_is_out_of_order_but_not_reordered() -> None:
    trace = in_order(sent(1, 1, 1.0, dropped_s=1.0), sent(2, 2, 1.1, 1.2), sent(3, 1, 1.5, 1.6))
    assert measured(trace, "reordered_share") == {"flow1": 0}
    assert measured(trace, "out_of_order_share") == {"flow1": 50}
    assert measured(trace, "mean_reordering_extent") == {}


def test_reordering_extents_of_rfc_4737() -> None:
    """Arrivals 1 3 4 2 5 8 7 6: extents of 2, 7 and 6 are 2, 1 and 2."""
    order = [1, 3, 4, 2, 5, 8, 7, 6]
    trace = in_order(
        *(sent(uid, uid, uid / 100, 1 + order.index(uid) / 100) for uid in range(1, 9))
    )
    assert measured(trace, "reordered_share") == {"flow1": 100 * 3 / 8}
    assert measured(trace, "mean_reordering_extent") == pytest.approx({"flow1": 5 / 3})
    assert measured(trace, "max_reordering_extent") == {"flow1": 2}


def test_arrivals_at_one_time_are_in_the_order_of_the_trace() -> None:
    late_first = in_order(sent(2, 2, 1.1, 1.5), sent(1, 1, 1.1, 1.5))
    assert measured(late_first, "reordered_share") == {"flow1": 50}
    assert measured(late_first, "out_of_order_share") == {"flow1": 50}
    in_turn = in_order(sent(1, 1, 1.1, 1.5), sent(2, 2, 1.1, 1.5))
    assert measured(in_turn, "reordered_share") == {"flow1": 0}


def test_without_arrivals_there_is_little_to_tell() -> None:
    connection = database(NOTHING_ARRIVES)
    table = compute(connection)
    found = {
        (metric, subject): value
        for metric, subject, value in zip(
            *(table[key].to_pylist() for key in ("metric", "subject", "value")), strict=True
        )
        if value != 0
    }
    assert found == pytest.approx(
        {
            ("data_packets_sent", "flow1"): 2,
            ("data_packets_dropped", "flow1"): 1,
            ("data_packets_unresolved", "flow1"): 1,
            ("link_drops", "link 0-3 queue"): 1,
            ("link_loss", "link 0-3"): 50,
            ("link_throughput", "link 0-3"): 8000,
            ("loss", "all"): 50,
            ("loss", "flow1"): 50,
            ("loss_by_cause", "flow1 queue"): 50,
            ("packets_dropped", "link 0-3"): 1,
            ("packets_lost", "flow1"): 2,
            ("packets_retransmitted", "flow1"): 1,
            ("packets_sent", "flow1"): 2,
            ("retransmission_share", "flow1"): 50,
            ("throughput_sent", "flow1"): 16000,
        }
    )
    # A starved flow has a goodput, and it is nothing.
    assert values(connection, "goodput_delivered") == {"flow1": 0}
    assert values(connection, "goodput_in_order") == {"flow1": 0}
    assert values(connection, "packets_received") == {"flow1": 0}


@pytest.mark.parametrize(
    "name", ["delay_variance", "one_way_delay_variance", "jitter_rfc3550", "mean_delay_variation"]
)
def test_a_single_arrival_has_no_spread(name: str) -> None:
    assert measured(SINGLE_ARRIVAL, name) == {}


def test_a_single_arrival_has_a_delay() -> None:
    for name in ("mean_delay", "mean_one_way_delay", "connect_time"):
        assert measured(SINGLE_ARRIVAL, name) == {"flow1": 0.25}
    percentiles = measured(SINGLE_ARRIVAL, "one_way_delay_percentile")
    assert percentiles == {f"flow1 p{p}": 0.25 for p in (0, 50, 90, 95, 99, 100)}
    assert measured(SINGLE_ARRIVAL, "reordered_share") == {"flow1": 0}


def test_percentiles_are_nearest_ranks() -> None:
    # Delays 0.01, 0.02, ... 0.1 s.
    trace = in_order(*(sent(n, n, float(n), n + n / 100) for n in range(1, 11)))
    assert measured(trace, "one_way_delay_percentile") == {
        "flow1 p0": 0.01,
        "flow1 p50": 0.05,
        "flow1 p90": 0.09,
        "flow1 p95": 0.1,
        "flow1 p99": 0.1,
        "flow1 p100": 0.1,
    }


def test_percentages_need_not_be_whole() -> None:
    packets = [sent(n, n, n / 10, dropped_s=n / 10 if n == 1 else None) for n in range(1, 4)]
    assert measured(in_order(*packets), "loss")["flow1"] == pytest.approx(100 / 3)


def test_constant_bit_rate_traffic_is_data_however_small() -> None:
    trace = in_order(
        sent(1, 0, 1.0, 1.1, kind="cbr", size=40),
        sent(2, 1, 2.0, 2.3, kind="cbr", size=40),
        sent(3, 2, 3.0, dropped_s=3.0, kind="cbr", size=40),
    )
    assert measured(trace, "loss")["flow1"] == pytest.approx(100 / 3)
    assert measured(trace, "mean_delay_variation") == pytest.approx({"flow1": 0.2})
    assert measured(trace, "goodput") == pytest.approx({"flow1": 640 / 1.3})
    # An application above UDP gets what arrives, gaps or not.
    assert measured(trace, "goodput_in_order") == pytest.approx({"flow1": 640 / 2})
    # The thesis counts TCP only, and only TCP connects.
    for name in ("packets_sent", "mean_delay", "connect_time", "transfer_time"):
        assert measured(trace, name) == {}


def test_types_without_sequence_numbers_are_told_apart_by_uid() -> None:
    trace = in_order(*(sent(n, -1, n / 10, n / 10 + 0.05, kind="rtp") for n in range(1, 4)))
    assert measured(trace, "retransmission_share") == {"flow1": 0}
    assert measured(trace, "packets_duplicated") == {"flow1": 0}
    assert measured(trace, "goodput") == pytest.approx({"flow1": 3 * 8000 / 0.25})


@pytest.mark.parametrize("kind", ["ack", "rtProtoDV", "LDP", "tcpFriendCtl"])
def test_what_carries_no_data_is_not_measured_as_data(kind: str) -> None:
    trace = in_order(sent(1, 1, 1.0, 1.1, kind=kind), sent(2, 2, 1.2, dropped_s=1.2, kind=kind))
    table = compute(database(trace))
    assert set(table["metric"].to_pylist()) == {"link_throughput"}


def test_hops_of_nam_and_session_lines_are_no_events() -> None:
    lines = [*sent(1, 1, 1.0, 1.1), *sent(2, 2, 1.2, dropped_s=1.2)]
    trace = in_order(lines)
    noise = in_order(lines, ["h" + line[1:] for line in lines], ["E" + line[1:] for line in lines])
    assert compute(database(noise)).equals(compute(database(trace)))


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
        ("+-c", "on the line"),
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


def test_a_loss_on_a_link_that_is_down_is_due_to_that() -> None:
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
def test_of_two_states_at_one_time_the_last_holds(states: tuple[str, str], cause: str) -> None:
    trace = in_order([f"v 0.5 link-{state} 2 3" for state in states], over_two_links(1, 1.0, "+d"))
    assert measured(trace, "link_drops") == {f"link 2-3 {cause}": 1}


def test_another_link_that_is_down_is_no_cause() -> None:
    trace = in_order(["v 0.5 link-down 3 2", "v 0.5 link-down 0 2"], over_two_links(1, 1.0, "+d"))
    assert measured(trace, "link_drops") == {"link 2-3 queue": 1}


def test_a_packet_dropped_in_front_of_its_first_queue_was_sent() -> None:
    """The thesis counts what enters the queue; what is lost before it is lost all the same."""
    first, *_ = over_two_links(2, 2.0, "")
    trace = in_order(over_two_links(1, 1.0, "+-r"), ["d" + first[1:]])
    assert measured(trace, "data_packets_sent") == {"flow1": 2}
    assert measured(trace, "loss")["flow1"] == 50
    assert measured(trace, "link_loss") == {"link 0-2": 50, "link 2-3": 0}
    assert measured(trace, "packets_sent") == {"flow1": 1}


def test_a_flow_starts_with_what_is_dropped_at_once() -> None:
    first, *_ = over_two_links(1, 1.0, "")
    trace = in_order(["d" + first[1:]], over_two_links(2, 2.0, "+-r"))
    assert measured(trace, "connect_time") == pytest.approx({"flow1": 1.3})
    assert measured(in_order(["d" + first[1:]]), "data_packets_dropped") == {"flow1": 1}


def test_no_time_gives_no_rate() -> None:
    trace = in_order(sent(1, 1, 1.0, 1.0))
    assert measured(trace, "mean_one_way_delay") == {"flow1": 0}
    for name in metrics():
        if metrics()[name].unit == "bit/s" and metrics()[name].table == VALUES:
            assert measured(trace, name) == {}, name


def test_flows_with_one_number_are_told_apart_by_address() -> None:
    trace = in_order(
        sent(1, 1, 1.0, 1.1, flow=0, ends=("0.0", "3.0")),
        sent(2, 1, 1.0, 1.3, flow=0, ends=("0.1", "3.1")),
        sent(3, 1, 1.5, 1.6, flow=5, ends=("0.2", "3.2")),
    )
    assert measured(trace, "mean_delay") == pytest.approx(
        {"flow0 0.0-3.0": 0.1, "flow0 0.1-3.1": 0.3, "flow5": 0.1}
    )
    assert set(measured(trace, "packets_retransmitted").values()) == {0}


def test_runs_are_kept_apart() -> None:
    connection = database({"a": COPIES_AND_LOSS, "b": OVERTAKEN})
    alone = [database({"a": COPIES_AND_LOSS}), database({"b": OVERTAKEN})]
    together = sorted(map(str, compute(connection).to_pylist()))
    assert together == sorted(str(row) for one in alone for row in compute(one).to_pylist())


def test_links_carry_packets_of_all_types() -> None:
    trace = in_order(
        sent(1, 1, 1.0, 1.5),
        sent(2, 1, 1.5, 3.0, kind="ack", size=40, ends=("3.0", "0.0")),
        sent(3, 2, 2.0, dropped_s=2.0),
    )
    assert measured(trace, "link_throughput") == {"link 0-3": 4000, "link 3-0": 160}


def test_utilisation_is_of_the_links_whose_bandwidth_is_known() -> None:
    connection = database(in_order(sent(1, 1, 1.0, 1.5), sent(2, 2, 2.0, 3.0)))
    assert values(connection, "link_utilisation") == {}
    connection.execute(
        "CREATE TABLE link_bandwidths AS SELECT * FROM (VALUES ('run', 0, 3, 80000.0), "
        "('run', 3, 0, 80000.0), ('other', 0, 3, 1.0)) "
        "AS rows(run_id, from_node, to_node, bandwidth_bps)"
    )
    assert values(connection, "link_utilisation") == {"link 0-3": 10}


def test_rates_over_the_run_may_be_of_a_part_of_it() -> None:
    packets = [sent(n, n, float(n), n + 0.5) for n in range(1, 11)]
    packets += [sent(100 + n, n, float(n), n + 0.25, flow=2) for n in range(4, 11)]
    connection = database(in_order(*packets))
    # The last event is at 10.5 s; the second flow starts at 4 s.
    assert values(connection, "goodput_delivered") == pytest.approx(
        {"flow1": 80_000 / 9.5, "flow2": 56_000 / 6.5}
    )
    assert values(connection, "goodput_in_order") == pytest.approx(
        {"flow1": 7 * 8000 / 6.5, "flow2": 7 * 8000 / 6.5}
    )
    connection.execute(
        "CREATE TABLE measured_periods AS "
        "SELECT 'run' AS run_id, 5_000_000_000 AS start_ns, CAST(NULL AS BIGINT) AS end_ns"
    )
    for name in ("goodput_delivered", "goodput_in_order", "throughput_sent"):
        assert values(connection, name) == pytest.approx(
            {"flow1": 6 * 8000 / 5.5, "flow2": 6 * 8000 / 5.5}
        ), name
    connection.execute("UPDATE measured_periods SET end_ns = 8_000_000_000")
    assert values(connection, "link_throughput") == pytest.approx(
        {"link 0-3": 4 * 8000 / 3, "link 1-4": 4 * 8000 / 3}
    )
    assert values(connection, "goodput_in_order") == pytest.approx(
        {"flow1": 3 * 8000 / 3, "flow2": 3 * 8000 / 3}
    )
    # Delays are of the whole trace.
    assert values(connection, "mean_one_way_delay") == {"flow1": 0.5, "flow2": 0.25}


def test_fairness_by_type_of_packet() -> None:
    trace = in_order(
        sent(1, 1, 1.0, 1.5, size=3000),
        sent(2, 1, 1.0, 1.5, flow=2, size=1000),
        sent(3, 1, 1.0, dropped_s=1.0, kind="cbr", flow=3, ends=("5.0", "6.0")),
    )
    assert measured(trace, "fairness") == pytest.approx(
        {"all": 16 / (3 * 10), "tcp": 16 / (2 * 10)}
    )
    assert measured(trace, "goodput_share") == {"flow1": 75, "flow2": 25, "flow3": 0}
    assert measured(trace, "mean_throughput") == pytest.approx(
        {"all": 32_000 / 0.5 / 3, "tcp": 32_000 / 0.5 / 2, "cbr": 0}
    )


def test_connecting_with_a_request() -> None:
    trace = in_order(
        sent(1, 0, 1.0, 1.1, size=40),
        sent(2, 0, 1.1, 1.2, size=40, kind="ack", ends=("3.0", "0.0")),
        sent(3, 1, 1.2, 1.35),
        sent(4, 1, 1.35, 1.5, size=40, kind="ack", ends=("3.0", "0.0")),
    )
    assert measured(trace, "handshake_time") == pytest.approx({"flow1": 0.2})
    assert measured(trace, "connect_time") == pytest.approx({"flow1": 0.35})
    assert measured(trace, "transfer_time") == pytest.approx({"flow1": 0.35})


def test_a_request_may_be_of_another_type_than_data() -> None:
    """Two-way agents of ns (FullTcp) mark what carries no data as acknowledgements."""
    trace = in_order(
        sent(1, 0, 1.0, 1.1, size=40, kind="ack"),
        sent(2, 0, 1.1, 1.2, size=40, kind="ack", ends=("3.0", "0.0")),
        sent(3, 1, 1.2, 1.35),
    )
    assert measured(trace, "connect_time") == pytest.approx({"flow1": 0.35})
    assert measured(trace, "handshake_time") == pytest.approx({"flow1": 0.2})


def test_a_request_alone_is_no_flow() -> None:
    table = compute(database(in_order(sent(1, 0, 1.0, 1.1, size=40))))
    assert set(table["metric"].to_pylist()) == {"link_throughput"}


def test_an_unfinished_flow_has_no_transfer_time() -> None:
    finished = [sent(1, 1, 1.0, dropped_s=1.0), sent(2, 2, 1.1, 1.2), sent(3, 1, 1.3, 1.5)]
    assert measured(in_order(*finished), "transfer_time") == pytest.approx({"flow1": 0.5})
    assert measured(in_order(*finished, sent(4, 3, 1.6)), "transfer_time") == {}


def steady(start_s: float, stop_s: float, uid: int = 1) -> list[list[str]]:
    """Ten packets a second, each 0.05 s under way."""
    count = round((stop_s - start_s) * 10)
    times = [round(start_s + n / 10, 6) for n in range(count)]
    return [sent(uid + n, uid + n, at_s, at_s + 0.05) for n, at_s in enumerate(times)]


def test_a_flow_that_starts_slowly_reaches_full_rate_later() -> None:
    slow = [sent(n, n, n / 2, n / 2 + 0.05) for n in range(4)]
    trace = in_order(*slow, *steady(2.0, 6.0, uid=10))
    # Ten arrivals a second from 2.05 s on; nine are enough: in (1.85, 2.85].
    assert measured(trace, "time_to_full_rate") == pytest.approx({"flow1": 1.85})
    assert measured(in_order(*steady(1.0, 1.5)), "time_to_full_rate") == {}


def test_a_failed_link_costs_time() -> None:
    trace = in_order(
        *steady(0.0, 3.0),
        ["v 3.0 link-down 0 3", "v 3.0 link-down 3 0"],
        *(sent(n, n, at_s, dropped_s=at_s) for n, at_s in ((100, 3.1), (101, 4.1))),
        ["v 5.0 link-up 3 0", "v 5.0 link-up 0 3"],
        *steady(5.5, 9.0, uid=200),
    )
    connection = database(trace)
    down, up = "flow1 0-3 down at 3.0 s", "flow1 0-3 up at 5.0 s"
    # The first packet that gets through is sent at 5.5 s; nine have arrived by 6.35 s.
    assert values(connection, "time_to_resume") == pytest.approx({down: 2.55, up: 0.55})
    assert values(connection, "time_to_regain_full_rate") == pytest.approx({down: 2.35, up: 0.35})
    assert values(connection, "time_to_full_rate") == pytest.approx({"flow1": 0.05})
    assert values(connection, "link_drops") == {"link 0-3 link down": 2}


def test_a_flow_that_does_not_come_back_has_no_time() -> None:
    trace = in_order(*steady(0.0, 3.0), ["v 3.0 link-down 0 3"], ["v 9.0 link-up 0 3"])
    assert measured(trace, "time_to_resume") == {}
    assert measured(trace, "time_to_regain_full_rate") == {}


def test_events_before_a_flow_are_none_of_its_own() -> None:
    trace = in_order(["v 0.5 link-down 7 8"], *steady(1.0, 4.0))
    assert measured(trace, "time_to_resume") == {}


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


def test_a_loss_in_a_loop_has_its_cause_by_the_last_passage() -> None:
    loop = visits(1, [0, 1, 2, 1])
    rest = loop[0].split(maxsplit=4)[4]
    again = [*loop, f"+ 1.1 1 2 {rest}", f"d 1.1 1 2 {rest}"]
    assert measured(in_order(again), "link_drops") == {"link 1-2 queue": 1}
    assert measured(in_order([*loop, f"d 1.1 1 2 {rest}"]), "link_drops") == {
        "link 1-2 error model": 1
    }
    assert measured(in_order([*loop, f"d 1.1 1 2 {rest}"]), "link_loss")["link 1-2"] == 50


def test_a_retransmission_is_no_loop() -> None:
    trace = in_order(visits(1, [0, 1, 3]), visits(2, [0, 1, 3]))
    again = trace.replace(" 2 2", " 1 2")
    assert measured(again, "retransmission_share") == {"flow1": 50}
    assert measured(again, "micro_loop_returns") == {"flow1": 0}


def test_rates_by_second() -> None:
    trace = in_order(sent(1, 1, 0.5, 1.5), sent(2, 2, 0.6, dropped_s=0.6), sent(3, 2, 3.0, 3.999))
    rows = compute_series(database(trace), "rate_series").to_pylist()
    assert [tuple(row.values())[2:] for row in rows] == [
        (0, 16000, 0),
        (1, 0, 8000),
        (3, 8000, 8000),
    ]


WINDOWS = "\n".join(
    f"{time_s:.5f}  {node}  0  3  0  cwnd_ {value:.3f} "
    for time_s, node, value in [(0, 0, 1), (0, 7, 5), (1, 0, 2), (3, 7, 6), (4, 0, 9), (4.5, 0, 3)]
)


def test_windows_are_named_after_the_flow_or_else_the_sender() -> None:
    connection = database(in_order(sent(1, 1, 0.5, 0.6, flow=8, ends=("0.0", "3.0"))))
    connection.register("windows", database(WINDOWS).sql("FROM variables").to_arrow_table())
    connection.execute("CREATE TABLE variables AS FROM windows")
    assert values(connection, "mean_cwnd_over_time") == pytest.approx(
        {"flow8": (1 * 1 + 2 * 3 + 9 * 0.5) / 4.5, "sender 7.0": 5}
    )
    assert measured(WINDOWS, "mean_cwnd_over_time").keys() == {"sender 0.0", "sender 7.0"}


def test_windows_by_second() -> None:
    rows = compute_series(database(WINDOWS), "cwnd_series").to_pylist()
    assert [tuple(row.values())[1:] for row in rows if row["subject"] == "sender 0.0"] == [
        ("sender 0.0", 0, 1, 1, 1),
        ("sender 0.0", 1, 2, 2, 2),
        ("sender 0.0", 4, 3, 3, 9),
    ]


def test_delays_by_twenty_packets() -> None:
    trace = in_order(sent(1, 19, 1.0, 1.1), sent(2, 20, 1.2, 1.4), sent(3, 39, 1.5, 1.9))
    rows = compute_series(database(trace), "delay_series").to_pylist()
    assert [tuple(row.values())[2:] for row in rows] == [
        (0, pytest.approx(0.1), pytest.approx(0.1)),
        (20, pytest.approx(0.3), pytest.approx(0.4)),
    ]
    assert measured(trace, "mean_delay_up_to_packet")["flow1 packets 1-50"] == pytest.approx(
        0.7 / 50
    )


def test_jitter_forgets_what_is_long_past() -> None:
    """The recursion of RFC 3550, over more arrivals than have a weight."""
    delays = [0.05 + (n * 7919 % 101) / 1000 for n in range(700)]
    trace = in_order(*(sent(n, n, n * 0.2, n * 0.2 + delay) for n, delay in enumerate(delays)))
    jitter = 0.0
    for before, after in pairwise(delays):
        jitter += (abs(after - before) - jitter) / 16
    assert measured(trace, "jitter_rfc3550") == pytest.approx({"flow1": jitter}, rel=1e-9)
