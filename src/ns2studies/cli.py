"""The command line behind ``./reproduce``."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from ns2studies import commands, layout
from ns2studies.config.validation import nearest
from ns2studies.errors import StudyError
from ns2studies.profiles import LOCAL
from ns2studies.studies.registry import DEFINITIONS, available
from nstrace.errors import NstraceError

HELP = layout.ROOT / "environment" / "help.txt"
"""The text of ``./reproduce --help``; the shell script shows it before anything is set up."""


class _Parser(argparse.ArgumentParser):
    def format_help(self) -> str:
        return HELP.read_text(encoding="utf-8")

    def error(self, message: str) -> NoReturn:
        raise StudyError(message, "See ./reproduce --help.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="./reproduce")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--scale", choices=("quick", "full"))
    parser.add_argument("--cores", type=_cores, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--profile", default=LOCAL)
    parser.add_argument("--ns2-source", type=Path, dest="source")
    return parser


def _cores(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number of cores, found {text!r}")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if words[:1] == ["ns"]:
            return commands.run_ns(words[1:])
        return _dispatch(_parser().parse_args(words))
    except NstraceError as error:
        print(f"\nreproduce: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            "\nreproduce: stopped. Finished runs are kept; the same command goes on from there.",
            file=sys.stderr,
        )
        return 130


def _dispatch(options: argparse.Namespace) -> int:
    words = list(options.words)
    command = words.pop(0) if words and words[0] in _COMMANDS else "run"
    if command in ("verify", "agents", "test-simulator"):
        return _COMMANDS[command](words, options)
    return _COMMANDS[command](_studies(words, options), options)


def _studies(words: list[str], options: argparse.Namespace) -> list[str]:
    """The studies that are named, or all; ``quick`` and ``full`` among the words set the scale."""
    names = []
    for word in words:
        if word in ("quick", "full"):
            if options.scale not in (None, word):
                raise StudyError(f"both {word} and --scale {options.scale} are asked for")
            options.scale = word
        elif word in DEFINITIONS:
            names.append(word)
        else:
            known = [*DEFINITIONS, "quick", "full", "test", "ns", *_COMMANDS]
            raise StudyError(f"unknown command or study {word!r}", nearest(word, known))
    options.scale = options.scale or "quick"
    return sorted(set(names)) or available()


_COMMANDS = {
    "run": commands.run,
    "plan": commands.plan,
    "archive": commands.archive,
    "verify": commands.verify,
    "schema": commands.schema,
    "agents": commands.build_agents,
    "test-simulator": commands.check_simulator,
}
