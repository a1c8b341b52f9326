"""Metrics of traffic classes, bottlenecks and web traffic, on runs worked out by hand."""

import json
from typing import Any

import duckdb
import pytest
from small_bins import a_bin, database
from small_traces import database as traced
from small_traces import in_order, sent, series, values

SUITE = {
    "end_s": 6.0,
    "measured_from_s": 2.0,
    "flows": [
        {"source": 2, "destination": 4, "role": "forward"},
        {"source": 3, "destination": 5, "role": "forward"},
        {"source": 4, "destination": 2, "role": "reverse"},
    ],
    "streams": [
        {"source": 2, "destination": 4, "kind": "voice", "role": "forward"},
        {"source": 4, "destination": 2, "kind": "voice", "role": "reverse"},
    ],
    "topology": {
        "links": [
            {"from": 0, "to": 1, "bandwidth_bps": 8000.0},
            {"from": 2, "to": 0, "bandwidth_bps": 16000.0},
        ]
    },
    "bottlenecks": [{"from": 0, "to": 1}],
    "tracing": {"bin_s": 1.0},
}
"""Four seconds are measured; flows 1 to 3 are TCP, 4 and 5 streams."""


def bins(*payloads: int, flow: int, **more: int) -> list[dict[str, Any]]:
    """A packet of each payload, a second after the other; none for 0."""
    return [
        a_bin(second, payload, flow, **more) for second, payload in enumerate(payloads) if payload
    ]


def flows() -> list[dict[str, Any]]:
    """Flow 2 has a third of flow 1's goodput, and one packet twice; flow 3 gets nothing."""
    found = bins(
        900, 900, 300, 300, 300, 300, flow=1, delay_packets=1, delay_sum_us=50, delay_min_us=50
    )
    found += bins(
        0, 0, 100, 100, 100, 100, flow=2, delay_packets=1, delay_sum_us=70, delay_min_us=70
    )
    found[-1] |= {"delivered_bytes": 280, "sent_packets": 2, "retransmitted_packets": 1}
    found[-1] |= {"delay_packets": 2, "delay_sum_us": 230, "delay_min_us": 70}
    found[-2] |= {"dropped_in_queue": 1, "sent_packets": 3, "dropped_before_queue": 1}
    return found + bins(0, 0, 160, flow=4, type="exp")


def suite(rows: list[dict[str, Any]] | None = None, **more: Any) -> duckdb.DuckDBPyConnection:
    return database({**SUITE, **more}, flow_bins=flows() if rows is None else rows)


def test_throughput_of_class_is_that_of_its_flows() -> None:
    """Headers of 40 bytes count, copies too; what is before the measured period does not."""
    one, two, voice = 4 * 340, 4 * 140 + 140, 200
    assert values(suite(), "class_throughput") == {
        "forward": 8 * (one + two) / 4,
        "reverse": 0,
        "voice forward": 8 * voice / 4,
        "voice reverse": 0,
    }
    assert values(suite(), "class_mean_throughput")["forward"] == 8 * (one + two) / 4 / 2
    assert values(suite(), "class_flow_throughput") == {
        "forward 1": 8 * one / 4, "forward 2": 8 * two / 4, "reverse 1": 0
    }  # fmt: skip
    assert values(suite(), "class_flow_share") == pytest.approx(
        {"forward 1": 100 * one / (one + two), "forward 2": 100 * two / (one + two)}
    )


def test_goodput_and_fairness_are_of_new_payload() -> None:
    assert values(suite(), "class_goodput") == {"forward": 8 * 1600 / 4, "reverse": 0}
    assert values(suite(), "class_mean_goodput") == {"forward": 8 * 1600 / 4 / 2, "reverse": 0}
    # (1200 + 400)^2 / (2 (1200^2 + 400^2)); nothing arrived of the reverse flow.
    assert values(suite(), "class_fairness") == {"forward": pytest.approx(0.8)}


def test_fairness_is_1_if_all_get_same() -> None:
    same = bins(0, 0, 100, flow=1) + bins(0, 0, 0, 100, flow=2)
    assert values(suite(same), "class_fairness")["forward"] == pytest.approx(1)


