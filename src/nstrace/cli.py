"""The command ``nstrace``."""

import argparse
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from nstrace import __version__
from nstrace.arguments import Command
from nstrace.commands import COMMANDS
from nstrace.ending import end, interrupted, interrupts_come_first
from nstrace.errors import NoKnownLineError, NstraceError
from nstrace.files import full_disk_named
from nstrace.packed import start_of_input, what_it_is
from nstrace.scratch import sweep_beside
from nstrace.streams import fill_closed_streams, show_any_text

_DESCRIPTION: Final = """\
Read any ns-2 trace into typed tables: convert it to Parquet, Arrow or DuckDB and back, query it
with SQL, compute metrics.

Reads wired (plain, TCP and SCTP columns), tagged, wireless (old, new), nam, queue, traced-variable,
MPLS/LDP and link-event lines, in any mixture; plain or compressed (gzip, zstd, xz); "-" is
standard input. Every line becomes a row of a typed table or a row of "rejects".
"""

_EXAMPLES: Final = """\
examples:
  nstrace summary wired.tr
  nstrace summary wireless.tr
  nstrace metrics --metric delivery_ratio --metric routing_load wireless.tr
  nstrace sql "SELECT event, count(*) FROM packets GROUP BY event" out.nam
  nstrace schema wireless
  nstrace convert out.tr -o out.parquet
  nstrace export --format tr out.parquet -o again.tr
  nstrace sql "SELECT flow, count(*) FROM packets WHERE event = 'd' GROUP BY flow" out.tr
  ns scenario.tcl | nstrace convert - -o out.parquet
  nstrace COMMAND --help   shows more
"""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    closed = fill_closed_streams()
    show_any_text()
    arguments = _parser().parse_args(words)
    arguments.start_of_input = b""
    try:
        with interrupts_come_first():
            return _run(arguments, closed)
    except NstraceError as error:
        return end("nstrace", _explained(arguments, error))
    except OSError as error:
        return end("nstrace", error)
    except KeyboardInterrupt:
        return interrupted("nstrace")


def _run(arguments: argparse.Namespace, closed: Collection[str]) -> int:
    """Run the requested command and return its exit status.

    Args:
        closed: the names of the standard streams that are closed.
    """
    if times := _reads_standard_input(arguments):
        if times > 1:
            raise NstraceError("-: standard input can be read only once")
        if "stdin" in closed:
            raise NstraceError(
                "standard input is closed", "Pipe a trace to it, or pass a file name instead of -."
            )
        arguments.start_of_input = start_of_input()
    output = getattr(arguments, "output", None)
    if output:
        sweep_beside(Path(output))
    command: Command = arguments.command
    with full_disk_named(Path(output or "standard output")):
        status = command.run(arguments)
        sys.stdout.flush()
        return status


def _explained(arguments: argparse.Namespace, error: NstraceError) -> NstraceError:
    """Return the error, or a better one if a file without known lines has a recognized type."""
    if isinstance(error, NoKnownLineError):
        start = arguments.start_of_input
        for name in getattr(arguments, "files", None) or [getattr(arguments, "trace", "")]:
            if str(error).startswith(f"{name}: ") and (found := what_it_is(name, start)):
                return NstraceError(f"{name}: no line of a known kind: {found[0]}", found[1])
    return error


def _reads_standard_input(arguments: argparse.Namespace) -> int:
    """Return how often standard input is given as a trace."""
    # "-" may occur in other arguments, such as --output.
    return [getattr(arguments, "trace", None), *getattr(arguments, "files", [])].count("-")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="nstrace",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"nstrace {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        _add(commands, command)
    return parser


def _add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", command: Command) -> None:
    parser = commands.add_parser(
        command.name,
        help=command.title,
        description=command.description,
        epilog="examples:\n" + "\n".join(f"  {line}" for line in command.examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    parser.set_defaults(command=command)
