"""A plan as the workflow has it: what its rules are told, and the files that its jobs read.

Rules are told of digests, batches and what stages are made of (``results/plan/plan.json``). Jobs
read small files, so that nothing has to be invalidated:

- ``results/plan/batches/ID.json``: missing runs that one job simulates;
- ``results/plan/STUDY-SCALE.json``: the study's index, every run with its scenario;
- ``results/plan/inputs.json``: what databases and pages are made of, and its digests.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ns2studies import stages
from ns2studies.basics import paths, planned_inputs
from ns2studies.basics.digests import SHORT, canonical_json, digest_text, digest_value
from ns2studies.basics.planned_inputs import Inputs
from ns2studies.config.origins import Origins
from ns2studies.database.metadata import existing_scales, made_of
from ns2studies.planning.checking import found_at_a_glance
from ns2studies.planning.plan import (
    StudyPlan,
    cheapest_first,
    measured_path,
    needs_measuring,
    run_cpu_s,
)
from ns2studies.planning.snakemake_memory import forget_damaged, is_made_with, is_remembered
from ns2studies.planning.study_index import index_of
from ns2studies.reporting.renderer import Renderer, choose
from ns2studies.runs.run import Run
from ns2studies.simulator.agents import needed_files
from ns2studies.simulator.build import Simulator
from ns2studies.studies.registry import Study
from ns2studies.studies.rooms import config_path
from nstrace.files import write_text_if_changed, write_text_whole

BATCH_CPU_S = 30.0
"""CPU seconds of runs that a job holds at most: long beside a job's start (0.5 s)."""

LAST_BATCH_CPU_S = 8.0
"""What it holds at least, unless a study takes less: the last jobs end soon after each other."""

WORTH_A_JOB_CPU_S = 3.5
"""Below this, a core gets one job rather than two: a job needs 1.5 s to start and to measure at the
end, more than cores lose by not finishing together. 72 runs of 12 s in all took 18.0 s to their
page by four jobs on two cores, and 17.1 s by two."""


@dataclass(frozen=True)
class WorkflowPlan:
    """Some studies' plans as the workflow has them. Nothing is written before :meth:`write`.

    Attributes:
        told: what the rules are told; plain JSON.
        indexes: the text of each study's index, by its path.
        batches: missing runs that one job makes, by the batch's name.
        inputs: what databases and pages are made of, by the names of their files.
    """

    simulator: Simulator
    results: Path
    told: Mapping[str, Any]
    indexes: Mapping[Path, str]
    batches: Mapping[str, tuple[Study, Sequence[Run]]]
    inputs: Mapping[str, Sequence[Inputs]]

    def write(self) -> Path:
        """Write what jobs and rules read; returns the file for the rules.

        Batches of an earlier plan are removed: a batch file is a promise that its runs are
        missing, and its marker that they are not. An index that says the same stays as it is.
        """
        folder = self.results / "plan"
        shutil.rmtree(folder / "batches", ignore_errors=True)
        shutil.rmtree(folder / "done", ignore_errors=True)
        for path, index in self.indexes.items():
            write_text_if_changed(path, index)
        for name, (study, runs) in self.batches.items():
            text = _batch_text(self.simulator, study, runs)
            write_text_whole(folder / "batches" / f"{name}.json", text)
        planned_inputs.write_inputs(self.results, self.inputs)
        path = folder / paths.PLAN.name
        write_text_whole(path, json.dumps(self.told, indent=1) + "\n")
        return path


def workflow_plan(
    plans: Sequence[StudyPlan],
    simulator: Simulator,
    results: Path,
    cores: int = 1,
    job_cpu_s: float | None = None,
    renderer: Renderer | None = None,
) -> WorkflowPlan:
    """What the workflow has to do for some studies' plans.

    Args:
        job_cpu_s: CPU seconds that a job on a cluster should take; None if jobs share the
            ``cores`` of one machine.
        renderer: of the pages; Quarto, if it is there, if none is given.
    """
    indexes: dict[Path, str] = {}
    studies: dict[str, Any] = {}
    batches: dict[str, tuple[Study, Sequence[Run]]] = {}
    told: dict[str, Any] = {}
    inputs = _inputs([plan.study.name for plan in plans])
    for plan in cheapest_first(plans):
        study = plan.study
        index = indexes[paths.index(results, study.name, study.scale)] = _index(plan, simulator)
        own = {_batch_name(runs): runs for runs in _batches(plan, cores, job_cpu_s)}
        for name, runs in own.items():
            batches[name] = study, runs
            told[name] = {
                "study": study.name,
                "runs": len(runs),
                "libraries": _libraries(simulator, runs),
                # In this order: a study's last batches are its smallest.
                "priority": -len(batches),
            }
        studies[study.name] = {"batches": list(own), **_digests(plan, index, inputs)}
    pages = {"renderer": (renderer or choose()).told}
    of_all = _of_all(studies, results, inputs)
    summary = {"studies": studies, "batches": told, **pages, **of_all}
    return WorkflowPlan(simulator, results, summary, indexes, batches, inputs)


