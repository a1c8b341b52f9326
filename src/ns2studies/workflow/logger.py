"""Snakemake's logger plugin: the forecast, progress, and one message for each failed job.

Snakemake sends a record for each job that begins, ends or fails. The progress of a running job is
in its log (:mod:`ns2studies.workflow.job_logs`). Dry runs, and other calls that execute nothing,
are shown in Snakemake's own words.
"""

import re
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from logging import ERROR, LogRecord
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

from ns2studies.basics import paths
from ns2studies.workflow.forecast import ENDING_CPU_S, STUDY_CPU_S
from ns2studies.workflow.forecast_report import show_build, show_plans
from ns2studies.workflow.job_logs import errors_in, failure_of, progress_in
from ns2studies.workflow.progress import StudiesProgress, StudyState
from ns2studies.workflow.workflow import Workflow

_TICK_S: Final = 1.0

_NS: Final = "ns-2"

_SHARES: Final = {
    "study_database": 0.4,
    "study_page": 1.0,
    "experiment_database": 0.4,
    "experiment_page": 1.0,
}
"""Share of a study's work after its runs that is finished when a job of a rule has ended."""

_PAGES: Final = {"study_page": paths.page, "experiment_page": paths.experiment_page}
"""Functions that return the page that a rule makes."""

_STEPS: Final = {
    "measure": "measures",
    "study_database": "database",
    "study_page": "page",
    "experiment_database": "database",
    "experiment_page": "page",
    "spreadsheet": "spreadsheet",
    "database": "database",
    "start_page": "page",
    "explorer": "explorer",
    "method_page": "method page",
    "archive": "archive",
}
"""Displayed names of a rule's jobs, after a study; other rules are not shown."""

_NOTHING_TO_DO: Final = "Nothing to do: runs, databases and pages are up to date."

_HEADER: Final = re.compile(r"^\w+ in (file|rule) .*?:\n", re.DOTALL)
"""Pattern of Snakemake's text before the message of an error in the Snakefile."""

_OF_JOBS: Final = re.compile(
    r"^RuleException|^Exiting because a job|did not complete successfully|^Terminating processes"
    r"|^Exception in run_job "
)
"""Pattern of Snakemake's further messages about failed jobs, and about its own termination."""

_PLACES: Final = re.compile(r'^  File ".*", line \d+, in .*\n?', re.MULTILINE)
"""Pattern of the lines after a message that show where in a rule the error was raised."""

_followed: list[Workflow] = []


def follow(workflow: Workflow) -> None:
    """Show the forecast and the progress of a workflow."""
    _followed[:] = [workflow]


@dataclass
class _Job:
    rule: str
    wildcards: Mapping[str, str]
    logs: list[Path]
    running: bool = True
    failed: bool = False

    @property
    def done(self) -> float:
        """The share of the job that is finished, according to its log."""
        if not self.running:
            return float(not self.failed)
        at = progress_in(self.logs[0]) if self.logs else None
        return at[0] / at[1] if at and at[1] else 0.0


