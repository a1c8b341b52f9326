"""The rules of a finished page: each is kept by a good page and catches its own breach."""

from pathlib import Path

import pytest

from ns2studies.basics.errors import ReportError
from ns2studies.report.check import check_links_between, check_page
from nstrace.pages import LARGEST_BYTES

GOOD = """\
<!DOCTYPE html>
<html lang="en"><head><title>Page</title>
<style>body { background: url(data:image/png;base64,AAAA) } #a { fill: url(#pattern) }</style>
<script>const text = "https://example.org/named-but-not-loaded"; run(text);</script>
</head><body>
<h1>Page</h1>
<p id="a"><a href="#a">Here</a>, <a href="https://example.org/paper">a source</a>,
<a href="data:text/csv,a" download>data</a>, <a href="other.html#b">another page</a></p>
<img src="data:image/png;base64,AAAA" alt="">
<figure class="chart" id="c" aria-labelledby="c-title"><p id="c-title">Chart</p>
<p class="chart-description">Falls.</p>
<svg viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0"/></svg></figure>
<!--more-->
</body></html>
"""


def write(folder: Path, html: str, name: str = "page.html") -> Path:
    page = folder / name
    page.write_text(html, encoding="utf-8")
    return page


def test_page_that_keeps_rules_passes(tmp_path: Path) -> None:
    check_page(write(tmp_path, GOOD))


@pytest.mark.parametrize(
    "element",
    [
        '<script src="https://cdn.example/x.js"></script>',
        '<script src="theme/page.js"></script>',
        '<link rel="stylesheet" href="//cdn.example/x.css">',
        '<link rel="preconnect" href="https://fonts.example">',
        '<img alt="" src="http://example.org/x.png">',
        '<img alt="" srcset="https://example.org/2x.png 2x, data:image/png,A 1x">',
        '<video poster="https://example.org/p.png"></video>',
        '<iframe src="https://example.org"></iframe>',
        '<object data="https://example.org/o"></object>',
        '<form action="https://example.org/send"></form>',
        "<div style=\"background: url('https://example.org/x.png')\"></div>",
        "<style>@import 'https://example.org/x.css';</style>",
        "<style>@font-face { src: url(https://example.org/f.woff2) }</style>",
        '<script type="module">import x from "https://cdn.example/x.js";</script>',
        '<script>const later = import("https://cdn.example/x.js");</script>',
        '<svg aria-hidden="true"><use href="https://example.org/s.svg#a"/></svg>',
        '<svg aria-hidden="true"><image xlink:href="https://example.org/s.png"/></svg>',
        '<meta http-equiv="refresh" content="0; url=https://example.org">',
    ],
)
def test_anything_that_loads_from_outside_is_refused(tmp_path: Path, element: str) -> None:
    page = write(tmp_path, GOOD.replace("<!--more-->", element))
    with pytest.raises(ReportError, match=r"page\.html: the page loads .* from outside"):
        check_page(page)


@pytest.mark.parametrize(
    ("found", "replacement", "message"),
    [
        ("<!--more-->", '<a href="#nowhere">dead</a>', "links to #nowhere"),
        ("<!--more-->", '<p id="a">again</p>', "has the id a 2 times"),
        ("<!--more-->", '<p aria-describedby="gone">x</p>', "refers by aria-describedby to gone"),
        ("<!--more-->", '<img src="data:,">', "has a picture without a name"),
        ("<!--more-->", "<svg><path/></svg>", "has a picture without a name: svg"),
        ("<!--more-->", "<h1>Second</h1>", "has 2 headings of level 1"),
        (
            "<!--more-->",
            "<table><caption><span>Costs</span></caption></table>" * 2,
            "has 2 tables called “Costs”",
        ),
        ("<title>Page</title>", "<title> </title>", "has no title"),
        ("<title>Page</title>", "", "has no title"),
        ('<html lang="en">', "<html>", "does not say its language"),
        ("Falls.", " ", "has a chart without a description: c"),
        ('<svg viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0"/></svg>', "", "drawing: c"),
    ],
)
def test_breach_is_named(tmp_path: Path, found: str, replacement: str, message: str) -> None:
    assert found in GOOD
    page = write(tmp_path, GOOD.replace(found, replacement))
    with pytest.raises(ReportError, match=message):
        check_page(page)


def test_every_breach_is_named_at_once(tmp_path: Path) -> None:
    page = write(tmp_path, GOOD.replace("<!--more-->", '<p id="a"></p><a href="#gone">x</a>'))
    with pytest.raises(ReportError, match=r"has the id a 2 times; it links to #gone"):
        check_page(page, name="mpls.qmd")


def test_page_above_size_limit_is_refused(tmp_path: Path) -> None:
    page = write(tmp_path, GOOD.replace("<!--more-->", "x" * LARGEST_BYTES))
    with pytest.raises(ReportError, match=r"is 5\.0 MB"):
        check_page(page)


def test_links_between_pages_need_target(tmp_path: Path) -> None:
    page = write(tmp_path, GOOD)
    other = write(tmp_path, '<p id="b"></p>', "other.html")
    check_links_between([page, other])
    with pytest.raises(ReportError, match=r"other\.html#b has no target"):
        check_links_between([page])
    check_links_between([page], left_out=["other.html"])
    write(tmp_path, '<p id="moved"></p>', "other.html")
    with pytest.raises(ReportError, match=r"other\.html#b has no target"):
        check_links_between([page, other])


def test_state_link_must_use_known_keys(tmp_path: Path) -> None:
    address = "other.html#study=mpls&amp;metric=goodput"
    page = write(tmp_path, GOOD.replace("<!--more-->", f'<a href="{address}">rows</a>'))
    other = write(tmp_path, '<p id="b" data-state="metric study text"></p>', "other.html")
    check_links_between([page, other])
    write(tmp_path, '<p id="b" data-state="study"></p>', "other.html")
    with pytest.raises(ReportError, match=r"metric=goodput has no target"):
        check_links_between([page, other])
