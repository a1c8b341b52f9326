"""Faults that were found in nstrace's core, a test each; most were found by tests/fuzz."""

from io import BytesIO
from pathlib import Path
from typing import Any

import nstrace

LINK = "0 2 tcp 1040 ------- 1 0.0 3.1"
LESSON = [f"{event} 1.5 {LINK} 1 2" for event in "+-rd"]
"""Lines from which the fast way learns what packets look like."""
ROOM = [f"+ 9.5 {LINK} 8 9"] * 6
"""The fast way goes no nearer to the end of a trace than these lines are long."""


def check(folder: Path, *lines: str) -> list[dict[str, Any]]:
    """The packets that lines become the fast way; they must come back as they stood."""
    trace = folder / "a.tr"
    trace.write_text("\n".join([*LESSON, *lines, *ROOM, ""]))
    stored = folder / "a.parquet"
    nstrace.convert(trace, stored)
    text = BytesIO()
    nstrace.export_text(nstrace.open_stored(stored), text)
    assert text.getvalue() == trace.read_bytes()
    first = len(LESSON) + 1
    rows: list[dict[str, Any]] = nstrace.read(trace).arrow("packets").to_pylist()
    return [row for row in rows if first <= row["line"] < first + len(lines)]


def test_time_without_whole_seconds(tmp_path: Path) -> None:
    """It was taken for one with the same whole seconds as the line before, 0."""
    rows = check(tmp_path, f"+ .5 {LINK} 1 2", f"+ 7.5 {LINK} 1 2", f"+ .25 {LINK} 1 2")
    assert [row["time_ns"] for row in rows] == [500_000_000, 7_500_000_000, 250_000_000]


def test_seconds_of_eight_digits(tmp_path: Path) -> None:
    """Any eight digits were taken for those of the line before."""
    rows = check(tmp_path, f"+ 12345678.5 {LINK} 1 2", f"+ 87654321.5 {LINK} 1 2")
    assert [row["time_ns"] for row in rows] == [12_345_678_500_000_000, 87_654_321_500_000_000]


def test_zero_before_eight_digits(tmp_path: Path) -> None:
    """The zero was lost."""
    rows = check(tmp_path, f"+ 1.5 {LINK} 012345678 2", f"+ 1.5 {LINK} 1 012345678")
    assert [(row["sequence"], row["uid"]) for row in rows] == [(12345678, 2), (1, 12345678)]


def test_negative_sequence_numbers(tmp_path: Path) -> None:
    """Routing packets have -1; a zero with a sign is no number that ns writes."""
    numbers = ["-1", "-0", "-01", "-12345678", "-123456789", "-1234567812345678", "1", "-1"]
    rows = check(tmp_path, *(f"+ 1.5 {LINK} {number} 2" for number in numbers))
    assert [row["sequence"] for row in rows] == [int(number) for number in numbers]
    trace = nstrace.read(tmp_path / "a.tr")
    assert trace.arrow("kept")["text"].to_pylist() == [
        f"+ 1.5 {LINK} {number} 2".encode() for number in ("-0", "-01")
    ]


def test_more_flows_than_are_remembered(tmp_path: Path) -> None:
    """Texts that drive each other out of memory, between two that stay."""
    flows = [flow for other in range(30_000) for flow in (7, other)]
    rows = check(
        tmp_path, *(f"+ 1.5 0 2 tcp 1040 ------- {flow} 0.{flow} 3.1 1 2" for flow in flows)
    )
    assert [row["flow"] for row in rows] == flows
    assert [row["source_port"] for row in rows] == flows


def test_new_wireless_lines_of_sensor_nodes(tmp_path: Path) -> None:
    """S-MAC writes two blanks before its bracket; no such line was known."""
    line = (
        "d -t 1.001003599 -Hs 1 -Hd 0 -Ni 1 -Nx 200.00 -Ny 40.25 -Nz 0.00 -Ne 99.500000 -Nl MAC "
        "-Nw ---  [0.02 -1 0] "
    )
    trace = tmp_path / "a.tr"
    trace.write_text(f"{line}\n")
    row = nstrace.read(trace).arrow("wireless").to_pylist()[0]
    assert (row["form"], row["mac_duration_s"], row["mac_destination"]) == ("new_sensor", 0.02, -1)
