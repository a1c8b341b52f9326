"""All metrics that there are: nstrace's, and those of all studies."""

from ns2studies.basics import paths
from ns2studies.config.study_files import available
from ns2studies.config.study_metrics import SHARED
from nstrace.metrics.catalogue import catalogue

KNOWN = catalogue(SHARED, *(paths.REPORTS / study / "metrics" for study in available()))
METRICS = KNOWN.metrics
