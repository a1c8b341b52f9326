"""Runs that are wanted until results are precise: found from what was measured, no more."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import duckdb
import polars as pl
import pytest
from until_precise import PLAIN, RULE, config, load

from ns2studies.basics.checksums import checksummed_json
from ns2studies.basics.digests import SHORT
from ns2studies.basics.errors import ConfigError
from ns2studies.config.registry import Study, load_study
from ns2studies.config.study_metrics import metrics_of
from ns2studies.database.precision import precision_frame, rules_of
from ns2studies.metrics.measure_files import RUNS_KEY, file_name, rows_folder
from ns2studies.runs.identity import Run, runs_of
from ns2studies.runs.store import RunStore
from ns2studies.simulator.build import Simulator
from ns2studies.workflow.plan import StudyPlan, index_text_of, needs_measuring, plan_study

NS = Simulator(Path("/nowhere/ns"), "digest", "source", 1.0, "compiler", ())


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return load(tmp_path)


def plan(study: Study, results: Path, ns: str = "digest") -> StudyPlan:
    return plan_study(study, ns, results)


def seeds(found: StudyPlan) -> dict[str, int]:
    return {scenario.label: len(scenario.seeds) for scenario in found.study.scenarios}


def steady(run: Run) -> float:
    return 100.0 + run.identity.seed % 3


def wild(run: Run) -> float:
    return 100.0 * (1 + run.identity.seed % 5)


def finish(results: Path, runs: Iterable[Run]) -> None:
    for run in runs:
        folder = RunStore(results).folder(run.study, run.run_id)
        folder.mkdir(parents=True)
        (folder / "run.json").write_text(checksummed_json({"run_id": run.run_id, "tables": {}}))


def measure(
    results: Path, runs: Iterable[Run], value: Callable[[Run], float], subject: str = "flow1"
) -> None:
    """Write a goodput for each run as the job that measures does."""
    (metric,) = (entry for entry in metrics_of("mpls") if entry.name == "unique_throughput")
    rows = [{"run_id": it.run_id, "subject": subject, "value": value(it)} for it in runs]
    folder = rows_folder(results, metric)
    folder.mkdir(parents=True, exist_ok=True)
    ids = [row["run_id"] for row in rows]
    file, number = folder / "written", len(list(folder.iterdir()))
    frame = pl.DataFrame(rows)
    frame.write_parquet(file, metadata={RUNS_KEY: json.dumps(ids)})
    # Of two files with the same runs, the later name counts.
    file.rename(folder / f"{number:016}{file_name(ids, file)[SHORT:]}")


def carry_out(found: StudyPlan, results: Path, value: Callable[[Run], float] = steady) -> None:
    runs = [run for run, _ in found.missing]
    finish(results, runs)
    measure(results, runs, value)


def test_first_plan_wants_earliest_end(study: Study, tmp_path: Path) -> None:
    found = plan(study, tmp_path)
    assert seeds(found) == {"losses/reno/1": 10, "losses/reno/2": 10, "losses-replayed/reno/1": 1}
    assert len(found.missing) == len(found.runs) == 21
    assert [(it.expected, it.at_most) for it in found.undecided] == [(None, 10), (None, 10)]
    assert needs_measuring(found, tmp_path)


def test_rounds_end_in_fixed_point(study: Study, tmp_path: Path) -> None:
    def value(run: Run) -> float:
        return wild(run) if run.scenario.label == "losses/reno/2" else steady(run)

    carry_out(plan(study, tmp_path), tmp_path, value)
    found = plan(study, tmp_path)
    assert seeds(found) == {"losses/reno/1": 10, "losses/reno/2": 20, "losses-replayed/reno/1": 1}
    assert {run.label for run, _ in found.missing} == {
        f"losses/reno/2 seed {seed}" for seed in range(11, 21)
    }
    assert [it.scenario.label for it in found.undecided] == ["losses/reno/2"]
    carry_out(found, tmp_path, value)
    again = plan(study, tmp_path)
    assert seeds(again) == seeds(found)
    assert (list(again.missing), list(again.undecided)) == ([], [])


def test_unmeasured_runs_are_not_run_again(study: Study, tmp_path: Path) -> None:
    """As after a command that was killed before it measured."""
    first = plan(study, tmp_path)
    finish(tmp_path, [run for run, _ in first.missing])
    found = plan(study, tmp_path)
    assert seeds(found) == seeds(first)
    assert not found.missing
    assert len(found.undecided) == 2
    assert needs_measuring(found, tmp_path)


def test_only_runs_of_present_simulator_count(study: Study, tmp_path: Path) -> None:
    carry_out(plan(study, tmp_path, "an earlier ns"), tmp_path)
    assert len(plan(study, tmp_path).missing) == 21
    assert not plan(study, tmp_path, "an earlier ns").undecided


def test_run_that_was_deleted_is_run_again(study: Study, tmp_path: Path) -> None:
    carry_out(plan(study, tmp_path), tmp_path)
    run = plan(study, tmp_path).runs[3]
    (RunStore(tmp_path).folder("mpls", run.run_id) / "run.json").unlink()
    found = plan(study, tmp_path)
    assert [entry.run_id for entry, _ in found.missing] == [run.run_id]
    assert seeds(found)["losses/reno/1"] == 10


def test_other_targets_reuse_what_is_there(study: Study, tmp_path: Path) -> None:
    carry_out(plan(study, tmp_path), tmp_path)
    before = index_text(plan(study, tmp_path))
    tight = load(tmp_path, RULE.replace("0.05", "0.0001"))
    found = plan(tight, tmp_path)
    assert seeds(found)["losses/reno/1"] == 20
    assert {run.identity.seed for run, _ in found.missing} == set(range(11, 21))
    carry_out(found, tmp_path)
    assert not plan(tight, tmp_path).undecided
    loose = plan(study, tmp_path)
    assert not loose.missing
    assert index_text(loose) == before, "as if the further runs weren't there"


def index_text(found: StudyPlan) -> bytes:
    return index_text_of(found, NS).encode()


def test_fixed_replications_are_planned_without_rule(study: Study, tmp_path: Path) -> None:
    fixed = load(tmp_path, PLAIN)
    found = plan(fixed, tmp_path)
    assert found.runs == runs_of(fixed, "digest")
    index = json.loads(index_text(found))
    assert all("until_precise" not in entry for entry in index["scenarios"])
    mixed = json.loads(index_text(plan(study, tmp_path)))
    assert set(rules_of(mixed)) == {"losses/reno/1", "losses/reno/2"}


def test_subject_without_results_is_refused(study: Study, tmp_path: Path) -> None:
    other = load(tmp_path, RULE.replace("[flow1]", "[flow1, flow9]"))
    runs = [run for run, _ in plan(other, tmp_path).missing]
    finish(tmp_path, runs)
    measure(tmp_path, [run for run in runs if run.scenario.label == "losses/reno/1"], steady)
    assert len(plan(other, tmp_path).undecided) == 1, "the other scenario may have it"
    measure(tmp_path, [run for run in runs if run.scenario.label != "losses/reno/1"], steady)
    with pytest.raises(ConfigError) as caught:
        plan(other, tmp_path)
    message = str(caught.value)
    line = 1 + other.path.read_text(encoding="utf-8").split("flow9")[0].count("\n")
    key = "scenario_sets.losses.replications.quick.until.metrics.unique_throughput"
    none = "no result of this set has unique_throughput"
    assert f"{other.path}, line {line}: {key}: {none}" in message
    assert "'flow9'" in message
    assert "It has unique_throughput of flow1." in message


def test_subject_of_one_scenario_counts_only_there(tmp_path: Path) -> None:
    study = load(tmp_path, RULE.replace("[flow1]", "[flow1, flow2]"))
    runs = [run for run, _ in plan(study, tmp_path).missing]
    finish(tmp_path, runs)
    measure(tmp_path, runs, steady)
    second = [run for run in runs if run.scenario.label == "losses/reno/2"]
    measure(tmp_path, second, wild, "flow2")
    assert seeds(plan(study, tmp_path))["losses/reno/1"] == 10
    assert seeds(plan(study, tmp_path))["losses/reno/2"] == 20


REFUSED = {
    "at_least: 5": [
        ("at_least: 25", ["quick.at_most", "no less than at_least (25), found 20"]),
        ("at_least: 2", ["quick.at_least", "greater than or equal to 3", "found 2"]),
        ("at_last: 5", ["quick.at_last", "unknown key", "at_least?"]),
        ("at_least: 5, batch: 2", ["quick.batch", "at least half of at_least (5), found 2"]),
    ],
    "relative_half_width: 0.05": [
        ("relative_half_width: 0", ["until.relative_half_width", "greater than 0"]),
        ("relative_half_width: -0.1", ["until.relative_half_width", "greater than 0"]),
        ("relative_half_width: 5", ["until.relative_half_width", "less than 1"]),
    ],
    "unique_throughput: [flow1]": [
        (
            "unique_throughputs: [flow1]",
            ["until.metrics.unique_throughputs", "study mpls computes", "unique_throughput?"],
        ),
        ("delay_series: [flow1]", ["until.metrics.delay_series", "no metric with single values"]),
        ("unique_throughput: []", ["until.metrics.unique_throughput", "at least 1 item"]),
    ],
    "metrics: {unique_throughput: [flow1]}": [
        ("metrics: {}", ["until.metrics", "at least 1 item"]),
        (
            "metrics: {unique_throughput: [flow1]}, absolute_half_width: {throughput: 1.0}",
            ["until.absolute_half_width", "throughput is not one of the metrics above"],
        ),
        (
            "metrics: {unique_throughput: [flow1]}, absolute_half_width: {unique_throughput: 0}",
            ["absolute_half_width.unique_throughput", "greater than 0"],
        ),
    ],
    "full: 15": [("full: many", ["replications.full", "integer", "'many'"])],
}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [(old, new, words) for old, cases in REFUSED.items() for new, words in cases],
)
def test_bad_rule_is_refused_with_its_key(
    tmp_path: Path, old: str, new: str, words: list[str]
) -> None:
    path = config(tmp_path, RULE.replace(old, new))
    with pytest.raises(ConfigError) as caught:
        load_study("mpls", "quick", path)
    message = str(caught.value)
    assert f"{path}, line " in message
    assert "scenario_sets.losses.replications" in message
    for word in words:
        assert word in message
    assert "until-precise" not in message


def test_precision_table_says_what_ended_each_value(tmp_path: Path) -> None:
    bounds = "absolute_half_width: {packets_dropped: 0.5}"
    subjects = "unique_throughput: [flow1, flow9], packets_dropped: [link]"
    rule = RULE.replace("unique_throughput: [flow1]}", f"{subjects}}}, {bounds}")
    scenarios = load(tmp_path, rule).scenarios
    values = {"unique_throughput": (100.0, 101.0, 99.0), "packets_dropped": (0.0, 0.1, 0.0)}
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE metrics (study VARCHAR, scenario VARCHAR, seed INTEGER, metric VARCHAR, "
        "subject VARCHAR, value DOUBLE)"
    )
    connection.execute(
        "CREATE TABLE metric_definitions AS "
        "SELECT unnest(['unique_throughput', 'packets_dropped']) AS "
        "metric, unnest(['bit/s', '1']) AS unit"
    )
    connection.execute("CREATE TABLE runs (study VARCHAR, scenario VARCHAR)")
    for scenario in scenarios:
        factor = 3 if scenario.label == "losses/reno/2" else 1
        for metric, subject in (("unique_throughput", "flow1"), ("packets_dropped", "link")):
            for seed, value in enumerate(values[metric], start=1):
                scattered = value * factor**seed
                row = ["mpls", scenario.label, seed, metric, subject, scattered]
                connection.execute("INSERT INTO metrics VALUES (?, ?, ?, ?, ?, ?)", row)
    rules = {"mpls": {it.label: it.rule for it in scenarios if it.rule}, "sync": {}}
    connection.execute("INSERT INTO runs SELECT DISTINCT study, scenario FROM metrics, range(3)")
    began = precision_frame(connection, rules)
    assert set(began["stopped_by"]) == {"not yet"}, "three runs of five"
    runs = "INSERT INTO runs SELECT study, scenario FROM runs, range(20) WHERE scenario = ?"
    for scenario in scenarios:
        connection.execute(runs, [scenario.label])
    rows = precision_frame(connection, rules).rows(named=True)
    assert [it["mean"] for it in rows] == list(began["mean"])
    ended = {(it["scenario"], it["metric"]): (it["reached"], it["stopped_by"]) for it in rows}
    assert ended == {
        ("losses/reno/1", "unique_throughput"): (True, "target"),
        ("losses/reno/1", "packets_dropped"): (True, "absolute bound"),
        ("losses/reno/2", "unique_throughput"): (False, "maximum"),
        ("losses/reno/2", "packets_dropped"): (False, "maximum"),
    }
    first = rows[0]
    assert (first["n"], first["mean"], first["target"], first["at_most"]) == (3, 100.0, 0.05, 20)
    assert first["half_width"] == pytest.approx(4.302653 / 3**0.5)
    assert first["relative_half_width"] == pytest.approx(0.04302653 / 3**0.5)
    assert (first["unit"], first["absolute_bound"]) == ("bit/s", None)
    assert precision_frame(connection, {"mpls": {}}).is_empty()
