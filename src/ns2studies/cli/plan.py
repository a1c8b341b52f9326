"""Show what ./reproduce would do with the same arguments, and run nothing.

It lists the runs that each study or experiment lacks and why, their CPU time and disk space, how
long they take on this machine, and the databases and pages that are out of date without a missing
run. For sets that run until they are precise, it shows the next round (docs/precision.md).
"""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ns2studies.cli.arguments import (
    add_running,
    add_studies,
    experiments_in,
    require_source,
    studies_and_scale,
)
from ns2studies.config.scenarios import QUICK

if TYPE_CHECKING:
    from ns2studies.config.registry import Study
    from ns2studies.report.renderers.choice import RendererChoice
    from ns2studies.simulator.build import Simulator
    from ns2studies.workflow.experiment_plan import AnyPlan
    from ns2studies.workflow.forecast_report import Machine

EXAMPLES = """\
examples:
  ./reproduce plan                     what the next ./reproduce would do
  ./reproduce plan full recovery       how long full scale would take
  ./reproduce plan mpls --runs         which runs an edit of config/mpls.yaml affects
  ./reproduce plan experiments/queue   what an experiment of your own lacks
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add_studies(parser)
    add_running(parser)
    parser.add_argument("--runs", action="store_true", help="list every run")


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from rich.console import Console

    from ns2studies.config.registry import load_study
    from ns2studies.config.study_files import available
    from ns2studies.simulator.build import simulator
    from ns2studies.workflow.forecast_report import Machine, missing_lines, show_build, show_plans
    from ns2studies.workflow.planned import plans_of, plans_of_experiments
    from ns2studies.workflow.profiles import load_profile
    from nstrace.consoles import OutputConsole

    experiments = experiments_in(arguments)
    names, scale = studies_and_scale(arguments)
    if not names and not experiments:
        names = available()
    profile = load_profile(arguments.profile)
    require_source(arguments.source)
    console: Console = OutputConsole(highlight=False, soft_wrap=True)
    studies = [load_study(name, scale or QUICK) for name in names]
    for remark in (remark for study in studies for remark in study.remarks):
        console.print(f"note: {remark}", markup=False)
    built = simulator()
    if not built:
        show_build(console, arguments.cores)
    ns_sha256 = built.ns_sha256 if built else "not built yet"
    plans: list[AnyPlan] = [
        *plans_of(studies, ns_sha256),
        *plans_of_experiments(experiments, ns_sha256),
    ]
    for study in studies:
        for line in _notes_on_published(study):
            console.print(line, markup=False)
    for plan in plans:
        for line in missing_lines(plan, arguments.runs):
            console.print(line, markup=False)
    if not arguments.runs and any(plan.missing for plan in plans):
        console.print("To list each of these runs: --runs")
    machine = Machine(arguments.cores, profile.jobs, profile.batch_cpu_s)
    show_plans(console, plans, machine)
    if built and not any(plan.missing for plan in plans):
        console.print(_outdated(plans, built, machine, arguments.renderer), markup=False)
    return 0


def _outdated(
    plans: "Sequence[AnyPlan]", built: "Simulator", machine: "Machine", renderer: "RendererChoice"
) -> str:
    """Return a sentence on the databases and pages that are out of date without a missing run."""
    from ns2studies.basics.errors import ConfigError
    from ns2studies.report.renderers.choice import choose
    from ns2studies.workflow.planned import planned_of

    try:
        planned = planned_of(plans, built, choose(renderer), machine)
    except ConfigError:
        return ""  # a missing file has already been reported
    if planned.states:
        return f"No runs, but out of date or missing: {', '.join(sorted(planned.states))}."
    return "Nothing to do: runs, databases and pages are up to date."


def _notes_on_published(study: "Study") -> list[str]:
    """Return a note if published values have no counterpart, or don't exist yet.

    Runs can be planned without them.
    """
    from ns2studies.basics.errors import ConfigError
    from ns2studies.evaluation.published import without_scenario
    from ns2studies.evaluation.stage_digests import inputs_of_published

    try:
        inputs_of_published(study.name)
    except ConfigError as error:
        return [f"note: {error}"]
    absent = without_scenario(study.name, study.labels)
    return [f"note: {absent}"] if absent else []
