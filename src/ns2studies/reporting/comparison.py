"""The published values beside ours, as the database's ``comparison`` table holds them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl
from markupsafe import Markup

from ns2studies.errors import ReportError
from ns2studies.reporting.badges import VERDICTS, badge
from ns2studies.reporting.markup import Block, csv_uri, fill, number, raw_html
from ns2studies.reporting.tables import Column, table_html

FALLBACK_DIGITS = {"ms": 3, "s": 6, "s2": 6, "%": 1, "packets": 5}
"""Decimals by unit, for an item of which no published value is known to us."""

MATRIX_FROM = 60
"""Cells from which an item is shown as published rows and columns, not one cell a row."""


@dataclass(frozen=True)
class Labels:
    """What the published table calls its rows and columns; ``column`` empty: it has one."""

    row: str
    column: str = ""


def comparison_block(frame: pl.DataFrame, *, id: str, caption: str, labels: Labels) -> Block:
    """One published item beside ours: every cell with difference, interval and verdict.

    Args:
        frame: rows of ``comparison`` for one item, in printed order.
        id: unique in the page.

    Raises:
        ReportError: if the item has no rows.
    """
    if frame.is_empty():
        raise ReportError(
            f"{id}: the database has no comparison rows for this item",
            "Was the study's published values file changed without running the study again?",
        )
    if frame.height >= MATRIX_FROM and labels.column:
        return raw_html(_matrix_html(frame, id=id, caption=caption, labels=labels))
    return raw_html(_listing_html(frame, id=id, caption=caption, labels=labels))


def printed_digits(frame: pl.DataFrame) -> list[int]:
    """Decimals for each row of an item: as printed, else as in most of its printed cells."""
    printed = [_decimals(text) for text in frame["published_text"].to_list()]
    known = Counter(digits for digits in printed if digits is not None)
    usual = known.most_common(1)[0][0] if known else None
    return [
        digits if digits is not None else usual if usual is not None else _by_unit(unit)
        for digits, unit in zip(printed, frame["unit"].to_list(), strict=True)
    ]


def verdict_counts(frame: pl.DataFrame) -> dict[str, int]:
    """How many rows have each verdict, in the order of :data:`VERDICTS`."""
    counts = Counter(frame["verdict"].to_list())
    return {verdict: counts[verdict] for verdict in VERDICTS if counts[verdict]}


def verdict_line(frame: pl.DataFrame) -> Markup:
    """The item's verdicts at a glance: ``✓ equal 9   ✎ misprint 1``."""
    counts = [(badge(verdict), count) for verdict, count in verdict_counts(frame).items()]
    return fill(
        '<p class="verdict-line">'
        "{% for badge, n in counts %}<span>{{ badge }} {{ n }} of {{ of }}</span> {% endfor %}</p>",
        counts=counts,
        of=frame.height,
    )


def _decimals(text: str | None) -> int | None:
    if text is None or not text.strip():
        return None
    return len(text.strip().partition(".")[2])


def _by_unit(unit: str | None) -> int:
    return FALLBACK_DIGITS.get(unit or "", 3)


def _listing_html(frame: pl.DataFrame, *, id: str, caption: str, labels: Labels) -> Markup:
    shown = _shown(frame)
    columns = [Column("row", labels.row, header=True)]
    if labels.column:
        columns.append(Column("column", labels.column, header=True))
    unit = _only(frame["unit"].to_list())
    columns += [
        Column("published", "Published", unit, "number"),
        Column("ours", "Ours", unit, "number"),
    ]
    if frame["n"].max() != 1:
        columns += [Column("interval", "95% interval", unit, "number")]
        columns += [Column("n", "Seeds", "", "number")]
    if frame["replayed"].drop_nulls().len():
        columns += [Column("replayed", "Replayed", unit, "number")]
    columns += [
        Column("difference", "Difference", unit, "number"),
        Column("relative", "Difference", "%", "number"),
        Column("verdict", "Verdict", kind="badge"),
    ]
    if any((note or "").strip() for note in frame["note"].to_list()):
        columns += [Column("note", "Note")]
    return verdict_line(frame) + table_html(
        shown, columns, id=id, caption=caption, download=_download(frame)
    )


