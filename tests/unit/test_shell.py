"""``./reproduce sql``: DuckDB's own shell on a small database."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from ns2studies.basics.sql import connect
from ns2studies.cli import sql
from ns2studies.cli.main import parser_of

PACKETS = "CREATE VIEW packets AS SELECT * FROM read_parquet('results/runs/*/packets.parquet')"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with two runs in the results, and a packet in the trace of one."""
    root = tmp_path / "it's a checkout"
    trace = root / "results" / "runs" / "one" / "packets.parquet"
    trace.parent.mkdir(parents=True)
    with connect(root / "results" / "results.duckdb") as connection:
        connection.execute("CREATE TABLE runs AS SELECT * FROM (VALUES ('a', 1), ('b', 2)) t(k, v)")
        relation = connection.sql("SELECT 'd' AS event")
        relation.write_parquet(str(trace))
        connection.execute("SET file_search_path = ?", [str(root)])
        connection.execute(PACKETS)
    return root


def ask(
    root: Path,
    *words: str,
    given: str = "",
    home: Path | None = None,
    stdout: int | IO[str] = subprocess.PIPE,
) -> subprocess.CompletedProcess[str]:
    """Call the command from a folder that is not the checkout."""
    program = (
        "import pathlib, sys\n"
        "from ns2studies.basics import paths\n"
        "from ns2studies.cli import main as cli\n"
        "paths.ROOT = pathlib.Path(sys.argv[1])\n"
        "paths.RESULTS = paths.ROOT / 'results'\n"
        "sys.exit(cli.main(['sql', *sys.argv[2:]]))\n"
    )
    return subprocess.run(
        [sys.executable, "-c", program, root, *words],
        input=given, cwd=root.parent, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False,
        env={**os.environ, "HOME": str(home or root.parent)},
    )  # fmt: skip


def refusal(root: Path, *words: str) -> str:
    """What is said of a query that must fail."""
    result = ask(root, *words)
    assert result.returncode == 1
    assert result.stdout == ""
    return result.stderr.removeprefix("\nreproduce: ")


@pytest.mark.parametrize("words", [["SELECT 1"], ["-csv"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_full_disk_is_reported(
    root: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], unbuffered: str
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with Path("/dev/full").open("w") as full:
        result = ask(root, *words, given="SELECT 1;", stdout=full)
    assert result.returncode == 1
    assert "no room left on the file system while writing standard output" in result.stderr
    assert "Traceback" not in result.stderr


def test_answer_can_be_redirected_to_file(root: Path, tmp_path: Path) -> None:
    with (tmp_path / "answer.csv").open("w") as file:
        assert ask(root, "-csv", "FROM runs ORDER BY k", stdout=file).returncode == 0
    assert (tmp_path / "answer.csv").read_text().splitlines() == ["k,v", "a,1", "b,2"]


def test_query_is_answered_with_table(root: Path) -> None:
    result = ask(root, "SELECT k, v FROM runs ORDER BY k")
    assert result.returncode == 0
    assert "│ a       │     1 │" in result.stdout


def test_options_of_shell_come_before_query(root: Path) -> None:
    assert ask(root, "-csv", "SELECT v, k FROM runs ORDER BY k").stdout == "v,k\n1,a\n2,b\n"
    assert json.loads(ask(root, "-json", "FROM runs ORDER BY k").stdout)[1] == {"k": "b", "v": 2}


def test_query_may_begin_with_comment(root: Path) -> None:
    assert ask(root, "-csv", "-- the most\nSELECT max(v) AS most FROM runs").stdout == "most\n2\n"


def test_command_of_shell_is_understood_too(root: Path) -> None:
    assert "runs" in ask(root, ".tables").stdout


def test_without_query_shell_reads_what_is_typed(root: Path) -> None:
    result = ask(root, "-csv", given="SELECT max(v) AS most FROM runs;\nSELECT 7 AS seven;\n")
    assert result.stdout == "most\n2\nseven\n7\n"


def test_traces_are_found_from_any_folder(root: Path) -> None:
    assert ask(root, "-csv", "SELECT event FROM packets").stdout == "event\nd\n"


def test_wrong_query_is_refused_in_one_line(root: Path) -> None:
    message = refusal(root, "SELECT k\nFROM ruins")
    assert message.startswith("Catalog Error: Table with name ruins does not exist!")
    assert message.count("\n") == 1


def test_wrong_query_may_hold_any_bytes(root: Path) -> None:
    message = refusal(root, "FROM caf\udce9")
    assert "Traceback" not in message
    assert "caf" in message


def test_shell_is_read_only(root: Path) -> None:
    assert "read-only" in refusal(root, "DELETE FROM runs")


def test_shell_starts_as_it_does_for_everybody(root: Path, tmp_path: Path) -> None:
    (tmp_path / ".duckdbrc").write_text("SELECT 'from my own file';\n.mode line\n")
    assert ask(root, "-csv", "SELECT 1 AS one", home=tmp_path).stdout == "one\n1\n"


def test_no_extension_is_fetched(root: Path) -> None:
    settings = "SELECT value FROM duckdb_settings() WHERE name = "
    for name in ("autoinstall_known_extensions", "autoload_known_extensions"):
        assert ask(root, "-csv", f"{settings}'{name}'").stdout == "value\nfalse\n"


def test_missing_results_give_remedy(tmp_path: Path) -> None:
    message = refusal(tmp_path, "SELECT 1")
    assert message.startswith(f"{tmp_path}/results/results.duckdb: no such file\n")
    assert "./reproduce runs the studies" in message


def test_exit_status_of_query_is_passed_on(root: Path) -> None:
    done = ask(root, ".exit 3")
    assert (done.returncode, done.stderr) == (3, "")


@pytest.mark.parametrize("words", [["-csv", "-header", "SELECT 1"], ["-cmd", "--", "x"], []])
def test_all_words_are_passed_to_shell(words: list[str]) -> None:
    parser = parser_of("sql", sql)
    assert parser.parse_args(words).words == words


def test_help_is_not_that_of_shell(capsys: pytest.CaptureFixture[str]) -> None:
    parser = parser_of("sql", sql)
    assert sql.run(parser.parse_args(["--help"])) == 0
    assert capsys.readouterr().out.startswith("usage: ./reproduce sql [OPTION ...] [QUERY]\n")
