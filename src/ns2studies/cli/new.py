"""Write the file of an experiment for a script of your own: experiments/NAME/experiment.yaml.

The script stays where it is. Comments in the file list the variables that it sets to numbers or
words, to choose from. A NAME with a slash is the folder that the file is written to.

With --page, also write experiment.qmd, a Quarto document with the page's blocks, which replaces the
page of the experiment. The experiment may exist already.

With --study, write the files of a minimal study that runs instead (CONTRIBUTING.md, Adding a
study). A NAME with a slash is a folder outside the checkout, named like the study: its files are
written there, unless it has them, and the checkout links to them.
"""

import argparse
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError
from nstrace.files import write_text_whole
from nstrace.plain import open_plain, read_text

EXAMPLES = """\
examples:
  ./reproduce new queue --script my.tcl
  ./reproduce run experiments/queue
  ./reproduce new queue --page         a page of your own to start from
  ./reproduce new mystudy --study      a study with printed values, claims and a page
  ./reproduce new ~/thesis/mystudy --study     the same, in a folder of your own
"""

if TYPE_CHECKING:
    from ns2studies.experiments.model import ExperimentFile

_PAGE: Final = paths.SOURCES / "ns2studies" / "report" / "experiment.qmd"

_STUDY: Final = paths.ROOT / "examples" / "study"
"""Folder with a minimal study."""

_PARTS: Final = (
    *("config/NAME.yaml", "tcl/studies/NAME.tcl", "reports/NAME.qmd", "reports/NAME"),
    *("data/published/NAME.csv", "data/published/NAME-*.csv", "data/topologies/NAME-*.yaml"),
)
"""Patterns of a study's files, relative to the checkout or a folder of its own."""

_EXAMPLE: Final = re.compile(r"\btoy\b")
_CLASSES: Final = "Toy"
"""Beginning of the names of classes in that study."""

_SET = re.compile(
    r"^\s*set\s+([A-Za-z_]\w*(?:\(\w+\))?)\s+([\w.+-]+)\s*;?\s*(?:#.*)?$", re.MULTILINE
)
_ARRAY = re.compile(r"array\s+set\s+(\w+)\s+\{([^{}]*)\}")
_MOST_NAMED = 12

_TEXT = """\
# An experiment: docs/experiments.md explains the keys of this file.
# ./reproduce run {folder}
script: {script}

# Variables of the script, each with the values to try; every combination is run.
{variables}parameters: {{}}
#  val(rate): [0.001, 0.01, 0.05]

# Seeds of each combination; or run until the mean of a metric is precise:
seeds: 5
# precision: {{metric: goodput, within: 5 %, at_most: 50}}

# The variable that the script takes its seed from, if there is one:
# seed: val(seed)

# Metrics of the traces (nstrace metrics --list); by default, all that the traces allow:
# metrics: [goodput, mean_one_way_delay, loss]

# Numbers that the script prints, and numbers by an awk program beside this file:
# printed: {{throughput: 'Throughput: (\\S+)'}}
# awk: {{pdr: pdr.awk out.tr}}

# Differences are shown to this value of an axis:
# baseline: {{val(queue): DropTail}}
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    parser.add_argument("name", metavar="NAME", help="the name of experiment or study, or a folder")
    parser.add_argument("--script", type=Path, metavar="FILE", help="an ns script, used unmodified")
    parser.add_argument("--study", action="store_true", help="write the files of a study")
    parser.add_argument(
        "--page", action="store_true", help="write a document for the page, to start from"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return its exit status.

    Raises:
        StudyError: if there is no such script, or the experiment or study exists.
    """
    if arguments.study:
        return _write_study(arguments.name)
    from ns2studies.experiments.model import FILE, read_experiment

    folder = _folder(arguments.name)
    file, script = folder / FILE, arguments.script
    if script:
        _write_file(file, script)
    elif not (arguments.page and file.is_file()):
        raise StudyError("--script is missing", "./reproduce new NAME --script FILE.tcl")
    experiment = read_experiment(file)
    written = [file] if script else []
    if arguments.page:
        written.append(_write_page(experiment))
    print("".join(f"{path}\n" for path in written) + f"Edit, then: ./reproduce run {folder}")
    return 0


