"""The page of study tcpeval over short runs with the real ns, and the table beside it."""

import csv
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from opened_page import Scheme, opened
from own_checkout import Checkout, make_checkout
from playwright.sync_api import Browser, expect

from ns2studies.simulator.build import Simulator

SHORTER = {
    "end_s: 100.0": "end_s: 8.0",
    "measured_from_s: 20.0": "measured_from_s: 2.0",
    "topology: [dumbbell, parking-lot, simple-network]": "topology: [dumbbell, parking-lot]",
    "queueing: [drop-tail, red]": "queueing: [drop-tail]",
    "quick: [0, 1, 5]": "quick: [0, 5]",
    "end_s: 1000.0": "end_s: 10.0",
    "forward_every_s: 200.0": "forward_every_s: 2.0",
}

FIGURES = ["figure-3", "figure-4", "figure-5", "figure-7", "figure-8"]
PLACES = [*FIGURES, "figure-9-a", "figure-9-b", "figure-9-c", "table-1", "spreadsheet", "own"]

EXPERIMENTS = ".table-scroll:has(#tcpeval-experiments-caption)"


@pytest.fixture(scope="module")
def checkout(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    made = make_checkout(tmp_path_factory.mktemp("a part of tcpeval"), ns, SHORTER, "tcpeval")
    made.run()
    return made


@pytest.fixture(scope="module")
def page(checkout: Checkout) -> Path:
    return checkout.results / "reports" / "tcpeval.html"


def test_every_figure_and_table_has_its_place(page: Path) -> None:
    html = page.read_text(encoding="utf-8")
    for place in [*PLACES, "claims", "sensitivity", "shares", "convergence", "rules", "precision"]:
        assert f'id="{place}"' in html, place
    titles = set(re.findall(r'<p class="chart-title"[^>]*>(Figure \d+(?: \([abc]\))?)', html))
    assert titles == {f"Figure {number}" for number in (3, 4, 5, 7, 8)}
    # The third network was not run here: its charts are the reference's.
    assert set(re.findall(r'id="chart-figure-9-([abc])-chart-1"', html)) == {"a", "b", "c"}


def test_names_are_those_of_configuration(page: Path) -> None:
    html = page.read_text(encoding="utf-8")
    assert "improvement of throughput, SACK PR over SACK, dumbbell, FIFO" in html
    assert "improvement of throughput, TCP-PR over SACK" in html
    compared = "SACK PR, SACK PR (response 0.8) and SACK PR (spike rule) over SACK"
    assert f"improvement of throughput, {compared}" in html


def test_runs_are_compared_in_pairs(checkout: Checkout) -> None:
    query = "SELECT DISTINCT scenario_set, protocol, n FROM tcpeval_gains"
    rows = checkout.rows(f"{query} WHERE quantity = 'forward_bps'")
    assert sorted(rows) == [
        ("experiments", "sack-pr", 2), ("own", "tcp-pr", 2), ("rules", "sack-pr-cut", 2),
        ("rules", "sack-pr-spike", 2),
    ]  # fmt: skip


def test_every_quantity_is_measured(checkout: Checkout) -> None:
    """The names of metrics and subjects that they are made of are those that there are."""
    columns = {str(row[0]) for row in checkout.rows("DESCRIBE tcpeval_experiments")}
    wanted = {name.removesuffix("_mean") for name in columns if name.endswith("_mean")}
    measured = {name for (name,) in checkout.rows("SELECT DISTINCT quantity FROM tcpeval_means")}
    # Whether flows of a few seconds converge is not sure.
    assert measured | {"convergence_s"} == wanted


def test_claims_are_judged_by_what_was_run(checkout: Checkout) -> None:
    verdicts = dict(checkout.rows("SELECT substr(claim, 1, 2), verdict FROM claims"))
    assert len(verdicts) == 14
    # Without the simple network, RED and long runs at this size; two seeds are few for the rest.
    assert {verdicts["05"], verdicts["07"], verdicts["13"]} == {"not measured"}
    assert {verdicts["11"], verdicts["12"]} == {"undecided"}
    assert "not measured" not in {verdicts[number] for number in ("01", "04", "06", "09", "14")}


def test_quick_scale_has_rule_alternatives(checkout: Checkout, page: Path) -> None:
    """What else the study leaves open is for full scale."""
    rows = checkout.rows("SELECT DISTINCT choice FROM sensitivity WHERE touched")
    assert sorted(rows) == [("response-0-8",), ("spike-rule",)]
    html = page.read_text(encoding="utf-8")
    assert 'id="sensitivity-figure"' in html
    assert "SACK PR by the spike rule" in html


def test_spreadsheet_is_written_beside_page(checkout: Checkout, page: Path) -> None:
    with (page.parent / "tcpeval.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["experiment"] for row in rows] == [str(n) for n in (1, 2, 5, 6) for _ in range(2)]
    found = checkout.rows(
        "SELECT mean FROM points WHERE scenario = 'experiments/dumbbell/drop-tail/sack-pr/5' "
        "AND metric = 'class_goodput' AND subject = 'forward'"
    )
    assert float(rows[3]["forward_bps_mean"]) == pytest.approx(found[0][0])
    assert rows[3]["protocol"] == "sack-pr"


def test_archive_holds_page_and_table(checkout: Checkout, page: Path) -> None:
    checkout.run("archive", "tcpeval")
    (packed,) = (checkout.results / "archives").glob("*.zip")
    with ZipFile(packed) as archive:
        for path in (page, page.with_suffix(".csv")):
            assert archive.read(path.name) == path.read_bytes()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 400)])
def test_page_opens_offline(browser: Browser, page: Path, scheme: Scheme, width: int) -> None:
    with opened(browser, page, scheme, width) as it:
        assert it.problems() == []


def test_table_sorts_by_keyboard_and_downloads(
    browser: Browser, page: Path, tmp_path: Path
) -> None:
    with opened(browser, page) as it:
        region = it.page.locator(EXPERIMENTS)
        button = region.locator("thead button", has_text="Cross").first
        button.focus()
        for order in ("ascending", "descending"):
            it.page.keyboard.press("Enter")
            expect(region.locator("th[aria-sort]")).to_have_attribute("aria-sort", order)
            column = button.evaluate("button => button.parentElement.cellIndex")
            cells = region.locator("tbody tr").evaluate_all(
                "(rows, column) => rows.map(row => row.cells[column].innerText)", column
            )
            numbers = [float(cell) for cell in cells if cell != "–"]
            assert numbers == sorted(numbers, reverse=order == "descending")
            # The dumbbell has no cross traffic: what is missing comes last.
            assert cells[len(numbers) :] == ["–"] * 4
        with it.page.expect_download() as download:
            it.page.locator("a[download='tcpeval-experiments.csv']").click()
        download.value.save_as(tmp_path / "saved.csv")
        assert (tmp_path / "saved.csv").read_bytes() == (page.parent / "tcpeval.csv").read_bytes()
