"""Where a study's files lie, and which studies there are.

A study is ``config/NAME.yaml``, ``tcl/studies/NAME.tcl``, ``data/published/NAME.csv``, its page
``reports/NAME.qmd`` and its room ``reports/NAME/``. There is no list of them: a folder with a
``study.py`` is a study.
"""

import os
import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError

if TYPE_CHECKING:
    from ns2studies.config.scenarios import GridPoint
    from ns2studies.config.study import StudyConfig
    from ns2studies.config.topology import Topology
    from ns2studies.config.validation import Model

_MODULE = "study"

QUERIES = "queries"
"""The folder of a room that holds what its page asks."""

_BESIDE_CELLS = ("figures", "fitted", "means", "misprints", "together")
"""What may lie beside the printed cells of a study (``evaluation/published.py``)."""

_NAME = re.compile("[a-z][a-z0-9]*")
"""A name of Python's, which has no hyphen, and one of the scenario library, which has no _."""


@dataclass(frozen=True)
class Definition:
    """What ``study.py`` in a study's room provides, as ``DEFINITION``.

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


def room_of(study: str) -> Path:
    """A study's folder, with everything but its configuration, Tcl and published values."""
    return paths.REPORTS / study


def known() -> list[str]:
    """The studies that have a room, sorted by name.

    Raises:
        ConfigError: if a name can't be part of a module's, a file's and a table's.
    """
    names = sorted(path.parent.name for path in paths.REPORTS.glob(f"*/{_MODULE}.py"))
    for name in names:
        if not _NAME.fullmatch(name):
            raise ConfigError(
                f"{str(room_of(name))!r}: a study's name has small letters and digits, and "
                "begins with a letter",
                "Rename the folder, and the study's other files.",
            )
    return names


def available() -> list[str]:
    """Those among them that there is a configuration for."""
    return [name for name in known() if config_path(name).exists()]


def missing_module(name: str) -> Path | None:
    """The ``study.py`` for want of which something is no study, if there is a part of one."""
    module = room_of(name) / f"{_MODULE}.py"
    begun = _NAME.fullmatch(name) and (room_of(name).is_dir() or config_path(name).exists())
    return module if begun and not module.exists() else None


def published_files(study: str) -> list[Path]:
    """The files with what a study's text prints: its cells, and those beside them that there are.

    The first need not exist, and any may be no plain file.
    """
    folder = paths.DATA / "published"
    cells, *beside = (folder / name for name in published_names(study))
    return [cells, *(path for path in beside if os.path.lexists(path))]


def published_names(study: str) -> list[str]:
    """What these files may be called; the first is that of the cells."""
    ends = ("", *(f"-{name}" for name in _BESIDE_CELLS))
    return [f"{study}{end}.csv" for end in ends]


def config_path(name: str) -> Path:
    """The study's configuration file."""
    return paths.CONFIG / f"{name}.yaml"


def definition_of(name: str) -> Definition:
    """How a study's configuration becomes scenarios.

    Raises:
        ConfigError: if the study's room does not define it, or its Python can't be read.
    """
    try:
        module = import_module(f"{paths.REPORTS.name}.{name}.{_MODULE}")
    except Exception as error:  # whatever a user's file raises
        raise ConfigError(
            f"{_place(error, name)}: {type(error).__name__}: {_words(error)}",
            f"{room_of(name) / _MODULE}.py says what the study's scenarios are.",
        ) from error
    found = getattr(module, "DEFINITION", None)
    if not isinstance(found, Definition):
        raise ConfigError(
            f"{room_of(name) / _MODULE}.py: DEFINITION is missing, or no Definition",
            "CONTRIBUTING.md, Adding a study, says what it is.",
        )
    return found


def _place(error: Exception, study: str) -> str:
    """File and line of a study's room where an error was raised, or of its first file."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(room_of(study))]
    return f"{own[-1].filename}, line {own[-1].lineno}" if own else f"{room_of(study) / _MODULE}.py"


def _words(error: Exception) -> str:
    """What an error says, without the place that a syntax error adds."""
    return error.msg if isinstance(error, SyntaxError) else str(error)
