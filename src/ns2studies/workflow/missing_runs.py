"""The missing runs of a plan, for people: how many, of which sets, and why."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from ns2studies.basics.wording import counted
from ns2studies.runs.identity import Run
from ns2studies.workflow.plan import StudyPlan

_MOST_REASONS: Final = 5
"""Reasons shown for a study, unless all runs are asked for."""

_MOST_SETS: Final = 5
"""Scenario sets that are named behind a reason."""


def missing_lines(plan: StudyPlan, every_run: bool = False) -> Iterator[str]:
    """A line for each reason, those of most runs first; below it the runs, if asked for."""
    by_reason: dict[str, list[Run]] = {}
    for run, reason in plan.missing:
        by_reason.setdefault(reason, []).append(run)
    reasons = sorted(by_reason, key=lambda reason: -len(by_reason[reason]))
    shown = reasons if every_run else reasons[:_MOST_REASONS]
    for reason in shown:
        runs = by_reason[reason]
        yield f"{plan.study.name}: {counted(len(runs), 'run')}: {reason} ({_by_set(runs)})"
        if every_run:
            yield from (f"  {run.label}" for run in runs)
    left_out = [run for reason in reasons[len(shown) :] for run in by_reason[reason]]
    if left_out:
        others = len(reasons) - len(shown)
        why = counted(others, "more reason")
        yield f"{plan.study.name}: {counted(len(left_out), 'run')}: {why} ({_by_set(left_out)})"


def _by_set(runs: Iterable[Run]) -> str:
    """How many runs each scenario set has, those with most first."""
    counts = Counter(run.scenario.point.scenario_set for run in runs).most_common()
    shown = [f"{name} {count}" for name, count in counts[:_MOST_SETS]]
    more = len(counts) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
