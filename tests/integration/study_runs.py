"""First replications of a study's scenarios with the real ns, made shorter, and their measures."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import duckdb

from ns2studies.basics import paths
from ns2studies.basics.digests import digest_file
from ns2studies.config.registry import load_study
from ns2studies.config.study_metrics import metrics_of
from ns2studies.metrics.measure import measure_runs
from ns2studies.metrics.measure_files import rows_folder
from ns2studies.runs.identity import runs_of
from ns2studies.runs.launcher import Launcher
from ns2studies.runs.store import RunStore
from nstrace.metrics.catalogue import VALUES

Values = Mapping[str, Mapping[tuple[str, str], float]]
"""By scenario, then by metric and subject."""


@dataclass(frozen=True)
class StudyRuns:
    """Runs in a store of their own.

    Attributes:
        folder: the results folder.
        labels: scenarios by run.
    """

    study: str
    folder: Path
    labels: Mapping[str, str]

    def check_files(self) -> None:
        """Each run's folder has tables and facts, below a megabyte, and no trace."""
        folders = list((self.folder / "runs" / f"study={self.study}").iterdir())
        assert len(folders) == len(self.labels)
        for folder in folders:
            files = list(folder.iterdir())
            assert {path.suffix for path in files} == {".parquet", ".json"}
            assert sum(path.stat().st_size for path in files) < 1_000_000

    def table(self, scenario: str, name: str) -> str:
        """A table of a scenario's run, for a query."""
        (run_id,) = [run_id for run_id, label in self.labels.items() if label == scenario]
        return f"'{self.folder}/runs/study={self.study}/run_id={run_id}/{name}.parquet'"

    def values(self) -> Values:
        """What was measured."""
        found: dict[str, dict[tuple[str, str], float]] = {name: {} for name in self.labels.values()}
        for metric in metrics_of(self.study):
            if metric.table == VALUES:
                files = [str(path) for path in rows_folder(self.folder, metric).glob("*.parquet")]
                for run_id, subject, value in duckdb.sql(f"FROM read_parquet({files})").fetchall():
                    found[self.labels[run_id]][metric.name, subject] = value
        return found


def make_runs(
    folder: Path, study: str, changes: Mapping[str, str], wanted: Collection[str], ns: Path
) -> StudyRuns:
    """Simulate and measure the first replication of some scenarios.

    Args:
        folder: an empty one, for the results.
        changes: what is replaced in the study's configuration.
        wanted: labels of scenarios.
    """
    text = (paths.CONFIG / f"{study}.yaml").read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    path = folder / f"{study}.yaml"
    path.write_text(text, encoding="utf-8")
    store = RunStore(folder)
    folders, labels = {}, {}
    with Launcher(ns) as launcher:
        for run in runs_of(load_study(study, "full", path), digest_file(ns)):
            if run.identity.seed == 1 and run.scenario.label in wanted:
                store.add(run, launcher)
                folders[run.run_id] = store.folder(study, run.run_id)
                labels[run.run_id] = run.scenario.label
    assert len(folders) == len(wanted)
    measure_runs(folder, folders, metrics_of(study))
    return StudyRuns(study, folder, labels)
