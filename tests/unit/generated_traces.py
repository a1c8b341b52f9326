"""Traces as hypothesis makes them: lines of every form, mutated ones, and anything else."""

import re

import golden_traces
from hypothesis import assume
from hypothesis import strategies as st

GOLDEN_LINES = sorted({
    line
    for trace in golden_traces.TRACES
    for line in trace.read_bytes().replace(b"\r\n", b"\n").split(b"\n")
})  # fmt: skip

_NUMBER = re.compile(rb"\d+(?:\.\d+)?")

NUMBERS = st.one_of(
    st.integers(0, 99),
    st.integers(-(2**63) - 2, 2**64),
    st.floats(0, 1e6, allow_nan=False).map(lambda value: f"{value:.6f}"),
    st.floats(allow_nan=False, allow_infinity=False).map(lambda value: f"{value:.17g}"),
    st.floats(0, 100).map(lambda value: f"{value:g}"),
    st.sampled_from(["007", "1.", ".5", "-0", "+1", "1e-05", "4.4999999999999998e-05", "1e400"]),
).map(lambda number: str(number).encode())

PIECES = st.one_of(
    st.sampled_from(
        [b" ", b"  ", b"\t", b".", b"-", b"[", b"}", b"\r", b"\0", b"\xff", b"\xc3\xa9"]
    ),
    NUMBERS,
    st.binary(min_size=1, max_size=4).filter(lambda piece: b"\n" not in piece),
)


@st.composite
def with_other_numbers(draw: st.DrawFn) -> bytes:
    """A line of some form with other numbers here and there."""
    line = draw(st.sampled_from(GOLDEN_LINES))
    for number in draw(st.lists(st.sampled_from([*_NUMBER.finditer(line)] or [None]), max_size=3)):
        if number and number.group() in line:
            line = line.replace(number.group(), draw(NUMBERS), 1)
    return line


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """A line with something put in, taken out, or cut off."""
    line = draw(st.sampled_from(GOLDEN_LINES))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(line)))
        end = draw(st.integers(start, min(len(line), start + 3)))
        line = line[:start] + draw(PIECES | st.just(b"")) + line[end:]
    return line[: draw(st.integers(0, len(line)))] if draw(st.booleans()) else line


@st.composite
def packets(draw: st.DrawFn) -> bytes:
    """Many packets, as the fast way reads them, and one among them that is hardly different."""
    link = draw(
        st.sampled_from([b"0 2 tcp 1040 ------- 1 0.0 3.1", b"10 12 cbr 210 ------N 2 1.0 2.0"])
    )
    time_us = draw(st.integers(0, 10**12))
    lines = [
        b"%c %d.%06d %s %d %d" % (b"+-rd"[i % 4], (time_us + i) // 10**6, (time_us + i) % 10**6,
                                  link, i, time_us + i)
        for i in range(draw(st.integers(5, 40)))
    ]  # fmt: skip
    place = draw(st.integers(0, len(lines) - 1))
    fields = lines[place].split(b" ")
    fields[draw(st.integers(0, len(fields) - 1))] = draw(NUMBERS | PIECES)
    lines[place] = b" ".join(fields)
    return b"\n".join(lines)


LINES = st.one_of(
    st.sampled_from(GOLDEN_LINES),
    with_other_numbers(),
    broken(),
    packets(),
    st.binary(max_size=30).map(lambda line: line.replace(b"\n", b"")),
)


COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0")
"""What starts so is no text."""


@st.composite
def traces(draw: st.DrawFn, most: int = 25) -> bytes:
    """A trace with line ends of one kind or several; the last line may have none."""
    lines = draw(st.lists(LINES, max_size=most))
    ends = draw(
        st.sampled_from([[b"\n"], [b"\r\n"], [b"\n", b"\r\n"], [b"\n", b"\n\n", b"\r\r\n"]])
    )
    text = b"".join(
        line.replace(b"\n", ends[0]) + draw(st.sampled_from(ends)) for line in lines
    )  # fmt: skip
    assume(not text.startswith(COMPRESSED))
    return text.rstrip(b"\r\n") if draw(st.booleans()) else text
