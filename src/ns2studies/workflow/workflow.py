"""The interface of the Snakefile to the package: the plan of runs, and stale results.

The plan is made when the workflow is read. It names runs by everything that determines them,
including the simulator; if there is none, the plan is made as soon as the simulator has been built.

Files that only one command needs (batches, and marks of finished jobs) are in a folder of that
command below ``results/plan``. A mark never exists before its job has ended, so nothing has to be
invalidated.
"""

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.basics.checkout import alone
from ns2studies.basics.digests import SHORT
from ns2studies.basics.errors import BuildError, ResultError
from ns2studies.basics.inputs import write_inputs
from ns2studies.basics.wording import counted
from ns2studies.config.registry import load_study
from ns2studies.config.scenarios import DECIDE
from ns2studies.database.metadata import existing_scales
from ns2studies.experiments.model import EXPERIMENT
from ns2studies.report.renderers.choice import Renderer, choose
from ns2studies.simulator.identity import RECORD, Simulator, home_of, simulator, source_digest
from ns2studies.workflow import preflight
from ns2studies.workflow.adaptive_report import claims_lines
from ns2studies.workflow.experiment_plan import AnyPlan, ExperimentPlan
from ns2studies.workflow.forecast_report import Machine
from ns2studies.workflow.planned import (
    Planned,
    Round,
    State,
    planned_of,
    plans_of,
    plans_of_experiments,
    round_of,
    told_batches,
    told_rounds,
)
from ns2studies.workflow.settings import Settings, read_settings
from nstrace.files import write_text_if_changed, write_text_whole

_FOLDER: Final = "command-"
"""Beginning of the name of a command's own folder below ``results/plan``."""


