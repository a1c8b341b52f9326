"""Metrics that a study can use, and those that it computes for its runs.

:func:`metric_folders` is the search path: a study's own folder, the folders that several studies
share, ``metrics/`` here, and nstrace's. Every metric of every run takes time and space, so a study
lists the metrics that its pages, claims and published values use in ``reports/STUDY/metrics.txt``.
A study without that file computes all.
"""

from pathlib import Path

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.wording import nearest
from ns2studies.config.replications import UntilPrecise
from ns2studies.config.study import StudyConfig
from ns2studies.config.study_files import shared_directories, study_directory
from ns2studies.config.yaml_file import YamlFile
from nstrace.errors import NstraceError
from nstrace.metrics.catalogue import OWN, VALUES, Catalogue, Metric, catalogue
from nstrace.plain import read_text

_METRICS = "metrics"
"""Name of folders with the SQL files of metrics, in study directories and beside this module."""


def metric_folders(study: str = "") -> list[Path]:
    """Return the folders of the metrics that a study can use, in the order of search.

    A metric may use relations of its own folder and of later ones. No two folders have a metric of
    the same name.

    Args:
        study: without one, only the folders that all studies use.
    """
    own = [study_directory(study)] if study else []
    directories = [*own, *shared_directories(), Path(__file__).parent]
    return [*(directory / _METRICS for directory in directories), OWN]


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
    """Return the file that lists the metrics of a study."""
    return study_directory(study) / "metrics.txt"


def named_by(study: str) -> list[str] | None:
    """Return the metrics that a study lists; None if it has no list."""
    listed = listed_in(study)
    if not listed.is_file():
        return None
    lines = map(str.strip, read_text(listed).splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def metrics_of(study: str) -> list[Metric]:
    """Return the metrics that a study computes, sorted by name.

    Raises:
        ConfigError: if a metric's file is invalid, or a listed metric does not exist.
    """
    known = known_metrics(study)
    try:
        chosen = known.select(named_by(study))
    except NstraceError as error:
        raise ConfigError(f"{listed_in(study)}: {error.message}", error.hint) from error
    return sorted(chosen, key=lambda metric: metric.name)


def check_metrics(study: str, config: StudyConfig, file: YamlFile) -> None:
    """Reject rules about metrics that a study doesn't compute, or that have no single values.

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
