"""What of a trace is in no flow, and that it is said."""

import random
from collections.abc import Sequence
from pathlib import Path

import golden_traces
import pytest
from nstrace_cli import call
from small_traces import in_order, sent, written
from test_wireless import old

import nstrace
from nstrace.names import LINES
from nstrace.summary import OTHERS

_SCTP = "0 1 sctp 1376 ------- 0 0.0 1.0 3"
"""A packet of three chunks, in as many lines."""


def chunks(at_s: float, first: int, uid: int) -> list[str]:
    return [
        f"{event} {time_s:g} {_SCTP} {first + place} {uid} {place} 0"
        for event, time_s in (("+", at_s), ("-", at_s), ("r", at_s + 0.5))
        for place in range(3)
    ]


def test_sctp_packet_size_counts_once(tmp_path: Path) -> None:
    """Each chunk's line counted with the size of the whole packet."""
    trace = written(tmp_path, *chunks(0, 1, 7), *chunks(1.5, 4, 8))
    assert trace.arrow("packets").column("chunks").to_pylist() == [3] * 18
    (row,) = trace.metrics("link_throughput").to_pylist()
    assert (row["subject"], row["value"]) == ("link 0-1", 2 * 8 * 1376 / 2)


def test_sctp_is_in_no_flow() -> None:
    (note,) = nstrace.read(golden_traces.FOLDER / "wired-sctp.tr").summary().notes
    assert note.startswith("lines about SCTP packets (19) are not part of any flow: ")


def a_flow_of(*numbers: int, size: int = 1000) -> list[str]:
    """Packets of a flow with these numbers, one after the other."""
    return in_order(
        *(
            sent(uid, number, uid, uid + 0.5, size=size)
            for uid, number in enumerate(numbers)
        )
    ).splitlines()  # fmt: skip


def test_flow_that_restarts_its_numbers_is_named(tmp_path: Path) -> None:
    """As of agents that get the port of an earlier one."""
    (note,) = written(tmp_path, *a_flow_of(*range(30), *range(30), *range(25))).summary().notes
    assert note.startswith("some flows send their first sequence number again after more than 20")
    assert note.endswith(": flow1 (2 times)")


@pytest.mark.parametrize(
    "numbers",
    [
        (*range(30), 5, 6, *range(30, 40)),
        (0, 1, 2, 0, 0, 1, 2, 3, 0, 1),
        (*range(10), 0, *range(1, 30)),
        range(100),
    ],
)
def test_few_repeated_numbers_give_no_note(tmp_path: Path, numbers: Sequence[int]) -> None:
    assert written(tmp_path, *a_flow_of(*numbers)).summary().notes == []


def test_flow_that_resends_in_larger_packets_is_named(tmp_path: Path) -> None:
    """As FullTcp does, whose numbers are bytes: 100 to 299 come again in one packet."""
    pieces = [sent(uid, 100 * uid, uid, uid + 0.5, size=140) for uid in range(8)]
    pieces[2] = sent(2, 200, 2, dropped_s=2.1, size=140)
    again = sent(20, 100, 20, 20.5, size=240)
    (note,) = written(tmp_path, in_order(*pieces, again)).summary().notes
    assert note.startswith("some flows number bytes and resend in one packet")
    assert note.endswith(": flow1 (1 packets)")
    assert written(tmp_path, in_order(*pieces)).summary().notes == []


@pytest.mark.parametrize(("size", "noted"), [(40, False), (80, False), (1500, True)])
def test_data_of_listening_agent_are_in_no_flow(tmp_path: Path, size: int, noted: bool) -> None:
    rest = "------- 0 1.0 0.0 0 7"
    trace = written(
        tmp_path,
        *(f"{event} 1 1 0 ack {size} {rest}" for event in "+-r"),
        "+ 1 0 1 tcp 1500 ------- 0 0.0 1.0 0 8",
        "r 2 0 1 tcp 1500 ------- 0 0.0 1.0 0 8",
    )
    expected = (
        "data in acknowledgements (1), as sent by a listening FullTcp agent, are not part of any "
        "flow"
    )
    assert trace.summary().notes == ([expected] if noted else [])


