"""The explorer in a browser: filters, links, sorting, files, and texts that would be markup."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import polars as pl
import pytest
from opened_page import OpenedPage, opened
from playwright.sync_api import Browser, Page, expect
from small_study import make_database

from ns2studies.basics.paths import REPORTS
from ns2studies.report.links import explorer_address
from ns2studies.report.render import render
from nstrace.pages import LARGEST_BYTES

HOSTILE = "<script>window.broken = 1</script><img src=x onerror='broken = 1'> & \"it\", =1+1"

ALL_POINTS = """
SELECT study, scenario, metric, subject, variant, n, mean, deviation, ci_low, ci_high,
       prediction_low, prediction_high, unit, NULL::VARCHAR AS routing
FROM points"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("explorer") / "results.duckdb"
    make_database(path)
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            "UPDATE claims SET statement = ? WHERE claim IN (SELECT min(claim) FROM claims)",
            [HOSTILE],
        )
        connection.execute("UPDATE studies SET title = ?", [HOSTILE])
    return path


@pytest.fixture(scope="module")
def page(database: Path) -> Path:
    path = database.parent / "reports" / "explore.html"
    render(REPORTS / "explore.qmd", path, database)
    return path


@contextmanager
def explored(browser: Browser, page: Path, width: int = 1280, **state: str) -> Iterator[OpenedPage]:
    """The page at the address of some rows, with its rows there."""
    with opened(browser, page, width=width) as it:
        it.page.goto(page.as_uri() + explorer_address(**state).removeprefix(page.name))
        it.page.reload()
        expect(it.page.locator("#explorer")).to_have_attribute("data-ready", "yes")
        yield it
        assert it.problems() == []


def counts(page: Page) -> list[int]:
    """How many statements, printed values and estimates the page says that there are."""
    said = page.locator("#explorer-status").inner_text().replace("\u202f", "")
    return [int(number) for number in re.findall(r"\d+", said)]


def csv_of(page: Page, folder: Path) -> pl.DataFrame:
    with page.expect_download() as download:
        page.get_by_role("button", name="Download these rows as CSV").click()
    saved = folder / download.value.suggested_filename
    download.value.save_as(saved)
    return pl.read_csv(saved, infer_schema_length=None)


def same(found: pl.DataFrame, database: Path, query: str, *values: str) -> None:
    """Fail unless a file has the rows of a query, to the last digit, in any order."""
    with duckdb.connect(str(database), read_only=True) as connection:
        wanted = connection.sql(query, params=values).pl()
    types = {name: wanted.schema[name] for name in found.columns}
    assert wanted.height > 0
    keys = [name for name in wanted.columns if wanted.schema[name] == pl.String]
    assert found.cast(types).sort(keys).equals(wanted.select(found.columns).sort(keys))


def test_filters_leave_rows_of_query(
    browser: Browser, page: Path, database: Path, tmp_path: Path
) -> None:
    with explored(browser, page) as it:
        it.page.get_by_role("button", name="Estimates").click()
        it.page.get_by_label("Variant").select_option("vegas")
        it.page.get_by_label("Metric").select_option(label="Mean delay since the first sending")
        assert "variant=vegas" in it.page.url
        found = csv_of(it.page, tmp_path)
        query = f"{ALL_POINTS} WHERE variant = ? AND metric = ?"
        same(found, database, query, "vegas", "mean_delay")
        assert counts(it.page)[2] == found.height


def test_link_leads_to_its_rows(
    browser: Browser, page: Path, database: Path, tmp_path: Path
) -> None:
    state = {"table": "comparison", "study": "mpls", "text": '"Table 4.6 (a)" reno', "sort": "ours"}
    with explored(browser, page, **state) as it:
        query = """
            SELECT study, item, row, "column", published_text AS published, ours, unit, verdict
            FROM comparison
            WHERE item = 'Table 4.6 (a)' AND concat_ws(' ', row, scenario) ILIKE '%reno%'"""
        found = csv_of(it.page, tmp_path)
        assert found["ours"].is_sorted()
        names = ["study", "item", "row", "column", "published", "ours", "unit", "verdict"]
        same(found.select(names), database, query)
        expect(it.page.get_by_label("Study")).to_have_value("mpls")
        # To the cell itself, on the study's page.
        link = it.page.locator("tbody th a").first.get_attribute("href")
        assert link
        assert link.startswith("mpls.html#table-4-6-a-cells-")


