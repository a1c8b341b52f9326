"""Which metrics a study computes for its runs.

There are nstrace's; those that several studies share, which use a run's
parameters; and a study's own in ``reports/STUDY/metrics/``. Every metric of every run takes time
and room, so a study names what its pages, claims and published values ask for, in
``reports/STUDY/metrics.txt``. A study that names none gets all.
"""

from pathlib import Path

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.paths import SOURCES
from ns2studies.basics.wording import nearest
from ns2studies.config.replications import UntilPrecise
from ns2studies.config.study import StudyConfig
from ns2studies.config.study_files import study_directory
from ns2studies.config.yaml_file import YamlFile
from nstrace.errors import NstraceError
from nstrace.metrics.catalogue import VALUES, Metric, catalogue
from nstrace.plain import read_text

SHARED = SOURCES / "ns2studies" / "studies" / "metrics"
"""Metrics that several studies share."""


def listed_in(study: str) -> Path:
    """Return the file in which a study names its metrics."""
    return study_directory(study) / "metrics.txt"


def named_by(study: str) -> list[str] | None:
    """Return the metrics that a study names; None if it leaves that open."""
    listed = listed_in(study)
    if not listed.is_file():
        return None
    lines = map(str.strip, read_text(listed).splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def metrics_of(study: str) -> list[Metric]:
    """Return the metrics that a study computes, sorted by name.

    Raises:
        ConfigError: if a metric's file is not what it must be, or there is no such metric.
    """
    try:
        known = catalogue(SHARED, study_directory(study) / "metrics")
    except NstraceError as error:
        raise ConfigError(error.message, error.hint) from error
    try:
        chosen = known.select(named_by(study))
    except NstraceError as error:
        raise ConfigError(f"{listed_in(study)}: {error.message}", error.hint) from error
    return sorted(chosen, key=lambda metric: metric.name)


def check_metrics(study: str, config: StudyConfig, file: YamlFile) -> None:
    """Refuse rules about metrics that a study doesn't compute, or without single values.

    Raises:
        ConfigError: naming file, line and key.
    """
    for name, chosen in config.sets().items():
        for scale, rule in chosen.replications.items():
            if not isinstance(rule, UntilPrecise):
                continue
            known = [metric.name for metric in metrics_of(study) if metric.table == VALUES]
            for metric in rule.until.metrics:
                if metric not in known:
                    where = ["scenario_sets", name, "replications", scale, "until", "metrics"]
                    what = f"no metric with single values that study {study} computes"
                    raise file.error([*where, metric], what, nearest(metric, known))
