"""Plans: what is missing and why, and batches that lose nothing."""

import dataclasses
import json
import os
from pathlib import Path
from typing import Any

import pytest

from ns2studies.basics import paths
from ns2studies.basics.digests import digest_file
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sealed import sealed_json
from ns2studies.command_line.missing_runs import missing_lines
from ns2studies.config.scenarios import GridPoint
from ns2studies.database.metadata import describe
from ns2studies.execution.rounds import require_planned
from ns2studies.planning import plan_files
from ns2studies.planning.plan import (
    StudyPlan,
    cheapest_first,
    plan_study,
)
from ns2studies.planning.plan_files import workflow_plan
from ns2studies.planning.snakemake_memory import record_of
from ns2studies.runs.batches import read_batch
from ns2studies.runs.identity import runs_of
from ns2studies.runs.run import Run
from ns2studies.runs.store import RunStore
from ns2studies.simulator.build import Simulator
from ns2studies.studies.registry import Study, load_study

NS = Simulator(Path("/nowhere/ns"), "digest", "source", 1.0, "compiler", ())


@pytest.fixture(scope="module")
def study() -> Study:
    whole = load_study("mpls", "full")
    few = [entry for entry in whole.scenarios if entry.label.startswith("losses/reno/")]
    return dataclasses.replace(whole, scenarios=tuple(few[:2]))


def finish(results: Path, run: Run) -> None:
    """Put what a finished run leaves into the store."""
    folder = RunStore(results).folder(run.study, run.run_id)
    folder.mkdir(parents=True)
    facts = {"run_id": run.run_id, "identity": dataclasses.asdict(run.identity), "tables": {}}
    (folder / "run.json").write_text(sealed_json(facts))


def plan(study: Study, results: Path, digest: str = "digest") -> StudyPlan:
    return plan_study(study, digest, results)


def test_everything_is_missing_at_first(study: Study, tmp_path: Path) -> None:
    found = plan(study, tmp_path)
    assert len(found.missing) == len(found.runs) == 30
    assert {reason for _, reason in found.missing} == {"never run"}


def test_finished_runs_are_not_missing(study: Study, tmp_path: Path) -> None:
    runs = runs_of(study, "digest")
    for run in runs[:-1]:
        finish(tmp_path, run)
    found = plan(study, tmp_path)
    assert [run.run_id for run, _ in found.missing] == [runs[-1].run_id]


def test_the_reason_names_what_changed(study: Study, tmp_path: Path) -> None:
    found = plan(study, tmp_path)
    workflow_plan([found], NS, tmp_path).write()
    for run in found.runs:
        finish(tmp_path, run)
    assert not plan(study, tmp_path).missing
    assert {r for _, r in plan(study, tmp_path, "new").missing} == {"changed: the simulator"}
    first = study.scenarios[0]
    network = {**first.parameters["network"], "delay_s": 0.006}
    edited = dataclasses.replace(first, parameters={**first.parameters, "network": network})
    changed = dataclasses.replace(study, scenarios=(edited, study.scenarios[1]))
    missing = plan(changed, tmp_path).missing
    assert len(missing) == len(first.seeds)
    assert {reason for _, reason in missing} == {"changed: network.delay_s 0.005 -> 0.006"}


def test_a_run_that_was_cut_short_says_so(study: Study, tmp_path: Path) -> None:
    workflow_plan([plan(study, tmp_path)], NS, tmp_path).write()
    reasons = {reason for _, reason in plan(study, tmp_path).missing}
    assert reasons == {"its results are gone, damaged, or were never finished"}


def test_batches_hold_every_missing_run_once(study: Study, tmp_path: Path) -> None:
    found = plan(study, tmp_path)
    path = workflow_plan([found], NS, tmp_path).write()
    batches = json.loads(path.read_text())["studies"]["mpls"]["batches"]
    read = [read_batch(tmp_path / "plan" / "batches" / f"{batch}.json") for batch in batches]
    assert {batch.ns for batch in read} == {NS.ns}
    ids = [run.run_id for batch in read for run in batch.runs]
    assert ids == [run.run_id for run, _ in found.missing]
    expected_cpu_s = sum(batch.expected_cpu_s for batch in read)
    assert expected_cpu_s == pytest.approx(found.cpu_s)


def test_a_run_of_two_scenarios_is_made_once(study: Study, tmp_path: Path) -> None:
    twin = dataclasses.replace(study.scenarios[0], label="losses/twin")
    found = plan(dataclasses.replace(study, scenarios=(*study.scenarios, twin)), tmp_path)
    assert (len(found.runs), len(found.missing)) == (45, 30)


