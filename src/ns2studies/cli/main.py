"""Find the command that the arguments of ``./reproduce`` name, and run it."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import Final, NoReturn

from ns2studies.basics.errors import StudyError
from ns2studies.basics.processes import (
    LAST_PATIENCE_S,
    Stopped,
    end_descendants,
    signals_come_first,
)
from nstrace.ending import end
from nstrace.errors import NstraceError

RUN: Final = "run"
"""Default command, for arguments that don't begin with a command."""

COMMANDS: Final = {
    RUN: "run what is missing and render the pages",
    "plan": "show what would run, why, and how long it would take",
    "new": "write the file of an experiment for a script of your own",
    "sql": "query the results, or open DuckDB's shell",
    "explain": "show how a value, a verdict or a figure was computed",
    "compare": "show what differs between two sets of results",
    "reference": "make results at full scale the reference",
    "archive": "pack pages, data, configuration and provenance into one file",
    "verify": "check an archive against its own metadata",
    "check": "check all results against their stored digests",
    "scenario": "write a scenario as one Tcl script",
    "ns": "run our ns on a script of your own",
    "agents": "compile the TCPs in ns2-patches/agents",
    "test-simulator": "compare our ns with the stock one on ns-2's own test suite",
    "schema": "write the JSON schemas of the configuration files",
    "references": "write docs/reference from the code",
    "version": "print version, commit, simulator and packages (--version)",
}
"""All commands and their summaries, in the order of the help.

``test`` and ``nstrace`` are commands of the shell script.
"""

ALIASES: Final = {"why": "explain", "--version": "version"}
"""Other names of commands: a former name, and the usual option."""

_KEPT: Final = "Finished runs are kept; run the same command to continue."

_OVERVIEW: Final = """\
Rebuild published TCP studies on ns-2: simulator, runs, results and reports.

usage: ./reproduce [quick|full|decide] [STUDY ...] [options]
       ./reproduce run EXPERIMENT      runs of your own script (docs/experiments.md)
       ./reproduce COMMAND ...
       ./reproduce COMMAND --help      options and examples of a command

Without a command: set up what is missing on this machine, build ns-2, run what has not been run,
and render the pages. Called again, it updates only what an edit has changed.

studies: {studies}

commands
{commands}
  test                 run the tests (arguments go to pytest)
  nstrace              read, convert and query any ns-2 trace

options and examples of a run
"""


class CommandParser(argparse.ArgumentParser):
    """The parser of a command, which reports invalid arguments as ``StudyError``."""

    def error(self, message: str) -> NoReturn:
        """Raise the error with a hint at the command's help.

        Raises:
            StudyError: always.
        """
        raise StudyError(message, f"See {self.prog} --help.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with signals_come_first():
            # Flushed here rather than at exit, where a full disk or a closed pipe can't be handled.
            try:
                status = _run(words)
            except SystemExit:  # argparse has printed a help
                sys.stdout.flush()
                raise
            sys.stdout.flush()
            return status
    except (NstraceError, OSError) as error:
        return end("\nreproduce", error)
    except Stopped as stopped:
        end_descendants(LAST_PATIENCE_S)
        # The terminal that sent the signal may be gone.
        with suppress(OSError):
            print(f"\nreproduce: stopped. {_KEPT}", file=sys.stderr)
        return stopped.status


def _run(words: list[str]) -> int:
    if words[:1] in (["-h"], ["--help"], ["help"]):
        print(overview(), end="")
        return 0
    first = ALIASES.get(words[0], words[0]) if words else ""
    name = first if first in COMMANDS else RUN
    module = command(name)
    parser = parser_of(name, module)
    own = words[1:] if first == name else words
    try:
        parsed = parser.parse_intermixed_args(own)
    except TypeError:  # the command passes all words on to another program
        parsed = parser.parse_args(own)
    status: int = module.run(parsed)
    return status


def command(name: str) -> ModuleType:
    """Import the module of a command."""
    return import_module(f"ns2studies.cli.{name.replace('-', '_')}")


def parser_of(name: str, module: ModuleType) -> CommandParser:
    """Return the parser of a command."""
    parser = CommandParser(
        prog="./reproduce" if name == RUN else f"./reproduce {name}",
        description=module.__doc__,
        epilog=module.EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    return parser


def overview() -> str:
    """Return the text of ``./reproduce --help``."""
    from ns2studies.config.study_files import known

    lines = [f"  {name:<20} {text}" for name, text in COMMANDS.items() if name != RUN]
    options = parser_of(RUN, command(RUN)).format_help()
    head = _OVERVIEW.format(studies=", ".join(known()), commands="\n".join(lines))
    return head + options[options.index("positional") :]
