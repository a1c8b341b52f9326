"""A report on traces in a browser: drawn in light and dark, loading nothing, by keyboard."""

from pathlib import Path

import pytest
from opened_page import Scheme, opened
from playwright.sync_api import Browser, expect

from nstrace.report.page import write_report

TRACES = Path(__file__).parents[1] / "data" / "traces"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("report") / "report.html"
    write_report([TRACES / "shared-flow.tr", TRACES / "wireless-new-dsr-energy.tr"], page)
    return page


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("dark", 360)])
def test_trace_report_has_no_problems(
    browser: Browser, report: Path, scheme: Scheme, width: int
) -> None:
    with opened(browser, report, scheme, width) as it:
        assert it.problems() == []
        figures = it.page.locator("figure.chart")
        assert figures.count() >= 10
        assert it.page.locator("figure.chart.drawn").count() == figures.count()
        boxes = [it.page.locator(f"#throughput-{run}").bounding_box() for run in (0, 1)]
        tops = [box["y"] for box in boxes if box]
        # Side by side where there is room, else one below the other.
        assert (tops[0] == tops[1]) == (width == 1280)


def test_report_is_read_by_keyboard(browser: Browser, report: Path) -> None:
    with opened(browser, report) as it:
        it.page.keyboard.press("Tab")
        expect(it.page.locator(".skip-link")).to_be_focused()
        it.page.keyboard.press("Enter")
        expect(it.page.locator("main#content")).to_be_focused()
        data = it.page.locator("#unique-0 details.chart-data")
        data.locator("summary").focus()
        it.page.keyboard.press("Enter")
        expect(data).to_have_attribute("open", "")
        expect(data.locator("table")).to_contain_text("Throughput (kbit/s)")
