"""Addresses of several levels on wires: which nodes have them, and where that can't be known."""

import re
from pathlib import Path

import golden_traces
import pytest

import nstrace

ADDRESSES = re.compile(rb"(?<= )(\d+)\.(\d+) (\d+)\.(\d+)(?= )")

Rows = set[tuple[str, str, float]]


def several_levels(trace: bytes) -> bytes:
    """A trace whose node N has the address 1.N.0 instead of N."""
    return ADDRESSES.sub(rb"1.\1.0.\2 1.\3.0.\4", trace)


def values(trace: nstrace.Trace) -> Rows:
    columns = trace.metrics().select(["metric", "subject", "value"]).to_pydict()
    return set(zip(*columns.values(), strict=True))


def written(path: Path, *lines: str) -> nstrace.Trace:
    path.write_text("".join(f"{line}\n" for line in lines))
    return nstrace.read(path)


def passage(uid: int, from_to: str, ends: str, at_s: float, last: str = "r") -> list[str]:
    """Lines of a packet on a link, up to the event that is the last one."""
    rest = f"{from_to} tcp 1040 ------- 0 {ends} {uid} {uid}"
    events = "+-r"[: "+-r".index(last) + 1] if last in "+-r" else f"+{last}"
    return [f"{event} {at_s + (event == 'r') / 8:g} {rest}" for event in events]


@pytest.mark.parametrize("name", ["wired.tr", "wired-tcp-header.tr"])
def test_metrics_are_those_of_addresses_that_are_numbers(tmp_path: Path, name: str) -> None:
    plain = golden_traces.FOLDER / name
    path = tmp_path / name
    path.write_bytes(several_levels(plain.read_bytes()))
    assert path.read_bytes() != plain.read_bytes()
    trace = nstrace.read(path)
    assert values(trace) == values(nstrace.read(plain)) != set()
    told = "addresses of several levels are taken for those of the nodes where their packets start"
    assert any(note.startswith(told) for note in trace.summary().notes)


@pytest.mark.parametrize("links", [["2 3"], ["2 3", "3 4"]])
def test_links_on_the_way_tell_no_ends(tmp_path: Path, links: list[str]) -> None:
    """A link alone may be any; and a node where several flows seem to start has one address."""
    flows = ["1.0.0.0 1.5.0.0", "1.1.0.0 1.6.0.0"][: len(links)]
    lines = [
        line
        for uid, ends in enumerate(flows)
        for place, link in enumerate(links)
        for line in passage(uid, link, ends, 1 + uid + place / 2)
    ]
    trace = written(tmp_path / "a.tr", *lines)
    assert not [row for row in values(trace) if row[0] == "packets_sent"]
    (note,) = (note for note in trace.summary().notes if "addresses" in note)
    assert note.startswith(f"{len(lines)} packet lines are in no flow: their addresses are of")


def test_a_packet_that_got_lost_on_the_way_moves_no_end(tmp_path: Path) -> None:
    """The first one ends nowhere; where it was seen last, others go on."""
    trace = written(
        tmp_path / "a.tr",
        *passage(1, "0 1", "1.0.0.0 1.2.0.0", 1),
        *passage(2, "0 1", "1.0.0.0 1.2.0.0", 2),
        *passage(2, "1 2", "1.0.0.0 1.2.0.0", 3),
        *passage(3, "0 1", "1.0.0.0 1.2.0.0", 4, last="d"),
    )
    found = {(name, subject): value for name, subject, value in values(trace)}
    assert found["packets_sent", "flow0"] == 3
    assert found["packets_received", "flow0"] == 1


def test_a_flow_of_which_nothing_arrives_is_in_no_flow(tmp_path: Path) -> None:
    """Where it would end is not known: values of what it sent alone would be zeros that mislead."""
    trace = written(
        tmp_path / "a.tr",
        *passage(1, "0 1", "1.0.0.0 1.2.0.0", 1),
        *passage(1, "1 2", "1.0.0.0 1.2.0.0", 2, last="d"),
    )
    assert not [row for row in values(trace) if row[0] in ("packets_sent", "delivery_ratio")]
    assert any(note.startswith("5 packet lines are in no flow") for note in trace.summary().notes)


def test_a_loop_through_the_source_leaves_its_address_to_the_answers(tmp_path: Path) -> None:
    ends, back = "1.0.0.0 1.2.0.0", "1.2.0.0 1.0.0.0"
    loop = [
        *passage(1, "0 1", ends, 1),
        *passage(1, "1 0", ends, 2),
        *passage(1, "0 1", ends, 3),
        *passage(1, "1 2", ends, 4),
    ]
    answer = [
        line.replace("tcp 1040", "ack 40")
        for line in [*passage(2, "2 1", back, 5), *passage(2, "1 0", back, 6)]
    ]
    alone = written(tmp_path / "alone.tr", *loop)
    assert not [row for row in values(alone) if row[0] == "packets_sent"]
    both = written(tmp_path / "both.tr", *loop, *answer)
    assert ("packets_sent", "flow0", 1.0) in values(both)


def test_queries_see_what_lines_say() -> None:
    """What is told of nodes is for metrics; tables are the trace."""
    trace = nstrace.read(golden_traces.FOLDER / "awkward-addresses.tr")
    nodes = trace.arrow("packets").select(["source_node", "source_address"]).to_pylist()
    assert any(row["source_address"] for row in nodes)
    assert all(row["source_node"] is None for row in nodes if row["source_address"])