def _inputs(studies: Sequence[str]) -> dict[str, Sequence[Inputs]]:
    """What jobs compare, by the names of the files that they make."""
    found: dict[str, Sequence[Inputs]] = {
        f"{name}.html": (stages.inputs_of_page(name),) for name in paths.PAGES_OF_ALL
    }
    for study in studies:
        found |= _inputs_of(study)
    return found


def _inputs_of(study: str) -> dict[str, Sequence[Inputs]]:
    return {
        f"{study}.duckdb": (
            stages.inputs_of_published(study),
            stages.inputs_of_reference(study),
            stages.inputs_of_results(study),
        ),
        # A study's page says where values of the configuration are known from.
        f"{study}.html": (
            stages.inputs_of_page(study),
            planned_inputs.inputs([config_path(study)]),
        ),
    }


def _of_all(
    studies: Mapping[str, Any], results: Path, inputs: Mapping[str, Sequence[Inputs]]
) -> dict[str, Any]:
    """What the rules are told of all studies together, those among them that have results."""
    shown = sorted({*studies, *existing_scales(results)})
    return {
        "unlisted": unlisted(list(studies), results),
        "shown": {
            name: studies[name]["made_of"] if name in studies else made_of(results, name)
            for name in shown
        },
        "undecided": {name: it["undecided"] for name, it in studies.items() if it["undecided"]},
        "code_of_database": stages.code_of_database(),
        "code_of_start_page": inputs[f"{paths.START_PAGE}.html"][0].digest,
        "code_of_explorer": inputs[f"{paths.EXPLORER}.html"][0].digest,
    }


def remove_untrue_markers(plans: Sequence[StudyPlan], made: WorkflowPlan) -> None:
    """Remove outdated markers of earlier jobs; only while no other command is at work.

    Snakemake looks only at these files, and does not notice deleted runs or measures, truncated
    results, or edits since it made files that it has no record of.

    Args:
        made: what the workflow has to do for these plans.
    """
    results = made.results
    for name in made.batches:
        (results / "plan" / "done" / name).unlink(missing_ok=True)
    doubtful = _doubtful(results)
    of_all = {"results.duckdb", *(f"reports/{name}.html" for name in paths.PAGES_OF_ALL)}
    for plan in plans:
        # Everything made from a study, and from all studies, depends on this file. Where runs are
        # missing, it waits for them.
        measured = f"plan/{Path(measured_path(plan)).name}"
        study = plan.study.name
        own = {measured, f"database/{study}.duckdb", f"reports/{study}.html"}
        if needs_measuring(plan, results) or doubtful & (own | of_all):
            (results / measured).unlink(missing_ok=True)


def _doubtful(results: Path) -> set[str]:
    """Results that Snakemake would keep in spite of edits or damage.

    ``./reproduce`` has looked at files before (``preflight``); a plain call of Snakemake has not,
    and looking again takes a millisecond.
    """
    forget_damaged(results.parent)
    patterns = ("*.duckdb", "database/*.duckdb", "plan/*.measured", "reports/*.html")
    made = [str(file.relative_to(results)) for it in patterns for file in results.glob(it)]
    forgotten = {it for it in made if not is_remembered(results.parent, f"{results.name}/{it}")}
    wrong = (path for finding in found_at_a_glance(results) for path in finding.discard)
    # Snakemake makes missing files by itself.
    return forgotten | {str(path.relative_to(results)) for path in wrong if path.exists()}


