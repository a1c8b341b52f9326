"""What is measured of flow bins and of ants, on runs small enough to work out by hand."""

import statistics
from typing import Any

import duckdb
import pytest
from small_bins import a_bin, database, make_table
from small_traces import series, values

FAILURE = {
    "end_s": 60.0,
    "ceas": {"initial_phase_s": 10.0, "ant_rate_per_s": 20.0, "explorer_ratio": 0.1},
    "flows": [{"source": 0, "destination": 8, "start_s": 20.0}],
    "traffic": {"cbr_rate_bps": 8000.0},
    "outages": [{"from": 4, "to": 5, "down_s": 30.0, "up_s": 45.0}],
    "tracing": {"bin_s": 0.5},
}
"""Full rate is 1000 bytes of payload a second: 500 in a bin of half a second."""

CONGESTION = {
    "end_s": 40.0,
    "ceas": {"initial_phase_s": 0.0, "ant_rate_per_s": 1.0, "explorer_ratio": 0.0},
    "flows": [{"source": 0, "start_s": 0.0}, {"source": 2, "start_s": 0.0}],
    "traffic": {"cbr_rate_bps": 8000.0},
    "background": [{"start_s": 20.0}],
    "tracing": {"bin_s": 1.0},
}


def steady(from_s: float, until_s: float, payload: int = 500) -> list[dict[str, Any]]:
    return [a_bin(half / 2, payload) for half in range(round(from_s * 2), round(until_s * 2))]


def test_events_are_those_of_scenario() -> None:
    assert values(database(FAILURE), "event_time") == {
        "start": 10, "tcp": 20, "failure": 30, "restoration": 45, "end": 60
    }  # fmt: skip
    assert values(database(CONGESTION), "event_time") == {
        "start": 0, "tcp": 0, "congestion": 20, "end": 40
    }  # fmt: skip


