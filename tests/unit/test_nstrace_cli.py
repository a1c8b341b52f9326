"""The command ``nstrace``, from outside."""

import argparse
import csv
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest
from nstrace_cli import LINES, RUBBISH, call, failure, output

from nstrace.actions.opening import opened
from nstrace.arguments import add_threads
from nstrace.cli import main
from nstrace.commands import COMMANDS
from nstrace.printing import print_rows


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "it's a trace.tr"
    path.write_text(LINES)
    return path


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


@pytest.mark.parametrize("command", ["", *(command.name for command in COMMANDS)])
def test_help_shows_examples(command: str) -> None:
    text = output(*filter(None, [command]), "--help")
    assert "examples:\n" in text
    assert f"nstrace {command}".strip() in text


HEAVY = {"duckdb", "numpy", "polars", "pyarrow", "rich"}
"""Libraries that take longer to load than all that help needs."""


@pytest.mark.parametrize("command", ["", *(command.name for command in COMMANDS)])
def test_help_imports_no_large_library(command: str) -> None:
    program = (
        "import atexit, sys\n"
        "from nstrace.cli import main\n"
        f"atexit.register(lambda: print('loaded:', *{HEAVY!r} & sys.modules.keys()))\n"
        "main()\n"
    )
    words = [*filter(None, [command]), "--help"]
    result = subprocess.run(
        [sys.executable, "-c", program, *words],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "usage: " in result.stdout
    assert result.stdout.endswith("loaded:\n")


def test_every_command_has_its_action() -> None:
    for command in COMMANDS:
        assert callable(import_module(f"nstrace.actions.{command.name}").run)


def test_help_examples_parse() -> None:
    from nstrace.cli import _parser

    for command in COMMANDS:
        for example in command.examples:
            words = example.partition("#")[0].partition("|")
            line = words[2] if words[0].startswith("ns ") else words[0]
            parsed = subprocess.run(
                ["bash", "-c", f'printf "%s\\0" {line}'], capture_output=True, check=True
            ).stdout.decode().split("\0")[:-1]  # fmt: skip
            assert parsed[0] == "nstrace"
            assert _parser().parse_args(parsed[1:]).command is command


@pytest.mark.parametrize("name", ["t.parquet", "t.arrow", "t.duckdb"])
def test_stored_trace_gives_trace_back(trace: Path, tmp_path: Path, name: str) -> None:
    stored, again = tmp_path / name, tmp_path / "again.tr"
    said = call("convert", trace, "-o", stored).stderr.decode()
    assert said == f"{stored}: 10 lines: packets 7, variables 2, links 1\n"
    assert output("export", "--format", "tr", stored, "-o", again) == ""
    assert again.read_text() == LINES
    assert output("export", stored) == LINES


def test_folder_has_parquet_file_per_table(trace: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    output("convert", trace, "-o", f"{folder}/")
    assert {path.name for path in folder.iterdir()} == {
        "packets.parquet", "links.parquet", "variables.parquet", "line_ends.parquet",
    }  # fmt: skip
    assert duckdb.sql(f"SELECT state, from_node FROM '{folder}/links.parquet'").fetchall() == [
        ("down", 2)
    ]
    assert output("export", folder) == LINES
    assert f"{folder} exists" in failure("convert", trace, "-o", f"{folder}/")


def test_stored_traces_are_readable_without_nstrace(trace: Path, tmp_path: Path) -> None:
    for name in ("t.parquet", "t.arrow", "t.duckdb"):
        output("convert", trace, "-o", tmp_path / name)
    expected = [10, 10, 10, 10, 10, 11, 11]
    parquet = tmp_path / "t.parquet"
    assert pl.read_parquet(parquet)["uid"].to_list() == expected
    assert duckdb.sql(f"SELECT uid FROM '{parquet}'").fetchall() == [(uid,) for uid in expected]
    assert pyarrow.parquet.read_table(parquet)["uid"].to_pylist() == expected
    assert pl.read_ipc(tmp_path / "t.arrow")["uid"].to_list() == expected
    assert pyarrow.ipc.open_file(tmp_path / "t.arrow").read_all()["uid"].to_pylist() == expected
    with duckdb.connect(str(tmp_path / "t.duckdb"), read_only=True) as database:
        assert database.execute("SELECT count(*) FROM packets").fetchone() == (7,)
        assert database.execute("SELECT state FROM links").fetchone() == ("down",)


def test_empty_trace_is_stored_and_given_back(tmp_path: Path) -> None:
    empty = tmp_path / "empty.tr"
    empty.touch()
    for name in ("t.parquet", "t.arrow", "t.duckdb"):
        output("convert", empty, "-o", tmp_path / name)
        assert output("export", tmp_path / name) == ""
    stored = tmp_path / "t.arrow"
    for words in (["summary", empty], ["metrics", stored], ["bins", empty], ["head", empty]):
        said = call(*words)
        assert said.returncode == 0
        assert said.stderr == f"nstrace: {words[1]}: the trace is empty\n".encode()


def test_sql_over_several_traces_of_any_kind(trace: Path, tmp_path: Path) -> None:
    stored = tmp_path / "stored.parquet"
    output("convert", trace, "-o", stored)
    packed = tmp_path / "packed.tr.gz"
    packed.write_bytes(gzip.compress(LINES.encode()))
    query = "SELECT file, count(*) AS n FROM packets GROUP BY file ORDER BY file"
    rows = rows_of(output("sql", query, trace, stored, packed))
    assert [(row["file"], row["n"]) for row in rows] == sorted(
        (str(path), "7") for path in (trace, stored, packed)
    )


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT value FROM cwnd", [{"value": "10.0"}, {"value": "20.0"}]),
        ("SELECT state FROM links", [{"state": "down"}]),
        ("SELECT ack FROM packets WHERE line = 1", [{"ack": ""}]),
        ("SELECT count(*) AS n FROM wireless", [{"n": "0"}]),
    ],
)
def test_sql_tables(trace: Path, query: str, expected: list[dict[str, str]]) -> None:
    assert rows_of(output("sql", query, trace)) == expected


