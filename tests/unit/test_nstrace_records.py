"""Records as a source of nstrace: what they mean, and streams that are damaged."""

import gzip
import lzma
import random
import struct
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nstrace_cli import call, failure, output
from record_streams import (
    END,
    LAYOUT,
    LAYOUTS,
    POINT,
    POINTS,
    SAMPLE,
    SAMPLE_TEXT,
    TEXT,
    VARIABLE,
    WIDE,
    end,
    header,
    line,
    named,
    next_packet,
    packet,
    path,
    record,
    stream,
    time,
    value,
    word,
)

import nstrace
from nstrace import _native
from nstrace.errors import TraceError
from nstrace.records import RecordError, text_of


def text(given: bytes, piece: int = 1 << 16, room: int = 1 << 16) -> bytes:
    """The text of a stream that comes in pieces and is asked for in others."""
    left = memoryview(given)

    def read(buffer: memoryview) -> int:
        nonlocal left
        count = min(len(buffer), len(left), piece)
        buffer[:count] = left[:count]
        left = left[count:]
        return count

    fill = text_of(read)
    found = bytearray()
    buffer = bytearray(room)
    while count := fill(memoryview(buffer)):
        found += buffer[:count]
    return bytes(found)


def test_sample_records_decode_to_their_text() -> None:
    assert text(SAMPLE) == SAMPLE_TEXT


@pytest.mark.parametrize(("piece", "room"), [(1, 1), (7, 3), (8, 64), (1000, 5)])
def test_piece_sizes_do_not_matter(piece: int, room: int) -> None:
    assert text(SAMPLE, piece, room) == SAMPLE_TEXT


@pytest.mark.parametrize("given", [b"", b"\x8e", b"\x8eNSREC\r", SAMPLE_TEXT, b"+ 1", b"12345678"])
@pytest.mark.parametrize("piece", [1, 100])
def test_input_without_magic_is_text(given: bytes, piece: int) -> None:
    assert text(given, piece, 3) == given


@pytest.mark.parametrize("us", [0, 1, 9, 10, 12, 99, 100, 123, 1000, 999_999, 10**6, 10**6 + 10])
def test_times_are_written_as_ns_writes_them(us: int) -> None:
    given = stream(*POINTS, *LAYOUTS, packet(0, 0, 0, 0), line(100, 0, us), lines=1)
    assert text(given).split()[1].decode() == f"{us / 1e6:.15g}"


@given(st.integers(0, 999_999_999_999_999))
def test_any_time_is_written_as_ns_writes_it(us: int) -> None:
    given = stream(*POINTS, *LAYOUTS, packet(0, 0, 0, 0), time(us), line(100, 0), lines=1)
    assert text(given).split()[1].decode() == f"{us / 1e6:.15g}"


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_any_value_is_written_as_ns_writes_it(time_s: float, number: float) -> None:
    given = stream(named(VARIABLE, 0, "f 0 cwnd_ "), value(0, time_s, number))
    assert text(given).decode() == f"{time_s:<8.5f} 0 cwnd_ {number:<6.3f}\n"


@given(
    st.lists(st.integers(-(2**31), 2**31 - 1), max_size=8),
    st.integers(-(2**31), 2**31 - 1),
)
def test_next_packet_extrapolates_uid_and_number(sequence: list[int], uid: int) -> None:
    """One uid further, and as far from the last sequence number as that from the one before."""
    packets = [packet(0, 7, number, uid) for number in sequence]
    given = stream(*POINTS, *LAYOUTS, *packets, next_packet(1, 7), line(100, 1), lines=1)
    before, last = [0, 0, *sequence][-2:]
    number = (2 * last - before + 2**31) % 2**32 - 2**31
    uid = (uid + 1 + 2**31) % 2**32 - 2**31 if sequence else 0
    assert text(given).split()[-2:] == [b"%d" % number, b"%d" % uid]


