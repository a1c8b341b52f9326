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
    """Render a Jinja template with ``values`` escaped, as HTML that needs no more escaping."""
    return Markup(_compiled(template).render(**values))


_MINUS = re.compile(r"(?<![\w.)-])-(?=\d)")
"""Hyphens that are minus signs, unlike those between two numbers or names."""

_UNIT = re.compile(r"(?<=\d) (?=(?:%|ms|s|[kM]b/s)(?![\w/]))")


@cache
def _compiled(template: str) -> Template:
    # Cached, since a page uses the same few templates a hundred times.
    return TEMPLATES.from_string(template)


def script_json(value: object) -> Markup:
    """Return ``value`` as JSON for a script element, with "<" escaped."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return Markup(text.replace("<", "\\u003c"))


def csv_uri(frame: "pl.DataFrame") -> str:
    """Return a ``data:`` URI with ``frame`` as CSV (UTF-8, header row).

    It is percent-encoded, not base64: in a table of numbers, only line ends become longer.
    """
    return "data:text/csv;charset=utf-8," + quote(frame.write_csv(), safe=",.-+:;/()=_*'!")


def number(value: float | None, digits: int) -> str:
    """Format a number with ``digits`` decimals and a true minus sign; None as a dash."""
    if value is None:
        return "–"
    text = f"{value:.{digits}f}"
    if text.startswith("-"):
        text = text[1:] if float(text) == 0 else "\u2212" + text[1:]
    return text


def whole(value: int) -> str:
    """Format a whole number in groups of three digits, separated by thin spaces as on all pages."""
    return f"{value:,}".replace(",", "\u202f")


def typeset(text: str) -> str:
    """Replace hyphens by true minus signs, and spaces before units by no-break spaces."""
    return _UNIT.sub("\N{NO-BREAK SPACE}", _MINUS.sub("\N{MINUS SIGN}", text))


def slug(item: str) -> str:
    """Return an id for an item: ``Table 4.1 (a)`` becomes ``table-4-1-a``."""
    return re.sub(r"[^a-z0-9]+", "-", item.lower()).strip("-")
