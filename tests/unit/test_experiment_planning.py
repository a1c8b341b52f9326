"""Plans of experiments: which runs are wanted, which are missing and why, and their batches."""

import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ns2studies.basics import paths
from ns2studies.basics.checksums import checksummed_json
from ns2studies.basics.errors import ConfigError, StudyError
from ns2studies.experiments.make import ExperimentStore
from ns2studies.experiments.measures import own_metrics
from ns2studies.experiments.model import EXPERIMENT, FILE, ExperimentFile, read_experiment
from ns2studies.experiments.runs import ExperimentRun
from ns2studies.metrics.measure_files import RUNS_KEY, file_name, rows_folder
from ns2studies.simulator.build import Simulator
from ns2studies.workflow.batches import batches_of, read_batch
from ns2studies.workflow.experiment_plan import (
    ExperimentPlan,
    index_text_of_experiment,
    plan_experiment,
)
from ns2studies.workflow.forecast_report import missing_lines

NS = Simulator(Path("/nowhere/ns"), "digest", "source", 1.0, "compiler", ())
TEXT = "script: my.tcl\nparameters: {x: [1, 2]}\nseeds: 3\n"
PRECISE = """\
script: my.tcl
precision: {metric: load, within: 10 %, at_most: 20}
printed: {load: '(\\S+)'}
seed: s
"""


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "RESULTS", tmp_path / "results")
    return paths.experiments(paths.RESULTS)


def experiment(folder: Path, text: str = TEXT) -> ExperimentFile:
    home = folder / "mine"
    home.mkdir(exist_ok=True)
    (home / "my.tcl").write_text("puts $x\n", encoding="utf-8")
    (home / FILE).write_text(text, encoding="utf-8")
    return read_experiment(home)


def finish(results: Path, run: ExperimentRun, *, drawn: bool = True) -> None:
    """Put what a finished run leaves into the store."""
    folder = ExperimentStore(results).folder(run.study, run.run_id)
    folder.mkdir(parents=True)
    facts: dict[str, Any] = {
        "run_id": run.run_id,
        "identity": run.identity,
        "tables": {},
        "usage": {"cpu_s": 4.0},
        "has_drawn": drawn,
        "clock_at": [],
    }
    (folder / "run.json").write_text(checksummed_json(facts), encoding="utf-8")


def plan(file: ExperimentFile, digest: str = "digest") -> ExperimentPlan:
    return plan_experiment(file, digest, paths.experiments(paths.RESULTS))


def write_index(found: ExperimentPlan) -> None:
    index = paths.index(paths.RESULTS, found.name, EXPERIMENT)
    index.parent.mkdir(parents=True, exist_ok=True)
    index.write_text(index_text_of_experiment(found, NS), encoding="utf-8")


def missing(found: ExperimentPlan) -> list[tuple[str, int]]:
    return [(run.point.label, run.seed) for run, _ in found.missing]


def test_first_runs_show_if_script_is_random(tmp_path: Path, results: Path) -> None:
    file = experiment(tmp_path)
    first = plan(file)
    assert missing(first) == [("1", 1), ("2", 1)]
    assert "up to 2 more seeds of each follow" in first.outlook
    one, two = (run for run, _ in first.missing)
    finish(results, one)
    finish(results, two, drawn=False)
    second = plan(file)
    assert missing(second) == [("1", 2), ("1", 3)]
    assert len(second.runs) == 4
    assert not second.undecided
    assert second.cpu_s == pytest.approx(2 * 4.3)


def test_script_with_seed_runs_all_at_once(tmp_path: Path) -> None:
    found = plan(experiment(tmp_path, f"{TEXT}seed: s\n"))
    assert missing(found) == [(x, seed) for seed in (1, 2, 3) for x in ("1", "2")]


