"""Finished pages in a browser: they draw, load nothing, fit, and work by keyboard."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from opened_page import Scheme, opened
from playwright.sync_api import Browser, Page, expect
from reader_tasks import do

from ns2studies.evaluation.published import published_cells
from ns2studies.report.check import check_links_between
from nstrace.pages.markup import slug

SCHEMES: list[Scheme] = ["light", "dark"]


def luminance(page: Page, selector: str, channel: str) -> float:
    """Mean of red, green and blue of a computed colour, 0 to 255."""
    colour = page.locator(selector).first.evaluate(f"e => getComputedStyle(e).{channel}")
    parts = [float(part) for part in colour.partition("(")[2].rstrip(")").split(",")[:3]]
    return sum(parts) / 3


def tab_to(page: Page, selector: str, most: int = 80) -> None:
    """Press the tab key until the focus is on ``selector``."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"no tab stop at {selector} within {most}")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [360, 800, 1600])
def test_page_is_complete_in_every_theme_and_width(
    browser: Browser, sample: Path, scheme: Scheme, width: int
) -> None:
    with opened(browser, sample, scheme, width) as it:
        assert it.problems() == []
        assert it.page.locator("figure.chart.drawn").count() == 2
        assert it.page.locator("#shares svg.topology-drawing").is_visible()


def test_screenshots_differ_by_theme(browser: Browser, sample: Path) -> None:
    pictures = []
    for scheme in SCHEMES:
        with opened(browser, sample, scheme) as it:
            dark = luminance(it.page, "html", "backgroundColor") < 60
            assert dark == (scheme == "dark")
            assert (luminance(it.page, "body", "color") > 180) == dark
            pictures.append(it.page.screenshot(full_page=True))
    # A blank page compresses to almost nothing; both must be drawn, and differently.
    assert min(len(picture) for picture in pictures) > 50_000
    assert pictures[0] != pictures[1]