def test_jobs_of_a_cluster_hold_their_minutes_and_the_same_runs(
    study: Study, tmp_path: Path
) -> None:
    found = plan(study, tmp_path)

    def sizes(job_cpu_s: float | None, cores: int = 2) -> list[int]:
        path = workflow_plan([found], NS, tmp_path, cores, job_cpu_s).write()
        batches = json.loads(path.read_text())["studies"]["mpls"]["batches"]
        read = [read_batch(tmp_path / "plan" / "batches" / f"{name}.json").runs for name in batches]
        ids = [run.run_id for runs in read for run in runs]
        assert ids == [run.run_id for run, _ in found.missing]
        return [len(runs) for runs in read]

    run_cpu_s = found.cpu_s / len(found.missing)
    assert len(sizes(None)) == 2, "one for each core, since they are short"
    assert len(sizes(None, cores=1)) >= 2, "two for a core that takes longer"
    assert len(sizes(None, cores=8)) == 8, "too little for more than one each"
    assert sizes(300.0) == [30], "minutes, although other nodes idle"
    assert sizes(10 * run_cpu_s) == [10, 10, 10]
    assert sizes(run_cpu_s / 100) == [1] * 30


def test_nothing_missing_needs_no_batch(study: Study, tmp_path: Path) -> None:
    for run in runs_of(study, "digest"):
        finish(tmp_path, run)
    path = workflow_plan([plan(study, tmp_path)], NS, tmp_path).write()
    assert json.loads(path.read_text())["studies"]["mpls"]["batches"] == []
    assert not (tmp_path / "plan" / "batches").exists()


def test_equal_plans_write_equal_indexes(study: Study, tmp_path: Path) -> None:
    texts = []
    for folder in ("a", "b"):
        workflow_plan([plan(study, tmp_path / folder)], NS, tmp_path / folder).write()
        texts.append(paths.index(tmp_path / folder, "mpls", "full").read_bytes())
    assert texts[0] == texts[1]


def test_an_index_that_says_the_same_is_not_written(study: Study, tmp_path: Path) -> None:
    found = plan(study, tmp_path)
    workflow_plan([found], NS, tmp_path).write()
    index = paths.index(tmp_path, "mpls", "full")
    os.utime(index, (1, 1))
    workflow_plan([found], NS, tmp_path).write()
    assert index.stat().st_mtime == 1
    workflow_plan([found], NS._replace(compiler="another"), tmp_path).write()
    assert index.stat().st_mtime > 1


def test_the_plan_says_what_results_depend_on(study: Study, tmp_path: Path) -> None:
    def said(made: StudyPlan) -> dict[str, Any]:
        return dict(workflow_plan([made], NS, tmp_path).told["studies"]["mpls"])

    found = plan(study, tmp_path)
    before = said(found)
    fewer = dataclasses.replace(found, runs=found.runs[1:])
    assert said(fewer)["runs"] != before["runs"]
    assert said(found) == before


def test_cheap_studies_come_first(study: Study, tmp_path: Path) -> None:
    other = load_study("recovery", "quick")
    cheap = dataclasses.replace(other, scenarios=other.scenarios[:1])
    plans = [plan(study, tmp_path), plan(cheap, tmp_path)]
    assert [it.study.name for it in cheapest_first(plans)] == ["recovery", "mpls"]
    written = json.loads(workflow_plan(plans, NS, tmp_path).write().read_text())
    first, second = (
        {written["batches"][batch]["priority"] for batch in written["studies"][name]["batches"]}
        for name in ("recovery", "mpls")
    )
    assert min(first) > max(second)


def test_other_studies_with_results_stay_shown(study: Study, tmp_path: Path) -> None:
    for name in ("sync", "no-such-study"):
        database = paths.study_database(tmp_path, name)
        database.parent.mkdir(exist_ok=True)
        database.touch()
        facts = {"studies": [{"study": name, "scale": "full"}], "made_of": "some runs"}
        describe(database.with_suffix(".json"), database, facts)
    written = json.loads(workflow_plan([plan(study, tmp_path)], NS, tmp_path).write().read_text())
    made_of = written["studies"]["mpls"]["made_of"]
    assert written["shown"] == {"mpls": made_of, "sync": "some runs"}
    assert list(written["studies"]) == ["mpls"]
    require_planned({"sync": {"made_of": "some runs"}}, tmp_path)


def test_success_is_not_reported_of_results_that_were_not_planned(tmp_path: Path) -> None:
    """As where a profile of Snakemake's says ``touch``; the next command makes them."""
    database = paths.study_database(tmp_path, "sync")
    database.parent.mkdir()
    database.touch()
    facts = {"studies": [{"study": "sync", "scale": "full"}], "made_of": "earlier runs"}
    describe(database.with_suffix(".json"), database, facts)
    measured = paths.index(tmp_path, "sync", "full").with_suffix(".measured")
    measured.parent.mkdir()
    measured.touch()
    with pytest.raises(ResultError, match=r"sync\.duckdb is not made of what was planned"):
        require_planned({"sync": {"made_of": "later runs", "scale": "full"}}, tmp_path)
    assert not measured.exists()