def test_explorer_follows_changed_address(browser: Browser, page: Path) -> None:
    with explored(browser, page) as it:
        it.page.evaluate("location.hash = '#study=nowhere'")
        expect(it.page.get_by_label("Study").locator("option:checked")).to_have_text(
            "nowhere (none here)"
        )
        assert counts(it.page) == [0, 0, 0]
        expect(it.page.get_by_role("button", name="Download")).to_be_disabled()
        it.page.get_by_role("button", name="Clear filters").click()
        assert min(counts(it.page)) > 0
        # The address of a heading says nothing about rows.
        before = it.page.locator("#explorer-status").inner_text()
        it.page.evaluate("location.hash = '#columns'")
        assert it.page.locator("#explorer-status").inner_text() == before


def test_rows_are_sorted_by_keyboard(browser: Browser, page: Path) -> None:
    with explored(browser, page, table="points", metric="mean_delay") as it:
        heading = it.page.locator("thead button", has_text="Mean")
        heading.focus()
        it.page.keyboard.press("Enter")
        it.page.keyboard.press("Enter")
        expect(heading).to_be_focused()
        expect(it.page.locator("th[aria-sort=descending]")).to_have_text(re.compile("Mean"))
        first = it.page.locator("tbody td.number").first.inner_text().split()[0]
        it.page.get_by_role("button", name="Next rows").press("Enter")
        assert "row=51" in it.page.url
        assert it.page.locator("tbody tr").count() <= 50
        second = it.page.locator("tbody td.number").first.inner_text().split()[0]
        assert float(second) <= float(first)
        it.page.get_by_role("button", name="Previous rows").press("Enter")
        assert it.page.locator("tbody td.number").first.inner_text().split()[0] == first


def test_table_is_as_wide_as_page(browser: Browser, page: Path) -> None:
    with explored(browser, page, width=1440) as it:
        for name in ("Statements", "Printed values", "Estimates"):
            it.page.get_by_role("button", name=name).click()
            region = it.page.locator(".explorer .table-scroll")
            assert region.evaluate("it => it.scrollWidth - it.clientWidth") == 0, name


def test_notes_below_cells_belong_to_row(browser: Browser, page: Path) -> None:
    state = {"table": "comparison", "text": '"Table 4.6 (a)" vegas'}
    with explored(browser, page, **state) as it:
        row = it.page.locator("tbody tr").first
        below = row.locator("th .note-below, td .note-below").all_inner_texts()
        assert below[:2] == ["TCP Vegas", "Delay(millisecc)"]
        assert "ms" in below
        assert "vegas" in below


def test_filters_offer_values_of_study(browser: Browser, page: Path) -> None:
    with explored(browser, page, study="mpls") as it:
        metric = it.page.get_by_label("Metric")
        offered = metric.locator("option").count()
        assert offered > 1
        it.page.get_by_label("Study").select_option("")
        it.page.evaluate("location.hash = 'study=none'")
        expect(metric.locator("option")).to_have_count(1)
        it.page.evaluate("location.hash = 'study=mpls'")
        expect(metric.locator("option")).to_have_count(offered)


def test_long_texts_are_clamped_until_asked(browser: Browser, page: Path) -> None:
    with explored(browser, page, width=390, table="claims") as it:
        height = "() => document.querySelector('#explorer tbody').offsetHeight"
        clamped = it.page.evaluate(height)
        button = it.page.get_by_role("button", name="Show whole texts")
        button.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        assert it.page.evaluate(height) > clamped


