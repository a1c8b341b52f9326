"""Lint, format, types, and the workflow's own lint: a tool each, as anyone can call it."""

import os
import re
import subprocess
import sys

import pytest

from ns2studies import layout

TOOLS = {
    "ruff": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
    "snakefmt": ["snakefmt", "--check", "Snakefile", "workflow"],
}


def call(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=layout.ROOT,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", TOOLS)
def test_style(name: str) -> None:
    result = call(*TOOLS[name])
    assert result.returncode == 0, result.stdout + result.stderr


def test_snakemake_lint() -> None:
    """All of Snakemake's lint but one: it wants conda or a container for every rule.

    The whole project has one environment, pinned with hashes in environment/.
    """
    result = call("snakemake", "--lint")
    titles = re.findall(r"^    \* (.+)$", result.stdout + result.stderr, re.MULTILINE)
    rules = re.findall(r"^Lints for rule", result.stdout + result.stderr, re.MULTILINE)
    assert rules, "the lint found no rule to look at"
    assert titles == ["Specify a conda environment or container for each rule.:"] * len(rules)
