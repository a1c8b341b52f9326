"""Lint, format, types, and the workflow's own lint: a tool each, as anyone can call it."""

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import nanobind
import pytest
import yaml
from tcl_procedures import calls_and_names
from user_cache import passed_before

from ns2studies.basics import paths
from ns2studies.simulator.build import Simulator


def files(*patterns: str) -> list[str]:
    """Files that git knows or would add, without traces that others have made."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=paths.ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    found = [name for name in listed.splitlines() if "tests/data/traces" not in name]
    return [name for name in found if (paths.ROOT / name).is_file()]


CPP = ("*.cpp", "*.hpp", "*.cc", "*.h")

TOOLS = {
    "ruff": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
    "snakefmt": ["snakefmt", "--check", "Snakefile", "workflow"],
    "shell": ["shellcheck", "reproduce", ".ci/run"],
    "tcl": ["tclint", *files("*.tcl")],
    "sql": ["sqruff", "lint", *files("*.sql")],
    "c++": ["clang-format", "--dry-run", "-Werror", *files(*CPP)],
}


def call(name: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name(name), *words],
        cwd=paths.ROOT,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", TOOLS)
def test_style(name: str) -> None:
    result = call(*TOOLS[name])
    assert result.returncode == 0, result.stdout + result.stderr


def test_precommit_runs_same_tools() -> None:
    text = (paths.ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    (repository,) = yaml.safe_load(text)["repos"]
    entries = {hook["entry"].removeprefix(".venv/bin/") for hook in repository["hooks"]}
    called = {" ".join(words) for words in TOOLS.values()}
    assert len(entries) == len(called)
    assert all(any(words.startswith(entry) for entry in entries) for words in called)


def test_cpp_passes_clang_tidy() -> None:
    """clang-tidy, with the checks of ``src/nstrace/.clang-tidy``, unless it has passed the same."""
    places = (nanobind.include_dir(), sysconfig.get_path("include"))
    included = [word for place in places for word in ("-isystem", place)]
    included += ["-I", "src/trace-formats"]
    sources = files("src/nstrace/native/*.cpp")
    assert sources
    everything = files("src/nstrace/.clang-tidy", "src/nstrace/native", "src/trace-formats")
    tools = [call("clang-tidy", "--version").stdout, nanobind.__version__, sys.version]
    compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=True)
    with passed_before("clang-tidy", everything, [*tools, compiler.stdout]) as has_passed:
        if not has_passed:
            result = call("clang-tidy", "--quiet", *sources, "--", "-std=c++20", *included)
            assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("edited", ["src/nstrace/.clang-tidy", "src/nstrace/native/table.hpp"])
def test_passed_check_is_keyed_by_all_its_inputs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, edited: str
) -> None:
    monkeypatch.setattr("user_cache.USER_CACHE", tmp_path / "cache")
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    names = ["src/nstrace/.clang-tidy", "src/nstrace/native/table.hpp"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")

    def has_passed(*tools: str) -> bool:
        with passed_before("check", names, tools) as known:
            return known

    with pytest.raises(AssertionError), passed_before("check", names, ["18.1"]):
        raise AssertionError
    assert [has_passed("18.1"), has_passed("18.1")] == [False, True]
    assert not has_passed("19.1")
    (tmp_path / edited).write_text("2")
    assert not has_passed("18.1")


def test_snakemake_lint() -> None:
    """All of Snakemake's lint but one: it wants conda or a container for every rule.

    The whole project has one environment, pinned with hashes in environment/.
    """
    result = call("snakemake", "--lint")
    titles = re.findall(r"^    \* (.+)$", result.stdout + result.stderr, re.MULTILINE)
    rules = re.findall(r"^Lints for rule", result.stdout + result.stderr, re.MULTILINE)
    assert rules, "the lint found no rule to look at"
    assert titles == ["Specify a conda environment or container for each rule.:"] * len(rules)


def test_every_procedure_that_tcl_calls_exists(ns: Simulator, tmp_path: Path) -> None:
    """Commands with a plain name are ns' own, or defined in a file; words of a ``switch`` aside."""
    script = tmp_path / "known.tcl"
    script.write_text("puts [concat [info commands] [info commands ::tcl::*]]\nexit 0\n")
    said = subprocess.run([ns.ns, script], capture_output=True, text=True, check=True).stdout
    calls, defined = calls_and_names(map(Path, files("*.tcl")))
    agents = "".join((paths.ROOT / name).read_text() for name in files("ns2-patches/agents/*.cc"))
    known = {*said.split(), *defined, *re.findall(r'TclClass\("([^"]+)"\)', agents), "-"}
    assert len(calls) > 1000
    assert [call for call in calls if not call.candidates() & known] == []


def test_procedure_that_nobody_defines_is_found(tmp_path: Path) -> None:
    path = tmp_path / "wrong.tcl"
    path.write_text("proc one::two {} {\n    three\n    if {[four]} {five}\n}\nproc four {} {}\n")
    calls, defined = calls_and_names([path])
    assert defined == {"one::two", "four"}
    unknown = [call.place for call in calls if not call.candidates() & {*defined, "proc", "if"}]
    assert unknown == ["wrong.tcl:2", "wrong.tcl:3"]
