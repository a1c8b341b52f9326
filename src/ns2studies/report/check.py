"""The rules that a finished page must follow, checked before it is published.

A page must work years from now, from an archive, without a network: nothing in it may load from
anywhere, and every link into the page must have a target.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from ns2studies.basics.errors import ReportError
from nstrace.pages import LARGEST_BYTES

_LOADING = {
    "src": None,
    "srcset": None,
    "poster": None,
    "background": None,
    "data": {"object"},
    "action": {"form"},
    "formaction": None,
    "manifest": {"html"},
    "ping": {"a", "area"},
    "href": {"link", "image", "use", "base", "feimage"},
    "xlink:href": None,
}
"""Attributes by which an element loads something; None: on any element."""

_NEIGHBOUR = ("prev", "next")
"""Relations of links to the neighboring studies, whose pages may be missing: each study can be
made, and archived, by itself.
"""

_REFERRING = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "headers", "for")

_CSS_LOADS = re.compile(r"""url\(\s*["']?([^"')]*)|@import\s+["']([^"']*)""", re.IGNORECASE)
_JS_IMPORTS = re.compile(
    r"""^\s*(?:import|export)\b[^"'\n;]*["']([^"'\n]+)["']"""
    r"""|\bimport\(\s*["']([^"']+)["']|\bimportScripts\(\s*["']([^"']+)["']""",
    re.MULTILINE,
)
_VOID = {
    "area",
    "base",
    "br",
    "col",
    "embed",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "source",
    "wbr",
}


def check_page(page: Path, name: str = "") -> None:
    """Check a finished page.

    Args:
        name: name of the page in messages, by default its path.

    Raises:
        ReportError: naming the page and everything that breaks a rule.
    """
    shown = name or str(page)
    size = page.stat().st_size
    problems = []
    if size > LARGEST_BYTES:
        problems.append(f"is {size / 1e6:.1f} MB; {LARGEST_BYTES / 1e6:.0f} MB is the limit")
    reader = _Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    reader.close()
    problems += reader.problems()
    if problems:
        raise ReportError(f"{shown}: the page {'; it '.join(problems)}")


def check_links_between(pages: list[Path], left_out: Collection[str] = ()) -> None:
    """Check that links from one page to another lead to an existing page and place.

    Args:
        pages: all pages.
        left_out: names of pages that may be linked to although they are missing.

    Raises:
        ReportError: naming page and link.
    """
    readers = {}
    for page in pages:
        readers[page.name] = _Reader()
        readers[page.name].feed(page.read_text(encoding="utf-8"))
    for page in pages:
        for target in readers[page.name].links:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or not parts.path.endswith(".html"):
                continue
            there = readers.get(unquote(parts.path))
            if there is None and unquote(parts.path) in left_out:
                continue
            if there is None or not there.has_place(parts.fragment):
                raise ReportError(f"{page}: the link {target} has no target")


@dataclass
class _Chart:
    id: str
    described: bool = False
    drawn: bool = False


@dataclass
class _Reader(HTMLParser):
    """Collects the parts of a page that the rules apply to."""

    ids: dict[str, int] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    states: set[str] = field(default_factory=set)
    references: list[tuple[str, str]] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)
    charts: list[_Chart] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    language: str = ""
    title: str = ""
    top_headings: int = 0

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in attrs}
        self._read_attributes(tag, attributes)
        self._read_element(tag, attributes)
        if tag not in _VOID:
            self._open.append((tag, attributes))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index][0] == tag:
                del self._open[index:]
                return

    def handle_data(self, data: str) -> None:
        tag, attributes = self._open[-1] if self._open else ("", {})
        if tag == "title" and not self._inside("svg"):
            self.title += data.strip()
        elif self.captions and self._inside("caption"):
            self.captions[-1] += data
        elif tag == "style":
            self.loads += _outside(_css_addresses(data))
        elif tag == "script" and "json" not in attributes.get("type", ""):
            self.loads += _outside(_script_addresses(data))
        elif "chart-description" in _classes(attributes) and self.charts and data.strip():
            self.charts[-1].described = True

    def has_place(self, fragment: str) -> bool:
        """Return whether an element has that name, or the page's script knows all its keys.

        Args:
            fragment: of an address: a place, or a state such as ``study=mpls&metric=goodput``.
        """
        if "=" in fragment:
            return {key for key, _ in parse_qsl(fragment)} <= self.states
        return not fragment or unquote(fragment) in self.ids

    def problems(self) -> list[str]:
        """Return the rules that the page breaks, in words that follow "the page"."""
        found = [f"loads {address} from outside" for address in self.loads]
        found += [f"has the id {name} {n} times" for name, n in self.ids.items() if n > 1]
        inside = [link[1:] for link in self.links if link.startswith("#") and link != "#"]
        found += [
            f"links to #{target}, which is not in it"
            for target in dict.fromkeys(inside)
            if unquote(target) not in self.ids
        ]
        found += [
            f"refers by {attribute} to {target}, which is not in it"
            for attribute, target in dict.fromkeys(self.references)
            if target not in self.ids
        ]
        found += [f"has a chart without a description: {c.id}" for c in self._undescribed()]
        found += [f"has a chart without a drawing: {c.id}" for c in self.charts if not c.drawn]
        found += [f"has a picture without a name: {name}" for name in self.unnamed]
        # Users of screen readers who navigate by regions only get these names.
        found += [f"has {n} tables called “{name}”" for name, n in self._shared_captions()]
        found += self._frame_problems()
        return found

    def _shared_captions(self) -> list[tuple[str, int]]:
        given = Counter(caption.strip() for caption in self.captions)
        return [(name, n) for name, n in given.items() if name and n > 1]

    def _undescribed(self) -> list[_Chart]:
        return [chart for chart in self.charts if not chart.described]

    def _frame_problems(self) -> Iterator[str]:
        if not self.language:
            yield "does not say its language (html lang)"
        if not self.title:
            yield "has no title"
        if self.top_headings != 1:
            yield f"has {self.top_headings} headings of level 1 instead of one"

    def _read_attributes(self, tag: str, attributes: dict[str, str]) -> None:
        for key, value in attributes.items():
            if key == "id":
                self.ids[value] = self.ids.get(value, 0) + 1
            elif key == "style":
                self.loads += _outside(_css_addresses(value))
            elif key == "data-state":
                self.states |= set(value.split())
            elif key in _REFERRING:
                self.references += [(key, target) for target in value.split()]
            if key in _LOADING and (_LOADING[key] is None or tag in (_LOADING[key] or ())):
                addresses = _srcset(value) if key == "srcset" else [value]
                self.loads += _outside(addresses)

    def _read_element(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "html":
            self.language = attributes.get("lang", "")
        elif tag == "h1":
            self.top_headings += 1
        elif tag == "caption":
            self.captions.append("")
        elif tag == "a" and attributes.get("rel") not in _NEIGHBOUR:
            self.links.append(attributes.get("href", ""))
        elif tag == "figure" and "chart" in _classes(attributes):
            self.charts.append(_Chart(attributes.get("id", "without an id")))
        elif tag == "img" and "alt" not in attributes:
            self.unnamed.append(attributes.get("src", "img")[:60])
        elif tag == "svg":
            self._read_svg(attributes)
        elif tag == "meta" and attributes.get("http-equiv", "").lower() == "refresh":
            self.loads.append("another page (meta refresh)")
        elif tag == "desc" and self.charts and self._inside("figure"):
            self.charts[-1].described = True

    def _read_svg(self, attributes: dict[str, str]) -> None:
        if self.charts and self._inside("figure"):
            self.charts[-1].drawn = True
        hidden = attributes.get("aria-hidden") == "true"
        if not hidden and not ({"aria-label", "aria-labelledby"} & attributes.keys()):
            self.unnamed.append(f"svg {attributes.get('id', '')}".strip())

    def _inside(self, tag: str) -> bool:
        return any(name == tag for name, _ in self._open)


def _classes(attributes: dict[str, str]) -> list[str]:
    return attributes.get("class", "").split()


def _css_addresses(css: str) -> list[str]:
    return [found[0] or found[1] for found in _CSS_LOADS.findall(css)]


def _script_addresses(script: str) -> list[str]:
    return [next(filter(None, found)) for found in _JS_IMPORTS.findall(script)]


def _srcset(value: str) -> list[str]:
    if value.lstrip().startswith("data:"):
        return [value.strip()]
    return [part.split()[0] for part in value.split(",") if part.strip()]


def _outside(addresses: list[str]) -> list[str]:
    return [a for a in addresses if a.strip() and not a.strip().startswith(("data:", "#"))]