def test_theme_toggle_persists_after_reload(browser: Browser, sample: Path) -> None:
    with opened(browser, sample) as it:
        before = it.page.locator("#lines .chart-live svg").inner_html()
        tab_to(it.page, "#theme-toggle")
        it.page.keyboard.press("Enter")
        expect(it.page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(it.page.locator("#theme-toggle")).to_have_text("Light theme")
        assert luminance(it.page, "html", "backgroundColor") < 60
        # A chart that was far away is drawn in the new colours once it comes near.
        it.page.locator("#lines").scroll_into_view_if_needed()
        it.page.wait_for_function(
            "before => document.querySelector('#lines .chart-live svg').innerHTML !== before",
            arg=before,
        )
        for _ in range(5):  # a browser writes what it is to remember in its own time
            it.page.reload()
            if it.page.locator("html").get_attribute("data-theme"):
                break
        expect(it.page.locator("html")).to_have_attribute("data-theme", "dark")
        it.page.evaluate("window.drawAllCharts()")
        assert it.problems() == []


def test_page_follows_system_theme(browser: Browser, sample: Path) -> None:
    with opened(browser, sample) as it:
        it.page.emulate_media(color_scheme="dark")
        expect(it.page.locator("#theme-toggle")).to_have_text("Light theme")
        assert luminance(it.page, "html", "backgroundColor") < 60


def test_first_tab_stop_skips_to_content(browser: Browser, sample: Path) -> None:
    with opened(browser, sample) as it:
        it.page.keyboard.press("Tab")
        skip = it.page.locator(".skip-link")
        expect(skip).to_be_focused()
        expect(skip).to_be_in_viewport()
        it.page.keyboard.press("Enter")
        expect(it.page.locator("main#content")).to_be_focused()


def test_focus_is_visible(browser: Browser, sample: Path) -> None:
    with opened(browser, sample) as it:
        tab_to(it.page, "#theme-toggle")
        style = it.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert style == "solid"


def test_slider_keeps_its_position_when_redrawn(browser: Browser, sample: Path) -> None:
    with opened(browser, sample) as it:
        drawing = it.page.locator("#shares .topology-drawing")
        expect(drawing).to_contain_text("50.0 s")
        tab_to(it.page, "#shares .chart-controls input")
        it.page.keyboard.press("ArrowRight")
        expect(drawing).to_contain_text("60.0 s, link 4-5 is down")
        expect(drawing).to_contain_text("80%")
        it.page.locator("#theme-toggle").click()
        it.page.wait_for_function("document.documentElement.dataset.charts === 'drawn'")
        expect(it.page.locator("#shares .chart-controls input")).to_have_count(1)
        expect(drawing).to_contain_text("60.0 s, link 4-5 is down")
        assert it.problems() == []


def test_wide_table_scrolls_by_keyboard(browser: Browser, sample: Path) -> None:
    with opened(browser, sample, width=660) as it:
        tab_to(it.page, ".table-scroll:has(#comparison-1-caption)")
        region = it.page.locator(".table-scroll:has(#comparison-1-caption)")
        for _ in range(5):
            it.page.keyboard.press("ArrowRight")
        it.page.wait_for_function(
            "document.querySelector('.table-scroll:has(#comparison-1-caption)').scrollLeft > 0"
        )
        assert region.get_attribute("role") == "region"
        assert it.problems() == []


def test_table_is_sorted_by_keyboard(browser: Browser, sample: Path) -> None:
    with opened(browser, sample) as it:
        table = it.page.locator("table:has(#sortable-caption)")
        button = table.locator("thead button", has_text="Mean")
        button.focus()
        it.page.keyboard.press("Enter")
        cells = [float(text) for text in table.locator("td:last-child").all_inner_texts()]
        assert cells == sorted(cells)
        expect(table.locator("th[aria-sort]")).to_have_attribute("aria-sort", "ascending")
        it.page.keyboard.press("Enter")
        cells = [float(text) for text in table.locator("td:last-child").all_inner_texts()]
        assert cells == sorted(cells, reverse=True)


def test_numbers_with_minus_sign_sort_as_numbers(browser: Browser, sample: Path) -> None:
    with opened(browser, sample) as it:
        table = it.page.locator("table:has(#comparison-1-caption)")
        heading = table.locator("thead th", has_text="Difference").last
        heading.get_by_role("button").click()
        texts = table.locator("tbody tr").evaluate_all(
            "(rows, place) => rows.map(r => r.cells[place].innerText)",
            heading.evaluate("it => it.cellIndex"),
        )
        # The relative difference stands below, and does not count.
        values = [float(text.splitlines()[0].replace("\u2212", "-")) for text in texts]
        assert values == sorted(values)
        assert all(text.endswith("\u202f%") for text in texts)


def test_table_is_downloaded_as_csv(browser: Browser, sample: Path, tmp_path: Path) -> None:
    with opened(browser, sample) as it:
        with it.page.expect_download() as download:
            it.page.locator("a[download='sortable.csv']").click()
        saved = tmp_path / "sortable.csv"
        download.value.save_as(saved)
        lines = saved.read_text(encoding="utf-8").splitlines()
        assert lines[0] == "variant,percent,cwnd"
        assert len(lines) == 26


def test_contents_fold_on_narrow_page(browser: Browser, sample: Path) -> None:
    with opened(browser, sample, width=360) as it:
        button = it.page.locator("#toc-title button")
        expect(button).to_have_attribute("aria-expanded", "false")
        expect(it.page.locator("#TOC > ul")).to_be_hidden()
        button.press("Enter")
        expect(it.page.locator("#TOC > ul")).to_be_visible()
        for heading in it.page.locator("main h2").all():
            target = heading.evaluate("it => it.closest('section').id")
            assert it.page.locator(f"#TOC a[href='#{target}']").count() == 1
        assert it.problems() == []


def test_without_script_static_charts_are_shown(browser: Browser, sample: Path) -> None:
    with opened(browser, sample, javascript=False) as it:
        for name in ("lines", "intervals"):
            drawing = it.page.locator(f"#{name} .chart-static svg")
            expect(drawing).to_be_visible()
            box = drawing.bounding_box()
            assert box is not None
            assert box["width"] > 300


def test_static_charts_have_theme_colours(browser: Browser, sample: Path) -> None:
    colours = []
    for scheme in SCHEMES:
        with opened(browser, sample, scheme, javascript=False) as it:
            text = it.page.locator("#lines .chart-static svg text").first
            colours.append(text.evaluate("e => getComputedStyle(e).fill"))
            assert (
                it.page.locator("#lines .chart-static").evaluate(
                    "e => getComputedStyle(e).backgroundColor"
                )
                == "rgba(0, 0, 0, 0)"
            )
    light, dark = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours]
    assert light < 200 < 550 < dark