def _write_file(file: Path, script: Path) -> None:
    if not script.is_file():
        raise StudyError(f"{script}: no such file", "--script takes an ns script.")
    _require_absent(file)
    write_text_whole(file, _text(script.resolve(), file.parent.resolve()))


def _write_study(wanted: str) -> int:
    """Write the files of a study that runs, here or in a folder that is linked to."""
    name = Path(wanted).name
    if not re.fullmatch(r"[a-z][a-z0-9]*", name):
        raise StudyError(
            f"{name!r} is not a valid name for a study",
            "Use lowercase letters and digits, beginning with a letter.",
        )
    folder = Path(wanted).resolve() if os.sep in wanted else paths.ROOT
    is_there = folder != paths.ROOT and (folder / "reports" / name / "study.py").is_file()
    files = {} if is_there else _study_files(name, folder)
    for file in files:
        _require_absent(file)
    for file, text in files.items():
        write_text_whole(file, text)
        print(file)
    if folder != paths.ROOT:
        _link(name, folder)
    print(f"Edit {'its files' if is_there else 'them'}, then: ./reproduce {name}")
    return 0


def _study_files(name: str, folder: Path) -> dict[Path, str]:
    """Return the texts of the example's files, for a study in a folder."""
    return {
        folder / _named(path.relative_to(_STUDY).as_posix(), name): _named(read_text(path), name)
        for path in sorted(path for path in _STUDY.rglob("*") if path.is_file())
    }


def _link(name: str, folder: Path) -> None:
    """Link to the parts of a study in another folder; existing links stay."""
    for pattern in _PARTS:
        for path in sorted(folder.glob(pattern.replace("NAME", name))):
            link = paths.ROOT / path.relative_to(folder)
            if not link.is_symlink() or link.resolve() != path:
                _require_absent(link)
                link.unlink(missing_ok=True)
                link.symlink_to(path)
                print(f"{link} -> {path}")


def _named(text: str, name: str) -> str:
    """Return a text or a path of the example with the name of a study."""
    return _EXAMPLE.sub(name, text).replace(_CLASSES, name.capitalize())


def _write_page(experiment: "ExperimentFile") -> Path:
    from ns2studies.basics.digests import canonical_json

    document = experiment.path.with_suffix(".qmd")
    _require_absent(document)
    title = experiment.experiment.title or experiment.path.parent.name
    text = _PAGE.read_text(encoding="utf-8")
    write_text_whole(document, text.replace("$title", canonical_json(title), 1))
    return document


def _require_absent(file: Path) -> None:
    if file.exists():
        raise StudyError(f"{file} exists already", "Edit it, or choose another name.")


def _folder(name: str) -> Path:
    if os.sep in name:
        return Path(name)
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]*", name):
        raise StudyError(
            f"{name!r} is not a valid name for an experiment", "Use letters, digits, dots, - and _."
        )
    folder = paths.ROOT / "experiments" / name
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _text(script: Path, folder: Path) -> str:
    is_near = script.is_relative_to(folder.parent) or script.is_relative_to(paths.ROOT)
    path = os.path.relpath(script, folder) if is_near else str(script)
    with open_plain(script) as stream:
        found = dict(_settings(stream.read().decode("utf-8", errors="replace")))
    named = [f"#  {name}: [{value}]\n" for name, value in list(found.items())[:_MOST_NAMED]]
    variables = "".join(["# The script sets:\n", *named]) if named else ""
    return _TEXT.format(script=_quoted(path), folder=folder, variables=variables)


def _settings(text: str) -> Iterator[tuple[str, str]]:
    """Yield the variables that a script sets to plain numbers or words."""
    for array, words in _ARRAY.findall(text):
        parts = words.split()
        for name, value in zip(parts[::2], parts[1::2], strict=False):
            yield f"{array}({name})", value
    yield from ((name, value) for name, value in _SET.findall(text))


def _quoted(path: str) -> str:
    """Return a path as YAML text."""
    return path if re.fullmatch(r"[\w./-]+", path) else "'" + path.replace("'", "''") + "'"
