"""TCP Hybla's senders: what they add to NewReno and Sack1, and that it is nothing else."""

import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from ns2studies.simulator.build import Simulator

SCRIPTS = Path(__file__).parents[1] / "data" / "hybla"


def run(ns: Path, folder: Path, script: str, *words: str) -> str:
    """Run a script of ``tests/data/hybla`` in ``folder``; what it prints."""
    folder.mkdir(exist_ok=True)
    command = [str(ns), str(SCRIPTS / script), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert "warning" not in done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("hybla", "base", "sink"),
    [
        ("Agent/TCP/Hybla", "Agent/TCP/Newreno", "Agent/TCPSink"),
        ("Agent/TCP/Hybla", "Agent/TCP/Newreno", "Agent/TCPSink/Sack1"),
        ("Agent/TCP/Hybla/Sack", "Agent/TCP/Sack1", "Agent/TCPSink/Sack1"),
    ],
)
def test_hybla_with_rho_1_equals_its_base_sender(
    ns: Simulator, tmp_path: Path, hybla: str, base: str, sink: str
) -> None:
    """Packet by packet and window by window, through overflows of the queue."""
    run(ns.ns, tmp_path / "base", "lossy.tcl", base, sink)
    expected = (tmp_path / "base" / "out.tr").read_bytes()
    assert expected.count(b"\nd ") > 10
    for settings in ("p_ 1", "r_rtt_ 100 p_algo_ 1"):
        run(ns.ns, tmp_path / "hybla", "lossy.tcl", hybla, sink, settings)
        assert (tmp_path / "hybla" / "out.tr").read_bytes() == expected
    run(ns.ns, tmp_path / "hybla", "lossy.tcl", hybla, sink, "p_ 2")
    assert (tmp_path / "hybla" / "out.tr").read_bytes() != expected


def windows_of(folder: Path) -> list[tuple[float, float]]:
    """Time in s and value of each change of the congestion window."""
    lines = [line.split() for line in (folder / "window.tr").read_text().splitlines()]
    return [(float(words[0]), float(words[6])) for words in lines]


def value_at(points: list[tuple[float, float]], time_s: float) -> float:
    return [value for time, value in points if time <= time_s][-1]


@pytest.mark.parametrize("rtt_s", [0.025, 0.05, 0.1, 0.2])
@pytest.mark.parametrize("algorithm", [0, 1, 2])
def test_rate_growth_ignores_round_trip_time(
    ns: Simulator, tmp_path: Path, rtt_s: float, algorithm: int
) -> None:
    """Congestion avoidance: the sending rate W / RTT gains 1 / RTT0^2 packets/s each second.

    Caini and Firrincieli 2004, equation for B(t), whatever the round trip time is.
    """
    reference_s = 0.025
    settings = f"r_rtt_ {reference_s} p_algo_ {algorithm} timestamps_ true"
    rho = run(ns.ns, tmp_path, "growth.tcl", str(rtt_s / 2), "1", settings, "12")
    assert float(rho) == pytest.approx(rtt_s / reference_s, rel=1e-3)
    windows = windows_of(tmp_path)
    # Within a round trip the window grows while the rule divides by it, so that a round gives
    # less than rho^2 by a share of rho^2 / 2W: less than 2 % from here on.
    early, late = value_at(windows, 6), value_at(windows, 12)
    assert early > 25 * (rtt_s / reference_s) ** 2
    gain = (late - early) / rtt_s / 6
    assert gain == pytest.approx(1 / reference_s**2, rel=0.02)


@pytest.mark.parametrize("rho", [1.0, 1.5, 2.0, 3.5])
def test_slow_start_adds_2_to_rho_minus_1(ns: Simulator, tmp_path: Path, rho: float) -> None:
    run(ns.ns, tmp_path, "growth.tcl", "0.05", "100000", f"p_ {rho}", "0.45")
    windows = [value for _, value in windows_of(tmp_path)]
    # After the SYN ns sets the initial window; from there on each step is one acknowledgement.
    start = max(place for place, value in enumerate(windows) if value == 2 * rho)
    steps = [after - before for before, after in pairwise(windows[start:])]
    assert len(steps) > 10
    assert steps == [pytest.approx(2**rho - 1, abs=2e-3)] * len(steps)


def test_initial_window_and_threshold_are_scaled(ns: Simulator, tmp_path: Path) -> None:
    run(ns.ns, tmp_path / "scaled", "growth.tcl", "0.05", "9", "r_rtt_ 0.025", "0.11")
    assert value_at(windows_of(tmp_path / "scaled"), 0.11) == pytest.approx(8, abs=0.01)
    settings = "r_rtt_ 0.025 scale_initial_ false"
    run(ns.ns, tmp_path / "plain", "growth.tcl", "0.05", "9", settings, "0.11")
    assert value_at(windows_of(tmp_path / "plain"), 0.11) == pytest.approx(2, abs=0.01)


def test_rtt_algorithms_give_different_traces(ns: Simulator, tmp_path: Path) -> None:
    """Current follows the queue, the minimum does not, smoothed lies between."""
    final = []
    for algorithm in (0, 1, 2):
        folder = tmp_path / str(algorithm)
        settings = f"r_rtt_ 25ms p_algo_ {algorithm} rho_floor_ 0"
        run(ns.ns, folder, "lossy.tcl", "Agent/TCP/Hybla", "Agent/TCPSink", settings)
        final.append((folder / "out.tr").read_bytes())
    assert len(set(final)) == 3


def test_pacing_spreads_window_over_round_trip(ns: Simulator, tmp_path: Path) -> None:
    gaps = {}
    for pacing in ("false", "true"):
        folder = tmp_path / pacing
        settings = f"r_rtt_ 0.05 p_algo_ 2 pacing_ {pacing}"
        run(ns.ns, folder, "growth.tcl", "0.05", "8", settings, "3")
        lines = [line.split() for line in (folder / "packets.tr").read_text().splitlines()]
        sent = [float(words[1]) for words in lines if words[0] == "+" and float(words[1]) > 2]
        steps = sorted(after - before for before, after in pairwise(sent))
        gaps[pacing] = steps[len(steps) // 2]
        window = value_at(windows_of(folder), 2.5)
        assert len(sent) == pytest.approx(window / 0.1, rel=0.15)
    assert gaps["false"] < 1e-4
    assert gaps["true"] == pytest.approx(0.1 / window, rel=0.15)


def test_published_script_reproduces_known_shares(ns: Simulator, tmp_path: Path) -> None:
    """RTT0 as number or with a unit; shares in a block of bad delays and beyond 65 ms."""
    printed = run(ns.ns, tmp_path, "two-flows.tcl", "23ms", "10", "102ms")
    assert printed == run(ns.ns, tmp_path, "two-flows.tcl", "23ms", "10", "0.102")
    ours, other = map(int, printed.split())
    assert ours > 90 * other
    late = run(ns.ns, tmp_path, "two-flows.tcl", "70ms", "10", "102ms")
    ours, other = map(int, late.split())
    assert other > 12 * ours
