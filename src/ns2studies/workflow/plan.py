"""Plan studies: determine the runs that they need, which of them are missing, and why.

:mod:`ns2studies.workflow.workflow` makes the workflow's inputs from the plan.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ns2studies.basics import paths
from ns2studies.basics.digests import canonical_json
from ns2studies.basics.nested import flatten
from ns2studies.config.registry import Study
from ns2studies.config.scenarios import DECIDE, SCALES
from ns2studies.database.stopping import InterimLook
from ns2studies.database.wanted_runs import Outlook, decide
from ns2studies.metrics.fingerprints import measures_of
from ns2studies.metrics.measure_files import note_of, noted_files_are_there, rows_folder
from ns2studies.runs.identity import Run, runs_of
from ns2studies.runs.store import RunStore
from ns2studies.simulator.identity import Simulator
from ns2studies.workflow.adaptive import settle
from ns2studies.workflow.forecast import INGEST_CPU_S
from ns2studies.workflow.study_index import index_of, runs_in


class _Costly(Protocol):
    """The costs of a plan."""

    @property
    def name(self) -> str: ...

    @property
    def cpu_s(self) -> float: ...


_Plan = TypeVar("_Plan", bound=_Costly)


@dataclass(frozen=True)
class StudyPlan:
    """The runs that a study needs at a scale.

    Attributes:
        study: the study, whose scenarios have the seeds that are needed now.
        runs: every run, in the order of the configuration.
        missing: those that are not in the store, each with the reason.
        undecided: scenarios that may need more runs once these have been measured.
        last_look: the last interim look at the study's claims, at the scale that decides them.
    """

    study: Study
    runs: Sequence[Run]
    missing: Sequence[tuple[Run, str]]
    undecided: Sequence[Outlook] = ()
    last_look: InterimLook | None = None

    @property
    def name(self) -> str:
        """The study's name."""
        return self.study.name

    @property
    def scale(self) -> str:
        """The study's scale."""
        return self.study.scale

    @property
    def remarks(self) -> Sequence[str]:
        """Notes for the user before the first run."""
        return self.study.remarks

    @cached_property
    def run_ids(self) -> list[str]:
        """The identifiers of the runs, sorted."""
        return sorted({run.run_id for run in self.runs})

    def cost_of(self, run: Run) -> float:
        """Return the estimated CPU seconds of a run."""
        return run_cpu_s(self.study, run)

    @staticmethod
    def group_of(run: Run) -> str:
        """Return the group under which a run is listed: its scenario set."""
        return _set_of(run)

    @cached_property
    def cpu_s(self) -> float:
        """Estimated CPU seconds of the missing runs."""
        return sum(run_cpu_s(self.study, run) for run, _ in self.missing)

    def further_cpu_s(self, numbers: Sequence[int]) -> float:
        """Estimate the CPU seconds of further runs, given their number by undecided scenario."""
        sets = [entry.scenario.point.scenario_set for entry in self.undecided]
        costs = [cpu_s_in(self.study, name) for name in sets]
        return sum(cost * number for cost, number in zip(costs, numbers, strict=True))

    @cached_property
    def disk_bytes(self) -> int:
        """Estimated bytes that the missing runs will take."""
        return sum(self.study.config.cost_of(_set_of(run)).disk_bytes for run, _ in self.missing)


def run_cpu_s(study: Study, run: Run) -> float:
    """Estimate the CPU seconds of a run, on the machine on which costs were measured."""
    return cpu_s_in(study, _set_of(run))


def cpu_s_in(study: Study, scenario_set: str) -> float:
    """Estimate the CPU seconds to simulate, ingest and measure a run of a scenario set."""
    return study.config.cost_of(scenario_set).cpu_s + INGEST_CPU_S


def _set_of(run: Run) -> str:
    return run.scenario.point.scenario_set


def plan_study(study: Study, ns_sha256: str, results: Path) -> StudyPlan:
    """Determine the runs that a study needs now, which of them are missing, and why.

    Raises:
        ConfigError: if no result has a subject that has to be precise.
        ResultError: if claims have to be decided and can't be judged.
    """
    store = RunStore(results)
    if study.scale == DECIDE:
        settled = settle(study, ns_sha256, results)
        decision, look = settled.decision, settled.last_look
    else:
        decision, look = decide(study, runs_of(study, ns_sha256), results), None
    # Scenarios of two sets may be the same: such a run belongs to both, and is made once.
    wanted = {run.run_id: run for run in reversed(decision.runs)}
    absent = [run for run in reversed(wanted.values()) if not store.has(run)]
    earlier = _earlier_runs(results, study) if absent else {}
    missing = [(run, _reason(run, earlier.get(run.label), store)) for run in absent]
    return StudyPlan(decision.study, decision.runs, missing, decision.undecided, look)


def index_text_of(plan: StudyPlan, built: Simulator) -> str:
    """Return the text of a study's index: all inputs of its database except for the runs' files."""
    made_with = {
        "ns_sha256": built.ns_sha256,
        "source_digest": built.source_digest,
        "compiler": built.compiler,
    }
    content = {
        **index_of(plan.study, plan.runs),
        "simulator": made_with,
        "config_sha256": plan.study.config_sha256,
    }
    return canonical_json(content) + "\n"


def needs_measuring(plan: StudyPlan, results: Path) -> bool:
    """Return whether runs of the study, or measures of its runs, are missing."""
    wanted = measures_of(plan.study.name)
    absent = any(not rows_folder(results, measure).is_dir() for measure in wanted)
    if absent or plan.missing or plan.undecided:
        return True
    note = note_of(paths.index(results, plan.study.name, plan.study.scale))
    runs = {run.run_id for run in plan.runs}
    return not noted_files_are_there(results, note, wanted, runs)


def _earlier_runs(results: Path, study: Study) -> dict[str, str]:
    """Return run identifiers by label, from the last time the study was planned to run."""
    for scale in (study.scale, *SCALES):
        # A damaged file is replaced by the next plan; until then it counts as empty.
        with suppress(OSError, ValueError):
            runs = runs_in(paths.index(results, study.name, scale))
            return {f"{run['scenario']} seed {run['seed']}": run["run_id"] for run in runs}
    return {}


def _reason(run: Run, earlier_id: str | None, store: RunStore) -> str:
    if earlier_id is None:
        return "never run"
    if earlier_id == run.run_id:
        return "its results are gone, damaged, or were never finished"
    try:
        earlier = store.facts(run.study, earlier_id)["identity"]
    except Exception:  # noqa: BLE001 - if old files are invalid, the run is missing
        return "what it depends on has changed"
    return _difference(earlier, run.identity.by_name())


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


def cheapest_first(plans: Sequence[_Plan]) -> list[_Plan]:
    """Sort plans in the order of execution, so that the first pages are ready early."""
    return sorted(plans, key=lambda plan: (plan.cpu_s, plan.name))
