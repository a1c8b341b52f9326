"""The plan: which runs a command asks for, which of them are missing, and why.

Planning is done once, before Snakemake starts. It writes small files that Snakemake's rules
take as input, all named by content, so that nothing has to be invalidated:

- ``results/plan/batches/ID.json``: missing runs that one job simulates;
- ``results/plan/STUDY-SCALE.json``: the study's index, every run with its scenario.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ns2studies import layout, stages
from ns2studies.digests import SHORT, canonical_json, digest_text, digest_value
from ns2studies.forecast import INGEST_SHARE
from ns2studies.measures.measured import folder_of, note_of, noted_files_are_there
from ns2studies.nested import flatten
from ns2studies.precision.deciding import Outlook, decide
from ns2studies.results.held import made_of, scales_held
from ns2studies.runs.identity import runs_of
from ns2studies.runs.run import Run
from ns2studies.runs.store import RunStore
from ns2studies.simulator.agents import needed_files
from ns2studies.simulator.build import Simulator
from ns2studies.studies.registry import Study
from ns2studies.studies.selection import metrics_of
from nstrace.files import write_text_if_changed, write_text_whole

BATCH_CPU_S = 30.0
"""CPU seconds of simulation that a job holds at most: long beside a job's start (0.5 s)."""

LAST_BATCH_CPU_S = 8.0
"""What it holds at least, unless a study takes less: the last jobs end soon after each other."""

WORTH_A_JOB_CPU_S = 1.2
"""Below that a core gets one job rather than two: a job's start would take as long as its runs."""


@dataclass(frozen=True)
class StudyPlan:
    """What a study needs at a scale.

    Attributes:
        study: its scenarios have the seeds that are wanted now.
        runs: every run, in the order of the configuration.
        missing: those that are not in the store, each with the reason.
        undecided: scenarios that may want more runs once these have been measured.
    """

    study: Study
    runs: Sequence[Run]
    missing: Sequence[tuple[Run, str]]
    undecided: Sequence[Outlook] = ()

    @property
    def cpu_s(self) -> float:
        """Estimated CPU seconds of simulation for the missing runs."""
        return sum(simulation_cpu_s(self.study, run) for run, _ in self.missing)

    @property
    def disk_bytes(self) -> int:
        """Estimated bytes that the missing runs will take."""
        return sum(self.study.config.cost_of(_set_of(run)).disk_bytes for run, _ in self.missing)


def simulation_cpu_s(study: Study, run: Run) -> float:
    """Estimated CPU seconds of a run's simulation, on the machine that costs were measured on."""
    return study.config.cost_of(_set_of(run)).cpu_s


def _set_of(run: Run) -> str:
    return run.scenario.axes.scenario_set


def plan_study(study: Study, ns_sha256: str, results: Path) -> StudyPlan:
    """Find out which runs of a study are wanted now, which of them are missing, and why.

    Raises:
        ConfigError: if results have nothing of a subject that is to be precise.
    """
    store = RunStore(results)
    decision = decide(study, runs_of(study, ns_sha256), results)
    # Scenarios of two sets may be the same: such a run belongs to both, and is made once.
    wanted = {run.run_id: run for run in reversed(decision.runs)}
    absent = [run for run in reversed(wanted.values()) if not store.has(run)]
    earlier = _earlier_runs(results, study) if absent else {}
    missing = [(run, _reason(run, earlier.get(run.label), store)) for run in absent]
    return StudyPlan(decision.study, decision.runs, missing, decision.undecided)


def index_path(results: Path, study: str, scale: str) -> Path:
    """The index of the runs that a study's results at a scale are made of."""
    return results / "plan" / f"{study}-{scale}.json"


def measured_path(plan: StudyPlan) -> str:
    """The file, relative to the checkout, that says which runs have been measured."""
    return f"results/plan/{plan.study.name}-{plan.study.scale}.measured"


def needs_measuring(plan: StudyPlan, results: Path) -> bool:
    """Must the study's runs be measured, whatever files of an earlier time say?

    Snakemake looks at that earlier file alone; it does not notice that a run has been deleted
    from the store, or measures from theirs.
    """
    wanted = metrics_of(plan.study.name)
    absent = any(not folder_of(results, metric).is_dir() for metric in wanted)
    if absent or plan.missing or plan.undecided:
        return True
    note = note_of(index_path(results, plan.study.name, plan.study.scale))
    return not noted_files_are_there(results, note)


