"""All metrics that there are: nstrace's, and those of all studies."""

from ns2studies.config.study_files import available
from ns2studies.config.study_metrics import metric_folders
from nstrace.metrics.catalogue import catalogue

_FOLDERS = [folder for study in available() for folder in reversed(metric_folders(study))]
KNOWN = catalogue(*list(dict.fromkeys(_FOLDERS))[1:])
METRICS = KNOWN.metrics