class Workflow:
    """The plan in the form that rules use, whether it can already be made or not.

    Args:
        config: the workflow's configuration.
        cores: cores of this machine that jobs share.
        jobs: jobs of a cluster that may be queued at once; None on one machine.
        in_job: whether this Snakemake is a job of another one, which has made the plan.

    Raises:
        NstraceError: if a configuration file is invalid.
    """

    def __init__(
        self, config: Mapping[str, Any], cores: int, *, jobs: int | None, in_job: bool
    ) -> None:
        self.settings: Settings = read_settings(config)
        self.scales = dict(sorted(self.settings.scales.items()))
        self.experiments = list(self.settings.experiments)
        self.shown = sorted({*self.scales, *existing_scales(paths.RESULTS)})
        self.simulator_digest = source_digest()[:SHORT]
        self.planned: Planned | None = None
        job_cpu_s = self.settings.batch_minutes * 60 if jobs else None
        self.machine = Machine(cores, jobs, job_cpu_s)
        self._lock = ExitStack()
        self._begun = False
        _let_jobs_find_this_python()
        if in_job:
            self._told = json.loads((paths.ROOT / paths.PLAN).read_text(encoding="utf-8"))
            self.folder = str(self._told["folder"])
            return
        self._told = {}
        self.folder = f"results/plan/{_FOLDER}{time.time_ns()}-{os.getpid()}"
        built = self._built_simulator()
        if built:
            self._plan(built)

    def _built_simulator(self) -> Simulator | None:
        """Return the simulator; remove the metadata of a damaged build, so that it is rebuilt."""
        record = home_of(paths.BUILD) / self.simulator_digest / RECORD
        had_record = record.exists()
        built = simulator()
        if had_record and not built:
            record.unlink(missing_ok=True)
        return built

    # The plan

    def plan(self) -> None:
        """Make the plan now that the simulator has been built.

        Raises:
            BuildError: if the simulator was damaged meanwhile.
            StudyError: if there is not enough space for the results.
        """
        built = simulator()
        if not built:
            raise BuildError("ns-2 was built but its binary has changed since")
        self._plan(built)

    def _plan(self, built: Simulator) -> None:
        studies = [load_study(name, scale) for name, scale in self.scales.items()]
        plans: list[AnyPlan] = [
            *plans_of(studies, built.ns_sha256),
            *plans_of_experiments(list(self.settings.experiments.values()), built.ns_sha256),
        ]
        self.planned = planned_of(plans, built, self._renderer, self.machine)
        if self._begun:
            self._write(self.planned)

    def rounds(self, study: str) -> Iterator[str]:
        """Yield the rounds of a study; before the next one is requested, the last must be finished.

        Raises:
            ResultError: if a round left its study unchanged.
        """
        planned = self._planned()
        number = 0
        while planned.rounds[study][number].lacks_measures:
            yield planned.rounds[study][number].name
            number += 1
            if number == len(planned.rounds[study]):
                planned.rounds[study].append(self._next_round(planned, study))

    def _next_round(self, planned: Planned, study: str) -> Round:
        before = planned.now(study)
        plan = self._plan_again(before.plan, planned.simulator.ns_sha256)
        after = round_of(plan, planned, self.machine)
        if after.lacks_measures and after.name == before.name:
            raise ResultError(f"{paths.RESULTS / 'measures'}: the runs of {study} have no measures")
        for line in _what_follows(plan):
            print(line, flush=True)
        preflight.require_room(plan.disk_bytes)
        self._write_round(after)
        self._write_told(planned)
        return after

    def _plan_again(self, plan: AnyPlan, ns_sha256: str) -> AnyPlan:
        again: list[AnyPlan] = (
            [*plans_of_experiments([self.settings.experiments[plan.name]], ns_sha256)]
            if isinstance(plan, ExperimentPlan)
            else [*plans_of([load_study(plan.name, plan.study.scale)], ns_sha256)]
        )
        return again[0]

    def _planned(self) -> Planned:
        assert self.planned is not None  # the rules make sure of it
        return self.planned

    @property
    def notes(self) -> list[str]:
        """Notes for the user before the first job, other than what will run."""
        planned = self._planned()
        remarks = [it for rounds in planned.rounds.values() for it in rounds[0].plan.remarks]
        damaged = [file for file, state in planned.states.items() if state is State.DAMAGED]
        return [*remarks, *(f"{_path_of(it)} is damaged; it is made again" for it in damaged)]

    # Interface of the rules

    @property
    def is_planned(self) -> bool:
        """Whether the plan has been made, which requires a simulator."""
        return bool(self.planned or self._told)

    def digest(self, study: str, key: str) -> Any:
        """Return a digest of one of a study's stages from its latest plan."""
        if self._told:
            return self._told["digests"][study][key]
        return self._planned().now(study).digests[key]

    def batches(self, study: str, name: str) -> list[str]:
        """Return the names of the batches of a study's round."""
        if self._told:
            return list(self._told["rounds"][study][name])
        return told_rounds(self._planned())[study][name]

    def batch(self, name: str) -> Mapping[str, Any]:
        """Return the facts about a batch: study, number of runs, priority, libraries."""
        if self._told:
            found: Mapping[str, Any] = self._told["batches"][name]
            return found
        return told_batches(self._planned())[name]

    @property
    def renderer(self) -> Mapping[str, str]:
        """The renderer of the pages, which is known before there is a plan."""
        return self._renderer.told

    @cached_property
    def _renderer(self) -> Renderer:
        return choose(self.settings.renderer)

    @property
    def lacking(self) -> list[str]:
        """Files and marks to request by name: for the simulator, measures and stale files."""
        if not self.planned:
            return [] if self._told else [f"build/simulator/{self.simulator_digest}/{RECORD}"]
        first = {study: rounds[0] for study, rounds in self.planned.rounds.items()}
        return [
            *(
                f"{self.folder}/{study}-{it.name}.measured"
                for study, it in first.items()
                if it.lacks_measures
            ),
            *(mark for file in self.planned.states for mark in self.stale(file)),
        ]

    def index(self, name: str) -> str:
        """Return the file that lists the runs of a study or an experiment."""
        return f"results/plan/{name}-{self.scales.get(name, EXPERIMENT)}.json"

    def may_want_more(self, study: str) -> bool:
        """Return whether a study may need more runs once those of its latest round are measured."""
        return bool(self._planned().now(study).plan.undecided)

    def stale(self, file: str) -> list[str]:
        """Return the mark to request if a result exists but is stale."""
        state = self.planned.states.get(file) if self.planned else None
        is_stale = state in (State.DAMAGED, State.OUTDATED)
        return [f"{self.folder}/{file}.stale"] if is_stale else []

    def unlisted(self) -> list[str]:
        """Return the studies to list on the start page as soon as their first page exists."""
        order = self.planned.rounds if self.planned else self.scales
        planned = [name for name in order if name in self.scales]
        return [name for name in planned[:-1] if not paths.page(paths.RESULTS, name).is_file()]

    # Beginning and end

    def begin(self) -> None:
        """Prepare for the first job: lock the checkout, clean up after killed jobs, write the plan.

        Raises:
            StudyError: if another command is at work, a folder can't be written, or there is not
                enough space for the results.
        """
        from ns2studies.report.renderers.quarto import name_this_python

        preflight.require_places()
        if self.machine.jobs is not None:
            preflight.require_name_for_cluster()
        self._lock.enter_context(alone())
        preflight.clear_up()
        name_this_python(paths.REPORTS)
        self._begun = True
        if self.planned:
            self._write(self.planned)

    def end(self) -> None:
        """Remove this command's own files after the last job, and release the lock."""
        archive = paths.ROOT / self.folder / "archive"
        if archive.is_file():
            for path in archive.read_text(encoding="utf-8").splitlines():
                print(f"Archive: {path}")
        if self._begun:
            shutil.rmtree(paths.ROOT / self.folder, ignore_errors=True)
        self._lock.close()

    def _write(self, planned: Planned) -> None:
        """Write the files that jobs read."""
        plans = [rounds[-1].plan for rounds in planned.rounds.values()]
        preflight.require_room(sum(plan.disk_bytes for plan in plans))
        write_inputs(paths.RESULTS, planned.inputs)
        for rounds in planned.rounds.values():
            self._write_round(rounds[-1])
        self._write_told(planned)

    def _write_round(self, entry: Round) -> None:
        index = paths.index(paths.RESULTS, entry.plan.name, entry.plan.scale)
        write_text_if_changed(index, entry.index)
        for batch in entry.batches:
            batch.write(paths.ROOT / self.folder / f"{batch.name}.json")

    def _write_told(self, planned: Planned) -> None:
        """Write the part of the plan that jobs on a cluster read."""
        told = {
            "folder": self.folder,
            "batches": told_batches(planned),
            "rounds": told_rounds(planned),
            "digests": {study: planned.now(study).digests for study in planned.rounds},
        }
        write_text_whole(paths.ROOT / paths.PLAN, json.dumps(told, indent=1) + "\n")


def _let_jobs_find_this_python() -> None:
    """Make "python" in the rules' shell commands this Python."""
    found = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    os.environ["PATH"] = os.pathsep.join(found)


def _path_of(name: str) -> Path:
    """Return the path of a database or a page by its name."""
    stem, _, suffix = name.rpartition(".")
    if "-" in stem:  # a study's name has none
        of = paths.experiment_page if suffix == "html" else paths.experiment_database
        return of(paths.RESULTS, stem)
    if name.endswith(".html"):
        return paths.page(paths.RESULTS, Path(name).stem)
    if name == "results.duckdb":
        return paths.RESULTS / name
    return paths.study_database(paths.RESULTS, Path(name).stem)


def _what_follows(plan: AnyPlan) -> Iterator[str]:
    """Yield the messages between two rounds of a study or an experiment."""
    if isinstance(plan, ExperimentPlan):
        if plan.missing:
            yield f"{plan.name}: {counted(len(plan.missing), 'more run')}"
    elif plan.study.scale == DECIDE:
        yield from claims_lines(plan)
    elif plan.undecided:
        scenarios = counted(len(plan.undecided), "scenario")
        yield f"{plan.study.name}: not yet precise: {scenarios}: {len(plan.missing)} runs more"