@given(st.integers(16, 0xFFFF), st.integers(0, 0xFFFF), st.integers(0, (1 << 20) - 1))
def test_numbers_of_any_size_are_read(name: int, place: int, us: int) -> None:
    given = stream(
        named(POINT, name, "+ 0 2"),
        *LAYOUTS,
        packet(place, 7, 0, 3),
        line(name, place, us),
        lines=1,
    )
    assert text(given).decode() == f"+ {us / 1e6:.15g} 0 2 ack 40 ------N 1 2.1 0.0 0 3\n"


def test_every_command_takes_records(tmp_path: Path) -> None:
    for name, stored in {
        "plain.rec": SAMPLE,
        "a.gz": gzip.compress(SAMPLE),
        "a.xz": lzma.compress(SAMPLE),
        "a.zst": pa.compress(SAMPLE, "zstd", asbytes=True),
    }.items():
        trace = tmp_path / name
        trace.write_bytes(stored)
        again = tmp_path / f"{name}.tr"
        output("convert", trace, "-o", again)
        assert again.read_bytes() == SAMPLE_TEXT
        assert output("sql", "SELECT count(*) FROM packets", trace, "--format", "csv") == (
            "count_star()\n7\n"
        )
        assert output("validate", trace).startswith(f"{trace}: 10 lines, 10 typed, 0 rejected\n")


def test_records_come_through_pipe() -> None:
    done = call("sql", "SELECT value FROM cwnd", "-", "--format", "csv", given=SAMPLE)
    assert done.stdout == b"value\n2.0\n"


def test_stored_records_give_text_again(tmp_path: Path) -> None:
    trace = tmp_path / "a.rec"
    trace.write_bytes(SAMPLE)
    for suffix in ("parquet", "arrow", "duckdb"):
        stored = tmp_path / f"a.{suffix}"
        nstrace.convert(trace, stored)
        assert call("export", stored).stdout == SAMPLE_TEXT


