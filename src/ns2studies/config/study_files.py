"""Files of a study, and the list of all studies.

A study consists of ``config/NAME.yaml``, ``tcl/studies/NAME.tcl``, ``data/published/NAME.csv``, its
page ``reports/NAME.qmd`` and its directory ``reports/NAME/``. There is no registry: each directory
with a ``study.py`` is a study. A directory of metrics without one is shared by several studies.
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
"""Folder of a study directory with the queries of its page."""

_BESIDE_CELLS = (
    *("figures", "fitted", "means", "misprints", "together"),
    *("items", "open", "curves"),
)
"""Suffixes of further files of published values (``evaluation/published.py``)."""

_NAME = re.compile("[a-z][a-z0-9]*")
"""Pattern of names that are valid in Python, without hyphens, and in Tcl, without underscores."""


@dataclass(frozen=True)
class Definition:
    """The Python objects that define a study: ``DEFINITION`` in the ``study.py`` of its directory.

    Attributes:
        config: the model of ``config/NAME.yaml``.
        scenario: the model of a scenario's parameters, as they are passed to its Tcl script.
        grid_points: yields every point of the grids, with its replications at each scale.
        assemble: returns the parameters at a point, before overrides.
    """

    config: "type[StudyConfig]"
    scenario: "type[Model]"
    grid_points: "Callable[[Any], Iterator[GridPoint]]"
    assemble: "Callable[[Any, Mapping[str, Topology], GridPoint], dict[str, Any]]"


def study_directory(study: str) -> Path:
    """Return the folder of a study, without its configuration, Tcl files and published values."""
    return paths.REPORTS / study


def shared_directories() -> list[Path]:
    """Return the folders of metrics and models that several studies share, sorted."""
    found = sorted(path.parent for path in paths.REPORTS.glob("*/metrics"))
    return [folder for folder in found if not (folder / f"{_MODULE}.py").exists()]


def known() -> list[str]:
    """Return the studies that have a directory, sorted by name.

    Raises:
        ConfigError: if a name is not valid in modules, files and tables.
    """
    names = sorted(path.parent.name for path in paths.REPORTS.glob(f"*/{_MODULE}.py"))
    for name in names:
        if not _NAME.fullmatch(name):
            raise ConfigError(
                f"{str(study_directory(name))!r}: a study's name must consist of lowercase "
                "letters and digits, and begin with a letter",
                "Rename the folder, and the study's other files.",
            )
    return names


def available() -> list[str]:
    """Return the known studies that have a configuration."""
    return [name for name in known() if config_path(name).exists()]


def missing_module(name: str) -> Path | None:
    """Return the missing ``study.py`` of a study whose other parts exist; None otherwise."""
    module = study_directory(name) / f"{_MODULE}.py"
    begun = _NAME.fullmatch(name) and (study_directory(name).is_dir() or config_path(name).exists())
    return module if begun and not module.exists() else None


def published_files(study: str) -> list[Path]:
    """Return the files with the published values of a study: its cells, and others that exist.

    The first need not exist, and any of them may be something other than a regular file.
    """
    folder = paths.DATA / "published"
    cells, *beside = (folder / name for name in published_names(study))
    return [cells, *(path for path in beside if os.path.lexists(path))]


def published_names(study: str) -> list[str]:
    """Return the possible names of these files, that of the cells first."""
    ends = ("", *(f"-{name}" for name in _BESIDE_CELLS))
    return [f"{study}{end}.csv" for end in ends]


def config_path(name: str) -> Path:
    """Return the study's configuration file."""
    return paths.CONFIG / f"{name}.yaml"


def definition_of(name: str) -> Definition:
    """Return the definition that turns a study's configuration into scenarios.

    Raises:
        ConfigError: if the study directory does not define it, or its Python can't be imported.
    """
    with blamed(name):
        module = import_module(f"{paths.REPORTS.name}.{name}.{_MODULE}")
    found = getattr(module, "DEFINITION", None)
    if not isinstance(found, Definition):
        raise ConfigError(
            f"{study_directory(name) / _MODULE}.py: DEFINITION is missing, or not a Definition",
            "See 'Adding a study' in CONTRIBUTING.md.",
        )
    return found


@contextmanager
def blamed(study: str) -> Iterator[None]:
    """Turn errors in a study's own Python into ``ConfigError`` with file and line.

    Raises:
        ConfigError: for any other exception than those with a message for the user.
    """
    try:
        yield
    except NstraceError:
        raise
    except Exception as error:  # a user's file may raise anything
        raise ConfigError(
            f"{_place(error, study)}: {type(error).__name__}: {_words(error)}",
            f"{study_directory(study) / _MODULE}.py defines the study's scenarios.",
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
    # The text of a syntax error contains its place, too.
    return error.msg if isinstance(error, SyntaxError) else str(error)
