"""Accessible tables from Polars frames."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import polars as pl
from markupsafe import Markup

from nstrace.errors import PageError
from nstrace.pages.markup import csv_uri, fill, number, typeset

SORTABLE_FROM = 12
"""The least number of rows of a table with sort buttons."""

CARDS_FROM = 4
"""The least number of columns with which rows are cards in a narrow window; rows with verdicts or
long texts always are."""

PRINTED_AS_CARDS_FROM = 10
"""The least number of columns with which a table is too wide for paper and printed as cards."""

FOLDED_FROM = 10
"""The least number of rows with which a narrow window shows only the first few cards at first."""

TALL_FROM = 16
"""The least number of rows with which a table scrolls below its headings."""

LONG_LABEL = 24
"""The length in characters beyond which the label of a row may wrap."""


@dataclass(frozen=True)
class Column:
    """The presentation of one column of a frame.

    Args:
        name: the frame's column.
        title: its heading.
        unit: the unit, shown with the heading; empty for none.
        kind: ``number`` is right-aligned; ``words`` is long text; ``badge`` is a verdict.
        digits: decimals of a number; None shows an integer or a text unchanged.
        header: whether the cells are row headings.
        link: the frame's column with the address that each cell links to.
        note: the frame's column with the text below a badge.
        drawn: renders a badge, or other text, as HTML.
        noted: renders the note as HTML.
        ours: whether the number is ours and has a receipt.
    """

    name: str
    title: str
    unit: str = ""
    kind: Literal["text", "words", "number", "badge"] = "text"
    digits: int | None = None
    header: bool = False
    link: str = ""
    note: str = ""
    drawn: Callable[[str], Markup] | None = None
    noted: Callable[[str], Markup] | None = None
    ours: bool = False

    @property
    def label(self) -> str:
        """The heading with its unit, as plain text."""
        return f"{self.title} ({self.unit})" if self.unit else self.title


@dataclass(frozen=True)
class Cell:
    """One rendered table cell."""

    text: Markup | str
    look: str = ""
    header: bool = False
    label: str = ""

    @property
    def element(self) -> str:
        """The name of the HTML element."""
        return "th" if self.header else "td"


_TABLE = """\
<div class="table-block">
<div class="table-scroll{{ looks }}" role="region"
 aria-labelledby="{{ id }}-caption" tabindex="0">
