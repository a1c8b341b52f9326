"""The scenario library: what its procedures do to packets, and that they refuse what is wrong."""

import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.simulator.build import Simulator

NETWORK = """
source [lindex $argv 0]/library.tcl
uses simulation topology traffic downloads failures losses tracing suite
simulation::create tcp udp mpls distance-vector link-state
BEFORE
tracing::everything [open out.tr w]
foreach kind {plain plain plain} {topology::add_node $kind}
topology::add_link 0 1 1e6 0.01 20
topology::add_link 1 2 1e6 0.01 20
AFTER
tracing::end_at . 5
[simulation::ns] run
"""
"""Three nodes in a row, traced in full for 5 s."""

STREAM = "traffic::active [traffic::cbr [traffic::udp 0 2 500] 4e5 500] 0.5 4.495\n"
"""400 kb/s over both links: 100 packets a second for 4 s."""


def run(ns: Path, folder: Path, after: str, before: str = "") -> subprocess.CompletedProcess[str]:
    (folder / "s.tcl").write_text(NETWORK.replace("BEFORE", before).replace("AFTER", after))
    return subprocess.run(
        [ns, "s.tcl", paths.TCL], cwd=folder, capture_output=True, text=True, check=False
    )


def trace(ns: Path, folder: Path, after: str, before: str = "") -> list[list[str]]:
    """The packet trace's lines as words; its file is out.tr."""
    done = run(ns, folder, after, before)
    assert done.returncode == 0, done.stderr
    lines = (folder / "out.tr").read_text().splitlines()
    return [line.split() for line in lines]


def counts(
    lines: Sequence[Sequence[str]], link: tuple[str, str], kind: str = "cbr"
) -> Counter[str]:
    """How many lines of each event one link has for packets of a kind."""
    return Counter(it[0] for it in lines if tuple(it[2:4]) == link and it[4] == kind)


def seconds(lines: Sequence[Sequence[str]], event: str, link: tuple[str, str]) -> list[float]:
    return [float(it[1]) for it in lines if it[0] == event and tuple(it[2:4]) == link]


def test_constant_rate(ns: Simulator, tmp_path: Path) -> None:
    lines = trace(ns.ns, tmp_path, STREAM)
    assert counts(lines, ("0", "1")) == {"+": 400, "-": 400, "r": 400}
    assert {it[5] for it in lines} == {"500"}
    assert {it[7] for it in lines} == {"1"}, "flow identifier"
    times = seconds(lines, "+", ("0", "1"))
    assert (times[0], times[-1]) == (0.5, pytest.approx(4.49, abs=0.011))


def test_source_can_end_by_itself(ns: Simulator, tmp_path: Path) -> None:
    stream = STREAM.replace("4e5 500]", "4e5 500 -max_packets 7]")
    assert counts(trace(ns.ns, tmp_path, stream), ("0", "1"))["+"] == 7


@pytest.mark.parametrize("variant", ["tahoe", "reno", "newreno", "sack", "vegas"])
def test_tcp_variants(ns: Simulator, tmp_path: Path, variant: str) -> None:
    flow = f"traffic::active [traffic::ftp [traffic::tcp 0 2 {variant} -packet_bytes 960]] 0 4"
    lines = trace(ns.ns, tmp_path, flow)
    received = counts(lines, ("1", "2"), "tcp")["r"]
    assert received > 300
    assert counts(lines, ("1", "0"), "ack")["r"] == pytest.approx(received, abs=20)
    # ns' Vegas counts no headers.
    sizes = {"960"} if variant == "vegas" else {"40", "1000"}
    assert {it[5] for it in lines if it[4] == "tcp"} == sizes


