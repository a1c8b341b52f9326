"""Report what will run before it runs: how many runs, how long they take, and what may follow."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from ns2studies.basics.wording import counted
from ns2studies.config.scenarios import DECIDE
from ns2studies.workflow.adaptive_report import claims_lines, cost_lines
from ns2studies.workflow.experiment_plan import AnyPlan
from ns2studies.workflow.forecast import (
    BUILD_CPU_S,
    ENDING_CPU_S,
    STUDY_CPU_S,
    Speed,
    duration,
    free_share,
    speed,
)
from ns2studies.workflow.plan import StudyPlan

_PROBED_FROM_CPU_S: Final = 60.0
"""CPU seconds of work from which on the load of other programs is measured."""

_MOST_REASONS: Final = 5
"""Maximum number of reasons that are shown for a study, unless all runs are requested."""

_MOST_SETS: Final = 5
"""Maximum number of scenario sets that are named after a reason."""

_BUSY: Final = 0.9
"""Cores with at least this free share count as free."""


@dataclass(frozen=True)
class Machine:
    """The machine or cluster that runs the jobs.

    Attributes:
        cores: cores of this machine that jobs share.
        jobs: jobs of a cluster that may be queued at once; None on one machine.
        job_cpu_s: CPU seconds that a job of a cluster should take; None on one machine.
    """

    cores: int
    jobs: int | None = None
    job_cpu_s: float | None = None

    def elapsed_s(self, cpu_s: float, speed: Speed) -> float:
        """Return the elapsed seconds of some work; on a cluster without the time in its queue."""
        if self.jobs is None or self.job_cpu_s is None:
            return speed.elapsed_s(cpu_s, self.cores)
        return max(speed.wall_s(cpu_s, self.jobs), min(cpu_s, self.job_cpu_s))

    def __str__(self) -> str:
        return f"in {self.jobs} jobs" if self.jobs else f"on {self.cores} cores"


def work_cpu_s(plans: Sequence[AnyPlan]) -> float:
    """Return the expected CPU seconds of plans with anything to run, up to the last page."""
    busy = [plan for plan in plans if plan.missing]
    return sum(plan.cpu_s + STUDY_CPU_S for plan in busy) + (ENDING_CPU_S if busy else 0.0)


def show_build(console: Console, cores: int) -> None:
    """Print that ns has to be built, and how long that takes."""
    seconds = Speed(free=free_share(cores)).wall_s(BUILD_CPU_S, cores)
    console.print(f"ns-2 has to be built from source: about {duration(seconds)}.")


def show_plans(console: Console, plans: Sequence[AnyPlan], machine: Machine) -> float:
    """Print what will run; return the seconds that it is expected to take."""
    cpu_s = work_cpu_s(plans)
    found = speed(machine.cores, probe=cpu_s > _PROBED_FROM_CPU_S)
    elapsed_s = machine.elapsed_s(cpu_s, found)
    console.print(_table(plans, found))
    if cpu_s:
        console.print(_in_all(cpu_s, elapsed_s, found, machine), markup=False)
    studies = [entry for entry in plans if isinstance(entry, StudyPlan)]
    for entry in studies:
        for line in claims_lines(entry):
            console.print(line, markup=False)
        if entry.undecided and entry.scale != DECIDE:
            _show_outlook(console, entry)
    for other in plans:
        if not isinstance(other, StudyPlan) and other.undecided:
            console.print(other.outlook, markup=False)
    for line in cost_lines(studies):
        console.print(line, markup=False)
    return elapsed_s


def _table(plans: Sequence[AnyPlan], speed: Speed) -> Table:
    table = Table(title="What will run", title_justify="left")
    for heading in ("study", "scale"):
        table.add_column(heading)
    for heading in ("runs", "finished", "to run", "CPU time", "disk"):
        table.add_column(heading, justify="right")
    for entry in sorted(plans, key=lambda plan: plan.name):
        wanted = len(entry.run_ids)
        table.add_row(
            entry.name,
            entry.scale,
            str(wanted),
            str(wanted - len(entry.missing)),
            str(len(entry.missing)),
            duration(work_cpu_s([entry]) * speed.cpu),
            f"{entry.disk_bytes / 1e6:.0f} MB",
        )
    return table


def _in_all(cpu_s: float, elapsed_s: float, speed: Speed, machine: Machine) -> str:
    """Return the forecast in a sentence, with its basis."""
    cpu = duration(cpu_s * speed.cpu)
    known = (
        "if this machine stays as fast as it was"
        if speed.measured
        else "if this machine is as fast as the one that costs were measured on"
    )
    busy = f"; other programs leave it {100 * speed.free:.0f} % of its cores"
    return (
        f"In all about {duration(elapsed_s)} {machine}, to the last page ({cpu} of CPU time), "
        f"{known}{busy if speed.free < _BUSY else ''}."
    )


def _show_outlook(console: Console, entry: StudyPlan) -> None:
    """Print how many runs may follow once these have been measured."""
    most = [it.at_most for it in entry.undecided]
    words = f"at most {sum(most)} ({duration(entry.further_cpu_s(most))} of CPU time)"
    expected = [it.expected for it in entry.undecided if it.expected is not None]
    if len(expected) == len(entry.undecided):
        words = f"about {sum(expected)} ({duration(entry.further_cpu_s(expected))}), {words}"
    console.print(
        f"{entry.study.name}: {len(entry.undecided)} of {len(entry.study.scenarios)} scenarios "
        f"are run until they are precise; more runs may follow: {words}",
        markup=False,
    )


def missing_lines(plan: AnyPlan, every_run: bool = False) -> Iterator[str]:
    """Yield a line for each reason, those of most runs first, optionally followed by the runs."""
    by_reason: dict[str, list[Any]] = {}
    for run, reason in plan.missing:
        by_reason.setdefault(reason, []).append(run)
    reasons = sorted(by_reason, key=lambda reason: -len(by_reason[reason]))
    shown = reasons if every_run else reasons[:_MOST_REASONS]
    for reason in shown:
        runs = by_reason[reason]
        groups = map(plan.group_of, runs)
        yield f"{plan.name}: {counted(len(runs), 'run')}: {reason} ({_by_group(groups)})"
        if every_run:
            yield from (f"  {run.label}" for run in runs)
    left_out = [run for reason in reasons[len(shown) :] for run in by_reason[reason]]
    if left_out:
        others = len(reasons) - len(shown)
        why = counted(others, "more reason")
        groups = map(plan.group_of, left_out)
        yield f"{plan.name}: {counted(len(left_out), 'run')}: {why} ({_by_group(groups)})"


def _by_group(groups: Iterable[str]) -> str:
    """Return the number of runs of each scenario set or point, the largest first."""
    counts = Counter(groups).most_common()
    shown = [f"{name} {count}" for name, count in counts[:_MOST_SETS]]
    more = len(counts) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