def test_delay_and_its_variation() -> None:
    """Flow 1: four of 50 us; flow 2: three of 70 us, and 230 us for two packets."""
    found = values(suite(), "class_delay")
    assert found == {"forward": pytest.approx((4 * 50 + 3 * 70 + 230) / 9 / 1e6)}
    variation = values(suite(), "class_delay_variation")
    assert variation == {"forward": pytest.approx((230 - 2 * 70) / 9 / 1e6)}


def test_oscillation_is_computed_over_bins_by_flow() -> None:
    """Flow 1 always has the same; flow 2 has 100 and 300 in turn; flow 3 has nothing."""
    rows = bins(700, 0, 200, 200, 200, 200, flow=1) + bins(0, 0, 100, 300, 100, 300, flow=2)
    found = values(suite(rows), "class_oscillation")
    deviation = (4 * 100**2 / 3) ** 0.5
    assert found == {"forward": pytest.approx((0 + deviation / 200) / 2)}


def test_jitter_is_computed_over_pieces_of_2_s() -> None:
    """Two delays of 0.1 and 0.3 s, two of 0.2 s; one before the measured period."""
    packets = [(0, 0.9, 0.2), (1, 2.2, 0.1), (2, 2.5, 0.3), (3, 4.1, 0.2), (4, 4.5, 0.2)]
    connection = traced(
        in_order(
            *(
                sent(uid, uid, at_s, at_s + delay_s, flow=4, kind="cbr", ends=("2.0", "4.0"))
                for uid, at_s, delay_s in packets
            )
        )
    )
    connection.execute("CREATE TABLE run_parameters (run_id TEXT, seed INTEGER, parameters TEXT)")
    connection.execute("INSERT INTO run_parameters VALUES ('run', 1, ?)", [json.dumps(SUITE)])
    found = values(connection, "class_jitter")
    assert found == {"voice forward": pytest.approx((0.02**0.5 + 0) / 2)}


def test_losses_by_cause() -> None:
    """Of flow 1's four packets and flow 2's seven, a queue lost one and errors another."""
    found = values(suite(), "class_loss")
    assert found["forward"] == pytest.approx(100 * 2 / 11)
    assert found["forward queue"] == found["forward error"] == pytest.approx(100 / 11)
    assert "reverse" not in found
    assert values(suite(), "class_retransmission_share") == {"forward": pytest.approx(100 / 11)}


def test_convergence_uses_cumulative_bytes() -> None:
    """Flow 2 catches up: 900 and 0, 1800 and 700, 2100 and 2100."""
    rows = bins(900, 900, 300, 300, 300, 300, flow=1)
    rows += bins(0, 700, 1400, 300, 300, 300, flow=2)
    rows += bins(500, flow=3)
    # 2500^2 / (2 (1800^2 + 700^2)) is 0.84 at 2 s; at 3 s the two are equal.
    assert values(suite(rows), "convergence_time") == {"forward": 2, "reverse": 0}
    assert values(suite(rows), "convergence_reached") == {"forward": 1, "reverse": 1}


def test_flows_may_never_share_fairly() -> None:
    """Up to the end flow 1 has more than three times what flow 2 has; flow 3 has nothing."""
    assert values(suite(), "convergence_time") == {}
    assert values(suite(), "convergence_reached") == {"forward": 0, "reverse": 0}


def test_series_have_row_for_each_bin_of_tcp_flows() -> None:
    rows = series(suite(), "class_series").to_pylist()
    assert len(rows) == 3 * 6
    found = {(row["subject"], row["time_s"]): row["throughput_bps"] for row in rows}
    assert found["forward 1", 0] == 8 * 940
    assert found["forward 2", 0] == 0
    assert {row["traffic_class"] for row in rows} == {"forward", "reverse"}


def test_runs_without_classes_give_no_class_metrics() -> None:
    connection = suite(flows=[{"source": 0, "start_s": 0.0}])
    for metric in ("class_throughput", "class_loss", "class_fairness", "convergence_reached"):
        assert values(connection, metric) == {}


