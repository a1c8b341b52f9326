"""A run's traces to its tables: every line a row, or the run stops with file and line."""

from pathlib import Path

import duckdb
import pytest

from ns2studies.basics.digests import digest_file
from ns2studies.runs.ingest import TABLES, ingest
from ns2studies.runs.traces import TRACE_FILES, TraceFile, ingest_trace
from nstrace import SCHEMAS
from nstrace.errors import TraceError

PACKETS, VARIABLES, LABELS, SENDERS = TRACE_FILES
GOOD = "+ 1.84375 0 2 tcp 1040 ------- 1 0.0 3.1 225 610"
WINDOW = "0.00000  0  0  11 0  cwnd_ 1.000 "


def taken_in(folder: Path, text: str, file: TraceFile = PACKETS) -> dict[str, int]:
    (folder / file.name).write_bytes(text.encode())
    tables = folder / "tables"
    tables.mkdir(exist_ok=True)
    return ingest_trace(folder, file, tables, {"ns2studies.identity": "it's"})


def refusal(folder: Path, text: str, file: TraceFile = PACKETS) -> str:
    with pytest.raises(TraceError) as caught:
        taken_in(folder, text, file)
    assert list((folder / "tables").glob("*.parquet")) == []
    return str(caught.value)


def test_every_table_is_one_of_engines() -> None:
    from_traces = {table for file in TRACE_FILES for table in file.tables}
    assert from_traces <= set(SCHEMAS)
    assert from_traces <= set(TABLES)


def test_packets_and_link_events_become_table_each(tmp_path: Path) -> None:
    text = f"{GOOD}\nv 2 link-down 3 4\n{GOOD}\n"
    assert taken_in(tmp_path, text) == {"packets": 2, "links": 1}
    rows = duckdb.sql(
        "SELECT line, event, time_ns, from_node, to_node, type, size_bytes, flow, uid "
        f"FROM '{tmp_path}/tables/packets.parquet'"
    ).fetchall()
    assert rows == [(line, "+", 1_843_750_000, 0, 2, "tcp", 1040, 1, 610) for line in (1, 3)]
    assert sorted(path.name for path in (tmp_path / "tables").iterdir()) == [
        "links.parquet",
        "packets.parquet",
    ]


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "+ 1 0 2 tcp",
        GOOD + " 9 9",
        GOOD.replace("+", "x"),
        GOOD.replace("1.84375", "nan"),
        GOOD.replace("1040", "1040.4"),
        GOOD.replace("1040", "1_040"),
        GOOD.replace("1040", "99999999999"),
        GOOD.replace("0 2 tcp", "0 x tcp"),
        GOOD.replace("0.0", "0"),
        GOOD.replace("225", "225\x00"),
        "'; DROP TABLE packets; --",
    ],
)
def test_bad_line_stops_run_with_file_and_line(tmp_path: Path, bad: str) -> None:
    message = refusal(tmp_path, f"{GOOD}\n{GOOD}\n{bad}\n{GOOD}\n")
    assert f"{tmp_path / 'packets.tr'}, line 3: " in message


def test_trace_cut_in_mid_line_is_refused(tmp_path: Path) -> None:
    message = refusal(tmp_path, f"{GOOD}\n{GOOD[:-2]}")
    assert "line 2: the last line is cut" in message


def test_lines_of_another_trace_kind_are_refused(tmp_path: Path) -> None:
    message = refusal(tmp_path, f"{GOOD}\n{WINDOW}\n")
    assert message == f"{tmp_path}/packets.tr: holds lines for variables, not only for packets, " \
        "links, annotations"  # fmt: skip


@pytest.mark.parametrize("file", TRACE_FILES, ids=lambda file: file.name)
def test_empty_trace_is_empty_table(tmp_path: Path, file: TraceFile) -> None:
    (table,) = taken_in(tmp_path, "", file)
    assert table == file.tables[0]
    (rows,) = duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/tables/{table}.parquet'").fetchall()
    assert rows == (0,)


def test_variable_lines_keep_their_place_in_file(tmp_path: Path) -> None:
    second = "1.55520  0  1  11 2  cwnd_ 10.000"
    taken_in(tmp_path, f"{WINDOW}\n{second}\n", VARIABLES)
    rows = duckdb.sql(
        "SELECT time_ns, source_port, variable, value, end_byte "
        f"FROM '{tmp_path}/tables/variables.parquet'"
    ).fetchall()
    assert rows == [
        (0, 0, "cwnd_", 1.0, len(WINDOW) + 1),
        (1_555_200_000, 1, "cwnd_", 10.0, len(WINDOW) + len(second) + 2),
    ]


def test_samples_of_senders_may_be_records_or_text(tmp_path: Path) -> None:
    assert taken_in(tmp_path, f"{WINDOW}\n", SENDERS) == {"variables": 1}


def test_label_lines(tmp_path: Path) -> None:
    taken_in(tmp_path, "1.5 3 0 11 U -1 Push(ingress) 4 7 32 0\n", LABELS)
    rows = duckdb.sql(f"SELECT * EXCLUDE (line, form) FROM '{tmp_path}/tables/labels.parquet'")
    assert rows.fetchall() == [(1_500_000_000, 3, 0, 11, "U", -1, "Push(ingress)", 4, 7, 32, 0)]


def test_identity_is_in_metadata(tmp_path: Path) -> None:
    taken_in(tmp_path, GOOD + "\n")
    rows = duckdb.sql(
        "SELECT decode(key), decode(value) "
        f"FROM parquet_kv_metadata('{tmp_path}/tables/packets.parquet')"
    ).fetchall()
    assert ("ns2studies.identity", "it's") in rows


def test_equal_traces_give_equal_bytes(tmp_path: Path) -> None:
    text = "".join(GOOD.replace("225", str(number)) + "\n" for number in range(50_000))
    digests = set()
    for name in ("one", "another"):
        (tmp_path / name).mkdir()
        taken_in(tmp_path / name, text)
        digests.add(digest_file(tmp_path / name / "tables" / "packets.parquet"))
    assert len(digests) == 1


def test_no_trace_takes_place_of_another(tmp_path: Path) -> None:
    """Senders are traced as text or as records; a study of one's own may do both."""
    for file in (VARIABLES, SENDERS):
        (tmp_path / file.name).write_text(f"{WINDOW}\n")
    with pytest.raises(TraceError) as caught:
        ingest(tmp_path, tmp_path / "tables", {})
    assert f"{tmp_path / SENDERS.name}: another trace of this run" in str(caught.value)
    assert "cwnd.tr, senders.rec" in str(caught.value)
