"""Where a study's files lie, and which studies there are.

A study is ``config/NAME.yaml``, ``tcl/studies/NAME.tcl``, ``data/published/NAME.csv``, its page
``reports/NAME.qmd`` and its directory ``reports/NAME/``. There is no list of them: a directory with
a ``study.py`` is a study. A directory of metrics without one is shared by several
studies.
"""

import os
import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from nstrace.errors import NstraceError

if TYPE_CHECKING:
    from ns2studies.config.scenarios import GridPoint
    from ns2studies.config.study import StudyConfig
    from ns2studies.config.topology import Topology
    from ns2studies.config.validation import Model

_MODULE = "study"

QUERIES = "queries"
"""The folder of a study directory with the queries of its page."""

_BESIDE_CELLS = (
    *("figures", "fitted", "means", "misprints", "together"),
    *("items", "open", "curves"),
)
"""What may lie beside the printed cells of a study (``evaluation/published.py``)."""

_NAME = re.compile("[a-z][a-z0-9]*")
"""A name of Python's, which has no hyphen, and one of the scenario library, which has no _."""


@dataclass(frozen=True)
class Definition:
    """What ``study.py`` in a study directory provides, as ``DEFINITION``.

    Attributes:
        config: the model of ``config/NAME.yaml``.
        scenario: the model of a scenario's parameters, as its Tcl script gets them.
        grid_points: every point of the grids, with its replications at each scale.
        assemble: the parameters at a point, before overrides.
    """

    config: "type[StudyConfig]"
    scenario: "type[Model]"
    grid_points: "Callable[[Any], Iterator[GridPoint]]"
    assemble: "Callable[[Any, Mapping[str, Topology], GridPoint], dict[str, Any]]"


def study_directory(study: str) -> Path:
    """Return the folder with all of a study but its configuration, Tcl and published values."""
    return paths.REPORTS / study


def shared_directories() -> list[Path]:
    """Return the folders of metrics and models that several studies share, sorted."""
    found = sorted(path.parent for path in paths.REPORTS.glob("*/metrics"))
    return [folder for folder in found if not (folder / f"{_MODULE}.py").exists()]


def known() -> list[str]:
    """Return the studies that have a directory, sorted by name.

    Raises:
        ConfigError: if a name can't be part of a module's, a file's and a table's.
    """
    names = sorted(path.parent.name for path in paths.REPORTS.glob(f"*/{_MODULE}.py"))
    for name in names:
        if not _NAME.fullmatch(name):
            raise ConfigError(
                f"{str(study_directory(name))!r}: a study's name has small letters and digits, and "
                "begins with a letter",
                "Rename the folder, and the study's other files.",
            )
    return names


def available() -> list[str]:
    """Return those of them that have a configuration."""
    return [name for name in known() if config_path(name).exists()]


def missing_module(name: str) -> Path | None:
    """Return the ``study.py`` that is missing where there are other parts of a study."""
    module = study_directory(name) / f"{_MODULE}.py"
    begun = _NAME.fullmatch(name) and (study_directory(name).is_dir() or config_path(name).exists())
    return module if begun and not module.exists() else None


def published_files(study: str) -> list[Path]:
    """Return the files with what a study's text prints: its cells, and others that exist.

    The first need not exist, and any may be no plain file.
    """
    folder = paths.DATA / "published"
    cells, *beside = (folder / name for name in published_names(study))
    return [cells, *(path for path in beside if os.path.lexists(path))]


def published_names(study: str) -> list[str]:
    """Return what these files may be called; the first is that of the cells."""
    ends = ("", *(f"-{name}" for name in _BESIDE_CELLS))
    return [f"{study}{end}.csv" for end in ends]


def config_path(name: str) -> Path:
    """Return the study's configuration file."""
    return paths.CONFIG / f"{name}.yaml"


def definition_of(name: str) -> Definition:
    """Return how a study's configuration becomes scenarios.

    Raises:
        ConfigError: if the study directory does not define it, or its Python can't be read.
    """
    with blamed(name):
        module = import_module(f"{paths.REPORTS.name}.{name}.{_MODULE}")
    found = getattr(module, "DEFINITION", None)
    if not isinstance(found, Definition):
        raise ConfigError(
            f"{study_directory(name) / _MODULE}.py: DEFINITION is missing, or no Definition",
            "CONTRIBUTING.md, Adding a study, says what it is.",
        )
    return found


@contextmanager
def blamed(study: str) -> Iterator[None]:
    """Name file and line of what goes wrong in a study's own Python.

    Raises:
        ConfigError: for any other exception than those with a message for the user.
    """
    try:
        yield
    except NstraceError:
        raise
    except Exception as error:  # whatever a user's file raises
        raise ConfigError(
            f"{_place(error, study)}: {type(error).__name__}: {_words(error)}",
            f"{study_directory(study) / _MODULE}.py says what the study's scenarios are.",
        ) from error


def _place(error: Exception, study: str) -> str:
    """Return file and line in a study directory where an error was raised, or its first file."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(study_directory(study))]
    return (
        f"{own[-1].filename}, line {own[-1].lineno}"
        if own
        else f"{study_directory(study) / _MODULE}.py"
    )


def _words(error: Exception) -> str:
    # A syntax error's text has its place, too.
    return error.msg if isinstance(error, SyntaxError) else str(error)
