"""Runs are made of what their identities name, or not stored."""

import os
import shutil
from pathlib import Path

import pytest

from ns2studies.basics import paths
from ns2studies.basics.digests import digest_file
from ns2studies.basics.errors import StudyError
from ns2studies.config.scenarios import GridPoint, Scenario
from ns2studies.runs.identity import Makers, Run, RunIdentity, code_digest
from ns2studies.runs.tcl_scripts import tcl_digest

PARAMETERS = {"end_s": 1.0}


@pytest.fixture
def tcl(tmp_path: Path) -> Path:
    return Path(shutil.copytree(paths.TCL, tmp_path / "tcl"))


@pytest.fixture
def ns(tmp_path: Path) -> Path:
    program = tmp_path / "ns"
    program.write_bytes(b"a simulator")
    return program


@pytest.fixture
def run(tcl: Path, ns: Path) -> Run:
    identity = RunIdentity(
        "mpls", PARAMETERS, 1, digest_file(ns), tcl_digest("mpls", tcl), code_digest()
    )
    return Run(Scenario("mpls", "a/b", GridPoint("a", {}, {}), PARAMETERS, (1,)), identity)


def edited(file: Path) -> str:
    """What a file held; something else is in it now."""
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}# edited\n", encoding="utf-8")
    return text


def test_unchanged_makers_pass(run: Run, tcl: Path, ns: Path) -> None:
    makers = Makers(ns, tcl)
    for _ in range(2):
        with makers.unchanged(run):
            pass


def test_reverted_edit_is_noticed(run: Run, tcl: Path, ns: Path) -> None:
    makers, file = Makers(ns, tcl), tcl / "library" / "traffic.tcl"
    message = r"tcl/library/traffic\.tcl changed while runs were made"
    with pytest.raises(StudyError, match=message), makers.unchanged(run):
        before = file.stat()
        file.write_text(edited(file), encoding="utf-8")
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    # For the next run it is what it was planned with.
    with makers.unchanged(run):
        pass


@pytest.mark.parametrize("name", ["tcl/main.tcl", "tcl/studies/mpls.tcl", "ns"])
def test_edit_after_runs_were_planned_is_noticed(
    run: Run, tcl: Path, ns: Path, tmp_path: Path, name: str
) -> None:
    makers = Makers(ns, tcl)
    with makers.unchanged(run):
        pass
    edited(tmp_path / name)
    message = f"{name} changed after runs were planned"
    with pytest.raises(StudyError, match=message), makers.unchanged(run):
        pytest.fail("the run is made")
