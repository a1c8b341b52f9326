"""A last line without its line end: taken if it is surely complete, and rejected otherwise."""

from functools import partial
from typing import Any

import golden_traces
import pyarrow as pa
import pytest

from nstrace import _native
from nstrace.names import REJECTS

CUT = "the last line is cut, or may be: it has no line end, and can go on where it stops"


def read(text: str) -> tuple[str, dict[str, Any]]:
    """The table that a text of one line goes to, and its row."""
    tables = _native.read(bytearray(text.encode()), 0).tables()
    ((name, rows),) = [each for each in tables.items() if each[0] not in ("kept", "line_ends")]
    return name, pa.record_batch(rows).to_pylist()[0]


def lines_of_each_form() -> list[str]:
    """The first line of each form in the golden traces, without its end."""
    found: dict[str, str] = {}
    for trace in golden_traces.TRACES:
        if trace.name == "awkward-unended.tr":
            continue
        lines = trace.read_bytes().decode(errors="replace").split("\n")
        for number, (table, row) in golden_traces.read(trace).rows.items():
            found.setdefault(f"{table}.{row['form']}", lines[number - 1].removesuffix("\r"))
    return list(found.values())


def test_truncated_line_is_never_read_as_whole() -> None:
    """However short it was cut; a prefix that lacks blanks alone is the same row."""
    taken = 0
    for line in lines_of_each_form():
        whole = read(f"{line}\n")
        for length in range(1, len(line) + 1):
            table, row = read(line[:length])
            if table == REJECTS:
                assert row["reason"] == CUT
                continue
            taken += 1
            assert line[length:].strip() == "", line[:length]
            same = partial(filter, lambda item: item[0] not in ("rest", "end_byte"))
            assert (table, dict(same(row.items()))) == (whole[0], dict(same(whole[1].items())))
    assert taken > 20


ON_AIR = "r 1.500000000 _0_ AGT  --- 7 cbr 512 [0 0 0 0] ------- [3:0 0:1 32 0] [7]"


@pytest.mark.parametrize(
    ("line", "table"),
    [
        (f"{ON_AIR} 1 0", "wireless"),
        (f"{ON_AIR} 1 1", REJECTS),  # or 1 12?
        (f"{ON_AIR} 1 -0", REJECTS),  # or 1 -05?
        (f"{ON_AIR} 1 00", REJECTS),
        (f"{ON_AIR} 1 1 ", "wireless"),
        (f"{ON_AIR} 1", REJECTS),
        ("M 0.00000 1 (1.00, 2.00, 0.00), (3.00, 4.00), 1.16", "movements"),
        ("M 0.00000 1 (1.00, 2.00, 0.00), (3.00, 4.00), 1.1", REJECTS),
        ("N -t 660.986927 -n 48 -e 0.123456", "energy"),
        ("r 0.10848 0 2 tcp 1040 ------- 1 0.0 3.1 225 0", REJECTS),  # may go on with a TCP header
    ],
)
def test_complete_last_lines_are_accepted(line: str, table: str) -> None:
    assert read(line)[0] == table
