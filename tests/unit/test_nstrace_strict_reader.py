"""Lines of frequent forms become the same rows whether they are read in one go or one by one."""

import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import golden_traces
import pytest

import nstrace

TRACES = [trace for trace in golden_traces.TRACES if trace.name.startswith("wireless")]
HEADERS = [
    b"+ 0.205337 2 3 ack 40 ------- 51 20.1 9.3 120 940 0 0x0 40 20",
    b"r 12.5 2 3 tcp 1040 ---A--N 51 20.1 9.3 -1 12345678901 7 0x1f 20 0",
]
ENERGY = [b"N -t 0.341215 -n 15 -e 99999.957511", b"N -t 2.231411 -n 2 -e 0.184094"]
SWAPS = [
    (b" ", b"  "), (b" ", b"\t"), (b"0", b"00"), (b" 0", b" -0"), (b"1", b"12345678"),
    (b"1", b"123456789012345678"), (b"a", b"A"), (b".", b""), (b"]", b""), (b"[", b"[x"),
    (b"-", b""), (b"---", b"-----------------"), (b"_", b""), (b" ", b" x"), (b"5", b"-5"),
    (b"s", b"D"), (b"d", b"f"), (b"0", b"9999999999"), (b" ", b"\r"), (b"tcp", b"\xc3\xa9"),
]  # fmt: skip
"""What is written in other ways than ns does, or is something else."""

REMEMBERED = [
    (b"s 1.500000000 _3_ MAC  --- 0 CTS 38 [2394 8 0 0] ",
     [(b"1.5", b"11.5"), (b"1.5", b"01.5"), (b"1.5", b"1:5"), (b"MAC  ---", b"MAC   --"),
      (b"MAC  ---", b"MAC  END"), (b"MAC  --- ", b"MAC  ----"), (b"CTS", b"RTS"), (b"38", b"038"),
      (b"0] ", b"0]"), (b"0] ", b"0]  "), (b"0] ", b"0] x"), (b"0 0]", b"0 00]")]),
    (b"s 1.500000000 _3_ MAC  --- 0 C]TS 38 [2394 8 0 0] ",
     [(b"0] ", b"0] ------- [1:0 2:0 30 0] [25 0] 1 0"), (b"C]", b"C"),
      (b"0] ", b"0] ------- [1:0 2:0 30 0] 1")]),
    (b"r 2.123456789 _3_ RTR  --- 7 tcp 40 [13a 1 2 800] ------- [1:0 2:0 30 0] [25 0] 1 0",
     [(b"[13a", b"[ 13a"), (b"1:0", b"1.0"), (b"-------", b"---A---"), (b"30 0]", b"30 00]"),
      (b"[25 0]", b"[25 00]"), (b"[25 0]", b"[25]"), (b"1 0", b"1 00"), (b" 1 0", b" 10 0"),
      (b" 1 0", b"  1 0"), (b"1 0", b"1 0 "), (b"1 0", b"1"), (b"[25", b"[-25"),
      (b"800] ", b"800] [energy 9.500000 ei 1.000 es 0.000 et 0.000 er 0.000] ")]),
    (b"r 2.123456789 _3_ AGT  --- 7 cbr 512 [0 0 0 0] ------- [1:0 2:0 30 0] [25] 2 0",
     [(b"[25]", b"[25 2]"), (b"[25]", b"[25"), (b"2 0", b"02 0"), (b"2 0", b"2 0 x")]),
    (b"r 9.000000001 _5_ RTR  --- 0 AODV 48 [0 ffffffff 15 800] ------- [21:255 -1:255 7 0] "
     b"[0x2 1 221 [11 449] [21 730]] (REQUEST)",
     [(b"[0x2", b"[0x02"), (b"[0x2", b"[0x4"), (b"[0x2 1 221", b"[0x2 1"), (b"730]]", b"730]"),
      (b"(REQUEST)", b"(REQUEST) "), (b"(REQUEST)", b"(REQUEST)x"), (b"(REQUEST)", b"(ERROR)"),
      (b"[21 730", b"[21 0730"), (b"[0x2", b"[1x2")]),
    (b"+ 0.205337 2 3 ack 40 ------- 51 20.1 9.3 120 940 5 0x10 40 20",
     [(b"0.2", b"00.2"), (b"0.205337", b"0"), (b"0x10", b"0x010"), (b"0x10", b"0X10"),
      (b"40 20", b"40 20 "), (b"40 20", b"40"), (b"40 20", b"4 020"), (b"40 20", b"40 20 1"),
      (b"0x10 40 20", b"0x10 40 123456789")]),
]  # fmt: skip
"""Lines of which parts are remembered, and what comes near to these."""

LAST = b"v 9 " + b"." * 2000
"""No line so near to the end of a text is read in one go."""


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_lines_read_together_equal_single_ones(tmp_path: Path, ending: bytes) -> None:
    lines = _lines()
    # Each line twice: the first time, its form or a word of it may be new.
    together = _rows(tmp_path, [*lines, *lines, LAST], ending)
    alone = [row for at in range(len(lines)) for row in _rows(tmp_path, [lines[at]], ending)]
    assert together[:-1] == alone + alone


@pytest.mark.parametrize(("line", "changes"), REMEMBERED)
def test_lines_similar_to_cached_ones_are_read_alike(
    tmp_path: Path, line: bytes, changes: list[tuple[bytes, bytes]]
) -> None:
    near = [line.replace(old, new, 1) for old, new in changes]
    assert all(each != line for each in near)
    # The line itself before and behind each of them, and each of them twice.
    lines = [each for other in near for each in (line, line, other, other)] + [line]
    together = _rows(tmp_path, [*lines, LAST], b"\n")
    alone = {each: _rows(tmp_path, [each], b"\n") for each in [line, *near]}
    assert together[:-1] == [row for each in lines for row in alone[each]]


