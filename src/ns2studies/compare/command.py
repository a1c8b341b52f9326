"""``./reproduce compare``: what differs between two sets of results."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ns2studies.basics import paths
from ns2studies.basics.command_parser import CommandParser, cores
from ns2studies.compare.differences import StudyDifferences, common_studies, compare_study
from ns2studies.compare.naming import (
    PREVIOUS,
    REFERENCE,
    ComparisonRequest,
    comparison_request,
    opened_sets,
)
from ns2studies.compare.page import write_page
from ns2studies.compare.previous import Previous
from ns2studies.compare.sets import ResultSet
from ns2studies.compare.terminal import show
from nstrace.consoles import OutputConsole
from nstrace.files import known_suffix, require_place

_HELP: Final = """\
Tell what differs between two sets of results: parameters, verdicts, and measures that moved beyond
their 95 % intervals. A and B are each one of
  current      the results that are here (B, if you name none)
  previous     what they were before the last command that made any of them, or a page
  reference    what full scale gave (data/reference; A, if it is there and you name none)
  ARCHIVE.zip  an archive of ./reproduce archive
  REVISION     what git calls a commit: HEAD, a tag, a branch, 1bef944. Its results are made in
               build/revisions, by its own code, out of the runs that the store has.
Names of studies restrict the comparison to these; previous then is what each of them was before it
last changed."""

_EXAMPLES: Final = """\
examples:
  ./reproduce compare previous          what did my last edit do?
  ./reproduce compare HEAD mpls         the same of edits that git knows nothing of yet
  ./reproduce compare v1.0 HEAD --run   two revisions, with the runs that are missing
  ./reproduce compare old.zip -o difference.html"""


PAGE = paths.RESULTS / "compare.html"
"""Where the page goes unless told otherwise: the folder is there if there are any results."""


def _parser() -> argparse.ArgumentParser:
    parser = CommandParser("compare", _HELP, _EXAMPLES)
    parser.add_argument("words", nargs="*", metavar="A, B, STUDY", help="in any number, see above")
    parser.add_argument("--run", action="store_true", help="make runs that a revision lacks")
    parser.add_argument(
        "--cores", type=cores, default=len(os.sched_getaffinity(0)), metavar="N",
        help="cores to make them with (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "-o", dest="page", type=Path, default=PAGE, metavar="FILE.html",
        help="the page (default: results/compare.html)",
    )  # fmt: skip
    return parser


def compare(arguments: Sequence[str]) -> int:
    """Print a comparison and write its page.

    Raises:
        StudyError: if the words name no two sets of results, or these have nothing in common.
    """
    options = _parser().parse_args(arguments)
    known_suffix(options.page, [".html"])
    if options.page != PAGE:
        require_place(options.page)
    request = comparison_request(options.words, options.run, options.cores)
    console = OutputConsole(highlight=False, soft_wrap=True)
    with opened_sets(request, lambda line: print(line, file=sys.stderr)) as sets:
        found, notes = differences(request, sets)
        show(console, sets, found, notes)
        write_page(options.page, sets, found, notes)
    console.print(f"\nPage: {options.page}", markup=False)
    if not options.words and request.set_names[0] == REFERENCE:
        console.print("What the last command changed: ./reproduce compare previous")
    return 0


def differences(
    request: ComparisonRequest, sets: tuple[ResultSet, ResultSet]
) -> tuple[list[StudyDifferences], list[str]]:
    """What differs in each study, and sentences on what was not compared."""
    studies, notes = common_studies(*sets, request.studies)
    if PREVIOUS in request.set_names and not request.studies:
        notes += _notes_on_previous(sets)
    return [compare_study(*sets, study) for study in studies], notes


def _notes_on_previous(sets: Sequence[ResultSet]) -> list[str]:
    # Both sets may be the previous one.
    named = (name for it in sets if isinstance(it, Previous) for name in it.untouched())
    untouched = list(dict.fromkeys(named))
    if not untouched:
        return []
    return [
        f"the last command that made anything left these as they were: {', '.join(untouched)}. "
        "With the name of a study, previous is what that one was before it last changed."
    ]
