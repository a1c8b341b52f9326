"""Where output goes: a pipe, a device or what a link leads to is not replaced by a file."""

import os
import threading
from pathlib import Path

import pytest
from nstrace_cli import LINES, call, failure, output


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    (tmp_path / "t.tr").write_text(LINES)
    output("convert", tmp_path / "t.tr", "-o", tmp_path / "t.parquet")
    return tmp_path / "t.parquet"


@pytest.mark.parametrize("command", ["export", "bins"])
def test_pipe_is_written_to(tmp_path: Path, stored: Path, command: str) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    wanted = output(command, stored)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    assert output(command, stored, "-o", pipe) == ""
    reader.join()
    assert heard == [wanted]
    assert pipe.is_fifo()


@pytest.mark.parametrize("command", ["export", "bins"])
def test_hyphen_means_standard_output(stored: Path, command: str) -> None:
    assert output(command, stored, "-o", "-") == output(command, stored)


@pytest.mark.parametrize(("command", "name"), [("export", "real"), ("bins", "real.csv")])
def test_output_replaces_target_of_link(
    tmp_path: Path, stored: Path, command: str, name: str
) -> None:
    link = tmp_path / f"link{Path(name).suffix}"
    link.symlink_to(name)
    output(command, stored, "-o", link)
    assert link.is_symlink()
    assert (tmp_path / name).read_text() == output(command, stored)


@pytest.mark.parametrize("command", ["convert", "report"])
def test_whole_file_output_refuses_pipe(tmp_path: Path, command: str) -> None:
    (tmp_path / "t.tr").write_text(LINES)
    pipe = tmp_path / ("p.html" if command == "report" else "p.parquet")
    os.mkfifo(pipe)
    assert "this is a pipe or a device" in failure(command, tmp_path / "t.tr", "-o", pipe)
    assert pipe.is_fifo()


def test_full_device_is_not_replaced(stored: Path) -> None:
    full = Path("/dev/full")
    assert "no room left" in failure("export", stored, "-o", full)
    assert full.is_char_device()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sql", "", "t.tr"], "argument QUERY: expected a non-empty value"),
        (["summary", ""], "argument FILE: expected a non-empty value"),
        (["summary", "t.tr", "--threads", "99999"], "expected at most 256, found '99999'"),
    ],
)
def test_empty_or_excessive_arguments_are_refused(words: list[str], message: str) -> None:
    done = call(*words)
    assert done.returncode == 2
    assert message in done.stderr.decode()
