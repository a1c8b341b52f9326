"""SACK with loss differentiation: SACK while losses mean congestion, a full window if not."""

import subprocess
from pathlib import Path

import pytest
from flow_runs import SACK, FlowRun, Option, run_flow

from ns2studies.simulator.build import Simulator

AGENT = "sack-pr"
SACK_PR = "Agent/TCP/Sack1/PR"
COUNTERS = "random_losses_ congestion_losses_"
BACKLOG = "rule_ 0"
SPIKE = "rule_ 1"

UNCONGESTED: dict[str, Option] = {
    "bandwidth": "1000Mb",
    "access": "1000Mb",
    "window": 100,
    "end": 20,
}
"""A path on which packets hardly wait: a whole window sent at once, W^2 / 2 packet times of
8.3 us in a round trip of 84 ms, is a backlog of 0.5, and waits less than the resolution."""


def both(ns: Simulator, folder: Path, settings: str, **options: Option) -> list[FlowRun]:
    """The same run with SACK and with loss differentiation."""
    plain = run_flow(ns.ns, AGENT, folder / "sack", sender=SACK, **options)
    ours = run_flow(
        ns.ns, AGENT, folder / "pr", sender=SACK_PR, settings=settings, counters=COUNTERS, **options
    )
    return [plain, ours]


@pytest.mark.parametrize(
    "options",
    [
        {"error_rate": 0.02},
        {"queue": 8},
        {"queue": 50, "others": 2, "error_rate": 0.002},
        {"queue": 50, "others": 2, "discipline": "RED"},
        {"swap_s": 0.005, "swapped_delay": "20ms", "window": 60},
    ],
    ids=["random losses", "small queue", "shared queue", "red", "reordering"],
)
def test_threshold_0_equals_sack(ns: Simulator, tmp_path: Path, options: dict[str, Option]) -> None:
    """No backlog is below 0: packet by packet and window by window, whatever happens."""
    plain, ours = both(ns, tmp_path, "threshold_ 0", **options)
    assert plain.counts["cuts"] >= 5
    assert ours.packets == plain.packets
    assert ours.windows == plain.windows
    assert ours.counts["random_losses_"] == 0


@pytest.mark.parametrize(
    "options",
    [{"error_rate": 0.02}, {"queue": 50, "others": 2, "error_rate": 0.002}],
    ids=["random losses", "shared queue"],
)
def test_response_of_half_equals_sack(
    ns: Simulator, tmp_path: Path, options: dict[str, Option]
) -> None:
    """Every loss counts as random, and leaves half of the window."""
    plain, ours = both(ns, tmp_path, "threshold_ 1000 response_ 0.5", **options)
    assert ours.counts["random_losses_"] >= 5
    assert ours.packets == plain.packets
    assert ours.windows == plain.windows
    assert ours.counts["cuts"] == plain.counts["cuts"]


def test_random_loss_scales_window_by_response(ns: Simulator, tmp_path: Path) -> None:
    options: dict[str, Option] = {**LOSS, "window": 60}
    _, ours = both(ns, tmp_path, "response_ 0.8", **options)
    assert ours.counts["random_losses_"] == 1
    assert [after for _, _, after in ours.reductions()] == [48]


@pytest.mark.parametrize("settings", [BACKLOG, SPIKE])
@pytest.mark.parametrize("queue", [20, 50, 101])
@pytest.mark.parametrize("echo", ["true", "false"])
def test_alone_in_overflowing_queue_it_equals_sack(
    ns: Simulator, tmp_path: Path, settings: str, queue: int, echo: str
) -> None:
    """The flow's own packets fill the queue: up to its bandwidth-delay product of 101 packets.

    Both for receivers that echo the last packet in order and for those that echo each one.
    """
    sink = f"ts_echo_bugfix_ {echo}"
    plain, ours = both(ns, tmp_path, settings, queue=queue, sink_settings=sink, end=40)
    assert plain.counts["cuts"] >= 4
    assert ours.packets == plain.packets
    assert ours.windows == plain.windows
    assert ours.counts["congestion_losses_"] == plain.counts["cuts"]
    assert ours.counts["random_losses_"] == 0


@pytest.mark.parametrize("settings", [BACKLOG, SPIKE])
@pytest.mark.parametrize("error_rate", [0.001, 0.003, 0.01])
def test_random_losses_do_not_halve_window(
    ns: Simulator, tmp_path: Path, settings: str, error_rate: float
) -> None:
    plain, ours = both(ns, tmp_path, settings, error_rate=error_rate, **UNCONGESTED)
    assert ours.counts["random_losses_"] >= 20
    assert ours.counts["congestion_losses_"] == 0
    assert ours.counts["cuts"] == ours.counts["timeouts"]
    assert [after for _, _, after in ours.reductions()] == [1] * int(ours.counts["timeouts"])
    assert plain.counts["cuts"] >= 10
    assert ours.counts["acknowledged"] > 2 * plain.counts["acknowledged"]


