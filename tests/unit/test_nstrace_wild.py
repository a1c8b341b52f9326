"""Lines of public traces that were read as what they are not, each with the right values."""

from pathlib import Path

import duckdb
import pytest
from nstrace_cli import LINES, RUBBISH, call, failure, output

import nstrace

UNSIZED = """\
s 1.000000000 _0_ AGT  --- 7 cbr 1000 [0 0 0 0] ------- [0:0 2:0 32 0] [3] 0 0
r 1.000000000 _0_ RTR  --- 7 cbr 1000 [0 0 0 0] ------- [0:0 2:0 32 0] [3] 0 0
s 1.000000000 _0_ RTR  --- 7 cbr 1020 [0 0 0 0] ------- [0:0 2:0 32 2] [3] 0 0
r 1.250000000 _2_ AGT  --- 7 cbr {} [0 2 0 800] ------- [0:0 2:0 32 2] [3] 1 0
"""
"""A packet of 802.15.4, which arrives in a size that can't be true."""

ON_A_LAN = """\
+ 1 0 4 cbr 500 ------- 1 0.0 1.0 3 12
- 1 0 4 cbr 500 ------- 1 0.0 1.0 3 12
c 1.1 0 4 cbr 514 ------- 1 0.0 1.0 3 12
r 1.5 4 1 cbr 500 ------- 1 0.0 1.0 3 12
"""


def values(trace: Path, *metrics: str) -> dict[tuple[str, str], float]:
    rows = nstrace.read(trace).metrics(*metrics).to_pylist()
    return {(row["metric"], row["subject"]): row["value"] for row in rows}


@pytest.mark.parametrize("size", ["-4", "16", "0"])
def test_packet_of_impossible_size_counts_as_arrived(tmp_path: Path, size: str) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text(UNSIZED.format(size))
    found = values(trace)
    assert found["delivery_ratio", "flow0"] == 100
    assert found["data_packets_received", "flow0"] == 1
    assert found["mean_one_way_delay", "flow0"] == 0.25
    unknown = {
        "unique_throughput",
        "throughput",
        "total_throughput",
        "fairness",
        "routing_load_bytes",
    }
    assert not unknown & {metric for metric, _ in found}
    (row,) = nstrace.read(trace).metric_rows("rate_series").to_pylist()
    assert (row["sent_bps"], row["unique_bps"]) == (8000, None)
    summary = nstrace.read(trace).summary()
    assert summary.flows[0][1:4] == [1, 1, 0]
    assert any("impossible size" in note and "flow0 (1)" in note for note in summary.notes)


