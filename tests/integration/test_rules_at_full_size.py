"""Which jobs start after which edit, with the plans of all studies as they are.

Planning, the Snakefile and Snakemake are the real ones; jobs are stood in for
(``stub_jobs.py``), so that ten thousand runs take seconds. What jobs then make is tested with few
runs (``test_incremental.py``). The tests follow one another in a checkout of their own.
"""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import stub_jobs
from own_checkout import Checkout, make_checkout

from ns2studies.basics.paths import PAGES_OF_ALL
from ns2studies.config.study_files import available
from ns2studies.simulator.build import Simulator

PREPARE = """
import sys
from ns2studies.basics import paths
from ns2studies.metrics.measure_files import rows_folder
from ns2studies.metrics.fingerprints import measures_of
from ns2studies.metrics.measure_files import rows_folder
from ns2studies.metrics.fingerprints import measures_of
from ns2studies.workflow.profiles import load_profile
from ns2studies.simulator.suite import execute
from ns2studies.workflow.planned import plans_of
from ns2studies.simulator.build import simulator
from ns2studies.config.registry import load_study

for measure in (measure for name in sys.argv[1:] for measure in measures_of(name)):
    rows_folder(paths.RESULTS, measure).mkdir(parents=True, exist_ok=True)
"""
"""Makes the folders of measures, which stubs leave empty."""

STORE = """
import sys
from ns2studies.basics import paths
from ns2studies.workflow.planned import plans_of
from ns2studies.runs.store import RunStore
from ns2studies.basics.checksums import checksummed_json
from ns2studies.simulator.build import simulator
from ns2studies.config.registry import load_study

store = RunStore(paths.RESULTS)
studies = [load_study(name, "full") for name in sys.argv[1:]]
for plan in plans_of(studies, simulator().ns_sha256):
    for run, _ in plan.missing:
        folder = store.folder(run.study, run.run_id)
        folder.mkdir(parents=True)
        facts = {"run_id": run.run_id, "identity": run.identity.by_name(), "tables": {}}
        (folder / "run.json").write_text(checksummed_json(facts))
"""
"""Puts all runs of some studies at full scale into the store, without anything in them."""

STUDIES = available()

PAGE_OF_SYNC = "reports/sync/figures.py"

OF_ALL = {"database results": 1, "report index": 1, "report explore": 1, "report method": 1}


def of_study(study: str) -> dict[str, int]:
    """The jobs that make a study's database and page, and what all studies have together."""
    beside = {"spreadsheet tcpeval": 1} if study == "tcpeval" else {}
    return {f"study-database {study}": 1, f"report {study}": 1, **beside, **OF_ALL}


