"""Standard streams that are closed: no file gets their numbers, and who reads is told."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_shell import root

from ns2studies.basics import paths

__all__ = ["root"]

SHELL = """
import pathlib, runpy, sys
from ns2studies.basics import paths
paths.ROOT = pathlib.Path(sys.argv.pop(1))
paths.RESULTS = paths.ROOT / "results"
runpy.run_module("ns2studies", run_name="__main__")
"""
"""``./reproduce`` in another checkout."""

PROGRAM = """
import os, subprocess
from nstrace.streams import fill_closed_streams
closed = fill_closed_streams()
with open("opened", "w") as file:
    file.write(f"{closed} {file.fileno()} {subprocess.run(['cat'], stderr=-3).returncode}")
print("said")
"""


def closing(redirections: str, *command: object, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirections}', "sh", *map(str, command)],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(paths.SOURCES)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("redirections", "closed"),
    [("<&-", ["stdin"]), ("<&- >&- 2>&-", ["stdin", "stdout", "stderr"])],
)
def test_opened_files_avoid_standard_descriptors(
    tmp_path: Path, redirections: str, closed: list[str]
) -> None:
    done = closing(redirections, sys.executable, "-c", PROGRAM, folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout == ("said\n" if len(closed) == 1 else "")
    said, number, status = (tmp_path / "opened").read_text().rsplit(" ", 2)
    assert said == str(closed)
    assert int(number) > 2
    assert status == "1", "to read is an error"


@pytest.mark.parametrize("words", [["head", "-"], ["summary", "a.tr", "-"]])
def test_nstrace_reports_closed_standard_input(tmp_path: Path, words: list[str]) -> None:
    done = closing("<&-", sys.executable, "-m", "nstrace", *words, folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("nstrace: standard input is closed\n  Pipe a trace")


def test_shell_with_closed_input_reads_nothing(root: Path) -> None:
    """DuckDB's shell took the database, which had been given its number, for its input."""
    done = closing("<&-", sys.executable, "-c", SHELL, root, "sql", folder=root)
    assert (done.stdout, done.stderr) == ("", "")