<table class="data"{% if sortable %} data-sortable="yes"{% endif %}>
<caption id="{{ id }}-caption"><span>{{ caption }}</span></caption>
<thead>
<tr>
{% for column in columns %}
<th scope="col"{% if column.kind == "number" %} class="number"{% endif %}>{{ column.title }}
{%- if column.unit %} <span class="unit">({{ column.unit }})</span>{% endif %}</th>
{% endfor %}
</tr>
</thead>
<tbody>
{% for id, receipt, row in rows %}
<tr{% if id %} id="{{ id }}"{% endif %}{% if receipt %} data-receipt="{{ receipt }}"{% endif %}>
{%- for cell in row -%}
<{{ cell.element }}
{%- if cell.header %} scope="row"{% endif %}
{%- if cell.look %} class="{{ cell.look }}"{% endif %}
{%- if cards and cell.label %} data-label="{{ cell.label }}"{% endif -%}
>{{ cell.text }}</{{ cell.element }}>
{%- endfor %}
</tr>
{% endfor %}
</tbody>
</table>
</div>
{% if note or csv %}
<p class="table-tools">
{%- if note %}<span>{{ note }}</span> {% endif %}
{%- if csv %}<a download="{{ id }}.csv" href="{{ csv }}">Download {{ id }}.csv</a>{% endif -%}
</p>
{% endif %}
</div>"""


def table_html(
    frame: pl.DataFrame,
    columns: Sequence[Column],
    *,
    id: str,
    caption: str,
    note: str = "",
    download: pl.DataFrame | None = None,
    sortable: bool | None = None,
    cards: bool | None = None,
    row_ids: Sequence[str] = (),
    receipts: Sequence[str] = (),
) -> Markup:
    """Render ``frame`` as an HTML table with row and column headings, units and a caption.

    Args:
        frame: the data.
        columns: the columns to show.
        id: a unique id in the page, also used for the caption's id and the downloaded file.
        caption: the caption.
        note: a sentence under the table.
        download: the rows of the CSV; by default ``frame``'s shown columns.
        sortable: whether it has sort buttons; by default from :data:`SORTABLE_FROM` rows on.
        cards: whether rows are cards in a narrow window; by default if they are wide.
        row_ids: an id for each row, to link to; none by default.
        receipts: for each row, scenario, metric and subject as JSON; none by default.

    Raises:
        PageError: if a column is not in ``frame``.
    """
    missing = [column.name for column in columns if column.name not in frame.columns]
    if missing:
        raise PageError(f"table {id}: no column {', '.join(missing)} in {frame.columns}")
    if download is None:
        download = frame.select(column.name for column in columns)
    cells = [[_cell(row, column) for column in columns] for row in frame.iter_rows(named=True)]
    nothing = [""] * frame.height
    as_cards = _are_cards(columns) if cards is None else cards
    return fill(
        _TABLE,
        id=id,
        caption=caption,
        note=note,
        columns=columns,
        rows=list(zip(row_ids or nothing, receipts or nothing, cells, strict=True)),
        cards=as_cards,
        looks=_looks(frame.height, len(columns), as_cards),
        csv=csv_uri(download),
        sortable=frame.height >= SORTABLE_FROM if sortable is None else sortable,
    )


def columns_of(frame: pl.DataFrame, digits: int | None = None) -> list[Column]:
    """Return a plain column for every column of ``frame``; the first one has row headings."""
    return [
        Column(
            name,
            name.replace("_", " "),
            kind="number" if frame.schema[name].is_numeric() else "text",
            digits=digits if frame.schema[name].is_float() else None,
            header=index == 0,
        )
        for index, name in enumerate(frame.columns)
    ]


def _looks(rows: int, columns: int, cards: bool) -> str:
    """Return the CSS classes of a table's region."""
    applying = {
        " tall": rows >= TALL_FROM,
        " cards": cards,
        " long": cards and rows >= FOLDED_FROM,
        " many": cards and columns >= PRINTED_AS_CARDS_FROM,
    }
    return "".join(look for look, applies in applying.items() if applies)


def _are_cards(columns: Sequence[Column]) -> bool:
    wide = any(column.kind in ("badge", "words") for column in columns)
    return wide or len(columns) >= CARDS_FROM


def _cell(row: dict[str, object], column: Column) -> Cell:
    look = _LOOKS.get(column.kind, "")
    if column.header and len(str(row[column.name])) > LONG_LABEL:
        look = "words"
    if column.ours:
        look += " ours"
    # A row heading needs no label in a card.
    label = "" if column.header else column.label
    return Cell(_text(row, column), look, header=column.header, label=label)


_NOTED = """\
{{ badge }}{% if note %}<{{ element }} class="note-below">{{ note }}</{{ element }}>{% endif %}"""

_LOOKS = {"number": "number", "words": "words", "badge": "verdict"}


def _text(row: dict[str, object], column: Column) -> Markup | str:
    value = row[column.name]
    numeric = column.kind == "number"
    text: Markup | str = "" if value is None else str(value)
    if column.drawn:
        note = str(row[column.note] or "") if column.note else ""
        text = fill(
            _NOTED,
            element="div" if column.noted else "span",
            badge=column.drawn("" if value is None else str(value)),
            note=column.noted(note) if column.noted and note else typeset(note),
        )
    elif column.kind == "words":
        text = typeset(text)
    elif numeric and value is None:
        text = "–"
    elif numeric and isinstance(value, int | float) and column.digits is not None:
        text = number(float(value), column.digits)
    if column.link and row[column.link]:
        text = fill('<a href="{{ href }}">{{ text }}</a>', href=row[column.link], text=text)
    return text
