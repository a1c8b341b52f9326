"""The same workflow on a cluster: a real Slurm of one node on this machine."""

import fcntl
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from checkout_processes import (
    assert_same_results,
    held_job,
    hold,
    hold_no_more,
    start,
    wait_for,
)
from one_node_slurm import Slurm, one_node_slurm
from own_checkout import RUNS, Checkout, make_checkout

from ns2studies.simulator.build import Simulator

SMALL = {
    "jobs: 100 ": "jobs: 2 ",
    "# config: {batch_minutes: 5} ": "config: {batch_minutes: 0.03} ",
    "mem_mb: 2000": "mem_mb: 500",
    "mem_mb: 8000": "mem_mb: 500",
    "measure: 8": "measure: 1",
    "seconds-between-status-checks: 10": "seconds-between-status-checks: 1",
    "before-status-checks: 10": "before-status-checks: 1",
    "latency-wait: 90": "latency-wait: 5",
}
"""What the profile for a cluster becomes for one node and runs of a second."""

PROFILE = "profiles/slurm/config.yaml"


@pytest.fixture(scope="module")
def slurm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Slurm]:
    with (
        one_node_slurm(tmp_path_factory.mktemp("slurm")) as running,
        pytest.MonkeyPatch.context() as patch,
    ):
        for name, value in running.environment.items():
            patch.setenv(name, value)
        yield running


@pytest.fixture
def cluster_checkout(slurm: Slurm, ns: Simulator, tmp_path: Path) -> Checkout:
    made = make_checkout(tmp_path / "a shared #folder", ns)
    for old, new in SMALL.items():
        made.edit(PROFILE, old, new)
    return made


def held(checkout: Checkout, slurm: Slurm) -> tuple[str, int]:
    """The job that is held, and the process that executes it."""
    program = held_job(checkout)
    (job,) = slurm.running()
    return job, program


def requeue(slurm: Slurm, job: str) -> None:
    """As Slurm does when a node fails, but for the two minutes that it lets pass then."""
    slurm.call("scontrol", "requeue", job)
    wait_for(lambda: slurm.state(job) == "PENDING")
    slurm.call("scontrol", "update", f"jobid={job}", "starttime=now")


def test_dying_jobs_lose_no_results(
    checkout: Checkout, cluster_checkout: Checkout, slurm: Slurm
) -> None:
    """One is requeued, one loses its program, one is cancelled, one loses its command."""
    cluster_checkout.edit(PROFILE, "jobs: 2 ", "jobs: 1 ")
    hold(cluster_checkout, finished=1)
    with started(cluster_checkout) as process:
        job, _ = held(cluster_checkout, slurm)
        kept = cluster_checkout.finished()
        requeue(slurm, job)
        killed, program = held(cluster_checkout, slurm)
        assert killed == job, "it is tried again"
        os.kill(program, signal.SIGKILL)
        wait_for(lambda: killed not in slurm.running())
        cancelled, _ = held(cluster_checkout, slurm)
        slurm.call("scancel", cancelled)
        output, _ = process.communicate(timeout=600)
    assert process.returncode == 1
    assert output.count("a job of the rule simulate failed: SLURM-job") == 2
    assert "SLURM status is: 'CANCELLED'" in output
    assert "Traceback" not in output
    cluster_checkout.new_runs(kept)
    kept = cluster_checkout.finished()

    with started(cluster_checkout):
        held(cluster_checkout, slurm)
    cluster_checkout.new_runs(kept)
    kept = cluster_checkout.finished()
    wait_for(lambda: not at_work(cluster_checkout))

    hold_no_more(cluster_checkout)
    cluster_checkout.run("--profile", "slurm")
    assert len(cluster_checkout.new_runs(kept)) == RUNS - len(kept) > 0
    assert_same_results(cluster_checkout, checkout)
    assert not list((cluster_checkout.results / "runs").glob(".working/*"))
    assert not slurm.running()


@contextmanager
def started(checkout: Checkout) -> Iterator[subprocess.Popen[str]]:
    """A command on the cluster; killed at the end, if it is still at work."""
    with start(checkout, "--profile", "slurm") as process:
        try:
            yield process
        finally:
            process.kill()


def at_work(checkout: Checkout) -> bool:
    """Does what a killed command left behind still hold the checkout's lock?"""
    with (checkout.root / ".reproduce.lock").open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_refusals_by_slurm_are_quoted(cluster_checkout: Checkout) -> None:
    cluster_checkout.edit(PROFILE, "# slurm_partition: NAME", "slurm_partition: nowhere")
    result = cluster_checkout.run("--profile", "slurm", check=False)
    assert result.returncode == 1
    assert "invalid partition" in result.stderr


def test_job_error_is_shown_by_command(cluster_checkout: Checkout) -> None:
    cluster_checkout.edit("tcl/studies/mpls.tcl", "    [simulation::ns] run\n", "    nonsense\n")
    result = cluster_checkout.run("--profile", "slurm", check=False)
    assert result.returncode == 1
    assert 'invalid command name "nonsense"' in result.stderr


def test_controller_that_does_not_answer_is_reported(
    cluster_checkout: Checkout, slurm: Slurm, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (slurm.folder / "slurm.conf").read_text()
    gone = slurm.folder / "gone.conf"
    gone.write_text(text.replace("SlurmctldPort=", "SlurmctldPort=1 #"))
    monkeypatch.setenv("SLURM_CONF", str(gone))
    result = cluster_checkout.run("--profile", "slurm", check=False)
    assert result.returncode == 1
    assert "Unable to contact slurm controller" in result.stderr
    assert "Traceback" not in result.stderr
