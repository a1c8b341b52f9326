"""All studies in one checkout: what each command leaves behind, and archives of any of them.

The tests follow one another in a checkout of their own.
"""

import re
import subprocess
import zipfile
from html import unescape
from pathlib import Path

import pytest
from all_studies import KEPT, make_all_studies
from opened_page import PATIENCE_MS
from own_checkout import Checkout
from playwright.sync_api import Browser
from reader_tasks import do

from ns2studies.archive.checking import check
from ns2studies.basics.paths import PAGES_OF_ALL
from ns2studies.simulator.build import Simulator

STUDIES = sorted(KEPT)


@pytest.fixture(scope="module")
def everything(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout in which all studies were run."""
    made = make_all_studies(tmp_path_factory.mktemp("all studies"), ns)
    made.run()
    return made


def scales(checkout: Checkout) -> dict[str, str]:
    return dict(checkout.rows("SELECT study, scale FROM studies ORDER BY study"))


def listed(checkout: Checkout) -> list[str]:
    """The studies that the start page links to."""
    text = (checkout.results / "reports" / "index.html").read_text(encoding="utf-8")
    return sorted(set(re.findall(r'href="([a-z]+)\.html"', text)) - {*PAGES_OF_ALL})


def pages(checkout: Checkout) -> dict[str, int]:
    """When each study's page was made."""
    folder = checkout.results / "reports"
    return {study: (folder / f"{study}.html").stat().st_mtime_ns for study in STUDIES}


def archive_of(checkout: Checkout, *words: str) -> Path:
    said = checkout.run("archive", *words).stdout
    path = Path(said.splitlines()[-1].removeprefix("Archive: "))
    assert path.is_file(), said
    return path


def test_all_studies_are_in_one_database(everything: Checkout) -> None:
    assert scales(everything) == dict.fromkeys(STUDIES, "quick")
    assert listed(everything) == STUDIES
    shared = everything.rows(
        "SELECT count(*) - count(DISTINCT run_id) FROM runs WHERE study = 'sync'"
    )
    assert shared == [(1,)], "a run of two scenarios"
    each = everything.rows("SELECT study, count(DISTINCT run_id) FROM runs GROUP BY study")
    assert sum(count for _, count in each) == len(everything.finished())


@pytest.mark.parametrize("study", STUDIES)
def test_database_has_rows_of_study_databases(everything: Checkout, study: str) -> None:
    part = everything.results / "database" / f"{study}.duckdb"
    for table in ("runs", "scenarios", "estimates", "metrics", "claims", "comparison"):
        here = everything.rows(f"SELECT count(*) FROM {table} WHERE study = '{study}'")
        assert here == everything.rows(f"SELECT count(*) FROM part.{table}", attached=part), table
    columns = "scenario, metric, subject, n, mean, ci_low, unit"
    other = everything.rows(
        f"SELECT {columns} FROM estimates WHERE study = '{study}' "
        f"EXCEPT SELECT {columns} FROM part.estimates",
        attached=part,
    )
    assert other == []


def test_metric_of_several_studies_is_defined_once(everything: Checkout) -> None:
    twice = "SELECT metric FROM metric_definitions GROUP BY metric HAVING count(*) > 1"
    assert everything.rows(twice) == []


def test_views_show_traces_of_all_studies(everything: Checkout) -> None:
    rows = everything.rows("SELECT DISTINCT study FROM packets")
    assert {"mpls", "recovery", "sync"} <= {study for (study,) in rows}


def test_archive_of_all_opens_without_network(
    everything: Checkout, browser: Browser, tmp_path: Path
) -> None:
    archive = archive_of(everything)
    with zipfile.ZipFile(archive) as members:
        names = members.namelist()
        members.extractall(tmp_path)
    assert check(archive) == len(names) - 1
    assert len([name for name in names if name.endswith("run.json")]) == len(everything.finished())
    context = browser.new_context(offline=True)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.extend([said.text] * (said.type == "error")))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for study in STUDIES:
        page.goto((tmp_path / "index.html").as_uri())
        page.locator(f'a[href="{study}.html"]').first.click()
        page.wait_for_url(f"**/{study}.html")
        assert page.locator("h1").inner_text()
    context.close()
    assert complaints == []