def test_ack_options_and_link_header_are_no_data(tmp_path: Path) -> None:
    """SACK's on a link with HDLC: 519 of 5,407 were said to carry data in an example of ns."""
    lines = [
        f"{event} {uid} 1 0 ack {size} ------- 0 1.0 0.0 0 {uid}"
        for uid, size in enumerate([68, 68, 76, 92])
        for event in "+-r"
    ]
    assert written(tmp_path, *lines).summary().notes == []
    more = "+ 9 1 0 ack 109 ------- 0 1.0 0.0 0 9"
    (note,) = written(tmp_path, *lines, more).summary().notes
    assert note.startswith("data in acknowledgements (1)")


def test_multicast_flows_have_no_loss(tmp_path: Path) -> None:
    rest = "0 1 cbr 210 ------- 0 0.0 1073741824.0 0 7"
    trace = written(tmp_path, f"+ 1 {rest}", f"- 1 {rest}", f"r 2 {rest}")
    (note,) = trace.summary().notes
    assert note.startswith("1073741824: multicast group address")
    assert trace.metrics("data_packets_sent").to_pylist()[0]["value"] == 1
    assert trace.metrics("loss", "unique_throughput").num_rows == 0


@pytest.mark.parametrize(
    ("address", "nodes", "is_group"),
    [
        (234881024, (1, 2), True),
        (234881024, (1,), False),  # 56.0.0 is the same number
        (4194305, (1, 2), False),
    ],
)
def test_groups_in_air_are_known_by_their_members(
    tmp_path: Path, address: int, nodes: Sequence[int], is_group: bool
) -> None:
    """As of PUMA in ns' examples: nothing of what members got was said to be delivered, 0 %."""
    rest = f"[0 0 0 0] ------- [0:0 {address}:100 32 0] [0] 0 0"
    lines = [f"s 1.000000000 _0_ AGT  --- 7 cbr 512 {rest}"]
    lines += [f"r 1.100000000 _{node}_ AGT  --- 8 cbr 512 {rest}" for node in nodes]
    trace = written(tmp_path, *lines)
    noted = [note for note in trace.summary().notes if "multicast group" in note]
    assert [note.partition(":")[0] for note in noted] == ([str(address)] if is_group else [])
    assert trace.metrics("data_packets_sent").to_pylist()[0]["value"] == 1
    assert trace.metrics("delivery_ratio", "loss").num_rows == (0 if is_group else 2)


def test_wireless_nam_lines_are_noted() -> None:
    done = call("metrics", golden_traces.FOLDER / "wireless.nam")
    assert b"nam lines about wireless packets (32)" in done.stderr
    done = call("metrics", golden_traces.FOLDER / "wired.nam")
    assert b"nam lines" not in done.stderr


_OLD = ("0_ AGT --- 7 cbr 100", "0_ RTR --- 7 cbr 120", "2_ AGT --- 7 cbr 120")
_NAM = ("0 -d -1 -p cbr -e 100", "0 -d 2 -p cbr -e 120", "2 -d -1 -p cbr -e 120")


def test_nam_gives_metrics_of_wireless_trace(tmp_path: Path) -> None:
    rest = "[0 0 0 0] ------- [0:0 2:0 32 0] [3] 0 0"
    network = written(tmp_path, *(
        f"{event} {time}00000000 _{what} {rest}"
        for what, event, time in zip(_OLD, "ssr", ("1.0", "1.0", "1.5"), strict=True)
    ))  # fmt: skip
    nam = written(tmp_path, *(
        line
        for what, event, time, layer in zip(
            _NAM, ("+", "+", "r"), ("1.0", "1.0", "1.5"), ("AGT", "RTR", "AGT"), strict=True
        )
        for line in [
            f"{each} -t {time}00000000 -s {what} -c 2 -a 0 -i 7 -k {layer}"
            for each in (("+", "-", "h") if event == "+" else ("r",))
        ]
    ))  # fmt: skip
    metrics = (
        "data_packets_sent",
        "delivery_ratio",
        "unique_throughput",
        "mean_one_way_delay",
        "throughput",
    )
    found = nam.metrics(*metrics)
    assert found.num_rows == 6
    assert found.to_pylist() == network.metrics(*metrics).to_pylist()


