"""Connections that share a flow id, and traces of a part of the network.

What ``trace-queue`` writes of a link are the lines of a whole trace that are about that link.
"""

import csv
from pathlib import Path
from typing import Any

import golden_traces
import pytest
from nstrace_cli import call, output

import nstrace
from nstrace.cli import main
from nstrace.coverage import OF_ENDS, OF_SENDERS
from nstrace.metrics.catalogue import catalogue
from nstrace.reading import Trace
from nstrace.summary import COLUMNS, LINK_COLUMNS, Summary

WHOLE = golden_traces.FOLDER / "shared-flow.tr"
ONE, OTHER = "flow0 0.0-3.0", "flow0 0.1-3.1"
SENT, DELIVERED, LOST, GOODPUT = 1, 2, 3, 4
"""Columns of the table of flows."""


def part(folder: Path, *links: str, events: str = "+-rd") -> Path:
    """The lines about these links, such as ``0 1``."""
    lines = [line.split(" ") for line in WHOLE.read_text().splitlines()]
    kept = [words for words in lines if words[0] in events and " ".join(words[2:4]) in links]
    trace = folder / "part.tr"
    trace.write_text("".join(" ".join(words) + "\n" for words in kept))
    return trace


def flows(trace: Path) -> dict[str, list[Any]]:
    rows = nstrace.read(trace).summary().flows
    return {row[0]: row for row in rows}


def values(trace: Trace, *names: str) -> dict[tuple[str, str], float]:
    rows = trace.metrics(*names).to_pylist()
    return {(row["metric"], row["subject"]): row["value"] for row in rows}


def test_connections_sharing_flow_id_are_split() -> None:
    """The summary took the addresses in their names for parts of metrics, and showed zeros."""
    found = flows(WHOLE)
    assert {name: row[SENT : LOST + 1] for name, row in found.items()} == {
        ONE: [21, 11, 8],
        OTHER: [5, 2, 3],
    }
    assert all(isinstance(cell, int | float) for row in found.values() for cell in row[1:])
    assert list(COLUMNS)[GOODPUT] == "unique (kbit/s)"
    assert other_notes(nstrace.read(WHOLE).summary()) == []
    text = output("summary", WHOLE)
    assert ONE in text
    assert OTHER in text
    rows = list(csv.DictReader(output("bins", "--width", "10", WHOLE).splitlines()))
    data = {row["source_port"]: row for row in rows if row["data"] == "1"}
    assert [data[port]["sent_packets"] for port in "01"] == ["21", "5"]
    assert values(nstrace.read(WHOLE), "data_packets_sent")["data_packets_sent", OTHER] == 5


def other_notes(summary: Summary) -> list[str]:
    """Notes but the one about connections' set-up, which takes long in so short a trace."""
    return [note for note in summary.notes if "connection setup" not in note]


def passages(summary: Summary) -> list[list[Any]]:
    """What flows did on the links that are traced, if that is shown."""
    return [row for table in summary.tables if table.columns == LINK_COLUMNS for row in table.rows]


@pytest.mark.parametrize(
    ("links", "told", "notes"),
    [
        (["0 1"], {ONE: [21, None, None], OTHER: [5, None, None]}, ["into node 3", "of node 1"]),
        (
            ["1 2"],
            {ONE: [None, None, None], OTHER: [None, None, None]},
            ["out of node 0", "into node 3", "out of node 2", "whether the link was down"],
        ),
        (["2 3"], {ONE: [None, 11, None], OTHER: [None, 2, None]}, ["out of node 0"]),
        (["0 1", "2 3"], {ONE: [21, 11, None], OTHER: [5, 2, None]}, ["out of node 1"]),
        (["0 1", "1 2", "2 3"], {ONE: [21, 11, 8], OTHER: [5, 2, 3]}, []),
    ],
)
def test_summary_of_partial_trace_omits_unknown_values(
    tmp_path: Path, links: list[str], told: dict[str, list[int | None]], notes: list[str]
) -> None:
    """Where nothing is traced nothing is known; it was shown as 0, or as no flow at all."""
    summary = nstrace.read(part(tmp_path, *links)).summary()
    assert {row[0]: row[SENT : LOST + 1] for row in summary.flows} == told
    assert len(other_notes(summary)) == len(notes)
    for note, words in zip(other_notes(summary), notes, strict=True):
        assert words in note
    assert {row[0].replace("-", " ") for row in passages(summary)} == set(links if notes else [])


def test_link_statistics_need_no_flow_ends(tmp_path: Path) -> None:
    rows = passages(nstrace.read(part(tmp_path, "1 2")).summary())
    lines = [line.split(" ") for line in WHOLE.read_text().splitlines()]
    for link, flow, came, went_on, dropped, kbps, mean_ms in rows:
        source = flow.split(" ")[1].split("-")[0]
        those = [words for words in lines if words[2:4] == ["1", "2"] and words[8] == source]
        assert link == "1-2"
        counts = [sum(words[0] == event for words in those) for event in "+rd"]
        assert [came, went_on, dropped] == counts
        assert kbps > 0
        assert 10 < mean_ms < 100  # the link's delay is 10 ms, its queue holds four packets


