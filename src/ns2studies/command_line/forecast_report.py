"""What a command says before it runs anything: what will run, how long that takes, and why."""

from collections.abc import Callable, Iterator, Sequence

from rich.console import Console
from rich.table import Table

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.config.scenarios import DECIDE
from ns2studies.execution.profiles import Profile
from ns2studies.execution.watching import results_cpu_s, work_cpu_s
from ns2studies.planning.forecast import Speed, duration, speed
from ns2studies.planning.plan import StudyPlan
from ns2studies.planning.plan_files import is_up_to_date
from ns2studies.planning.settling_report import claims_lines, cost_lines
from ns2studies.simulator.build import Simulator
from ns2studies.stages import inputs_of_published

_PROBED_FROM_CPU_S = 60.0
"""Work that takes less needs no look at what other programs are doing."""

_BUSY = 0.9
"""Cores of which a larger share is free count as free."""


def show_plans(
    console: Console,
    plans: Sequence[StudyPlan],
    cores: int,
    profile: Profile,
    before_probe: Callable[[], None] = lambda: None,
) -> float:
    """Show what will run; returns the seconds that it is expected to take.

    Args:
        before_probe: ends when this command keeps no core busy but by this thread.
    """
    cpu_s = work_cpu_s(plans)
    is_probed = cpu_s > _PROBED_FROM_CPU_S
    if is_probed:
        before_probe()
    machine = speed(cores, probe=is_probed)
    elapsed_s = _elapsed_s(cpu_s, machine, cores, profile)
    console.print(_table(plans, machine))
    if cpu_s:
        where = f"in {profile.jobs} jobs" if profile.jobs else f"on {cores} cores"
        console.print(_in_all(cpu_s, elapsed_s, machine, where), markup=False)
    for entry in plans:
        for line in claims_lines(entry):
            console.print(line, markup=False)
        if entry.undecided and entry.study.scale != DECIDE:
            _show_outlook(console, entry)
    for line in cost_lines(plans):
        console.print(line, markup=False)
    return elapsed_s


def _table(plans: Sequence[StudyPlan], machine: Speed) -> Table:
    table = Table(title="What will run", title_justify="left")
    for heading in ("study", "scale"):
        table.add_column(heading)
    for heading in ("runs", "finished", "to run", "CPU time", "disk"):
        table.add_column(heading, justify="right")
    for entry in plans:
        wanted = len({run.run_id for run in entry.runs})
        table.add_row(
            entry.study.name,
            entry.study.scale,
            str(wanted),
            str(wanted - len(entry.missing)),
            str(len(entry.missing)),
            duration(work_cpu_s([entry]) * machine.cpu),
            f"{entry.disk_bytes / 1e6:.0f} MB",
        )
    return table


def _in_all(cpu_s: float, elapsed_s: float, machine: Speed, where: str) -> str:
    """The forecast in a sentence, and what it is based on."""
    times = (
        f"{duration(elapsed_s)} {where}, to the last page ({duration(cpu_s * machine.cpu)} of CPU"
    )
    known = (
        "if this machine stays as fast as it was"
        if machine.measured
        else "if this machine is as fast as the one that costs were measured on"
    )
    busy = f"; other programs leave it {100 * machine.free:.0f} % of its cores"
    return f"In all about {times} time), {known}{busy if machine.free < _BUSY else ''}."


def _show_outlook(console: Console, entry: StudyPlan) -> None:
    """How many runs may follow once these have been measured."""
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


def _elapsed_s(cpu_s: float, machine: Speed, cores: int, profile: Profile) -> float:
    """Seconds that work will take; on a cluster without the time in its queue."""
    if profile.jobs is None or profile.batch_cpu_s is None:
        return machine.elapsed_s(cpu_s, cores)
    return max(machine.wall_s(cpu_s, profile.jobs), min(cpu_s, profile.batch_cpu_s))


def show_outdated(console: Console, plans: Sequence[StudyPlan], ns: Simulator, cores: int) -> None:
    """Name the studies that lack no run, and whose results are not made of them as they are."""
    whole = [entry for entry in plans if not entry.missing]
    names = [entry.study.name for entry in whole if _is_outdated(entry, ns)]
    if names:
        seconds = speed(cores, probe=False).elapsed_s(results_cpu_s(len(names)), cores)
        what = "databases and pages" if names[1:] else "database and page"
        console.print(
            f"No runs, but {what} are out of date: {', '.join(names)} (about {duration(seconds)}).",
            markup=False,
        )
    elif len(whole) == len(plans):
        console.print("Nothing to do: runs, databases and pages of these studies are up to date.")


def _is_outdated(entry: StudyPlan, ns: Simulator) -> bool:
    try:
        return not is_up_to_date(entry, ns, paths.RESULTS)
    except ConfigError:
        return True  # a file of its is missing, which has been said


def notes_on_published(study: str) -> Iterator[str]:
    """That a study has no file of what is printed yet: its runs can be planned without."""
    try:
        inputs_of_published(study)
    except ConfigError as error:
        yield f"note: {error}"
