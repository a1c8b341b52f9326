"""What the Snakefile asks of the package: the plan of runs, and what is out of date.

The plan is made where the workflow is read. It names runs by all that makes them, the simulator
among it; while there is none, the plan is made as soon as the simulator has been built. Whether a
result is up to date is decided by the result itself: each database and page states the digest of
what it was made of, and the plan compares it with the digest of what is there now.

Files that only one command needs (batches, and the marks of jobs that have ended) lie in a folder
of that command below ``results/plan``. A mark is never there before its job has ended, so nothing
has to be invalidated.
"""

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from enum import Enum, auto
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.basics.checkout import alone
from ns2studies.basics.checksums import page_made_of
from ns2studies.basics.digests import SHORT, digest_text, digest_value
from ns2studies.basics.errors import BuildError, ResultError
from ns2studies.basics.inputs import Inputs, write_inputs
from ns2studies.basics.inputs import inputs as inputs_of
from ns2studies.basics.wording import counted
from ns2studies.config.origins import Origins
from ns2studies.config.registry import Study, load_study
from ns2studies.config.scenarios import DECIDE
from ns2studies.config.study_files import config_path
from ns2studies.planning.settling_report import claims_lines
from ns2studies.report.renderers.choice import Renderer, choose
from ns2studies.results.described import described_as
from ns2studies.results.existing import existing_scales, made_of
from ns2studies.simulator.identity import RECORD, Simulator, home_of, simulator, source_digest
from ns2studies.workflow import preflight, stages
from ns2studies.workflow.batches import Batch, batches_of
from ns2studies.workflow.check_inputs import check_inputs
from ns2studies.workflow.forecast_report import Machine
from ns2studies.workflow.plan import (
    StudyPlan,
    cheapest_first,
    index_text_of,
    needs_measuring,
    plan_study,
)
from ns2studies.workflow.settings import Settings, read_settings
from nstrace.files import write_text_if_changed, write_text_whole

_FOLDER: Final = "command-"
"""What the name of a command's own folder below ``results/plan`` begins with."""


class State(Enum):
    """Why a database or a page has to be made again."""

    MISSING = auto()
    DAMAGED = auto()
    OUTDATED = auto()


@dataclass(frozen=True)
class Round:
    """What a study lacks at one time, and what its results are made of once that is there.

    Attributes:
        digests: what its stages are made of, for the rules' params.
        index: the text of the study's index.
        lacks_measures: whether its runs must be measured.
    """

    plan: StudyPlan
    batches: Sequence[Batch]
    digests: Mapping[str, Any]
    index: str
    lacks_measures: bool

    @property
    def name(self) -> str:
        """The digest of the runs that are wanted and those that are missing."""
        missing = [run.run_id for run, _ in self.plan.missing]
        return digest_value([self.digests["runs"], missing])[:SHORT]


@dataclass
class Planned:
    """The plan of some studies.

    Attributes:
        rounds: of each study its rounds up to now, by the study's name. All but the last one have
            ended.
        inputs: what databases and pages are made of, by the names of their files.
    """

    simulator: Simulator
    renderer: Renderer
    rounds: dict[str, list[Round]]
    inputs: Mapping[str, Sequence[Inputs]]
    states: Mapping[str, State] = field(default_factory=dict)

    @cached_property
    def code_of_database(self) -> str:
        """The digest of the code behind the database of all studies."""
        return stages.code_of_database()

    def now(self, study: str) -> Round:
        """Return the latest round of a study."""
        return self.rounds[study][-1]


