"""Jobs by an executor of Snakemake that the project does not bring, with a profile of one's own."""

import sys
from pathlib import Path

import pytest
from own_checkout import RUNS, Checkout, make_checkout

from ns2studies.simulator.build import Simulator

SUBMIT = """\
#!/bin/sh
# A queue of one machine: starts a job at once, writes down that it did, and says its number.
setsid sh "$1" > /dev/null 2>&1 &
echo $! >> "$(dirname "$0")/submitted"
echo $!
"""

PROFILE = """\
executor: cluster-generic
cluster-generic-submit-cmd: sh {folder}/submit.sh
jobs: 4
config: {{batch_minutes: 0.03}}
seconds-between-status-checks: 1
"""


@pytest.fixture(scope="module")
def checkout(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    return make_checkout(tmp_path_factory.mktemp("other executor"), ns)


@pytest.mark.skipif(
    len(sys.executable.split()) > 1, reason="executors start no Python whose path has blanks"
)
def test_profile_selects_executor_of_jobs(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "submit.sh").write_text(SUBMIT, encoding="utf-8")
    profile = PROFILE.format(folder=tmp_path)
    (tmp_path / "config.yaml").write_text(profile, encoding="utf-8")
    checkout.run("--profile", str(tmp_path))
    submitted = (tmp_path / "submitted").read_text(encoding="utf-8").split()
    assert len(submitted) >= 3, "a job for each batch, and one that measures"
    assert len(checkout.finished()) == RUNS
    assert checkout.rows("SELECT count(*) FROM estimates") != [(0,)]
    assert (checkout.results / "reports" / "mpls.html").is_file()
