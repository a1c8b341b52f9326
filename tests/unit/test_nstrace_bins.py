"""Flow bins: worked out by hand, and against plain Python on traces of any kind."""

import csv
import dataclasses
import io
import random
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from bins_reference import VARIABLES, Event, Line, LinkEvent, Value, bins
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nstrace_cli import call, failure, output

from nstrace import _native

TRACE = """\
+ 0.01 0 1 tcp 1040 ------- 1 0.0 2.1 5 1
- 0.01 0 1 tcp 1040 ------- 1 0.0 2.1 5 1
r 0.02 0 1 tcp 1040 ------- 1 0.0 2.1 5 1
+ 0.02 1 2 tcp 1040 ------- 1 0.0 2.1 5 1
- 0.02 1 2 tcp 1040 ------- 1 0.0 2.1 5 1
+ 0.05 0 1 tcp 1040 ------- 1 0.0 2.1 6 2
d 0.05 0 1 tcp 1040 ------- 1 0.0 2.1 6 2
r 0.13 1 2 tcp 1040 ------- 1 0.0 2.1 5 1
+ 0.13 2 1 ack 40 ------- 1 2.1 0.0 5 3
d 0.14 0 1 tcp 1040 ------- 1 0.0 2.1 6 4
d 0.2 2 1 ack 40 ------- 1 2.1 0.0 5 3
v 0.20000000000000001 link-down 2 1
0.31000  0  0  2  1  cwnd_ 2.125\x20
+ 0.33 0 1 tcp 1040 ------- 1 0.0 2.1 7 5
0.33000  0  0  2  1  cwnd_ 1.000\x20
0.33000  0  0  2  1  ssthresh_ 20
r 0.34 0 1 tcp 1040 ------- 1 0.0 2.1 7 5
d 0.34 1 -1 tcp 1040 ------- 1 0.0 2.1 7 5
0.40001  0  0  2  1  rtt_ 0.040\x20
r 0.42 0 1 tcp 1040 ------- 1 0.0 2.1 8 6
d 0.42 1 1 tcp 1040 ------- 1 0.0 2.1 8 6
"""
ROWS = [
    # start, flow, addresses, type and data; sent, again, delivered, new, out of order, dropped,
    # delays; lost at nodes, variables: last, least, largest
    "0,1,0,0,2,1,tcp,1, 2,2080,0,0, 0,0,0,0, 0,0, 1,0,0,0,1040, 0,0,,, 0,0,,,,,,,,,",
    "100000,1,0,0,2,1,tcp,1, 1,1040,1,1040, 1,1040,1,1040, 0,0, 0,0,1,0,1040,"
    " 1,120000,120000,120000, 0,0,,,,,,,,,",
    "100000,1,2,1,0,0,ack,0, 1,40,0,0, 0,0,0,0, 0,0, 0,0,0,0,0, 0,0,,, 0,0,,,,,,,,,",
    "200000,1,2,1,0,0,ack,0, 0,0,0,0, 0,0,0,0, 0,0, 0,0,0,1,40, 0,0,,, 0,0,,,,,,,,,",
    # before and after the second value of cwnd_
    "300000,1,0,0,2,1,tcp,1, 1,1040,0,0, 0,0,0,0, 0,0, 0,0,0,0,1040, 0,0,,,"
    " 0,1,1,1,2.125,20,20,20,,,",
    # rtt_ got its value after 0.400005 s
    "400000,1,0,0,2,1,tcp,1, 0,0,0,0, 0,0,0,0, 0,0, 0,0,0,0,1040, 0,0,,,"
    " 1,0,1,1,1,20,20,20,40,40,40",
]


