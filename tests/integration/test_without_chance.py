"""Scenario sets that say ``random: false``: another seed gives the same rows, with the real ns."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import polars as pl
import pytest

from ns2studies.basics.digests import digest_file
from ns2studies.config.registry import Study, load_study
from ns2studies.config.study_files import available
from ns2studies.runs.identity import Run, runs_of
from ns2studies.runs.launcher import Launcher
from ns2studies.runs.store import RunStore
from ns2studies.simulator.build import Simulator

LONGEST_CPU_S = 2.1
"""What runs of a set may cost to be tried here, each with two seeds."""

MOST = 6
"""So many of a set's runs are tried if they cost little."""


@cache
def at_quick_scale(study: str) -> Study:
    """Once for all of its sets, where a test process collects tests."""
    return load_study(study, "quick")


@cache
def runs_at_quick_scale(study: str, ns: Path) -> Sequence[Run]:
    return runs_of(at_quick_scale(study), digest_file(ns))


def sets_without_chance() -> list[tuple[str, str]]:
    """Study and scenario set."""
    configs = {name: at_quick_scale(name).config for name in available()}
    return [
        (study, name)
        for study, config in configs.items()
        for name, chosen in config.sets().items()
        if not chosen.random
        and chosen.replications["quick"]
        and config.cost_of(name).cpu_s <= LONGEST_CPU_S
    ]


def tried(runs: Sequence[Run], cpu_s: float) -> Sequence[Run]:
    """Some runs of a set, evenly spread over it, as many as may be tried."""
    count = max(1, min(len(runs), MOST, int(LONGEST_CPU_S / cpu_s)))
    step = (len(runs) - 1) / max(1, count - 1)
    return [runs[round(place * step)] for place in range(count)]


def tables_of(store: RunStore, run: Run, ns: Path) -> dict[str, pl.DataFrame]:
    """The rows of each table that a run gives; the files themselves carry the run's identity."""
    with Launcher(ns) as launcher:
        store.add(run, launcher)
    folder = store.folder(run.identity.study, run.run_id)
    return {path.stem: pl.read_parquet(path) for path in sorted(folder.glob("*.parquet"))}


@pytest.mark.parametrize(("study", "scenario_set"), sets_without_chance())
def test_another_seed_changes_nothing(
    tmp_path: Path, ns: Simulator, study: str, scenario_set: str
) -> None:
    runs = runs_at_quick_scale(study, ns.ns)
    of_set = [run for run in runs if run.scenario.point.scenario_set == scenario_set]
    store = RunStore(tmp_path)
    for run in tried(of_set, at_quick_scale(study).config.cost_of(scenario_set).cpu_s):
        other = replace(run, identity=replace(run.identity, seed=7))
        one, two = tables_of(store, run, ns.ns), tables_of(store, other, ns.ns)
        assert list(one) == list(two) != []
        changed = [name for name in one if not one[name].equals(two[name])]
        assert changed == [], run.scenario.label


def test_every_study_with_such_sets_is_tried() -> None:
    studies = {study for study, _ in sets_without_chance()}
    assert {"ceas", "mpls", "recovery", "sync"} <= studies
