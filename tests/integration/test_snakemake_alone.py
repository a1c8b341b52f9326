"""Snakemake without ./reproduce, in a checkout whose simulator has not been built.

The tests follow one another.
"""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from checkout_processes import assert_same_results
from own_checkout import RUNS, Checkout, make_checkout

from ns2studies.simulator.build import Simulator


@pytest.fixture(scope="module")
def alone(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout without results, its simulator put aside."""
    made = make_checkout(tmp_path_factory.mktemp("snakemake alone") / "a check out", ns)
    simulators(made).rename(aside(made))
    return made


def simulators(checkout: Checkout) -> Path:
    return checkout.root / "build" / "simulator"


def aside(checkout: Checkout) -> Path:
    return checkout.root / "build" / "aside"


def snakemake(checkout: Checkout, *words: str, check: bool = True) -> str:
    """What Snakemake says, called as anyone does."""
    done = subprocess.run(
        [sys.executable, "-m", "snakemake", *words],
        cwd=checkout.root, env={**checkout.environment, "NO_COLOR": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode == 0) == check, done.stdout
    return done.stdout


def test_dry_run_shows_simulator_build(alone: Checkout) -> None:
    said = snakemake(alone, "--dry-run")
    assert "Build the simulator: ns-2.35" in said
    assert "mpls: database of <TBD> runs" in said
    assert "simulate and ingest" not in said


def test_dry_run_shows_jobs_and_changes_nothing(alone: Checkout) -> None:
    aside(alone).rename(simulators(alone))
    said = snakemake(alone, "--dry-run")
    assert f"mpls: simulate and ingest {RUNS} runs" in said, "a batch, on one core"
    assert f"mpls: measure {RUNS} runs" in said
    assert f"mpls: page of {RUNS} runs" in said
    graph = snakemake(alone, "--rulegraph")
    assert all(f'"{rule}"' in graph for rule in ("simulate", "measure", "start_page"))
    assert "study: mpls" in snakemake(alone, "--dag", "--cores", "2")
    summary = snakemake(alone, "--summary")
    assert "results/reports/mpls.html\t-\tstudy_page\t-\tmissing\tupdate pending" in summary
    assert not alone.results.exists()
    assert not (alone.root / "reports" / "_environment.local").exists()
    simulators(alone).rename(aside(alone))


def test_snakemake_alone_builds_plans_and_runs(alone: Checkout, checkout: Checkout) -> None:
    snakemake(alone, "--cores", "2")
    assert len(alone.finished()) == RUNS
    assert_same_results(alone, checkout)
    for page in ("index.html", "explore.html", "mpls.html"):
        assert (alone.results / "reports" / page).stat().st_size > 0


def test_quarto_environment_names_this_python(alone: Checkout) -> None:
    line = (alone.root / "reports" / "_environment.local").read_text(encoding="utf-8")
    assert line == f'QUARTO_PYTHON="{sys.executable}"\n'


def test_second_run_has_nothing_to_do(alone: Checkout) -> None:
    page = alone.results / "reports" / "mpls.html"
    before, made_ns = alone.finished(), page.stat().st_mtime_ns
    assert "Nothing to do" in snakemake(alone, "--cores", "2")
    alone.run()
    assert alone.finished() == before
    assert page.stat().st_mtime_ns == made_ns


def test_report_has_pages(alone: Checkout) -> None:
    said = snakemake(alone, "--report", "report.html")
    assert "Adding index.html" in said
    assert "Adding mpls.html" in said


def test_damaged_simulator_is_built_again(alone: Checkout) -> None:
    (ns,) = simulators(alone).glob("*/ns")
    os.truncate(ns, 100)
    assert "Build the simulator" in snakemake(alone, "--dry-run")
    ns.parent.rename(simulators(alone) / "damaged")
    simulators(alone).rename(alone.root / "build" / "damaged")
    aside(alone).rename(simulators(alone))


def test_two_commands_do_not_conflict(alone: Checkout) -> None:
    page = alone.results / "reports" / "mpls.html"
    page.unlink()
    os.truncate(alone.results / "results.duckdb", 100)
    with (alone.root / ".reproduce.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        said = snakemake(alone, "--cores", "2", check=False)
    assert "another ./reproduce or snakemake" in said
    assert not page.exists()
    assert (alone.results / "plan" / "mpls-quick.json").exists(), "the other one's"
