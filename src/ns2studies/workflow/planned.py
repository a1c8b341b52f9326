"""The plan of some studies: their missing runs, in batches, and their stale results.

Each database and page records its input digest. The plan compares it with the present digest, so a
result is up to date or stale by its own contents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum, auto
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.basics.checksums import page_made_of
from ns2studies.basics.digests import SHORT, digest_text, digest_value
from ns2studies.basics.inputs import Inputs
from ns2studies.basics.inputs import inputs as inputs_of
from ns2studies.config.origins import Origins
from ns2studies.config.registry import Study
from ns2studies.config.study_files import config_path
from ns2studies.database.metadata import described_as, existing_scales, made_of
from ns2studies.evaluation import stage_digests
from ns2studies.experiments.measures import experiment_measures
from ns2studies.experiments.model import ExperimentFile
from ns2studies.metrics.measure_files import rows_folder
from ns2studies.report.page_digests import code_of_experiment_page, inputs_of_page, made_of_page
from ns2studies.report.renderers.choice import Renderer
from ns2studies.simulator.identity import Simulator
from ns2studies.workflow.batches import Batch, batches_of
from ns2studies.workflow.check_inputs import check_claims, check_inputs
from ns2studies.workflow.experiment_plan import (
    AnyPlan,
    ExperimentPlan,
    experiment_needs_measuring,
    index_text_of_experiment,
    plan_experiment,
)
from ns2studies.workflow.forecast_report import Machine
from ns2studies.workflow.plan import (
    StudyPlan,
    cheapest_first,
    index_text_of,
    needs_measuring,
    plan_study,
)

_FOLDER: Final = "command-"
"""Beginning of the name of a command's own folder below ``results/plan``."""


class State(Enum):
    """Reasons to make a database or a page again."""

    MISSING = auto()
    DAMAGED = auto()
    OUTDATED = auto()


@dataclass(frozen=True)
class Round:
    """The missing parts of a study or an experiment at one time, and the inputs of its results.

    Attributes:
        digests: input digests of its stages, for the rules' params.
        index: the text of the study's index.
        lacks_measures: whether its runs must be measured.
    """

    plan: AnyPlan
    batches: Sequence[Batch]
    digests: Mapping[str, Any]
    index: str
    lacks_measures: bool

    @property
    def name(self) -> str:
        """The digest of the runs that are needed and those that are missing."""
        missing = [run.run_id for run, _ in self.plan.missing]
        return digest_value([self.digests["runs"], missing])[:SHORT]


@dataclass
class Planned:
    """The plan of some studies and experiments.

    Attributes:
        rounds: the rounds of each study or experiment, by name. All but the last one have ended.
        inputs: inputs of databases and pages, by the names of their files.
    """

    simulator: Simulator
    renderer: Renderer
    rounds: dict[str, list[Round]]
    inputs: Mapping[str, Sequence[Inputs]]
    states: Mapping[str, State] = field(default_factory=dict)

    @cached_property
    def code_of_database(self) -> str:
        """The digest of the code behind the database of all studies."""
        return stage_digests.code_of_database()

    def now(self, study: str) -> Round:
        """Return the latest round of a study or experiment."""
        return self.rounds[study][-1]


def plans_of(studies: Sequence[Study], ns_sha256: str) -> list[StudyPlan]:
    """Return the plan of each study at present.

    Raises:
        ConfigError: if the inputs of a study's results are invalid.
    """
    for study in studies:
        check_inputs(study, paths.RESULTS)
    plans = [plan_study(study, ns_sha256, paths.RESULTS) for study in studies]
    for study, plan in zip(studies, plans, strict=True):
        if plan.missing:
            check_claims(study, paths.RESULTS)
    return plans


def plans_of_experiments(files: Sequence[ExperimentFile], ns_sha256: str) -> list[ExperimentPlan]:
    """Return the plan of each experiment at present.

    Raises:
        ConfigError: if a file that one of them lists does not exist.
    """
    results = paths.experiments(paths.RESULTS)
    return [plan_experiment(file, ns_sha256, results) for file in files]


def planned_of(
    plans: Sequence[AnyPlan], built: Simulator, renderer: Renderer, machine: Machine
) -> Planned:
    """Return the plan of some studies and experiments, the cheapest one first."""
    names = [plan.name for plan in plans if isinstance(plan, StudyPlan)]
    planned = Planned(built, renderer, {}, _inputs(names) if names else {})
    for plan in cheapest_first(plans):
        planned.rounds[plan.name] = [round_of(plan, planned, machine)]
    shown = sorted({*names, *existing_scales(paths.RESULTS)}) if names else []
    planned.states = {**states_of(planned, shown), **_states_of_experiments(planned)}
    return planned


def round_of(plan: AnyPlan, planned: Planned, machine: Machine) -> Round:
    """Return the missing parts of a study or experiment, with its missing runs in batches."""
    batches = batches_of(plan, planned.simulator, machine.cores, machine.job_cpu_s)
    if isinstance(plan, ExperimentPlan):
        index = index_text_of_experiment(plan, planned.simulator)
        lacks = experiment_needs_measuring(plan, paths.experiments(paths.RESULTS))
        return Round(plan, batches, _digests_of_experiment(plan, index), index, lacks)
    index = index_text_of(plan, planned.simulator)
    return Round(
        plan,
        batches,
        _digests(plan, index, planned.inputs),
        index,
        needs_measuring(plan, paths.RESULTS),
    )


