"""Addresses within and between pages, and the bar at the top of each page."""

import re
from typing import Final, NamedTuple
from urllib.parse import quote, urlencode

from markupsafe import Markup

from ns2studies.basics.paths import EXPLORER, METHOD, REPORTS, START_PAGE
from ns2studies.config.study_files import available
from nstrace.pages.markup import fill, slug

FILTERS: Final = ("study", "metric", "variant", "routing", "verdict", "reference")
"""Columns by which the explorer filters; ``reference`` is the verdict of the reference."""

STATE: Final = ("table", *FILTERS, "text", "sort", "order", "row")
"""Keys of an address of the explorer; ``row`` is the first row that is shown."""


def item_id(item: str) -> str:
    """Return the id of the table that compares a published item."""
    return f"{slug(item)}-cells"


def claim_id(claim: str) -> str:
    """Return the id of a claim: its name without the number by which it is sorted."""
    return f"claim-{re.sub(r'^[0-9]+-', '', claim)}"


def metric_id(metric: str) -> str:
    """Return the id of a metric's definition on its page."""
    return f"metric-{slug(metric)}"


def address_of(study: str) -> str:
    """Return the address of a study's page, or an empty string if it has none."""
    return f"{study}.html" if (REPORTS / f"{study}.qmd").is_file() else ""


def explorer_address(**state: str) -> str:
    """Return the address of some rows in the explorer, such as ``explore.html#study=mpls``.

    Args:
        state: keys of :data:`STATE`; empty values are left out.
    """
    unknown = state.keys() - set(STATE)
    assert not unknown, unknown  # the callers are ours
    given = {key: state[key] for key in STATE if state.get(key)}
    fragment = f"#{urlencode(given, quote_via=quote)}" if given else ""
    return f"{EXPLORER}.html{fragment}"


class _Link(NamedTuple):
    address: str
    name: str
    relation: str = ""
    here: bool = False


def bar_html(page: str) -> Markup:
    """Return the bar of a page: links to the start page, the neighboring studies, the explorer.

    Args:
        page: the name of its study, or any other.
    """
    return fill(_BAR, links=_links(page))


def _links(page: str) -> list[_Link]:
    start, studies = f"{START_PAGE}.html", available()
    if page not in studies:
        # A study without results has no page; the table on the start page has links to the others.
        return [
            _Link(start, "All studies", here=page == START_PAGE),
            _Link(explorer_address(), "Explorer", here=page == EXPLORER),
            _Link(f"{METHOD}.html", "Method", here=page == METHOD),
        ]
    before, after = studies[: studies.index(page)], studies[studies.index(page) + 1 :]
    return [
        _Link(start, "All studies"),
        *(_Link(f"{name}.html", f"← {name}", "prev") for name in before[-1:]),
        _Link(f"{page}.html", page, here=True),
        *(_Link(f"{name}.html", f"{name} →", "next") for name in after[:1]),
        _Link(explorer_address(study=page), "Explorer"),
        _Link(f"{METHOD}.html", "Method"),
    ]


_BAR = """\
<nav class="site-bar" aria-label="Studies"><ul>
{% for link in links %}
<li><a href="{{ link.address }}"{% if link.relation %} rel="{{ link.relation }}"{% endif %}
{%- if link.here %} aria-current="page"{% endif %}>{{ link.name }}</a></li>
{% endfor %}
</ul></nav>
"""
