"""Build what is missing, run what has not been run, and render the pages.

Arguments are studies, a scale, or folders of experiments with an experiment.yaml
(docs/experiments.md). At its end, a run of studies prints how many published values and claims the
results confirm, and how many runs equal those of the reference.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ns2studies.cli.arguments import (
    ASKED_FROM,
    add_experiments,
    add_running,
    add_studies,
    experiments_in,
    studies_and_scale,
)
from ns2studies.config.scenarios import QUICK, Scale

if TYPE_CHECKING:
    from ns2studies.experiments.model import ExperimentFile

EXAMPLES = """\
examples:
  ./reproduce                          every study, at quick scale
  ./reproduce full mpls                one study at full scale
  ./reproduce decide ceas              quick scale, and more runs until claims are decided
  ./reproduce run experiments/queue    an experiment of your own
  ./reproduce full --profile slurm     everything, on a cluster
  ./reproduce --renderer quarto        render pages with Quarto; installs it first if necessary
"""

_MOST_NOTES = 6
"""Maximum number of printed notes on an experiment's runs; its page lists all."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add_studies(parser)
    add_running(parser)
    add_experiments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from ns2studies.config.study_files import available

    experiments = experiments_in(arguments)
    studies, scale = studies_and_scale(arguments)
    for file in experiments:
        _ask(file, arguments.yes)
    named = studies or ([] if experiments else available())
    scales = dict.fromkeys(named, scale or QUICK)
    return bring_up_to_date(scales, arguments, experiments=experiments)


def bring_up_to_date(
    scales: Mapping[str, Scale],
    arguments: argparse.Namespace,
    experiments: "Sequence[ExperimentFile]" = (),
) -> int:
    """Make the results of studies and experiments, and print their outcomes.

    Args:
        scales: the studies, with the scale of each.
        arguments: those of :func:`ns2studies.cli.arguments.add_running`.
        experiments: the experiments.

    Returns:
        An exit status.
    """
    from ns2studies.workflow.snakemake import run_snakemake

    status = run_snakemake(scales, arguments, (), [file.path for file in experiments])
    if status == 0 and scales:
        show_outcome(sorted(scales))
    if status == 0:
        for file in experiments:
            _show_experiment(file)
    return status


def show_outcome(studies: list[str]) -> None:
    """Print the outcomes of the published values and claims of some studies."""
    from ns2studies.basics import paths
    from ns2studies.cli import summary
    from ns2studies.cli.summary import notes_on_values
    from ns2studies.database.metadata import opened
    from nstrace.consoles import OutputConsole

    console = OutputConsole(highlight=False, soft_wrap=True)
    with opened(paths.RESULTS / "results.duckdb") as connection:
        for line in notes_on_values(connection, studies):
            console.print(line, markup=False)
        summary.show(console, connection, paths.RESULTS, studies)


def _show_experiment(file: "ExperimentFile") -> None:
    """Print the notes on an experiment's runs, and the path of its page."""
    from ns2studies.basics import paths
    from ns2studies.basics.wording import counted
    from ns2studies.database.metadata import opened
    from nstrace.consoles import OutputConsole

    console = OutputConsole(highlight=False, soft_wrap=True)
    with opened(paths.experiment_database(paths.RESULTS, file.key)) as connection:
        notes = connection.table("notes").order("runs DESC, note").fetchall()
    for note, runs in notes[:_MOST_NOTES]:
        console.print(f"note: {note} ({counted(runs, 'run')})", markup=False)
    if len(notes) > _MOST_NOTES:
        console.print(f"{counted(len(notes) - _MOST_NOTES, 'more note')} on the page")
    page = paths.experiment_page(paths.RESULTS, file.key)
    console.print(f"{file.path.parent.name}: {page}", markup=False)


def _ask(file: "ExperimentFile", yes: bool) -> None:
    """Require confirmation by the user before a large experiment is run.

    Raises:
        StudyError: if the standard input is not a terminal, or the answer is no.
    """
    from ns2studies.basics.errors import StudyError
    from ns2studies.experiments.grid import point_count, run_count

    runs = run_count(file.experiment)
    if yes or runs <= ASKED_FROM:
        return
    points = point_count(file.experiment)
    what = f"{file.path}: {runs:,} runs of {points:,} points"
    if sys.stdin.isatty():
        print(f"{what}. Run them? [y/N] ", end="", flush=True)
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return
    raise StudyError(what, "Use --yes to run them without asking, or fewer values or seeds.")
