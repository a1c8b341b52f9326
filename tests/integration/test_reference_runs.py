"""Some cheap runs of each reference, made again here: their rows must be what they were there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ns2studies.basics.sql import connect, quoted
from ns2studies.config.registry import Study, load_study
from ns2studies.config.study_files import available
from ns2studies.database.reference import read_reference_description, reference_folder
from ns2studies.metrics.row_digests import fingerprint_of
from ns2studies.runs.identity import Run, runs_of
from ns2studies.runs.launcher import Launcher
from ns2studies.runs.store import RunStore
from ns2studies.simulator.build import Simulator
from ns2studies.workflow.plan import run_cpu_s

REFERRED = [study for study in available() if read_reference_description(study)]

SETS = 4
"""Scenario sets of a study, the cheapest, of which a run is made."""

MOST_CPU_S = 0.6
"""What a run of the sample may be expected to take, unless the study has none so cheap."""


def sample(study: Study, runs: list[Run]) -> Iterator[Run]:
    """The middle one of the runs of each of some sets; of the cheapest set in any case."""
    by_set: dict[str, list[Run]] = {}
    for run in runs:
        # An agent has to be compiled first; its own tests do so.
        if not run.identity.agents:
            by_set.setdefault(run.scenario.point.scenario_set, []).append(run)
    cheapest = sorted(by_set.values(), key=lambda group: run_cpu_s(study, group[0]))
    for number, group in enumerate(cheapest[:SETS]):
        if number == 0 or run_cpu_s(study, group[0]) <= MOST_CPU_S:
            yield group[len(group) // 2]


def referred_run(run: Run) -> dict[str, Any]:
    """What the reference has of a run."""
    file = reference_folder(run.study) / "runs.parquet"
    with connect() as connection:
        found = connection.execute(
            f"FROM read_parquet({quoted(file)}) WHERE scenario = ? AND seed = ?",
            [run.scenario.label, run.identity.seed],
        )
        names = [name for name, *_ in found.description or ()]
        (row,) = found.fetchall()
    return dict(zip(names, row, strict=True))


def test_some_study_has_reference() -> None:
    assert REFERRED


@pytest.mark.parametrize("name", REFERRED)
def test_runs_give_what_they_gave_in_reference(name: str, ns: Simulator, tmp_path: Path) -> None:
    study = load_study(name, "full")
    store = RunStore(tmp_path)
    for run in sample(study, runs_of(study, ns.ns_sha256)):
        expected = referred_run(run)
        assert run.scenario.scenario_id == expected["scenario_id"], f"{run.label}: parameters"
        with Launcher(ns.ns) as launcher:
            store.add(run, launcher)
        found = fingerprint_of(store.folder(run.study, run.run_id))
        assert (found.digest, found.rows) == (expected["fingerprint"], expected["trace_lines"]), (
            f"{run.study}/{run.label}"
        )