@pytest.mark.parametrize(
    "before",
    [
        [
            b"r 1.500000000 _5_ RTR  --- 0 AODV 32 [0 ffffffff e 800] ------- "
            b"[14:255 -1:255 1 0] [0x8 1 [0 0] 0.000000] (ERROR)",
            b"r 1.500000000 _5_ RTR  --- 0 ARP 28 [0 ffffffff e 806] ------- [REQUEST 14/14 0/3]",
            b"r 1.500000000 _5_ RTR  --- 0 AODV 48 [0 ffffffff e 800] ------- "
            b"[21:255 -1:255 7 0] [0x2 1 221 [11 449] [21 730]] (REQUEST)",
        ],
        [
            b"s 1.500000000 _3_ AGT  --- 0 cbr 512 [0 0 0 0] ------- [3:0 0:1 32 0] 30 [9] 0 0",
            b"s 1.500000000 _3_ AGT  --- 0 cbr 512 [0 0 0 0] ------- [3:0 0:1 32 0] [9] 7 5",
        ],
        [
            b"s 1.500000000 _3_ AGT  --- 0 cbr 512 [0 0 0 0] ",
            b"r 1.500000000 _5_ RTR  --- 0 ARP 28 [0 ffffffff e 806] ------- [REQUEST 14/14 0/3]",
            b"s 1.500000000 _3_ AGT  --- 0 cbr 512 [0 0 0 0] ------- [3:4 5:6 7 8] [9] 7 5",
        ],
    ],
    ids=["request", "hops", "addresses"],
)
def test_lines_with_new_columns_are_not_cached(tmp_path: Path, before: list[bytes]) -> None:
    """All words of the last line are known before it, but not all of its columns."""
    lines = [*before, *[before[-1]] * 3]
    together = _rows(tmp_path, [*lines, LAST], b"\n")
    alone = [row for line in lines for row in _rows(tmp_path, [line], b"\n")]
    assert together[:-1] == alone


def test_lines_in_any_order(tmp_path: Path) -> None:
    """What is remembered depends on the lines before: few lines, drawn again and again."""
    near = [line.replace(*change, 1) for line, changes in REMEMBERED for change in changes]
    lines = [*_lines(), *(line for line, _changes in REMEMBERED), *near]
    alone = {line: _rows(tmp_path, [line], b"\n") for line in lines}
    chance = random.Random(2)
    for _ in range(600):
        few = chance.sample(lines, chance.choice([2, 5, 12]))
        drawn = chance.choices(few, k=40)
        together = _rows(tmp_path, [*drawn, LAST], b"\n")
        assert together[:-1] == [row for line in drawn for row in alone[line]]


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_ends_of_lines_that_repeat(tmp_path: Path, ending: bytes) -> None:
    """What is sent is heard by many: their lines differ in nothing but event, time, node, layer."""
    chance = random.Random(3)
    old = re.compile(rb"\w [\d.]+ _\d+_ \w+ +[-\w]+(?= \d)")
    every = [line for trace in TRACES for line in trace.read_bytes().splitlines()]
    tails = {line[found.end() :] for line in every if (found := old.match(line))}
    few = [*chance.sample(sorted(tails), 80), b" 0 x 1 [0 0 0 0]", b" 0 y 1 [0 0 0 0] ",
           b" 7 cbr 512 [0 0 0 0] ------- [1:0 2:0 30 0] [25] 2 0 " + b"x" * 300]  # fmt: skip
    heads = [b"s 1.500000000 _3_ AGT  ---", b"r 1.500000001 _12_ MAC  ---", b"D 2.0 _4_ IFQ  ARP"]
    lines = [head + tail for tail in few for head in chance.choices(heads, k=3)]
    lines += [head + tail for pair in pairwise(few) for head in heads for tail in pair]
    together = _rows(tmp_path, [*lines, *lines, LAST], ending)
    alone = {line: _rows(tmp_path, [line], ending) for line in set(lines)}
    assert together[:-1] == [row for line in lines + lines for row in alone[line]]


def _lines() -> list[bytes]:
    chance = random.Random(1)
    found = HEADERS + ENERGY
    for trace in TRACES:
        every = trace.read_bytes().splitlines()
        found += chance.sample(every, min(12, len(every)))
    changed = []
    for line in found:
        for old, new in chance.sample(SWAPS, 3):
            places = [at for at in range(len(line)) if line.startswith(old, at)]
            if places:
                at = chance.choice(places)
                changed.append(line[:at] + new + line[at + len(old) :])
    return [line for line in found + changed if line]


def _rows(folder: Path, lines: list[bytes], ending: bytes) -> list[dict[str, Any]]:
    """What each line became: its table, and its row but for its place in the file."""
    trace = folder / "lines.tr"
    trace.write_bytes(ending.join([*lines, b""]))
    rows = []
    for block in nstrace.scan(trace, threads=1):
        for table, batch in block.tables.items():
            if table == "line_ends":
                continue
            for row in batch.to_pylist():
                values = {name: value for name, value in row.items() if value is not None}
                place = (values.pop("line"), table)
                values.pop("byte", None)
                rows.append((place, {"table": table, **values}))
    return [row for _place, row in sorted(rows, key=lambda each: each[0])]


def test_first_packet_too_long_to_be_looked_up(tmp_path: Path) -> None:
    long_one = b"+ 0.1 0 2 tcp 1040 ------- 1 " + b"1234567890.123 1234567890.456 1 2"
    plain = b"+ 0.2 0 2 tcp 1040 ------- 1 0.0 3.1 1 2"
    assert len(_rows(tmp_path, [long_one, *[plain] * 50], b"\n")) == 51