def test_nam_of_old_links_is_in_no_flow(tmp_path: Path) -> None:
    trace = written(tmp_path, "+ -t 0.1 -s 0 -d 2 -p tcp -e 1000 -c 0 -i 5 -a 0")
    (note,) = trace.summary().notes
    assert "packets on links without their addresses (1)" in note
    rows = trace.duckdb().sql("SELECT * EXCLUDE (line, time_ns) FROM nam_packets").fetchall()
    assert rows == [("+", 0, 2, None, "tcp", 1000, 5)]


def test_summary_counts_lines_of_every_kind() -> None:
    """A file of a RED queue's variables alone was shown as nothing at all."""
    for name, words in (
        ("red", "queue variables"),
        ("tcp-states", "TCP state lines"),
        ("wireless-energy", "energy lines"),
    ):
        trace = golden_traces.FOLDER / f"{name}.tr"
        facts = nstrace.read(trace).summary().facts
        assert int(facts[words].replace(",", "")) > 0
    assert {"packets", *OTHERS} == set(LINES)


def link(events: str, kind: str, uid: int, at_s: float = 1, source: str = "0.0") -> list[str]:
    """Lines about a packet on the link from node 0 to node 1, half a second apart."""
    rest = f"0 1 {kind} 100 ------- 0 {source} 1.0 {uid} {uid}"
    return [f"{event} {at_s + place / 2:g} {rest}" for place, event in enumerate(events)]


def the_note(trace: nstrace.Trace, words: str) -> str:
    """The only note with these words."""
    (note,) = [note for note in trace.summary().notes if words in note]
    return note


def test_unknown_packet_types_are_named(tmp_path: Path) -> None:
    """A protocol of one's own was nowhere, without a word."""
    flow = link("+-r", "cbr", 1)
    own = [line for uid in (2, 3) for line in link("+-r", "mine", uid)]
    silent = [
        line
        for uid, kind in enumerate(("rap_ack", "rtProtoDV", "AODV", "prune", "DCCP_Ack"), start=5)
        for line in link("+-r", kind, uid)
    ]
    trace = written(tmp_path, *flow, *own, *link("+d", "ping", 4), *silent)
    note = the_note(trace, "not part of any flow")
    assert "carry data: mine (2), ping (1). " in note
    assert "SELECT type, event, count(*) FROM packets" in note
    assert written(tmp_path, *flow, *silent).summary().notes == []


def test_unknown_wireless_packet_types_are_named(tmp_path: Path) -> None:
    router = [
        old("s", 1.0, 0, "RTR", 1),
        old("s", 1.0, 0, "RTR", 2).replace(" cbr ", " mine "),
        old("D", 2.0, 1, "RTR", 2, reason="NRTE").replace(" cbr ", " mine "),
        old("s", 1.0, 0, "RTR", 3, ends="0:255 -1:255").replace(" cbr ", " message "),
    ]
    agent = old("s", 0.5, 0, "AGT", 2).replace(" cbr ", " mine ")
    note = the_note(written(tmp_path, agent, *router), "not part of any flow")
    assert "carry data: mine (1). " in note
    assert "SELECT type, fate, count(*) FROM wireless_packets" in note
    note = the_note(written(tmp_path, *router), "not part of any flow")
    assert "SELECT type, event, count(*) FROM wireless GROUP" in note


