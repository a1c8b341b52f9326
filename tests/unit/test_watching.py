"""Following the workflow: what a user is shown while studies are executed."""

import dataclasses
from functools import partial
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.database.wanted_runs import Outlook
from ns2studies.execution import watching
from ns2studies.execution.progress import StudiesProgress, StudyState
from ns2studies.execution.rounds import targets_of_round
from ns2studies.execution.steps import ALL, PAGE, Steps, step
from ns2studies.execution.watching import Watch, work_cpu_s
from ns2studies.planning.forecast import ENDING_CPU_S, STUDY_CPU_S
from ns2studies.planning.plan import StudyPlan, plan_study
from ns2studies.runs.store import RunStore
from ns2studies.studies.registry import load_study


class Shown(StudiesProgress):
    """Keeps what it is told instead of showing it."""

    def __init__(self) -> None:
        self.states: dict[str, StudyState] = {}
        self.lines: list[str] = []

    def at(self, studies: dict[str, StudyState]) -> None:
        self.states = dict(studies)

    def line(self, text: str) -> None:
        self.lines.append(text)


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "RESULTS", tmp_path)
    monkeypatch.setattr(watching, "Steps", partial(Steps, tmp_path / "steps"))
    return tmp_path


@pytest.mark.parametrize("torn", [b'["begin", "sy', b"\xc3", b'["begin"]\n', b"[[3, 4]]\n", b"7\n"])
def test_a_torn_line_of_the_log_is_skipped(tmp_path: Path, torn: bytes) -> None:
    """A job that is killed, or finds the disk full, leaves one; all that followed was lost."""
    log = tmp_path / "logs" / "steps"
    seen = Steps(log)
    with step("recovery", "measures", log):
        seen.read_new()
    with log.open("ab") as stream:
        stream.write(torn)
    seen.read_new()
    with step("recovery", PAGE, log):
        seen.read_new()
    assert (seen.running, seen.ended) == ({"recovery": PAGE}, [("recovery", "measures")])


def two_runs(results: Path) -> StudyPlan:
    whole = load_study("recovery", "quick")
    return plan_study(dataclasses.replace(whole, scenarios=whole.scenarios[:2]), "ns", results)


def test_a_study_from_its_first_run_to_its_page(results: Path) -> None:
    plan, shown = two_runs(results), Shown()
    watch = Watch([plan], shown)
    watch()
    assert str(shown.states["recovery"]) == "0 of 2 runs"
    assert shown.states["recovery"].done == 0
    assert str(shown.states["start page"]) == "waiting"
    store = RunStore(results)
    store.folder("recovery", plan.missing[0][0].run_id).mkdir(parents=True)
    watch()
    half = shown.states["recovery"]
    assert str(half) == "1 of 2 runs"
    assert half.done == pytest.approx(plan.cpu_s / 2 / (plan.cpu_s + STUDY_CPU_S))
    store.folder("recovery", plan.missing[1][0].run_id).mkdir()
    with step("recovery", PAGE, results / "steps"):
        watch()
        assert str(shown.states["recovery"]) == "2 of 2 runs, page"
    watch()
    assert shown.states["recovery"].done == 1
    assert shown.states["start page"].done == 0
    with step(ALL, PAGE, results / "steps"):
        watch()
        assert shown.states["start page"].step == PAGE
    watch()
    assert {name: state.done for name, state in shown.states.items()} == {
        "recovery": 1, "start page": 1
    }  # fmt: skip
    assert shown.lines == [f"recovery is ready: {results / 'reports' / 'recovery.html'}"]


def test_what_has_nothing_to_do_is_not_shown(results: Path) -> None:
    plan, shown = dataclasses.replace(two_runs(results), missing=()), Shown()
    watch = Watch([plan], shown)
    watch()
    assert shown.states == {}
    with step("recovery", "database", results / "steps"):
        watch()
    assert list(shown.states) == ["recovery"], "no run, but a claim was edited"


def test_the_work_of_plans_is_that_of_runs_pages_and_the_end(results: Path) -> None:
    plan = two_runs(results)
    assert work_cpu_s([plan]) == pytest.approx(plan.cpu_s + STUDY_CPU_S + ENDING_CPU_S)
    assert work_cpu_s([dataclasses.replace(plan, missing=())]) == 0


def test_a_round_ends_with_the_pages_of_those_that_want_no_more_runs(results: Path) -> None:
    fixed = two_runs(results)
    until_precise = dataclasses.replace(
        fixed,
        study=dataclasses.replace(fixed.study, name="tcpeval"),
        undecided=(Outlook(fixed.study.scenarios[0], expected=None, at_most=2),),
    )
    assert targets_of_round(until_precise) == ["results/plan/tcpeval-quick.measured"]
    assert "results/reports/recovery.html" in targets_of_round(fixed)
    shown = Shown()
    watch = Watch([fixed, until_precise], shown)
    with step("tcpeval", "measures", results / "steps"), step("recovery", PAGE, results / "steps"):
        watch()
    watch()
    assert {name: state.done for name, state in shown.states.items()} == {
        "recovery": 1, "tcpeval": 1
    }, "no start page yet"  # fmt: skip