def test_query_without_rows_has_its_columns(trace: Path) -> None:
    query = "SELECT line, event FROM packets WHERE line > 100"
    assert output("sql", "--format", "csv", query, trace) == "line,event\n"
    assert "┃ line ┃ event ┃" in output("sql", "--format", "table", query, trace)


def test_trace_given_twice_is_refused(trace: Path) -> None:
    """Its rows were merged as if they were of one run, with twice the drops."""
    for words in (["metrics", trace, trace], ["sql", "FROM packets", trace, trace]):
        assert f"{trace}: given twice" in failure(*words)


def test_each_of_several_statements_is_answered(trace: Path) -> None:
    made = "CREATE MACRO twice(x) AS 2 * x; SET threads = 1"
    text = f"{made}; SELECT twice(2) AS four; SELECT 'a;b' AS word;"
    assert output("sql", text, trace) == "four\n4\n\nword\na;b\n"
    assert output("sql", "--format", "json", text, trace) == '{"four": 4}\n{"word": "a;b"}\n'


def test_query_without_statement_is_refused(trace: Path) -> None:
    assert failure("sql", "-- nothing", trace).endswith("the query has no statement\n")


def test_sql_errors_precede_reading_trace(tmp_path: Path) -> None:
    assert 'syntax error at or near "SELEC"' in failure("sql", "SELECT 1; SELEC 2", tmp_path / "no")


@pytest.mark.parametrize("words", [("summary",), ("sql", "--format", "table", "FROM packets")])
def test_reader_that_stops_early_is_no_error(trace: Path, words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "nstrace", *words, str(trace)]
    with os.fdopen(writing, "wb") as out:
        ended = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (141, b"")


def test_sql_layouts(trace: Path) -> None:
    query = "SELECT line, event FROM packets LIMIT 1"
    assert json.loads(output("sql", "--format", "json", query, trace)) == {"line": 1, "event": "+"}
    assert "┃ line ┃ event ┃" in output("sql", "--format", "table", query, trace)


