"""Metrics on traces small enough to work out by hand."""

from itertools import pairwise

import pytest
from small_traces import database, in_order, measured, sent, values

from nstrace.metrics.compute import _Relations, compute, made_once

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
        # What arrives: copies for throughput, distinct data for unique_throughput.
        ("throughput", {"flow1": 3 * 8000 / (1.8 - 1.1)}),
        ("unique_throughput", {"flow1": 2 * 8000 / (1.8 - 1.1)}),
        # From the first packet, the request, to the last event of the trace.
        ("throughput_sent", {"flow1": 5 * 8000 / (1.9 - 1.0)}),
        ("unique_throughput_whole_run", {"flow1": 2 * 8000 / (1.9 - 1.0)}),
        # 2 never arrives: 3 is not handed on.
        ("in_order_throughput", {"flow1": 8000 / (1.9 - 1.0)}),
        ("in_order_share", {"flow1": 100}),
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
        ("in_order_throughput", {"flow1": 3 * 8000 / 0.9}),
        ("transfer_time", {"flow1": 0.9}),
    ],
)
def test_reordering_metrics_of_overtaken_packet(name: str, expected: dict[str, float]) -> None:
    assert measured(OVERTAKEN, name) == pytest.approx(expected, rel=1e-12)


def test_retransmission_is_not_counted_as_reordered() -> None:
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


def test_simultaneous_arrivals_keep_trace_order() -> None:
    late_first = in_order(sent(2, 2, 1.1, 1.5), sent(1, 1, 1.1, 1.5))
    assert measured(late_first, "reordered_share") == {"flow1": 50}
    assert measured(late_first, "out_of_order_share") == {"flow1": 50}
    in_turn = in_order(sent(1, 1, 1.1, 1.5), sent(2, 2, 1.1, 1.5))
    assert measured(in_turn, "reordered_share") == {"flow1": 0}


def test_metrics_of_trace_without_arrivals() -> None:
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
    # A starved flow has a throughput, and it is nothing.
    assert values(connection, "unique_throughput_whole_run") == {"flow1": 0}
    assert values(connection, "in_order_throughput") == {"flow1": 0}
    assert values(connection, "packets_received") == {"flow1": 0}


@pytest.mark.parametrize(
    "name", ["delay_variance", "one_way_delay_variance", "jitter_rfc3550", "mean_delay_variation"]
)
def test_single_arrival_has_no_spread(name: str) -> None:
    assert measured(SINGLE_ARRIVAL, name) == {}


def test_single_arrival_has_delay() -> None:
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


def test_small_cbr_packets_count_as_data() -> None:
    trace = in_order(
        sent(1, 0, 1.0, 1.1, kind="cbr", size=40),
        sent(2, 1, 2.0, 2.3, kind="cbr", size=40),
        sent(3, 2, 3.0, dropped_s=3.0, kind="cbr", size=40),
    )
    assert measured(trace, "loss")["flow1"] == pytest.approx(100 / 3)
    assert measured(trace, "mean_delay_variation") == pytest.approx({"flow1": 0.2})
    assert measured(trace, "unique_throughput") == pytest.approx({"flow1": 640 / 1.3})
    # An application above UDP gets what arrives, gaps or not.
    assert measured(trace, "in_order_throughput") == pytest.approx({"flow1": 640 / 2})
    # The thesis counts TCP only, and only TCP connects.
    for name in ("packets_sent", "mean_delay", "connect_time", "transfer_time"):
        assert measured(trace, name) == {}


def test_packets_without_sequence_are_told_by_uid() -> None:
    trace = in_order(*(sent(n, -1, n / 10, n / 10 + 0.05, kind="rtp") for n in range(1, 4)))
    assert measured(trace, "retransmission_share") == {"flow1": 0}
    assert measured(trace, "packets_duplicated") == {"flow1": 0}
    assert measured(trace, "unique_throughput") == pytest.approx({"flow1": 3 * 8000 / 0.25})


@pytest.mark.parametrize("kind", ["ack", "rtProtoDV", "LDP", "tcpFriendCtl"])
def test_control_packets_are_not_measured_as_data(kind: str) -> None:
    trace = in_order(sent(1, 1, 1.0, 1.1, kind=kind), sent(2, 2, 1.2, dropped_s=1.2, kind=kind))
    table = compute(database(trace))
    # What a link and its queue do is of all packets.
    assert set(table["metric"].to_pylist()) == {"link_throughput", "overflow_share"}


def test_nam_hops_and_session_lines_are_ignored() -> None:
    lines = [*sent(1, 1, 1.0, 1.1), *sent(2, 2, 1.2, dropped_s=1.2)]
    trace = in_order(lines)
    noise = in_order(lines, ["h" + line[1:] for line in lines], ["E" + line[1:] for line in lines])
    assert compute(database(noise)).equals(compute(database(trace)))


def test_flows_with_one_id_are_split_by_address() -> None:
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


def test_common_relations_are_created_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """By whatever asks for it meanwhile; and the connection has no more afterwards than before."""
    made: list[str] = []
    make = _Relations._make

    def noted(self: _Relations, kind: str, name: str, sql: str) -> None:
        made.append(name)
        make(self, kind, name, sql)

    monkeypatch.setattr(_Relations, "_make", noted)
    connection = database(COPIES_AND_LOSS)
    alone, tables = compute(connection), connection.sql("SHOW ALL TABLES").fetchall()
    made.clear()
    with made_once(connection, ["connections"]):
        assert compute(connection).equals(alone)
        assert compute(connection).equals(alone)
    assert made.count("connections") == 1
    assert made.count("transits") == 2
    assert connection.sql("SHOW ALL TABLES").fetchall() == tables


def test_jitter_follows_rfc_3550_recursion() -> None:
    """The recursion of RFC 3550, over more arrivals than have a weight."""
    delays = [0.05 + (n * 7919 % 101) / 1000 for n in range(700)]
    trace = in_order(*(sent(n, n, n * 0.2, n * 0.2 + delay) for n, delay in enumerate(delays)))
    jitter = 0.0
    for before, after in pairwise(delays):
        jitter += (abs(after - before) - jitter) / 16
    assert measured(trace, "jitter_rfc3550") == pytest.approx({"flow1": jitter}, rel=1e-9)
