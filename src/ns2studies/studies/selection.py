"""Which metrics a study can use, and which of them it computes for its runs.

:func:`metric_folders` is the search path: a study's own folder, those of the folders that several
studies share, the program's, nstrace's. Every metric of every run takes time and space, so a study
names what its pages, claims and published values use in ``reports/STUDY/metrics.txt``. A study
without that file computes all.
"""

from pathlib import Path

from ns2studies.basics.errors import ConfigError
from ns2studies.studies.rooms import room_of, shared_rooms
from nstrace.errors import NstraceError
from nstrace.metrics.catalogue import OWN, Catalogue, Metric, catalogue
from nstrace.plain import read_text

_METRICS = "metrics"
"""The folder with the SQL files of metrics in a study's folder, and beside this module."""


def metric_folders(study: str = "") -> list[Path]:
    """Return the folders of the metrics that a study can use, in the order of search.

    A metric may need relations of its own folder and of those behind it. No two folders have a
    metric of the same name.

    Args:
        study: without one, only the folders that all studies use.
    """
    rooms = [*([room_of(study)] if study else []), *shared_rooms(), Path(__file__).parent]
    return [*(room / _METRICS for room in rooms), OWN]


def known_metrics(study: str = "") -> Catalogue:
    """Return the metrics that a study can use, each with its file.

    Raises:
        ConfigError: if the file of a metric is invalid, or two have the same name.
    """
    *more, _ = metric_folders(study)
    try:
        return catalogue(*reversed(more))
    except NstraceError as error:
        raise ConfigError(error.message, error.hint) from error


def listed_in(study: str) -> Path:
    """Return the file in which a study names its metrics."""
    return room_of(study) / "metrics.txt"


def named_by(study: str) -> list[str] | None:
    """Return the metrics that a study names, or None if it names none."""
    listed = listed_in(study)
    if not listed.is_file():
        return None
    lines = map(str.strip, read_text(listed).splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def metrics_of(study: str) -> list[Metric]:
    """Return the metrics that a study computes, sorted by name.

    Raises:
        ConfigError: if the file of a metric is invalid, or there is no such metric.
    """
    known = known_metrics(study)
    try:
        chosen = known.select(named_by(study))
    except NstraceError as error:
        raise ConfigError(f"{listed_in(study)}: {error.message}", error.hint) from error
    return sorted(chosen, key=lambda metric: metric.name)
