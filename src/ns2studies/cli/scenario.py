"""Write one scenario of a study as a self-contained Tcl script for ns.

The script contains the parameters as data, the files of the scenario library that the study uses,
and its procedure. Comments at its top name the required ns and explain how to run it. Its trace is
that of the study's own run, byte for byte.
"""

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ns2studies.basics.errors import StudyError
from nstrace.files import require_place, write_text_whole

if TYPE_CHECKING:
    from ns2studies.runs.standalone import StandaloneRun

EXAMPLES: Final = """\
examples:
  ./reproduce scenario mpls/losses/newreno/2
  ./reproduce scenario ceas/failure/false/reno/20 --seed 3 -o my.tcl
  ./reproduce ns my.tcl traces"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Define the arguments of the command."""
    parser.add_argument(
        "name", metavar="STUDY/SCENARIO",
        help="as listed by ./reproduce plan STUDY --runs, and in the column scenario of results",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=_seed, default=1, metavar="N", help="the replication (default: 1)"
    )
    parser.add_argument(
        "-o", dest="file", type=Path, metavar="FILE",
        help="the script, which must not exist yet (default: standard output)",
    )  # fmt: skip


def _seed(text: str) -> int:
    from ns2studies.config.study import LARGEST

    if not re.fullmatch("[0-9]{1,10}", text) or not 1 <= int(text) <= LARGEST:
        raise argparse.ArgumentTypeError(
            f"expected a number from 1 to {LARGEST}, found {text[:20]!r}"
        )
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Write or print the script of a scenario.

    Raises:
        StudyError: if there is no such scenario, or the file exists.
    """
    from ns2studies.runs.standalone import script_text
    from ns2studies.workflow.find_scenario import find

    scenario = find(arguments.name, arguments.seed)
    text = script_text(scenario)
    if arguments.file is None:
        _print(text)
    else:
        if os.path.lexists(arguments.file):
            raise StudyError(f"{arguments.file} exists", "Remove it, or name another file.")
        write_text_whole(require_place(arguments.file), text)
    for line in _missing_libraries(scenario):
        print(line, file=sys.stderr)
    return 0


def _print(text: str) -> None:
    """Print in UTF-8 whatever the terminal's encoding; ignore a reader that stops early."""
    try:
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _missing_libraries(scenario: "StandaloneRun") -> list[str]:
    entries = scenario.parameters.get("agents", [])
    return [
        f"note: the library of the agent {agent.name} is not compiled yet: "
        f"./reproduce agents {agent.name}"
        for agent, entry in zip(scenario.agents, entries, strict=True)
        if not Path(entry["file"]).is_file()
    ]