def _earlier_runs(results: Path, study: Study) -> dict[str, str]:
    """Run identifiers by label, as of the last time the study was planned to run."""
    for scale in (study.scale, "full", "quick"):
        path = index_path(results, study.name, scale)
        if path.exists():
            index = json.loads(path.read_text(encoding="utf-8"))
            return {f"{run['scenario']} seed {run['seed']}": run["run_id"] for run in index["runs"]}
    return {}


def _reason(run: Run, earlier_id: str | None, store: RunStore) -> str:
    if earlier_id is None:
        return "never run"
    if earlier_id == run.run_id:
        return "its results are gone, damaged, or were never finished"
    try:
        earlier = store.facts(run.study, earlier_id)["identity"]
    except Exception:  # noqa: BLE001 - whatever is wrong with old files, the run is missing
        return "what it depends on has changed"
    return _difference(earlier, asdict(run.identity))


def _difference(earlier: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    old, new = flatten(earlier["parameters"]), flatten(now["parameters"])
    changed = [
        f"{key} {old.get(key, '(none)')} -> {new.get(key, '(none)')}"
        for key in sorted(old.keys() | new.keys())
        if old.get(key) != new.get(key)
    ]
    names = {"ns": "the simulator", "tcl": "its Tcl", "code": "the ingest code"}
    changed += [words for key, words in names.items() if earlier.get(key) != now[key]]
    loaded = earlier.get("agents", {})
    changed += [
        f"agent {name}" for name, digest in now["agents"].items() if loaded.get(name) != digest
    ]
    shown = ", ".join(changed[:3]) + (f" and {len(changed) - 3} more" if len(changed) > 3 else "")
    return f"changed: {shown}" if changed else "never run"


def write_plan(
    plans: Sequence[StudyPlan],
    simulator: Simulator,
    results: Path,
    cores: int = 1,
    job_cpu_s: float | None = None,
) -> Path:
    """Write the plan's files and return the one that the Snakefile reads.

    Args:
        job_cpu_s: CPU seconds that a job on a cluster should take; None if jobs share the
            ``cores`` of one machine.

    Batches of an earlier plan are removed: a batch file is a promise that its runs are
    missing, and its marker that they are not. An index that says the same stays as it is.
    """
    folder = results / "plan"
    shutil.rmtree(folder / "batches", ignore_errors=True)
    shutil.rmtree(folder / "done", ignore_errors=True)
    studies: dict[str, Any] = {}
    batches: dict[str, Any] = {}
    for position, plan in enumerate(cheapest_first(plans)):
        name = plan.study.name
        index = _index(plan, simulator)
        write_text_if_changed(index_path(results, name, plan.study.scale), index)
        own = {}
        for runs in _batches(plan, cores, job_cpu_s):
            own[_write_batch(folder, simulator, plan.study, runs)] = {
                "libraries": _libraries(simulator, runs),
                "priority": len(plans) - position,
            }
        batches |= own
        studies[name] = {"batches": list(own), **_digests(plan, index)}
    shown = sorted({*studies, *scales_held(results)})
    summary = {
        "studies": studies,
        "batches": batches,
        "unlisted": _unlisted(list(studies), results),
        "shown": {
            name: studies[name]["made_of"] if name in studies else made_of(results, name)
            for name in shown
        },
        "code": {
            "database": stages.code_of_results(),
            "start_page": stages.code_of_page("index"),
        },
    }
    path = folder / "plan.json"
    write_text_whole(path, json.dumps(summary, indent=1) + "\n")
    return path


def _digests(plan: StudyPlan, index: str) -> dict[str, Any]:
    """What a study's results are made of, for the params of its rules.

    Times of files decide nothing: a clock may have been wrong. What a rule is to notice is in one
    of these, and what it makes is noticed, by the rules that follow, as what it is made of.
    """
    name = plan.study.name
    measured = {
        "runs": digest_value(sorted({run.run_id for run in plan.runs}))[:SHORT],
        "measures": stages.code_of_measures(name),
    }
    compared = {
        "index": digest_text(index)[:SHORT],
        "published": stages.published_of(name),
        "results": stages.code_of_results(name),
    }
    return {
        "scale": plan.study.scale,
        **measured,
        **compared,
        "made_of": digest_value([measured, compared])[:SHORT],
        "page": stages.code_of_page(name),
    }


def cheapest_first(plans: Sequence[StudyPlan]) -> list[StudyPlan]:
    """Plans in the order in which they are executed: the first pages come early."""
    return sorted(plans, key=lambda plan: (plan.cpu_s, plan.study.name))


def _unlisted(studies: Sequence[str], results: Path) -> list[str]:
    """Studies whose first page the start page must not wait for: all but the last one.

    The start page is made anew when each of them is ready, and at the end in any case.
    """
    reports = results / "reports"
    pages = [reports / f"{name}.html" for name in studies[:-1]]
    return [page.stem for page in pages if not page.is_file()]


def _batches(plan: StudyPlan, cores: int, job_cpu_s: float | None) -> list[list[Run]]:
    """The missing runs in groups that one job each simulates."""
    batches: list[list[Run]] = []
    room_s, left_s = 0.0, plan.cpu_s
    for run, _ in plan.missing:
        cpu_s = simulation_cpu_s(plan.study, run)
        if room_s < cpu_s / 2:
            batches.append([])
            room_s = _batch_cpu_s(plan.cpu_s, left_s, cores, job_cpu_s)
        batches[-1].append(run)
        room_s -= cpu_s
        left_s -= cpu_s
    return batches


def _batch_cpu_s(all_s: float, left_s: float, cores: int, job_cpu_s: float | None) -> float:
    """CPU seconds of simulation for the next batch, of a study's runs and of those not in one yet.

    A job of a cluster waits in a queue first and starts slowly: it gets its minutes even if
    other nodes idle. On one machine the last batches are smaller, so that all cores are busy to
    the end.
    """
    if job_cpu_s is not None:
        return job_cpu_s / (1 + INGEST_SHARE)
    of_a_core = 2 if all_s >= 2 * cores * WORTH_A_JOB_CPU_S else 1
    least_s = min(LAST_BATCH_CPU_S, all_s / (of_a_core * cores))
    return max(least_s, min(BATCH_CPU_S, left_s / (2 * cores)))


def _write_batch(folder: Path, simulator: Simulator, study: Study, runs: list[Run]) -> str:
    simulation_s = sum(simulation_cpu_s(study, run) for run in runs)
    content = {
        "expected_cpu_s": simulation_s * (1 + INGEST_SHARE),
        "ns": str(simulator.ns),
        "ns_sha256": simulator.ns_sha256,
        "runs": [
            {
                "scenario": run.scenario.label,
                "seeds": run.scenario.seeds,
                "identity": asdict(run.identity),
            }
            for run in runs
        ],
    }
    batch = digest_value([run.run_id for run in runs])[:SHORT]
    write_text_whole(folder / "batches" / f"{batch}.json", canonical_json(content) + "\n")
    return batch


def _libraries(simulator: Simulator, runs: list[Run]) -> list[str]:
    """Libraries of agents that some runs load, relative to the checkout where they lie in it."""
    needed = {item for run in runs for item in run.identity.agents.items()}
    files = needed_files(simulator.ns, dict(sorted(needed)))
    return [
        str(file.relative_to(layout.ROOT) if file.is_relative_to(layout.ROOT) else file)
        for file in files
    ]


def _index(plan: StudyPlan, simulator: Simulator) -> str:
    study = plan.study
    content = {
        "study": study.name,
        "scale": study.scale,
        "title": study.config.title,
        "source": study.config.source,
        "configuration": study.config.parameters(),
        "overrides": [entry.model_dump(mode="json") for entry in study.config.overrides],
        "simulator": {
            "ns_sha256": simulator.ns_sha256,
            "source_digest": simulator.source_digest,
            "compiler": simulator.compiler,
        },
        "axes": dict(study.axes),
        "scenarios": [
            {
                "scenario": scenario.label,
                "scenario_id": scenario.scenario_id,
                "scenario_set": scenario.axes.scenario_set,
                "is_random": study.config.is_random(scenario.axes.scenario_set),
                "axes": dict(scenario.axes.values),
                "parameters": scenario.parameters,
                **({"until_precise": scenario.rule.model_dump()} if scenario.rule else {}),
            }
            for scenario in study.scenarios
        ],
        "runs": [
            {
                "run_id": run.run_id,
                "scenario": run.scenario.label,
                "seed": run.identity.seed,
            }
            for run in plan.runs
        ],
    }
    return canonical_json(content) + "\n"
