"""Plans: what is missing and why, batches that lose nothing, and what is out of date."""

import dataclasses
import json
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.basics.checksums import checksummed_json
from ns2studies.basics.digests import digest_file
from ns2studies.config.registry import Study, load_study
from ns2studies.config.scenarios import GridPoint
from ns2studies.database.metadata import describe
from ns2studies.report.renderers.choice import choose
from ns2studies.runs.identity import Run, runs_of
from ns2studies.runs.store import RunStore
from ns2studies.simulator.build import Simulator
from ns2studies.workflow.batches import batches_of, read_batch
from ns2studies.workflow.forecast_report import Machine, missing_lines
from ns2studies.workflow.plan import StudyPlan, cheapest_first, plan_study
from ns2studies.workflow.planned import Planned, State, planned_of, told_batches

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
    (folder / "run.json").write_text(checksummed_json(facts))


def planned(results: Path, *plans: StudyPlan) -> Planned:
    """What the workflow does for some plans; their indexes are written."""
    made = planned_of(plans, NS, choose("built-in"), Machine(2))
    for rounds in made.rounds.values():
        study = rounds[0].plan.study
        index = paths.index(results, study.name, study.scale)
        index.parent.mkdir(parents=True, exist_ok=True)
        index.write_text(rounds[0].index)
    return made


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "RESULTS", tmp_path)
    return tmp_path


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


def test_reason_names_what_changed(study: Study, tmp_path: Path) -> None:
    found = plan(study, tmp_path)
    planned(tmp_path, found)
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


def test_unfinished_run_gives_its_reason(study: Study, tmp_path: Path) -> None:
    planned(tmp_path, plan(study, tmp_path))
    reasons = {reason for _, reason in plan(study, tmp_path).missing}
    assert reasons == {"its results are gone, damaged, or were never finished"}


def test_batches_hold_every_missing_run_once(study: Study, tmp_path: Path) -> None:
    found = plan(study, tmp_path)
    batches = batches_of(found, NS, 2, None)
    for batch in batches:
        batch.write(tmp_path / batch.name)
    read = [read_batch(tmp_path / batch.name) for batch in batches]
    assert {batch.ns for batch in read} == {NS.ns}
    ids = [run.run_id for batch in read for run in batch.runs]
    assert ids == [run.run_id for run, _ in found.missing]
    assert sum(batch.expected_cpu_s for batch in read) == pytest.approx(found.cpu_s)


def test_run_of_two_scenarios_is_made_once(study: Study, tmp_path: Path) -> None:
    twin = dataclasses.replace(study.scenarios[0], label="losses/twin")
    found = plan(dataclasses.replace(study, scenarios=(*study.scenarios, twin)), tmp_path)
    assert (len(found.runs), len(found.missing)) == (45, 30)


def test_cluster_batches_keep_runs_and_job_length(study: Study, tmp_path: Path) -> None:
    found = plan(study, tmp_path)

    def sizes(job_cpu_s: float | None, cores: int = 2) -> list[int]:
        batches = batches_of(found, NS, cores, job_cpu_s)
        ids = [run.run_id for batch in batches for run in batch.runs]
        assert ids == [run.run_id for run, _ in found.missing]
        return [len(batch.runs) for batch in batches]

    run_cpu_s = found.cpu_s / len(found.missing)
    assert len(sizes(None)) == 2, "one for each core, since they are short"
    assert len(sizes(None, cores=1)) >= 2, "two for a core that takes longer"
    assert len(sizes(None, cores=8)) == 8, "too little for more than one each"
    assert sizes(300.0) == [30], "minutes, although other nodes idle"
    assert sizes(10 * run_cpu_s) == [10, 10, 10]
    assert sizes(run_cpu_s / 100) == [1] * 30


def test_complete_plan_needs_no_batch(study: Study, tmp_path: Path) -> None:
    for run in runs_of(study, "digest"):
        finish(tmp_path, run)
    assert batches_of(plan(study, tmp_path), NS, 2, None) == []


def test_equal_plans_have_equal_indexes(study: Study, tmp_path: Path) -> None:
    texts = [planned(tmp_path, plan(study, tmp_path / folder)).now("mpls").index for folder in "ab"]
    assert texts[0] == texts[1]


def test_digests_name_what_results_depend_on(study: Study, tmp_path: Path) -> None:
    def digests(made: StudyPlan) -> dict[str, object]:
        return dict(planned(tmp_path, made).now("mpls").digests)

    found = plan(study, tmp_path)
    before = digests(found)
    fewer = digests(dataclasses.replace(found, runs=found.runs[1:]))
    assert fewer["runs"] != before["runs"]
    assert fewer["made_of"] != before["made_of"]
    assert digests(found) == before


def test_cheap_studies_come_first(study: Study, tmp_path: Path) -> None:
    other = load_study("recovery", "quick")
    cheap = dataclasses.replace(other, scenarios=other.scenarios[:1])
    plans = [plan(study, tmp_path), plan(cheap, tmp_path)]
    assert [it.study.name for it in cheapest_first(plans)] == ["recovery", "mpls"]
    made = planned(tmp_path, *plans)
    told = told_batches(made)
    first, second = (
        {told[batch.name]["priority"] for batch in made.now(name).batches}
        for name in ("recovery", "mpls")
    )
    assert min(first) > max(second)


def test_index_has_digest_of_planned_configuration(tmp_path: Path) -> None:
    config = tmp_path / "mpls.yaml"
    config.write_bytes((paths.CONFIG / "mpls.yaml").read_bytes())
    found = plan(load_study("mpls", "quick", config), tmp_path)
    digest = digest_file(config)
    config.write_text("edited meanwhile\n")
    index = planned(tmp_path, found).now("mpls").index
    assert json.loads(index)["config_sha256"] == digest


def changed_in(study: Study, tmp_path: Path, delays_s: list[float]) -> StudyPlan:
    """The plan after every run was finished and each scenario got a delay of its own."""
    found = plan(study, tmp_path)
    planned(tmp_path, found)
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


def test_missing_lines_summarize_many_reasons() -> None:
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


def test_states_name_missing_and_damaged_files(study: Study, tmp_path: Path) -> None:
    found = plan(study, tmp_path)
    made = planned(tmp_path, found)
    assert made.states["mpls.duckdb"] is made.states["index.html"] is State.MISSING
    database = paths.study_database(tmp_path, "mpls")
    database.parent.mkdir()
    database.touch()
    described = {"studies": [{"study": "mpls", "scale": "full"}]}
    stated = made.now("mpls").digests["made_of"]
    for made_of, state in ((stated, None), ("what was there before", State.OUTDATED)):
        describe(database.with_suffix(".json"), database, described | {"made_of": made_of})
        assert planned(tmp_path, found).states.get("mpls.duckdb") is state
    database.write_text("longer")
    assert planned(tmp_path, found).states["mpls.duckdb"] is State.DAMAGED


def test_plan_ignores_results_of_other_studies(study: Study, tmp_path: Path) -> None:
    alone = planned(tmp_path, plan(study, tmp_path))
    database = paths.study_database(tmp_path, "sync")
    database.parent.mkdir()
    database.touch()
    facts = {"studies": [{"study": "sync", "scale": "full"}], "made_of": "some runs"}
    describe(database.with_suffix(".json"), database, facts)
    assert list(planned(tmp_path, plan(study, tmp_path)).rounds) == list(alone.rounds) == ["mpls"]
    assert "sync.duckdb" not in planned(tmp_path, plan(study, tmp_path)).states