def test_on_paper_static_charts_are_shown_on_white(browser: Browser, sample: Path) -> None:
    with opened(browser, sample, "dark") as it:
        it.page.emulate_media(media="print")
        expect(it.page.locator("#lines .chart-static")).to_be_visible()
        expect(it.page.locator("#lines .chart-live")).to_be_hidden()
        blank = it.page.locator("#lines .chart-static").evaluate(
            "e => e.offsetHeight - e.querySelector('svg').getBoundingClientRect().height"
        )
        assert blank < 10, "room that is kept on the screen leaves half of a sheet empty"
        expect(it.page.locator(".page-tools")).to_be_hidden()
        assert luminance(it.page, "html", "backgroundColor") == 255
        assert luminance(it.page, "body", "color") == 0


def test_print_shows_folded_content(browser: Browser, study_pages: list[Path]) -> None:
    mpls = next(page for page in study_pages if page.name == "mpls.html")
    with opened(browser, mpls, draw_all=False) as it:
        it.page.emulate_media(media="print")
        hidden = it.page.locator(".folded").evaluate_all(
            "all => all.filter(it => !it.lastChild.parentNode.checkVisibility() ||"
            " it.getBoundingClientRect().height < 10).length"
        )
        assert hidden == 0
        # Chromium repeats a table's headings on the next page only if they hold no buttons.
        ways = it.page.locator("th button.sort").evaluate_all(
            "all => [...new Set(all.map(it => getComputedStyle(it).display))]"
        )
        assert ways == ["contents"]
        # Tables of many rows scroll on a screen; which those are depends on the results.
        heights = it.page.locator(".table-scroll").evaluate_all(
            "all => { all.forEach(it => it.classList.add('tall'));"
            " return [...new Set(all.map(it => getComputedStyle(it).maxHeight))] }"
        )
        assert heights == ["none"], "rows that are only reached by scrolling are not on paper"


def test_print_unfolds_all_but_data_and_queries(browser: Browser, sample: Path) -> None:
    with opened(browser, sample, draw_all=False) as it:
        it.page.evaluate(
            "document.querySelector('main').insertAdjacentHTML('beforeend',"
            " '<details id=more><summary>More</summary><p>Behind a summary.</p></details>')"
        )
        told = it.page.get_by_text("Behind a summary.")
        expect(told).to_be_hidden()
        it.page.emulate_media(media="print")
        expect(told).to_be_visible()
        expect(it.page.locator(".chart-data").first).to_be_hidden()


def test_every_chart_and_region_has_name(browser: Browser, sample: Path) -> None:
    with opened(browser, sample) as it:
        for element in it.page.locator(".chart-live, .topology-drawing").all():
            assert element.get_attribute("role") == "img"
        expect(it.page.get_by_role("img", name="Mean delay over packets")).to_have_count(1)
        expect(it.page.get_by_role("img", name="Thirteen nodes")).to_have_count(1)
        expect(it.page.get_by_role("main")).to_have_count(1)
        for region in it.page.locator("[role=region]").all():
            assert region.get_attribute("aria-labelledby") or region.get_attribute("aria-label")


TEXT_PAIRS = """() => {
  const parse = (c) => c.match(/[\\d.]+/g).map(Number);
  const paper = (e) => {
    for (let at = e; at; at = at.parentElement) {
      const c = parse(getComputedStyle(at).backgroundColor);
      if (c.length < 4 || c[3] > 0) return c;
    }
    return [255, 255, 255];
  };
  const light = (c) => c.slice(0, 3).map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  return [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() &&
      !e.closest("svg, .visually-hidden") &&
      [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())).map((e) => {
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(paper(e))].sort((x, y) => y - x);
    return [(a + 0.05) / (b + 0.05), e.tagName + "." + e.className];
  }).filter(([ratio]) => ratio < 4.5);
}"""


@pytest.mark.parametrize("scheme", SCHEMES)
def test_all_text_has_enough_contrast(browser: Browser, sample: Path, scheme: Scheme) -> None:
    with opened(browser, sample, scheme) as it:
        assert it.page.evaluate(TEXT_PAIRS) == []


@pytest.mark.parametrize(("scheme", "width"), [("light", 1400), ("dark", 360)])
def test_reports_have_no_problems(
    browser: Browser, study_pages: list[Path], scheme: Scheme, width: int
) -> None:
    for path in study_pages:
        with opened(browser, path, scheme, width) as it:
            assert it.problems() == [], path.name


