"""Windows of time, types of packets, and files as replications."""

from pathlib import Path

import pytest
from nstrace_cli import call, failure, output

import nstrace
from nstrace.over_files import mean_and_half_width, student_t

PINGS = """\
+ 1 0 1 ping 64 ------- 0 0.0 1.0 -1 1
- 1 0 1 ping 64 ------- 0 0.0 1.0 -1 1
r 1.5 0 1 ping 64 ------- 0 0.0 1.0 -1 1
+ 2 0 1 cbr 500 ------- 0 0.1 1.1 0 2
- 2 0 1 cbr 500 ------- 0 0.1 1.1 0 2
r 2.25 0 1 cbr 500 ------- 0 0.1 1.1 0 2
+ 3 0 1 cbr 500 ------- 0 0.1 1.1 1 3
- 3 0 1 cbr 500 ------- 0 0.1 1.1 1 3
"""


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "a.tr"
    path.write_text(PINGS)
    return path


def rows(text: str) -> list[list[str]]:
    return [line.split(",") for line in text.splitlines()[1:]]


def test_window_of_time(trace: Path) -> None:
    count = "SELECT count(*) FROM packets"
    assert rows(output("sql", "--from", "1.5", "--to", "2.25", count, trace)) == [["4"]]
    assert rows(output("sql", "--to", "1", count, trace)) == [["2"]]
    assert rows(output("sql", "--from", "3", count, trace)) == [["2"]]
    asked = ("metrics", "--metric", "total_throughput", "--from", "2", "--to", "4")
    assert [row[2] for row in rows(output(*asked, trace))] == ["2000.0", "2000.0"]


def test_window_that_ends_before_it_begins(trace: Path) -> None:
    message = failure("summary", "--from", "2", "--to", "1", trace)
    assert "the time window ends before it starts" in message
    assert call("summary", "--from", "x", trace).returncode == 2


def test_types_that_user_takes_for_data(trace: Path) -> None:
    done = call("metrics", "--type", "ping", "--metric", "mean_one_way_delay", trace)
    assert rows(done.stdout.decode()) == [["mean_one_way_delay", "flow0", "0.5", "s"]]
    assert b"not part of any flow" not in done.stderr
    found = rows(output("metrics", "--metric", "mean_one_way_delay", trace))
    assert found == [["mean_one_way_delay", "flow0", "0.25", "s"]]


def test_routing_packets_in_air_are_flows(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    rest = "AODV 48 [0 0 0 0] ------- [0:255 2:255 30 1]"
    trace.write_text(
        f"s 1.000000000 _0_ RTR  --- 5 {rest}\nr 1.250000000 _1_ RTR  --- 5 {rest}\n"
        f"f 1.250000000 _1_ RTR  --- 5 {rest}\nr 1.500000000 _2_ RTR  --- 5 {rest}\n"
    )
    asked = ("metrics", "--type", "AODV", "--metric", "mean_one_way_delay")
    assert rows(output(*asked, trace)) == [["mean_one_way_delay", "flow0", "0.5", "s"]]


def test_files_as_replications(trace: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.tr"
    other.write_text(PINGS.replace("r 2.25", "r 2.75"))
    asked = ("metrics", "--over-files", "--metric", "mean_one_way_delay")
    (row,) = rows(output(*asked, trace, other))
    assert row[:3] == ["mean_one_way_delay", "flow0", "2"]
    half = 12.706204736174707 * 0.25
    assert [float(each) for each in row[3:6]] == pytest.approx([0.5, 0.5 - half, 0.5 + half])
    (row,) = rows(output(*asked, trace))
    assert row[2:] == ["1", "0.25", "", "", "s"]
    message = failure("metrics", "--over-files", "--metric", "rate_series", trace, other)
    assert "rate_series has its own columns" in message


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.706204736), (2, 4.302652730), (3, 3.182446305), (4, 2.776445105), (30, 2.042272456)],
)
def test_quantiles_of_student(degrees: int, quantile: float) -> None:
    """Source: any table of the t distribution."""
    assert student_t(degrees) == pytest.approx(quantile, rel=1e-9)


