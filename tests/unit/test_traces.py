"""Traces to tables: every line a row, or the run stops with file and line."""

import re
from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ns2studies.digests import digest_file
from ns2studies.errors import TraceError
from ns2studies.traces.csv_reader import CsvTraceReader
from ns2studies.traces.formats import LABELS, PACKETS, VARIABLES, Format

GOOD = "+ 1.84375 0 2 tcp 1040 ------- 1 0.0 3.1 225 610"

READER = CsvTraceReader()


def ingest(folder: Path, text: str, form: Format = PACKETS) -> list[tuple[object, ...]]:
    trace = folder / form.file
    trace.write_bytes(text.encode())
    output = folder / "table.parquet"
    ingested = READER.ingest(trace, form, output, {"ns2studies.identity": "it's"})
    rows = duckdb.sql(f"FROM '{output}'").fetchall()
    assert ingested.lines == len(rows) == text.count("\n")
    return rows


def refusal(folder: Path, text: str, form: Format = PACKETS) -> str:
    with pytest.raises(TraceError) as caught:
        ingest(folder, text, form)
    assert not (folder / "table.parquet").exists()
    return str(caught.value)


def test_a_packet_line_becomes_typed_columns(tmp_path: Path) -> None:
    rows = ingest(tmp_path, GOOD + "\n")
    assert rows == [
        ("+", 1_843_750_000, 0, 2, "tcp", 1040, "-------", 1, 0, 0, 3, 1, 225, 610)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("1e-05", 10_000),
        ("4.4999999999999998e-05", 45_000),
        ("0", 0),
        ("99.999999", 99_999_999_000),
    ],
)
def test_times_are_exact_nanoseconds(tmp_path: Path, text: str, nanoseconds: int) -> None:
    rows = ingest(tmp_path, GOOD.replace("1.84375", text) + "\n")
    assert rows[0][1] == nanoseconds


def test_negative_addresses_and_sequence_numbers(tmp_path: Path) -> None:
    rows = ingest(tmp_path, "d 1 -1 2 cbr 40 ---A---- 0 -1.0 3.-2 -1 0\n")
    assert rows[0][8:13] == (-1, 0, 3, -2, -1)


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "+ 1 0 2 tcp",
        GOOD + " 9",
        GOOD + " ",
        " " + GOOD,
        GOOD.replace("+", "x"),
        GOOD.replace("1.84375", "nan"),
        GOOD.replace("1040", "1040.4"),
        GOOD.replace("1040", "1_040"),
        GOOD.replace("0 2 tcp", "0 x tcp"),
        GOOD.replace("0 2 tcp", "0 2  tcp"),
        GOOD.replace("0.0", "0.0.1"),
        GOOD.replace("0.0", "0"),
        GOOD.replace("225", "225\x00"),
        GOOD + "\r",
        "'; DROP TABLE packets; --",
    ],
)
def test_a_bad_line_stops_the_run_with_file_and_line(tmp_path: Path, bad: str) -> None:
    message = refusal(tmp_path, f"{GOOD}\n{GOOD}\n{bad}\n{GOOD}\n")
    assert f"{tmp_path / 'packets.tr'}, line 3: expected event time" in message


def test_a_number_that_is_too_large_is_refused(tmp_path: Path) -> None:
    message = refusal(tmp_path, GOOD.replace("1040", "99999999999") + "\n")
    assert str(tmp_path / "packets.tr") in message
    assert "99999999999" in message


def test_a_trace_cut_in_mid_line_is_refused(tmp_path: Path) -> None:
    message = refusal(tmp_path, f"{GOOD}\n{GOOD[:-2]}")
    assert "line 2: the last line is cut" in message


def test_an_empty_trace_is_an_empty_table(tmp_path: Path) -> None:
    assert ingest(tmp_path, "") == []


