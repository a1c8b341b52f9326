"""The same workflow on a cluster: a real Slurm of one node on this machine."""

import fcntl
import os
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from checkout_processes import (
    assert_same_results,
    held_job,
    hold,
    hold_no_more,
    start,
    wait_for,
)
from ns2studies.cluster import executor
from ns2studies.cluster import slurm as commands
from one_node_slurm import Slurm, one_node_slurm
from own_checkout import RUNS, Checkout, make_checkout

from ns2studies.basics import paths
from ns2studies.basics.errors import ClusterError
from ns2studies.simulator.build import Simulator

SMALL = {
    "jobs: 100 ": "jobs: 2 ",
    "# config: [batch_minutes=5] ": "config: [batch_minutes=0.03] ",
    "mem_mb: 2000": "mem_mb: 500",
    "mem_mb: 8000": "mem_mb: 500",
    "measure: 8": "measure: 1",
    "status-checks: 10": "status-checks: 1",
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


def test_jobs_that_die_lose_nothing_and_results_are_those_of_one_machine(
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
    assert f"Slurm's job {killed} (simulate_and_ingest " in output
    assert f"Slurm's job {cancelled} (simulate_and_ingest " in output
    assert "ended as FAILED" in output
    assert "ended as CANCELLED" in output
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
    logs, plan = cluster_checkout.results / "logs", cluster_checkout.results / "plan"
    jobs, batches = list((logs / "slurm").iterdir()), list((plan / "batches").iterdir())
    assert len(jobs) == len(batches) + 1, "a job for each batch, and one that measures"
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


def test_what_slurm_refuses_is_said_in_its_words(cluster_checkout: Checkout) -> None:
    cluster_checkout.edit(
        PROFILE,
        "# ns2studies-slurm-sbatch: --account=NAME --partition=NAME ",
        "ns2studies-slurm-sbatch: --partition=nowhere ",
    )
    result = cluster_checkout.run("--profile", "slurm", check=False)
    assert result.returncode == 1
    assert "a job was refused by Slurm: sbatch: error: invalid partition" in result.stderr
    assert result.stderr.count("refused") == 1


def test_a_job_says_itself_what_is_wrong(cluster_checkout: Checkout) -> None:
    cluster_checkout.edit("tcl/studies/mpls.tcl", "    [simulation::ns] run\n", "    nonsense\n")
    result = cluster_checkout.run("--profile", "slurm", check=False)
    assert result.returncode == 1
    assert 'invalid command name "nonsense"' in result.stderr
    assert "Slurm's job" not in result.stderr


def test_jobs_of_a_command_elsewhere_are_left_alone(
    cluster_checkout: Checkout, slurm: Slurm
) -> None:
    """Where a lock does not span machines."""
    name = subprocess.run(
        [cluster_checkout.command()[0], "-c",
         "from ns2studies.cluster.slurm import JOB_NAME; print(JOB_NAME)"],
        env=cluster_checkout.environment, capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    marker = cluster_checkout.results / "plan" / "slurm-jobs"
    marker.parent.mkdir(parents=True)
    marker.write_text("elsewhere 123\n")
    job = slurm.call("sbatch", "--parsable", "--hold", f"--job-name={name}", "--wrap=true")
    result = cluster_checkout.run(check=False)
    assert result.returncode == 1
    assert "1 jobs of a ./reproduce on elsewhere (process 123) are in the queue" in result.stderr
    assert f"scancel --name={name}" in result.stderr
    slurm.call("scancel", job)


def test_a_controller_that_does_not_answer_is_reported(
    cluster_checkout: Checkout, slurm: Slurm, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (slurm.folder / "slurm.conf").read_text()
    gone = slurm.folder / "gone.conf"
    gone.write_text(text.replace("SlurmctldPort=", "SlurmctldPort=1 #"))
    monkeypatch.setenv("SLURM_CONF", str(gone))
    result = cluster_checkout.run("--profile", "slurm", check=False)
    assert result.returncode == 1
    assert "Slurm's controller does not answer: " in result.stderr
    assert "Traceback" not in result.stderr


HOSTILE = (
    "$(touch canary)",
    "`touch canary`",
    "a' touch canary 'b",
    "--wrap=touch canary",
    "two\ntouch canary",
)
"""As names they would be commands, if a shell or sbatch took them for such."""


@pytest.fixture
def hostile_place(slurm: Slurm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout's folder whose name has all that a shell and sbatch's patterns know."""
    place = tmp_path / "it's $(touch canary) `touch canary`; touch canary & # %j %x é"
    (place / executor.LOGS).mkdir(parents=True)
    monkeypatch.setattr(paths, "ROOT", place)
    monkeypatch.chdir(place)
    return place


def submitted(label: str, further: str = "") -> str:
    """The number of a job that says where it is; or what Slurm refuses it by."""
    job = SimpleNamespace(name="simulate", wildcards_dict={"study": label}, threads=1, resources={})
    options = [*executor._options(job), *executor._words(further)]
    return commands.submit("#!/bin/bash\npwd\n", options)


def test_names_are_words_and_no_commands(slurm: Slurm, hostile_place: Path) -> None:
    """A study's and the folder's are quoted; of partitions and nodes Slurm is the judge."""
    jobs = [submitted(name) for name in HOSTILE]
    refused = 0
    for option in ("account", "partition", "nodelist"):
        for name in HOSTILE:
            try:
                jobs.append(submitted("study", f"--{option}={shlex.quote(name)}"))
            except ClusterError as error:
                refused += 1
                assert "a job was refused by Slurm: sbatch: error: " in str(error)
    assert refused >= 2 * len(HOSTILE), "partitions and nodes of these names are not there"
    wait_for(lambda: not slurm.call("squeue", "--noheader", "--states=R,PD,CG"))
    for job in jobs:
        log = hostile_place / executor.LOGS / f"{job}.log"
        assert log.read_text() == f"{hostile_place}\n"
    assert not list(hostile_place.parent.rglob("canary"))
    assert sorted(path.name for path in hostile_place.iterdir()) == ["results"]