def test_traces_of_two_runs_in_one_file(tmp_path: Path) -> None:
    first = [line for uid in range(4) for line in link("+-r", "cbr", uid, at_s=uid)]
    other = [line for uid in range(3) for line in link("+-r", "cbr", uid, at_s=uid + 0.25)]
    assert written(tmp_path, *first).summary().notes == []
    words = "packet numbers (uid) start again"
    for again in (other, first):
        note = the_note(written(tmp_path, *first, *again), words)
        assert note.startswith("at line 13 time goes backwards")
        assert "head -n 12, tail -n +13" in note


def test_runs_of_many_lines_in_one_file(tmp_path: Path) -> None:
    """Times fall in the middle of what is looked at together."""
    run = [line for uid in range(1500) for line in link("+-r", "cbr", uid, at_s=uid)]
    notes = written(tmp_path, *run, *run, *run).summary().notes
    assert [note.split(" ")[2] for note in notes] == ["4,501", "9,001"]


def test_run_starts_match_their_definition(tmp_path: Path) -> None:
    """By a count for each line at which time falls, which would take long for many lines."""
    chance = random.Random(1)
    found = 0
    for _ in range(8):
        sent = [(chance.randrange(20), chance.randrange(9)) for _ in range(40)]
        lines = [line for uid, at_s in sent for line in link("+", "cbr", uid, at_s=at_s)]
        starts = []
        for at in range(1, len(sent)):
            later = {uid for uid, _ in sent[at:]}
            known = later & {uid for uid, _ in sent[:at]}
            if sent[at][1] < sent[at - 1][1] and 2 * len(known) >= len(later):
                starts.append(str(at + 1))
        notes = [
            note for note in written(tmp_path, *lines).summary().notes if "(uid) start" in note
        ]
        assert [note.split(" ")[2] for note in notes] == starts
        found += len(starts)
    assert found > 40


def test_files_of_two_links_in_one_are_one_run(tmp_path: Path) -> None:
    """Time falls back, and packets pass the second link that were sent by the first."""
    first = [line for uid in range(4) for line in link("+-r", "cbr", uid, at_s=uid)]
    second = [line.replace(" 0 1 cbr", " 1 2 cbr") for line in first]
    lines = [line.replace(" 1.0 ", " 2.0 ") for line in (*first, *second)]
    assert written(tmp_path, *lines).summary().notes == []


def test_trace_that_begins_in_middle(tmp_path: Path) -> None:
    """What was under way was in no count, without a word."""
    under_way = [*link("r", "cbr", 1, 1), *link("r", "cbr", 2, 1.25)]
    trace = written(tmp_path, *under_way, *link("+-r", "cbr", 3, 2))
    assert "(2)" in the_note(trace, "data packets that arrived without a line")
    assert trace.metrics("data_packets_received").to_pylist()[0]["value"] == 1


def test_unique_throughput_excludes_initial_losses(tmp_path: Path) -> None:
    """100 bytes in a second from the third packet on; throughput has three seconds."""
    lost = [*link("+d", "cbr", 1, 1), *link("+d", "cbr", 2, 2)]
    trace = written(tmp_path, *lost, *link("+-r", "cbr", 3, 3))
    rows = trace.metrics("unique_throughput", "throughput").to_pylist()
    rates = {row["metric"]: row["value"] for row in rows}
    assert rates == {"unique_throughput": 800, "throughput": pytest.approx(800 / 3)}
    note = the_note(trace, "unique_throughput is measured")
    assert note.endswith("so it can exceed throughput: flow0 (2)")
    later = written(tmp_path, *link("+-r", "cbr", 3, 3), *link("+d", "cbr", 4, 5))
    assert later.summary().notes == []


def test_retransmitted_arrival_is_no_initial_loss(tmp_path: Path) -> None:
    copies = [line.replace(" 9 9", " 0 9") for line in link("+-r", "cbr", 9, 3)]
    trace = written(tmp_path, *link("+d", "cbr", 0, 1), *copies)
    assert trace.summary().notes == []