class Workflow:
    """The plan as the rules ask for it, whether it can be made yet or not.

    Args:
        config: the workflow's configuration.
        cores: cores of this machine that jobs share.
        jobs: jobs of a cluster that may be queued at once; None on one machine.
        in_job: whether this Snakemake is a job of another one, which has made the plan.

    Raises:
        NstraceError: if a configuration file is not what it must be.
    """

    def __init__(
        self, config: Mapping[str, Any], cores: int, *, jobs: int | None, in_job: bool
    ) -> None:
        self.settings: Settings = read_settings(config)
        self.scales = dict(sorted(self.settings.scales.items()))
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
        """Return the simulator; remove what a damaged build says of itself, so that it is built."""
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
            StudyError: if there is no room for the results.
        """
        built = simulator()
        if not built:
            raise BuildError("ns-2 was built but its binary has changed since")
        self._plan(built)

    def _plan(self, built: Simulator) -> None:
        studies = [load_study(name, scale) for name, scale in self.scales.items()]
        plans = plans_of(studies, built.ns_sha256)
        self.planned = planned_of(plans, built, choose(self.settings.renderer), self.machine)
        if self._begun:
            self._write(self.planned)

    def rounds(self, study: str) -> Iterator[str]:
        """Yield what a study lacks, round by round; whoever asks on has made the one before.

        Raises:
            ResultError: if a round left its study as it was.
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
        (plan,) = plans_of(
            [load_study(study, before.plan.study.scale)], planned.simulator.ns_sha256
        )
        after = _round(plan, planned, self.machine)
        if after.lacks_measures and after.name == before.name:
            raise ResultError(f"{paths.RESULTS / 'measures'}: the runs of {study} have no measures")
        for line in _what_follows(plan):
            print(line, flush=True)
        preflight.require_room([plan])
        self._write_round(after)
        self._write_told(planned)
        return after

    def _planned(self) -> Planned:
        assert self.planned is not None  # the rules make sure of it
        return self.planned

    @property
    def notes(self) -> list[str]:
        """What the user should know before the first job, besides what will run."""
        planned = self._planned()
        remarks = [it for rounds in planned.rounds.values() for it in rounds[0].plan.study.remarks]
        damaged = [file for file, state in planned.states.items() if state is State.DAMAGED]
        return [*remarks, *(f"{_path_of(it)} is damaged; it is made again" for it in damaged)]

    # What the rules ask

    @property
    def is_planned(self) -> bool:
        """Whether there is a plan: it needs a simulator."""
        return bool(self.planned or self._told)

    def digest(self, study: str, key: str) -> Any:
        """Return what the latest plan of a study says of one of its stages."""
        if self._told:
            return self._told["digests"][study][key]
        return self._planned().now(study).digests[key]

    def batches(self, study: str, name: str) -> list[str]:
        """Return the names of the batches of a study's round."""
        if self._told:
            return list(self._told["rounds"][study][name])
        return _told_rounds(self._planned())[study][name]

    def batch(self, name: str) -> Mapping[str, Any]:
        """Return what the plan says of a batch: study, number of runs, priority, libraries."""
        if self._told:
            found: Mapping[str, Any] = self._told["batches"][name]
            return found
        return told_batches(self._planned())[name]

    @property
    def renderer(self) -> Mapping[str, str]:
        """What renders the pages."""
        return self._planned().renderer.told

    @property
    def lacking(self) -> list[str]:
        """The files and marks to ask for by name: of the simulator, of measures, of stale files."""
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

    def may_want_more(self, study: str) -> bool:
        """Return whether a study may want more runs once those of its latest round are measured."""
        return bool(self._planned().now(study).plan.undecided)

    def stale(self, file: str) -> list[str]:
        """Return the mark to ask for if a result is there but not what it should be."""
        state = self.planned.states.get(file) if self.planned else None
        is_stale = state in (State.DAMAGED, State.OUTDATED)
        return [f"{self.folder}/{file}.stale"] if is_stale else []

    def unlisted(self) -> list[str]:
        """Return the studies to list on the start page as soon as their first page is there."""
        planned = list(self.planned.rounds) if self.planned else list(self.scales)
        return [name for name in planned[:-1] if not paths.page(paths.RESULTS, name).is_file()]

    # Beginning and end

    def begin(self) -> None:
        """Before the first job: lock the checkout, clear up after killed jobs, write the plan.

        Raises:
            StudyError: if another command is at work, a folder can't be written, or there is no
                room for the results.
        """
        from ns2studies.report.renderers.quarto import name_this_python

        preflight.require_places()
        self._lock.enter_context(alone())
        preflight.clear_up()
        name_this_python(paths.REPORTS)
        self._begun = True
        if self.planned:
            self._write(self.planned)

    def end(self) -> None:
        """After the last job: remove what only this command needed, and let others begin."""
        archive = paths.ROOT / self.folder / "archive"
        if archive.is_file():
            print(f"Archive: {archive.read_text(encoding='utf-8').strip()}")
        if self._begun:
            shutil.rmtree(paths.ROOT / self.folder, ignore_errors=True)
        self._lock.close()

    def _write(self, planned: Planned) -> None:
        """Write what jobs read."""
        preflight.require_room([rounds[-1].plan for rounds in planned.rounds.values()])
        write_inputs(paths.RESULTS, planned.inputs)
        for rounds in planned.rounds.values():
            self._write_round(rounds[-1])
        self._write_told(planned)

    def _write_round(self, entry: Round) -> None:
        study = entry.plan.study
        write_text_if_changed(paths.index(paths.RESULTS, study.name, study.scale), entry.index)
        for batch in entry.batches:
            batch.write(paths.ROOT / self.folder / f"{batch.name}.json")

    def _write_told(self, planned: Planned) -> None:
        """Write what the Snakemake of a cluster's job reads of the plan."""
        told = {
            "folder": self.folder,
            "batches": told_batches(planned),
            "rounds": _told_rounds(planned),
            "digests": {study: planned.now(study).digests for study in planned.rounds},
        }
        write_text_whole(paths.ROOT / paths.PLAN, json.dumps(told, indent=1) + "\n")