def counted(trace: str, width_us: int = 100_000, pieces: int = 1) -> list[list[str]]:
    """The rows of a trace that is read in some pieces."""
    found = _native.FlowBins(width_us)
    lines = trace.splitlines(keepends=True)
    step = -(-len(lines) // pieces) or 1
    rows = b""
    for start in range(0, len(lines), step):
        _native.read("".join(lines[start : start + step]).encode(), 0).count(found)
        rows += found.take_rows()
    found.finish()
    rows += found.take_rows()
    return list(csv.reader(io.StringIO(rows.decode())))[1:]


def test_bins_worked_out_by_hand() -> None:
    assert counted(TRACE) == [row.replace(" ", "").split(",") for row in ROWS]


@pytest.mark.parametrize("pieces", [2, 3, 12])
def test_block_boundaries_do_not_matter(pieces: int) -> None:
    assert counted(TRACE, pieces=pieces) == counted(TRACE)


def test_no_input_gives_header() -> None:
    found = _native.FlowBins(1)
    found.finish()
    assert found.take_rows().startswith(b"start_us,flow,")
    assert found.take_rows() == b""


@st.composite
def numbers(draw: st.DrawFn) -> list[int]:
    """Sequence numbers as senders make them, and others."""
    step = draw(st.sampled_from([1, 1, 1, 536, 1000]))
    chance = random.Random(draw(st.integers(0, 2**32)))
    found, at = [], chance.randrange(3)
    for _ in range(draw(st.integers(0, 120))):
        found.append(at)
        match chance.randrange(8):
            case 0:
                at = max(0, at - chance.randrange(20) * step)
            case 1:
                at += chance.randrange(5) * step
            case 2:
                at += chance.randrange(3)
            case _:
                at += step
    return found


@given(numbers())
@example([0, 6 * 10**18, 1, 0, 2**63 - 1, 6 * 10**18, 2])
@settings(max_examples=300)
def test_repeated_numbers_count_as_retransmitted(sequence: list[int]) -> None:
    trace = "".join(
        Event("+", uid, (0, 1), "tcp", 1000, 1, 0, 2, number, uid).line()
        for uid, number in enumerate(sequence)
    )
    rows = counted(trace)
    assert [row[10] for row in rows] == ([str(len(sequence) - len(set(sequence)))] if rows else [])


@st.composite
def traces(draw: st.DrawFn) -> list[Line]:
    """Packets of three flows that go over four links, get lost, loop and are overtaken."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    lines: list[Line] = []
    under_way: list[tuple[Event, int]] = []
    us, uid = 0, 0
    for _ in range(draw(st.integers(0, 150))):
        us += chance.choice([0, 0, 1, 50, 999, 120_000])
        if chance.random() < 0.1:
            sender = chance.choice([(0, 3), (3, 0), (1, 3), (2, 0)])
            number = chance.choice([1000, 2000, chance.randrange(10**6) * 125 // 125])
            variable = chance.choice(VARIABLES)
            number = number // 1000 * 1000 if variable == "ssthresh_" else number
            lines.append(Value(us, sender, variable, number))
        if chance.random() < 0.4 or not under_way:
            uid += 1
            source, destination = chance.choice([(0, 3), (0, 3), (3, 0), (1, 3)])
            type_ = chance.choice(["tcp", "tcp", "cbr", "ack", "message"])
            size = chance.choice([40, 1040])
            number = -1 if type_ == "message" else chance.randrange(uid + 1)
            first = (source, chance.choice([n for n in range(4) if n != source]))
            packet = Event("+", us, first, type_, size, 1, source, destination, number, uid)
            under_way.append((packet, 0))
            if chance.random() < 0.1:  # its first link is not traced
                continue
            lines.append(packet)
            continue
        place = chance.randrange(len(under_way))
        packet, stage = under_way.pop(place)
        lines += _onward(chance, packet, stage, us, under_way)
        if chance.random() < 0.1:
            lines.append(LinkEvent(us, packet.link, chance.choice(["down", "up"])))
    return lines


def _onward(
    chance: random.Random,
    packet: Event,
    stage: int,
    us: int,
    under_way: list[tuple[Event, int]],
) -> list[Event]:
    """What happens next to a packet that entered (0) or left (1) a queue."""

    def now(event: str, link: tuple[int, int] = packet.link) -> Event:
        return Event(event, us, link, *list(packet.__dict__.values())[3:])

    if chance.random() < 0.2:
        return [now("d")]
    if chance.random() < 0.1:  # at the node to which the link leads
        node = packet.link[1]
        return [now("d", (node, chance.choice([node, -1])))]
    if stage == 0:
        under_way.append((packet, 1))
        return [now("-")]
    arrived = now("r")
    if packet.link[1] == packet.destination:
        return [arrived]
    onward = now("+", (packet.link[1], (packet.link[1] + chance.randrange(1, 4)) % 4))
    if chance.random() < 0.1:
        return [arrived, Event("d", us, onward.link, *list(onward.__dict__.values())[3:])]
    under_way.append((onward, 0))
    return [arrived, onward]


@given(traces(), st.sampled_from([1, 1000, 100_000, 10**7]), st.integers(1, 5))
@settings(max_examples=300, deadline=None)
def test_bins_are_what_plain_python_finds(trace: list[Line], width_us: int, pieces: int) -> None:
    text = "".join(line.line() for line in trace)
    wanted = [["" if cell is None else str(cell) for cell in row] for row in bins(trace, width_us)]
    assert counted(text, width_us, pieces) == wanted


def test_long_waiting_packets_keep_their_times() -> None:
    """Each place that a packet's number points to is needed by many newer packets meanwhile."""
    lines: list[Line] = []
    waiting: list[Event] = []
    for uid in range(6_000):
        sent = Event("+", 1_000 * uid, (0, 1), "tcp", 1040, 1, 0, 1, uid, uid)
        lines.append(sent)
        if uid % 7 == 0:
            waiting.append(sent)
        else:
            lines.append(dataclasses.replace(sent, event="r", us=sent.us + 500))
        if uid % 1_500 == 1_499:  # the oldest stay to the end
            arriving, waiting = waiting[50:], waiting[:50]
            lines += [dataclasses.replace(it, event="r", us=sent.us + 900) for it in arriving]
    lines += [dataclasses.replace(it, event="r", us=10**7) for it in waiting]
    text = "".join(line.line() for line in lines)
    wanted = [["" if cell is None else str(cell) for cell in row] for row in bins(lines, 10**6)]
    assert counted(text, 10**6) == wanted


def test_vanished_packets_are_forgotten_after_100_s() -> None:
    """One of a hundred thousand that are never heard of again comes back after all."""
    lines = [
        Event("+", 10_000 * uid, (0, 1), "cbr", 100, 1, 0, 2, uid, uid).line()
        for uid in range(100_000)
    ]
    late = [Event("r", 10**9, (1, 2), "cbr", 100, 1, 0, 2, uid, uid).line() for uid in (0, 95_000)]
    (*_, row) = counted("".join(lines + late), 10**9)
    assert row[12] == "2"  # both arrived
    assert row[23:25] == ["1", str(10**9 - 950_000_000)]  # one's sending is remembered


LAN = """\
+ 0.01 0 9 cbr 1000 ------- 1 0.0 4.1 5 1
- 0.01 0 9 cbr 1000 ------- 1 0.0 4.1 5 1
d 0.03 2 9 cbr 1000 ------- 1 0.0 4.1 5 1
d 0.03 3 9 cbr 1000 ------- 1 0.0 4.1 5 1
r 0.04 9 4 cbr 1000 ------- 1 0.0 4.1 5 1
+ 0.05 0 9 cbr 1000 ------- 1 0.0 4.1 6 2
d 0.05 0 9 cbr 1000 ------- 1 0.0 4.1 6 2
"""


def test_unaddressed_stations_lose_nothing() -> None:
    """Each of a LAN's stations gets it; only its sender can lose it. Node 9 is the LAN."""
    (row,) = counted(LAN)
    names = _native.FlowBins(1).take_rows().decode().strip().split(",")
    found = dict(zip(names, row, strict=True))
    assert (found["sent_packets"], found["delivered_packets"]) == ("2", "1")
    assert (found["delay_packets"], found["delay_sum_us"]) == ("1", "30000")
    lost = {name: found[name] for name in names if name.startswith("dropped_")}
    assert {name: count for name, count in lost.items() if count != "0"} == {
        "dropped_in_queue": "1",
        "dropped_bytes": "1000",
    }


def test_bins_command_reads_and_writes_formats(tmp_path: Path) -> None:
    trace = tmp_path / "a b.tr"
    trace.write_text(TRACE)
    text = output("bins", trace)
    assert text.splitlines()[1:] == [row.replace(" ", "") for row in ROWS]
    output("bins", trace, "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == text
    output("bins", trace, "-o", tmp_path / "out.parquet")
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [list(rows[0])] == [text.splitlines()[0].split(",")]
    assert [row["delay_sum_us"] for row in rows] == [0, 120_000, 0, 0, 0, 0]
    assert [row["delay_max_us"] for row in rows] == [None, 120_000] + [None] * 4
    assert [row["cwnd_max_packets"] for row in rows] == [None] * 4 + [2.125, 1]
    assert [row["rtt_last_ms"] for row in rows] == [None] * 5 + [40]
    for suffix in ("parquet", "arrow", "duckdb"):
        stored = tmp_path / f"stored.{suffix}"
        output("convert", trace, "-o", stored)
        assert output("bins", stored) == text


def test_several_files_are_told_apart(tmp_path: Path) -> None:
    names = ['one".tr', "two.tr"]
    for name in names:
        (tmp_path / name).write_text(TRACE)
    done = call("bins", *names, "--width", "1", folder=tmp_path)
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    assert [row["file"] for row in rows] == [names[0]] * 2 + [names[1]] * 2
    output("bins", *(tmp_path / name for name in names), "-o", tmp_path / "out.parquet")
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 12


def test_unsupported_options_are_refused(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text(TRACE)
    assert "use .csv or .parquet" in failure("bins", trace, "-o", tmp_path / "out.txt")
    for width in ("0", "-1", "nan", "inf", "much"):
        done = call("bins", trace, f"--width={width}")
        assert done.returncode == 2
        assert b"expected seconds, from 0.000001 to 1,000,000,000" in done.stderr


def test_largest_time_falls_in_last_bin() -> None:
    """It was in the bin before 0."""
    (row,) = counted("+ 9223372036.854775807 0 1 tcp 1040 ------- 1 0.0 2.1 5 1\n")
    assert row[0] == "9223372036800000"


def test_decreasing_time_is_reported(tmp_path: Path) -> None:
    """As where the files of two links stand in one: what was told late was in the last bin."""
    lines = [
        f"{event} {at_s} {nodes} tcp 1040 ------- 1 0.0 2.0 5 1"
        for nodes, at_s in (("0 1", 1), ("1 2", 2))
        for event in "+-r"
    ]
    trace = tmp_path / "a.tr"
    trace.write_text("".join(f"{line}\n" for line in lines))
    assert b"goes backwards" not in call("bins", trace).stderr
    late = [*lines[3:], *lines[:3], lines[0].replace("+ 1", "+ 0.5")]
    trace.write_text("".join(f"{line}\n" for line in late))
    assert b"time goes backwards at line 4 and at 1 more: " in call("bins", trace).stderr


def test_links_traced_twice_are_reported(tmp_path: Path) -> None:
    """What they delivered and dropped was twice as much."""
    trace = tmp_path / "a.tr"
    trace.write_text(TRACE)
    assert b"every line twice" not in call("bins", trace).stderr
    trace.write_text("".join(2 * line for line in TRACE.splitlines(keepends=True)))
    assert b"some links have every line twice" in call("bins", trace).stderr


def test_hierarchical_addresses_are_reported(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text("+ 1 0 1 tcp 1040 ------- 1 0.0.0.1 1.0.0.2 5 1\n")
    done = call("bins", trace)
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 1
    assert b"some packets are not counted" in done.stderr
