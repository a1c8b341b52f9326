"""Scale ``decide`` without runs: where it begins, what it keeps, and what it says."""

import dataclasses
import json
from pathlib import Path

import pytest

from ns2studies.basics.checksums import checksummed_json
from ns2studies.config.registry import load_study
from ns2studies.database.stopping import AT_MOST, InterimLook
from ns2studies.database.wanted_runs import Outlook
from ns2studies.workflow.adaptive import _expected, _kept
from ns2studies.workflow.adaptive_report import claims_lines, cost_lines
from ns2studies.workflow.plan import StudyPlan, plan_study

LOOK = InterimLook(
    open={"01-a": ["losses/reno/1", "losses/reno/2"], "02-b": ["losses/reno/1"]},
    more_runs={"01-a": 4, "02-b": None},
    closed={"03-c": "not tested as printed"},
)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> StudyPlan:
    """A plan before anything was run."""
    return plan_study(load_study("mpls", "decide"), "ns", tmp_path_factory.mktemp("nothing"))


def test_adaptive_scale_begins_with_quick_runs(begun: StudyPlan, tmp_path: Path) -> None:
    quick = plan_study(load_study("mpls", "quick"), "ns", tmp_path)
    assert [run.run_id for run in begun.runs] == [run.run_id for run in quick.runs]
    random = [
        it for it in begun.study.scenarios if begun.study.config.is_random(it.point.scenario_set)
    ]
    assert [it.scenario.label for it in begun.undecided] == [it.label for it in random]
    assert {it.expected for it in begun.undecided} == {None}


def test_cost_lines_compare_with_full_scale(begun: StudyPlan) -> None:
    full = load_study("mpls", "full")
    runs = sum(len(scenario.seeds) for scenario in full.scenarios)
    line, looks = cost_lines([begun])
    assert line.startswith(f"mpls: deciding its claims takes {len(begun.runs)} runs (")
    assert "more may follow" in line
    assert f"full scale is {runs:,} runs (" in line
    assert "5, 10, 20 and 40 runs" in looks


def test_other_scales_have_no_adaptive_lines(tmp_path: Path) -> None:
    quick = plan_study(load_study("mpls", "quick"), "ns", tmp_path)
    assert [*cost_lines([quick]), *claims_lines(quick)] == []


def test_claims_are_named_that_are_open_or_not_tried(begun: StudyPlan) -> None:
    undecided = [Outlook(begun.study.scenarios[0], 2, 5)]
    going_on = dataclasses.replace(begun, last_look=LOOK, undecided=undecided)
    assert list(claims_lines(going_on)) == [
        "mpls: 2 claims open: 01-a, 02-b",
        "mpls: 1 claim not tried (not tested as printed): 03-c",
    ]
    assert "at most 5 (" in next(cost_lines([going_on]))
    ended = dataclasses.replace(begun, last_look=LOOK, undecided=[])
    assert next(claims_lines(ended)) == (
        f"mpls: 2 claims open with {AT_MOST} runs of each scenario, the maximum: 01-a, 02-b"
    )


def test_expected_runs_end_at_deciding_look() -> None:
    assert _expected("losses/reno/2", 8, LOOK, 32) == 12, "twelve runs, so at the look with twenty"
    assert _expected("losses/reno/1", 8, LOOK, 32) == 32, "of the other claim nothing is known"
    assert _expected("losses/reno/2", 8, None, 32) is None


def test_damaged_interim_look_is_discarded(tmp_path: Path) -> None:
    path = tmp_path / "look.json"
    assert _kept(path) is None
    whole = checksummed_json(dataclasses.asdict(LOOK))
    path.write_text(whole, encoding="utf-8")
    assert _kept(path) == LOOK
    by_hand = json.dumps({"open": {}, "more_runs": {}, "closed": {}})
    flipped = whole.replace('"02-b"', '"02-c"', 1)
    for text in ("{", '{"open": {}}', "[]", by_hand, flipped, checksummed_json({"open": {}})):
        path.write_text(text, encoding="utf-8")
        assert _kept(path) is None, text
    path.write_bytes(b"\xff" + whole.encode())
    assert _kept(path) is None
