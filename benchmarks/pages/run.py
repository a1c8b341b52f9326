"""How long a page keeps a slow phone from its reader: the main thread's longest tasks.

    .venv/bin/python benchmarks/pages/run.py results/reports/*.html
    .venv/bin/python benchmarks/pages/run.py --clock results/reports/*.html

For each page: opened in a narrow window with touch, then each chart scrolled to, then touched.
"First" is what the main thread had done when the first content was painted.
"""

import argparse
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

SLOWER = 4
"""A phone's processor beside that of a computer: processor time is multiplied by it."""

SETTLED_MS = 2500

CATEGORIES = ["toplevel", "devtools.timeline", "loading", "__metadata"]

PAINTED = "firstContentfulPaint"
"""The browser's name of the moment."""


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
    arguments = parser.parse_args()
    print(f"{'page':20} {'first':>8} {'opened':>8} {'came near':>10} {'touched':>8}   ms")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for path in arguments.page:
            first, opened, near, touched = measure(browser, path, by_clock=arguments.clock)
            times = f"{first:8.0f} {opened:8.0f} {near:10.0f} {touched:8.0f}"
            print(f"{path.name:20} {times}", flush=True)
        browser.close()


def measure(
    browser: Browser, path: Path, *, by_clock: bool = False
) -> tuple[float, float, float, float]:
    """What a page takes, in ms as on the slow phone.

    Returns:
        All tasks before the first content; the longest task on opening, while a chart comes near,
        and when one is touched.
    """
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    if by_clock:
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def timed(act: Callable[[], object]) -> Tasks:
        return traced(browser, page, act, by_clock=by_clock)

    opened = timed(lambda: page.goto(path.resolve().as_uri()))
    near, touched = [0.0], [0.0]
    for chart in page.locator("figure.chart:has(.chart-spec)").all():
        near.append(timed(chart.scroll_into_view_if_needed).longest_ms)
        drawing = chart.locator(".chart-static, .chart-live").locator("visible=true").first
        touched.append(timed(drawing.tap).longest_ms)
    context.close()
    return opened.first_ms, opened.longest_ms, max(near), max(touched)


@dataclass(frozen=True)
class Tasks:
    """What a page's main thread did, in ms as on the slow phone.

    Attributes:
        longest_ms: the longest task.
        first_ms: all tasks up to the one that painted the first content; 0 if it was there.
    """

    longest_ms: float
    first_ms: float


def traced(
    browser: Browser, page: Page, act: Callable[[], object], *, by_clock: bool = False
) -> Tasks:
    """What a page's main thread does while something happens, and shortly after.

    Processor time leaves out what else the machine does. On the clock there is more of it in a
    task, and the browser has to be slowed down.
    """
    browser.start_tracing(page=page, categories=CATEGORIES)
    act()
    page.wait_for_timeout(SETTLED_MS)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {_thread(event) for event in events if _names_main(event)}
    # The browser has pages of its own, such as that behind its bar for addresses.
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
