"""Snakemake's executor for Slurm: a job of the workflow is a job of the cluster.

A job is a shell script with the rule's command, which works in the checkout that all nodes
share; Snakemake itself stays where it was called. One call of squeue asks for all jobs at
once. What a user must know of a job that failed is added to the file of its output, from
where the command line shows it.
"""

import shlex
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from snakemake_interface_executor_plugins.executors.base import SubmittedJobInfo
from snakemake_interface_executor_plugins.executors.remote import RemoteExecutor
from snakemake_interface_executor_plugins.jobs import JobExecutorInterface
from snakemake_interface_executor_plugins.settings import CommonSettings, ExecutorSettingsBase

from ns2studies.basics import paths
from ns2studies.basics.errors import ClusterError
from ns2studies.cluster import slurm
from ns2studies.starting.job_logs import ERROR_MARK, errors_in

LOGS = Path("results") / "logs" / "slurm"
"""Where the output of jobs goes, below the checkout."""

SILENCE_S = 900
"""Seconds without an answer from Slurm after which we stop waiting for it."""

_RETRY_S = 10

_HINTS = {
    "TIMEOUT": "Give jobs more time (runtime, in minutes) or less to do (batch_minutes).",
    "OUT_OF_MEMORY": "Give jobs more memory (mem_mb).",
}
_KEPT = "Its finished runs are kept; the same command goes on from there."

_FINISHED = "ns2studies: finished"
"""Last line of the output of a job that did what it should."""

_SHOWN_LINES = 5


@dataclass
class ExecutorSettings(ExecutorSettingsBase):  # type: ignore[misc]
    """What the profile sets."""

    sbatch: str = field(
        default="",
        metadata={"help": "Further options for sbatch, such as '--account=NAME --partition=NAME'"},
    )


common_settings = CommonSettings(
    non_local_exec=True,
    implies_no_shared_fs=False,
    job_deploy_sources=False,
    pass_default_storage_provider_args=False,
    pass_envvar_declarations_to_cmd=False,
    auto_deploy_default_storage_provider=False,
    init_seconds_before_status_checks=1,
)
"""What Snakemake asks of every executor."""


class Executor(RemoteExecutor):  # type: ignore[misc]
    """Submits jobs, asks for their states, and cancels them if the workflow is stopped."""

    def __post_init__(self) -> None:
        (paths.ROOT / LOGS).mkdir(parents=True, exist_ok=True)
        self._answered_s = time.monotonic()

    def run_job(self, job: JobExecutorInterface) -> None:
        """Submit a job."""
        script = f"#!/bin/bash\nset -euo pipefail\n{job.shellcmd}\necho {_FINISHED!r}\n"
        for file in [*job.output, *job.log]:
            (paths.ROOT / file).parent.mkdir(parents=True, exist_ok=True)
        try:
            options = [*_options(job), *_words(self.workflow.executor_settings.sbatch)]
            number = self._submit(script, options)
        except ClusterError as error:
            _say("sbatch", str(error))
            self.report_job_error(SubmittedJobInfo(job), msg=f"{error}\n")
            return
        self.report_job_submission(SubmittedJobInfo(job, external_jobid=number))

    def _submit(self, script: str, options: Sequence[str]) -> str:
        """The number of a new job. A controller that is started again is waited for.

        Raises:
            ClusterError: if the job is refused, or after :data:`SILENCE_S`.
        """
        end_s = time.monotonic() + SILENCE_S
        while True:
            try:
                return slurm.submit(script, options)
            except ClusterError as error:
                if not slurm.is_away(error) or time.monotonic() > end_s:
                    raise
                self.logger.warning(str(error))
                time.sleep(_RETRY_S)

    async def check_active_jobs(
        self, active_jobs: list[SubmittedJobInfo]
    ) -> AsyncGenerator[SubmittedJobInfo, None]:
        """Report the jobs that have ended; yields those that have not."""
        states = self._states() if active_jobs else {}
        for info in active_jobs:
            state = states.get(info.external_jobid, "") if states is not None else "RUNNING"
            if state in slurm.ACTIVE:
                yield info
            elif state == "COMPLETED" or (not state and _finished(info)):
                # Slurm forgets a job some minutes after its end.
                self.report_job_success(info)
            else:
                ended = _ending(info, state)
                if ended:
                    _say(info.external_jobid, ended)
                self.report_job_error(info, msg=f"{ended}\n")

    def _states(self) -> dict[str, str] | None:
        """States by job; None if Slurm gives no answer now.

        Raises:
            ClusterError: if it has given none for :data:`SILENCE_S`.
        """
        try:
            states = slurm.states()
        except ClusterError as error:
            self.logger.warning(str(error))
            if time.monotonic() - self._answered_s > SILENCE_S:
                _say("squeue", f"{error}\n  Jobs that are running go on meanwhile.")
                raise
            return None
        self._answered_s = time.monotonic()
        return states

    def cancel_jobs(self, active_jobs: list[SubmittedJobInfo]) -> None:
        """Cancel jobs."""
        try:
            slurm.cancel(info.external_jobid for info in active_jobs)
        except ClusterError as error:
            self.logger.warning(str(error))