@pytest.mark.parametrize("variant", ["reno", "sack"])
def test_acknowledgements_may_be_delayed(ns: Simulator, tmp_path: Path, variant: str) -> None:
    """Every second packet is acknowledged at once; one that comes alone, after 100 ms."""
    flow = f"""
    set sender [traffic::tcp 0 2 {variant} -packet_bytes 960 -window_packets 8 -delayed_ack_s 0.1]
    traffic::active [traffic::ftp $sender] 0 4
    """
    lines = trace(ns.ns, tmp_path, flow)
    received = counts(lines, ("1", "2"), "tcp")["r"]
    assert received > 300
    assert counts(lines, ("1", "0"), "ack")["r"] == pytest.approx(received / 2, abs=5)
    alone = trace(ns.ns, tmp_path, flow.replace("window_packets 8", "window_packets 1"))
    # 1000 and 40 bytes at 1 Mb/s over two links of 10 ms each: 56.64 ms besides.
    assert counts(alone, ("1", "2"), "tcp")["r"] == pytest.approx(4 / 0.15664, abs=2)


def test_not_every_receiver_can_delay(ns: Simulator, tmp_path: Path) -> None:
    done = run(ns.ns, tmp_path, "traffic::tcp 0 2 full-sack -delayed_ack_s 0.1")
    assert "delayed_ack_s: expected 0 for this variant" in done.stderr


@pytest.mark.parametrize("variant", ["full-reno", "full-newreno", "full-sack"])
def test_two_way_tcp(ns: Simulator, tmp_path: Path, variant: str) -> None:
    """A handshake, then segments of the wanted size, numbered by bytes."""
    after = f"""
    set sender [traffic::tcp 0 2 {variant} -packet_bytes 500]
    [simulation::ns] at 0.1 "downloads::send $sender 20"
    """
    lines = trace(ns.ns, tmp_path, after)
    sent = [it for it in lines if it[0] == "+" and it[2] == "0" and int(it[5]) > 60]
    assert {it[5] for it in sent} == {"540"}
    assert [int(it[10]) for it in sent] == [1 + 500 * n for n in range(20)]
    opening = [it for it in lines if it[0] == "r" and it[3] in "02" and int(it[5]) <= 60][:3]
    assert [it[3] for it in opening[:2]] == ["2", "0"], "there and back before any data"


def test_download_begins_when_its_request_arrives(ns: Simulator, tmp_path: Path) -> None:
    after = """
    set sender [traffic::tcp 0 2 reno -packet_bytes 500]
    downloads::request 2 0 $sender 30 1.0 -packet_bytes 100
    """
    lines = trace(ns.ns, tmp_path, after)
    asked = [float(it[1]) for it in lines if it[0] == "r" and it[3] == "0" and it[5] == "140"]
    begun = [float(it[1]) for it in lines if it[0] == "+" and it[2] == "0" and it[7] == "1"]
    # Opening the connection takes a round trip of 40 ms, the request half of one.
    assert asked == [pytest.approx(1.063, abs=0.003)]
    assert begun[0] == asked[0]
    assert counts(lines, ("1", "2"), "tcp")["r"] == 30 + 1, "and a packet to open the connection"


def test_session_sends_files_with_random_pauses(ns: Simulator, tmp_path: Path) -> None:
    """Pauses between files; another replication has other ones, the same one the same."""
    after = """
    set sender [traffic::tcp 0 2 sack -packet_bytes 500]
    downloads::session $sender 0 20 0.2 [simulation::generator {}]
    """
    found = []
    for replication in (1, 2, 1):
        lines = trace(ns.ns, tmp_path, after.format(replication))
        times = seconds([it for it in lines if it[4] == "tcp"], "+", ("0", "1"))
        # In the first file, too, the window's growth leaves gaps of a round trip.
        assert sum(later - one > 0.1 for one, later in pairwise(times)) > 3
        found.append(times)
    assert found[0] == found[2] != found[1]