def test_headers_added_in_air_are_counted(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text(UNSIZED.format("1020"))
    assert values(trace)["unique_throughput", "flow0"] == pytest.approx(8 * 1020 / 0.25)
    assert not any("can't be true" in note for note in nstrace.read(trace).summary().notes)


def test_collision_is_not_counted_as_loss(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text(ON_A_LAN)
    found = values(trace)
    assert found["link_loss", "link 0-4"] == 0
    assert found["loss", "flow1"] == 0
    assert not [key for key in found if key[0] in ("link_drops", "loss_by_cause")]
    summary = nstrace.read(trace).summary()
    assert summary.facts["packets dropped"] == "0"
    header, *rows = output("bins", trace).splitlines()
    place = header.split(",").index("dropped_bytes")
    assert [row.split(",")[place] for row in rows] == ["0"] * len(rows)


def test_dropped_duplicate_is_not_counted_as_loss(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    lines = UNSIZED.format("1020").splitlines()[:3]
    lines.append("D 1.5 _2_ MAC  DUP 7 cbr 1072 [13a 2 0 800] ------- [0:0 2:0 32 2] [3] 1 0")
    trace.write_text("\n".join([*lines, ""]))
    (row,) = nstrace.read(trace).duckdb().sql("SELECT fate FROM wireless_packets").fetchall()
    assert row == ("unresolved",)


def test_number_columns_are_series(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    numbers = " ".join(["1"] * 8 + ["0"] * 10)
    trace.write_text(f"0.0001 {numbers}\n   1.000 {numbers}\n2.5 10 12 \n3\t-1.5\t4\t5\n1 2-3\n")
    tables = nstrace.read(trace)
    assert tables.arrow("series")["form"].to_pylist() == ["columns", "columns", "columns_tab"]
    assert tables.arrow("series")["rest"].to_pylist()[1:] == [" 12 ", "\t4\t5"]
    assert tables.arrow("flows").num_rows == 1
    assert tables.arrow("rejects")["line"].to_pylist() == [5]
    stored = tmp_path / "a.parquet"
    nstrace.convert(trace, stored)
    assert output("export", stored) == trace.read_text()


def reason(tmp_path: Path, line: str) -> str:
    trace = tmp_path / "a.tr"
    trace.write_text(f"{line}\n")
    (found,) = nstrace.read(trace).arrow("rejects")["reason"].to_pylist()
    return str(found)


@pytest.mark.parametrize("line", ["45 1,2 103 a", "0.5 3,4", "r 1.5 2,3 x", "see 1,2"])
def test_number_list_is_no_decimal_comma(tmp_path: Path, line: str) -> None:
    assert "comma" not in reason(tmp_path, line)


@pytest.mark.parametrize("line", ["0,5 1", "+ 1,5 0 2 tcp", "s -t 1,25 -Hs 0 -Hd -2", "1,5 a"])
def test_time_with_decimal_comma_is_named(tmp_path: Path, line: str) -> None:
    assert "there is a decimal comma" in reason(tmp_path, line)


def test_trace_of_ns_3_is_named(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text("+ 2 /NodeList/0/DeviceList/0/$ns3::PointToPointNetDevice/TxQueue/Enqueue x\n")
    assert reason(tmp_path, trace.read_text().strip()) == "a line of an ASCII trace of ns-3"
    assert "it is an ASCII trace of ns-3" in failure("summary", trace)


def test_first_line_of_802_15_4_for_nam(tmp_path: Path) -> None:
    trace = tmp_path / "a.nam"
    trace.write_text("# nam4wpan #\n# others\n")
    tables = nstrace.read(trace)
    assert tables.arrow("annotations")["text"].to_pylist() == ["nam4wpan #"]
    assert tables.arrow("rejects").num_rows == 1


@pytest.mark.parametrize("command", ["summary", "bins", "metrics"])
def test_trace_of_mostly_unknown_lines_fails(tmp_path: Path, command: str) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text(LINES + RUBBISH * 91)
    message = failure(command, trace)
    assert f"{trace}: only 10 lines of a known kind among 101" in message
    assert call(command, "--allow-rejects", trace).returncode == 0
    trace.write_text(LINES + RUBBISH * 90)
    assert call(command, trace).returncode == 0


def test_metric_without_losses_names_no_missing_lines(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text(ON_A_LAN)
    said = call("metrics", "--metric", "loss_by_cause", trace).stderr.decode()
    assert "no value for loss_by_cause: " in said
    said = call("metrics", "--metric", "time_to_resume", trace).stderr.decode()
    assert "no value for time_to_resume, which needs lines of links: " in said


def test_sctp_in_air_has_note_of_its_own(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    line = (
        "s 1.000000000 _0_ AGT  --- 7 sctp 1500 [0 0 0 0] ------- [0:0 2:0 32 0] [2 D 5 0 1] 0 0\n"
    )
    trace.write_text(line)
    (note,) = [note for note in nstrace.read(trace).summary().notes if "SCTP" in note]
    assert "(1 lines of agents)" in note
    assert "show_sctphdr_" not in note


def test_database_opens_with_shell_of_1_4(tmp_path: Path) -> None:
    trace, stored = tmp_path / "a.tr", tmp_path / "a.duckdb"
    trace.write_text(LINES)
    nstrace.convert(trace, stored)
    with duckdb.connect(stored, read_only=True) as connection:
        query = "SELECT tags FROM duckdb_databases() WHERE database_name = 'a'"
        ((tags,),) = connection.sql(query).fetchall()
    assert tags["storage_version"].startswith("v1.4")


def test_text_glued_to_nam_time_is_rejected(tmp_path: Path) -> None:
    """The rejected line kept the form of the one that was tried, as fuzzing found."""
    trace = tmp_path / "a.tr"
    trace.write_text("n -t 1 -s 0\nr -t 1] -s 0\n")
    tables = nstrace.read(trace)
    assert tables.arrow("nam")["line"].to_pylist() == [1]
    assert tables.arrow("rejects")["line"].to_pylist() == [2]
