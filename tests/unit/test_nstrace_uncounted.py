"""What of a trace is in no flow, and that it is said."""

from pathlib import Path

import golden_traces
import pytest
from nstrace_cli import call

import nstrace
from nstrace.names import LINES
from nstrace.summary import OTHERS

_SCTP = "0 1 sctp 1376 ------- 0 0.0 1.0 3"
"""A packet of three chunks, in as many lines."""


def written(folder: Path, *lines: str) -> nstrace.Trace:
    path = folder / "a.tr"
    path.write_text("".join(f"{line}\n" for line in lines))
    return nstrace.read(path)


def chunks(at_s: float, first: int, uid: int) -> list[str]:
    return [
        f"{event} {time_s:g} {_SCTP} {first + place} {uid} {place} 0"
        for event, time_s in (("+", at_s), ("-", at_s), ("r", at_s + 0.5))
        for place in range(3)
    ]


def test_a_packet_of_several_chunks_takes_room_once(tmp_path: Path) -> None:
    """Each chunk's line counted with the size of the whole packet."""
    trace = written(tmp_path, *chunks(0, 1, 7), *chunks(1.5, 4, 8))
    assert trace.arrow("packets").column("chunks").to_pylist() == [3] * 18
    (row,) = trace.metrics("link_throughput").to_pylist()
    assert (row["subject"], row["value"]) == ("link 0-1", 2 * 8 * 1376 / 2)


def test_sctp_is_in_no_flow() -> None:
    (note,) = nstrace.read(golden_traces.FOLDER / "wired-sctp.tr").summary().notes
    assert "are about packets of SCTP, which are in no flow" in note


@pytest.mark.parametrize(("size", "noted"), [(40, False), (80, False), (1500, True)])
def test_data_of_a_listening_agent_are_in_no_flow(tmp_path: Path, size: int, noted: bool) -> None:
    rest = "------- 0 1.0 0.0 0 7"
    trace = written(
        tmp_path,
        *(f"{event} 1 1 0 ack {size} {rest}" for event in "+-r"),
        "+ 1 0 1 tcp 1500 ------- 0 0.0 1.0 0 8",
        "r 2 0 1 tcp 1500 ------- 0 0.0 1.0 0 8",
    )
    expected = ["1 acknowledgements carry data, as those of a FullTcp agent do that listens"]
    found = [note.partition(":")[0] for note in trace.summary().notes]
    assert found == (expected if noted else [])


def test_who_is_in_a_group_is_not_known(tmp_path: Path) -> None:
    rest = "0 1 cbr 210 ------- 0 0.0 1073741824.0 0 7"
    trace = written(tmp_path, f"+ 1 {rest}", f"- 1 {rest}", f"r 2 {rest}")
    (note,) = trace.summary().notes
    assert note.startswith("1073741824: the address of a group (multicast)")
    assert trace.metrics("data_packets_sent").to_pylist()[0]["value"] == 1
    assert trace.metrics("loss", "goodput").num_rows == 0


def test_what_nam_draws_of_the_air_is_not_counted() -> None:
    done = call("metrics", golden_traces.FOLDER / "wireless.nam")
    assert b"lines are what nam draws of packets in the air" in done.stderr
    done = call("metrics", golden_traces.FOLDER / "wired.nam")
    assert b"nam draws" not in done.stderr


def test_a_summary_counts_lines_of_every_kind() -> None:
    """A file of a RED queue's variables alone was shown as nothing at all."""
    for name, words in (
        ("red", "variables of queues"),
        ("tcp-states", "lines of TCP's state"),
        ("wireless-energy", "lines of energy"),
    ):
        trace = golden_traces.FOLDER / f"{name}.tr"
        facts = nstrace.read(trace).summary().facts
        assert int(facts[words].replace(",", "")) > 0
    assert {"packets", *OTHERS} == set(LINES)