def _let_jobs_find_this_python() -> None:
    """Make "python" in the rules' shell commands this Python."""
    found = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    os.environ["PATH"] = os.pathsep.join(found)


def plans_of(studies: Sequence[Study], ns_sha256: str) -> list[StudyPlan]:
    """Return what each study needs now.

    Raises:
        ConfigError: if results could not be made of what a study has.
    """
    for study in studies:
        check_inputs(study, paths.RESULTS)
    return [plan_study(study, ns_sha256, paths.RESULTS) for study in studies]


def planned_of(
    plans: Sequence[StudyPlan], built: Simulator, renderer: Renderer, machine: Machine
) -> Planned:
    """Return the plan of some studies, the cheapest one first."""
    names = [plan.study.name for plan in plans]
    planned = Planned(built, renderer, {}, _inputs(names))
    for plan in cheapest_first(plans):
        planned.rounds[plan.study.name] = [_round(plan, planned, machine)]
    shown = sorted({*names, *existing_scales(paths.RESULTS)})
    planned.states = states_of(planned, shown)
    return planned


def _round(plan: StudyPlan, planned: Planned, machine: Machine) -> Round:
    index = index_text_of(plan, planned.simulator)
    return Round(
        plan,
        batches_of(plan, planned.simulator, machine.cores, machine.job_cpu_s),
        _digests(plan, index, planned.inputs),
        index,
        needs_measuring(plan, paths.RESULTS),
    )


def _path_of(name: str) -> Path:
    """Return where a database or a page of this name lies."""
    if name.endswith(".html"):
        return paths.page(paths.RESULTS, Path(name).stem)
    if name == "results.duckdb":
        return paths.RESULTS / name
    return paths.study_database(paths.RESULTS, Path(name).stem)


def told_batches(planned: Planned) -> dict[str, dict[str, Any]]:
    """Return what the rules are told of each batch, by its name.

    A study's first batches come first, and the cheapest study's before all others.
    """
    batches = [batch for rounds in planned.rounds.values() for it in rounds for batch in it.batches]
    return {
        batch.name: {
            "study": batch.study,
            "runs": len(batch.runs),
            "libraries": batch.libraries,
            "priority": -number,
        }
        for number, batch in enumerate(batches, start=1)
    }


