"""What the page of study cases makes of its results: which runs it shows, and what it says."""

import re
from pathlib import Path

import duckdb
import pytest
from made_up_cases import HOURS, make_database

from ns2studies.config.scenarios import ScaleName
from ns2studies.report.blocks import NOT_MEASURED
from ns2studies.report.page import Page
from ns2studies.report.pages.study import StudyPage
from reports.cases import figures as cases
from reports.cases import tables


def opened(path: Path, scale: ScaleName, left_out: tuple[str, ...] = ()) -> StudyPage:
    make_database(path, scale, left_out)
    return StudyPage(Page(duckdb.connect(str(path), read_only=True), {}, "none"), cases.STUDY)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> StudyPage:
    return opened(tmp_path_factory.mktemp("quick") / "results.duckdb", "quick")


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> StudyPage:
    return opened(tmp_path_factory.mktemp("full") / "results.duckdb", "full")


@pytest.fixture(scope="module")
def without_hours(tmp_path_factory: pytest.TempPathFactory) -> StudyPage:
    return opened(tmp_path_factory.mktemp("full") / "results.duckdb", "full", HOURS)


def caption(markdown: str) -> str:
    found = re.search(r"<figcaption>(.*?)</figcaption>", markdown, re.DOTALL)
    assert found
    return found[1]


def test_full_uninett_is_shown_if_it_was_run(full: StudyPage) -> None:
    shown = cases.shown_uninett(full)
    assert (shown.scenario_set, shown.factor) == ("uninett", 1)
    assert (shown.moments["transient"], shown.moments["failure"]) == (600, 1200)
    assert "are the printed ones" in cases.uninett_note(full).markdown
    assert "offers 2000 Mb/s" in cases.connection(full, "Figure 5.13", 1, 4).markdown


@pytest.mark.parametrize("study", ["quick", "without_hours"])
def test_small_uninett_is_shown_otherwise(study: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(study)
    shown = cases.shown_uninett(page)
    assert (shown.scenario_set, shown.factor) == ("small-uninett", pytest.approx(0.02))
    note = cases.uninett_note(page).markdown
    assert "**small-uninett**" in note
    assert "**times 0.02**" in note
    assert "50 times fewer data packets" in note
    assert "offers 40 Mb/s" in cases.connection(page, "Figure 5.13", 1, 4).markdown


def test_uninett_parameters_give_origin_of_factor(quick: StudyPage, full: StudyPage) -> None:
    for study, factor, origin in ((quick, "0.02", "ours"), (full, "1", "printed")):
        html = tables.uninett_parameters(study).markdown
        (row,) = re.findall(r"<tr[^>]*>(?:(?!</tr>).)*capacity_factor.*?</tr>", html, re.DOTALL)
        cells = [re.sub("<.*?>", "", cell) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        assert (cells[0], cells[2].split()[0]) == (factor, origin)
        assert "2\u202f000\u202f000\u202f000" in html


def test_runs_that_never_connect_are_counted(quick: StudyPage, full: StudyPage) -> None:
    assert "Every run connects." in caption(cases.connect_time(quick, "Figure 5.2").markdown)
    assert "left out (LSRP, Reno at 5000 kb/s: 5 of 5; LSRP, SACK at 5000 kb/s: 5 of 5)" in caption(
        cases.connect_time(full, "Figure 5.2").markdown
    )


def test_sweep_says_whether_it_has_intervals(quick: StudyPage, full: StudyPage) -> None:
    found = caption(cases.rate_over_load(quick, "Figure 5.4", cases.GOODPUT, "steady").markdown)
    assert "One run a point" in found
    found = caption(cases.rate_over_load(full, "Figure 5.4", cases.GOODPUT, "steady").markdown)
    assert "Means of up to 15 replications with 95% intervals" in found


def test_sweep_names_lines_only_of_what_was_run(quick: StudyPage, full: StudyPage) -> None:
    found = cases.rate_over_load(full, "Figure 5.4", cases.GOODPUT, "steady").markdown
    assert "LSRP, Reno" in found
    assert "Not run" not in found
    found = cases.rate_over_load(quick, "Figure 5.4", cases.GOODPUT, "steady").markdown
    assert "Not run at this scale: LSRP, Reno; DVR, Reno. " in caption(found)
    assert found.count("LSRP, Reno") == 1


def test_text_has_goodput_in_kilobits(full: StudyPage) -> None:
    assert cases.goodput_at(full, "CEAS", 3000) == "650 (95% interval 633 to 665, 15 runs)"
    assert cases.goodput_at(full, "LSRP", 3000).startswith("400 (")
    assert cases.goodput_at(full, "CEAS", 3001) == "(not measured)"


def test_failures_of_figure_5_7_are_marked(quick: StudyPage) -> None:
    found = cases.retransmissions(quick, "Figure 5.7", "sack").markdown
    assert "0-5 fails at 200 s; 4-5 fails at 250 s; 5-10 fails at 300 s" in found
    assert "0-5 is back at 550 s; 4-5 is back at 600 s" in found


def test_moments_of_figure_5_14_are_marked(quick: StudyPage) -> None:
    found = cases.first_connection(quick, "Figure 5.14", ("CEAS",)).markdown
    times = cases.shown_uninett(quick).moments
    assert f"5-1 begins to fail at {times['transient']:g} s; 34-35 is gone at" in found
    assert times["transient"] < times["failure"] < times["end"]


def test_networks_that_disagree_are_counted(full: StudyPage) -> None:
    # On one of three networks LSRP and DVR are better in every case.
    found = cases.other_networks(full).markdown
    assert "Of 9 cases (event, variant and load) **9** are clearly one way" in found
    assert found.count("<figure") == 3


def test_missing_other_networks_are_mentioned_once(quick: StudyPage) -> None:
    found = cases.other_networks(quick).markdown
    assert "run at full scale" in found
    assert "<figure" not in found
    assert tables.networks(quick).markdown == ""


def test_memory_ends_loops_over_one_link(full: StudyPage) -> None:
    data = full.rows("loops_twelve")
    assert set(data["of_2"].round(6)) == {40}
    assert set(data["memory_2"].round(6)) == {0}
    assert set(data["memory_3"].round(6)) == {3}
    assert data.height == 3 * 2 * 11


def test_every_scenario_on_twelve_nodes_has_its_row(full: StudyPage) -> None:
    rows = full.rows("all_twelve", event="failures")
    assert rows.height == 2 * 2 * 11 + 2 * 2 * 11
    deaf = rows.filter(system="LSRP", variant="sack", background_kbps=5000).row(0, named=True)
    assert (deaf["connect"], deaf["connected"]) == (None, 0)


def test_uninett_without_runs_is_not_measured(tmp_path: Path) -> None:
    left_out = ("small-uninett", "small-uninett-baseline")
    page = opened(tmp_path / "results.duckdb", "quick", left_out)
    assert cases.uninett_note(page) == NOT_MEASURED
    assert cases.connection(page, "Figure 5.13", 1, 4) == NOT_MEASURED
    assert cases.first_connection(page, "Figure 5.14", ("CEAS",)) == NOT_MEASURED
    assert tables.loops_uninett(page) == NOT_MEASURED


def test_page_describes_its_runs(quick: StudyPage) -> None:
    assert quick.runs() == "103 (75 scenarios, seeds 1 to 5)"
