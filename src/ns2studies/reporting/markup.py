"""HTML inside Markdown: what a document's cell hands to the page.

Cells must emit Markdown, never ``text/html``: Quarto answers an HTML output with scripts
from a content delivery network. HTML therefore travels in a raw block, which both
renderers copy into the page as it is. All text is escaped by Jinja's autoescape.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import quote

import polars as pl
from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

TEMPLATES = Environment(
    autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
)


@dataclass(frozen=True)
class Block:
    """A piece of a page; Jupyter shows it by its Markdown."""

    markdown: str = field(repr=False)

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __add__(self, other: "Block") -> "Block":
        return Block(self.markdown + other.markdown)


def raw_html(html: str) -> Block:
    """``html`` as a raw block, fenced by more backticks than any run inside it."""
    longest = max((len(run) for run in re.findall(r"`+", html)), default=0)
    fence = "`" * max(3, longest + 1)
    return Block(f"\n\n{fence}{{=html}}\n{html.strip()}\n{fence}\n\n")


def fill(template: str, **values: object) -> Markup:
    """``template`` (Jinja) with ``values`` escaped, as HTML that needs no more escaping."""
    return Markup(_compiled(template).render(**values))


@cache
def _compiled(template: str) -> Template:
    # A page fills the same few templates a hundred times.
    return TEMPLATES.from_string(template)


def csv_uri(frame: pl.DataFrame) -> str:
    """``frame`` as CSV (UTF-8, header row) in a ``data:`` URI.

    Percent-encoding is used, not base64: of a table of numbers only the line ends grow.
    """
    return "data:text/csv;charset=utf-8," + quote(frame.write_csv(), safe=",.-+:;/()=_*'!")


def number(value: float | None, digits: int) -> str:
    """``value`` with ``digits`` decimals and a true minus sign; a dash when there is none."""
    if value is None:
        return "–"
    text = f"{value:.{digits}f}"
    if text.startswith("-"):
        text = text[1:] if float(text) == 0 else "\u2212" + text[1:]
    return text


def slug(item: str) -> str:
    """An id for an item: ``Table 4.1 (a)`` becomes ``table-4-1-a``."""
    return re.sub(r"[^a-z0-9]+", "-", item.lower()).strip("-")
