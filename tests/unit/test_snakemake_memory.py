"""What Snakemake remembers, and results that it would keep though they are not right any more."""

import json
from pathlib import Path
from typing import Any

import pytest
from test_planning import NS, finish, plan, study

from ns2studies.config.registry import Study
from ns2studies.planning.plan_files import remove_untrue_markers, workflow_plan
from ns2studies.planning.snakemake_memory import forget_damaged, is_remembered, record_of
from ns2studies.runs.identity import runs_of
from ns2studies.runs.store import RunStore

__all__ = ["study"]

RECORD: dict[str, Any] = {"rule": "measure", "input": [], "log": [], "params": ["'a'"]}
MADE = ("plan/mpls-full.measured", "reports/mpls.html", "reports/index.html")


def remember(root: Path, file: str, text: str = json.dumps(RECORD)) -> Path:
    record = record_of(root, file)
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(text)
    return record


def test_records_are_where_snakemake_has_them(tmp_path: Path) -> None:
    """Asked of Snakemake itself; a long name is taken apart."""
    from snakemake.persistence.file import FilePersistence

    theirs = FilePersistence(dag=None, path=tmp_path / ".snakemake")
    for file in ("results/plan/mpls-quick.measured", "a" * 400, "é?" * 70):
        found = theirs._record_path(theirs._metadata_path, file)
        assert Path(found) == record_of(tmp_path, file)


@pytest.mark.parametrize(
    "text", ["", "[1, 2]", "\0", "[" * 99_999, "{}", '{"rule": 3}', json.dumps(RECORD)[:-9]]
)
def test_damaged_records_are_forgotten(tmp_path: Path, text: str) -> None:
    good = remember(tmp_path, "results/good")
    bad = remember(tmp_path, "results/" + "bad" * 120, text)
    assert is_remembered(tmp_path, "results/good")
    assert not is_remembered(tmp_path, "results/" + "bad" * 120)
    forget_damaged(tmp_path)
    assert good.exists()
    assert not bad.exists()


@pytest.fixture
def results(study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout's results, all as they should be."""
    results = tmp_path / "results"
    for run in runs_of(study, "digest"):
        finish(results, run)
    for file in MADE:
        (results / file).parent.mkdir(parents=True, exist_ok=True)
        (results / file).touch()
        remember(tmp_path, f"results/{file}")
    monkeypatch.setattr("ns2studies.planning.plan_files.found_at_a_glance", lambda _: [])
    monkeypatch.setattr(
        "ns2studies.planning.plan_files.needs_measuring", lambda plan, _: bool(plan.missing)
    )
    return results


def is_kept(study: Study, results: Path) -> bool:
    """Would Snakemake take the study for measured, and so for all done?"""
    plans = [plan(study, results)]
    remove_untrue_markers(plans, workflow_plan(plans, NS, results))
    return (results / MADE[0]).exists()


def test_what_is_right_is_kept(study: Study, results: Path) -> None:
    assert is_kept(study, results)


@pytest.mark.parametrize("file", MADE)
def test_results_without_memory_are_made_again(study: Study, results: Path, file: str) -> None:
    """An edit of a published value went unnoticed after .snakemake had been deleted."""
    record_of(results.parent, f"results/{file}").unlink()
    assert not is_kept(study, results)


def test_a_short_page_is_made_again(
    study: Study, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Snakemake alone kept it."""
    monkeypatch.undo()
    assert not is_kept(study, results)


def test_a_run_that_was_measured_and_then_deleted_is_made_again(
    study: Study, results: Path
) -> None:
    """The command said that one run was to be made, made none, and ended well."""
    run = runs_of(study, "digest")[3]
    facts = RunStore(results).folder(run.study, run.run_id) / "run.json"
    facts.write_bytes(facts.read_bytes()[:-1])
    assert not is_kept(study, results)


@pytest.mark.parametrize("text", ["", "[1]", "{}", '{"runs": [1]}', "\0"])
def test_a_damaged_index_tells_nothing(study: Study, results: Path, text: str) -> None:
    """It is written again with the plan."""
    index = results / "plan" / "mpls-full.json"
    index.write_text(text)
    found = plan(study, results, "another simulator")
    assert {reason for _, reason in found.missing} == {"never run"}
    workflow_plan([found], NS, results).write()
    assert len(json.loads(index.read_text())["runs"]) == len(found.runs)