def _words(options: str) -> list[str]:
    """The profile's further options, each of which sbatch gets as it is: no shell sees them.

    Raises:
        ClusterError: if a quotation has no end.
    """
    try:
        return shlex.split(options)
    except ValueError as error:
        raise ClusterError(
            f"the profile's options for sbatch, {options!r}: {str(error).lower()}",
            "Close it in ns2studies-slurm-sbatch.",
        ) from error


def _options(job: Any) -> Sequence[str]:
    """What sbatch is told of a job; resources are those of the profile."""
    resources = job.resources
    limits = {"mem_mb": "--mem", "runtime": "--time"}
    return [
        f"--chdir={paths.ROOT}",
        # To Slurm, which would put the working folder in front, % begins a pattern there, too.
        f"--output={str(paths.ROOT).replace('%', '%%')}/{LOGS}/%j.log",
        # A requeued job must not wipe out what it said before.
        "--open-mode=append",
        "--requeue",
        "--export=ALL",
        "--nodes=1",
        "--ntasks=1",
        f"--cpus-per-task={job.threads}",
        f"--comment={_label(job)}",
        *(f"{option}={resources[key]}" for key, option in limits.items() if resources.get(key)),
    ]


def _label(job: Any) -> str:
    return " ".join([job.name, *(str(value) for value in job.wildcards_dict.values())])


def _output(info: SubmittedJobInfo) -> Path:
    return paths.ROOT / LOGS / f"{info.external_jobid}.log"


def _finished(info: SubmittedJobInfo) -> bool:
    """Does a job say that it came to its end?"""
    return _text(_output(info)).endswith(_FINISHED)


def _ending(info: SubmittedJobInfo, state: str) -> str:
    """How a job ended, if it has not said so itself; of how far it got, it may have told before."""
    if any(errors_in(paths.ROOT / str(log)) for log in info.job.log):
        return ""
    lines = "".join(f"\n    {line}" for line in _text(_output(info)).splitlines()[-_SHOWN_LINES:])
    how = f"ended as {state}" if state else "vanished from Slurm's queue"
    hint = " ".join(filter(None, [_HINTS.get(state), _KEPT]))
    return (
        f"Slurm's job {info.external_jobid} ({_label(info.job)}) {how}\n  {hint}\n"
        f"  {_output(info)} ends with:{lines or ' (nothing)'}"
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _say(name: str, message: str) -> None:
    """Add a message to a log, as a job of the workflow does."""
    with (paths.ROOT / LOGS / f"{name}.log").open("a", encoding="utf-8") as log:
        log.write(f"\n{ERROR_MARK}{message}\n")
