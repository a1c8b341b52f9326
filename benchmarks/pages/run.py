"""Measure how long pages block a slow phone: the longest tasks of the main thread.

    .venv/bin/python benchmarks/pages/run.py results/reports/*.html
    .venv/bin/python benchmarks/pages/run.py --clock --openings 12 results/reports/*.html

Each page is opened in a narrow window with touch, then each chart is scrolled to and touched.
"First" is the main thread's time until the first content was painted; "opened" and "largest" are
the median and the largest of the longest tasks of several openings.
"""

import argparse
import json
import shutil
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from nstrace.arguments import positive

SLOWER = 4
"""Slowdown of a phone's processor relative to a computer's; processor time is multiplied by it."""

SETTLED_MS = 2500

CATEGORIES = ["toplevel", "devtools.timeline", "loading", "__metadata"]

PAINTED = "firstContentfulPaint"
"""The browser's name of the event of the first paint with content."""


@dataclass(frozen=True)
class Tasks:
    """Durations of the main thread's tasks, in ms as on the slow phone.

    Attributes:
        longest_ms: the longest task.
        first_ms: all tasks until the first content was painted; 0 without such a paint.
    """

    longest_ms: float
    first_ms: float


def main() -> None:
    """Print a line for each page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("page", nargs="+", type=Path)
    parser.add_argument(
        "--clock",
        action="store_true",
        help="the clock's time while the browser slows itself down, for a quiet "
        "machine (default: processor time, multiplied)",
    )
    parser.add_argument(
        "--openings", type=positive, default=1, help="how often each page is opened (default: 1)"
    )
    arguments = parser.parse_args()
    columns = f"{'first':>8} {'opened':>8} {'largest':>8} {'came near':>10} {'touched':>8}"
    print(f"{'page':20} {columns}   ms")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        for path in arguments.page:
            openings = [
                opening(browser, path, by_clock=arguments.clock) for _ in range(arguments.openings)
            ]
            first = statistics.median(each.first_ms for each in openings)
            opened = statistics.median(each.longest_ms for each in openings)
            largest = max(each.longest_ms for each in openings)
            near, touched = charts(browser, path, by_clock=arguments.clock)
            times = f"{first:8.0f} {opened:8.0f} {largest:8.0f} {near:10.0f} {touched:8.0f}"
            print(f"{path.name:20} {times}", flush=True)
        browser.close()


@contextmanager
def slow_phone(browser: Browser, *, by_clock: bool) -> Iterator[Page]:
    """Yield an empty page in a window like a phone's."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    if by_clock:
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    context.close()


def opening(browser: Browser, path: Path, *, by_clock: bool = False) -> Tasks:
    """Open a page and return the tasks of its main thread."""
    with slow_phone(browser, by_clock=by_clock) as page:
        return traced(browser, page, lambda: page.goto(_address(path)), by_clock=by_clock)


def charts(browser: Browser, path: Path, *, by_clock: bool = False) -> tuple[float, float]:
    """Return the longest tasks while charts scroll into view, and when one is touched, in ms."""
    near, touched = [0.0], [0.0]
    with slow_phone(browser, by_clock=by_clock) as page:

        def longest_ms(act: Callable[[], object]) -> float:
            return traced(browser, page, act, by_clock=by_clock).longest_ms

        page.goto(_address(path))
        page.wait_for_timeout(SETTLED_MS)
        for chart in page.locator("figure.chart:has(.chart-spec)").all():
            near.append(longest_ms(chart.scroll_into_view_if_needed))
            drawing = chart.locator(".chart-static, .chart-live").locator("visible=true").first
            touched.append(longest_ms(drawing.tap))
    return max(near), max(touched)


def _address(path: Path) -> str:
    return path.resolve().as_uri()


def traced(
    browser: Browser, page: Page, act: Callable[[], object], *, by_clock: bool = False
) -> Tasks:
    """Return the tasks of a page's main thread while ``act`` runs, and shortly after.

    Processor time excludes the load from other programs. Wall-clock time includes it, and the
    browser itself has to be slowed down.
    """
    browser.start_tracing(page=page, categories=CATEGORIES)
    act()
    page.wait_for_timeout(SETTLED_MS)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {_thread(event) for event in events if _names_main(event)}
    # The browser has internal pages, such as that of its address bar.
    shown = {event["pid"] for event in events if page.url.partition("#")[0] in str(event["args"])}
    of_page = [it for it in events if _thread(it) in mains and it["pid"] in shown]
    took, slower = ("dur", 1) if by_clock else ("tdur", SLOWER)
    tasks = [it for it in of_page if it["name"].endswith("RunTask") and took in it]
    painted = min((it["ts"] for it in of_page if it["name"] == PAINTED), default=0)
    return Tasks(
        slower * max((it[took] for it in tasks), default=0) / 1000,
        slower * sum(it[took] for it in tasks if it["ts"] <= painted) / 1000,
    )


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]


def _names_main(event: dict[str, Any]) -> bool:
    name: object = event["args"].get("name") if event["name"] == "thread_name" else None
    return name == "CrRendererMain"


if __name__ == "__main__":
    main()
