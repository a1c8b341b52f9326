"""Which metrics a study computes for its runs.

There are nstrace's; those in ``metrics/`` here, which several studies share and which use a run's
parameters; and a study's own in ``reports/STUDY/metrics/``. Every metric of every run takes time
and room, so a study names what its pages, claims and published values ask for, in
``reports/STUDY/metrics.txt``. A study that names none gets all.
"""

from pathlib import Path

from ns2studies.basics.errors import ConfigError
from ns2studies.studies.rooms import room_of
from nstrace.errors import NstraceError
from nstrace.metrics.catalogue import Metric, catalogue
from nstrace.plain import read_text

SHARED = Path(__file__).parent / "metrics"
"""Metrics that several studies share."""


def listed_in(study: str) -> Path:
    """The file in which a study names its metrics."""
    return room_of(study) / "metrics.txt"


def named_by(study: str) -> list[str] | None:
    """The metrics that a study names; None if it leaves that open."""
    listed = listed_in(study)
    if not listed.is_file():
        return None
    lines = map(str.strip, read_text(listed).splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def metrics_of(study: str) -> list[Metric]:
    """The metrics that a study computes, sorted by name.

    Raises:
        ConfigError: if a metric's file is not what it must be, or there is no such metric.
    """
    try:
        known = catalogue(SHARED, room_of(study) / "metrics")
    except NstraceError as error:
        raise ConfigError(error.message, error.hint) from error
    try:
        chosen = known.select(named_by(study))
    except NstraceError as error:
        raise ConfigError(f"{listed_in(study)}: {error.message}", error.hint) from error
    return sorted(chosen, key=lambda metric: metric.name)