def test_special_values_are_printed_portably(trace: Path) -> None:
    """CSV had Python's words for them, and JSON such as it has not."""
    query = (
        "SELECT 'inf'::DOUBLE AS a, true AS b, NULL::BOOLEAN AS c, {'x': 'nan'::DOUBLE} AS d, "
        "[1.5::DOUBLE, NULL] AS e, sum(2) AS f"
    )
    printed = output("sql", "--format", "csv", query, trace)
    assert printed == "a,b,c,d,e,f\ninf,true,,{'x': nan},\"[1.5, NULL]\",2\n"
    found = output("sql", "--format", "json", query, trace)
    expected = '{"a": null, "b": true, "c": null, "d": {"x": null}, "e": [1.5, null], "f": 2}\n'
    assert found == expected


@pytest.mark.parametrize("command", ["metrics", "summary"])
def test_metrics_have_bounded_memory(
    trace: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """A summary of 1.57 GB took 1.4 GB, and more of larger ones."""
    limits: list[tuple[str]] = []

    @contextmanager
    def watched(*given: Any) -> Iterator[duckdb.DuckDBPyConnection]:
        with opened(*given) as connection:
            yield connection
            limits.extend(connection.execute("SELECT current_setting('memory_limit')").fetchall())

    monkeypatch.setattr(f"nstrace.actions.{command}.opened", watched)
    assert main([command, str(trace)]) == 0
    assert limits == [("953.6 MiB",)]


@pytest.mark.parametrize("layout", ["csv", "json"])
def test_long_answers_are_printed_as_they_are_read(
    layout: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """All rows were in memory before the first one was printed: 1.2 GB for a trace of 221 MB."""
    batch = pa.record_batch({"a": [1, 2]})
    before = []

    def batches() -> Iterator[pa.RecordBatch]:
        for _ in range(2):
            before.append(capsys.readouterr().out)
            yield batch

    print_rows(pa.RecordBatchReader.from_batches(batch.schema, batches()), layout)
    each = {"csv": "1\n2\n", "json": '{"a": 1}\n{"a": 2}\n'}[layout]
    header = "a\n" if layout == "csv" else ""
    assert [*before, capsys.readouterr().out] == ["", header + each, each]


def test_query_that_fails_midway_says_so(trace: Path) -> None:
    late = "SELECT IF(range < 200_000, 1, error('too late')) AS a FROM range(200_001)"
    message = failure("sql", late, trace)
    assert message.startswith("nstrace: ")
    assert "too late" in message


def test_bad_query_is_one_message(trace: Path) -> None:
    assert "Parser Error" in failure("sql", "SELEC 1", trace)
    assert "no_such_table" in failure("sql", "SELECT * FROM no_such_table", trace)


def test_metrics(trace: Path) -> None:
    chosen = ("--metric", "mean_one_way_delay", "--metric", "data_packets_dropped")
    rows = {row["metric"]: row for row in rows_of(output("metrics", *chosen, trace))}
    assert float(rows["mean_one_way_delay"]["value"]) == 0.5
    assert float(rows["data_packets_dropped"]["value"]) == 1
    assert "unique_throughput" in {row["metric"] for row in rows_of(output("metrics", trace))}
    other = trace.with_name("other.tr")
    shutil.copy(trace, other)
    runs = {row["run_id"] for row in rows_of(output("metrics", *chosen, trace, other))}
    assert runs == {str(trace), str(other)}


@pytest.mark.parametrize("name", ["cwnd_series", "mean_cwnd_over_time"])
def test_metric_without_value_names_missing_lines(tmp_path: Path, name: str) -> None:
    """Only a header was printed, as if nothing had happened in the window."""
    trace = tmp_path / "packets.tr"
    trace.write_text("+ 0.5 0 1 tcp 40 ------- 1 0.0 2.0 0 0\n")
    said = call("metrics", "--metric", name, trace)
    assert said.returncode == 0
    assert f"no value for {name}, which needs lines of variables".encode() in said.stderr


def test_metrics_with_bandwidth(trace: Path) -> None:
    chosen = ("--metric", "link_utilisation", "--bandwidth", "0-2=1e6")
    (row,) = rows_of(output("metrics", *chosen, trace))
    assert row["subject"] == "link 0-2"
    assert 0 < float(row["value"]) < 100
    result = call("metrics", "--bandwidth", "0-2", trace)
    assert result.returncode == 2
    assert "expected FROM-TO=BIT/S" in result.stderr.decode()


@pytest.mark.parametrize("rate", ["0", "-1e6", "inf", "nan"])
def test_invalid_bandwidth_is_refused(trace: Path, rate: str) -> None:
    """With 0 bit/s, the utilisation was infinite, which JSON can't say."""
    result = call("metrics", "--bandwidth", f"0-2={rate}", trace)
    assert result.returncode == 2
    assert "expected a bandwidth in bit/s, above 0 and finite" in result.stderr.decode()


def test_bandwidth_of_another_link_is_noticed(trace: Path) -> None:
    chosen = ("metrics", "--metric", "link_utilisation", "--bandwidth")
    result = call(*chosen, "0-9=1e6", "--bandwidth", "0-2=1e6", trace)
    assert len(rows_of(result.stdout.decode())) == 1
    said = result.stderr.decode()
    assert said == "nstrace: --bandwidth: no packet left the queue of link 0-9\n"


@pytest.mark.parametrize("width", ["0", "-1", "1e30", "inf", "nan"])
def test_invalid_bin_width_is_refused(trace: Path, width: str) -> None:
    said = call("bins", "--width", width, trace).stderr.decode()
    assert "expected seconds, from 0.000001 to 1,000,000,000" in said


def test_metrics_are_listed_with_their_definitions() -> None:
    listed = {row["name"]: row for row in rows_of(output("metrics", "--list"))}
    assert listed["unique_throughput"]["unit"] == "bit/s"
    assert all(row["definition"] and row["source"] for row in listed.values())


def test_unknown_metric_is_named(trace: Path) -> None:
    assert "'goodputt'" in failure("metrics", "--metric", "goodputt", trace)


def test_summary(trace: Path) -> None:
    text = output("summary", trace)
    assert re.search(r"time +1 to 2\.75 s", text)
    assert re.search(r"nodes +3\n", text)
    assert re.search(r"link events +1\n", text)
    cells = [cell.strip() for cell in next(
        line for line in text.splitlines() if "│ flow1 " in line
    ).split("│")]  # fmt: skip
    assert cells[1:5] == ["flow1", "2", "1", "1"]
    assert float(cells[6]) == 500


def test_head(trace: Path) -> None:
    text = output("head", "-n", "1", trace)
    assert text.startswith("# packets\nline,form,event,time_ns,")
    assert "\n1,wired,+,1000000000,0,2,tcp,1040,-------,1,0,0,3,1,0,10\n" in text
    assert output("head", "--table", "links", trace).count("#") == 1


def test_validate_counts_and_shows_rejects(trace: Path) -> None:
    assert output("validate", trace).splitlines() == [
        f"{trace}: 10 lines, 10 typed, 0 rejected",
        "  links (link): 1",
        "  packets (wired): 7",
        "  variables (variable): 2",
    ]
    trace.write_text(LINES + RUBBISH)
    result = call("validate", trace)
    assert result.returncode == 1
    assert f"line 11, byte {len(LINES)}: 'this is no trace line'" in result.stdout.decode()


@pytest.mark.parametrize("name", ["t.parquet", "t.arrow", "t.duckdb", "tables/"])
def test_validate_reads_stored_traces(trace: Path, tmp_path: Path, name: str) -> None:
    """Their bytes were taken for lines, all of which were rejected."""
    trace.write_text(LINES + RUBBISH)
    stored = f"{tmp_path}/{name}"
    output("convert", trace, "-o", stored)
    result = call("validate", stored)
    assert result.returncode == 1
    assert result.stdout.decode().splitlines() == [
        f"{stored}: 11 lines, 10 typed, 1 rejected",
        "  links (link): 1",
        "  packets (wired): 7",
        "  variables (variable): 2",
        "  rejected, no known kind of line: 1",
        f"    line 11, byte {len(LINES)}: 'this is no trace line'",
    ]


def test_validate_finds_damage(trace: Path, tmp_path: Path) -> None:
    stored = tmp_path / "t.parquet"
    output("convert", trace, "-o", stored)
    content = bytearray(stored.read_bytes())
    content[len(content) // 2] ^= 1
    stored.write_bytes(content)
    assert f"{stored}: damaged" in failure("validate", stored)


def test_rejects_are_rows(trace: Path) -> None:
    trace.write_text(RUBBISH + LINES)
    (row,) = rows_of(output("sql", "SELECT * FROM rejects", trace))
    assert (row["line"], row["byte"], row["text"]) == ("1", "0", RUBBISH.strip())
    assert row["reason"]


def test_strict_names_file_line_and_reason(trace: Path, tmp_path: Path) -> None:
    trace.write_text(LINES + RUBBISH + LINES)
    target = tmp_path / "t.parquet"
    message = failure("convert", "--strict", trace, "-o", target)
    assert f"{trace}, line 11: no known kind of line: 'this is no trace line'" in message
    assert not target.exists()


def test_standard_input_and_output(tmp_path: Path) -> None:
    target = tmp_path / "t.parquet"
    output("convert", "-", "-o", target, given=LINES.encode())
    assert output("export", target) == LINES
    assert output("sql", "SELECT count(*) AS n FROM packets", "-", given=LINES.encode()) == "n\n7\n"


def test_a_fifo(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=lambda: fifo.write_text(LINES))
    writer.start()
    output("convert", fifo, "-o", tmp_path / "t.parquet")
    writer.join()
    assert output("export", tmp_path / "t.parquet") == LINES


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 2), (64, 3)])
def test_default_threads_are_limited(
    cores: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)))
    parser = argparse.ArgumentParser()
    add_threads(parser)
    assert parser.parse_args([]).threads == threads
    assert parser.parse_args(["--threads", "64"]).threads == 64