def test_an_earlier_table_survives_a_bad_trace(tmp_path: Path) -> None:
    ingest(tmp_path, GOOD + "\n")
    digest = digest_file(tmp_path / "table.parquet")
    (tmp_path / PACKETS.file).write_text("rubbish\n")
    with pytest.raises(TraceError):
        READER.ingest(tmp_path / PACKETS.file, PACKETS, tmp_path / "table.parquet", {})
    assert digest_file(tmp_path / "table.parquet") == digest


def test_variable_lines_keep_their_place_in_the_file(tmp_path: Path) -> None:
    first = "0.00000  0  0  11 0  cwnd_ 1.000 "
    second = "1.55520  0  1  11 2  cwnd_ 10.000"
    rows = ingest(tmp_path, f"{first}\n{second}\n", VARIABLES)
    assert rows == [
        (0, 0, 0, 11, 0, "cwnd_", 1.0, len(first) + 1),
        (1_555_200_000, 0, 1, 11, 2, "cwnd_", 10.0, len(first) + len(second) + 2),
    ]


@pytest.mark.parametrize("bad", ["", "0.0 0 0 11 0 cwnd_", "0.0 0 0 11 0 cwnd_ many"])
def test_a_bad_variable_line_is_named(tmp_path: Path, bad: str) -> None:
    good = "0.00000  0  0  11 0  cwnd_ 1.000 "
    assert "cwnd.tr, line 2" in refusal(tmp_path, f"{good}\n{bad}\n", VARIABLES)


def test_label_lines(tmp_path: Path) -> None:
    rows = ingest(tmp_path, "1.5 3 0 11 U -1 Push(ingress) 4 7 32 0\n", LABELS)
    assert rows == [(1_500_000_000, 3, 0, 11, "U", -1, "Push(ingress)", 4, 7, 32, 0)]


def test_the_identity_is_in_the_metadata(tmp_path: Path) -> None:
    ingest(tmp_path, GOOD + "\n")
    rows = duckdb.sql(
        f"SELECT decode(key), decode(value) FROM parquet_kv_metadata('{tmp_path}/table.parquet')"
    ).fetchall()
    assert ("ns2studies.identity", "it's") in rows


def test_equal_traces_give_equal_bytes(tmp_path: Path) -> None:
    text = "".join(GOOD.replace("225", str(number)) + "\n" for number in range(50_000))
    ingest(tmp_path, text)
    digest = digest_file(tmp_path / "table.parquet")
    ingest(tmp_path, text)
    assert digest_file(tmp_path / "table.parquet") == digest


INTEGER = st.integers(-(2**15), 2**15 - 1)
LINES = st.tuples(
    st.sampled_from("+-rde"),
    st.integers(0, 10**12),
    INTEGER,
    INTEGER,
    st.from_regex(re.compile(r"[A-Za-z]{1,8}", re.ASCII), fullmatch=True),
    st.integers(0, 2**31 - 1),
    INTEGER,
    st.tuples(INTEGER, INTEGER, INTEGER, INTEGER),
    st.integers(-(2**63), 2**63 - 1),
    st.integers(0, 2**63 - 1),
)


@settings(max_examples=60, deadline=None)
@given(lines=st.lists(LINES, max_size=20))
def test_whatever_ns_writes_comes_back(
    tmp_path_factory: pytest.TempPathFactory, lines: list[tuple[object, ...]]
) -> None:
    text, expected = "", []
    for event, microseconds, start, end, kind, size, flow, ends, sequence, uid in lines:
        assert isinstance(microseconds, int)
        assert isinstance(ends, tuple)
        seconds = f"{microseconds // 10**6}.{microseconds % 10**6:06d}"
        addresses = "{}.{} {}.{}".format(*ends)
        text += f"{event} {seconds} {start} {end} {kind} {size} ------- {flow} {addresses} "
        text += f"{sequence} {uid}\n"
        expected.append(
            (event, microseconds * 1000, start, end, kind, size, "-------", flow, *ends,
             sequence, uid)
        )  # fmt: skip
    assert ingest(tmp_path_factory.mktemp("trace"), text) == expected