def test_reports_link_to_each_other(study_pages: list[Path]) -> None:
    check_links_between(study_pages)
    index = next(page for page in study_pages if page.name == "index.html")
    assert 'href="mpls.html"' in index.read_text(encoding="utf-8")


def test_every_published_item_has_its_heading(browser: Browser, study_pages: list[Path]) -> None:
    mpls = next(page for page in study_pages if page.name == "mpls.html")
    with opened(browser, mpls) as it:
        headings = it.page.locator("h3").all_inner_texts()
        for number in range(1, 12):
            assert any(heading.startswith(f"Figure 4.{number}: ") for heading in headings)
        for item in published_cells("mpls")["item"].unique().to_list():
            place = it.page.locator(f"#{slug(item)} > h3")
            # What it is about, and what became of it.
            assert re.fullmatch(re.escape(item) + r": .+ \(.+\)", place.inner_text())


UNFOLDED = "document.querySelectorAll('details').forEach((it) => (it.open = true))"


def test_number_opens_its_receipt_by_keyboard(browser: Browser, study_pages: list[Path]) -> None:
    mpls = next(page for page in study_pages if page.name == "mpls.html")
    with opened(browser, mpls, width=390) as it:
        it.page.evaluate(UNFOLDED)
        number = it.page.locator("[id^=table-4-1-a-cells-] .receipt-opener").last
        number.focus()
        it.page.keyboard.press("Enter")
        receipt = it.page.get_by_role("dialog")
        expect(receipt).to_contain_text("Table 4.1 (a), ")
        expect(receipt).to_contain_text("mpls/variants/vegas/")
        expect(receipt).to_contain_text("SELECT n, mean, ci_low, ci_high, unit FROM estimates")
        it.page.keyboard.press("Escape")
        expect(receipt).to_be_hidden()
        expect(number).to_be_focused()
        it.page.locator("[id^=claim-] .receipt-opener").first.click()
        expect(receipt).to_contain_text(
            './reproduce sql "SELECT verdict, evidence, sql FROM claims'
        )
        assert it.problems() == []


@pytest.mark.parametrize("study_pages", ["whole"], indirect=True)
def test_receipt_of_calculated_values_names_runs(browser: Browser, study_pages: list[Path]) -> None:
    mpls = next(page for page in study_pages if page.name == "mpls.html")
    with opened(browser, mpls, draw_all=False) as it:
        figure = it.page.locator("#chart-figure-4-1")
        figure.locator("summary").first.click()
        figure.locator(".receipt-opener").first.click()
        receipt = it.page.get_by_role("dialog")
        expect(receipt).to_contain_text("Figure 4.1: ")
        expect(receipt).to_contain_text("Calculated from these runs.")
        expect(receipt).to_contain_text("mpls/variants/")
        expect(receipt).to_contain_text("./reproduce scenario mpls/variants/")
        expect(receipt).to_contain_text("EXECUTE numbers(study := 'mpls'")
        it.page.keyboard.press("Escape")
        below = figure.locator("details.asked")
        below.locator("summary").click()
        expect(below).to_contain_text("./reproduce sql <<'SQL'")
        assert it.errors == []


@pytest.mark.parametrize("study_pages", ["whole"], indirect=True)
def test_receipt_of_derived_value_names_its_scenario(
    browser: Browser, study_pages: list[Path], tmp_path: Path
) -> None:
    mpls = next(page for page in study_pages if page.name == "mpls.html")
    html = mpls.read_text(encoding="utf-8")
    page = tmp_path / "page.html"
    # As of what a study derives: no scenario, but a name that begins with one.
    derived = re.sub(
        r'(\["Table 4\.1 \(a\), [^"]*", ?)"([^"]+)"(, ?"[^"]+", ?)"([^"]+)"', r'\1""\3"\2 \4"', html
    )
    assert derived != html
    page.write_text(derived, encoding="utf-8")
    with opened(browser, page, draw_all=False) as it:
        it.page.evaluate(UNFOLDED)
        it.page.locator("[id^=table-4-1-a-cells-] .receipt-opener").last.click()
        receipt = it.page.get_by_role("dialog")
        expect(receipt).to_contain_text("Of: variants/vegas/")
        expect(receipt).to_contain_text("mpls/variants/vegas/")
        expect(receipt).to_contain_text("Seed")


