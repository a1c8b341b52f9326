"""How long a page keeps a slow phone from its reader: the main thread's longest tasks.

    .venv/bin/python benchmarks/pages/run.py results/reports/*.html

For each page: opened in a narrow window with touch, then each chart scrolled to, then touched.
"""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

SLOWER = 4
"""A phone's processor beside that of a computer: processor time is multiplied by it."""

SETTLED_MS = 2500

CATEGORIES = ["toplevel", "devtools.timeline", "__metadata"]


def main() -> None:
    """Print a line for each page."""
    print(f"{'page':20} {'opened':>8} {'came near':>10} {'touched':>8}   ms, the longest task")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name in sys.argv[1:]:
            opened, near, touched = measure(browser, Path(name))
            print(f"{Path(name).name:20} {opened:8.0f} {near:10.0f} {touched:8.0f}", flush=True)
        browser.close()


def measure(browser: Browser, path: Path) -> tuple[float, float, float]:
    """The longest task on opening, while a chart comes near, and when one is touched, in ms."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    opened = longest(browser, page, lambda: page.goto(path.resolve().as_uri()))
    near, touched = [0.0], [0.0]
    for chart in page.locator("figure.chart:has(.chart-spec)").all():
        near.append(longest(browser, page, chart.scroll_into_view_if_needed))
        drawing = chart.locator(".chart-static, .chart-live").locator("visible=true").first
        touched.append(longest(browser, page, drawing.tap))
    context.close()
    return opened, max(near), max(touched)


def longest(browser: Browser, page: Page, act: Callable[[], object]) -> float:
    """Processor time of the longest task of the main thread, as on the slow phone, in ms.

    Processor time, not time on the clock: what else the machine does is left out.
    """
    browser.start_tracing(page=page, categories=CATEGORIES)
    act()
    page.wait_for_timeout(SETTLED_MS)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {_thread(event) for event in events if _names_main(event)}
    times = [
        event["tdur"]
        for event in events
        if _thread(event) in mains and event["name"].endswith("RunTask") and "tdur" in event
    ]
    return SLOWER * max(times, default=0) / 1000


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]


def _names_main(event: dict[str, Any]) -> bool:
    name: object = event["args"].get("name") if event["name"] == "thread_name" else None
    return name == "CrRendererMain"


if __name__ == "__main__":
    main()
