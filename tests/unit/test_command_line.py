"""The command line: help, unknown words, and the files the shell script works with."""

import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.basics.wording import nearest
from ns2studies.cli import main as cli
from ns2studies.config.study_files import known

REPRODUCE = paths.ROOT / "reproduce"


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(words) == 1
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["mlps"], "Did you mean mpls?"),
        (["plan", "--runs", "mlps", "--cores", "1"], "Did you mean mpls?"),
        (["full", "--profile", "slurm", "mlps"], "Did you mean mpls?"),
        (["pln"], "Did you mean plan?"),
        (["quick", "--scale", "full"], "two scales are given: full and quick"),
        (["--cores", "0"], "expected a number of cores, found '0'"),
        (["--cores", "٣"], "expected a number of cores, found '٣'"),
        (["plan", "--cores", "100000"], "cores at most on this machine, which has"),
        (["plan", "--cores", "9" * 5000], "cores at most on this machine, which has"),
        (["compare", "a-b-c", "--cores", "100000"], "cores at most on this machine, which has"),
        (["plan", "plan"], "'plan' is a command, and only the first word can be one"),
        (["full", "check"], "'check' is a command, and only the first word can be one"),
        (["mpls", "test"], "'test' is a command, and only the first word can be one"),
        (["--scale", "medium"], "medium"),
        (["--fast"], "--fast"),
        (["--profile", "slrum"], "unknown profile 'slrum'; there are default, slurm"),
        (["verify"], "the following arguments are required: archive"),
        (["verify", "/nowhere.zip"], "/nowhere.zip"),
        (["verify", "x" * 300], "xxx: File name too long"),
        (["compare", "x" * 300], "xxx: File name too long"),
        (["plan", "--profile", "x" * 300], "xxx: File name too long"),
        (["--cores", "1", "ns"], "'ns' is a command, and only the first word can be one"),
        (["archive", "--runs"], "unrecognized arguments: --runs"),
        (["full", "--repair"], "unrecognized arguments: --repair"),
        (["schema", "mpls"], "unrecognized arguments: mpls"),
        (["schema", "--cores", "1"], "unrecognized arguments: --cores 1"),
        (["check", "--scale", "full"], "unrecognized arguments: --scale full"),
        (["agents", "--renderer", "auto"], "unrecognized arguments: --renderer"),
        (["verify", "a.zip", "--ns2-source", "a.tar"], "unrecognized arguments: --ns2-source"),
    ],
)
def test_unknown_word_gets_one_message(
    capsys: pytest.CaptureFixture[str], words: list[str], expected: str
) -> None:
    message = complaint(capsys, *words)
    assert expected in message
    assert "Traceback" not in message


@pytest.mark.parametrize("there", ["toy.yaml", "toy/metrics.txt"])
def test_incomplete_study_names_missing_file(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    there: str,
) -> None:
    """A newcomer begins with one of its files, and asks for the plan."""
    (tmp_path / there).parent.mkdir(exist_ok=True)
    (tmp_path / there).touch()
    monkeypatch.setattr(paths, "REPORTS", tmp_path)
    monkeypatch.setattr(paths, "CONFIG", tmp_path)
    assert f"{tmp_path / 'toy' / 'study.py'}: no such file" in complaint(capsys, "plan", "toy")


def test_nearest_names_each_known_word_once() -> None:
    assert nearest("xyz", ["mpls", "all", "mpls"]) == "Known here: all, mpls."


def test_missing_slurm_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    message = complaint(capsys, "--profile", "slurm")
    assert "sbatch was not found" in message or "'slurm' is not installed" in message
    assert "login node" in message or "pip install --require-hashes" in message


def test_help_needs_nothing_installed() -> None:
    result = subprocess.run(
        [REPRODUCE, "--help"],
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0
    assert result.stdout == cli.overview()


@pytest.mark.parametrize(
    "command",
    [
        "sql",
        "ns",
        "archive",
        "verify",
        "check",
        "agents",
        "reference",
        "explain",
        "compare",
        "scenario",
        "plan",
        "schema",
        "references",
        "test-simulator",
    ],
)
def test_each_command_has_its_own_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """That of sql was DuckDB's, with its path in the environment; of ns there was none."""
    with suppress(SystemExit):
        assert cli.main([command, "--help"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"usage: ./reproduce {command}")
    assert "example" in said
    assert ".venv" not in said


def test_help_of_ns_command_is_ours() -> None:
    command = [sys.executable, "-m", "ns2studies", "ns", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage: ./reproduce ns")


def test_help_names_every_study_and_command() -> None:
    text = cli.overview()
    for word in [*list(cli.COMMANDS)[1:], "test", "nstrace"]:
        assert re.search(rf"^  {word}\b", text, re.MULTILINE), word
    assert f"studies: {', '.join(known())}\n" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--help"], "usage: ./reproduce"),
        (["verify", "/nowhere.zip"], "/nowhere.zip"),
        (["sql", "SELECT 1"], "results.duckdb"),
    ],
)
def test_light_commands_load_no_large_library(words: list[str], said: str, tmp_path: Path) -> None:
    # A copy without results, for "sql", whatever this checkout has.
    shutil.copytree(paths.SOURCES, tmp_path / "src")
    shutil.copytree(paths.ROOT / "environment", tmp_path / "environment")
    result = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "ns2studies", *words],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said in result.stdout + result.stderr
    loaded = {line.split("|")[-1].strip() for line in result.stderr.splitlines() if "|" in line}
    assert "ns2studies.cli.main" in loaded
    heavy = {"duckdb", "numpy", "polars", "pyarrow", "pydantic", "rich", "yaml"}
    assert not heavy & loaded


@pytest.mark.usefixtures("ns")
def test_ns_command_imports_few_modules() -> None:
    """Importing the rest takes several times as long as finding the program."""
    script = (
        "import os, runpy, sys\n"
        "os.execv = lambda path, words: sys.exit(' '.join(words[1:] + sorted(sys.modules)))\n"
        "sys.argv[1:] = ['ns', 'file.tcl']\n"
        "runpy.run_module('ns2studies', run_name='__main__')\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    words = result.stderr.split()
    assert words[0] == "file.tcl", result.stderr
    assert not {
        "polars",
        "pyarrow",
        "duckdb",
        "rich",
        "pydantic",
        "ns2studies.cli.main",
    } & set(words)


def pinned(name: str) -> dict[str, str]:
    text = (paths.ROOT / "environment" / f"{name}.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", text, re.MULTILINE))


def test_test_and_run_locks_pin_equal_versions() -> None:
    run, test = pinned("run"), pinned("test")
    assert len(run) > 50
    assert {name: test.get(name) for name in run} == run


@pytest.mark.parametrize("name", ["run", "test", "uv"])
def test_lock_files_have_hashes_and_no_addresses(name: str) -> None:
    text = (paths.ROOT / "environment" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    requirements = re.split(r"^(?=[A-Za-z0-9._-]+==)", text, flags=re.MULTILINE)[1:]
    assert requirements
    assert all("--hash=sha256:" in requirement for requirement in requirements)


def test_version_names_what_report_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    said = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert list(said) == ["ns2studies", "commit", "ns", "packages", "python", "system"]
    assert said["packages"].startswith("environment/run.txt, SHA-256 ")