def test_number_of_threads_changes_no_byte(tmp_path: Path) -> None:
    trace = tmp_path / "long.tr"
    trace.write_text(LINES * 40_000)
    digests = set()
    for threads in ("1", "2", "3"):
        output("convert", "--threads", threads, trace, "-o", tmp_path / "t.parquet")
        digests.add((tmp_path / "t.parquet").read_bytes())
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["convert", "TRACE", "-o", "t.txt"], "t.txt: can't tell the format"),
        (["convert", "missing.tr", "-o", "t.parquet"], "missing.tr: No such file"),
        (["summary", "missing.tr"], "missing.tr: No such file"),
        (["export", "missing.parquet"], "missing.parquet: no such file"),
        (["export", "TRACE"], "not a file made by nstrace convert"),
        (["metrics"], "no trace given"),
    ],
)
def test_mistakes_give_one_message(trace: Path, words: list[str], message: str) -> None:
    words = [str(trace) if word == "TRACE" else word for word in words]
    assert message in failure(*words)


def test_foreign_or_damaged_file_is_refused(trace: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.parquet"
    pl.DataFrame({"a": [1]}).write_parquet(foreign)
    assert "not a trace that nstrace converted" in failure("export", foreign)
    for name in ("t.parquet", "t.arrow", "t.duckdb"):
        stored = tmp_path / name
        output("convert", trace, "-o", stored)
        stored.write_bytes(stored.read_bytes()[:-100])
        assert name in failure("export", stored)


def test_earlier_file_survives_failure(trace: Path, tmp_path: Path) -> None:
    target = tmp_path / "t.parquet"
    output("convert", trace, "-o", target)
    before = target.read_bytes()
    trace.write_text(RUBBISH)
    failure("convert", "--strict", trace, "-o", target)
    assert target.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [trace.name, target.name]


def test_closed_output_pipe_is_no_error(trace: Path) -> None:
    trace.write_text(LINES * 20_000)
    command = f'"{sys.executable}" -m nstrace sql \'SELECT * FROM packets\' "{trace}" | head -n 1'
    result = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert result.stdout.startswith(b"line,form,event")
    assert result.stderr == b""


@pytest.mark.parametrize(
    "words",
    [["convert", "-o"], ["convert", "--in-order", "-o"], ["bins", "-o"], ["export", "-o"]],
    ids=" ".join,
)
def test_no_folder_is_made_for_output(trace: Path, tmp_path: Path, words: list[str]) -> None:
    stored = tmp_path / "stored.parquet"
    output("convert", trace, "-o", stored)
    target = tmp_path / "no folder" / "out.csv"
    if words[0] == "convert":
        target = target.with_suffix(".arrow")
    given = stored if words[0] == "export" else trace
    assert f"{target}: there is no folder {target.parent}" in failure(*words, target, given)
    assert not target.parent.exists()
