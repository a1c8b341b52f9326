"""Compare everything stored with its digest: runs, measures, databases, pages and archives.

Each damaged or missing file is named. With --repair, damaged files are discarded and made again.
"""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ns2studies.cli.arguments import add_running

if TYPE_CHECKING:
    from pathlib import Path

    from ns2studies.config.scenarios import Scale
    from ns2studies.workflow.integrity import Finding

EXAMPLES = """\
examples:
  ./reproduce check                    list damaged files
  ./reproduce check --repair           make damaged files again
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    parser.add_argument("--repair", action="store_true", help="make damaged files again")
    add_running(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return its exit status.

    Raises:
        ResultError: if something is damaged, and not to be repaired.
    """
    from ns2studies.basics import paths
    from ns2studies.basics.checkout import alone
    from ns2studies.basics.errors import ResultError
    from ns2studies.basics.wording import counted
    from ns2studies.workflow import integrity
    from ns2studies.workflow.preflight import require_places
    from ns2studies.workflow.progress import Progress
    from nstrace.consoles import OutputConsole

    console = OutputConsole(highlight=False, soft_wrap=True)
    require_places()
    with alone():
        with Progress("checking", console.file) as progress:
            findings = integrity.check_all(paths.RESULTS, progress.at)
        for finding in findings:
            console.print(finding.problem, markup=False)
        if not findings:
            console.print("All results match their stored digests.")
            return 0
        if not arguments.repair:
            raise ResultError(
                f"{counted(len(findings), 'problem')} in {paths.RESULTS}",
                "./reproduce check --repair discards damaged files and makes them again.",
            )
        scales = integrity.scales_to_repair(paths.RESULTS)
        experiments = integrity.experiments_to_repair(paths.RESULTS)
        integrity.discard(findings)
    return _repair(findings, scales, experiments, arguments)


def _repair(
    findings: "Sequence[Finding]",
    scales: "dict[str, Scale]",
    experiments: "Sequence[Path]",
    arguments: argparse.Namespace,
) -> int:
    """Make discarded files again; name those that can't be made again."""
    from ns2studies.cli.run import bring_up_to_date
    from ns2studies.experiments.model import read_experiment

    left = [finding for finding in findings if not finding.is_made_again]
    for finding in left:
        print(f"Not repaired: {finding.problem}")
    if not scales and not experiments:
        print("There are no results to make again.")
        return int(bool(left))
    files = [read_experiment(file) for file in experiments]
    status = bring_up_to_date(scales, arguments, experiments=files)
    return status or int(bool(left))
