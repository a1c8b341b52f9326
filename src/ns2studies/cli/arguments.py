"""Arguments that several commands share: studies, scale, cores, where jobs run, what renders."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ns2studies.basics.errors import StudyError
from ns2studies.config.scenarios import SCALES, Scale

_AT_MOST_FOR_EACH: Final = 4
_AT_LEAST_ALLOWED: Final = 64
"""Jobs may be more than the cores, to try what others would do; each takes memory of its own."""


def add_studies(parser: argparse.ArgumentParser) -> None:
    """Add studies and scale, in any order, to a command."""
    parser.add_argument(
        "words", nargs="*", metavar="STUDY|SCALE",
        help="studies, all if none is named, and a scale: " + ", ".join(SCALES),
    )  # fmt: skip
    parser.add_argument(
        "--scale", choices=SCALES, help="how many replications (default: quick), as the word"
    )


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add what says where jobs run and what renders pages."""
    add_building(parser)
    parser.add_argument(
        "--profile", metavar="NAME",
        help="where simulations run: default, slurm, or a folder with Snakemake's options",
    )  # fmt: skip
    parser.add_argument(
        "--renderer", choices=("auto", "quarto", "built-in"), default="auto",
        help="what renders pages (default: Quarto where it is installed, else built-in)",
    )  # fmt: skip


def add_building(parser: argparse.ArgumentParser) -> None:
    """Add what the build of the simulator needs."""
    parser.add_argument(
        "--cores", type=cores, default=len(os.sched_getaffinity(0)),
        help="cores to use (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--ns2-source", type=Path, metavar="FILE", dest="source",
        help="ns-2's source, a tarball or a folder, instead of the distribution's archive",
    )  # fmt: skip


def cores(text: str) -> int:
    """Return the number that is given for ``--cores``.

    Raises:
        argparse.ArgumentTypeError: if it is not a number, or far more than this machine has.
    """
    if not (text.isascii() and text.isdecimal()) or text.strip("0") == "":
        raise argparse.ArgumentTypeError(f"expected a number of cores, found {text!r}")
    there = os.cpu_count() or 1
    most = max(_AT_LEAST_ALLOWED, _AT_MOST_FOR_EACH * there)
    if len(text.lstrip("0")) > len(str(most)) or int(text) > most:
        raise argparse.ArgumentTypeError(
            f"expected {most} cores at most on this machine, which has {there}, found {text[:20]}"
        )
    return int(text)


def studies_and_scale(arguments: argparse.Namespace) -> tuple[list[str], Scale | None]:
    """Return the studies that are named, sorted, and the scale, if one is.

    Raises:
        StudyError: for a word that is neither, naming the nearest one, or two scales.
    """
    scale: Scale | None = arguments.scale
    names = []
    for word in arguments.words:
        if word not in SCALES:
            names.append(word)
        elif scale not in (None, word):
            raise StudyError(f"both {word} and {scale} are asked for", "Name one scale.")
        else:
            scale = word
    _require_known(names)
    return sorted(set(names)), scale


def _require_known(names: Sequence[str]) -> None:
    from ns2studies.basics.wording import nearest
    from ns2studies.cli.main import COMMANDS
    from ns2studies.config.study_files import known, missing_module

    studies = known()
    for name in names:
        if name in studies:
            continue
        if name in (*COMMANDS, "test"):
            raise StudyError(
                f"{name!r} is a command: it comes first, and there is one",
                "./reproduce COMMAND, then studies and a scale, in any order.",
            )
        if absent := missing_module(name):
            raise StudyError(
                f"{absent}: no such file: {name} is no study without it",
                "CONTRIBUTING.md, Adding a study, says what belongs to one.",
            )
        words = [*studies, *SCALES, "test", *COMMANDS]
        raise StudyError(f"unknown command or study {name!r}", nearest(name, words))


def require_source(source: Path | None) -> None:
    """Refuse a path of ns-2's source that does not exist.

    Raises:
        StudyError: naming the path.
    """
    if source and not source.exists():
        raise StudyError(
            f"{source}: no such file", "--ns2-source takes a source tarball or folder."
        )
