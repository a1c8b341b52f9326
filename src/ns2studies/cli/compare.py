"""Show what differs between two sets of results.

Compares parameters, verdicts and measures, and lists the measures that moved beyond their 95 %
intervals. A and B are each one of

  current      the results of this checkout (the default for B)
  previous     the results before the last command that changed any of them, or a page
  reference    the results at full scale in data/reference (the default for A if it exists)
  ARCHIVE.zip  an archive made by ./reproduce archive
  REVISION     a commit as git names it: HEAD, a tag, a branch, 1bef944; its results are made in
               build/revisions by its own code, which runs only what the store lacks

Names of studies restrict the comparison to these studies. "previous" is then the results of each
study before they last changed. Folders of experiments are compared instead of studies.
"""

import argparse
import os
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.cli.arguments import cores, experiments_in, is_experiment

EXAMPLES: Final = """\
examples:
  ./reproduce compare previous          the effect of the last edit
  ./reproduce compare HEAD mpls         the effect of uncommitted edits on one study
  ./reproduce compare v1.0 HEAD         two revisions
  ./reproduce compare experiments/queue the effect of the last edit of an experiment
  ./reproduce compare old.zip -o difference.html"""

PAGE: Final = paths.comparison(paths.RESULTS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of the command."""
    parser.add_argument(
        "words", nargs="*", metavar="A, B, STUDY, EXPERIMENT", help="in any order, see above"
    )
    parser.add_argument(
        "--cores", type=cores, default=len(os.sched_getaffinity(0)), metavar="N",
        help="cores for the results of a revision (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "-o", dest="page", type=Path, default=PAGE, metavar="FILE.html",
        help="the page (default: results/compare.html)",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Print a comparison and write its page.

    Raises:
        StudyError: if the words don't name two sets of results with a common study.
    """
    from ns2studies.compare.differences import common_studies, compare_study
    from ns2studies.compare.page import write_page
    from ns2studies.compare.sources import REFERENCE, open_sets, parse_request
    from ns2studies.compare.text import show
    from nstrace.consoles import OutputConsole
    from nstrace.files import known_suffix, require_place

    known_suffix(arguments.page, [".html"])
    if arguments.page != PAGE:
        require_place(arguments.page)
    experiments = experiments_in(arguments, is_experiment)
    request = parse_request(arguments.words, experiments)
    console = OutputConsole(highlight=False, soft_wrap=True)
    with open_sets(request, arguments.cores) as sets:
        studies, notes = common_studies(*sets, request.studies)
        # Both sets may be the previous results.
        notes += dict.fromkeys(note for given in sets for note in given.notes)
        found = [compare_study(*sets, study) for study in studies]
        show(console, sets, found, notes)
        write_page(arguments.page, sets, found, notes)
    console.print(f"\nPage: {arguments.page}", markup=False)
    if not experiments and not arguments.words and request.sets[0] == REFERENCE:
        console.print("To see what the last command changed: ./reproduce compare previous")
    return 0
