"""Profiles, and what is said of a cluster's jobs."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from ns2studies.cluster import executor, slurm
from snakemake_interface_executor_plugins.executors.base import SubmittedJobInfo

from ns2studies.basics import paths
from ns2studies.basics.errors import ClusterError, ConfigError
from ns2studies.workflow.profiles import PROFILES, Profile, load_profile


def written(folder: Path, old: str, new: str) -> str:
    """The path of a site's own profile."""
    text = (PROFILES / "slurm" / "config.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / "config.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return str(folder)


def test_profiles_say_where_jobs_run() -> None:
    assert load_profile() == load_profile("default") == Profile(None, None, None)
    assert load_profile("slurm") == Profile(PROFILES / "slurm", 100, 300.0, "ns2studies-slurm")


def test_a_site_has_a_profile_of_its_own(tmp_path: Path) -> None:
    assert (
        load_profile(
            written(tmp_path, "# config: [batch_minutes=5] ", "config: [batch_minutes=2.5] ")
        ).batch_cpu_s
        == 150
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "jobs: 100 ",
            "jobs: many ",
            "line 5: jobs: expected a whole number above 0, found",
        ),
        ("jobs: 100 ", "jobs: 0.5 ", "jobs: expected a whole number above 0, found 0.5"),
        ("jobs: 100 ", "jobs: .inf ", "jobs: expected a whole number above 0, found inf"),
        ("jobs: 100 ", "jobs: .nan ", "jobs: expected a whole number above 0, found nan"),
        ("jobs: 100 ", "jobs: true ", "jobs: expected a whole number above 0, found True"),
        *(
            ("# config: [batch_minutes=5] ", f"config: [batch_minutes={value}] ", "above 0, found")
            for value in ("nan", "inf", "1e999", "-1")
        ),
        (
            "# config: [batch_minutes=5] ",
            "config: [batch_minutes=0] ",
            "line 6: config.0: expected",
        ),
        ("# config: [batch_minutes=5] ", "config: [batch_minutes=a] ", "above 0, found 'a'"),
        (
            "executor: ns2studies-slurm",
            "executor: pbs",
            "line 4: executor: Snakemake's executor 'pbs'",
        ),
        ("executor: ns2studies-slurm", "executor: ../x", "expected the name of an executor"),
        ("# ns2studies-slurm-sbatch: --acc", 'ns2studies-slurm-sbatch: "" # --acc', "is empty"),
    ],
)
def test_a_wrong_profile_is_named(tmp_path: Path, old: str, new: str, expected: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_profile(written(tmp_path, old, new))
    assert str(tmp_path / "config.yaml") in str(caught.value)
    assert expected in str(caught.value)


@pytest.mark.parametrize(("own", "passed"), [("/scratch", "/scratch"), ("", "none")])
def test_jobs_of_the_cluster_get_the_users_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str, passed: str
) -> None:
    """Not the command's, which another node does not have."""
    sbatch = tmp_path / "sbatch"
    sbatch.write_text("#!/bin/sh\necho ${TMPDIR-none}\n", encoding="utf-8")
    sbatch.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("TMPDIR", "/tmp/ns2studies-work-1")
    monkeypatch.setenv(slurm.TMPDIR_OF_USER, own)
    assert slurm.submit("true", []) == passed


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SubmittedJobInfo:
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    (tmp_path / executor.LOGS).mkdir(parents=True)
    rule = SimpleNamespace(name="simulate", wildcards_dict={"batch": "abc"}, log=["own.log"])
    return SubmittedJobInfo(rule, external_jobid="7")


def printed(job: SubmittedJobInfo, text: str) -> None:
    (paths.ROOT / executor.LOGS / f"{job.external_jobid}.log").write_text(text)


@pytest.mark.parametrize(
    ("state", "how", "hint"),
    [
        ("TIMEOUT", "ended as TIMEOUT", "more time (runtime, in minutes)"),
        ("OUT_OF_MEMORY", "ended as OUT_OF_MEMORY", "more memory (mem_mb)"),
        ("NODE_FAIL", "ended as NODE_FAIL", "the same command goes on"),
        ("", "vanished from Slurm's queue", "the same command goes on"),
    ],
)
def test_a_job_that_died_is_named_with_its_last_words(
    job: SubmittedJobInfo, state: str, how: str, hint: str
) -> None:
    printed(job, "one\nslurmstepd: two\n")
    message = executor._ending(job, state)
    assert message.startswith(f"Slurm's job 7 (simulate abc) {how}\n")
    assert hint in message
    assert message.endswith("7.log ends with:\n    one\n    slurmstepd: two")


def test_a_job_that_said_only_how_far_it_got_is_named_all_the_same(job: SubmittedJobInfo) -> None:
    (paths.ROOT / "own.log").write_text("progress: 64 128 runs\n")
    assert "more time (runtime, in minutes)" in executor._ending(job, "TIMEOUT")


def test_a_job_that_said_what_is_wrong_needs_no_more_words(job: SubmittedJobInfo) -> None:
    (paths.ROOT / "own.log").write_text("error: this is wrong\n")
    assert executor._ending(job, "FAILED") == ""


def test_a_job_that_slurm_forgot_is_known_by_its_last_line(job: SubmittedJobInfo) -> None:
    assert not executor._finished(job)
    printed(job, "half way\n")
    assert not executor._finished(job)
    printed(job, f"half way\n{executor._FINISHED}\n")
    assert executor._finished(job)


def test_a_quotation_without_an_end_is_said() -> None:
    assert executor._words("--account='a b' --partition=c") == ["--account=a b", "--partition=c"]
    with pytest.raises(ClusterError, match="no closing quotation"):
        executor._words("--account='a b")