def test_options_reach_sender(ns: Simulator, tmp_path: Path) -> None:
    after = """
    set tcp [traffic::tcp 0 2 newreno -window_packets 7 -min_rto_s 0.5 -newreno_changes1 false]
    puts [list [$tcp set window_] [$tcp set minrto_] [$tcp set newreno_changes1_]]
    set tcp [traffic::tcp 0 2 vegas -vegas_alpha_packets 2 -clock_tick_s 0.001]
    puts [list [$tcp set v_alpha_] [$tcp set tcpTick_] [$tcp set fid_]]
    """
    assert run(ns.ns, tmp_path, after).stdout.splitlines() == ["7 0.5 0", "2 0.001 2"]


@pytest.mark.parametrize("call", ["exponential", "pareto"])
def test_on_off_sources_have_random_periods(ns: Simulator, tmp_path: Path, call: str) -> None:
    """Half of the time on; another replication has other times, the same one the same."""
    shape = "1.5" if call == "pareto" else ""
    stream = (
        f"set source [traffic::{call} [traffic::udp 0 2 500] 4e5 500 0.1 0.1 {shape} "
        "[simulation::generator {}]]\ntraffic::active $source 0 5\n"
    )
    times = []
    for replication in (1, 2, 1):
        lines = trace(ns.ns, tmp_path, stream.format(replication))
        times.append(seconds(lines, "+", ("0", "1")))
        gaps = [later - one for one, later in pairwise(times[-1])]
        assert sum(gap > 0.011 for gap in gaps) > 5, "silences"
        assert 80 < len(times[-1]) < 420
    assert times[0] == times[2] != times[1]


@pytest.mark.parametrize("queue", ["drop-tail", "red", "sfq", "drr"])
def test_queues(ns: Simulator, tmp_path: Path, queue: str) -> None:
    """Half of what arrives at the narrow link is lost, after the queue is full."""
    after = f"topology::add_node\ntopology::add_link 2 3 2e5 0.01 5 {queue}\n"
    lines = trace(ns.ns, tmp_path, after + STREAM.replace("0 2 500", "0 3 500"))
    found = counts(lines, ("2", "3"))
    assert found["d"] > 150
    assert found["+"] == pytest.approx(400, abs=3)
    assert found["r"] == pytest.approx(4.5 * 50, rel=0.15)


@pytest.mark.parametrize(("queue", "packets"), [("drop-tail", 3), ("drop-tail-bytes", 9)])
def test_queue_has_its_limit(ns: Simulator, tmp_path: Path, queue: str, packets: int) -> None:
    """So many get in while the first one takes 4 s: ns counts it to the limit.

    Three times 1500 bytes are nine packets of 500.
    """
    after = f"topology::add_node\ntopology::add_link 2 3 1e3 0.01 3 {queue}\n"
    lines = trace(ns.ns, tmp_path, after + STREAM.replace("0 2 500", "0 3 500"))
    found = counts(lines, ("2", "3"))
    assert found["+"] - found["d"] == packets


def silence(lines: list[list[str]], minimum_s: float = 0.1) -> list[tuple[float, float]]:
    """When nothing was received over the second link, while data was sent."""
    times = seconds(lines, "r", ("1", "2"))
    return [(one, later) for one, later in pairwise(times) if later - one > minimum_s]


def test_outage(ns: Simulator, tmp_path: Path) -> None:
    lines = trace(ns.ns, tmp_path, STREAM + "failures::link_outage 1 2 1.5 2.5\n")
    assert silence(lines) == [(pytest.approx(1.5, abs=0.03), pytest.approx(2.5, abs=0.03))]


def test_losses_by_failure_are_traced(ns: Simulator, tmp_path: Path) -> None:
    """In a trace of the link that is asked for after the failure."""
    after = (
        STREAM
        + """
    failures::link_outage 1 2 1.5 2.5
    set channel [tracing::open_file . link.tr]
    tracing::CALL $channel 1 2
    """
    )
    for call in ("link", "drops"):
        run(ns.ns, tmp_path, after.replace("CALL", call))
        lines = [line.split() for line in (tmp_path / "link.tr").read_text().splitlines()]
        lost = [float(it[1]) for it in lines if it[0] == "d"]
        assert len(lost) == pytest.approx(100, abs=2)
        assert (lost[0], lost[-1]) == (pytest.approx(1.5, abs=0.03), pytest.approx(2.5, abs=0.03))


