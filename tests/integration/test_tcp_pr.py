"""TCP-PR: losses are found by timers alone, and halve the window once for each burst."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from flow_runs import SACK, FlowRun, Option, run_flow

from ns2studies.simulator.build import Simulator

AGENT = "tcp-pr"
TCP_PR = "Agent/TCP/PR"
COUNTERS = "losses_ halvings_ extreme_losses_ mxrtt_"

RTT_S = 2 * 0.042 + 2 * 1040 * 8 / 100e6 + 1040 * 8 / 10e6 + 40 * 8 * (2 / 100e6 + 1 / 10e6)
"""Round trip time of a packet that waits nowhere: three links there and back."""

STEADY: dict[str, Option] = {"window": 60, "end": 10}
"""Three fifths of what the path holds: nothing waits, and the timer is 3 RTT."""


def tcp_pr(ns: Simulator, folder: Path, **options: Option) -> FlowRun:
    return run_flow(ns.ns, AGENT, folder, sender=TCP_PR, counters=COUNTERS, **options)


@pytest.mark.parametrize("window", [20, 100, 400])
def test_without_loss_it_sends_what_sack_sends(ns: Simulator, tmp_path: Path, window: int) -> None:
    """Packet by packet, with the whole window: below, at and above what the path holds."""
    plain = run_flow(ns.ns, AGENT, tmp_path / "sack", sender=SACK, window=window)
    ours = tcp_pr(ns, tmp_path / "pr", window=window)
    assert ours.packets == plain.packets
    assert ours.windows == plain.windows
    assert ours.counts["losses_"] == 0
    if window == 400:
        assert ours.counts["bytes"] > 0.97 * 30 * 10e6 / 8


def test_loss_is_found_after_mxrtt_and_halves_once(ns: Simulator, tmp_path: Path) -> None:
    """Late enough for what waited in slow start to be forgotten: mxrtt is 3 RTT."""
    run = tcp_pr(ns, tmp_path, drops="5000", **STEADY)
    first_s, again_s = run.sent_at_s(sent_twice(run)[0])
    assert again_s - first_s == pytest.approx(3 * RTT_S, rel=1e-3)
    assert run.counts["retransmitted"] == run.counts["losses_"] == run.counts["halvings_"] == 1
    assert [after for _, _, after in run.reductions()] == [30]
    assert run.counts["timeouts"] == run.counts["extreme_losses_"] == 0


@pytest.mark.parametrize(
    "drops", [[400, 401, 402], [400, 402, 404, 405, 406, 407, 420], [400, 420, 440, 455]]
)
def test_burst_of_losses_halves_once(ns: Simulator, tmp_path: Path, drops: list[int]) -> None:
    """Packets in a row, scattered, and over all that is sent until the first is found lost."""
    run = tcp_pr(ns, tmp_path, drops=drops, **STEADY)
    assert run.counts["losses_"] == run.counts["retransmitted"] == len(drops)
    assert run.counts["halvings_"] == 1
    assert [after for _, _, after in run.reductions()] == [30]


def test_loss_after_burst_halves_again(ns: Simulator, tmp_path: Path) -> None:
    run = tcp_pr(ns, tmp_path, drops="400 1200", **STEADY)
    assert run.counts["halvings_"] == 2
    before, after = [step[1:] for step in run.reductions()]
    assert before[1] == 30
    assert after[1] == pytest.approx(after[0] / 2, rel=0.2)


def test_window_of_lost_packet_is_halved(ns: Simulator, tmp_path: Path) -> None:
    """In slow start it has grown a lot until the loss is found; what counts is the old one."""
    run = tcp_pr(ns, tmp_path, drops="40", end=3, bandwidth="1Gb")
    sent_s = run.sent_at_s(sent_twice(run)[0])[0]
    ((_, before, after),) = run.reductions()
    assert after == pytest.approx(run.window_at(sent_s + 1e-6) / 2, abs=1)
    assert before > 4 * after


def test_extreme_losses_wait_one_second(ns: Simulator, tmp_path: Path) -> None:
    """A window is lost and the first packet sent again: a second until that one is missed."""
    run = tcp_pr(ns, tmp_path, drops=list(range(400, 461)), **STEADY)
    assert [after for _, _, after in run.reductions()] == [30, 1]
    assert run.counts["extreme_losses_"] == run.counts["timeouts"] == 1
    _, again_s, once_more_s = run.sent_at_s(sent_twice(run)[0])
    assert once_more_s - again_s == pytest.approx(1, rel=1e-3)
    # It was sent with a window of 30, half of which would be more than there is.
    assert run.window_at(once_more_s + RTT_S / 2) == 1


def test_half_window_is_limit_of_burst(ns: Simulator, tmp_path: Path) -> None:
    few = tcp_pr(ns, tmp_path / "few", drops=list(range(400, 431)), **STEADY)
    assert few.counts["extreme_losses_"] == 0
    enough = tcp_pr(ns, tmp_path / "enough", drops=list(range(400, 432)), **STEADY)
    assert enough.counts["extreme_losses_"] == 1


def test_wait_ends_when_packet_of_it_is_acked(ns: Simulator, tmp_path: Path) -> None:
    """What was sent again before it began is acknowledged first, and says nothing."""
    options: dict[str, Option] = {"drops": list(range(400, 432)), "window": 60}
    whole = tcp_pr(ns, tmp_path, **options, end=5)
    begin_s = whole.reductions()[-1][0]
    before = tcp_pr(ns, tmp_path, **options, end=begin_s + RTT_S)
    assert before.counts["acknowledged"] > 400
    assert before.counts["mxrtt_"] == 1
    assert whole.counts["mxrtt_"] < 0.4


def test_wait_doubles_with_lost_retransmissions(ns: Simulator, tmp_path: Path) -> None:
    """With one packet in flight: after 3 RTT, then 1, 2 and 4 s."""
    run = tcp_pr(ns, tmp_path, window=1, drops="5 6 7 8", end=20)
    times = run.sent_at_s(sent_twice(run)[0])
    waits = [after - before for before, after in pairwise(times)]
    assert waits == [pytest.approx(value, rel=1e-3) for value in (3 * RTT_S, 1, 2, 4)]
    assert run.counts["mxrtt_"] == pytest.approx(3 * RTT_S, rel=1e-3)


def test_reordering_retransmits_nothing(ns: Simulator, tmp_path: Path) -> None:
    """Two delays in turn, so that a fourth of the packets in flight overtakes others."""
    options: dict[str, Option] = {"swap_s": 0.005, "swapped_delay": "20ms", "window": 60}
    plain = run_flow(ns.ns, AGENT, tmp_path / "sack", sender=SACK, **options)
    ours = tcp_pr(ns, tmp_path / "pr", **options)
    assert plain.counts["retransmitted"] > 50
    assert ours.counts["retransmitted"] == ours.counts["cuts"] == 0
    assert ours.counts["acknowledged"] > 3 * plain.counts["acknowledged"]


def test_tcp_pr_needs_sack_receiver(ns: Simulator, tmp_path: Path) -> None:
    """Without SACK, what came after a lost packet is taken for lost with it."""
    run = tcp_pr(ns, tmp_path, drops="400", sink="Agent/TCPSink", **STEADY)
    assert run.counts["losses_"] > 20
    assert run.counts["extreme_losses_"] == 1
    # Those that one acknowledgement then names have not been sent again yet, and are not.
    assert run.counts["retransmitted"] == 1


@pytest.mark.parametrize(
    "settings", ["", "maxburst_ 4", "overhead_ 0.0001", "syn_ false delay_growth_ false"]
)
def test_file_arrives_whole(ns: Simulator, tmp_path: Path, settings: str) -> None:
    options: dict[str, Option] = {
        "error_rate": 0.05,
        "packets": 500,
        "end": 200,
        "settings": settings,
    }
    run = tcp_pr(ns, tmp_path, **options)
    syn = 0 if "syn_" in settings else 40
    packets = 500 if syn else 499
    # Packet 0 has no header if it is no SYN.
    first = 0 if syn else 1000
    assert run.counts["bytes"] == syn + first + packets * 1040
    assert run.counts["done"] == 1
    assert run.counts["retransmitted"] >= 15
    again = tcp_pr(ns, tmp_path, **options)
    assert (again.packets, again.windows) == (run.packets, run.windows)


def test_bursts_are_limited(ns: Simulator, tmp_path: Path) -> None:
    """Behind a hole the receiver's window ends; once it is mended, half a window may go out."""
    for settings, least, most in (("", 20, 30), ("maxburst_ 4", 4, 4)):
        run = tcp_pr(ns, tmp_path, drops="400", settings=settings, **STEADY)
        at_once = Counter(time for time, _ in run.sent() if time > 1)
        assert least <= max(at_once.values()) <= most