def test_queue_events_give_departures(tmp_path: Path) -> None:
    trace = part(tmp_path, "1 2", events="+-d")
    (_, _, came, went_on, dropped, _, _), *_ = passages(nstrace.read(trace).summary())
    assert came <= went_on + dropped  # one was lost on the line when the link went down
    assert 0 < went_on < came


def test_partial_trace_metrics_match_or_are_absent(tmp_path: Path) -> None:
    whole = values(nstrace.read(WHOLE))
    for links in (["0 1"], ["0 1", "2 3"]):
        found = values(nstrace.read(part(tmp_path, *links)))
        # The periods of these rates are those of the trace, which differ.
        rates = (
            *("throughput_sent", "unique_throughput_whole_run", "in_order_throughput"),
            *("total_", "mean_th"),
        )
        same = {key: value for key, value in found.items() if not key[0].startswith(rates)}
        flows_of_part = {key: value for key, value in same.items() if key[1].startswith("flow")}
        assert flows_of_part == {key: whole[key] for key in flows_of_part}
        assert {metric for metric, _ in found} >= OF_SENDERS
    assert set(catalogue().metrics) >= OF_SENDERS | OF_ENDS


def test_commands_note_unknown_values(tmp_path: Path) -> None:
    trace = part(tmp_path, "1 2")
    done = call("metrics", trace)
    assert b"no link out of node 0 is traced" in done.stderr
    assert b"data_packets" not in done.stdout
    # That a link went down is not in the trace of a link.
    assert b"link_drops,link 1-2 queue,10.0,packets" in done.stdout
    assert "note: no link into node 3 is traced" in output("summary", trace)
    done = call("bins", "--width", "10", trace)
    assert b"no link out of node 0 is traced: the sent columns of flows" in done.stderr
    assert b"no link into node 3 is traced: 0 delivered there means unknown" in done.stderr
    rows = list(csv.DictReader(done.stdout.decode().splitlines()))
    assert {row["sent_packets"] for row in rows} == {""}


def test_link_without_arrivals_counts_as_traced(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    lost = "1 2 cbr 53 ------- 0 0.0 2.0 0 7\n"
    first = lost.replace("1 2", "0 1", 1)
    trace.write_text(f"+ 1 {first}- 1 {first}r 1.5 {first}+ 1.5 {lost}d 1.5 {lost}")
    summary = nstrace.read(trace).summary()
    assert summary.flows[0][SENT : LOST + 1] == [1, 0, 1]
    assert summary.notes == []
    assert call("bins", trace).stderr == b""


def test_sizes_are_those_of_what_was_received(tmp_path: Path) -> None:
    """Throughput took the least size that was seen on the way."""
    trace = tmp_path / "a.tr"
    rest = "0 0.0 2.0"
    trace.write_text(
        f"+ 1 0 1 cbr 53 ------- {rest} 0 7\n- 1 0 1 cbr 53 ------- {rest} 0 7\n"
        f"r 1.5 0 1 cbr 53 ------- {rest} 0 7\n+ 1.5 1 2 cbr 76 ------- {rest} 0 7\n"
        f"- 1.5 1 2 cbr 76 ------- {rest} 0 7\nr 2 1 2 cbr 76 ------- {rest} 0 7\n"
    )
    found = values(nstrace.read(trace), "unique_throughput", "throughput", "throughput_sent")
    assert found["unique_throughput", "flow0"] == found["throughput", "flow0"] == 8 * 76
    assert found["throughput_sent", "flow0"] == 8 * 53
    (note,) = nstrace.read(trace).summary().notes
    assert note.startswith("links change packet sizes (53 bytes sent, 76 received)")


def test_drops_have_same_causes_in_nam() -> None:
    """Neither knew of all packets that were lost when a link went down: nam had no link events,
    and a packet trace rounds the times of drops to before the link's."""
    names = ("link_drops", "loss_by_cause", "data_packets_dropped")
    causes = [values(nstrace.read(text), *names) for text in (WHOLE, WHOLE.with_suffix(".nam"))]
    assert causes[0] == causes[1]
    assert causes[0]["link_drops", "link 1-2 link down"] == 4
    assert causes[0]["link_drops", "link 1-2 queue"] == 7


def test_trace_without_known_lines_fails(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    trace, stored = tmp_path / "a.tr", tmp_path / "a.parquet"
    trace.write_text("no trace\nat all\n")
    commands = [
        ["summary", trace],
        ["sql", "FROM rejects", trace],
        ["metrics", trace],
        ["bins", trace],
        ["convert", trace, "-o", stored],
        ["convert", trace, "-o", tmp_path / "b.tr"],
        ["convert", trace, "-o", f"{tmp_path}/tables/"],
    ]
    for words in commands:
        assert main([*map(str, words)]) == 1
        said = capfdbinary.readouterr().err.decode()
        assert f"{trace}: no line of a known kind among 2" in said
        assert "--allow-rejects" in said
        assert [path.name for path in tmp_path.iterdir()] == ["a.tr"]
    for words in commands:
        assert main([*map(str, words), "--allow-rejects"]) == 0
    assert main(["summary", str(stored)]) == 1
    trace.write_text("no trace\nv 1 link-down 0 1\n")
    assert main(["summary", str(trace)]) == 0


def test_addresses_without_node_still_give_metrics() -> None:
    trace = nstrace.read(golden_traces.FOLDER / "awkward-addresses.tr")
    assert trace.metrics().num_rows > 0