def _shown(frame: pl.DataFrame) -> pl.DataFrame:
    """``frame`` with its numbers as texts, in the printed precision."""
    rows = [
        {
            "row": row["row"],
            "column": row["column"],
            "published": row["published_text"] or "not in our copy",
            "ours": number(row["ours"], digits),
            "interval": _interval(row["ci_low"], row["ci_high"], digits),
            "n": row["n"],
            "replayed": number(row["replayed"], digits),
            "difference": number(_difference(row), digits),
            "relative": number(_relative(row), 2),
            "verdict": row["verdict"],
            "note": row["note"],
        }
        for row, digits in zip(frame.iter_rows(named=True), printed_digits(frame), strict=True)
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _interval(low: float | None, high: float | None, digits: int) -> str:
    if low is None or high is None:
        return "–"
    return f"{number(low, digits)} to {number(high, digits)}"


def _difference(row: dict[str, float | None]) -> float | None:
    published, ours = row["published"], row["ours"]
    return None if published is None or ours is None else ours - published


def _relative(row: dict[str, float | None]) -> float | None:
    difference, published = _difference(row), row["published"]
    return None if difference is None or not published else 100 * difference / published


def _only(units: Sequence[str | None]) -> str:
    """The unit if every row has the same one, as a heading can name just one."""
    distinct = set(units)
    return (distinct.pop() or "") if len(distinct) == 1 else ""


def _download(frame: pl.DataFrame) -> pl.DataFrame:
    wanted = ["row", "column", "published_text", "ours", "ci_low", "ci_high", "n", "replayed"]
    return frame.select(*wanted, "unit", "verdict", "note", "page", "scenario")


_MATRIX = """\
{{ line }}
<div class="table-block">
<div class="table-scroll" role="region" aria-labelledby="{{ id }}-caption" tabindex="0">
<table class="data matrix">
<caption id="{{ id }}-caption">{{ caption }}</caption>
<colgroup></colgroup>{% for column in columns %}<colgroup span="2"></colgroup>{% endfor %}

<thead>
<tr><th scope="col" rowspan="2">{{ labels.row }}</th>
{% for column in columns %}
<th scope="colgroup" colspan="2" class="group">{{ column }}</th>
{% endfor %}
</tr>
<tr>
{% for column in columns %}
<th scope="col" class="number group">Published</th><th scope="col" class="number">Ours</th>
{% endfor %}
</tr>
</thead>
<tbody>
{% for row, cells in rows %}
<tr><th scope="row">{{ row }}</th>
{%- for cell in cells -%}
<td class="number group">{{ cell.published }}</td>
<td class="number{{ "" if cell.same else " marked" }}">{{ cell.ours }}
{%- if not cell.same %} {{ cell.badge }}{% endif %}</td>
{%- endfor %}</tr>
{% endfor %}
</tbody>
</table>
</div>
<p class="table-tools"><span>A cell without a verdict is equal.{% if unit %} Unit: {{ unit }}.
{%- endif %}</span>
<a download="{{ id }}.csv" href="{{ csv }}">Download {{ id }}.csv</a></p>
</div>"""


@dataclass(frozen=True)
class _MatrixCell:
    published: str
    ours: str
    same: bool
    badge: Markup | str


def _matrix_html(frame: pl.DataFrame, *, id: str, caption: str, labels: Labels) -> Markup:
    columns = frame["column"].unique(maintain_order=True).to_list()
    cells = {(row["row"], row["column"]): _matrix_cell(row) for row in _shown(frame).to_dicts()}
    rows = frame["row"].unique(maintain_order=True).to_list()
    nothing = _MatrixCell("–", "–", same=True, badge="")
    return fill(
        _MATRIX,
        line=verdict_line(frame),
        id=id,
        caption=caption,
        labels=labels,
        columns=columns,
        rows=[(row, [cells.get((row, column), nothing) for column in columns]) for row in rows],
        unit=_only(frame["unit"].to_list()),
        csv=csv_uri(_download(frame)),
    )


def _matrix_cell(row: dict[str, str]) -> _MatrixCell:
    same = row["verdict"] == "equal"
    return _MatrixCell(row["published"], row["ours"], same, badge(row["verdict"]))