def test_sending_may_be_delayed_at_random(ns: Simulator, tmp_path: Path) -> None:
    plain, delayed = (
        tcp_pr(ns, tmp_path, packets=50, settings=settings).sent()
        for settings in ("", "overhead_ 0.001")
    )
    assert [number for _, number in delayed] == [number for _, number in plain]
    assert all(late > early for (late, _), (early, _) in zip(delayed, plain, strict=True))
    assert all(late < early + 0.02 for (late, _), (early, _) in zip(delayed, plain, strict=True))


def test_lost_acks_do_not_lengthen_round_trips(ns: Simulator, tmp_path: Path) -> None:
    """After twenty of them the next one names what was sent last, and that is measured."""
    lost = list(range(5000, 5020))
    run = tcp_pr(ns, tmp_path, ack_drops=lost, window=60, end=7.72)
    assert run.counts["acknowledged"] > 5020
    assert run.counts["losses_"] == 0
    assert run.counts["mxrtt_"] == pytest.approx(3 * RTT_S, rel=1e-3)


def test_application_starts_and_stops_sender(ns: Simulator, tmp_path: Path) -> None:
    """What was sent is delivered after a stop, too, and then there is silence."""
    events = "2 stop 4 {producemore 500} 8 start"
    run = tcp_pr(ns, tmp_path, error_rate=0.005, window=60, end=12, events=events)
    times = sorted(time for time, _ in run.sent())
    gaps = [(before, after) for before, after in pairwise(times) if after - before > 0.9]
    assert len(gaps) == 2
    assert [after for _, after in gaps] == [4, 8]
    assert gaps[0][0] < 3
    before_stop = max(number for time, number in run.sent() if time < 3)
    assert next(number for time, number in run.sent() if time >= 4) == before_stop + 1
    assert run.counts["done"] == 2


@pytest.mark.parametrize("mark", [780, 820])
def test_mark_and_earlier_loss_halve_once(ns: Simulator, tmp_path: Path, mark: int) -> None:
    """Packet 800 is lost, which is found after the mark: half of its window is the same again."""
    run = tcp_pr(ns, tmp_path, drops="800", marks=mark, settings="ecn_ 1", window=60, end=5)
    lowest = min(after for _, _, after in run.reductions())
    assert lowest == 30
    assert run.counts["cuts"] == 2
    marked_s = run.reductions()[0][0]
    # The receiver repeats the mark for more than a round trip, and for so long nothing grows.
    grown_s = next(time for time, _ in run.window_changes() if time > marked_s)
    assert grown_s - marked_s > RTT_S


def sent_twice(run: FlowRun) -> list[int]:
    """The numbers of packets that were sent twice, in order."""
    times = Counter(number for _, number in run.sent())
    return [number for number in sorted(times) if times[number] > 1]
