"""Lines of frequent forms become the same rows whether they are read in one go or one by one."""

import random
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

LAST = b"v 9 " + b"." * 2000
"""No line so near to the end of a text is read in one go."""


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_rows_are_those_of_lines_read_alone(tmp_path: Path, ending: bytes) -> None:
    lines = _lines()
    # Each line twice: the first time, its form or a word of it may be new.
    together = _rows(tmp_path, [*lines, *lines, LAST], ending)
    alone = [row for at in range(len(lines)) for row in _rows(tmp_path, [lines[at]], ending)]
    assert together[:-1] == alone + alone


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
