"""Addresses of several levels on wires: which nodes have them, and where that can't be known."""

import re
from pathlib import Path

import golden_traces
import pytest
from small_traces import sent, written

import nstrace

ADDRESSES = re.compile(rb"(?<= )(\d+)\.(\d+) (\d+)\.(\d+)(?= )")

Rows = set[tuple[str, str, float]]

TO_2 = ("1.0.0.0", "1.2.0.0")
"""The ends of packets from node 0 to node 2."""


def several_levels(trace: bytes) -> bytes:
    """A trace whose node N has the address 1.N.0 instead of N."""
    return ADDRESSES.sub(rb"1.\1.0.\2 1.\3.0.\4", trace)


def values(trace: nstrace.Trace) -> Rows:
    columns = trace.metrics().select(["metric", "subject", "value"]).to_pydict()
    return set(zip(*columns.values(), strict=True))


def passage(uid: int, link: str, ends: tuple[str, str], at_s: float) -> list[str]:
    """Lines of a packet that arrives at a link's end."""
    return sent(uid, uid, at_s, at_s + 0.125, flow=0, ends=ends, link=link)


def loss(uid: int, link: str, ends: tuple[str, str], at_s: float) -> list[str]:
    """Lines of a packet that its queue drops."""
    return sent(uid, uid, at_s, dropped_s=at_s, flow=0, ends=ends, link=link)


@pytest.mark.parametrize("name", ["wired.tr", "wired-tcp-header.tr"])
def test_hierarchical_addresses_keep_metrics(tmp_path: Path, name: str) -> None:
    plain = golden_traces.FOLDER / name
    path = tmp_path / name
    path.write_bytes(several_levels(plain.read_bytes()))
    assert path.read_bytes() != plain.read_bytes()
    trace = nstrace.read(path)
    assert values(trace) == values(nstrace.read(plain)) != set()
    told = "each hierarchical address is assigned to the node where its packets start"
    assert any(note.startswith(told) for note in trace.summary().notes)


@pytest.mark.parametrize("links", [["2 3"], ["2 3", "3 4"]])
def test_intermediate_links_do_not_reveal_ends(tmp_path: Path, links: list[str]) -> None:
    """A link alone may be any; and a node where several flows seem to start has one address."""
    flows = [("1.0.0.0", "1.5.0.0"), ("1.1.0.0", "1.6.0.0")][: len(links)]
    lines = [
        line
        for uid, ends in enumerate(flows)
        for place, link in enumerate(links)
        for line in passage(uid, link, ends, 1 + uid + place / 2)
    ]
    trace = written(tmp_path, *lines)
    assert not [row for row in values(trace) if row[0] == "packets_sent"]
    (note,) = (note for note in trace.summary().notes if "addresses" in note)
    assert note.startswith(f"{len(lines)} packet lines are not part of any flow: their addresses")


def test_packet_lost_en_route_moves_no_end(tmp_path: Path) -> None:
    """The first one ends nowhere; where it was seen last, others go on."""
    trace = written(
        tmp_path,
        *passage(1, "0 1", TO_2, 1),
        *passage(2, "0 1", TO_2, 2),
        *passage(2, "1 2", TO_2, 3),
        *loss(3, "0 1", TO_2, 4),
    )
    found = {(name, subject): value for name, subject, value in values(trace)}
    assert found["packets_sent", "flow0"] == 3
    assert found["packets_received", "flow0"] == 1


def test_flow_without_arrivals_is_not_counted(tmp_path: Path) -> None:
    """Where it would end is not known: values of what it sent alone would be zeros that mislead."""
    trace = written(
        tmp_path,
        *passage(1, "0 1", TO_2, 1),
        *loss(1, "1 2", TO_2, 2),
    )
    assert not [row for row in values(trace) if row[0] in ("packets_sent", "delivery_ratio")]
    assert any(note.startswith("5 packet lines are not part") for note in trace.summary().notes)


def test_loop_through_source_is_resolved_by_answers(tmp_path: Path) -> None:
    back = (TO_2[1], TO_2[0])
    loop = [
        *passage(1, "0 1", TO_2, 1),
        *passage(1, "1 0", TO_2, 2),
        *passage(1, "0 1", TO_2, 3),
        *passage(1, "1 2", TO_2, 4),
    ]
    answer = [
        line
        for at_s, link in ((5, "2 1"), (6, "1 0"))
        for line in sent(
            2, 2, at_s, at_s + 0.125, flow=0, kind="ack", size=40, ends=back, link=link
        )
    ]
    alone = written(tmp_path, *loop)
    assert not [row for row in values(alone) if row[0] == "packets_sent"]
    both = written(tmp_path, *loop, *answer)
    assert ("packets_sent", "flow0", 1.0) in values(both)


def test_tables_keep_addresses_unresolved() -> None:
    """What is told of nodes is for metrics; tables are the trace."""
    trace = nstrace.read(golden_traces.FOLDER / "awkward-addresses.tr")
    nodes = trace.arrow("packets").select(["source_node", "source_address"]).to_pylist()
    assert any(row["source_address"] for row in nodes)
    assert all(row["source_node"] is None for row in nodes if row["source_address"])
