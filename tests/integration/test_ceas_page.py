"""Study ceas with the real ns, cut down: known facts, verdicts, and a page that opens."""

from pathlib import Path

import duckdb
import pytest
from opened_page import Scheme, opened
from own_checkout import Checkout, make_checkout
from playwright.sync_api import Browser, expect
from reader_tasks import do

from ns2studies.evaluation.published import published_cells
from ns2studies.evaluation.reasons import unexplained
from ns2studies.simulator.build import Simulator
from nstrace.pages.markup import slug

SHORTER = {
    "quick: [5, 20], full": "quick: [20], full",
    "end_s: 1800.0": "end_s: 120.0",
    "end_s: 1200.0": "end_s: 260.0",
    "end_s: 600.0                # ours": "end_s: 180.0",
    # With one ant a second it takes more than 200 s until all routes are stable.
    "end_s: 600.0": "end_s: 240.0",
    "end_s: 300.0": "end_s: 160.0",
    # TCP has its full rate, or what a network gives, within seconds.
    "\n  stable_s: 100.0": "\n  stable_s: 20.0",
    "undisturbed_s: 100.0": "undisturbed_s: 40.0",
    "rerouted_s: 100.0": "rerouted_s: 40.0",
    "end_s: 360.0": "end_s: 140.0",
    **{
        f"{{quick: 5, full: 15}}\n    expected_cost: {{cpu_s: {cost},": (
            f"{{quick: 1, full: 15}}\n    expected_cost: {{cpu_s: {cost},"
        )
        for cost in ("0.11", "0.75", "0.8", "1.4", "2.4", "2.7", "7.0")
    },
    "ants_to_reroute: 2000": "ants_to_reroute: 1000",
    "{quick: 5, full: 5}\n    expected_cost: {cpu_s: 3.0,": (
        "{quick: 1, full: 5}\n    expected_cost: {cpu_s: 3.0,"
    ),
    "ants_to_return: 2000": "ants_to_return: 700",
}


@pytest.fixture(scope="module")
def checkout(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    made = make_checkout(tmp_path_factory.mktemp("a part of ceas"), ns, SHORTER, "ceas")
    made.run()
    return made


@pytest.fixture(scope="module")
def verdicts(checkout: Checkout) -> dict[str, str]:
    rows = checkout.rows("SELECT claim, verdict FROM claims")
    return {claim[:2]: verdict for claim, verdict in rows}


def test_ants_to_stabilize_match_table_4_2(checkout: Checkout) -> None:
    rows = checkout.rows(
        "SELECT mean FROM points WHERE scenario_set = 'stabilization' "
        "AND metric = 'stabilization_ants' AND subject = '0-8 start'"
    )
    assert len(rows) == 7
    assert all(130 < ants < 200 for (ants,) in rows)


def test_failure_takes_more_ants_than_start(checkout: Checkout) -> None:
    found = dict(
        checkout.rows(
            "SELECT subject, mean FROM points "
            "WHERE scenario = 'failure/false/sack/20' AND metric = 'stabilization_ants'"
        )
    )
    assert found["0-8 failure"] > 1.5 * found["0-8 start"]


def test_memory_shortens_interruption(checkout: Checkout) -> None:
    found = dict(
        checkout.rows(
            "SELECT scenario, value FROM metrics WHERE metric = 'tcp_time_to_resume' "
            "AND subject = 'flow1 failure' AND scenario LIKE 'failure/%/sack/20'"
        )
    )
    assert found["failure/true/sack/20"] < 1 < 5 < found["failure/false/sack/20"]


def test_claims_are_judged_by_what_was_run(verdicts: dict[str, str]) -> None:
    assert len(verdicts) == 75
    # One replication of sections 4.3 and 4.7 decides no order, and one rate no trend.
    assert [verdicts[claim] for claim in ("01", "02", "03")] == ["confirmed", "confirmed", "fitted"]
    assert {verdicts[claim] for claim in ("12", "19", "57")} == {"undecided"}
    assert {verdicts[claim] for claim in ("11", "21")} == {"confirmed"}  # seen in every run
    assert {verdicts["13"], verdicts["40"]} == {"not measured"}
    assert "not measured" not in {verdicts[number] for number in ("12", "20", "29", "48", "65")}


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 400)])
def test_page_opens_offline(
    browser: Browser, checkout: Checkout, scheme: Scheme, width: int
) -> None:
    with opened(browser, checkout.results / "reports" / "ceas.html", scheme, width) as it:
        assert it.problems() == []
        drawing = it.page.locator("#pheromones-failure")
        image = drawing.locator(".topology-drawing")
        expect(image).to_contain_text("link 4-5 is down")
        slider = drawing.locator(".chart-controls input")
        slider.focus()
        it.page.keyboard.press("Home")
        expect(image).not_to_contain_text("link 4-5 is down")


def test_every_difference_has_reason(checkout: Checkout) -> None:
    with duckdb.connect(str(checkout.results / "results.duckdb"), read_only=True) as connection:
        assert unexplained(connection, ["ceas"]) == []


def test_reader_tasks_of_ceas_succeed(browser: Browser, checkout: Checkout, tmp_path: Path) -> None:
    do(browser, checkout.results / "reports", "ceas", tmp_path)


def test_every_figure_and_table_has_its_place(checkout: Checkout) -> None:
    html = (checkout.results / "reports" / "ceas.html").read_text(encoding="utf-8")
    figures = [f"figure-4-{number}" for number in range(1, 18)]
    items = [slug(item) for item in published_cells("ceas")["item"].unique().to_list()]
    for place in [*figures, *items, "figure-c-1", "figure-c-2", "figure-d-1", "tables-3-1"]:
        assert f'id="{place}"' in html, place
    assert len(html) < 4_000_000
