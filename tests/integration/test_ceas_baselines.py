"""What ants are compared with: link state that waits, distance vector; and ns without ants."""

import subprocess
from pathlib import Path

import duckdb
import pytest
from ceas_runs import ELEVEN, start

import nstrace
from ns2studies.simulator.build import Simulator

SCRIPT = """
source [lindex $argv 0]/library.tcl
uses simulation topology traffic failures tracing
simulation::create udp link-state distance-vector
WAIT
simulation::routing PROTOCOL
tracing::everything [open out.tr w]
for {set id 0} {$id < 11} {incr id} {topology::add_node}
LINKS
traffic::active [traffic::cbr [traffic::udp 0 8 500] 4e6 500] 8 12
failures::link_outage 4 5 10 10.1
tracing::end_at . 12
[simulation::ns] run
"""

PLAIN = """
proc say args { puts $args }
set ns [new Simulator]
say [PacketHeaderManager set hdrlen_] [[new RNG] uniform 0 1] [Node set module_list_]
say [Agent/rtProto/DV set advertInterval] [Agent/rtProto/DV set INFINITY]
say [Agent/rtProto/DV set preference_]
say [Agent/rtProto/LS set advertInterval] [Agent/rtProto/LS set preference_]
$ns rtproto PROTOCOL
$ns trace-all [open out.tr w]
foreach id {0 1 2 3 4} { set n($id) [$ns node] }
foreach {a b} {0 1 1 2 2 3 3 0 3 4} { $ns duplex-link $n($a) $n($b) 2Mb 3ms DropTail }
set tcp [new Agent/TCP/Sack1]
set sink [new Agent/TCPSink/Sack1]
$ns attach-agent $n(0) $tcp
$ns attach-agent $n(2) $sink
$ns connect $tcp $sink
set ftp [new Application/FTP]
$ftp attach-agent $tcp
$ns at 1 "$ftp start"
$ns rtmodel-at 3 down $n(1) $n(2)
$ns rtmodel-at 5 up $n(1) $n(2)
$ns at 8 { $ns flush-trace; exit 0 }
$ns run
"""


def changes(ns: Path, folder: Path, protocol: str, wait: str = "") -> tuple[list[int], list[float]]:
    """To which node data from node 3 goes from then on, at each change; and when (s)."""
    links = [f"topology::add_link {one} {other} 1e8 0.001 60" for one, other, _ in ELEVEN]
    words = {"WAIT": wait, "PROTOCOL": protocol, "LINKS": "\n".join(links)}
    script = SCRIPT
    for word, value in words.items():
        script = script.replace(word, value)
    done = start(ns, folder, script)
    assert done.returncode == 0, done.stderr
    packets: duckdb.DuckDBPyConnection = nstrace.read(folder / "out.tr").duckdb()
    rows = packets.execute(
        "SELECT time_ns / 1e9, to_node FROM packets WHERE event = '+' AND type = 'cbr' "
        "AND from_node = 3 QUALIFY to_node <> lag(to_node, 1, 4) OVER (ORDER BY line)"
    ).fetchall()
    return [int(node) for _, node in rows], [float(time_s) for time_s, _ in rows]


def test_routes_wait_for_shortest_paths(ns: Simulator, tmp_path: Path) -> None:
    """Node 3 hears of the failure 1 ms later; then 0.01 s pass, and 0.25 s to the next time."""
    nodes, times = changes(ns.ns, tmp_path / "a", "link-state")
    assert nodes == [10, 4]
    assert times == pytest.approx([10.001, 10.101], abs=1e-3)
    wait = "simulation::shortest_path_wait 0.01 0.25"
    nodes, times = changes(ns.ns, tmp_path / "b", "link-state", wait)
    assert nodes == [10, 4]
    assert times == pytest.approx([10.011, 10.261], abs=1e-3)
    nodes, _ = changes(ns.ns, tmp_path / "c", "link-state", "simulation::shortest_path_wait 0.26 0")
    assert nodes == [], "the link is back when routes would change"


def test_distance_vector_changes_at_once(ns: Simulator, tmp_path: Path) -> None:
    nodes, times = changes(ns.ns, tmp_path / "a", "distance-vector")
    assert nodes[0] == 10
    assert times[0] == pytest.approx(10.001, abs=1e-3)


def test_shortest_path_wait_validates_its_times(ns: Simulator, tmp_path: Path) -> None:
    for wait, message in (
        ("simulation::shortest_path_wait 0.01 -1", "hold_s: expected a number not below 0"),
        ("simulation::shortest_path_wait x 0", "delay_s: expected a number"),
        ("simulation::seed 0", "seed: expected an integer not below 1"),
        ("simulation::seed 2147483647", "seed: expected an integer not above 2147483646"),
    ):
        done = start(ns.ns, tmp_path, SCRIPT.replace("WAIT", wait))
        assert message in done.stderr


@pytest.mark.parametrize("protocol", ["Session", "DV", "LS"])
def test_ns_without_ants_equals_stock(
    ns: Simulator, stock_ns: Path, tmp_path: Path, protocol: str
) -> None:
    """The same defaults, headers, random numbers and trace as those of the stock binary."""
    said, traces = [], []
    for program in (ns.ns, stock_ns):
        folder = tmp_path / program.parent.name
        done: subprocess.CompletedProcess[str] = start(
            program, folder, PLAIN.replace("PROTOCOL", protocol)
        )
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
        traces.append((folder / "out.tr").read_bytes())
    assert said[0] == said[1]
    assert said[0].splitlines()[1:] == ["2 32", "120", "1800 120"]
    assert traces[0] == traces[1]
    assert len(traces[0]) > 100_000