def test_mean_of_one_value_has_no_interval() -> None:
    assert mean_and_half_width([2.0]) == (2.0, None)
    assert mean_and_half_width([1.0, 1.0]) == (1.0, 0.0)


def test_unresolved_packets_name_last_place(trace: Path) -> None:
    found = nstrace.read(trace).metric_rows("unresolved_packets").to_pylist()
    assert found == [{"subject": "flow0", "last_seen": "on link 0-1", "packets": 1}]


def test_row_of_all_flows(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    lines = [
        f"{event} {time:g} 0 1 cbr 500 ------- {flow} 0.{flow} 1.{flow} 0 {flow}"
        for flow, arrival in ((1, 1.5), (2, 2.0))
        for event, time in (("+", 1), ("-", 1), ("r", arrival))
    ]
    trace.write_text("\n".join([*sorted(lines, key=lambda line: float(line.split()[1])), ""]))
    summary = nstrace.read(trace).summary()
    assert summary.total is not None
    assert summary.total[:4] == ["all 2 flows", 2, 2, 0]
    assert summary.total[4:7] == [8.0, 750.0, 500.0]
    assert "all 2 flows" in output("summary", trace)


def test_queue_monitor_in_summary(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text(
        "0.1 2 3 500 1.5 10 8 2 5000 4000 1000\n0.2 2 3 250 0.5 20 15 4 9000 7000 2000\n"
    )
    (table,) = nstrace.read(trace).summary().tables
    assert table.rows == [["link 2-3", 20, 15, 4, 1.0, 1.5, 20.0]]
    trace.write_text("0.1 2 3 -500 -1.5 10 8 2 5000 4000 1000\n")
    (table,) = nstrace.read(trace).summary().tables
    assert table.rows == [["link 2-3", 10, 8, 2, None, None, 20.0]]


def test_variables_and_columns_in_summary(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text(
        "0.00000  0  0  3  1  cwnd_ 1.000\n3.00000  0  0  3  1  cwnd_ 5.000\n"
        "4.00000  0  0  3  1  cwnd_ 2.000\n0 1 10\n1 3 30\n"
    )
    (table,) = nstrace.read(trace).summary().tables
    assert table.rows == [
        ["column 2", 2, 3.0, 1.0, 3.0, 1.0],
        ["column 3", 2, 30.0, 10.0, 30.0, 10.0],
        ["cwnd_ 0.0 > 3.1", 3, 2.0, 1.0, 5.0, 2.0],
    ]


def test_lifetimes_and_collisions_of_nodes(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text(
        "N -t 1.500000 -n 1 -e 0.500000\nN -t 2.500000 -n 1 -e 0.000000\n"
        "N -t 3.000000 -n 2 -e 0.250000\n"
        "D 2.000000000 _4_ MAC  COL 0 RTS 44 [52e 0 1 0] \n"
        "c 1.1 0 4 cbr 514 ------- 1 0.0 1.0 3 12\n"
    )
    found = nstrace.read(trace).metrics("node_lifetime", "collisions").to_pylist()
    assert [(row["subject"], row["value"]) for row in found] == [
        ("node 1", 2.5), ("node 4", 1.0), ("link 0-4", 1.0),
    ]  # fmt: skip


def test_long_set_ups_are_noted(tmp_path: Path) -> None:
    trace = tmp_path / "a.tr"
    trace.write_text(
        "+ 1 0 1 tcp 40 ------- 1 0.0 1.0 0 1\n- 1 0 1 tcp 40 ------- 1 0.0 1.0 0 1\n"
        "r 1.5 0 1 tcp 40 ------- 1 0.0 1.0 0 1\n"
        "+ 2 0 1 tcp 1040 ------- 1 0.0 1.0 1 2\n- 2 0 1 tcp 1040 ------- 1 0.0 1.0 1 2\n"
        "r 2.5 0 1 tcp 1040 ------- 1 0.0 1.0 1 2\n"
    )
    (note,) = [note for note in nstrace.read(trace).summary().notes if "connection setup" in note]
    assert note.endswith("flow1 (1 s)")
