"""Rates, transfers and what they look like over time, worked out by hand."""

import pytest
from small_traces import database, in_order, measured, sent, values

from nstrace.metrics.catalogue import VALUES, catalogue
from nstrace.metrics.compute import compute, compute_series


def test_zero_duration_gives_no_rate() -> None:
    trace = in_order(sent(1, 1, 1.0, 1.0))
    assert measured(trace, "mean_one_way_delay") == {"flow1": 0}
    for name, metric in catalogue().metrics.items():
        if metric.unit == "bit/s" and metric.table == VALUES:
            assert measured(trace, name) == {}, name


def test_rates_over_run_may_be_of_part_of_it() -> None:
    packets = [sent(n, n, float(n), n + 0.5) for n in range(1, 11)]
    packets += [sent(100 + n, n, float(n), n + 0.25, flow=2) for n in range(4, 11)]
    connection = database(in_order(*packets))
    # The last event is at 10.5 s; the second flow starts at 4 s.
    assert values(connection, "unique_throughput_whole_run") == pytest.approx(
        {"flow1": 80_000 / 9.5, "flow2": 56_000 / 6.5}
    )
    assert values(connection, "in_order_throughput") == pytest.approx(
        {"flow1": 7 * 8000 / 6.5, "flow2": 7 * 8000 / 6.5}
    )
    connection.execute(
        "CREATE TABLE measured_periods AS "
        "SELECT 'run' AS run_id, 5_000_000_000 AS start_ns, CAST(NULL AS BIGINT) AS end_ns"
    )
    for name in ("unique_throughput_whole_run", "in_order_throughput", "throughput_sent"):
        assert values(connection, name) == pytest.approx(
            {"flow1": 6 * 8000 / 5.5, "flow2": 6 * 8000 / 5.5}
        ), name
    connection.execute("UPDATE measured_periods SET end_ns = 8_000_000_000")
    assert values(connection, "link_throughput") == pytest.approx(
        {"link 0-3": 4 * 8000 / 3, "link 1-4": 4 * 8000 / 3}
    )
    assert values(connection, "in_order_throughput") == pytest.approx(
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
    assert measured(trace, "in_order_share") == {"flow1": 75, "flow2": 25, "flow3": 0}
    assert measured(trace, "mean_throughput") == pytest.approx(
        {"all": 32_000 / 0.5 / 3, "tcp": 32_000 / 0.5 / 2, "cbr": 0}
    )


def test_connecting_with_request() -> None:
    trace = in_order(
        sent(1, 0, 1.0, 1.1, size=40),
        sent(2, 0, 1.1, 1.2, size=40, kind="ack", ends=("3.0", "0.0")),
        sent(3, 1, 1.2, 1.35),
        sent(4, 1, 1.35, 1.5, size=40, kind="ack", ends=("3.0", "0.0")),
    )
    assert measured(trace, "handshake_time") == pytest.approx({"flow1": 0.2})
    assert measured(trace, "connect_time") == pytest.approx({"flow1": 0.35})
    assert measured(trace, "transfer_time") == pytest.approx({"flow1": 0.35})


def test_request_may_be_of_another_type_than_data() -> None:
    """Two-way agents of ns (FullTcp) mark what carries no data as acknowledgements."""
    trace = in_order(
        sent(1, 0, 1.0, 1.1, size=40, kind="ack"),
        sent(2, 0, 1.1, 1.2, size=40, kind="ack", ends=("3.0", "0.0")),
        sent(3, 1, 1.2, 1.35),
    )
    assert measured(trace, "connect_time") == pytest.approx({"flow1": 0.35})
    assert measured(trace, "handshake_time") == pytest.approx({"flow1": 0.2})


def test_request_alone_gives_no_flow_metrics() -> None:
    table = compute(database(in_order(sent(1, 0, 1.0, 1.1, size=40))))
    assert set(table["metric"].to_pylist()) == {"link_throughput"}


def test_unfinished_flow_has_no_transfer_time() -> None:
    finished = [sent(1, 1, 1.0, dropped_s=1.0), sent(2, 2, 1.1, 1.2), sent(3, 1, 1.3, 1.5)]
    assert measured(in_order(*finished), "transfer_time") == pytest.approx({"flow1": 0.5})
    assert measured(in_order(*finished, sent(4, 3, 1.6)), "transfer_time") == {}


def steady(start_s: float, stop_s: float, uid: int = 1) -> list[list[str]]:
    """Ten packets a second, each 0.05 s under way."""
    count = round((stop_s - start_s) * 10)
    times = [round(start_s + n / 10, 6) for n in range(count)]
    return [sent(uid + n, uid + n, at_s, at_s + 0.05) for n, at_s in enumerate(times)]


def test_time_to_full_rate_of_slow_start() -> None:
    slow = [sent(n, n, n / 2, n / 2 + 0.05) for n in range(4)]
    trace = in_order(*slow, *steady(2.0, 6.0, uid=10))
    # Ten arrivals a second from 2.05 s on; nine are enough: in (1.85, 2.85].
    assert measured(trace, "time_to_full_rate") == pytest.approx({"flow1": 1.85})
    assert measured(in_order(*steady(1.0, 1.5)), "time_to_full_rate") == {}


def test_link_failure_gives_times_to_recover() -> None:
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


def test_flow_that_never_resumes_has_no_time() -> None:
    trace = in_order(*steady(0.0, 3.0), ["v 3.0 link-down 0 3"], ["v 9.0 link-up 0 3"])
    assert measured(trace, "time_to_resume") == {}
    assert measured(trace, "time_to_regain_full_rate") == {}


def test_events_before_flow_are_ignored() -> None:
    trace = in_order(["v 0.5 link-down 7 8"], *steady(1.0, 4.0))
    assert measured(trace, "time_to_resume") == {}


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


def test_windows_are_named_by_flow_or_sender() -> None:
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