def told_batches(planned: Planned) -> dict[str, dict[str, Any]]:
    """Return the facts about each batch that rules use, by its name.

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


def told_rounds(planned: Planned) -> dict[str, dict[str, list[str]]]:
    """Return the names of the batches of each round, by the round's name, by study."""
    return {
        study: {it.name: [batch.name for batch in it.batches] for it in rounds}
        for study, rounds in planned.rounds.items()
    }


def _inputs(studies: Sequence[str]) -> dict[str, Sequence[Inputs]]:
    """Return the inputs that jobs compare with the plan, by the names of the files they make."""
    found: dict[str, Sequence[Inputs]] = {
        f"{name}.html": (inputs_of_page(name),) for name in paths.PAGES_OF_ALL
    }
    for study in studies:
        found[f"{study}.duckdb"] = (
            stage_digests.inputs_of_published(study),
            stage_digests.inputs_of_reference(study),
            stage_digests.inputs_of_results(study),
        )
        # A study's page shows the origins of values in its configuration.
        found[f"{study}.html"] = (
            inputs_of_page(study),
            inputs_of([config_path(study)]),
        )
    return found


def _digests(plan: StudyPlan, index: str, inputs: Mapping[str, Sequence[Inputs]]) -> dict[str, Any]:
    """Return the input digests of a study's stages, for the params of its rules."""
    name = plan.study.name
    published, reference, results = inputs[f"{name}.duckdb"]
    page, _ = inputs[f"{name}.html"]
    runs = {run.run_id for run in plan.runs}
    measured = {
        "runs": digest_value(sorted(runs))[:SHORT],
        "measures": stage_digests.code_of_measures(name),
    }
    compared = {
        "index": digest_text(index)[:SHORT],
        "published": published.digest,
        "reference": reference.digest,
        "results": stage_digests.code_of_results(name, results),
    }
    return {
        "number": len(runs),
        **measured,
        "made_of": digest_value([measured, compared])[:SHORT],
        "page": digest_value([page.digest, _told_origins(plan.study.origins)])[:SHORT],
    }


def _digests_of_experiment(plan: ExperimentPlan, index: str) -> dict[str, Any]:
    """Return the input digests of an experiment's stages."""
    results = paths.experiments(paths.RESULTS)
    measures = [rows_folder(results, it).name for it in experiment_measures(plan.file)]
    made_of = [digest_text(index), measures, stage_digests.code_of_experiments()]
    return {
        "number": len(plan.run_ids),
        "runs": digest_value(plan.run_ids)[:SHORT],
        "measures": digest_value(measures)[:SHORT],
        "made_of": digest_value(made_of)[:SHORT],
        "page": code_of_experiment_page(plan.file.document),
        "document": plan.file.document.is_file(),
    }


def _told_origins(origins: Origins) -> dict[str, Any]:
    """Return the origins of values, which only affect the page."""
    return {key: asdict(origin) for key, origin in origins.items()}


def states_of(planned: Planned, shown: Sequence[str]) -> dict[str, State]:
    """Return the databases and pages that differ from the plan, by the names of their files.

    Snakemake compares a job's params with those that it has recorded for the job. It has no records
    in a copy of the results, takes a failed job for a finished one if the earlier file was kept,
    and does not notice that a file was damaged or restored from a backup.

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
        expected = made_of_page(digests["made_of"], digests["page"], renderer)
        compare(page, page_made_of(page), expected)
    if not shown:
        return found
    database = results / "results.duckdb"
    made_of_all = stage_digests.made_of_all(parts, planned.code_of_database)
    compare(database, described_as(database), made_of_all)
    for name in paths.PAGES_OF_ALL:
        page, code = paths.page(results, name), planned.inputs[f"{name}.html"][0].digest
        compare(page, page_made_of(page), made_of_page(made_of_all, code, renderer))
    return found


def _states_of_experiments(planned: Planned) -> dict[str, State]:
    """Return the databases and pages of experiments that differ from the plan."""
    found: dict[str, State] = {}
    for name, rounds in planned.rounds.items():
        if not isinstance(rounds[-1].plan, ExperimentPlan):
            continue
        digests = rounds[-1].digests
        database = paths.experiment_database(paths.RESULTS, name)
        page = paths.experiment_page(paths.RESULTS, name)
        renderer = planned.renderer.told if digests["document"] else {}
        expected = made_of_page(digests["made_of"], digests["page"], renderer)
        for file, stated, wanted, key in (
            (database, described_as(database), digests["made_of"], f"{name}.duckdb"),
            (page, page_made_of(page), expected, f"{name}.html"),
        ):
            if not file.exists():
                found[key] = State.MISSING
            elif stated != wanted:
                found[key] = State.OUTDATED if stated else State.DAMAGED
    return found
