"""Tables on terminals of any width and encoding: no number and no name is ever cut."""

import fcntl
import os
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from nstrace_cli import LINES, call, failure, output
from terminals import open_terminal

from nstrace.printing import in_width

_ENCODINGS = (
    {"LC_ALL": "C.UTF-8"},
    {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "latin-1"},
)


def on_terminal(width: int, *words: str | Path, **variables: str) -> str:
    """What the command shows on a terminal that is so wide; colours are left out."""
    controller, terminal = open_terminal()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    with subprocess.Popen(
        [sys.executable, "-m", "nstrace", *map(str, words)],
        stdin=terminal, stdout=terminal, stderr=terminal, env={**environment, **variables},
    ) as process:  # fmt: skip
        os.close(terminal)
        shown = b""
        try:
            while piece := os.read(controller, 65536):
                shown += piece
        except OSError:  # Linux says so when the last writer is gone
            pass
        os.close(controller)
    assert process.returncode == 0, shown.decode(errors="replace")
    return re.sub(r"\x1b\[[0-9;]*m", "", shown.decode(errors="replace")).replace("\r\n", "\n")


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trace") / "w.tr"
    path.write_text(LINES)
    return path


@pytest.fixture(scope="module")
def wide(trace: Path) -> str:
    """The summary where there is room for everything."""
    return on_terminal(400, "summary", trace)


@pytest.mark.parametrize("width", [40, 80, 132])
def test_summary_shows_every_number_at_any_width(trace: Path, wide: str, width: int) -> None:
    shown = on_terminal(width, "summary", trace)
    tables = [text.partition("┏")[2] for text in (shown, wide)]
    numbers, expected = (re.findall(r"\d+(?:\.\d+)?", table) for table in tables)
    assert set(expected) == set(numbers) and len(expected) >= 10
    assert "…" not in shown
    assert max(len(line) for line in shown.splitlines() if line.startswith("│")) <= width


def test_column_names_are_complete_at_width_80(trace: Path) -> None:
    shown = on_terminal(80, "schema", "packets")
    for name in ("destination_address", "size_bytes", "time_ns", "unit", "origin"):
        assert re.search(rf"\b{name}\b", shown)
    assert max(map(len, shown.splitlines())) <= 80
    assert "time_to_regain_full_rate" in on_terminal(80, "metrics", "--list")


@pytest.mark.parametrize("variables", _ENCODINGS)
@pytest.mark.parametrize("width", [60, 200])
def test_any_encoding_can_show_tables_and_names(
    tmp_path: Path, variables: dict[str, str], width: int
) -> None:
    trace = tmp_path / os.fsdecode(b"\xff \xe2\x98\x83.tr")
    trace.write_text(LINES)
    assert "2.66667" in on_terminal(width, "sql", "SELECT 8 / 3 AS share", trace, **variables)
    assert "packet lines" in on_terminal(width, "summary", trace, **variables)


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_name_of_any_bytes_can_be_stored_and_read(tmp_path: Path, suffix: str) -> None:
    """What nstrace had just written there, it called damaged."""
    trace = tmp_path / os.fsdecode(b"\xff.tr")
    trace.write_text(LINES)
    stored = tmp_path / os.fsdecode(b"\xfe" + suffix.encode())
    output("convert", trace, "-o", stored)
    question = "SELECT count(*) AS n FROM packets"
    assert output("sql", question, stored) == output("sql", question, trace)
    rows = output("bins", trace, stored).splitlines()[1:]
    names = {row.split(",")[0].rpartition("/")[2] for row in rows}
    assert names == {'\\udcff.tr"', f'\\udcfe{suffix}"'}


def test_database_name_must_be_utf_8(tmp_path: Path) -> None:
    """The traceback was one of bad_cast."""
    trace = tmp_path / "a.tr"
    trace.write_text(LINES)
    said = failure("convert", trace, "-o", tmp_path / os.fsdecode(b"\xff.duckdb"))
    assert "DuckDB opens no database whose name is not UTF-8" in said
    assert list(tmp_path.iterdir()) == [trace]


def test_long_text_is_complete_in_pipe(trace: Path) -> None:
    result = call("sql", "--format", "table", "SELECT repeat('x', 5000) AS text", trace)
    assert result.stdout.count(b"x") >= 5000


def test_wide_tables_are_split_by_columns() -> None:
    parts = in_width(["flow", "sent bytes", "lost"], [["flow1 0.0-3.1", 123456789, 12345]], 30)
    assert [part.places for part in parts] == [[0, 1], [0, 2]]
    assert [part.widths[0] for part in parts] == [13, 13]
    (one,) = in_width(["flow", "lost"], [["flow1", 5]], 30)
    assert (one.places, one.widths) == ([0, 1], [5, 4])
