"""The bar on top of each page: the way to the start page, and to the studies beside one."""

from dataclasses import dataclass

from markupsafe import Markup

from ns2studies.basics.paths import EXPLORER, REPORTS, START_PAGE
from ns2studies.report.pages.explorer.address import explorer_address
from ns2studies.studies.rooms import available
from nstrace.pages.markup import fill

_BAR = """\
<nav class="site-bar" aria-label="Studies"><ul>
{% for way in ways %}
<li><a href="{{ way.address }}"{% if way.relation %} rel="{{ way.relation }}"{% endif %}
{%- if way.here %} aria-current="page"{% endif %}>{{ way.name }}</a></li>
{% endfor %}
</ul></nav>
"""


@dataclass(frozen=True)
class _Way:
    """A link of the bar."""

    address: str
    name: str
    relation: str = ""
    here: bool = False


def address_of(study: str) -> str:
    """The address of a study's page, or nothing if it has none."""
    return f"{study}.html" if (REPORTS / f"{study}.qmd").is_file() else ""


def bar_html(page: str) -> Markup:
    """The bar of a page, by the page's name: that of its study, or any other."""
    return fill(_BAR, ways=_ways(page))


def _ways(page: str) -> list[_Way]:
    start, studies = f"{START_PAGE}.html", available()
    if page not in studies:
        # A study without results has no page: the start page's own table links to those that have.
        return [
            _Way(start, "All studies", here=page == START_PAGE),
            _Way(explorer_address(), "Explorer", here=page == EXPLORER),
        ]
    study = page
    before, after = studies[: studies.index(study)], studies[studies.index(study) + 1 :]
    return [
        _Way(start, "All studies"),
        *(_Way(f"{name}.html", f"← {name}", "prev") for name in before[-1:]),
        _Way(f"{study}.html", study, here=True),
        *(_Way(f"{name}.html", f"{name} →", "next") for name in after[:1]),
        _Way(explorer_address(study=study), "Explorer"),
    ]