@pytest.mark.parametrize("study_pages", ["whole"], indirect=True)
def test_reader_tasks_of_mpls_succeed(
    browser: Browser, study_pages: list[Path], tmp_path: Path
) -> None:
    do(browser, study_pages[0].parent, "mpls", tmp_path)


def test_fragment_link_scrolls_to_its_table(browser: Browser, study_pages: list[Path]) -> None:
    mpls = next(page for page in study_pages if page.name == "mpls.html")
    with opened(browser, mpls, width=390, draw_all=False) as it:
        it.page.evaluate("location.hash = '#table-4-8-a'")
        expect(it.page.locator("#table-4-8-a")).to_be_in_viewport()
        it.page.wait_for_timeout(1200)
        expect(it.page.locator("#table-4-8-a")).to_be_in_viewport()


KEYS = re.compile(r"\b(newreno|reno|sack|tahoe|vegas|mpls-\w+-driven)\b")
"""What the configuration calls a variant or a way to forward, and no thesis does."""


def test_evidence_has_no_raw_keys(browser: Browser, study_pages: list[Path]) -> None:
    mpls = next(page for page in study_pages if page.name == "mpls.html")
    with opened(browser, mpls, draw_all=False) as it:
        told = it.page.locator("#claims-table-caption").locator("xpath=ancestor::table")
        for text in told.locator("td").evaluate_all("all => all.map(td => td.textContent)"):
            assert not KEYS.search(text)
            assert not re.search(r"(?<!\w)-\d", text)


def test_verdicts_stay_inside_narrow_window(browser: Browser, study_pages: list[Path]) -> None:
    for path in study_pages:
        with opened(browser, path, width=390) as it:
            it.page.evaluate(UNFOLDED)
            for button in it.page.locator(".show-all").all():
                button.click()
            outside = it.page.locator("main .badge").evaluate_all(
                "all => all.map(b => b.getBoundingClientRect())"
                ".filter(box => box.left < 0 || box.right > innerWidth).length"
            )
            assert outside == 0, path.name


FAR_BUT_DRAWN = """() => [...document.querySelectorAll("figure.chart.drawn")]
  .filter((f) => f.getBoundingClientRect().top > innerHeight + 1500).length"""


def test_charts_are_drawn_when_scrolled_near(browser: Browser, study_pages: list[Path]) -> None:
    mpls = next(page for page in study_pages if page.name == "mpls.html")
    with opened(browser, mpls, draw_all=False) as it:
        charts = it.page.locator("figure.chart:has(.chart-spec)")
        # A page without charts does not carry the library that draws them.
        assert it.page.locator("#chart-library").count() == (1 if charts.count() else 0)
        assert it.page.evaluate(FAR_BUT_DRAWN) == 0
        if charts.count():
            charts.last.scroll_into_view_if_needed()
            expect(charts.last).to_have_class(re.compile("drawn"))
        assert it.errors == []


def test_chart_becomes_interactive_on_focus(browser: Browser, study_pages: list[Path]) -> None:
    mpls = next(page for page in study_pages if page.name == "mpls.html")
    with opened(browser, mpls, width=390, draw_all=False) as it:
        charts = it.page.locator("figure.chart:has(.chart-spec)")
        if not charts.count():
            return
        charts.first.scroll_into_view_if_needed()
        expect(charts.first).to_have_class(re.compile("drawn"))
        # What the reader looks at was drawn by the worker.
        assert it.page.evaluate("window.chartLibrary === undefined")
        drawing = charts.first.locator(".chart-live")
        drawing.focus()
        it.page.wait_for_function("window.chartLibrary !== undefined")
        expect(charts.first.locator(".chart-live .role-legend").first).to_be_visible()
        expect(charts.first.locator(".chart-canvas")).to_have_count(1)
        expect(drawing).to_be_focused()
        assert it.errors == []


def test_lines_without_points_have_tooltips(browser: Browser, sample: Path) -> None:
    with opened(browser, sample) as it:
        drawing = it.page.locator("#lines .chart-live")
        drawing.focus()
        it.page.wait_for_function("window.chartLibrary !== undefined")
        expect(drawing.locator(".role-legend").first).to_be_visible()
        tooltip = it.page.locator("#vg-tooltip-element")
        drawing.locator(".mark-group.role-frame").hover(position={"x": 300, "y": 100})
        expect(tooltip).to_contain_text("Mean delay (s)")
        expect(tooltip).to_contain_text(re.compile(r"Packets sent\s*\d*[05]0\D"))
        expect(tooltip).to_contain_text(re.compile(r"Vegas\s*0\.1\d+"))
        it.page.mouse.move(1, 1)
        expect(tooltip).not_to_have_class(re.compile("visible"))
        assert it.problems() == []