class LogHandler(LogHandlerBase):
    """Shows the progress of Snakemake in terms of studies."""

    def __post_init__(self) -> None:
        self._jobs: dict[int, _Job] = {}
        self._messages: set[str] = set()
        self._progress: StudiesProgress | None = None
        self._ended = threading.Event()
        self._console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
        self._shown_plan: Any = ()
        self._forecast_s = 0.0
        self._is_asked = threading.Lock()
        self._has_started = False
        self._waiting: list[str] = []

    @property
    def writes_to_stream(self) -> bool:
        """Whether it writes to a stream: true, so that Snakemake does not."""
        return True

    @property
    def writes_to_file(self) -> bool:
        """Whether it writes to a file: false."""
        return False

    @property
    def has_filter(self) -> bool:
        """Whether it has a filter of its own: false, Snakemake's is used."""
        return False

    @property
    def has_formatter(self) -> bool:
        """Whether it has a formatter of its own: false, Snakemake's is used."""
        return False

    @property
    def needs_rulegraph(self) -> bool:
        """Whether it needs the graph of the rules: false."""
        return False

    def emit(self, record: LogRecord) -> None:
        """Show a record."""
        try:
            self._has_started |= vars(record).get("event") is LogEvent.WORKFLOW_STARTED
            if self.common_settings.dryrun or not self._has_started:
                self._say_as_snakemake_does(record)
            else:
                self._show(record)
        except Exception:  # noqa: BLE001 - a display must not stop the work
            self.handleError(record)

    def _say_as_snakemake_does(self, record: LogRecord) -> None:
        """Write a record in Snakemake's words: at once, or at the end if nothing is executed."""
        if record.levelno >= ERROR:
            self._say_error(record)
            return
        words = self.format(record)
        if not words or words == "None":
            return
        if self.common_settings.dryrun:
            print(words, file=sys.stderr, flush=True)
        else:
            self._waiting.append(words)

    def _show(self, record: LogRecord) -> None:
        fields: dict[str, Any] = vars(record)
        match fields.get("event"):
            case LogEvent.WORKFLOW_STARTED:
                self._show_forecast()
            case LogEvent.JOB_INFO:
                logs = [paths.ROOT / log for log in fields["log"]]
                self._jobs[fields["jobid"]] = _Job(
                    fields["rule_name"], dict(fields["wildcards"] or {}), logs
                )
                self._start()
            case LogEvent.JOB_FINISHED:
                self._finish(fields["job_id"])
            case LogEvent.JOB_ERROR:
                self._fail(fields)
            case LogEvent.ERROR | None if record.levelno >= ERROR:
                self._say_error(record)
            case None if str(record.msg).startswith("Nothing to be done"):
                self._console.print(_NOTHING_TO_DO)

    def _show_forecast(self) -> None:
        workflow = _followed[0]
        if workflow.planned is self._shown_plan:
            return
        self._shown_plan = workflow.planned
        if not workflow.planned:
            show_build(self._console, workflow.machine.cores)
            return
        for note in workflow.notes:
            self._console.print(f"note: {note}", markup=False)
        plans = [rounds[0].plan for rounds in workflow.planned.rounds.values()]
        self._forecast_s = show_plans(self._console, plans, workflow.machine)

    # Jobs

    def _start(self) -> None:
        if self._progress is None:
            self._progress = StudiesProgress(sys.stdout, self._forecast_s)
            self._progress.__enter__()
            threading.Thread(target=self._tick, daemon=True).start()

    def _tick(self) -> None:
        while not self._ended.wait(_TICK_S):
            self._update()

    def _update(self) -> None:
        with self._is_asked:
            if self._progress and not self._ended.is_set():
                # The forecast is made here if ns had to be built first.
                self._show_forecast()
                self._progress.at(self._states())

    def _finish(self, number: int) -> None:
        job = self._jobs.get(number)
        if job is None:
            return
        job.running = False
        if job.rule in _PAGES and self._progress:
            study = job.wildcards["study"]
            page = _PAGES[job.rule](paths.RESULTS, study)
            self._progress.line(f"{study} is ready: {page}")

    def _fail(self, fields: Mapping[str, Any]) -> None:
        job = self._jobs.get(fields["jobid"])
        if job is None or job.failed:
            return
        job.running, job.failed = False, True
        messages = [message for log in job.logs for message in errors_in(log)]
        if not messages:
            logs = [paths.ROOT / log for log in fields["log"]]
            messages = [failure_of(job.rule, fields["rule_msg"], logs)]
        for message in messages:
            self._say(message)

    def _say_error(self, record: LogRecord) -> None:
        words = _PLACES.sub("", _HEADER.sub("", str(record.msg))).strip()
        if words and not _OF_JOBS.search(words):
            self._say(words)

    def _say(self, message: str) -> None:
        if message in self._messages:
            return
        self._messages.add(message)
        self._stop()
        print(f"\nreproduce: {message}", file=sys.stderr, flush=True)

    # Progress

    def _states(self) -> dict[str, StudyState]:
        workflow, jobs = _followed[0], list(self._jobs.values())
        planned = workflow.planned
        if planned is None:
            return {_NS: _state_of_build(jobs)}
        states = {}
        for study in planned.rounds:
            own = [job for job in jobs if _study_of(job, workflow) == study]
            if own or planned.rounds[study][0].plan.missing:
                states[study] = _state_of_study(workflow, study, own)
        made = all(state.done == 1 for state in states.values())
        ending = [job for job in jobs if job.rule in _STEPS and "study" not in job.wildcards]
        if workflow.scales:
            states["start page"] = _state_of_all(ending, made)
        return states

    def _stop(self) -> None:
        with self._is_asked:
            if self._progress and not self._ended.is_set():
                self._ended.set()
                self._progress.__exit__(None, None, None)

    def close(self) -> None:
        """Show the last state, and stop."""
        with suppress(Exception):
            self._update()
        self._stop()
        if self._waiting and not (self._has_started or self._messages):
            print(*self._waiting, sep="\n", file=sys.stderr, flush=True)
        super().close()


def _study_of(job: _Job, workflow: Workflow) -> str:
    """Return the study of a job; empty for jobs of all studies."""
    if job.rule == "simulate":
        return str(workflow.batch(job.wildcards["batch"])["study"])
    return job.wildcards.get("study", "")


def _state_of_build(jobs: list[_Job]) -> StudyState:
    built = [job.done for job in jobs if job.rule == "build_simulator"]
    return StudyState(0, 0, "build", max(built, default=0.0), 1.0)


def _state_of_study(workflow: Workflow, study: str, jobs: list[_Job]) -> StudyState:
    assert workflow.planned is not None
    rounds = workflow.planned.rounds[study]
    batches = {batch.name: batch for it in rounds for batch in it.batches}
    done = {
        job.wildcards["batch"]: job.done
        for job in jobs
        if job.rule == "simulate" and job.wildcards["batch"] in batches
    }
    runs = sum(len(batch.runs) for batch in batches.values())
    made = sum(share * len(batches[name].runs) for name, share in done.items())
    runs_cpu_s = sum(batch.cpu_s for batch in batches.values())
    made_cpu_s = sum(share * batches[name].cpu_s for name, share in done.items())
    ended = [_SHARES.get(job.rule, 0.0) for job in jobs if not job.running and not job.failed]
    after = max(ended, default=0.0)
    whole_cpu_s = runs_cpu_s + STUDY_CPU_S
    share = 1.0 if after == 1 else (made_cpu_s + after * STUDY_CPU_S) / whole_cpu_s
    return StudyState(runs, round(made), _step(jobs), share, whole_cpu_s)


def _state_of_all(jobs: list[_Job], studies_are_made: bool) -> StudyState:
    is_last = any(job.rule == "start_page" and not job.running for job in jobs)
    return StudyState(0, 0, _step(jobs), float(is_last and studies_are_made), ENDING_CPU_S)


def _step(jobs: list[_Job]) -> str:
    running = [job for job in jobs if job.running and job.rule in _STEPS]
    if not running:
        return ""
    job = running[-1]
    at = progress_in(job.logs[0]) if job.rule == "measure" and job.logs else None
    return f"{at[2]} of {at[0]} of {at[1]} runs" if at else _STEPS[job.rule]
