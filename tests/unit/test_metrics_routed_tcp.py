"""What routing itself sends, and which ways data takes, on runs that can be worked out by hand."""

import statistics
from typing import Any

import pytest
from small_bins import a_bin, database
from small_traces import values
from test_metrics_ceas import CONGESTION, at_node, counts

ALONE = {"end_s": 40.0, "ceas": {"initial_phase_s": 10.0}}

FLAPPING = {
    "end_s": 100.0,
    "flows": [{"source": 0, "destination": 8, "start_s": 10.0}],
    "topology": {
        "links": [{"from": 0, "to": 4}, {"from": 10, "to": 0}, {"from": 4, "to": 10}],
    },
    "flaps": [{"from": 4, "to": 0}],
    "tracing": {"bin_s": 1.0},
}


def packet(at_s: float, event: str, size_bytes: int = 64) -> dict[str, Any]:
    return {"time_ns": round(at_s * 1e9), "event": event, "size_bytes": size_bytes}


def test_messages_of_second_half_are_counted() -> None:
    packets = [packet(5, "r"), packet(20, "r"), packet(30, "r", 100), packet(31, "d")]
    connection = database(ALONE, packets=packets)
    assert values(connection, "routing_messages") == {"all": pytest.approx(2 / 20)}
    assert values(connection, "routing_rate") == {"all": pytest.approx(8 * 164 / 20)}


def test_routing_without_late_messages_has_rate_0() -> None:
    connection = database(ALONE, packets=[packet(0.1, "r")])
    assert values(connection, "routing_messages") == {"all": 0}
    assert values(connection, "routing_rate") == {"all": 0}


def test_normal_ants_are_counted_by_colony() -> None:
    rows = [
        {"time_ns": at_ns, "source_node": 0, "destination_node": 8, "kind": kind, "sent": sent}
        for at_ns, kind, sent in ((1, "normal", 3), (2, "normal", 8), (2, "explorer", 99))
    ]
    assert values(database(ALONE, ceas_colonies=rows), "ants_sent") == {"0-8": 8}


def test_deviations_over_bins_of_several_widths() -> None:
    """Forty seconds: 1000 bytes in even ones, nothing in odd ones; of two connections the first."""
    bins = [a_bin(at_s, 1000) for at_s in range(0, 40, 2)]
    found = values(database(CONGESTION, flow_bins=bins), "tcp_deviation_by_bin")
    assert found["flow1 1 s"] == pytest.approx(statistics.stdev([8000, 0] * 20))
    assert found["flow1 2 s"] == found["flow1 10 s"] == pytest.approx(0)
    one = {**CONGESTION, "flows": CONGESTION["flows"][:1]}
    assert values(database(one, flow_bins=bins), "tcp_deviation_by_bin") == {}


def test_preferred_path_changes_when_it_is_clear() -> None:
    """At 5 s to the other one, at 10 s nearly back, at 15 s back; congestion is from 20 s on."""
    rows = [
        row
        for at_s, short in ((1, 0.9), (5, 0.3), (10, 0.55), (15, 0.7), (25, 0.2))
        for row in at_node(at_s, 3, to4=short, to10=1 - short)
    ]
    found = values(database(CONGESTION, ceas_pheromones=rows), "ceas_path_changes")
    assert found["0-8 before"] == pytest.approx(2 * 60 / 20)
    assert found["0-8 congestion"] == 0
    assert found["0-8 whole"] == pytest.approx(3 * 60 / 40)


def test_share_behind_unstable_link() -> None:
    """From 10 to 40 s, and from 70 to 100 s: 30 of 40 packets, then 10 of 50."""
    rows = [
        counts(40, 4, forwarded=35, sent_back=5), counts(40, 10, forwarded=10),
        counts(70, 4, forwarded=100, sent_back=5), counts(70, 10, forwarded=100),
        counts(100, 4, forwarded=110, sent_back=5), counts(100, 10, forwarded=145, sent_back=5),
    ]  # fmt: skip
    found = values(database(FLAPPING, ceas_data=rows), "ceas_unstable_share")
    assert found == {"0-8 first third": pytest.approx(75), "0-8 last third": pytest.approx(20)}


def test_loops_of_three_links_by_node() -> None:
    case = {**FLAPPING, "unsteady": [{"first_s": 50.0}]}
    rows = [
        counts(50, 4, loops_of_3=2), counts(90, 4, loops_of_3=9), counts(90, 10, loops_of_2=7),
    ]  # fmt: skip
    found = values(database(case, ceas_data=rows), "ceas_loops_at_nodes")
    assert found == {"0-8 transient at 4": 7}
