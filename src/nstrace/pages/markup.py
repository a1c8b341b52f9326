"""HTML from templates: all text is escaped by Jinja's autoescape."""

import json
import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

if TYPE_CHECKING:
    import polars as pl

TEMPLATES = Environment(
    autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
)


def fill(template: str, **values: object) -> Markup:
    """``template`` (Jinja) with ``values`` escaped, as HTML that needs no more escaping."""
    return Markup(_compiled(template).render(**values))


_MINUS = re.compile(r"(?<![\w.)-])-(?=\d)")
"""What stands for a minus: not the line between two numbers or names."""

_UNIT = re.compile(r"(?<=\d) (?=(?:%|ms|s|[kM]b/s)(?![\w/]))")


@cache
def _compiled(template: str) -> Template:
    # A page fills the same few templates a hundred times.
    return TEMPLATES.from_string(template)


def script_json(value: object) -> Markup:
    """``value`` as JSON for a script element, which no "<" in a text may end."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return Markup(text.replace("<", "\\u003c"))


def csv_uri(frame: "pl.DataFrame") -> str:
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


def whole(value: int) -> str:
    """A whole number in groups of three digits, as all pages write it: thin spaces, no commas."""
    return f"{value:,}".replace(",", "\u202f")


def typeset(text: str) -> str:
    """Words with numbers: true minus signs, and units on the line of their numbers."""
    return _UNIT.sub("\N{NO-BREAK SPACE}", _MINUS.sub("\N{MINUS SIGN}", text))


def slug(item: str) -> str:
    """An id for an item: ``Table 4.1 (a)`` becomes ``table-4-1-a``."""
    return re.sub(r"[^a-z0-9]+", "-", item.lower()).strip("-")
