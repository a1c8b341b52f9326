"""Messages about scale ``decide``: open claims, those that it can't decide, and the cost."""

from collections.abc import Iterator, Sequence
from typing import Final

from ns2studies.basics.wording import counted
from ns2studies.config.registry import Study, load_study
from ns2studies.config.scenarios import DECIDE, FULL
from ns2studies.database.stopping import AT_MOST, LOOKS
from ns2studies.workflow.forecast import duration
from ns2studies.workflow.plan import StudyPlan, cpu_s_in, run_cpu_s

_NAMED: Final = 6
"""Maximum number of claims that a line names."""


def claims_lines(plan: StudyPlan) -> Iterator[str]:
    """Yield a line for the open claims of a study, and one for each reason why some stay open."""
    if plan.last_look is None:
        return
    name, look = plan.study.name, plan.last_look
    seeds = {scenario.label: len(scenario.seeds) for scenario in plan.study.scenarios}
    ended = {it for it, needed in look.open.items() if all(seeds[one] >= AT_MOST for one in needed)}
    if not plan.undecided:
        kinds = {f"open with {AT_MOST} runs of each scenario, the maximum": sorted(look.open)}
    else:
        kinds = {
            "open": sorted(look.open.keys() - ended),
            f"open, to be looked at last with {AT_MOST} runs": sorted(ended),
        }
    for reason in sorted(set(look.closed.values())):
        kinds[f"not tried ({reason})"] = [it for it, why in look.closed.items() if why == reason]
    for kind, claims in kinds.items():
        if claims:
            yield f"{name}: {counted(len(claims), 'claim')} {kind}: {_listed(claims)}"


def cost_lines(plans: Sequence[StudyPlan]) -> Iterator[str]:
    """Yield the total cost of deciding the claims of each study, compared with full scale."""
    for plan in plans:
        if plan.study.scale != DECIDE:
            continue
        full = load_study(plan.study.name, FULL)
        full_runs, full_s = _of_all(full)
        present = {run.run_id: run for run in plan.runs}
        present_s = sum(run_cpu_s(plan.study, run) for run in present.values())
        words = f"{counted(len(present), 'run')} ({_hours(present_s)})"
        if plan.undecided and plan.last_look is None:
            words += " at first, and more may follow"
        elif plan.undecided:
            words += f" with this round, {_further(plan)} may follow"
        yield (
            f"{plan.study.name}: deciding its claims takes {words}; "
            f"full scale is {counted(full_runs, 'run')} ({_hours(full_s)})"
        )
    if any(plan.study.scale == DECIDE for plan in plans):
        looks = ", ".join(map(str, LOOKS[:-1]))
        yield f"Claims are looked at with {looks} and {LOOKS[-1]} runs each (docs/precision.md)."


def _of_all(study: Study) -> tuple[int, float]:
    """Return the runs of a study and their CPU seconds, with the maximum for stopping rules."""
    costs = [
        (len(scenario.seeds), cpu_s_in(study, scenario.point.scenario_set))
        for scenario in study.scenarios
    ]
    return sum(runs for runs, _ in costs), sum(runs * cost for runs, cost in costs)


def _further(plan: StudyPlan) -> str:
    """Describe the runs that may follow: the expected number, if it is known, and the maximum."""
    at_most = _counted_runs(plan, [entry.at_most for entry in plan.undecided])
    known = plan.last_look is not None and None not in plan.last_look.more_runs.values()
    if not known:
        return f"at most {at_most}"
    likely = _counted_runs(plan, [entry.expected or 0 for entry in plan.undecided])
    return f"about {likely}, at most {at_most}"


def _counted_runs(plan: StudyPlan, numbers: Sequence[int]) -> str:
    return f"{sum(numbers)} ({_hours(plan.further_cpu_s(numbers))})"


def _hours(cpu_s: float) -> str:
    return f"{duration(cpu_s)} of CPU time"


def _listed(claims: Sequence[str]) -> str:
    more = len(claims) - _NAMED
    return ", ".join(claims[:_NAMED]) + (f" and {more} more" if more > 0 else "")