@pytest.mark.parametrize("length", [8, 31, 32, 40, 100, len(SAMPLE) - 28, len(SAMPLE) - 1])
def test_stream_that_was_cut_is_error(tmp_path: Path, length: int) -> None:
    trace = tmp_path / "cut.rec"
    trace.write_bytes(SAMPLE[:length])
    wanted = f"{trace}: records, byte {length}: the stream stops here without its end record"
    assert wanted in failure("validate", trace)
    assert wanted in failure("convert", trace, "-o", tmp_path / "cut.parquet")
    assert wanted in failure("bins", trace, "-o", tmp_path / "cut.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["cut.rec"]


BODY = header() + b"".join(POINTS) + b"".join(LAYOUTS)

DAMAGED = {
    "version 2 is not known": header(version=2),
    "another byte order": header(order=0x04030201),
    "the header is damaged": header(length=33),
    "unknown kind 15": stream(record(15, 0, 0)),
    "unknown kind 10": stream(word(WIDE, 0, 0), word(WIDE, 0, 0)),
    "unknown kind 0": stream(record(0, 0, 0)),
    "a text of impossible length": stream(record(TEXT, 0, 1 << 19)),
    "a name of impossible length": stream(record(POINT, 100, 256)),
    "a point that is none": stream(named(POINT, 3, "+ 0 2")),
    "a path that leads nowhere": stream(*POINTS, path(17, 100, 99)),
    "a packet of a layout that is not defined": stream(packet(0, 1, 2, 3)),
    "a packet of a layout that is not": stream(packet(0, 1 << 19, 2, 3)),
    "of a layout that is not defined": stream(*LAYOUTS, next_packet(0, 1)),
    "a line about a packet that is not defined": stream(*POINTS, line(100, 9)),
    "a line at a point that is not defined": stream(
        *POINTS, *LAYOUTS, packet(0, 0, 0, 0), line(60000, 0)
    ),
    "an impossible time": stream(time(10**15)),
    "a variable that is none": stream(named(VARIABLE, 0, "x 1")),
    "a value of a variable that is not defined": stream(value(4, 1.0, 1.0)),
    "a value that is no integer": stream(named(VARIABLE, 0, "d a "), value(0, 1.0, 3e9)),
    "counts 0 lines": stream(*POINTS, *LAYOUTS, packet(0, 0, 0, 0), line(100, 0)),
    "counts 9 bytes before it": BODY + end(b"123456789", 0, 0),
    "something follows the end record": stream() + b"+",
}


@pytest.mark.parametrize("message", DAMAGED)
def test_damaged_stream_is_error(message: str) -> None:
    with pytest.raises(RecordError, match=rf"^records, byte \d+: .*{message}"):
        text(DAMAGED[message])


def test_circular_paths_are_error() -> None:
    """Each goes on from the other."""
    paths = [
        path(20, 100, 101),
        path(21, 20, 101),
        path(20, 21, 101),
    ]
    with pytest.raises(RecordError, match="a path without an end"):
        text(stream(*POINTS, *LAYOUTS, *paths, packet(0, 0, 0, 0), line(21, 0), lines=3))


def test_longest_path_is_one_record() -> None:
    longer = [path(17 + i, 16 + i, 102) for i in range(14)]
    whole = stream(*POINTS, *LAYOUTS, *longer, packet(0, 0, 4, 9), line(30, 0), lines=16)
    assert text(whole).decode().splitlines()[-1].startswith("r 0 0 2 tcp 1040")
    with pytest.raises(RecordError, match="a path that leads nowhere"):
        text(stream(*POINTS, *longer, path(31, 30, 102)))


@given(st.integers(0, 2**32), st.integers(1, 40), st.booleans())
@settings(max_examples=400)
def test_damaged_records_raise_record_errors_only(seed: int, changes: int, mend: bool) -> None:
    """Bytes are changed, taken out and doubled; `mend` has the counts agree again, or nearly."""
    chance = random.Random(seed)
    damaged = bytearray(SAMPLE)
    for _ in range(changes):
        at = chance.randrange(32, len(damaged) // 4) * 4 if chance.random() < 0.1 else None
        at = chance.randrange(32, len(damaged)) if at is None or at >= len(damaged) else at
        match chance.randrange(4):
            case 0:
                damaged[at] = chance.randrange(256)
            case 1:
                damaged[at] ^= 1 << chance.randrange(8)
            case 2:
                del damaged[at // 4 * 4 : at // 4 * 4 + 4]
            case 3:
                damaged[at // 4 * 4 : at // 4 * 4] = damaged[at // 4 * 4 : at // 4 * 4 + 16]
        if len(damaged) < 100:
            break
    if mend and len(damaged) > 64:
        damaged[-24:-16] = struct.pack("=Q", len(damaged) - 28)
    with suppress(RecordError):
        text(bytes(damaged), chance.randrange(1, 500), chance.randrange(1, 500))


@given(st.binary(max_size=400))
def test_garbage_after_header_gives_no_text(rubbish: bytes) -> None:
    with suppress(RecordError):
        assert text(header() + rubbish) == b"" or rubbish


def test_memory_is_bounded_by_definable_names() -> None:
    """A million definitions over those of before, and lines of the longest layout."""
    reader = _native.RecordReader()
    reader.feed(header() + b"".join(POINTS))
    buffer = bytearray(1 << 16)
    lines = 0
    for round_ in range(20):
        names = b"".join(named(LAYOUT, index, "x" * 255) for index in range(0, 65536, 64))
        reader.feed(names + packet(1, round_ * 64, 0, 0) + line(16, 1) * 1000)
        while count := reader.read(buffer):
            lines += buffer[:count].count(b"\n")
    assert lines == 40_000


def test_python_interface_reads_records(tmp_path: Path) -> None:
    trace = tmp_path / "a.rec"
    trace.write_bytes(SAMPLE)
    assert nstrace.read(trace).arrow("packets")["uid"].to_pylist() == [10, 10, 11, 12, 10, -3, -2]
    trace.write_bytes(SAMPLE[: END - 9])
    with pytest.raises(TraceError, match=r"a.rec: records, byte \d+: the stream stops here"):
        nstrace.read(trace)