def test_bins_count_losses_by_failure(ns: Simulator, tmp_path: Path) -> None:
    after = (
        STREAM
        + """
    failures::link_outage 1 2 1.5 2.5
    set channel [tracing::open_bins . 1]
    tracing::sent $channel 0 1
    tracing::drops $channel 1 2
    tracing::states $channel 1 2
    tracing::states $channel 0 1
    """
    )
    lines = trace(ns.ns, tmp_path, after)
    header, *rows = (tmp_path / "flows.csv").read_text().splitlines()
    place = header.split(",").index("dropped_link_down")
    lost = sum(int(row.split(",")[place]) for row in rows)
    assert lost == len(seconds(lines, "d", ("1", "2"))) > 90


def test_flaps(ns: Simulator, tmp_path: Path) -> None:
    lines = trace(ns.ns, tmp_path, STREAM + "failures::flaps 1 2 1.0 0.2 0.5 3\n")
    starts = [one for one, _ in silence(lines)]
    assert starts == [pytest.approx(at, abs=0.03) for at in (1.0, 1.7, 2.4)]


def test_flap_periods(ns: Simulator, tmp_path: Path) -> None:
    """Down and up for 0.2 s each in a period of 0.7 s, then 0.8 s of rest; cut off at 3 s."""
    failing = "failures::flap_periods 1 2 1.0 3.0 0.2 0.2 0.7 0.8\n"
    lines = trace(ns.ns, tmp_path, STREAM + failing)
    expected = [(1.0, 1.2), (1.4, 1.6), (2.5, 2.7), (2.9, 3.0)]
    assert silence(lines) == [
        (pytest.approx(down, abs=0.03), pytest.approx(up, abs=0.03)) for down, up in expected
    ]


def test_unsteady_link(ns: Simulator, tmp_path: Path) -> None:
    failing = "failures::unsteady 1 2 1 4 {{0.2 0.4}} {{0.1 0.3}} [simulation::generator {}]\n"
    found = [silence(trace(ns.ns, tmp_path, STREAM + failing.format(n)), 0.05) for n in (1, 2, 1)]
    assert found[0] == found[2] != found[1]
    downs = [later - one for one, later in found[0]]
    ups = [two - one for (_, one), (two, _) in pairwise(found[0])]
    assert len(downs) > 3
    assert found[0][0][0] == pytest.approx(1, abs=0.03)
    assert found[0][-1][1] < 4.05
    # The last one may be cut off at the end.
    assert all(0.17 < down < 0.43 for down in downs[:-1])
    assert all(0.07 < up < 0.33 for up in ups)


def test_link_s_cost_is_for_link_state(ns: Simulator, tmp_path: Path) -> None:
    """Of two ways with as many links, link state takes the one that costs less."""
    after = (
        "topology::add_node\ntopology::add_link 0 3 1e6 0.01 20\n"
        "topology::add_link 3 2 1e6 0.01 20\n" + STREAM
    )
    for costly, used in (("0 1", ("3", "2")), ("3 2", ("1", "2"))):
        lines = trace(
            ns.ns, tmp_path, after + f"topology::cost {costly} 5\n",
            "simulation::routing link-state\n",
        )  # fmt: skip
        assert counts(lines, used)["r"] == 400


