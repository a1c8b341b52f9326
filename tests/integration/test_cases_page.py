"""The page of study cases as a whole: real results of quick scale, made-up ones of full scale."""

import re
from pathlib import Path

import duckdb
import kept_cases
import made_up_cases
import pytest

from ns2studies.basics.paths import REPORTS
from ns2studies.evaluation.reasons import unexplained
from ns2studies.report.render import render

FIGURES = [f"figure-5-{number}" for number in range(1, 18)]


def rendered(database: Path) -> str:
    page = database.with_name("cases.html")
    render(REPORTS / "cases.qmd", page, database)
    return page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> str:
    database = tmp_path_factory.mktemp("full page") / "results.duckdb"
    made_up_cases.make_database(database, "full")
    return rendered(database)


@pytest.fixture(scope="module")
def quick_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    database = tmp_path_factory.mktemp("quick page") / "results.duckdb"
    kept_cases.make_database(database)
    return database


@pytest.fixture(scope="module")
def quick(quick_database: Path) -> str:
    return rendered(quick_database)


def test_kept_runs_are_those_of_quick_scale() -> None:
    """Else the next test would judge other runs than `./reproduce cases` makes."""
    planned = {(it.scenario_id, seed) for it in kept_cases.quick_scenarios() for seed in it.seeds}
    assert kept_cases.kept_runs() == planned, f"take them again: {kept_cases.__doc__}"


def test_every_quick_scale_difference_has_reason(quick_database: Path) -> None:
    with duckdb.connect(str(quick_database), read_only=True) as connection:
        differing = connection.execute("SELECT count(*) FROM reasons").fetchone()
        assert differing is not None
        assert differing[0] > 0, "nothing differs: then this test holds nothing"
        assert unexplained(connection, ["cases"]) == []


@pytest.mark.parametrize("scale", ["quick", "full"])
def test_every_figure_and_table_has_its_place(scale: str, request: pytest.FixtureRequest) -> None:
    html = request.getfixturevalue(scale)
    for place in [*FIGURES, "table-5-1", "table-5-2", "claims", "loops", "choices", "all"]:
        assert f'id="{place}"' in html, place
    assert "Not measured" not in html
    assert len(html) < 4_000_000


@pytest.mark.parametrize("scale", ["quick", "full"])
def test_page_draws_every_figure_with_its_number(
    scale: str, request: pytest.FixtureRequest
) -> None:
    html = request.getfixturevalue(scale)
    titles = re.findall(r'<p class="chart-title"[^>]*>(Figure 5\.\d+): ', html)
    assert set(titles) == {f"Figure 5.{number}" for number in range(1, 18)}


def test_full_scale_page_shows_other_networks(full: str) -> None:
    assert full.count("what CEAS gains") >= 3
    assert 'id="networks-table-caption"' in full
    assert "<strong>uninett</strong>" in full


def test_quick_scale_page_names_what_is_left_out(quick: str) -> None:
    assert "this page was made without them" in quick
    assert "<strong>small-uninett</strong>" in quick
    assert "times 0.02" in quick


def test_networks_are_drawn_on_cases_page_only() -> None:
    chapter_4 = (REPORTS / "ceas.qmd").read_text(encoding="utf-8")
    assert "case_networks" not in chapter_4
    assert "](cases.html)" in chapter_4
    assert "](ceas.html)" in (REPORTS / "cases.qmd").read_text(encoding="utf-8")
