"""A scenario of a study, by its label."""

from ns2studies.config.registry import Study
from ns2studies.config.scenarios import Scenario


def scenario(study: Study, label: str) -> Scenario:
    return next(entry for entry in study.scenarios if entry.label == label)