def test_edits_plan_only_affected_runs(tmp_path: Path, results: Path) -> None:
    text = f"{TEXT}seed: s\n"
    found = plan(experiment(tmp_path, text))
    write_index(found)
    for run, _ in found.missing:
        finish(results, run)
    assert plan(experiment(tmp_path, f"{text}metrics: [loss]\n")).missing == []
    more = plan(experiment(tmp_path, text.replace("[1, 2]", "[0, 1, 2]")))
    assert {(run.point.label, reason) for run, reason in more.missing} == {("0", "never run")}
    file = experiment(tmp_path, text)
    (file.folder / "my.tcl").write_text("puts edited\n", encoding="utf-8")
    edited = plan(file)
    assert {reason for _, reason in edited.missing} == {"changed: my.tcl"}
    (line,) = missing_lines(edited)
    assert line.endswith(": 6 runs: changed: my.tcl (1 3, 2 3)")
    assert {reason for _, reason in plan(experiment(tmp_path, text), "other").missing} == {
        "changed: the simulator"
    }


def test_damaged_run_is_missing(tmp_path: Path, results: Path) -> None:
    file = experiment(tmp_path, f"{TEXT}seed: s\n")
    found = plan(file)
    write_index(found)
    for run, _ in found.missing:
        finish(results, run)
    broken, _ = found.missing[0]
    facts = ExperimentStore(results).folder(broken.study, broken.run_id) / "run.json"
    facts.write_text("{}", encoding="utf-8")
    ((run, reason),) = plan(file).missing
    assert run.run_id == broken.run_id
    assert reason == "its results are gone, damaged, or were never finished"


def measured(file: ExperimentFile, results: Path, values: dict[str, float]) -> None:
    """Store what was measured of some runs."""
    own = own_metrics(file)
    assert own is not None
    rows = [
        {"run_id": run, "metric": "load", "subject": "", "value": value, "unit": ""}
        for run, value in values.items()
    ]
    folder = rows_folder(results, own)
    folder.mkdir(parents=True, exist_ok=True)
    file_path = folder / "runs.parquet"
    listed = "[" + ", ".join(f'"{run}"' for run in values) + "]"
    pl.DataFrame(rows).write_parquet(file_path, metadata={RUNS_KEY: listed})
    file_path.rename(folder / file_name(list(values), file_path))


@pytest.mark.parametrize(("spread", "seeds"), [(0.01, 10), (5.0, 20)])
def test_precision_ends_replications(
    tmp_path: Path, results: Path, spread: float, seeds: int
) -> None:
    file = experiment(tmp_path, PRECISE)
    for _ in range(5):
        found = plan(file)
        if not found.undecided:
            break
        assert found.missing
        for run, _ in found.missing:
            finish(results, run)
        measured(
            file, results,
            {run.run_id: 10 + spread * (-1) ** run.seed for run, _ in found.missing},
        )  # fmt: skip
    assert len(found.runs) == seeds
    assert not found.missing


def test_read_batch_restores_its_runs(tmp_path: Path) -> None:
    file = experiment(tmp_path, f"{TEXT}seed: s\n")
    found = plan(file)
    (batch, *others) = batches_of(found, NS, 2, None)
    batch.write(tmp_path / "batch.json")
    read = read_batch(tmp_path / "batch.json")
    assert read.experiment == file.path
    assert list(read.runs_of_experiment) == list(batch.runs)
    runs = [run for each in (batch, *others) for run in each.runs]
    assert runs == [run for run, _ in found.missing]
    (file.folder / "my.tcl").write_text("puts edited\n", encoding="utf-8")
    with pytest.raises(StudyError, match="changed after the runs were planned"):
        read_batch(tmp_path / "batch.json")


def test_unknown_metric_of_precision_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"precision\.metric: lod: unknown metric"):
        experiment(tmp_path, PRECISE.replace("metric: load", "metric: lod"))


def test_ten_thousand_runs_are_planned_in_two_seconds(tmp_path: Path) -> None:
    values = ", ".join(map(str, range(1000)))
    text = f"script: my.tcl\nparameters: {{x: [{values}]}}\nseeds: 10\nseed: s\n"
    file = experiment(tmp_path, text)
    started = time.process_time()
    found = plan(file)
    assert len(found.missing) == 10_000
    assert time.process_time() - started < 2
