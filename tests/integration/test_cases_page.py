"""The page of study cases as a whole, over made-up results of either scale."""

import re
from pathlib import Path

import pytest
from made_up_cases import make_database

from ns2studies.config.study import ScaleName
from ns2studies.paths import REPORTS
from ns2studies.reporting.render import render

FIGURES = [f"figure-5-{number}" for number in range(1, 18)]


def rendered(folder: Path, scale: ScaleName) -> str:
    make_database(folder / "results.duckdb", scale)
    page = folder / "cases.html"
    render(REPORTS / "cases.qmd", page, folder / "results.duckdb")
    return page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> str:
    return rendered(tmp_path_factory.mktemp("full page"), "full")


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> str:
    return rendered(tmp_path_factory.mktemp("quick page"), "quick")


@pytest.mark.parametrize("scale", ["quick", "full"])
def test_every_figure_and_table_has_its_place(scale: str, request: pytest.FixtureRequest) -> None:
    html = request.getfixturevalue(scale)
    for place in [*FIGURES, "table-5-1", "table-5-2", "claims", "loops", "choices", "all"]:
        assert f'id="{place}"' in html, place
    assert "Not measured" not in html
    assert len(html) < 4_000_000


@pytest.mark.parametrize("scale", ["quick", "full"])
def test_every_figure_of_results_is_drawn_with_its_number(
    scale: str, request: pytest.FixtureRequest
) -> None:
    html = request.getfixturevalue(scale)
    titles = re.findall(r'<p class="chart-title"[^>]*>(Figure 5\.\d+): ', html)
    assert set(titles) == {f"Figure 5.{number}" for number in range(1, 18)}


def test_full_scale_shows_the_other_networks_and_printed_capacities(full: str) -> None:
    assert full.count("what CEAS gains") >= 3
    assert 'id="networks-table-caption"' in full
    assert "<strong>uninett</strong>" in full


def test_quick_scale_says_what_it_leaves_out(quick: str) -> None:
    assert "this page was made without them" in quick
    assert "<strong>small-uninett</strong>" in quick
    assert "times 0.02" in quick


def test_networks_stand_on_one_page_and_the_other_links_to_it() -> None:
    chapter_4 = (REPORTS / "ceas.qmd").read_text(encoding="utf-8")
    assert "case_networks" not in chapter_4
    assert "](cases.html)" in chapter_4
    assert "](ceas.html)" in (REPORTS / "cases.qmd").read_text(encoding="utf-8")
