"""Slurm's commands: what is asked of them, and what they answer."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence

from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, digest_bytes
from ns2studies.basics.errors import ClusterError

JOB_NAME = f"ns2studies-{digest_bytes(os.fsencode(paths.ROOT))[:SHORT]}"
"""Name of this checkout's jobs, by which the queue is asked for them."""

ANSWER_S = 120
"""Seconds that a command of Slurm may take; its own time limits are shorter."""

TMPDIR_OF_USER = "NS2STUDIES_TMPDIR_OF_USER"
"""The variable for the temporary folder that was set when the command was called."""

_WAITING = ("PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT")
_WORKING = ("RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "SIGNALING", "RESIZING", "STAGE_OUT")

ACTIVE = frozenset(_WAITING + _WORKING)
"""States of a job that has not come to its end; a requeued one is waiting again."""


def require() -> None:
    """Make sure that jobs can be submitted from here.

    Raises:
        ClusterError: if Slurm is not installed or its controller does not answer.
    """
    if not shutil.which("sbatch"):
        raise ClusterError(
            "sbatch was not found: this machine can't submit jobs to Slurm",
            "Call this on a machine of the cluster that can (a login node), or leave out "
            "--profile to run on this machine alone.",
        )
    states()


def submit(script: str, options: Sequence[str]) -> str:
    """Queue a shell script; returns the job's number.

    Args:
        options: for sbatch, which reads its ``SBATCH_…`` variables besides.

    Raises:
        ClusterError: if it is refused, with Slurm's reason.
    """
    command = ["sbatch", "--parsable", f"--job-name={JOB_NAME}", *options]
    answer = _ask(command, "a job was refused by Slurm", script)
    return answer.strip().splitlines()[-1].partition(";")[0]


def is_away(error: ClusterError) -> bool:
    """Was the controller not there at all, so that it can't have taken what was asked?"""
    return "connect failure" in str(error)


def states() -> dict[str, str]:
    """The state of each job of this checkout that Slurm still knows, by number.

    Raises:
        ClusterError: if the controller does not answer.
    """
    command = ["squeue", "--noheader", "--states=all", f"--name={JOB_NAME}", "--format=%i|%T"]
    lines = _ask(command, "Slurm's controller does not answer").splitlines()
    return {job: state for job, _, state in (line.strip().partition("|") for line in lines)}


def cancel(jobs: Iterable[str]) -> None:
    """Take jobs out of the queue, or end them; those that have ended stay as they are.

    Raises:
        ClusterError: if the controller does not answer.
    """
    numbers = list(jobs)
    if numbers:
        _ask(["scancel", "--quiet", *numbers], "jobs can't be cancelled")


def _ask(command: list[str], failure: str, text: str = "") -> str:
    """The output of a command.

    Raises:
        ClusterError: if it fails or takes too long.
    """
    try:
        done = subprocess.run(
            command,
            input=text,
            env=_environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=ANSWER_S,
        )
    except FileNotFoundError as error:
        raise ClusterError(f"{failure}: {command[0]} is not installed here") from error
    except subprocess.TimeoutExpired as error:
        raise ClusterError(f"{failure}: {command[0]} took more than {ANSWER_S} s") from error
    if done.returncode != 0:
        said = " ".join(done.stderr.split()) or f"status {done.returncode}"
        raise ClusterError(
            f"{failure}: {said}",
            "Finished runs are kept; once that is put right, the same command goes on from there.",
        )
    return done.stdout


def _environment() -> dict[str, str]:
    """Ours, but for what is meant for this place alone: it would pass on to jobs submitted here.

    That is what Slurm tells a job of its own, and the temporary folder of a command.
    """
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("SLURM_") or key.startswith("SLURM_CONF")
    }
    if TMPDIR_OF_USER in kept:
        kept["TMPDIR"] = kept.pop(TMPDIR_OF_USER)
    return {key: value for key, value in kept.items() if key != "TMPDIR" or value}