@pytest.fixture(scope="module")
def checkout(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout with the whole configuration, in which all studies have been executed."""
    made = make_checkout(tmp_path_factory.mktemp("whole"), ns, changes={}, study=None)
    stub = Path(stub_jobs.__file__).read_text(encoding="utf-8")
    (made.root / "src" / "ns2studies" / "workflow" / "jobs.py").write_text(stub, encoding="utf-8")
    jobs = started(made)
    runs = jobs.pop("simulate")
    assert runs >= len(STUDIES)
    jobs.pop("build-agent agent", 0)  # unless the build has them already
    # Each study's page is listed when it is there; the last one is by the start page itself.
    assert jobs.pop("list-page") == len(STUDIES) - 1
    wanted = {f"measure {study}": 1 for study in STUDIES}
    assert jobs == wanted | {job: 1 for study in STUDIES for job in of_study(study)}
    return made


def started(checkout: Checkout, scale: str = "quick", *studies: str) -> dict[str, int]:
    """Execute studies; how many jobs of each kind that started."""
    done = executed(checkout, scale, *studies)
    assert done.returncode == 0, done.stdout + done.stderr
    return noted(checkout)


def noted(checkout: Checkout) -> dict[str, int]:
    """How many jobs of each kind the last execution started; not those that were killed at once."""
    record = checkout.root / stub_jobs.STARTED
    lines = record.read_text(encoding="utf-8").splitlines() if record.exists() else []
    return dict(Counter(lines))


def executed(
    checkout: Checkout, scale: str = "quick", *studies: str
) -> subprocess.CompletedProcess[str]:
    record = checkout.root / stub_jobs.STARTED
    record.unlink(missing_ok=True)
    record.parent.mkdir(exist_ok=True)
    names, env = studies or STUDIES, checkout.environment
    subprocess.run([sys.executable, "-c", PREPARE, *names], env=env, check=True)
    config = [f"scale={scale}", f"studies={','.join(names)}"]
    return subprocess.run(
        [sys.executable, "-m", "snakemake", "--cores", "2", "--config", *config],
        cwd=checkout.root, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip


@contextmanager
def longer(checkout: Checkout, name: str, added: str = "\n") -> Iterator[None]:
    path = checkout.root / name
    before = path.read_bytes()
    path.write_bytes(before + added.encode())
    yield
    path.write_bytes(before)


@contextmanager
def edited(checkout: Checkout, name: str, old: str, new: str) -> Iterator[None]:
    checkout.edit(name, old, new)
    yield
    checkout.edit(name, new, old)


def test_all_studies_wait_for_simulator(checkout: Checkout) -> None:
    """As on a fresh machine, where no page is listed yet and there is no plan."""
    built = [checkout.root / "build" / "simulator", checkout.results / "reports"]
    moved = [path.rename(path.with_name(f"{path.name}-moved")) for path in built]
    try:
        done = subprocess.run(
            [sys.executable, "-m", "snakemake", "-n", "--cores", "2"],
            cwd=checkout.root, env=checkout.environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
    finally:
        for path, back in zip(moved, built, strict=True):
            path.rename(back)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "build_simulator" in done.stdout + done.stderr


def test_unchanged_checkout_starts_no_job(checkout: Checkout) -> None:
    assert started(checkout) == {}
    indexes = (checkout.results / "plan").glob("*-quick.json")
    sizes = [path.stat().st_size for path in indexes]
    assert max(sizes) > 1_000_000, "Snakemake compares larger files than this by their times"


SOURCES = "config/*.yaml data/**/*.* reports/**/*.* tcl/**/*.tcl ns2-patches/* src/**/*.py"
LONG_AGO_S, FAR_AHEAD_S = 0.0, 2e9


def date(checkout: Checkout, patterns: str, time_s: float) -> None:
    for pattern in patterns.split():
        for path in checkout.root.glob(pattern):
            os.utime(path, (time_s, time_s))


def test_touched_files_start_nothing(checkout: Checkout) -> None:
    date(checkout, SOURCES, FAR_AHEAD_S)
    date(checkout, "results/plan/*.json", FAR_AHEAD_S)
    assert started(checkout) == {}


def test_parameter_edit_starts_only_its_study(checkout: Checkout) -> None:
    with edited(checkout, "config/recovery.yaml", "down_s: 12.0 ", "down_s: 12.5 "):
        jobs = started(checkout)
        assert jobs.pop("simulate") >= 1
        assert jobs == {"measure recovery": 1, **of_study("recovery")}
        assert started(checkout) == {}
    assert started(checkout) == {"measure recovery": 1, **of_study("recovery")}
    assert started(checkout) == {}


def test_document_edit_starts_only_its_page(checkout: Checkout) -> None:
    """Also of a document that is from the future."""
    pages = {"report mpls": 1, "report sync": 1}
    with longer(checkout, "reports/mpls.qmd"), longer(checkout, PAGE_OF_SYNC):
        date(checkout, f"reports/mpls.qmd {PAGE_OF_SYNC}", FAR_AHEAD_S)
        assert started(checkout) == pages
    assert started(checkout) == pages


def test_silently_killed_job_is_retried(checkout: Checkout) -> None:
    """What it was to replace is still there, and Snakemake takes it for what the job has made."""
    page, start = "report mpls", "report index"
    killed = checkout.root / stub_jobs.KILLED
    with longer(checkout, "reports/mpls.qmd"):
        killed.write_text(page, encoding="utf-8")
        assert executed(checkout).returncode != 0
        with longer(checkout, "reports/index.qmd"):
            killed.write_text(start, encoding="utf-8")
            assert executed(checkout).returncode != 0
            assert noted(checkout) == {page: 1}
            killed.unlink()
            assert started(checkout) == {start: 1}
            assert started(checkout) == {}
    assert started(checkout) == {page: 1, start: 1}


def test_origin_edit_starts_results_but_no_runs(checkout: Checkout) -> None:
    """The database names the file that it was made of by its digest."""
    with edited(checkout, "config/recovery.yaml", "# ours: for one", "# inferred: for one"):
        assert started(checkout) == of_study("recovery")
    assert started(checkout) == of_study("recovery")


def test_theme_edit_starts_all_pages(checkout: Checkout) -> None:
    pages = {f"report {page}": 1 for page in (*STUDIES, *PAGES_OF_ALL)}
    with longer(checkout, "reports/theme/page.css"):
        assert started(checkout) == pages
    assert started(checkout) == pages


def test_claim_value_and_metric_edits_start_results(
    checkout: Checkout,
) -> None:
    """Each of another study, all at once; the edits are older than all results."""
    claims = checkout.root / "reports" / "ceas" / "claims"
    claim = str(sorted(claims.glob("[0-9]*.sql"))[0].relative_to(checkout.root))
    metric = "src/nstrace/metrics/sql/queue_occupancy.sql"
    cell = "Table 4.6 (a),TCP New Reno,Delay(millisecc),202.551"
    wanted = {
        "measure sync": 1,
        **{job: 1 for study in ("ceas", "mpls", "sync") for job in of_study(study)},
    }
    with (
        longer(checkout, claim, "-- as before\n"),
        longer(checkout, metric, "-- as before\n"),
        edited(checkout, "data/published/mpls.csv", cell, cell.replace("202.551", "202.5")),
    ):
        date(checkout, SOURCES, LONG_AGO_S)
        assert started(checkout) == wanted
    assert started(checkout) == wanted


def test_deleted_result_is_made_again(checkout: Checkout) -> None:
    (checkout.results / "reports" / "sync.html").unlink()
    assert started(checkout) == {"report sync": 1, "list-page": 1, "report index": 1}
    (checkout.results / "database" / "sync.duckdb").unlink()
    assert started(checkout) == of_study("sync")


def test_missing_snakemake_metadata_starts_no_job(checkout: Checkout) -> None:
    shutil.rmtree(checkout.root / ".snakemake")
    assert started(checkout) == {}
    with longer(checkout, "reports/mpls.qmd"):
        shutil.rmtree(checkout.root / ".snakemake", ignore_errors=True)
        assert started(checkout) == {"report mpls": 1}
    assert started(checkout) == {"report mpls": 1}


def test_result_restored_from_backup_is_remade(checkout: Checkout) -> None:
    page = checkout.results / "reports" / "mpls.html"
    earlier = page.read_bytes()
    with longer(checkout, "reports/mpls.qmd"):
        assert started(checkout) == {"report mpls": 1}
        page.write_bytes(earlier)
        assert started(checkout) == {"report mpls": 1}
    assert started(checkout) == {"report mpls": 1}


def test_one_study_starts_only_its_own(checkout: Checkout) -> None:
    with edited(checkout, "config/recovery.yaml", "down_s: 12.0 ", "down_s: 12.5 "):
        assert started(checkout, "quick", "mpls") == {}
        assert started(checkout, "quick", "recovery") == {
            "measure recovery": 1, **of_study("recovery")
        }  # fmt: skip


def test_unchanged_full_scale_starts_no_job(checkout: Checkout) -> None:
    fixed = [study for study in STUDIES if study != "tcpeval"]  # which runs until it is precise
    subprocess.run([sys.executable, "-c", STORE, *fixed], env=checkout.environment, check=True)
    assert len(checkout.finished()) > 8000
    jobs = started(checkout, "full", *fixed)
    assert jobs == {job: 1 for study in fixed for job in (f"measure {study}", *of_study(study))}
    assert started(checkout, "full", *fixed) == {}
    jobs = started(checkout)
    assert "simulate" not in jobs
    assert {f"report {study}" for study in fixed} <= jobs.keys()
    assert started(checkout) == {}