def test_first_arrivals(ns: Simulator, tmp_path: Path) -> None:
    """Of data, not of what opens the connection; UDP has none, nor has what starts too late."""
    after = (
        STREAM
        + """
    foreach start {0.2 1.5 4.95} {
        traffic::active [traffic::ftp [traffic::tcp 0 2 sack]] $start 5
    }
    tracing::first_arrivals .
    """
    )
    lines = trace(ns.ns, tmp_path, after)
    first: dict[str, float] = {}
    for words in lines:
        if words[0] == "r" and words[3:5] == ["2", "tcp"] and words[5] != "40":
            first.setdefault(words[7], float(words[1]))
    assert set(first) == {"2", "3"}
    header, *rows = (tmp_path / "first-arrivals.csv").read_text().splitlines()
    assert header == "time_ns,flow"
    found = {flow: int(time_ns) / 1e9 for time_ns, flow in (row.split(",") for row in rows)}
    assert found == {flow: pytest.approx(time_s, abs=1e-6) for flow, time_s in first.items()}


def test_all_packets_lost_for_time(ns: Simulator, tmp_path: Path) -> None:
    """Those that arrive at the link from 1.5 to 2 s: 100 a second, 14 ms after their sending."""
    lines = trace(ns.ns, tmp_path, STREAM + "losses::everything 1 2 1.5 2\n")
    lost = seconds(lines, "d", ("1", "2"))
    assert len(lost) == 50
    assert 1.5 <= lost[0] < 1.51
    assert 1.99 <= lost[-1] < 2


def test_samples_have_form_of_changes(ns: Simulator, tmp_path: Path) -> None:
    after = """
    set sender [traffic::tcp 0 2 reno]
    traffic::active [traffic::ftp $sender] 0 4
    tracing::variables [tracing::open_file . changes.tr] $sender cwnd_
    tracing::samples [tracing::open_file . samples.tr] $sender cwnd_ 0.25
    """
    trace(ns.ns, tmp_path, after)
    changes, samples = (
        [line.split() for line in (tmp_path / name).read_text().splitlines()]
        for name in ("changes.tr", "samples.tr")
    )
    assert [float(it[0]) for it in samples] == [0.25 * n for n in range(20)]
    assert {tuple(it[1:6]) for it in samples} == {tuple(it[1:6]) for it in changes}
    for time_s, *_, value in samples[1:]:
        before = [it[-1] for it in changes if float(it[0]) <= float(time_s)]
        assert value == before[-1]


def test_random_failures(ns: Simulator, tmp_path: Path) -> None:
    failing = "failures::random 1 2 1 4 0.4 0.2 [simulation::generator {}]\n"
    found = [silence(trace(ns.ns, tmp_path, STREAM + failing.format(n)), 0.02) for n in (1, 2, 1)]
    assert found[0] == found[2] != found[1]
    assert found[0]
    assert min(one for one, _ in found[0]) > 1
    assert max(later for _, later in found[0]) < 4.1


@pytest.mark.parametrize("protocol", ["session", "distance-vector", "link-state"])
def test_routes_follow_failure(ns: Simulator, tmp_path: Path, protocol: str) -> None:
    """A second way exists; a node in the middle of the first one fails."""
    after = (
        "topology::add_node\ntopology::add_link 0 3 1e6 0.05 20\n"
        "topology::add_link 3 2 1e6 0.05 20\n" + STREAM + "failures::node_outage 1 2 3\n"
    )
    lines = trace(ns.ns, tmp_path, after, f"simulation::routing {protocol}\n")
    detour = [time for time in seconds(lines, "r", ("3", "2")) if time > 1.9]
    assert len([time for time in detour if 2.1 < time < 3]) > 80


def test_listed_losses(ns: Simulator, tmp_path: Path) -> None:
    lines = trace(ns.ns, tmp_path, STREAM + "losses::listed 1 2 {5 3 3}\n")
    lost = [int(it[10]) for it in lines if it[0] == "d"]
    assert lost == [3, 5]


