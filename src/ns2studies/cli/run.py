"""Build what is missing, run what has not been run, and render the pages of studies.

Afterwards the printed values and claims that our results confirm are counted, and the runs are
compared with the reference.
"""

import argparse
from collections.abc import Mapping

from ns2studies.cli.arguments import add_running, add_studies, studies_and_scale
from ns2studies.config.scenarios import QUICK, Scale

EXAMPLES = """\
examples:
  ./reproduce                          everything that exists, at quick scale
  ./reproduce full mpls                one study at full scale
  ./reproduce decide ceas              quick scale, and more runs until claims are decided
  ./reproduce full --profile slurm     everything, on a cluster
  ./reproduce --renderer quarto        pages by Quarto, which is installed if need be
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add_studies(parser)
    add_running(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from ns2studies.config.study_files import available

    studies, scale = studies_and_scale(arguments)
    return bring_up_to_date(dict.fromkeys(studies or available(), scale or QUICK), arguments)


def bring_up_to_date(scales: Mapping[str, Scale], arguments: argparse.Namespace) -> int:
    """Make the results of some studies, and show what came of them; return an exit status.

    Args:
        scales: the studies, with the scale of each.
        arguments: those of :func:`ns2studies.cli.arguments.add_running`.
    """
    from ns2studies.workflow.snakemake import run_snakemake

    status = run_snakemake(scales, arguments)
    if status == 0:
        show_outcome(sorted(scales))
    return status


def show_outcome(studies: list[str]) -> None:
    """Print what came of the printed values and claims of some studies."""
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
