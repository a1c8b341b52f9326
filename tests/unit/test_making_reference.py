"""``./reproduce reference``: what it takes and what it refuses, with results of its own."""

from pathlib import Path

import pytest
from made_up_reference import MadeRun, MadeStudy

from ns2studies.basics import paths
from ns2studies.basics.errors import StudyError
from ns2studies.cli.main import main
from ns2studies.cli.reference import choose, write
from ns2studies.config.scenarios import DECIDE, QUICK
from ns2studies.config.study_files import available
from ns2studies.database.reference import files_of
from ns2studies.evaluation import outcomes

STUDY = available()[0]
"""Any that exists: only those are looked for among results."""


def refused(results: Path, *studies: str) -> str:
    with pytest.raises(StudyError) as caught:
        choose(results, studies)
    return str(caught.value)


def test_results_of_quick_scale_are_refused(tmp_path: Path) -> None:
    MadeStudy([MadeRun("set/one")], STUDY, scale="quick").database(tmp_path)
    message = refused(tmp_path, STUDY)
    assert f"{STUDY}: its results are of quick scale" in message
    assert f"./reproduce full {STUDY} makes them." in message
    assert "no study has results at full scale" in refused(tmp_path)


def test_missing_results_are_refused(tmp_path: Path) -> None:
    assert f"{STUDY}: no results" in refused(tmp_path, STUDY)


@pytest.mark.usefixtures("ns")
def test_missing_runs_are_refused(tmp_path: Path) -> None:
    MadeStudy([MadeRun("set/one")], STUDY).database(tmp_path)
    for named in ([STUDY], []):
        message = refused(tmp_path, *named)
        assert f"{STUDY}: " in message
        assert "runs at full scale are missing, the first: " in message
        assert f"./reproduce full {STUDY} makes them." in message


@pytest.mark.parametrize("scale", [QUICK, DECIDE])
def test_only_full_scale_can_be_asked_for(capsys: pytest.CaptureFixture[str], scale: str) -> None:
    assert main(["reference", scale]) == 1
    assert "the reference is always at full scale" in capsys.readouterr().err


def test_writing_one_study_keeps_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "DATA", tmp_path)
    monkeypatch.setattr(outcomes, "available", lambda: ["alpha", "beta"])
    readme = tmp_path / "README.md"
    readme.write_text(f"{outcomes.BEGIN}{outcomes.END}")
    for study in ("alpha", "beta"):
        MadeStudy([MadeRun("set/one")], study).database(tmp_path / "results")
        said = list(write(tmp_path / "results", [study], readme))
        assert said[0].startswith(f"{study}: reference written: ")
        assert said[-1] == f"Outcomes of all studies: {readme}"
        assert f"| `{study}` | 1 of 2 |" in readme.read_text()
    before = [path.read_bytes() for path in files_of("alpha")]
    MadeStudy([MadeRun("set/two")], "beta").database(tmp_path / "results")
    assert "written" in next(write(tmp_path / "results", ["beta"], readme))
    said = list(write(tmp_path / "results", ["alpha"], readme))
    assert said[0].startswith("alpha: reference equals the one that is there: ")
    assert [path.read_bytes() for path in files_of("alpha")] == before
