"""What readers of the pages were asked to find, and the clicks that lead there.

Found is what stands in the window, as text, after the last click.
"""

import re
import time
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from opened_page import PATIENCE_MS
from playwright.sync_api import Browser, Page, expect

from ns2studies.evaluation.published import published_cells
from ns2studies.evaluation.reasons import REASONS
from ns2studies.report.blocks import VERDICTS

MOST_CLICKS = 3

WIDTH = 1440
"""Pixels, of the window in which readers were watched."""

ANY_REASON = "|".join(map(re.escape, REASONS))


@dataclass(frozen=True)
class Task:
    """A question of a reader.

    Args:
        words: the question.
        study: whose pages have the answer.
        start: the page that the reader has open.
        clicks: what is clicked, one after the other.
        place: what then stands in the window.
        found: what is read there, as regular expressions; of a file its headings.
        file: whether the last click fetches a file.
    """

    words: str
    study: str
    start: str
    clicks: tuple[str, ...]
    place: str
    found: tuple[str, ...]
    file: bool = False


def _of_map(name: str) -> str:
    """A square of the start page's map."""
    return f'a.map-sign[aria-label^="{name}"]'


TASKS = (
    Task(
        "Does SACK beat Reno on CEAS after a failure, by how much, how sure?", "ceas", "index",
        (
            _of_map("After the failure SACK has its full rate back before Reno."),
            "#claim-sack-regains-faster-after-failure summary",
        ),
        "#claim-sack-regains-faster-after-failure",
        (r"Reno [\d.]+; SACK [\d.]+ s", r"SACK less Reno, run by run: [-+][\d.]+ \(", "undecided"),
    ),
    Task(
        "Table 4.3: what was published, what is ours, with which verdict?", "ceas", "index",
        (_of_map("Table 4.3, LSRP, Reno TCP 1"),),
        "#table-4-3-cells-lsrp-reno-tcp-1",
        (r"44\.45", r"\d\d\.\d\d", r"≠ off by \d+ %"),
    ),
    Task(
        "Table 4.3: for which reason does a value differ?", "ceas", "index",
        (_of_map("Table 4.3, LSRP, Reno TCP 1"),),
        "#table-4-3-cells-lsrp-reno-tcp-1 .verdict .note-below",
        (ANY_REASON,),
    ),
    Task(
        "How is the delay of a packet counted?", "mpls", "mpls",
        ("#chart-mean-delay figcaption >> text=How it is defined",),
        "#metric-mean-delay",
        (r"since the first sending", "received|arriv"),
    ),
    Task(
        "The data of Figure 4.6 as CSV, with units", "ceas", "index",
        (_of_map("Figure 4.6:"), "#chart-figure-4-6 summary", "#chart-figure-4-6 a[download]"),
        "#chart-figure-4-6 .chart-data",
        (r"Time \(s\)", r"ant_rate \(1/s\)", r"low \(s\)"),
        file=True,
    ),
    Task(
        "Which build, seeds and parameters made this number?", "mpls", "index",
        (_of_map("Table 4.11, TCP Vegas"), "tr:target .receipt-opener"),
        "#receipt",
        ("Digest", "Seed", "Parameters? that (is|are) not as in most", r"\./reproduce"),
    ),
    Task(
        "All refuted claims, in all studies, and why", "ceas", "index",
        ("#TOC >> text=Refuted claims, by reason",),
        ".by-reason",
        (r"(?i)refuted", f"(?i){ANY_REASON}", r"\d+ claims?"),
    ),
    Task(
        "What was reproduced, in ten seconds?", "mpls", "index",
        (),
        ".table-block:has(#outcomes-table-caption)",
        (r"\d+ of \d+ numbers reproduced", r"\d+ of \d+ conclusions confirmed"),
    ),
)  # fmt: skip
"""As readers were asked; the last answer needs no click."""

VERDICT = "|".join(map(re.escape, VERDICTS))