@pytest.mark.parametrize("study", STUDIES)
def test_shown_queries_run_in_duckdb_shell(everything: Checkout, study: str) -> None:
    """Each query below a chart or table, in DuckDB's own shell, as the page tells it."""
    html = (everything.results / "reports" / f"{study}.html").read_text(encoding="utf-8")
    told = re.findall(r'<details class="asked">(.*?)</details>', html, re.DOTALL)
    commands = [
        unescape(code)
        for part in told
        for code in re.findall(r"<code>(.*?)</code>", part, re.DOTALL)
    ]
    assert len(told) >= 3
    statements = [
        command.removeprefix("./reproduce sql <<'SQL'\n").removesuffix("SQL")
        for command in dict.fromkeys(commands)
    ]
    assert not any("<<" in text for text in statements)
    asked = subprocess.run(
        [*everything.command("sql"), "-list"], input="".join(statements),
        env=everything.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (asked.returncode, asked.stderr) == (0, ""), asked.stdout[-2000:]


@pytest.mark.parametrize("study", STUDIES)
def test_reader_tasks_of_each_study_succeed(
    everything: Checkout, browser: Browser, tmp_path: Path, study: str
) -> None:
    do(browser, everything.results / "reports", study, tmp_path, special=False)


def test_full_scale_of_one_study_keeps_others(everything: Checkout) -> None:
    before = pages(everything)
    everything.run("full", "mpls")
    assert scales(everything) == dict.fromkeys(STUDIES, "quick") | {"mpls": "full"}
    assert listed(everything) == STUDIES
    after = pages(everything)
    assert [study for study in STUDIES if after[study] != before[study]] == ["mpls"]


def test_archive_packs_each_study_at_its_scale(everything: Checkout) -> None:
    runs = everything.finished()
    archive = archive_of(everything, "mpls", "sync")
    assert re.fullmatch(r"mpls-sync-quick-full-[0-9a-f]{16}\.zip", archive.name)
    assert everything.finished() == runs
    assert scales(everything)["mpls"] == "full", "packing changes nothing"
    with zipfile.ZipFile(archive) as members:
        pages_inside = {name for name in members.namelist() if re.fullmatch(r"[^/]*\.html", name)}
        start = members.read("index.html").decode()
        readme = members.read("README.txt").decode()
        studies = members.read("data/studies.csv").decode()
    assert pages_inside == {"explore.html", "index.html", "method.html", "mpls.html", "sync.html"}
    assert 'href="mpls.html"' in start
    assert 'href="ceas.html"' not in start
    assert "./reproduce full mpls\n    ./reproduce quick sync" in readme
    assert [line.split(",")[0] for line in studies.splitlines()] == ["study", "mpls", "sync"]
    assert archive_of(everything, "mpls", "sync") == archive, "the same again"


def test_rerun_of_all_studies_is_at_quick_scale(everything: Checkout) -> None:
    before, runs = pages(everything), everything.finished()
    everything.run()
    assert scales(everything) == dict.fromkeys(STUDIES, "quick")
    after = pages(everything)
    assert [study for study in STUDIES if after[study] != before[study]] == ["mpls"]
    assert everything.finished() == runs, "no run is made again"


def test_single_study_command_keeps_others_listed(everything: Checkout) -> None:
    page = everything.results / "reports" / "recovery.html"
    page.unlink()
    others = [everything.results / "reports" / f"{study}.html" for study in STUDIES]
    others.remove(page)
    before = [path.stat().st_mtime_ns for path in others]
    everything.run("recovery")
    assert page.is_file()
    assert [path.stat().st_mtime_ns for path in others] == before
    assert scales(everything) == dict.fromkeys(STUDIES, "quick")
    assert listed(everything) == STUDIES
