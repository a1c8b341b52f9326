"""What the patches mend, seen from Tcl."""

import subprocess
from pathlib import Path

import pytest

from ns2studies.simulator.build import Simulator

LDP = """
set ns [new Simulator]
foreach i {0 1 2 3} {set n($i) [$ns mpls-node]}
foreach i {1 2 3} {
    $ns duplex-link $n(0) $n($i) 1Mb 10ms DropTail
    $ns LDP-peer $n(0) $n($i)
}
foreach agent [[$n(0) get-module MPLS] get-ldp-agents] {puts [$agent info class]}
"""

SLOTS = """
set replicator [new Classifier/Replicator]
foreach slot {0 1 2} {
    $replicator install $slot [new Agent/Null]
}
puts [llength [$replicator slots]]
"""

MONITOR = """
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns simplex-link $a $b 1000Gb 1ms DropTail
set monitor [$ns monitor-queue $a $b ""]
set udp [new Agent/UDP]
set null [new Agent/Null]
$udp set packetSize_ 1000000000
$ns attach-agent $a $udp
$ns attach-agent $b $null
$ns connect $udp $null
for {set i 0} {$i < 5} {incr i} {$ns at [expr $i * 0.1] "$udp send 1000000000"}
$ns at 1 {
    foreach counter {parrivals_ barrivals_ pdepartures_ bdepartures_} {
        puts [$monitor set $counter]
    }
    exit 0
}
$ns run
"""

PARAMETERS = """
set ns [new Simulator]
set tcp [new Agent/TCP/Linux]
$ns attach-agent [$ns node] $tcp
$tcp select_ca reno
$tcp set_ca_default_param linux debug_level 2
foreach name {sysctl_tcp_abc tcp_max_burst debug_level} {
    $tcp get_ca_default_param linux $name
}
"""

SACK = """
set ns [new Simulator]
set a [$ns node]
set b [$ns node]
$ns duplex-link $a $b 1Mb 10ms DropTail
$ns trace-queue $a $b [open /dev/stdout w]
set loss [new ErrorModel/List]
$loss droplist {12 13}
$loss drop-target [new Agent/Null]
$ns link-lossmodel $loss $a $b
set tcp [new Agent/TCP/Sack1]
set sink [new Agent/TCPSink/Sack1]
if {$argc > 0} {$tcp set stopWhenAllSent_ [lindex $argv 0]}
$ns attach-agent $a $tcp
$ns attach-agent $b $sink
$ns connect $tcp $sink
$ns at 0 "$tcp advance 20"
$ns at 10 "exit 0"
$ns run
"""


class Runner:
    """Runs Tcl texts with the built simulator in a scratch folder."""

    def __init__(self, ns: Path, folder: Path) -> None:
        self._ns = ns
        self._script = folder / "script.tcl"

    def lines(self, script: str, *arguments: str) -> list[str]:
        """What the script prints."""
        self._script.write_text(script)
        command = [str(self._ns), str(self._script), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()


@pytest.fixture
def runner(ns: Simulator, tmp_path: Path) -> Runner:
    return Runner(ns.ns, tmp_path)


def test_get_ldp_agents_returns_every_agent(runner: Runner) -> None:
    assert runner.lines(LDP) == ["Agent/LDP"] * 3


def test_a_replicator_names_all_its_slots(runner: Runner) -> None:
    assert runner.lines(SLOTS) == ["3"]


def test_queue_monitors_count_past_32_bits(runner: Runner) -> None:
    assert runner.lines(MONITOR) == ["5", "5000000000", "5", "5000000000"]


def test_setting_a_tcp_linux_parameter_leaves_the_others(runner: Runner) -> None:
    values = [line.split(" = ") for line in runner.lines(PARAMETERS) if " = " in line]
    assert values == [
        ["tcp_linux.sysctl_tcp_abc", "1"],
        ["tcp_linux.tcp_max_burst", "3"],
        ["tcp_linux.debug_level", "2"],
    ]


def retransmissions(trace: list[str]) -> list[tuple[float, int]]:
    """Time in seconds and sequence number of each segment sent a second time."""
    seen: set[int] = set()
    again = []
    for fields in (line.split() for line in trace if line.startswith("- ")):
        number = int(fields[10])
        if number in seen:
            again.append((float(fields[1]), number))
        seen.add(number)
    return again


def test_sack_goes_on_after_all_is_sent_unless_told_otherwise(runner: Runner) -> None:
    default = runner.lines(SACK)
    assert runner.lines(SACK, "false") == default
    # Both losses are mended by the scoreboard, without a timeout (0.2 s at least).
    assert [number for _, number in retransmissions(default)] == [12, 13]
    assert retransmissions(default)[-1][0] < 0.22


def test_sack_can_stop_when_all_is_sent_as_before_2_35(runner: Runner) -> None:
    (first, one), (second, two) = retransmissions(runner.lines(SACK, "true"))[:2]
    assert (one, two) == (12, 13)
    assert second - first > 0.2  # the second loss waits for the timeout


def test_the_tcl_library_is_inside(ns: Simulator, tmp_path: Path) -> None:
    """The program runs from anywhere, without files beside it."""
    script = tmp_path / "version.tcl"
    script.write_text("puts [ns-version]\nputs [llength [Simulator info instprocs]]\n")
    done = subprocess.run(
        [ns.ns, script], cwd=tmp_path, env={}, capture_output=True, text=True, check=True
    )
    version, methods = done.stdout.split()
    assert version == "2.35"
    assert int(methods) > 100