@pytest.mark.parametrize(("call", "share"), [("random 1 2 0.25", 0.25), ("bursts 1 2 30 10", 0.25)])
def test_random_losses(ns: Simulator, tmp_path: Path, call: str, share: float) -> None:
    losing = STREAM + f"losses::{call} [simulation::generator {{}}]\n"
    lost = []
    for replication in (1, 2, 1):
        lines = trace(ns.ns, tmp_path, losing.format(replication))
        lost.append([it[10] for it in lines if it[0] == "d"])
        assert len(lost[-1]) == pytest.approx(share * 400, rel=0.6)
    assert lost[0] == lost[2] != lost[1]


def test_tracing_covers_selected_links_and_variables(ns: Simulator, tmp_path: Path) -> None:
    after = (
        STREAM
        + """
    topology::add_node
    topology::add_link 2 3 2e5 0.01 5
    traffic::active [traffic::ftp [traffic::tcp 0 3 sack]] 0 5
    """
    )
    text = NETWORK.replace("tracing::everything [open out.tr w]", "")
    text = text.replace("BEFORE", "").replace(
        "AFTER",
        after + "set channel [tracing::open_file . out.tr]\ntracing::link $channel 1 2\n"
        "tracing::drops $channel 2 3\n"
        "tracing::variables $channel [lindex $traffic::senders 1] {cwnd_ ssthresh_}\n",
    )
    (tmp_path / "s.tcl").write_text(text)
    subprocess.run([ns.ns, "s.tcl", paths.TCL], cwd=tmp_path, check=True)
    lines = [line.split() for line in (tmp_path / "out.tr").read_text().splitlines()]
    packets = [it for it in lines if it[0] in "+-rd"]
    assert {(it[2], it[3], it[0]) for it in packets} == {
        *(("1", "2", event) for event in "+-r"),
        ("2", "3", "d"),
    }
    assert {it[5] for it in lines if it[0] not in "+-rd"} == {"cwnd_", "ssthresh_"}
    assert (tmp_path / "complete").read_text().startswith("end_s 5\n")


@pytest.mark.parametrize("events", ["all", "sent", "received"])
def test_link_trace_ends_at_until_s(ns: Simulator, tmp_path: Path, events: str) -> None:
    """Of a stream from 0.5 to 4.5 s over a link that is down at the end; drops have lines still."""
    said = {"from": "1", "to": "2", "events": events, "until_s": "2.0"}
    text = "".join(f"tracing.links.0.{key}\t{value}\n" for key, value in said.items())
    (tmp_path / "parameters.tsv").write_text(text)
    before = "uses parameters\nparameters::read parameters.tsv\n"
    after = STREAM + "failures::link_down 1 2 4\ntracing::links [tracing::open_file . ended.tr]\n"
    whole = trace(ns.ns, tmp_path, after, before)
    ended = [line.split() for line in (tmp_path / "ended.tr").read_text().splitlines()]
    kept = {"all": "+-r", "sent": "+", "received": "r"}[events]
    link = ("1", "2")
    for event in kept:
        assert seconds(ended, event, link) == [
            time_s for time_s in seconds(whole, event, link) if time_s < 2
        ]
    assert {line[0] for line in ended} - {"v"} == {*kept, "d"}
    assert seconds(ended, "d", link) == seconds(whole, "d", link)