def test_syn_is_not_used_as_base_round_trip(ns: Simulator, tmp_path: Path) -> None:
    """It needs a 26th of a packet's time on each of three slow links.

    Were its round trip time the base, a window of 80 would seem to have a backlog of 2.2.
    """
    options: dict[str, Option] = {"access": "10Mb", "window": 80, "drops": "3000", "end": 10}
    _, ours = both(ns, tmp_path, "threshold_ 1.5", **options)
    assert ours.counts["random_losses_"] == 1
    assert ours.counts["cuts"] == 0


@pytest.mark.parametrize("settings", [BACKLOG, SPIKE])
def test_random_and_congestion_losses_are_told_apart(
    ns: Simulator, tmp_path: Path, settings: str
) -> None:
    """Packet 600 is lost while the queue is empty; later the window grows until it is full."""
    options: dict[str, Option] = {"queue": 20, "end": 15, "drops": "600", "threshold": 20}
    _, ours = both(ns, tmp_path, settings, **options)
    assert ours.counts["random_losses_"] == 1
    assert ours.counts["congestion_losses_"] == ours.counts["cuts"] >= 1
    lost_s = ours.sent_at_s(600)[0]
    assert all(time > lost_s + 0.2 for time, _, _ in ours.reductions())


def test_lost_retransmission_is_timeout_as_in_sack(ns: Simulator, tmp_path: Path) -> None:
    """Packet 300 and what mends it: noticed when SACK notices, and with SACK's window."""
    again = first_retransmission(run_flow(ns.ns, AGENT, tmp_path / "once", sender=SACK_PR, **LOSS))
    options: dict[str, Option] = {**LOSS, "drops": [300, again]}
    plain, ours = both(ns, tmp_path, BACKLOG, **options)
    for run in (plain, ours):
        assert run.counts["timeouts"] == 1
        assert run.reductions()[-1][2] == 1
    assert ours.counts["random_losses_"] == 1
    assert len(plain.sent_at_s(300)) == 3
    assert ours.sent_at_s(300) == plain.sent_at_s(300)


LOSS: dict[str, Option] = {"window": 60, "end": 6, "drops": "300"}


def first_retransmission(run: FlowRun) -> int:
    """Its place among the packets that come to the link where losses happen."""
    numbers = [number for _, number in run.sent()]
    return numbers.index(numbers[300], 301)


@pytest.mark.parametrize(("mark", "random_losses"), [(780, 0), (820, 1)])
def test_ecn_mark_halves_window_once(
    ns: Simulator, tmp_path: Path, mark: int, random_losses: int
) -> None:
    """Packet 800 is lost; a mark of the same flight comes first, or in recovery."""
    ecn: dict[str, Option] = {"window": 60, "end": 5, "drops": 800, "marks": mark}
    settings = {"settings": "ecn_ 1"}
    plain = run_flow(ns.ns, AGENT, tmp_path / "sack", sender=SACK, **settings, **ecn)
    counters = f"{COUNTERS} necnresponses_"
    ours = run_flow(
        ns.ns, AGENT, tmp_path / "pr", sender=SACK_PR, counters=counters, **settings, **ecn
    )
    assert plain.counts["cuts"] == ours.counts["cuts"] == 1
    assert ours.counts["necnresponses_"] == 1
    assert ours.counts["random_losses_"] == random_losses
    assert ours.counts["congestion_losses_"] == 0
    assert [after for _, _, after in ours.reductions()] == [30]


@pytest.mark.parametrize("settings", [BACKLOG, SPIKE])
def test_file_arrives_whole(ns: Simulator, tmp_path: Path, settings: str) -> None:
    options: dict[str, Option] = {"error_rate": 0.05, "packets": 500, "end": 200}
    _, ours = both(ns, tmp_path, settings, **options)
    # The SYN has 40 bytes, and each of 500 packets 1000 and a header of 40.
    assert ours.counts["bytes"] == 40 + 500 * 1040
    assert ours.counts["done"] == 1
    assert ours.counts["retransmitted"] >= 20


@pytest.mark.parametrize("settings", ["threshold_ 1000", "rule_ 1 spike_start_ 2", SPIKE])
def test_variables_change_limits(ns: Simulator, tmp_path: Path, settings: str) -> None:
    """A queue never holds 1000 packets, and no RTT is twice its range above the least."""
    _, ours = both(ns, tmp_path, settings, queue=50, end=15)
    moved = settings != SPIKE
    assert (ours.counts["random_losses_"] > 0) == moved
    assert (ours.counts["congestion_losses_"] == 0) == moved


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("rule_ 2", "rule_ is 2"),
        ("response_ 0", "response_ is 0; it is above 0"),
        ("response_ 1.5", "response_ is 1.5"),
    ],
)
def test_invalid_setting_is_named(ns: Simulator, tmp_path: Path, settings: str, words: str) -> None:
    with pytest.raises(subprocess.CalledProcessError) as raised:
        run_flow(ns.ns, AGENT, tmp_path / "pr", sender=SACK_PR, settings=settings, error_rate=0.01)
    assert words in raised.value.stderr
