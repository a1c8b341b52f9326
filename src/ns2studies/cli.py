"""The command line behind ``./reproduce``.

Commands are named here and imported when they are called, so that none waits for what others need.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from importlib import import_module
from pathlib import Path

from ns2studies import paths
from ns2studies.command_parser import CommandParser, cores
from ns2studies.errors import StudyError
from ns2studies.processes import LAST_PATIENCE_S, Stopped, end_descendants, signals_come_first
from ns2studies.scales import SCALES
from nstrace.ending import end
from nstrace.errors import NstraceError

HELP = paths.ROOT / "environment" / "help.txt"
"""The text of ``./reproduce --help``; the shell script shows it before anything is set up. The
folder of the same name has those of single commands."""


_KEPT = "Finished runs are kept; the same command goes on from there."


_HINT_OF_ORDER = "./reproduce COMMAND, then studies and a scale, in any order."


class _Takes(Enum):
    """What the words after a command are."""

    STUDIES = auto()
    """Names of studies and scales, and options."""
    WORDS = auto()
    """Something else, and options."""
    ALL = auto()
    """Whatever the program takes that the command calls."""


@dataclass(frozen=True)
class _Command:
    """Where the function of a command is, below this package, and what it is given."""

    module: str
    function: str
    takes: _Takes = _Takes.STUDIES

    @property
    def call(self) -> Callable[..., int]:
        """The function, which returns an exit status."""
        function: Callable[..., int] = getattr(
            import_module(f"ns2studies.{self.module}"), self.function
        )
        return function


_COMMANDS = {
    "run": _Command("commands", "run"),
    "plan": _Command("commands", "plan"),
    "archive": _Command("commands", "archive"),
    "reference": _Command("commands", "reference"),
    "check": _Command("commands", "check", _Takes.WORDS),
    "verify": _Command("archive.verifying", "verify", _Takes.WORDS),
    "schema": _Command("commands", "schema"),
    "scenario": _Command("scenario_file", "write", _Takes.ALL),
    "agents": _Command("commands", "build_agents", _Takes.WORDS),
    "test-simulator": _Command("commands", "check_simulator", _Takes.WORDS),
    "why": _Command("why", "why", _Takes.ALL),
    "compare": _Command("comparing.command", "compare", _Takes.ALL),
    "sql": _Command("shell", "sql", _Takes.ALL),
    "ns": _Command("commands", "run_ns", _Takes.ALL),
}


class _Parser(CommandParser):
    def format_help(self) -> str:
        return HELP.read_text(encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser()
    parser.add_argument("words", nargs="*")
    parser.add_argument("--scale", choices=SCALES)
    parser.add_argument("--cores", type=cores, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--profile")
    parser.add_argument("--renderer", choices=("auto", "quarto", "built-in"), default="auto")
    parser.add_argument("--runs", action="store_true")
    parser.add_argument("--repair", action="store_true")
    parser.add_argument("--ns2-source", type=Path, dest="source")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with signals_come_first():
            status = _called(words)
            # Here rather than at exit: that a disk is full can still be told, and that a reader is
            # gone be handled.
            sys.stdout.flush()
            return status
    except (NstraceError, OSError) as error:
        return end("\nreproduce", error)
    except Stopped as stopped:
        end_descendants(LAST_PATIENCE_S)
        # The terminal may be gone that the signal came from.
        with suppress(OSError):
            print(f"\nreproduce: stopped. {_KEPT}", file=sys.stderr)
        return stopped.status


def _called(words: list[str]) -> int:
    command = _COMMANDS.get(words[0]) if words else None
    if help_file := _help_asked_for(words):
        print(help_file.read_text(encoding="utf-8"), end="")
        return 0
    if command and command.takes is _Takes.ALL:
        return command.call(words[1:])
    return _dispatch(_parser().parse_intermixed_args(words))


def _help_asked_for(words: Sequence[str]) -> Path | None:
    """The help of the command that the first word names, if it is asked for and has one."""
    file = HELP.with_suffix("") / f"{words[0]}.txt" if words and words[0] in _COMMANDS else None
    if not file or not file.is_file():
        return None
    # Later words may be for the program that the command calls.
    own = words[1:2] if _COMMANDS[words[0]].takes is _Takes.ALL else words
    return file if {"-h", "--help"} & set(own) else None


def _dispatch(options: argparse.Namespace) -> int:
    words = list(options.words)
    name = words.pop(0) if words and words[0] in _COMMANDS else "run"
    command = _COMMANDS[name]
    if command.takes is _Takes.ALL:
        raise StudyError(f"{name} must be the first word", "Options before it are not for it.")
    if options.runs and name != "plan":
        raise StudyError("--runs goes with plan", "See ./reproduce --help.")
    if options.repair and name != "check":
        raise StudyError("--repair goes with check", "See ./reproduce --help.")
    if command.takes is _Takes.WORDS:
        return command.call(words, options)
    return command.call(_studies(words, options), options)


def _studies(words: list[str], options: argparse.Namespace) -> list[str]:
    """The studies that are named; a scale among the words sets it."""
    from ns2studies.nearest import nearest
    from ns2studies.studies.rooms import known

    names, studies = [], known()
    for word in words:
        if word in SCALES:
            if options.scale not in (None, word):
                raise StudyError(f"both {word} and --scale {options.scale} are asked for")
            options.scale = word
        elif word in studies:
            names.append(word)
        else:
            if word in (*_COMMANDS, "test"):
                raise StudyError(
                    f"{word!r} is a command: it comes first, and there is one", _HINT_OF_ORDER
                )
            words_known = [*studies, *SCALES, "test", *_COMMANDS]
            raise StudyError(f"unknown command or study {word!r}", nearest(word, words_known))
    return sorted(set(names))