def test_only_headers_that_are_used(ns: Simulator, tmp_path: Path) -> None:
    """The trace is the same as with all of ns' headers, in a tenth of the room."""
    flow = "traffic::active [traffic::ftp [traffic::tcp 0 2 sack]] 0 4\n"
    after = STREAM + flow + "puts [[PacketHeaderManager info instances] set hdrlen_]"
    used = run(ns.ns, tmp_path, after)
    few = (tmp_path / "out.tr").read_bytes()
    script = (tmp_path / "s.tcl").read_text()
    all_kept = "proc remove-all-packet-headers {} {}\nsimulation::create"
    (tmp_path / "s.tcl").write_text(script.replace("simulation::create", all_kept, 1))
    done = subprocess.run(
        [ns.ns, "s.tcl", paths.TCL], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert (tmp_path / "out.tr").read_bytes() == few
    assert int(used.stdout) * 8 < int(done.stdout)


@pytest.mark.parametrize(
    ("before", "call", "feature"),
    [
        ("tcp", "traffic::udp 0 1 500", "udp"),
        ("udp", "traffic::tcp 0 1 reno", "tcp"),
        ("udp", "topology::add_node mpls", "mpls"),
        ("udp", "simulation::routing distance-vector", "distance-vector"),
        ("udp", "simulation::routing link-state", "link-state"),
    ],
)
def test_missing_header_is_refused(
    ns: Simulator, tmp_path: Path, before: str, call: str, feature: str
) -> None:
    """It would be written over another one."""
    (tmp_path / "s.tcl").write_text(
        f"source {{{paths.TCL}/library.tcl}}\nuses simulation topology traffic\n"
        f"simulation::create {before}\ntopology::add_node\ntopology::add_node\n"
        f"topology::add_link 0 1 1e6 0.01 20\nif {{[catch {{{call}}} message]}} {{puts $message}}\n"
    )
    done = subprocess.run(
        [ns.ns, "s.tcl"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"this scenario uses {feature}: name it in simulation::create\n"


CALLS = {
    "simulation::create": ["feature"],
    "simulation::generator": ["replication"],
    "simulation::replicate": ["replication"],
    "simulation::routing": ["protocol"],
    "topology::add_node": ["kind"],
    "topology::add_link 0 2": ["bandwidth_bps", "delay_s", "queue_limit_packets", "queue"],
    "topology::node": ["node"],
    "topology::red 0 1 -min_threshold_packets": ["min_threshold_packets"],
    "traffic::tcp": ["node", "node", "variant"],
    "traffic::tcp 0 2 reno -window_packets": ["window_packets"],
    "traffic::tcp 0 2 reno": ["option", "value"],
    "traffic::tcp 0 2 vegas -vegas_alpha_packets": ["vegas_alpha_packets"],
    "traffic::tcp 0 2 hybla -hybla_reference_s": ["hybla_reference_s"],
    "traffic::tcp 0 2 reno -sack_receiver": ["sack_receiver"],
    "traffic::tcp 0 2 sack -delayed_ack_s": ["delayed_ack_s"],
    "traffic::poisson sender": ["rate_packets", "packet_bytes", "g"],
    "traffic::udp": ["node", "node", "packet_bytes"],
    "traffic::receiver": ["index"],
    "traffic::cbr sender": ["rate_bps", "packet_bytes"],
    "traffic::exponential sender": ["rate_bps", "packet_bytes", "mean_on_s", "mean_off_s", "g"],
    "traffic::pareto sender": [
        *("rate_bps", "packet_bytes", "mean_on_s", "mean_off_s", "shape", "g"),
    ],
    "traffic::active source": ["start_s", "stop_s"],
    "traffic::sender": ["index"],
    "downloads::request 2 0 sender": ["packets", "at_s"],
    "downloads::session sender": ["start_s", "mean_packets", "mean_pause_s", "g"],
    "failures::link_down 1 2": ["at_s"],
    "failures::link_up 0": ["node", "at_s"],
    "failures::link_outage 1 2": ["down_s", "up_s"],
    "failures::node_outage": ["node", "down_s", "up_s"],
    "failures::flaps 1 2": ["first_s", "down_for_s", "up_for_s", "count"],
    "failures::random 1 2": ["from_s", "until_s", "mean_up_s", "mean_down_s", "g"],
    "losses::random 1 2": ["rate"],
    "losses::random 1 2 0.5 generator": ["draws_skipped"],
    "losses::listed 1 2": ["place"],
    "losses::everything 1 2": ["from_s", "until_s"],
    "suite::monitor": ["node", "node"],
    "suite::lose_packets channel 1 2": ["rate", "g"],
    "suite::web 2": ["rate_per_s", "at_s", "replication"],
    "losses::bursts 1 2": ["mean_passed_packets", "mean_lost_packets", "g"],
    "tracing::variables channel sender": ["variable"],
    "tracing::samples channel sender": ["variable", "interval_s"],
    "tracing::open_bins .": ["width_s"],
    "tracing::end_at .": ["time_s"],
}
"""Calls, and what they then take; one at a time is wrong in the test."""

GOOD = {"node": "1", "g": "generator", "variant": "reno", "option": "-window_packets"}

WRONG = ["[exec touch evil]", "$argv", '"; exec touch evil; exit', "{", "}", "0x10", "1;2", ""]


def test_wrong_values_are_refused_by_name(ns: Simulator, tmp_path: Path) -> None:
    """Nothing that a value holds is run; all in one run of ns, with the values from a file."""
    calls = [
        (call, place, wrong)
        for call, names in CALLS.items()
        for place, name in enumerate(names)
        for wrong in (WRONG if name != "g" else [])
    ]
    lines = []
    for call, place, wrong in calls:
        values = [GOOD.get(name, "2") for name in CALLS[call]]
        values[place] = wrong
        lines.append("\t".join([*call.split(), *values]))
    (tmp_path / "calls.tsv").write_text("\n".join(lines) + "\n")
    after = """
    set channel [open calls.tsv]
    while {[gets $channel line] >= 0} {
        set failed [catch {{*}[split $line "\\t"]} message]
        puts "$failed [lindex [split $message "\\n"] 0]"
    }
    exit 0
    """
    done = run(ns.ns, tmp_path, after)
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    assert len(printed) == len(calls)
    for (call, place, wrong), said in zip(calls, printed, strict=True):
        name = CALLS[call][place]
        expected = {"node": "no node", "value": "window_packets"}.get(name, name)
        assert said.startswith("1 "), (call, name, wrong, said)
        assert expected in said, (call, name, wrong, said)
    assert not (tmp_path / "evil").exists()


README = (paths.TCL / "README.md").read_text(encoding="utf-8")


def test_readme_s_example_runs(ns: Simulator, tmp_path: Path) -> None:
    """From the top of a checkout, as it says."""
    (tmp_path / "tcl").symlink_to(paths.TCL)
    found = re.search("```tcl\n(.*?)```", README, re.DOTALL)
    assert found
    (tmp_path / "own.tcl").write_text(found[1].replace(" 60", " 25"))
    subprocess.run([ns.ns, "own.tcl"], cwd=tmp_path, check=True)
    lines = [line.split() for line in (tmp_path / "out.tr").read_text().splitlines()]
    assert counts(lines, ("2", "3"), "tcp")["r"] > 100, "the detour while the link is down"
    assert (tmp_path / "complete").is_file()


@pytest.mark.parametrize(
    "name",
    ["simulation", "topology", "traffic", "downloads", "failures", "losses", "tracing", "suite"],
)
def test_readme_documents_every_procedure(name: str) -> None:
    """Each procedure with its number of arguments, up to the optional ones."""
    text = (paths.TCL / "library" / f"{name}.tcl").read_text(encoding="utf-8")
    procedures = dict(re.findall(rf"^proc {name}::(\S+) \{{(.*)\}} \{{$", text, re.MULTILINE))
    section = re.search(rf"^### {name}\n(.*?)(?=^##|\Z)", README, re.DOTALL | re.MULTILINE)
    assert section
    cells = re.findall(r"^\| (`[^|]*`) \|", section[1], re.MULTILINE)
    named = [entry for cell in cells for entry in re.findall("`([^`]+)`", cell)]
    named = [entry for entry in named if not entry.startswith("-")]
    assert named
    for entry in named:
        words = entry.split()
        assert words[0] in procedures, entry
        arguments = re.sub(r" *(\{.*?\}|\bargs\b)", "", procedures[words[0]]).split()
        required = [word for word in words[1:] if "?" not in word and not word.startswith("-")]
        if "args" not in procedures[words[0]]:
            assert len(required) == len(arguments), entry