def _told_rounds(planned: Planned) -> dict[str, dict[str, list[str]]]:
    """Return the names of the batches of each round, by the round's name, by study."""
    return {
        study: {it.name: [batch.name for batch in it.batches] for it in rounds}
        for study, rounds in planned.rounds.items()
    }


def _what_follows(plan: StudyPlan) -> Iterator[str]:
    """Yield what is said between two rounds of a study."""
    if plan.study.scale == DECIDE:
        yield from claims_lines(plan)
    elif plan.undecided:
        scenarios = counted(len(plan.undecided), "scenario")
        yield f"{plan.study.name}: not yet precise: {scenarios}: {len(plan.missing)} runs more"


# What results are made of


def _inputs(studies: Sequence[str]) -> dict[str, Sequence[Inputs]]:
    """Return what jobs compare with the plan, by the names of the files that they make."""
    found: dict[str, Sequence[Inputs]] = {
        f"{name}.html": (stages.inputs_of_page(name),) for name in paths.PAGES_OF_ALL
    }
    for study in studies:
        found[f"{study}.duckdb"] = (
            stages.inputs_of_published(study),
            stages.inputs_of_reference(study),
            stages.inputs_of_results(study),
        )
        # A study's page says where values of the configuration are known from.
        found[f"{study}.html"] = (
            stages.inputs_of_page(study),
            inputs_of([config_path(study)]),
        )
    return found


def _digests(plan: StudyPlan, index: str, inputs: Mapping[str, Sequence[Inputs]]) -> dict[str, Any]:
    """Return the digests of what a study's stages are made of, for the params of its rules."""
    name = plan.study.name
    published, reference, results = inputs[f"{name}.duckdb"]
    page, _ = inputs[f"{name}.html"]
    runs = {run.run_id for run in plan.runs}
    measured = {
        "runs": digest_value(sorted(runs))[:SHORT],
        "measures": stages.code_of_measures(name),
    }
    compared = {
        "index": digest_text(index)[:SHORT],
        "published": published.digest,
        "reference": reference.digest,
        "results": stages.code_of_results(name, results),
    }
    return {
        "number": len(runs),
        **measured,
        "made_of": digest_value([measured, compared])[:SHORT],
        "page": digest_value([page.digest, _told_origins(plan.study.origins)])[:SHORT],
    }


def _told_origins(origins: Origins) -> dict[str, Any]:
    """Return where values come from: only the page says it."""
    return {key: asdict(origin) for key, origin in origins.items()}


def states_of(planned: Planned, shown: Sequence[str]) -> dict[str, State]:
    """Return the databases and pages that are not what is planned, by the names of their files.

    Snakemake compares a job's params with what it remembers of the job. It remembers nothing in a
    copy of the results, takes a failed job for a finished one where the earlier file was kept, and
    does not see that a file was damaged or put back from a backup.

    Args:
        shown: the studies of the database of all.
    """
    results, renderer = paths.RESULTS, planned.renderer.told
    found: dict[str, State] = {}

    def compare(path: Path, stated: str, expected: str) -> None:
        if not path.exists():
            found[path.name] = State.MISSING
        elif stated != expected:
            found[path.name] = State.OUTDATED if stated else State.DAMAGED

    parts = {}
    for study in shown:
        database = paths.study_database(results, study)
        if study not in planned.rounds:
            parts[study] = made_of(results, study)
            continue
        digests = planned.now(study).digests
        parts[study] = digests["made_of"]
        compare(database, made_of(results, study), digests["made_of"])
        page = paths.page(results, study)
        expected = stages.made_of_page(digests["made_of"], digests["page"], renderer)
        compare(page, page_made_of(page), expected)
    database = results / "results.duckdb"
    made_of_all = stages.made_of_all(parts, planned.code_of_database)
    compare(database, described_as(database), made_of_all)
    for name in paths.PAGES_OF_ALL:
        page, code = paths.page(results, name), planned.inputs[f"{name}.html"][0].digest
        compare(page, page_made_of(page), stages.made_of_page(made_of_all, code, renderer))
    return found