def test_events_before_tcp_are_ignored() -> None:
    """Background from the end of the initialization on; a link that flaps, one that then fails."""
    case = {
        "end_s": 60.0,
        "flows": [{"source": 0, "start_s": 20.0}],
        "background": [{"start_s": 10.0}],
        "unsteady": [{"first_s": 30.0}],
        "outages": [{"down_s": 50.0}],
        "tracing": {"bin_s": 1.0},
    }
    bins = [a_bin(at_s, 100 * (at_s // 10)) for at_s in range(20, 60)]
    connection = database(case, flow_bins=bins)
    assert values(connection, "event_time") == {
        "tcp": 20, "transient": 30, "failure": 50, "end": 60
    }  # fmt: skip
    goodput = values(connection, "tcp_goodput")
    assert goodput == {
        "flow1 whole": 2800, "flow1 before": 1600, "flow1 transient": 2800, "flow1 failure": 4000
    }  # fmt: skip


def test_flow_may_start_within_bin() -> None:
    case = FAILURE | {"flows": [{"source": 0, "start_s": 20.001}]}
    bins = steady(20, 60)
    aligned, within = (
        values(database(each, flow_bins=bins), "tcp_goodput") for each in (FAILURE, case)
    )
    assert within["flow1 failure"] == aligned["flow1 failure"]
    # What begins before the flow does is no part of its time: half a second of forty.
    assert within["flow1 whole"] == pytest.approx(aligned["flow1 whole"] * 79 / 80, rel=1e-4)


def test_connections_are_made_when_first_data_arrives() -> None:
    case = CONGESTION | {"tracing": {"bin_s": 1.0, "first_arrivals": True}}
    connection = database(case, first_arrivals=[{"time_ns": 1_250_000_000, "flow": 2}])
    assert values(connection, "tcp_connect_time") == {"flow2": 1.25}
    assert values(connection, "tcp_connected") == {"flow1": 0, "flow2": 1}
    assert values(database(CONGESTION), "tcp_connected") == {}, "runs that don't write it down"


def test_flow_s_own_rate_is_its_full_rate() -> None:
    case = FAILURE | {"flows": [{"source": 0, "start_s": 20.0, "cbr_rate_bps": 4000.0}]}
    bins = steady(20, 60, payload=250)
    assert values(database(case, flow_bins=bins), "tcp_full_rate_reached")["flow1 tcp"] == 1
    assert values(database(FAILURE, flow_bins=bins), "tcp_full_rate_reached")["flow1 tcp"] == 0


def test_full_rate_has_to_be_held() -> None:
    """From 21 s on for 9 s is too short; after the restoration, only what is kept counts."""
    bins = [*steady(20.5, 29), *steady(33.5, 47), *steady(49, 60)]
    connection = database(FAILURE, flow_bins=bins)
    assert values(connection, "tcp_time_to_full_rate") == {
        "flow1 failure": 3.5, "flow1 restoration": 4.0
    }  # fmt: skip
    assert values(connection, "tcp_full_rate_reached") == {
        "flow1 tcp": 0, "flow1 failure": 1, "flow1 restoration": 1
    }  # fmt: skip
    # The second from 33 s on brings half of the rate.
    assert values(connection, "tcp_time_to_resume") == {
        "flow1 failure": 3.0, "flow1 restoration": 0.0
    }  # fmt: skip
    assert values(connection, "tcp_time_from_resuming_to_full_rate") == {
        "flow1 failure": 0.5, "flow1 restoration": 4.0
    }  # fmt: skip


def test_returns_by_each_rule() -> None:
    bins = [*steady(20, 30), *steady(32, 33, 4), *steady(33, 34, 6), *steady(34, 60, 476)]
    table = series(database(FAILURE, flow_bins=bins), "tcp_recoveries").to_pylist()
    found = {(row["event"], row["rule"], row["moment"]): row["time_s"] for row in table}
    assert found["tcp", "full-rate", "first"] == 0
    assert found["failure", "resume-1", "first"] == 2.5, "4 + 6 bytes in the second from 32.5 s on"
    assert found["failure", "resume-10", "first"] == 3.5
    assert found["failure", "resume-50", "kept"] == 4.0
    assert found["failure", "full-rate", "first"] == 4.0, "952 bytes are 95.2 %"
    assert found["restoration", "full-rate-at-once", "kept"] == 0
    assert len(found) == 3 * 5 * 2
    slow = [{**row, "new_bytes": 474 + 40} for row in bins]
    table = series(database(FAILURE, flow_bins=slow), "tcp_recoveries").to_pylist()
    assert {row["time_s"] for row in table if row["rule"] == "full-rate"} == {None}


def test_rates_of_parts_of_run() -> None:
    more = {"out_of_order_packets": 1, "retransmitted_packets": 2, "dropped_in_queue": 3}
    bins = [
        a_bin(0, 960), a_bin(19, 60), a_bin(20, 160, delivered_bytes=400, **more), a_bin(39, 860),
        a_bin(5, 100, flow=2),
    ]  # fmt: skip
    connection = database(CONGESTION, flow_bins=bins)
    assert values(connection, "tcp_throughput") == pytest.approx(
        {"flow1": 8 * (1000 + 100 + 400 + 900) / 40, "flow2": 8 * 140 / 40}
    )
    assert values(connection, "tcp_phase_throughput")["flow1 congestion"] == 8 * 1300 / 20
    goodput = values(connection, "tcp_goodput")
    assert goodput["flow1 whole"] == 8 * 2040 / 40
    assert goodput["flow1 before"] == 8 * 1020 / 20
    assert goodput["flow2 congestion"] == 0
    assert values(connection, "tcp_out_of_order") == pytest.approx(
        {"flow1 whole": 25, "flow1 before": 0, "flow1 congestion": 50, "flow2 whole": 0,
         "flow2 before": 0}
    )  # fmt: skip
    again = values(connection, "tcp_retransmitted")
    assert (again["flow1 before"], again["flow1 congestion"]) == (0, 2)
    drops = values(connection, "tcp_drops")
    assert drops["flow1 congestion queue"] == 3
    assert sum(drops.values()) == 6, "in the whole run and in a part of it"


def test_smoothness_and_largest_rate() -> None:
    bins = [a_bin(second, payload) for second, payload in ((0, 10), (1, 20), (2, 30), (6, 100))]
    connection = database(CONGESTION, flow_bins=bins)
    # Seconds 2 to 6 bring 130 bytes.
    assert values(connection, "tcp_peak_rate")["flow1 before"] == pytest.approx(8 * 130 / 5)
    mean = 160 / 20
    squares = 10**2 + 20**2 + 30**2 + 100**2
    deviation = 8 * (squares / 20 - mean**2) ** 0.5
    assert values(connection, "tcp_rate_deviation")["flow1 before"] == pytest.approx(deviation)


def test_goodput_early_and_late() -> None:
    """TCP runs for 40 s: thirds end at 13.3 s and begin at 26.7 s."""
    bins = [a_bin(s, payload) for s, payload in ((0, 10), (13, 20), (14, 400), (26, 800), (27, 5))]
    connection = database(CONGESTION, flow_bins=bins)
    thirds = values(connection, "tcp_goodput_of_thirds")
    assert thirds["flow1 first third"] == pytest.approx(8 * 30 / (40 / 3))
    assert thirds["flow1 last third"] == pytest.approx(8 * 5 / (40 / 3))


UNSTABLE = {
    "end_s": 90.0,
    "flows": [{"source": 0, "start_s": 0.0}],
    "unsteady": [{"first_s": 10.0}],
    "outages": [{"down_s": 41.0}],
    "tracing": {"bin_s": 0.5},
}
"""A link is unstable for 31 s: thirds end at 20.3 s and begin at 30.7 s. Then another one fails."""


def sent(at_s: float, payload: int) -> dict[str, Any]:
    """A bin in which a flow sent so many bytes of payload, of which nothing arrived."""
    return a_bin(at_s, 0, sent_packets=1, sent_bytes=payload + 40)


def test_sent_data_of_first_and_last_third() -> None:
    """Whole seconds count: those from 10 to 20 s, and from 31 to 41 s."""
    bins = [sent(s, payload) for s, payload in ((9, 700), (10, 10), (10.5, 10), (19, 40))]
    bins += [sent(s, payload) for s, payload in ((20, 900), (30.5, 900), (31, 30), (40.5, 70))]
    connection = database(UNSTABLE, flow_bins=[*bins, sent(41, 500)])
    mean = {"flow1 first third": 8 * 60 / 10, "flow1 last third": 8 * 100 / 10}
    assert values(connection, "tcp_sent_of_thirds") == pytest.approx(mean)
    squares = {"flow1 first third": 20**2 + 40**2, "flow1 last third": 30**2 + 70**2}
    assert values(connection, "tcp_sent_deviation_of_thirds") == pytest.approx(
        {third: (64 * squares[third] / 10 - mean[third] ** 2) ** 0.5 for third in mean}
    )
    steady_links = database(CONGESTION, flow_bins=bins)
    for metric in ("tcp_sent_of_thirds", "tcp_sent_deviation_of_thirds"):
        assert values(steady_links, metric) == {}


def test_least_rate_after_failure() -> None:
    """Every second from 10 s on 100 bytes; after the failure at 41 s a gap of four seconds."""
    name = "tcp_least_rate_after_failure"
    bins = [sent(s, 100) for s in range(10, 90) if not 50 <= s < 54]
    assert values(database(UNSTABLE, flow_bins=bins), name) == pytest.approx({"flow1": 20})
    late = [sent(s, 100) for s in range(10, 90) if not 57 <= s < 80]
    assert values(database(UNSTABLE, flow_bins=late), name) == pytest.approx({"flow1": 20}), (
        "what is sent from 61 s on is another matter"
    )
    longer = [sent(s, 100) for s in range(10, 90) if not 50 <= s < 55]
    assert values(database(UNSTABLE, flow_bins=longer), name) == {"flow1": 0}
    silent = [sent(s, 100) for s in range(41, 90)]
    assert values(database(UNSTABLE, flow_bins=silent), name) == {}
    assert values(database({**UNSTABLE, "outages": []}, flow_bins=bins), name) == {}


def test_series_has_at_most_400_rows() -> None:
    connection = database({**CONGESTION, "end_s": 801.0}, flow_bins=[a_bin(2, 30), a_bin(4, 60)])
    rows = [
        row for row in series(connection, "tcp_series").to_pylist() if row["subject"] == "flow1"
    ]
    assert [row["time_s"] for row in rows] == list(range(0, 801, 3))
    assert {row["width_s"] for row in rows} == {3}
    assert [row["goodput_bps"] for row in rows[:3]] == [80, 160, 0]
    connection.execute("UPDATE run_parameters SET seed = 2")
    assert series(connection, "tcp_series").num_rows == 0


def sample(at_s: float, variable: str, value: float) -> dict[str, Any]:
    return {
        "time_ns": round(at_s * 1e9), "source_node": 0, "source_port": 0, "variable": variable,
        "value": value,
    }  # fmt: skip


def test_senders_counters_grow() -> None:
    samples = [sample(at_s, "ncwndcuts_", count) for at_s, count in ((0, 0), (20, 2), (39, 7))]
    samples += [sample(at_s, "nrexmit_", count) for at_s, count in ((19, 1), (21, 1), (39, 2))]
    samples += [sample(at_s, "cwnd_", value) for at_s, value in ((0, 1.5), (39, 80.0))]
    connection = database(CONGESTION, variables=samples)
    assert values(connection, "tcp_window_cuts") == {
        "flow1 whole": 7, "flow1 before": 2, "flow1 congestion": 5
    }  # fmt: skip
    assert values(connection, "tcp_timeouts") == {
        "flow1 whole": 2, "flow1 before": 1, "flow1 congestion": 1
    }  # fmt: skip
    windows = series(connection, "tcp_windows").to_pylist()
    assert [(row["time_s"], row["cwnd_packets"]) for row in windows] == [(0, 1.5), (39, 80)]


def at_node(at_s: float, node: int, **shares: float) -> list[dict[str, Any]]:
    """Probabilities of a node's neighbours, as ``to4=0.5``."""
    return [
        {
            "time_ns": round(at_s * 1e9), "node": node, "source_node": 0, "destination_node": 8,
            "neighbour": int(name.removeprefix("to")), "probability": share,
        }
        for name, share in shares.items()
    ]  # fmt: skip


PHEROMONES = [
    *at_node(11, 3, to4=0.9, to10=0.008, to1=0.092),
    *at_node(12, 3, to4=0.989, to10=0.011, to1=0.0),
    *at_node(14, 3, to4=0.99, to10=0.009, to1=0.001),
    *at_node(18, 3, to4=0.995, to10=0.004, to1=0.001),
    *at_node(32, 3, to4=0.5, to10=0.5, to1=0.0),
    *at_node(36, 3, to4=0.005, to10=0.995, to1=0.0),
]
"""The best path is 100 times as probable as the other one at 11 s, and from 14 s on."""


def test_settling_by_each_rule() -> None:
    table = series(database(FAILURE, ceas_pheromones=PHEROMONES), "ceas_settlings")
    found = {(row["event"], row["rule"], row["moment"]): row["time_s"] for row in table.to_pylist()}
    assert found["start", "node-3", "first"] == pytest.approx(1)
    assert found["start", "node-3", "stayed"] == pytest.approx(4)
    # 0.99 is not 100 times 0.01, but 0.995 is 199 times 0.005.
    assert found["start", "node-3-all", "first"] == pytest.approx(8)
    assert found["failure", "node-3", "first"] == pytest.approx(6)
    assert found["failure", "node-3-all", "stayed"] == pytest.approx(6)
    assert found["restoration", "node-3", "first"] is None
    assert len(found) == 3 * 3 * 2


def test_path_probability_is_product_over_links() -> None:
    """Node 4 sends half of its ants back; after the failure, its link to 5 is left out."""
    rows = [*PHEROMONES, *at_node(11, 4, to5=0.5, to3=0.5), *at_node(20, 4, to5=0.999, to3=0.001)]
    table = series(database(FAILURE, ceas_pheromones=rows), "ceas_settlings").to_pylist()
    found = {(row["event"], row["moment"]): row["time_s"] for row in table if row["rule"] == "path"}
    # 0.995 * 0.5 is 124 times 0.004, 0.99 * 0.5 only 55 times 0.009.
    assert found["start", "first"] == pytest.approx(8)
    assert found["failure", "first"] == pytest.approx(6)


def test_stabilization_ants_are_time_times_rate() -> None:
    connection = database(FAILURE, ceas_pheromones=PHEROMONES)
    assert values(connection, "stabilization_time") == pytest.approx(
        {"0-8 start": 1, "0-8 failure": 6}
    )
    assert values(connection, "stabilization_ants") == pytest.approx(
        {"0-8 start": 22, "0-8 failure": 132}
    )
    assert values(connection, "stabilization_reached") == {
        "0-8 start": 1, "0-8 failure": 1, "0-8 restoration": 0
    }  # fmt: skip


def test_state_at_event_gives_zero_time() -> None:
    rows = at_node(9, 3, to4=0.999, to10=0.001)
    assert values(database(FAILURE, ceas_pheromones=rows), "stabilization_time") == {
        "0-8 start": 0, "0-8 restoration": 0
    }  # fmt: skip


def test_mean_probability_weighs_by_time() -> None:
    connection = database(FAILURE, ceas_pheromones=PHEROMONES)
    found = values(connection, "ceas_mean_probability")
    # From 30 to 32 s, from there to 36 s, from there to 45 s.
    assert found["0-8 failure"] == pytest.approx((2 * 0.995 + 4 * 0.5 + 9 * 0.005) / 15)
    assert found["0-8 restoration"] == pytest.approx(0.005)


EARLY = FAILURE | {"flows": [{"source": 0, "start_s": 10.0}, {"source": 2, "start_s": 10.0}]}
"""TCP starts before the pheromones of the first flow's colony settle, at 11 s."""


def test_disorder_before_and_after_settling() -> None:
    bins = [
        a_bin(10, 900, new_packets=4, out_of_order_packets=1),
        a_bin(10.5, 900, new_packets=4, out_of_order_packets=2),
        a_bin(11, 900, new_packets=10, out_of_order_packets=1),
        a_bin(29.5, 900, new_packets=10),
        a_bin(30, 900, new_packets=10, out_of_order_packets=10),
        a_bin(10, 900, flow=2, new_packets=4, out_of_order_packets=4),
    ]
    tables = {"flow_bins": bins, "ceas_pheromones": PHEROMONES}
    assert values(database(EARLY, **tables), "tcp_settling_disorder") == {
        "flow1 settling": 37.5, "flow1 settled": 5
    }, "until the failure; of the other colony nothing is known"  # fmt: skip
    assert values(database(FAILURE, **tables), "tcp_settling_disorder") == {}, "settled before TCP"
    unsettled = [row for row in PHEROMONES if row["time_ns"] > 20e9]
    never = database(EARLY, flow_bins=bins, ceas_pheromones=unsettled)
    assert values(never, "tcp_settling_disorder") == {}


def test_windows_before_and_after_settling() -> None:
    windows = {10: 1.0, 10.999: 3.0, 11: 10.0, 29: 20.0, 30: 99.0}
    samples = [sample(at_s, "cwnd_", value) for at_s, value in windows.items()]
    samples.append(sample(15, "ncwndcuts_", 7))
    connection = database(EARLY, variables=samples, ceas_pheromones=PHEROMONES)
    assert values(connection, "tcp_settling_window") == {
        "flow1 settling": 2, "flow1 settled": 15
    }  # fmt: skip


def test_preferred_path_just_after_failure() -> None:
    name = "ceas_probability_after_failure"
    assert values(database(FAILURE, ceas_pheromones=PHEROMONES), name) == {"0-8": 0.5}
    rows = [
        *at_node(30, 3, to4=0.9, to10=0.1),
        *at_node(31, 3, to10=0.2),
        *at_node(33, 3, to4=0.7),
        *at_node(34, 3, to4=0.3),
    ]
    assert values(database(FAILURE, ceas_pheromones=rows), name) == {"0-8": 0.7}
    late = at_node(45, 3, to4=0.7, to10=0.3)
    assert values(database(FAILURE, ceas_pheromones=late), name) == {}, "the link is back"
    assert values(database(CONGESTION, ceas_pheromones=PHEROMONES), name) == {}, "none fails"


def of_second(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same of the colony of the second flow, which parts at node 3, too."""
    return [{**row, "source_node": 2, "destination_node": 6} for row in rows]


PREFERENCES = ("ceas_preferences_correlation", "ceas_preference_changes", "ceas_preferences_apart")


def test_two_colonies_prefer_short_path_in_turns() -> None:
    """For 20 s the first, for 10 the second, then for 10 both; nothing is known for 0.5 s."""
    first = [*at_node(0.5, 3, to4=0.9, to10=0.1), *at_node(20.2, 3, to4=0.2, to10=0.8)]
    second = [
        *at_node(0.2, 3, to4=0.3, to10=0.7),
        *at_node(20.1, 3, to4=0.8, to10=0.2),
        *at_node(20.7, 3, to4=0.6, to10=0.4),
    ]
    both = at_node(30.5, 3, to4=0.95, to10=0.05)
    other = at_node(39.5, 3, to4=0.99, to10=0.01)
    rows = [*first, *both, *of_second([*second, *both, *other])]
    connection = database(CONGESTION, ceas_pheromones=rows)
    pairs = [(0.9, 0.3)] * 20 + [(0.2, 0.6)] * 10 + [(0.95, 0.95)] * 9 + [(0.95, 0.99)]
    assert values(connection, "ceas_preferences_correlation") == {
        "both": pytest.approx(statistics.correlation(*zip(*pairs, strict=True)))
    }
    assert values(connection, "ceas_preference_changes") == {"both": 1}, "equal is no change"
    assert values(connection, "ceas_preferences_apart") == {
        "both": pytest.approx(75), "both by 0.3": pytest.approx(75)
    }  # fmt: skip


def test_one_colony_has_no_preference_changes() -> None:
    connection = database(CONGESTION, ceas_pheromones=PHEROMONES)
    assert [values(connection, metric) for metric in PREFERENCES] == [{}, {}, {}]
    same = at_node(0, 3, to4=0.9, to10=0.1)
    connection = database(CONGESTION, ceas_pheromones=[*same, *of_second(same)])
    never = {"both": 0, "both by 0.3": 0}
    assert [values(connection, metric) for metric in PREFERENCES] == [{}, {"both": 0}, never]


TURNS: dict[str, Any] = CONGESTION | {"end_s": 200.0, "tracing": {"bin_s": 0.5}}


def test_lead_changes_of_two_flows() -> None:
    """In the fourth second one delivers nothing, in the others both 50 bytes together.

    In the seventh both deliver as much, between two in which the second flow leads.
    """
    first = [a_bin(at_s, rate) for at_s, rate in enumerate((5, 20, 30, 50, 40, 10, 25, 10))]
    of_second = {0: 40, 1: 30, 2: 20, 4: 10, 5: 40, 6: 25, 7: 40}
    second = [a_bin(at_s, rate, flow=2) for at_s, rate in of_second.items()]
    bins = [*first, a_bin(0.5, 5), *second]
    connection = database(TURNS, flow_bins=bins)
    assert values(connection, "tcp_lead_changes") == {"both": 2}
    assert values(connection, "tcp_rates_correlation") == {"both": pytest.approx(-1)}
    flows = TURNS["flows"]
    for other in ({"end_s": 199.5}, {"flows": flows[:1]}, {"flows": [*flows, {"start_s": 0.0}]}):
        connection = database(TURNS | other, flow_bins=bins)
        assert values(connection, "tcp_lead_changes") == {}
        assert values(connection, "tcp_rates_correlation") == {}


def test_constant_rates_have_no_correlation() -> None:
    bins = [a_bin(at_s, 10 * flow, flow=flow) for at_s in range(9) for flow in (1, 2)]
    connection = database(TURNS, flow_bins=bins)
    assert values(connection, "tcp_lead_changes") == {"both": 0}
    assert values(connection, "tcp_rates_correlation") == {}


def test_pheromones_over_time() -> None:
    connection = database(FAILURE, ceas_pheromones=PHEROMONES)
    rows = series(connection, "pheromone_series").to_pylist()
    to_4 = {row["time_s"]: row["probability"] for row in rows if row["neighbour"] == 4}
    # Events at 10, 20, 30, 45 and 60 s; nothing is known before 11 s.
    assert len(to_4) == 4 * 40 - 3
    assert (min(to_4), max(to_4)) == (11, 60)
    assert (to_4[11.75], to_4[12], to_4[30], to_4[36]) == (0.9, 0.989, 0.995, 0.005)


def counts(at_s: float, node: int, **more: int) -> dict[str, Any]:
    names = make_table(duckdb.connect(), "ceas_data")
    zeros = dict.fromkeys(names[names.index("forwarded") :], 0)
    return {
        **zeros, "time_ns": round(at_s * 1e9), "node": node, "source_node": 0,
        "destination_node": 8, **more,
    }  # fmt: skip


def test_routers_counters_grow() -> None:
    rows = [
        counts(29, 4, forwarded=90),
        counts(30, 4, forwarded=100, dropped_link_down=7),
        counts(31, 4, forwarded=130, sent_back=20, revisits=12, loops_of_3=1, dropped_link_down=7),
        counts(
            40,
            4,
            forwarded=140,
            sent_back=30,
            sent_back_again=9,
            revisits=15,
            dropped_link_down=7,
            dropped_ttl=5,
        ),
        counts(
            50,
            4,
            forwarded=160,
            sent_back=31,
            sent_back_again=9,
            revisits=15,
            dropped_link_down=7,
            dropped_ttl=5,
        ),
        counts(
            60,
            4,
            forwarded=160,
            sent_back=31,
            sent_back_again=9,
            revisits=15,
            dropped_link_down=7,
            dropped_ttl=6,
            loops_of_2=13,
            loops_of_3=1,
            longer_loops=1,
        ),
        counts(35, 10, forwarded=30),
        {**counts(35, 6, forwarded=99), "source_node": None, "destination_node": None},
    ]
    connection = database(FAILURE, ceas_data=rows)
    drops = values(connection, "ceas_drops")
    assert drops["0-8 before link down"] == 0, "at the very moment of the failure"
    assert drops["0-8 failure link down"] == 7
    assert drops["0-8 failure ttl"] == 5
    assert drops["0-8 restoration ttl"] == 1
    assert drops["0-8 whole ttl"] == 6
    assert values(connection, "ceas_micro_loops") == {
        "0-8 whole": 31, "0-8 before": 0, "0-8 failure": 30, "0-8 restoration": 1
    }  # fmt: skip
    assert values(connection, "ceas_repeated_returns") == {
        "0-8 whole": 9, "0-8 before": 0, "0-8 failure": 9, "0-8 restoration": 0
    }  # fmt: skip
    assert values(connection, "ceas_revisits")["0-8 failure"] == 15
    by_length = values(connection, "ceas_loops")
    assert [by_length[f"0-8 whole {links}"] for links in ("2", "3", "4", "more")] == [13, 1, 0, 1]
    assert [by_length[f"0-8 failure {links}"] for links in ("2", "3", "4", "more")] == [0, 1, 0, 0]
    # Node 4 passed 40 on in this time, of which 30 went back; node 10 passed 30 on.
    assert values(connection, "ceas_long_path_share")["0-8 failure"] == pytest.approx(75)
    without_10 = [row for row in rows if row["node"] != 10]
    only_short = values(database(FAILURE, ceas_data=without_10), "ceas_long_path_share")
    assert only_short["0-8 failure"] == 0, "a node that no data came to has no rows"
    loops = series(connection, "micro_loop_series").to_pylist()
    assert [(row["after_s"], row["micro_loops"]) for row in loops] == [(1, 20), (10, 10)]