def sample(time_s: float, **counters: float) -> list[dict[str, Any]]:
    """Of the queue at node 0 of the link to node 1."""
    return [
        {
            "time_ns": round(1e9 * time_s),
            "source_node": 0,
            "source_port": 0,
            "destination_node": 1,
            "variable": name,
            "value": value,
        }
        for name, value in counters.items()
    ]


def queue() -> duckdb.DuckDBPyConnection:
    """In the measured period 40 packets come, 8 are dropped, and 3000 bytes leave."""
    rows = [
        *sample(0, parrivals_=0, pdrops_=0, bdepartures_=0, pkts_=0, packet_seconds_=0),
        *sample(2, parrivals_=60, pdrops_=10, bdepartures_=2000, pkts_=4, packet_seconds_=3),
        *sample(4, parrivals_=80, pdrops_=12, bdepartures_=4000, pkts_=6, packet_seconds_=9),
        *sample(6, parrivals_=100, pdrops_=18, bdepartures_=5000, pkts_=1, packet_seconds_=19),
    ]
    return database(SUITE, variables=rows)


def test_bottlenecks_by_their_queues_counters() -> None:
    connection = queue()
    assert values(connection, "bottleneck_utilisation") == {
        "link 0-1": pytest.approx(100 * 8 * 3000 / 4 / 8000)
    }
    assert values(connection, "bottleneck_loss") == {"link 0-1": pytest.approx(100 * 8 / 40)}
    assert values(connection, "bottleneck_queue") == {"link 0-1": pytest.approx(16 / 4)}
    assert values(connection, "bottleneck_delay") == {"link 0-1": pytest.approx(16 / 32)}


def test_bottlenecks_over_time() -> None:
    rows = series(queue(), "bottleneck_series").to_pylist()
    assert [row["time_s"] for row in rows] == [2, 4, 6]
    assert [row["utilisation_percent"] for row in rows] == pytest.approx([100, 100, 50])
    assert [row["dropped_packets"] for row in rows] == [10, 2, 6]
    assert [row["queue_packets"] for row in rows] == [4, 6, 1]


def test_senders_counters_are_summed_by_class() -> None:
    """The port of a sample is the flow's number; the first ones are of 2 s."""
    rows = [
        {"time_ns": round(1e9 * at_s), "source_node": 2, "source_port": flow,
         "destination_node": 4, "variable": name, "value": value}
        for name, flow, at_s, value in [
            ("ncwndcuts_", 1, 2, 5), ("ncwndcuts_", 1, 6, 9),
            ("ncwndcuts_", 2, 2, 0), ("ncwndcuts_", 2, 6, 3),
            ("nrexmit_", 1, 2, 1), ("nrexmit_", 1, 6, 1),
            ("ncwndcuts_", 3, 2, 2), ("ncwndcuts_", 3, 6, 2),
        ]
    ]  # fmt: skip
    connection = database(SUITE, variables=rows)
    assert values(connection, "class_window_cuts") == {"forward": 7, "reverse": 0}
    assert values(connection, "class_timeouts") == {"forward": 0}


def test_web_responses_of_measured_period() -> None:
    """Of 21 responses one ended before it; the others took 10, 20, … 200 ms."""
    rows = [
        {"time_ns": round(1e9 * at_s), "source_node": 6, "source_port": 0, "destination_node": 7,
         "variable": name, "value": value}
        for place in range(21)
        for at_s in [1.5 if place == 0 else 2 + place / 10]
        for name, value in [("response_ms_", 10.0 * place or 999.0), ("response_bytes_", 500.0)]
    ]  # fmt: skip
    connection = database(SUITE, variables=rows)
    assert values(connection, "web_responses_completed") == {"web": 20}
    assert values(connection, "web_goodput") == {"web": pytest.approx(8 * 20 * 500 / 4)}
    assert values(connection, "web_response_time") == pytest.approx(
        {"web mean": 0.105, "web p50": 0.1, "web p95": 0.19}
    )
