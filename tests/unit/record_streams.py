"""Streams of records made by hand, as ns2-patches/records/README.md describes them."""

import struct

MAGIC = b"\x8eNSREC\r\n"
HEADER_BYTES = 32

END, TEXT, POINT, PATH, LAYOUT, PACKET, TIME, VARIABLE, VALUE, WIDE, NEXT = range(1, 12)


def header(version: int = 3, order: int = 0x01020304, length: int = HEADER_BYTES) -> bytes:
    return MAGIC + struct.pack("=IHHII", order, version, 4, length, 0) + b"explain\n"


def record(kind: int, index: int, number: int, data: bytes = b"") -> bytes:
    lower = word(kind & 0xFFF, index & 0x3FF, number & 0x3FF)
    if (kind, index, number) != (kind & 0xFFF, index & 0x3FF, number & 0x3FF):
        lower = word(WIDE, (kind >> 12) << 6 | index >> 10, number >> 10) + lower
    return lower + data + bytes(-len(data) % 4)


def word(kind: int, index: int, number: int) -> bytes:
    return struct.pack("=I", kind << 20 | index << 10 | number)


def path(name: int, before: int, point: int) -> bytes:
    return record(PATH, name, 0, struct.pack("=I", before << 16 | point))


def named(kind: int, index: int, text: str) -> bytes:
    return record(kind, index, len(text), text.encode())


def packet(place: int, layout: int, sequence: int, uid: int) -> bytes:
    return record(PACKET, place, layout, struct.pack("=ii", sequence, uid))


def next_packet(place: int, layout: int) -> bytes:
    return record(NEXT, place, layout)


def line(path: int, place: int, us_later: int = 0) -> bytes:
    return record(path, place, us_later)


def time(us: int) -> bytes:
    return record(TIME, 0, 0, struct.pack("=q", us))


def value(variable: int, time_s: float, number: float) -> bytes:
    return record(VALUE, variable, 0, struct.pack("=dd", time_s, number))


def end(before: bytes, lines: int, text_bytes: int) -> bytes:
    return record(END, 0, 24, struct.pack("=QQQ", len(before), lines, text_bytes))


def stream(*records: bytes, lines: int = 0, text_bytes: int = 0) -> bytes:
    """A whole stream, with so many lines about packets and bytes of text."""
    body = header() + b"".join(records)
    return body + end(body, lines, text_bytes)


POINTS = (
    named(POINT, 100, "+ 0 2"),
    named(POINT, 101, "- 0 2"),
    named(POINT, 102, "r 0 2"),
    path(16, 100, 101),
)
LAYOUTS = (
    named(LAYOUT, 0, "tcp 1040 ------- 1 0.0 2.1"),
    named(LAYOUT, 7, "ack 40 ------N 1 2.1 0.0"),
)

SAMPLE = stream(
    *POINTS,
    *LAYOUTS,
    packet(5, 0, 0, 10),
    line(16, 5, 1_000_000),
    packet(6, 0, 1, 11),
    line(100, 6),
    next_packet(7, 0),
    line(100, 7),
    record(TEXT, 0, 14, b"v 1 eval {hi}\n"),
    line(102, 5, 250_000),
    named(VARIABLE, 0, "f 0  0  2  1  cwnd_ "),
    named(VARIABLE, 1, "d 0  0  2  1  maxseq_ "),
    value(0, 1.25, 2.0),
    value(1, 1.25, 1.0),
    packet(5, 7, -1, -3),
    time(5_000_000_000),
    line(101, 5, 30),
    next_packet(1, 7),
    line(101, 1),
    lines=7,
    text_bytes=14,
)
SAMPLE_TEXT = b"""\
+ 1 0 2 tcp 1040 ------- 1 0.0 2.1 0 10
- 1 0 2 tcp 1040 ------- 1 0.0 2.1 0 10
+ 1 0 2 tcp 1040 ------- 1 0.0 2.1 1 11
+ 1 0 2 tcp 1040 ------- 1 0.0 2.1 2 12
v 1 eval {hi}
r 1.25 0 2 tcp 1040 ------- 1 0.0 2.1 0 10
1.25000  0  0  2  1  cwnd_ 2.000\x20
1.25000  0  0  2  1  maxseq_ 1
- 5000.00003 0 2 ack 40 ------N 1 2.1 0.0 -1 -3
- 5000.00003 0 2 ack 40 ------N 1 2.1 0.0 -2 -2
"""