def test_byte_order_mark_is_named(tmp_path: Path) -> None:
    flow = link("+-r", "cbr", 1)
    note = the_note(written(tmp_path, "\ufeffv 0 link-up 0 1", *flow), "byte order mark")
    assert note.startswith("line 1 is rejected")


def test_multicast_does_not_make_trace_partial(tmp_path: Path) -> None:
    """Who is in a group is never known; that says nothing of the events of links."""
    rest = "0 1 cbr 210 ------- 0 0.0 1073741824.0 0"
    trace = written(tmp_path, *(f"{event} {rest} 7" for event in ("+ 1", "d 1")))
    (note,) = trace.summary().notes
    assert "multicast" in note


def numbered(sequence: int, size: int, uid: int, flow: int = 0) -> list[str]:
    """A TCP packet on the link from node 0 to node 1, in the second of its uid."""
    rest = f"0 1 tcp {size} ------- {flow} 0.{flow} 1.{flow} {sequence} {uid}"
    return [f"{event} {uid + place / 2:g} {rest}" for place, event in enumerate("+-r")]


@pytest.mark.parametrize(
    ("sizes", "data"),
    [
        ((40, 40, 576, 576), 2),
        ((50, 50, 586, 586), 2),  # timestamps: the request, a bare acknowledgement, and data
        ((60, 1070, 61, 60), 2),
        ((90, 1070, 1070, 1070), 4),  # no header is so large
        ((60, 60, 60, 60), 4),  # all alike, as of a sender without a request
    ],
)
def test_larger_headers_are_not_counted_as_data(
    tmp_path: Path, sizes: tuple[int, ...], data: int
) -> None:
    """With options, or tcpip_base_hdr_size_, the request has more than 40 bytes."""
    lines = [line for uid, size in enumerate(sizes) for line in numbered(uid, size, uid)]
    trace = written(tmp_path, *lines)
    assert [row[:3] for row in trace.summary().flows] == [["flow0", data, data]]
    rows = trace.metrics("data_packets_sent", "data_packets_received").to_pylist()
    assert [row["value"] for row in rows] == [data, data]
    assert all("connection setup" in note for note in trace.summary().notes)


def test_header_sized_data_are_named(tmp_path: Path) -> None:
    """A flow without headers, of 40 bytes a packet, was nowhere, without a word."""
    small = [line for uid in range(3) for line in numbered(uid, 40, uid, flow=3)]
    answers = [line for uid in (3, 4) for line in numbered(1, 40, uid, flow=4)]
    note = the_note(written(tmp_path, *small, *answers), "useHeaders_")
    assert note.endswith(": flow3 0.3-1.3 (40 bytes, 3 packets)")


def test_links_traced_twice_are_named(tmp_path: Path) -> None:
    """As by ns' tcl/ex/fq.tcl: trace-all, and trace-queue into the same file."""
    lines = a_flow_of(1, 2, 3)
    doubled = [line for line in lines for _ in range(2)]
    note = the_note(written(tmp_path, *doubled), "every line twice")
    assert note.endswith("(uniq FILE removes the duplicates): 0-3")
    late = written(tmp_path, *lines[:6], *doubled[12:])
    assert the_note(late, "every line twice").endswith(": 0-3")
    once = written(tmp_path, *lines, *chunks(5, 1, 7), *sent(9, 0, 6, 7, ends=("2.0", "4.0")))
    assert not any("every line twice" in note for note in once.summary().notes)


def test_small_packets_of_unknown_nodes_get_one_note(tmp_path: Path) -> None:
    """They were named "None", beside the note on addresses that tell no node."""
    line = "+ 1 0 1 tcp 40 ------- 0 0.0.1.0 0.0.2.0 3 28"
    (note,) = [it for it in written(tmp_path, line).summary().notes if "not part of any flow" in it]
    assert note.startswith("1 packet lines are not part of any flow: their addresses")