def _digests(plan: StudyPlan, index: str, inputs: Mapping[str, Sequence[Inputs]]) -> dict[str, Any]:
    """What a study's results are made of, for the params of its rules.

    Times of files decide nothing: a clock may have been wrong. What a rule is to notice is in one
    of these, and what it makes is noticed, by the rules that follow, as what it is made of.
    """
    name = plan.study.name
    published, reference, results = inputs[f"{name}.duckdb"]
    page, _ = inputs[f"{name}.html"]
    measured = {
        "runs": digest_value(sorted({run.run_id for run in plan.runs}))[:SHORT],
        "measures": stages.code_of_measures(name),
    }
    compared = {
        "index": digest_text(index)[:SHORT],
        "published": published.digest,
        "reference": reference.digest,
        "results": stages.code_of_results(name, results),
    }
    return {
        "scale": plan.study.scale,
        "number": len({run.run_id for run in plan.runs}),
        "undecided": len(plan.undecided),
        **measured,
        **compared,
        "made_of": digest_value([measured, compared])[:SHORT],
        "page": digest_value([page.digest, _told(plan.study.origins)])[:SHORT],
    }


def is_up_to_date(plan: StudyPlan, simulator: Simulator, results: Path) -> bool:
    """Is nothing to be done for a study: no run, no measure, no database and no page?"""
    if needs_measuring(plan, results):
        return False
    digests = _digests(plan, _index(plan, simulator), _inputs_of(plan.study.name))
    page = Path("reports", f"{plan.study.name}.html")
    wanted = digests["made_of"], digests["page"]
    is_made = is_made_with(results.parent, f"{results.name}/{page}", *wanted)
    present = made_of(results, plan.study.name)
    return is_made and (results / page).is_file() and present == wanted[0]


def _told(origins: Origins) -> dict[str, Any]:
    """Where values come from: only the page says it."""
    return {key: asdict(origin) for key, origin in origins.items()}


def unlisted(studies: Sequence[str], results: Path) -> list[str]:
    """Studies whose first page the start page must not wait for: all but the last one.

    The start page is made again when each of them is ready, and always at the end.
    """
    reports = results / "reports"
    pages = [reports / f"{name}.html" for name in studies[:-1]]
    return [page.stem for page in pages if not page.is_file()]


def _batches(plan: StudyPlan, cores: int, job_cpu_s: float | None) -> list[list[Run]]:
    """The missing runs in groups that one job each simulates."""
    batches: list[list[Run]] = []
    room_s, left_s = 0.0, plan.cpu_s
    for run, _ in plan.missing:
        cpu_s = run_cpu_s(plan.study, run)
        if room_s < cpu_s / 2:
            batches.append([])
            room_s = _batch_cpu_s(plan.cpu_s, left_s, cores, job_cpu_s)
        batches[-1].append(run)
        room_s -= cpu_s
        left_s -= cpu_s
    return batches


def _batch_cpu_s(all_s: float, left_s: float, cores: int, job_cpu_s: float | None) -> float:
    """CPU seconds for the next batch, of a study's runs and of those not in one yet.

    A job of a cluster waits in a queue first and starts slowly: it gets its minutes even if
    other nodes idle. On one machine the last batches are smaller, so that all cores are busy to
    the end.
    """
    if job_cpu_s is not None:
        return job_cpu_s
    of_a_core = 2 if all_s >= 2 * cores * WORTH_A_JOB_CPU_S else 1
    least_s = min(LAST_BATCH_CPU_S, all_s / (of_a_core * cores))
    return max(least_s, min(BATCH_CPU_S, left_s / (2 * cores)))


def _batch_name(runs: Sequence[Run]) -> str:
    return digest_value([run.run_id for run in runs])[:SHORT]


def _batch_text(simulator: Simulator, study: Study, runs: Sequence[Run]) -> str:
    content = {
        "expected_cpu_s": sum(run_cpu_s(study, run) for run in runs),
        "ns": str(simulator.ns),
        "ns_sha256": simulator.ns_sha256,
        "runs": [
            {
                "scenario": run.scenario.label,
                "identity": run.identity.by_name(),
            }
            for run in runs
        ],
    }
    return canonical_json(content) + "\n"


def _libraries(simulator: Simulator, runs: Sequence[Run]) -> list[str]:
    """Libraries of agents that some runs load, relative to the checkout where they lie in it."""
    needed = {item for run in runs for item in run.identity.agents.items()}
    files = needed_files(simulator.ns, dict(sorted(needed)))
    return [
        str(file.relative_to(paths.ROOT) if file.is_relative_to(paths.ROOT) else file)
        for file in files
    ]


def _index(plan: StudyPlan, simulator: Simulator) -> str:
    made_with = {
        "ns_sha256": simulator.ns_sha256,
        "source_digest": simulator.source_digest,
        "compiler": simulator.compiler,
    }
    content = {
        **index_of(plan.study, plan.runs),
        "simulator": made_with,
        "config_sha256": plan.study.config_sha256,
    }
    return canonical_json(content) + "\n"