def test_an_index_names_the_configuration_that_was_planned(tmp_path: Path) -> None:
    config = tmp_path / "mpls.yaml"
    config.write_bytes((paths.CONFIG / "mpls.yaml").read_bytes())
    planned = plan(load_study("mpls", "quick", config), tmp_path)
    digest = digest_file(config)
    config.write_text("edited meanwhile\n")
    (index,) = workflow_plan([planned], NS, tmp_path).indexes.values()
    assert json.loads(index)["config_sha256"] == digest


def changed_in(study: Study, tmp_path: Path, delays_s: list[float]) -> StudyPlan:
    """The plan after every run was finished and each scenario got a delay of its own."""
    found = plan(study, tmp_path)
    workflow_plan([found], NS, tmp_path).write()
    for run in found.runs:
        finish(tmp_path, run)
    edited = [
        dataclasses.replace(
            scenario,
            parameters={
                **scenario.parameters,
                "network": {**scenario.parameters["network"], "delay_s": delay_s},
            },
        )
        for scenario, delay_s in zip(study.scenarios, delays_s, strict=True)
    ]
    return plan(dataclasses.replace(study, scenarios=tuple(edited)), tmp_path)


def test_missing_runs_are_counted_by_reason_and_set(study: Study, tmp_path: Path) -> None:
    found = changed_in(study, tmp_path, [0.006, 0.006])
    assert list(missing_lines(found)) == [
        "mpls: 30 runs: changed: network.delay_s 0.005 -> 0.006 (losses 30)"
    ]


def test_every_run_is_listed_if_asked_for(study: Study, tmp_path: Path) -> None:
    lines = list(missing_lines(changed_in(study, tmp_path, [0.006, 0.007]), every_run=True))
    assert lines[0] == "mpls: 15 runs: changed: network.delay_s 0.005 -> 0.006 (losses 15)"
    assert lines[1] == f"  {study.scenarios[0].label} seed 1"
    assert lines[16] == "mpls: 15 runs: changed: network.delay_s 0.005 -> 0.007 (losses 15)"
    assert len(lines) == 2 + 30


def test_a_plan_with_many_reasons_and_sets_stays_short() -> None:
    whole = load_study("mpls", "full")
    names = [f"set-{number}" for number in range(7)]
    runs = [
        Run(dataclasses.replace(run.scenario, point=GridPoint(name, {}, {})), run.identity)
        for name, run in zip(names, runs_of(whole, "digest"), strict=False)
    ]
    one_reason = StudyPlan(whole, runs, [(run, "why") for run in runs])
    assert list(missing_lines(one_reason)) == [
        "mpls: 7 runs: why (set-0 1, set-1 1, set-2 1, set-3 1, set-4 1 and 2 more)"
    ]
    reasons = StudyPlan(whole, runs, [(run, f"why {n}") for n, run in enumerate(runs)])
    lines = list(missing_lines(reasons))
    assert lines[0] == "mpls: 1 run: why 0 (set-0 1)"
    assert lines[5:] == ["mpls: 2 runs: 2 more reasons (set-5 1, set-6 1)"]
    assert len(list(missing_lines(reasons, every_run=True))) == 14


def test_results_are_out_of_date_without_a_missing_run(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an edit was taken back, plan said that nothing was to be run, and no more."""
    monkeypatch.setattr(plan_files, "needs_measuring", lambda *_: False)
    entry = plan(study, tmp_path)
    page = tmp_path / "results" / "reports" / "mpls.html"
    page.parent.mkdir(parents=True)
    page.touch()
    told = workflow_plan([entry], NS, tmp_path / "results").told["studies"]["mpls"]
    record = record_of(tmp_path, "results/reports/mpls.html")
    record.parent.mkdir(parents=True)
    params = [repr(told[key]) for key in ("made_of", "page")]
    record.write_text(json.dumps({"rule": "", "input": [], "log": [], "params": params}))
    database = paths.study_database(tmp_path / "results", "mpls")
    database.parent.mkdir()
    database.touch()
    described = {"made_of": told["made_of"], "studies": [{"study": "mpls"}]}
    for made_of, is_up_to_date in ((told["made_of"], True), ("what is edited now", False)):
        describe(database.with_suffix(".json"), database, described | {"made_of": made_of})
        assert plan_files.is_up_to_date(entry, NS, tmp_path / "results") == is_up_to_date
    fewer = dataclasses.replace(entry, runs=entry.runs[1:])
    describe(database.with_suffix(".json"), database, described)
    assert not plan_files.is_up_to_date(fewer, NS, tmp_path / "results")
