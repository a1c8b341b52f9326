"""Following the workflow while Snakemake is at work: which study is how far."""

from collections.abc import Sequence

from ns2studies.basics import paths
from ns2studies.execution import snakemake_call
from ns2studies.workflow.progress import StudiesProgress, StudyState
from ns2studies.execution.steps import ALL, PAGE, Steps
from ns2studies.workflow.forecast import ENDING_CPU_S, STUDY_CPU_S
from ns2studies.workflow.plan import StudyPlan, run_cpu_s
from ns2studies.runs.store import RunStore

_STEPS = {"measures": 0.2, "database": 0.4, PAGE: 1.0}
"""The share of a study's work after its runs that is finished when a step has ended."""


def work_cpu_s(plans: Sequence[StudyPlan]) -> float:
    """Expected CPU seconds of plans with anything to run, up to the last page."""
    busy = [plan for plan in plans if plan.missing]
    return sum(map(_study_cpu_s, busy)) + (ENDING_CPU_S if busy else 0.0)


def results_cpu_s(studies: int) -> float:
    """Expected CPU seconds for databases and pages of so many studies that lack no run."""
    return studies * STUDY_CPU_S + ENDING_CPU_S


def _study_cpu_s(plan: StudyPlan) -> float:
    return plan.cpu_s + STUDY_CPU_S


class Watch:
    """Shows how far some plans are, each time it is called.

    Args:
        plans: what is executed.
        progress: where it is shown.
    """

    def __init__(self, plans: Sequence[StudyPlan], progress: StudiesProgress) -> None:
        self._plans = {plan.study.name: plan for plan in plans}
        self._progress = progress
        # Measures may ask for another round of runs; the start page follows the last round.
        self._last = {
            name: "measures" if plan.undecided else PAGE for name, plan in self._plans.items()
        }
        self._is_last_round = all(step == PAGE for step in self._last.values())
        self._store = RunStore(paths.RESULTS)
        self._steps = Steps()
        self._announced: set[str] = set()
        self._costs = {
            name: {run.run_id: run_cpu_s(plan.study, run) for run, _ in plan.missing}
            for name, plan in self._plans.items()
        }

    def __call__(self) -> None:
        """Read what jobs have written meanwhile, and show how far they are."""
        self._steps.read_new()
        states = {name: self._state(name) for name in self._plans}
        shown = {name: state for name, state in states.items() if self._is_busy(name)}
        awaited = self._is_last_round and any(plan.missing for plan in self._plans.values())
        if awaited or ALL in self._touched():
            made = all(state.done == 1 for state in shown.values())
            shown["start page"] = self._state_of_all(made)
        self._progress.at(shown)
        self._announce_pages()

    def _is_busy(self, study: str) -> bool:
        return bool(self._plans[study].missing) or study in self._touched()

    def _touched(self) -> set[str]:
        """Studies, or all of them together, of which a step has begun."""
        return {name for name, _ in self._steps.ended} | self._steps.running.keys()

    def _state(self, study: str) -> StudyState:
        plan, costs = self._plans[study], self._costs[study]
        finished = self._store.finished(study) if costs else set()
        made = [cost for run_id, cost in costs.items() if run_id in finished]
        ended = [_STEPS.get(name, 0.0) for name in self._ended(study)]
        after = max(ended, default=0.0)
        done_cpu_s = sum(made) + after * STUDY_CPU_S
        whole_cpu_s = _study_cpu_s(plan)
        done = 1.0 if self._last[study] in self._ended(study) else done_cpu_s / whole_cpu_s
        return StudyState(len(costs), len(made), self._step(study), done, whole_cpu_s)

    def _state_of_all(self, studies_are_made: bool) -> StudyState:
        # The explorer, which is made beside the start page, may end after it.
        ended = [step for step in self._steps.ended if step[0] != paths.EXPLORER]
        is_last = ended[-1:] == [(ALL, PAGE)] and not self._steps.running
        step = self._steps.running.get(ALL, "")
        return StudyState(0, 0, step, float(is_last and studies_are_made), ENDING_CPU_S)

    def _ended(self, study: str) -> list[str]:
        return [name for who, name in self._steps.ended if who == study]

    def _step(self, study: str) -> str:
        name = self._steps.running.get(study, "")
        if name != "measures":
            return name
        scale = self._plans[study].study.scale
        at = snakemake_call.progress_in(snakemake_call.LOGS / f"measure-{study}-{scale}.log")
        return f"{at[2]} of {at[0]} of {at[1]} runs" if at else name

    def _announce_pages(self) -> None:
        for study, name in self._steps.ended:
            if name == PAGE and study in self._plans and study not in self._announced:
                self._announced.add(study)
                page = paths.page(paths.RESULTS, study)
                self._progress.line(f"{study} is ready: {page}")