def test_map_is_navigated_by_arrow_keys(browser: Browser, study_pages: list[Path]) -> None:
    index = next(page for page in study_pages if page.name == "index.html")
    with opened(browser, index, width=390) as it:
        squares = it.page.locator(".text-map").first.locator("a.map-sign")
        tab_to(it.page, "a.map-sign")
        expect(squares.first).to_be_focused()
        it.page.keyboard.press("ArrowRight")
        expect(squares.nth(1)).to_be_focused()
        it.page.keyboard.press("End")
        expect(squares.last).to_be_focused()
        # One stop for the tab key: the one where its reader was.
        assert squares.evaluate_all("all => all.filter(e => e.tabIndex === 0).length") == 1
        it.page.keyboard.press("ArrowRight")
        expect(squares.last).to_be_focused()
        it.page.keyboard.press("Home")
        expect(squares.first).to_be_focused()
        for box in (squares.first.bounding_box(), squares.last.bounding_box()):
            assert box is not None
            assert min(box["width"], box["height"]) >= 24
        assert it.problems() == []


def test_map_squares_link_to_their_cells(study_pages: list[Path]) -> None:
    index = next(page for page in study_pages if page.name == "index.html")
    squares = re.findall(r'<a class="map-sign[^>]*href="([^"]+)"', index.read_text("utf-8"))
    assert len(squares) > published_cells("mpls").height
    check_links_between(study_pages)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1400), ("dark", 390)])
def test_axe_finds_no_violations(
    browser: Browser, study_pages: list[Path], scheme: Scheme, width: int
) -> None:
    for path in study_pages:
        with opened(browser, path, scheme, width, draw_all=False) as it:
            found = Axe().run(it.page, options={"resultTypes": ["violations"]}).response
            worse = [v for v in found["violations"] if v["impact"] != "minor"]
            named = [(v["id"], v["nodes"][0]["html"][:200]) for v in worse]
            assert named == [], path.name


def test_bar_leads_to_start_page(browser: Browser, study_pages: list[Path]) -> None:
    mpls = next(page for page in study_pages if page.name == "mpls.html")
    with opened(browser, mpls, width=390) as it:
        link = it.page.get_by_role("navigation", name="Studies").get_by_text("All studies")
        expect(link).to_be_in_viewport()
        assert link.get_attribute("href") == "index.html"


BREACHES = {
    "asks for https://example.org/x.png": '<img alt="" src="https://example.org/x.png">',
    "asks for https://example.org/late.json": (
        "<script>fetch('https://example.org/late.json').catch(() => null)</script>"
    ),
    "error: broken": "<script>throw new Error('broken')</script>",
    "console: complaint": "<script>console.error('complaint')</script>",
    "chart bare is not drawn": '<figure class="chart" id="bare"></figure>',
    "pixels wider than the window": '<div style="width: 3000px">wide</div>',
}


@pytest.mark.parametrize("problem", BREACHES)
def test_breaches_of_page_rules_are_noticed(
    browser: Browser, sample: Path, tmp_path: Path, problem: str
) -> None:
    page = tmp_path / "page.html"
    html = sample.read_text(encoding="utf-8")
    assert html.count("</main>") == 1
    page.write_text(html.replace("</main>", BREACHES[problem] + "</main>"), encoding="utf-8")
    with opened(browser, page) as it:
        # A script of the page may ask for something later: however long this machine takes.
        for _ in range(600):
            if any(problem in found for found in it.problems()):
                return
            it.page.wait_for_timeout(100)
        pytest.fail(f"not noticed, but: {it.problems()}")


def test_broken_chart_specification_is_reported(
    browser: Browser, sample: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    html = sample.read_text(encoding="utf-8")
    before, start, spec = html.partition('class="chart-spec">{')
    assert start
    broken = spec.replace('"layer":[', '"layer":[1,', 1)
    page.write_text(before + start + broken, encoding="utf-8")
    with opened(browser, page) as it:
        found = it.problems()
        assert "chart lines is not drawn" in found
        assert any(problem.startswith("console: chart lines: ") for problem in found)
        expect(it.page.locator("#lines .chart-static")).to_be_visible()