def test_markup_in_text_is_escaped(browser: Browser, page: Path, tmp_path: Path) -> None:
    with explored(browser, page, table="claims", text='"<script>"') as it:
        assert counts(it.page)[0] == 1
        expect(it.page.locator("tbody th")).to_have_text(HOSTILE)
        assert it.page.locator("tbody :is(script, img)").count() == 0
        assert it.page.evaluate("window.broken === undefined")
        assert csv_of(it.page, tmp_path)["statement"].to_list() == [HOSTILE]
    with explored(browser, page, study=HOSTILE, text=HOSTILE) as it:
        assert it.page.evaluate("window.broken === undefined")


def test_explorer_reports_number_of_rows(browser: Browser, page: Path) -> None:
    with explored(browser, page, width=390) as it:
        status = it.page.get_by_role("status")
        it.page.get_by_label("Text").fill("vegas")
        expect(it.page.get_by_role("button", name="Statements")).to_be_visible()
        it.page.wait_for_function("location.hash.includes('text=vegas')")
        assert status.inner_text().startswith("These filters leave ")
        assert counts(it.page)[2] > 0


def test_old_browser_gets_hint(browser: Browser, page: Path) -> None:
    context = browser.new_context()
    context.add_init_script("delete window.DecompressionStream")
    tab = context.new_page()
    tab.goto(page.as_uri())
    expect(tab.get_by_role("alert")).to_contain_text("./reproduce sql")
    context.close()


def test_damaged_rows_are_noticed(browser: Browser, page: Path, tmp_path: Path) -> None:
    broken = tmp_path / "explore.html"
    html = page.read_text(encoding="utf-8")
    start = html.index('id="explorer-points">') + 400
    broken.write_text(html[:start] + html[start + 40 :], encoding="utf-8")
    context = browser.new_context()
    tab = context.new_page()
    tab.goto(broken.as_uri())
    expect(tab.get_by_role("alert")).to_contain_text("damaged")
    context.close()


MANY = """
CREATE OR REPLACE TABLE estimates AS
WITH drawn AS (
    SELECT scenario, 'flow' || flow AS subject, hash(scenario, flow) / 1.9e13 AS number
    FROM scenarios, (SELECT unnest(range(1, 1000)) AS flow)
    ORDER BY ALL LIMIT 60000
)
SELECT 'mpls' AS study, scenario, 'mean_delay' AS metric, subject, 15 AS n,
       number AS mean, sqrt(number) AS deviation, false AS is_exact,
       number - sqrt(number) / 3.9 AS ci_low, number + sqrt(number) / 3.9 AS ci_high,
       0.1 AS relative_half_width, number - sqrt(number) / 1.7 AS prediction_low,
       number + sqrt(number) / 1.7 AS prediction_high, NULL::DOUBLE[] AS singles, 'bit/s' AS unit
FROM drawn"""
"""Numbers without any pattern, which take the most room."""

SLOWEST_MS = 1000


def test_explorer_handles_many_rows_quickly(
    browser: Browser, database: Path, tmp_path: Path
) -> None:
    many = tmp_path / "results.duckdb"
    shutil.copy(database, many)
    with duckdb.connect(str(many)) as connection:
        connection.execute(MANY)
    page = tmp_path / "explore.html"
    render(REPORTS / "explore.qmd", page, many)
    assert page.stat().st_size < LARGEST_BYTES
    with explored(browser, page, table="points") as it:
        assert counts(it.page)[2] == 60_000
        for change in ("[5].click()", "[5].click()", "[0].click()"):
            took = it.page.evaluate(
                "() => { const from = performance.now();"
                f"document.querySelectorAll('thead button.sort'){change};"
                "return performance.now() - from; }"
            )
            assert took < SLOWEST_MS


def test_page_state_covers_all_filters(page: Path) -> None:
    html = page.read_text(encoding="utf-8")
    about = re.search(r'id="explorer-about">(.*?)</script>', html, re.DOTALL)
    assert about
    filters = json.loads(about[1])["filters"]
    state = re.search(r'data-state="([^"]+)"', html)
    assert state
    assert set(filters) < set(state[1].split())
