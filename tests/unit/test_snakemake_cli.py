"""Snakemake without its limit of jobs a second."""

import os
import subprocess
import sys
import time
from argparse import Namespace
from pathlib import Path

import pytest

from ns2studies.execution import snakemake_call
from ns2studies.workflow.profiles import load_profile

SNAKEFILE = """
rule all:
    input: expand("made/{number}", number=range(4))

rule made:
    output: "made/{number}"
    shell: "echo {wildcards.number} > {output}"
"""


def test_the_limit_is_gone_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    # Here: whoever collects tests need not load Snakemake, which takes a second.
    from snakemake import cli

    from ns2studies.execution.snakemake_cli import main

    seen = []

    def look(parsed: Namespace, _: object) -> bool:
        seen.append(vars(parsed))
        return True

    monkeypatch.setattr(cli, "args_to_api", look)
    arguments = ["--cores", "2", "--profile", "none", "target"]
    assert main(arguments) == 0
    _, usual = cli.parse_args(arguments)
    changed = {key for key, value in vars(usual).items() if seen[0][key] != value}
    assert changed == {"max_jobs_per_timespan"}
    assert seen[0]["max_jobs_per_timespan"] is None


@pytest.mark.parametrize(("shell", "status"), [("echo", 0), ("exit 3; echo", 1)])
def test_jobs_run_and_their_failure_is_the_status(tmp_path: Path, shell: str, status: int) -> None:
    """In a process of its own: Snakemake does not run within another event loop."""
    (tmp_path / "Snakefile").write_text(SNAKEFILE.replace("echo", shell), encoding="utf-8")
    command = [sys.executable, "-m", "ns2studies.execution.snakemake_cli", "--scheduler", "greedy"]
    done = subprocess.run(
        [*command, "--cores", "2", "all"], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == status
    assert len(list((tmp_path / "made").glob("*"))) == (4 if status == 0 else 0)


def test_loaded_it_leaves_the_cores_to_a_probe(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(snakemake_call, "LOGS", tmp_path)
    monkeypatch.setattr(snakemake_call, "_LOG", tmp_path / "snakemake.log")
    with snakemake_call.started(load_profile()) as waiting:
        waiting.until_loaded()
        loaded_s = cpu_s_of(waiting.process.pid)
        time.sleep(0.5)
        assert waiting.process.poll() is None
        assert not waiting.has_been_told
        assert cpu_s_of(waiting.process.pid) - loaded_s < 0.1 < loaded_s
    assert waiting.process.returncode == 0


def test_one_that_ends_early_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(snakemake_call, "LOGS", tmp_path)
    monkeypatch.setattr(snakemake_call, "_LOG", tmp_path / "snakemake.log")
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with snakemake_call.started(load_profile()) as waiting:
        waiting.until_loaded()
        waiting.until_loaded()
    assert waiting.process.returncode == 1


def cpu_s_of(process: int) -> float:
    """User and system CPU seconds that a process has taken."""
    text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def test_a_users_profile_of_snakemakes_is_not_for_our_call(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SNAKEMAKE_PROFILE", str(tmp_path))
    assert "SNAKEMAKE_PROFILE" not in snakemake_call._environment(tmp_path)
