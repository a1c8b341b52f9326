"""The command line behind ``./reproduce``.

Commands are named here and imported when they are called, so that none waits for what others need.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from ns2studies.basics import paths
from ns2studies.basics.command_parser import CommandParser, cores
from ns2studies.basics.errors import StudyError
from ns2studies.basics.processes import (
    LAST_PATIENCE_S,
    Stopped,
    end_descendants,
    signals_come_first,
)
from ns2studies.config.scenarios import SCALES
from nstrace.ending import end
from nstrace.errors import NstraceError

HELP = paths.ROOT / "environment" / "help.txt"
"""The text of ``./reproduce --help``. The folder of the same name has those of single commands; the
shell script shows all of them before anything is set up."""


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
    """Where the function of a command is, below ``ns2studies``, and what it is given."""

    module: str
    function: str
    takes: _Takes = _Takes.STUDIES
    options: Set[str] = frozenset()

    @property
    def call(self) -> Callable[..., int]:
        """The function, which returns an exit status."""
        function: Callable[..., int] = getattr(
            import_module(f"ns2studies.{self.module}"), self.function
        )
        return function


_BUILDING = frozenset(("cores", "source"))
_RUNNING = _BUILDING | {"profile", "renderer", "scale"}

_COMMANDS = {
    "run": _Command("command_line.commands", "run", options=_RUNNING),
    "plan": _Command("command_line.commands", "plan", options=_RUNNING | {"runs"}),
    "archive": _Command("command_line.commands", "archive", options=_RUNNING),
    "reference": _Command("command_line.commands", "reference", options=_RUNNING),
    "check": _Command(
        "command_line.commands", "check", _Takes.WORDS, _RUNNING - {"scale"} | {"repair"}
    ),
    "verify": _Command("archive.verifying", "verify", _Takes.WORDS),
    "schema": _Command("command_line.commands", "schema", _Takes.WORDS),
    "scenario": _Command("command_line.scenario_file", "write", _Takes.ALL),
    "agents": _Command("command_line.commands", "build_agents", _Takes.WORDS, _BUILDING),
    "test-simulator": _Command("command_line.commands", "check_simulator", _Takes.WORDS, _BUILDING),
    "why": _Command("command_line.why", "why", _Takes.ALL),
    "compare": _Command("comparing.command", "compare", _Takes.ALL),
    "sql": _Command("command_line.shell", "sql", _Takes.ALL),
    "ns": _Command("command_line.commands", "run_ns", _Takes.ALL),
}


class _Parser(CommandParser):
    def format_help(self) -> str:
        return HELP.read_text(encoding="utf-8")


_FLAGS = {"source": "--ns2-source"}
"""How options are asked for that have another name here."""


def _parser() -> argparse.ArgumentParser:
    """Finds the options that are given; :func:`_defaults` has what the others are."""
    parser = _Parser()
    parser.add_argument("words", nargs="*")
    given = partial(parser.add_argument, default=argparse.SUPPRESS)
    given("--scale", choices=SCALES)
    given("--cores", type=cores)
    given("--profile")
    given("--renderer", choices=("auto", "quarto", "built-in"))
    given("--runs", action="store_true")
    given("--repair", action="store_true")
    given("--ns2-source", type=Path, dest="source")
    return parser


def _defaults() -> dict[str, Any]:
    """What options are that are not given, by name."""
    return {
        "scale": None,
        "cores": len(os.sched_getaffinity(0)),
        "profile": None,
        "renderer": "auto",
        "runs": False,
        "repair": False,
        "source": None,
    }


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


def _dispatch(given: argparse.Namespace) -> int:
    words = list(given.words)
    name = words.pop(0) if words and words[0] in _COMMANDS else "run"
    command = _COMMANDS[name]
    if command.takes is _Takes.ALL:
        raise StudyError(f"{name} must be the first word", "Options before it are not for it.")
    _require_heeded(vars(given).keys() - {"words"}, name)
    options = argparse.Namespace(**{**_defaults(), **vars(given)})
    if command.takes is _Takes.WORDS:
        return command.call(words, options)
    return command.call(_studies(words, options), options)


def _require_heeded(options: Set[str], name: str) -> None:
    """Refuse options that a command would not look at.

    Raises:
        StudyError: naming the first of them.
    """
    for option in sorted(options - _COMMANDS[name].options):
        flag = _FLAGS.get(option, f"--{option}")
        heeding = [other for other, command in _COMMANDS.items() if option in command.options]
        where = f"goes with {heeding[0]}, not" if len(heeding) == 1 else "does not go"
        place = "a run" if name == "run" else name
        raise StudyError(f"{flag} {where} with {place}", "See ./reproduce --help.")


def _studies(words: list[str], options: argparse.Namespace) -> list[str]:
    """The studies that are named; a scale among the words sets it."""
    from ns2studies.basics.wording import nearest
    from ns2studies.config.study_files import known, missing_module

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
            if absent := missing_module(word):
                raise StudyError(
                    f"{absent}: no such file: {word} is no study without it",
                    "CONTRIBUTING.md, Adding a study, says what belongs to one.",
                )
            words_known = [*studies, *SCALES, "test", *_COMMANDS]
            raise StudyError(f"unknown command or study {word!r}", nearest(word, words_known))
    return sorted(set(names))
