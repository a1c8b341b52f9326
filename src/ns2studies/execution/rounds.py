"""Executing a plan, in rounds: runs, measures, and a new plan if that asks for more runs.

A study whose numbers of replications are fixed takes one call of Snakemake, up to its page.
Replication until results are precise (``precision``) or claims decided (``settling``) takes rounds
up to the measures first; that study's page is rendered once, when no scenario of it wants more
runs, and the others' don't wait for it.
"""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from rich.console import Console

from ns2studies.basics import paths
from ns2studies.basics.counting import counted
from ns2studies.basics.errors import ResultError, StudyError
from ns2studies.basics.scales import DECIDE
from ns2studies.database.metadata import made_of
from ns2studies.execution import snakemake_call
from ns2studies.execution.profiles import Profile
from ns2studies.execution.progress import StudiesProgress
from ns2studies.execution.watching import Watch
from ns2studies.planning.inputs import check_inputs
from ns2studies.planning.plan import (
    StudyPlan,
    cheapest_first,
    measured_path,
    plan_study,
)
from ns2studies.planning.plan_files import WorkflowPlan, remove_untrue_markers, workflow_plan
from ns2studies.planning.settling_report import claims_lines
from ns2studies.reporting.renderer import Renderer
from ns2studies.simulator.build import Simulator
from ns2studies.studies.registry import Study


@dataclass(frozen=True)
class ExecutionSettings:
    """With what a plan is executed, and where its progress is shown.

    Attributes:
        forecast_s: how long that is expected to take; 0 if it is not known.
        renderer: of the pages; Quarto, if it is there, if none is given.
        waiting: a Snakemake that was started before.
    """

    ns: Simulator
    cores: int
    profile: Profile
    console: Console
    forecast_s: float = 0.0
    renderer: Renderer | None = None
    waiting: snakemake_call.WaitingSnakemake | None = None


def plans_of(studies: Sequence[Study], ns_sha256: str) -> list[StudyPlan]:
    """What each study needs now.

    Raises:
        ConfigError: if results could not be made of what it has.
    """
    for study in studies:
        check_inputs(study, paths.RESULTS)
    return [plan_study(study, ns_sha256, paths.RESULTS) for study in studies]


def execute(studies: Sequence[Study], plans: list[StudyPlan], settings: ExecutionSettings) -> None:
    """Run and measure until nothing more is wanted, then make the database and the pages.

    Raises:
        StudyError: with the messages of the jobs that failed, or if there is no room.
    """
    while _undecided(plans):
        _snakemake(plans, list(chain.from_iterable(map(targets_of_round, plans))), settings)
        before = _state(plans)
        plans = plans_of(studies, settings.ns.ns_sha256)
        if _undecided(plans) and _state(plans) == before:
            raise ResultError(f"{paths.RESULTS / 'measures'}: the round's runs have no measures")
        _say_what_follows(plans, settings.console)
    pages = (f"reports/{name}.html" for name in paths.PAGES_OF_ALL)
    targets = [f"results/{name}" for name in (*pages, "results.duckdb", "provenance.json")]
    made = _snakemake(plans, [*targets, *chain.from_iterable(map(_results_of, plans))], settings)
    require_planned(made.told["studies"], paths.RESULTS)


def require_planned(studies: Mapping[str, Mapping[str, Any]], results: Path) -> None:
    """Make sure that results are those that were planned, whatever Snakemake has made of it.

    Args:
        studies: what the plan says of each, by name.

    Raises:
        ResultError: naming a database that is made of something else.
    """
    for study, planned in studies.items():
        if made_of(results, study) != planned["made_of"]:
            # Snakemake may have taken note of it as made.
            paths.index(results, study, planned["scale"]).with_suffix(".measured").unlink(
                missing_ok=True
            )
            raise ResultError(
                f"{paths.study_database(results, study)} is not made of what was planned",
                "Does a profile say dry-run, touch or the like? Without that, the same command "
                "makes it again.",
            )


def targets_of_round(plan: StudyPlan) -> list[str]:
    """What a round makes of a study: its measures if they may ask for more runs, else its page."""
    return [measured_path(plan)] if plan.undecided else _results_of(plan)


def _results_of(plan: StudyPlan) -> list[str]:
    """What is made of a study: each file that is missing is made again."""
    study = plan.study.name
    files = (f"reports/{study}.html", f"database/{study}.duckdb", f"database/{study}.json")
    return [measured_path(plan), *(f"results/{name}" for name in files)]


def _undecided(plans: Sequence[StudyPlan]) -> int:
    return sum(len(plan.undecided) for plan in plans)


def _state(plans: Sequence[StudyPlan]) -> list[tuple[int, int]]:
    """What a round must change: each scenario ends, or wants more runs than before."""
    return [(len(plan.runs), len(plan.undecided)) for plan in plans]


def _say_what_follows(plans: Sequence[StudyPlan], console: Console) -> None:
    for plan in plans:
        if plan.study.scale == DECIDE:
            for line in claims_lines(plan):
                console.print(line, markup=False)
        elif plan.undecided:
            console.print(
                f"{plan.study.name}: not yet precise: {counted(len(plan.undecided), 'scenario')}: "
                f"{len(plan.missing)} runs more",
                markup=False,
            )


def _snakemake(
    plans: Sequence[StudyPlan], targets: Sequence[str], settings: ExecutionSettings
) -> WorkflowPlan:
    """Let Snakemake make ``targets`` of some plans; returns what it was told."""
    require_room(plans)
    job_cpu_s = settings.profile.batch_cpu_s
    made = workflow_plan(
        plans, settings.ns, paths.RESULTS, settings.cores, job_cpu_s, settings.renderer
    )
    remove_untrue_markers(plans, made)
    path = made.write()
    snakemake_call.reset_future_times(made_before())
    with StudiesProgress(settings.console.file, settings.forecast_s) as progress:
        watch = Watch(cheapest_first(plans), progress)
        snakemake_call.snakemake(
            targets, {"plan": str(path)}, settings.cores, watch, settings.profile, settings.waiting
        )
    return made


def made_before() -> Iterator[Path]:
    """Outputs of earlier jobs that are inputs of others."""
    for pattern in ("*", "plan/*", "plan/listed/*", "database/*", "reports/*"):
        yield from paths.RESULTS.glob(pattern)
    yield from (paths.BUILD / "simulator").glob("*/agents/*/*.so")


def require_room(plans: Sequence[StudyPlan]) -> None:
    """Refuse to start runs that won't fit on the disk.

    Raises:
        StudyError: saying how much is needed, and how much is free.
    """
    needed = sum(entry.disk_bytes for entry in plans)
    paths.RESULTS.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(paths.RESULTS).free
    if needed > free:
        raise StudyError(
            f"{paths.RESULTS}: {needed / 1e6:.0f} MB are needed and {free / 1e6:.0f} MB are free",
            "Free some space and run the same command again; finished results are kept.",
        )
