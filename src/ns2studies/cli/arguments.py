"""Arguments that several commands share: studies, scale, cores, profile and renderer."""

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ns2studies.basics.errors import StudyError
from ns2studies.basics.paths import EXPERIMENT_FILE
from ns2studies.config.scenarios import SCALES, Scale

if TYPE_CHECKING:
    from ns2studies.experiments.model import ExperimentFile

_AT_MOST_FOR_EACH: Final = 4
_AT_LEAST_ALLOWED: Final = 64
"""Number of cores that ``--cores`` accepts on any machine; each job takes memory of its own."""


ASKED_FROM: Final = 10_000
"""Number of runs of an experiment above which a command asks for confirmation."""


def add_studies(parser: argparse.ArgumentParser) -> None:
    """Add studies and scale, in any order, to a command."""
    parser.add_argument(
        "words", nargs="*", metavar="STUDY|SCALE",
        help="studies (default: all) and a scale: " + ", ".join(SCALES),
    )  # fmt: skip
    parser.add_argument("--scale", choices=SCALES, help="how many replications (default: quick)")


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose where jobs run and which renderer is used."""
    add_building(parser)
    parser.add_argument(
        "--profile", metavar="NAME",
        help="Snakemake profile for simulations: default, slurm, or a folder",
    )  # fmt: skip
    parser.add_argument(
        "--renderer", choices=("auto", "quarto", "built-in"), default="auto",
        help="renderer of pages (default: Quarto if it is installed, else built-in)",
    )  # fmt: skip


def add_building(parser: argparse.ArgumentParser) -> None:
    """Add the options for the build of the simulator."""
    parser.add_argument(
        "--cores", type=cores, default=len(os.sched_getaffinity(0)),
        help="cores to use (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--ns2-source", type=Path, metavar="FILE", dest="source",
        help="source of ns-2.35, a tarball or a folder (default: downloaded from Debian)",
    )  # fmt: skip


def cores(text: str) -> int:
    """Return the number of cores that is given for ``--cores``.

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


def add_experiments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of commands that accept experiments among the names of studies."""
    parser.add_argument(
        "--yes", action="store_true", help=f"run more than {ASKED_FROM:,} runs without asking"
    )


def experiments_in(
    arguments: argparse.Namespace, is_one: Callable[[str], bool] | None = None
) -> "list[ExperimentFile]":
    """Remove the experiments from the words of a command, and return them.

    A word that is no study or scale names an experiment if it is a path, or a folder with
    ``experiment.yaml``.

    Args:
        is_one: recognizes words that name experiments, in place of this rule.

    Raises:
        ConfigError: if an experiment's file is invalid.
        StudyError: if a path is not that of an experiment.
    """
    from ns2studies.config.study_files import known

    words = [word for word in arguments.words if word not in (*SCALES, *known())]
    named = [word for word in words if (is_one or _is_path)(word)]
    arguments.words = [word for word in arguments.words if word not in named]
    if not named:
        return []
    from ns2studies.experiments.model import read_experiment

    return [read_experiment(_experiment(Path(word)).absolute()) for word in dict.fromkeys(named)]


def is_experiment(word: str) -> bool:
    """Return whether a word is the path of an experiment that exists."""
    path = Path(word)
    file = path / EXPERIMENT_FILE if path.is_dir() else path
    return file.name == EXPERIMENT_FILE and file.is_file()


def _is_path(word: str) -> bool:
    return os.sep in word or Path(word).suffix != "" or is_experiment(word)


def _experiment(path: Path) -> Path:
    """Return the path of an experiment; raise ``StudyError`` if it is not one.

    Raises:
        StudyError: with the command that makes an experiment.
    """
    if path.suffix.lower() in (".tcl", ".otcl"):
        raise StudyError(
            f"{path} is a script, not an experiment",
            f"./reproduce new NAME --script {path} writes an experiment that runs it.",
        )
    file = path / EXPERIMENT_FILE if path.is_dir() else path
    if not file.exists():
        raise StudyError(
            f"{file}: no such file", "./reproduce new NAME --script FILE.tcl writes an experiment."
        )
    return path


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
            raise StudyError(f"two scales are given: {scale} and {word}", "Name one scale.")
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
                f"{name!r} is a command, and only the first word can be one",
                "Write ./reproduce COMMAND, then studies and a scale in any order.",
            )
        if absent := missing_module(name):
            raise StudyError(
                f"{absent}: no such file; the study {name} needs it",
                "See 'Adding a study' in CONTRIBUTING.md.",
            )
        words = [*studies, *SCALES, "test", *COMMANDS]
        raise StudyError(f"unknown command or study {name!r}", nearest(name, words))


def require_source(source: Path | None) -> None:
    """Raise ``StudyError`` if the path of ns-2's source does not exist.

    Raises:
        StudyError: naming the path.
    """
    if source and not source.exists():
        raise StudyError(
            f"{source}: no such file", "--ns2-source takes a source tarball or folder."
        )
