"""Measures of an experiment's runs: metrics of their traces, and the user's own metrics.

Both are stored like the measures of studies (:mod:`ns2studies.metrics.measure_files`), below the
results of experiments. All of the user's own metrics together are one measure.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import polars as pl

from ns2studies.basics.digests import canonical_json
from ns2studies.experiments.model import ExperimentFile
from ns2studies.experiments.own_metrics import own_metric_digests, own_values
from ns2studies.metrics.measure import measure_runs
from ns2studies.metrics.measure_files import (
    RUNS_KEY,
    Measure,
    chunks_of,
    covered_runs,
    discard_damaged,
    file_name,
    rows_folder,
)
from ns2studies.runs.finished import FinishedRuns
from nstrace.files import whole_file
from nstrace.metrics.catalogue import VALUES, Metric, catalogue

_ROWS: Final = {
    **dict.fromkeys(("run_id", "metric", "subject"), pl.String),
    "value": pl.Float64,
    "unit": pl.String,
}


class OwnMetrics(NamedTuple):
    """All of the user's own metrics of an experiment, as a measure."""

    name: str
    text: str


def trace_metrics(file: ExperimentFile) -> list[Metric]:
    """Return the trace metrics of an experiment; by default all with single values.

    A metric whose precision is required is included.
    """
    experiment = file.experiment
    named = experiment.metrics
    if named is not None and experiment.precision:
        named = [*named, experiment.precision.metric]
    chosen = catalogue().select(
        None if named is None else [name for name in named if name not in experiment.own_metrics],
        VALUES,
    )
    return [metric for metric in chosen if metric.name not in experiment.own_metrics]


def own_metrics(file: ExperimentFile) -> OwnMetrics | None:
    """Return the user's own metrics; None if the experiment has none."""
    digests = own_metric_digests(file)
    return OwnMetrics("own", canonical_json(digests)) if digests else None


def experiment_measures(file: ExperimentFile) -> list[Measure]:
    """Return all measures of an experiment's runs."""
    own = own_metrics(file)
    return [*trace_metrics(file), *([own] if own else [])]


def measure_experiment(
    file: ExperimentFile,
    results: Path,
    runs: Sequence[str],
    threads: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> None:
    """Compute the measures that some runs of an experiment lack.

    Args:
        results: the folder of experiments.
        runs: the identifiers of finished runs.

    Raises:
        ResultError: if a run is damaged, or one of the user's own metrics has no number.
    """
    finished = FinishedRuns(results)
    finished.list_again(file.name)
    folders = {run_id: finished.folder(file.name, run_id) for run_id in runs}
    # A run is checked once, however many of its tables are read.
    check = cache(lambda run_id: finished.check_contents(file.name, run_id))
    measure_runs(results, folders, trace_metrics(file), threads, progress, check)
    own = own_metrics(file)
    if own:
        _measure_own(file, results, own, folders, finished, check)


def _measure_own(
    file: ExperimentFile,
    results: Path,
    own: OwnMetrics,
    folders: Mapping[str, Path],
    finished: FinishedRuns,
    check: Callable[[str], None],
) -> None:
    discard_damaged(results, own)
    covered = covered_runs(results, own)
    missing = sorted(run_id for run_id in folders if run_id not in covered)
    for chunk in chunks_of(missing, check):
        rows: list[dict[str, Any]] = []
        for run_id in chunk:
            facts = finished.facts(file.name, run_id)
            values = own_values(file, folders[run_id], facts)
            rows += [{"run_id": run_id, **asdict(value)} for value in values]
        target = rows_folder(results, own) / "runs.parquet"
        with whole_file(target, seal=partial(file_name, chunk)) as temporary:
            frame = pl.DataFrame(rows, schema=_ROWS)
            frame.write_parquet(temporary, metadata={RUNS_KEY: json.dumps(chunk)})
