"""Metrics of recovery from losses, on traces small enough to work out by hand."""

import pytest
from small_traces import database, in_order, measured, sent

from nstrace.metrics.compute import compute_series

ASKING = ("3.1", "0.1")
"""The ends of a request's flow: the other way around between the nodes of flow 1."""

# A client asks at 0.5 s; 1 and 2 are lost, sent again and arrive.
DOWNLOAD = in_order(
    sent(1, 0, 0.5, 0.6, flow=2, ends=ASKING, size=140),
    sent(2, 1, 0.7, dropped_s=0.8),
    sent(3, 2, 0.71, dropped_s=0.81),
    sent(4, 3, 0.72, 0.92),
    sent(5, 1, 1.5, 1.7),
    sent(6, 2, 1.6, 1.8),
)


def window(*steps: tuple[float, float]) -> str:
    """Changes of the window of flow 1's sender, as ns writes them."""
    return "\n".join(f"{at_s:.5f}  0  0  3  0  cwnd_ {value:.3f} " for at_s, value in steps)


# The window falls twice after the first loss, grows, and falls once more after all has arrived.
WINDOW = window(
    (0.1, 1), (0.2, 2), (0.3, 2.5), (0.4, 3), (0.75, 3.2), (0.9, 1.6), (1.0, 1.9), (1.4, 1),
    (1.65, 1.5), (1.75, 2), (3.0, 1),
)  # fmt: skip


def test_response_time_begins_with_request() -> None:
    assert measured(DOWNLOAD, "response_time") == pytest.approx({"flow1": 1.8 - 0.5})


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        (DOWNLOAD.replace("r 1.8", "+ 1.8"), "unfinished"),
        (DOWNLOAD.replace("3.1 0.1", "4.1 0.1"), "another node asked"),
        (DOWNLOAD.replace("+ 0.5", "+ 0.75").replace("- 0.5", "- 0.75"), "asked too late"),
    ],
)
def test_response_time_needs_complete_download(changed: str, why: str) -> None:
    assert "flow1" not in measured(changed, "response_time"), why


def test_cwnd_steps_gives_whole_packets_and_falls() -> None:
    rows = compute_series(database(WINDOW), "cwnd_steps").to_pylist()
    assert [(row["time_s"], row["cwnd_packets"]) for row in rows] == [
        (0.1, 1), (0.2, 2), (0.4, 3), (0.9, 1.6), (1.4, 1), (1.75, 2), (3.0, 1)
    ]  # fmt: skip


def test_window_after_loss() -> None:
    trace = f"{DOWNLOAD}\n{WINDOW}"
    assert measured(trace, "least_cwnd_after_loss") == {"flow1": 1.0}
    # From the loss at 0.8 s to the growth at 1.65 s, which no fall follows before the end.
    assert measured(trace, "time_to_regrow_cwnd") == pytest.approx({"flow1": 0.85})


def test_window_without_fall_has_no_regrowth() -> None:
    trace = f"{DOWNLOAD}\n{window((0.1, 1), (0.9, 2), (1.0, 3))}"
    assert measured(trace, "time_to_regrow_cwnd") == {}
    assert measured(trace, "least_cwnd_after_loss") == {"flow1": 2.0}


def test_recovery_metrics_need_loss() -> None:
    trace = f"{in_order(sent(1, 1, 0.7, 0.9))}\n{WINDOW}"
    assert measured(trace, "time_to_regrow_cwnd") == {}
    assert measured(trace, "least_cwnd_after_loss") == {}
    assert compute_series(database(trace), "recovery_packets").num_rows == 0


def test_packets_around_loss() -> None:
    rows = compute_series(database(DOWNLOAD), "recovery_packets").to_pylist()
    found = sorted((row["event"], row["packet"], round(row["time_s"], 6)) for row in rows)
    assert found == [
        ("lost", 0, 0.0),
        ("lost", 1, 0.01),
        ("retransmitted", 0, 0.7),
        ("retransmitted", 1, 0.8),
        ("sent", 0, -0.1),
        ("sent", 1, -0.09),
        ("sent", 2, -0.08),
    ]


def test_packets_far_from_loss_are_left_out() -> None:
    far = in_order(sent(7, 300, 1.0, 1.1), sent(8, 5, 4.0, 4.1))
    rows = compute_series(database(f"{DOWNLOAD}\n{far}"), "recovery_packets").to_pylist()
    assert {row["packet"] for row in rows} == {0, 1, 2}
