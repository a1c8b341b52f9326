"""A power cut at any moment leaves results complete and right, or counted as unfinished."""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from own_checkout import SHORTER
from power_cuts import Call, Disk, Recording, record, write_out

from ns2studies.basics import paths
from ns2studies.basics.checksums import named_file_is_whole
from ns2studies.basics.errors import ResultError
from ns2studies.database.metadata import require_size, require_whole
from ns2studies.runs.finished import FinishedRuns
from ns2studies.simulator.build import Simulator

STATES = 300

PROGRAM = """
import sys
from pathlib import Path
from ns2studies.metrics.measure import measure_runs
from ns2studies.database.building import new_database
from ns2studies.database.metadata import describe
from ns2studies.runs.identity import runs_of
from ns2studies.runs.launcher import Launcher
from ns2studies.runs.store import RunStore
from ns2studies.config.registry import load_study
from ns2studies.config.study_metrics import metrics_of

config, ns, digest, results = sys.argv[1:]
run = runs_of(load_study("mpls", "quick", Path(config)), digest)[0]
store = RunStore(Path(results))
with Launcher(Path(ns)) as launcher:
    store.add(run, launcher)
folder = store.folder(run.study, run.run_id)
measure_runs(Path(results), {run.run_id: folder}, metrics_of("mpls")[:2])
database = Path(results, "database", "mpls.duckdb")
for values in (10, 1000):
    with new_database(database) as connection:
        connection.execute(f"CREATE TABLE metrics AS SELECT range AS value FROM range({values})")
    describe(database.with_suffix(".json"), database, {"values": values})
"""
"""A run, its measures, and a database that takes the place of an earlier one."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("results")


@pytest.fixture(scope="module")
def calls(ns: Simulator, root: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Call]:
    folder = tmp_path_factory.mktemp("recorded")
    text = (paths.CONFIG / "mpls.yaml").read_text(encoding="utf-8")
    for old, new in SHORTER.items():
        text = text.replace(old, new)
    config = folder / "mpls.yaml"
    config.write_text(text, encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, str(config), str(ns.ns), ns.ns_sha256, str(root)]
    (folder / "calls").mkdir()
    return record(command, folder / "calls", {**os.environ, "PYTHONPATH": str(paths.SOURCES)})


def wrong(disk: Disk, folder: Path) -> list[str]:
    """What of a state is taken for complete and is not."""
    results = folder / "results"
    write_out(disk, results)
    store = FinishedRuns(results)
    found = [
        f"{file}: damaged"
        for file in results.glob("measures/*/*.parquet")
        if not named_file_is_whole(file)
    ]
    for run_id in store.finished("mpls"):
        if store.is_whole("mpls", run_id):
            found += refusal(partial(store.check_contents, "mpls", run_id))
    database = results / "database" / "mpls.duckdb"
    if not refusal(partial(require_size, database)):
        found += refusal(partial(require_whole, database))
    return found


def refusal(check: Callable[[], object]) -> list[str]:
    try:
        check()
    except ResultError as error:
        return [error.message]
    return []


def test_recording_is_what_was_written(calls: list[Call], root: Path, tmp_path: Path) -> None:
    recording = Recording(calls, root)
    write_out(recording.state(len(recording.changes), lambda: True), tmp_path / "results")
    written = {
        path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }
    replayed = {
        path.relative_to(tmp_path / "results"): path.read_bytes()
        for path in (tmp_path / "results").rglob("*")
        if path.is_file()
    }
    assert replayed == written
    assert len(written) >= 6


def test_power_cut_leaves_no_false_complete_result(
    calls: list[Call], root: Path, tmp_path: Path
) -> None:
    recording = Recording(calls, root)
    for number, disk in enumerate(recording.states(STATES, seed=1)):
        (tmp_path / str(number)).mkdir()
        assert not wrong(disk, tmp_path / str(number))


def test_finished_results_survive_power_cut(calls: list[Call], root: Path, tmp_path: Path) -> None:
    recording = Recording(calls, root)
    assert not wrong(recording.state(len(recording.changes), lambda: False), tmp_path)
    store = FinishedRuns(tmp_path / "results")
    assert [store.is_whole("mpls", run_id) for run_id in store.finished("mpls")] == [True]
    assert len(list((tmp_path / "results").glob("measures/*/*.parquet"))) == 2
    assert require_whole(tmp_path / "results" / "database" / "mpls.duckdb")["values"] == 1000


def test_missing_syncs_leave_false_results(calls: list[Call], root: Path, tmp_path: Path) -> None:
    unsynced = [call for call in calls if not call.name.startswith(("fsync", "fdatasync"))]
    found = []
    for number, disk in enumerate(Recording(unsynced, root).states(STATES, seed=1)):
        (tmp_path / str(number)).mkdir()
        found += wrong(disk, tmp_path / str(number))
    assert found
