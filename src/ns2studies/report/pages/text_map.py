"""The map of a reproduction: each published value, figure and statement as a square, in order.

The sign in a square represents its verdict, and the color repeats it. The corners distinguish
values (square), figures (cut off) and statements (round). All are links to their place, with a name
for screen readers; the page's script lets users move between them with arrow keys.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ns2studies.report.blocks import VERDICTS, Block, raw_html
from ns2studies.report.links import address_of, claim_id, item_id
from ns2studies.report.page import Page
from ns2studies.report.pages.comparison import cell_ids
from ns2studies.report.pages.reference import best_verdicts, with_cells, with_claims
from nstrace.pages.markup import fill, slug
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

DRAWN = "drawn"
"""Verdict of a figure without a published value."""

_SIGNS = {**VERDICTS, DRAWN: ("▱", "neutral")}

_LAST = 1_000_000
"""Sort key after every section: for a conclusion, and, with its letter added, an appendix."""


@dataclass(frozen=True)
class Square:
    """A published value, a figure or a statement.

    Args:
        kind: ``value``, ``figure`` or ``statement``.
        place: target of its link in the study's page.
        words: description without its verdict.
    """

    kind: str
    place: str
    words: str
    verdict: str


@dataclass(frozen=True)
class Group:
    """The values of a table, a figure, or the statements of a page, adjacent in the text."""

    title: str
    order: tuple[int, ...]
    squares: list[Square]


def map_block(page: Page) -> Block:
    """Return the maps of all studies with a legend."""
    maps = [
        (study, title, address_of(study), groups_of(page, study))
        for study, title, *_ in page.query(_SQL["studies"]).iter_rows()
    ]
    groups = [group for *_, found in maps for group in found]
    given = {square.verdict for group in groups for square in group.squares}
    legend = [(verdict, *_SIGNS[verdict]) for verdict in _SIGNS if verdict in given]
    return raw_html(fill(_MAPS, maps=maps, legend=legend, signs=_SIGNS))


def groups_of(page: Page, study: str) -> list[Group]:
    """Return a text's groups in its order: by page or section, claims after the rest."""
    items = [*_values(page, study), *_figures(page, study)]
    # A figure with published values is represented by its values.
    known: dict[str, Group] = {}
    for group in items:
        known.setdefault(group.title, group)
    return sorted([*known.values(), *_statements(page, study)], key=lambda group: group.order)


def _values(page: Page, study: str) -> Iterator[Group]:
    frame = page.query(_SQL["map_cells"], study=study)
    frame = best_verdicts(with_cells(page, study, frame))
    for (item,), part in frame.partition_by("item", as_dict=True, maintain_order=True).items():
        title = str(item)
        ids = cell_ids(part, item_id(title))
        squares = [
            Square("value", id, ", ".join((title, row["row"], row["column"])), row["best"])
            for id, row in zip(ids, part.to_dicts(), strict=True)
        ]
        yield Group(title, _order(part["page"][0], 0, title), squares)


def _figures(page: Page, study: str) -> Iterator[Group]:
    if "figures" not in page.tables:
        return
    for item, place in page.query(_SQL["map_figures"], study=study).iter_rows():
        square = Square("figure", slug(item), item, DRAWN)
        yield Group(item, _order(place, 0, item), [square])


def _statements(page: Page, study: str) -> Iterator[Group]:
    frame = page.query(_SQL["map_claims"], study=study)
    frame = best_verdicts(with_claims(page, study, frame))
    for (place,), part in frame.partition_by("page", as_dict=True, maintain_order=True).items():
        squares = [
            Square("statement", claim_id(row["claim"]), row["statement"], row["best"])
            for row in part.to_dicts()
        ]
        yield Group(f"Statements, {place}", _order(str(place), 1), squares)


def _order(place: str, behind: int, title: str = "") -> tuple[int, ...]:
    """Return the key that sorts groups as in the text.

    Args:
        place: a page ("36", "59-60"), a section ("4.2"), a conclusion or an appendix ("C").
        behind: 1 if it follows others of the same place, otherwise 0.
        title: of an item, whose number decides among those of one place.
    """
    first = re.match(r"\s*(\d+(?:\.\d+)*|[A-Z]\b)?", place)
    section = first[1] if first and first[1] else ""
    if not section or section.isalpha():
        numbers = [_LAST, ord(section) if section else 0]
    else:
        numbers = [int(part) for part in section.split(".")]
    if "conclusion" in place:
        numbers.append(_LAST)
    # A section's own groups come before those of its subsections: 0 is less than any number.
    padded = [*numbers, 0, 0, 0, 0][:4]
    return (*padded, behind, *(int(number) for number in re.findall(r"\d+", title)))


_MAPS = """\
<ul class="map-legend" aria-label="What the signs mean">
{% for verdict, sign, tone in legend %}
<li><span class="map-sign tone-{{ tone }}" aria-hidden="true">{{ sign }}</span> {{ verdict }}</li>
{% endfor %}
</ul>
{% for study, title, address, groups in maps %}
<div class="text-map" role="group" aria-labelledby="map-{{ study }}">
<h3 id="map-{{ study }}">{{ title }}</h3>
<ol>
{% for group in groups %}
<li><span class="map-title">{{ group.title }}</span>
{%- for square in group.squares %}{% set sign, tone = signs[square.verdict] %}
 <a class="map-sign {{ square.kind }} tone-{{ tone }}"
{% if address %} href="{{ address }}#{{ square.place }}"{% else %} role="img"{% endif %}
 title="{{ square.words }}: {{ square.verdict }}"
 aria-label="{{ square.words }}: {{ square.verdict }}">{{ sign }}</a>
{%- endfor %}</li>
{% endfor %}
</ol>
</div>
{% endfor %}"""
