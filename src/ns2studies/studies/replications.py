"""Whether the metrics that are to be precise are metrics that a study computes."""

from ns2studies.basics.wording import nearest
from ns2studies.config.replications import UntilPrecise
from ns2studies.config.study import StudyConfig
from ns2studies.config.yaml_file import YamlFile
from ns2studies.studies.selection import metrics_of
from nstrace.metrics.catalogue import VALUES


def check_metrics(study: str, config: StudyConfig, file: YamlFile) -> None:
    """Refuse a metric that a study doesn't compute, or that gives no single values.

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
