"""A page opened in Chromium, with everything noted that a reader should never meet."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, Route

Scheme = Literal["light", "dark"]

PATIENCE_MS = 300_000
"""How long a page may take for anything; what is busy beside the test decides how long it takes."""

_DRAWN = "() => document.documentElement.dataset.charts !== 'drawing'"

_EMPTY_CHARTS = """() => [...document.querySelectorAll("figure.chart")].filter((figure) => {
  const live = figure.querySelector(".chart-live svg, .chart-live canvas, .topology-drawing");
  const box = live ? live.getBoundingClientRect() : { width: 0, height: 0 };
  return box.width < 100 || box.height < 50;
}).map((figure) => figure.id)"""

_CUT_FORMULAS = """() => [...document.querySelectorAll("math")].filter(
  (formula) => formula.scrollWidth > formula.clientWidth + 1 && formula.clientWidth > 0
).map((formula) => formula.textContent.trim())"""


@dataclass
class OpenedPage:
    """The page, and what it did."""

    page: Page
    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def problems(self) -> list[str]:
        """Everything that is wrong with the page as it now stands."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        empty = self.page.evaluate(_EMPTY_CHARTS)
        cut = self.page.evaluate(_CUT_FORMULAS)
        return [
            *self.errors,
            *(f"asks for {address}" for address in self.outside),
            *(f"chart {name} is not drawn" for name in empty),
            *(f"formula {text} is cut off" for text in cut),
            *([f"is {wide} pixels wider than the window"] if wide > 0 else []),
        ]


@contextmanager
def opened(
    browser: Browser,
    path: Path,
    scheme: Scheme = "light",
    width: int = 1280,
    javascript: bool = True,
    draw_all: bool = True,
) -> Iterator[OpenedPage]:
    """Open the page at ``path`` as a file; requests to anywhere else are noted and refused.

    Args:
        draw_all: draw charts that are far from the window, too.
    """
    context = browser.new_context(
        color_scheme=scheme,
        viewport={"width": width, "height": 900},
        java_script_enabled=javascript,
        accept_downloads=True,
    )
    context.set_default_timeout(PATIENCE_MS)
    result = OpenedPage(context.new_page())
    address = path.resolve().as_uri()

    def allow_only_the_page(route: Route, request: Request) -> None:
        if request.url.partition("#")[0] == address or request.url.startswith("data:"):
            route.continue_()
        else:
            result.outside.append(request.url)
            route.abort()

    def note_message(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            result.errors.append(f"console: {message.text}")

    def note_error(error: Error) -> None:
        result.errors.append(f"error: {error.message}")

    context.route("**/*", allow_only_the_page)
    result.page.on("console", note_message)
    result.page.on("pageerror", note_error)
    result.page.goto(address)
    if javascript:
        if draw_all:
            result.page.evaluate("window.drawAllCharts()")
        result.page.wait_for_function(_DRAWN)
    yield result
    context.close()