_CHART = "figure.chart"
"""Of quantities: what claims hang on has no unit."""


def _first_of_map(study: str, part: str) -> str:
    """A study's first square of the start page's map whose address has this part."""
    return f'a.map-sign[href^="{study}.html#"][href*="{part}"]'


def of_every_study(study: str) -> list[Task]:
    """The same questions of any study; its printed cells, if it has any, are asked for, too."""
    asked = [
        Task(
            "What became of a statement, and on which evidence?", study, "index",
            (_first_of_map(study, "#claim-"),), "tr:target", (VERDICT, r"\d"),
        ),
        Task(
            "Which programs gave a verdict, and what gives it again?", study, "index",
            (_first_of_map(study, "#claim-"), "tr:target .receipt-opener"), "#receipt",
            ("Digest", "SELECT|FROM", rf"\./reproduce quick {study}"),
        ),
        Task(
            "How is what a chart shows defined?", study, study,
            ("figure.chart figcaption >> text=How it is defined",), ":target", (r"\w+",),
        ),
        Task(
            "The data of a chart as CSV, with units", study, study,
            (f"{_CHART} .chart-data summary", f"{_CHART} a[download]"),
            f"{_CHART} .chart-data", (r"\([^)]+\)|_(s|ms|packets)\b",), file=True,
        ),
        Task("What came of the study, in ten seconds?", study, "index", (),
             ".table-block:has(#outcomes-table-caption)", (rf"(?m)^{study}\b", "conclusions")),
    ]  # fmt: skip
    if published_cells(study).height:
        cell = _first_of_map(study, "-cells-")
        asked += [
            Task(
                "What was published, what is ours, with which verdict?", study, "index",
                (cell,), ":target", (r"\d.*\s.*\d", VERDICT),
            ),
            Task(
                "Which build, seeds and parameters made a number?", study, "index",
                (cell, "tr:target .receipt-opener, :target .receipt-opener"), "#receipt",
                ("Digest", "Seed|made of several scenarios", r"\./reproduce"),
            ),
        ]  # fmt: skip
    return asked


def do(browser: Browser, pages: Path, study: str, folder: Path, *, special: bool = True) -> None:
    """Do the tasks that a study's pages answer, in one window.

    Args:
        pages: where they lie.
        folder: where a file is saved.
        special: those of this study, not those of every one.
    """
    tasks = [task for task in TASKS if task.study == study] if special else of_every_study(study)
    assert tasks
    context = browser.new_context(viewport={"width": WIDTH, "height": 900}, accept_downloads=True)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    for task in tasks:
        assert len(task.clicks) <= MOST_CLICKS, task.words
        page.goto("about:blank")
        page.goto((pages / f"{task.start}.html").as_uri())
        _do(page, task, folder)
    context.close()


def _do(page: Page, task: Task, folder: Path) -> None:
    *before, last = task.clicks or (None,)
    for click in before:
        page.locator(str(click)).first.click()
    if task.file:
        with page.expect_download() as download:
            page.locator(str(last)).first.click()
        saved = folder / download.value.suggested_filename
        download.value.save_as(saved)
        text = ", ".join(pl.read_csv(saved).columns)
        assert not _missing(task, text), (task.words, _missing(task, text), text)
        return
    if last:
        page.locator(str(last)).first.click()
    place = page.locator(task.place).first
    expect(place).to_be_in_viewport(timeout=PATIENCE_MS)
    # What a click opens is filled by a script, which a busy machine may keep waiting.
    until = time.monotonic() + PATIENCE_MS / 1000
    while _missing(task, place.inner_text()) and time.monotonic() < until:
        page.wait_for_timeout(50)
    text = place.inner_text()
    assert not _missing(task, text), (task.words, _missing(task, text), text)


def _missing(task: Task, text: str) -> list[str]:
    """What should be read there and is not; signs and spaces are as one types them."""
    typed = text.replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", " ")
    return [wanted for wanted in task.found if not re.search(wanted, typed)]
