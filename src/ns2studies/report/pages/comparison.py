"""Blocks that compare published values with ours, from the database's table ``comparison``."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl
from markupsafe import Markup, escape

from ns2studies.basics.errors import ReportError
from ns2studies.evaluation.verdicts import (
    DIFFERENT,
    IDENTICAL,
    NOT_MEASURED,
    REPLAYED,
    TOO_FEW_RUNS,
)
from ns2studies.report.blocks import Block, badge, folded_block, in_order, raw_html
from ns2studies.report.pages.reference import (
    CELL,
    MARK,
    best_verdicts,
    is_there_alone,
    told,
)
from ns2studies.report.tables import unit_sign
from nstrace.pages.markup import csv_uri, fill, number, slug
from nstrace.pages.tables import FOLDED_FROM, Column, table_html

FALLBACK_DIGITS = {"ms": 3, "s": 6, "s2": 6, "%": 1, "packets": 5}
"""Decimals by unit, for an item without any published value in our copy."""

EXTRA_DIGITS = {"%": 2}
"""Decimals by unit in addition to the printed ones, for studies that truncate values."""

MATRIX_FROM = 60
"""Number of cells from which an item is shown as published rows and columns, not as a list."""

EXPLAINED = ("misprint", "contradicts itself", *DIFFERENT, TOO_FEW_RUNS, NOT_MEASURED)
"""Verdicts whose note is more informative than the other columns."""


RUNS_EXPECTED = "95% of single runs"
MEANS_EXPECTED = "Printed expected, 95%"
"""Headings of the intervals to compare published values with: of single runs, and of means."""


@dataclass(frozen=True)
class Labels:
    """The labels of a published table's parts.

    Args:
        rows: titles for the parts of a row's label ("TCP Reno / Flow1" has two).
        column: title for the columns, shown if the item has more than one.
        digits: decimals of an item without a known published value; by unit if None.
    """

    rows: tuple[str, ...]
    column: str = "Column"
    digits: int | None = None


def comparison_block(
    frame: pl.DataFrame, *, id: str, caption: str, labels: Labels, explored: str = ""
) -> Block:
    """Compare one published item with ours: each cell with difference, interval and verdict.

    Args:
        frame: rows of ``comparison`` for one item, in printed order.
        id: unique in the page.
        explored: address of the cells in the explorer.

    Raises:
        ReportError: if the item has no rows.
    """
    if frame.is_empty():
        raise ReportError(
            f"{id}: the database has no comparison rows for this item",
            "Was the study's published values file changed without running the study again?",
        )
    draw = _matrix_html if frame.height >= MATRIX_FROM else _listing_html
    judged = best_verdicts(frame)
    told_there = _has_reference(frame) and judged.select(is_there_alone().any()).item()
    line = verdict_line(Counter(judged["best"]), MARK if told_there else "", explored)
    found = draw(judged, id=id, caption=caption, labels=labels)
    if set(judged["best"]) <= {IDENTICAL, REPLAYED}:
        of = f"all {judged.height} cells" if judged.height > 1 else "the cell"
        return raw_html(line) + folded_block(f"Show {of}", raw_html(found))
    return raw_html(line + found)


def printed_digits(frame: pl.DataFrame, otherwise: int | None = None) -> list[int]:
    """Return the decimals of each row: as printed, else as in most published cells of the item."""
    printed = [_decimals(text) for text in frame["published_text"].to_list()]
    known = Counter(digits for digits in printed if digits is not None)
    usual = known.most_common(1)[0][0] if known else otherwise
    return [
        digits if digits is not None else usual if usual is not None else _by_unit(unit)
        for digits, unit in zip(printed, frame["unit"].to_list(), strict=True)
    ]


def verdict_line(counts: Mapping[Any, int], mark: str = "", explored: str = "") -> Markup:
    """Return a summary of verdicts: ``✓ identical 9 of 10   ✎ misprint 1 of 10``.

    Args:
        counts: by verdict; verdicts without a badge count for the total only.
        mark: label of the results, if they are not those of these runs.
        explored: address of the cells in the explorer.
    """
    return fill(
        '<p class="verdict-line">'
        '{% if mark %}<span class="mark">{{ mark }}</span> {% endif %}'
        "{% for badge, n in counts %}<span>{{ badge }} {{ n }} of {{ of }}</span> {% endfor %}"
        '{% if explored %}<a href="{{ explored }}">These rows in the explorer</a>{% endif %}</p>',
        counts=[(badge(verdict), count) for verdict, count in in_order(counts)],
        of=sum(counts.values()),
        mark=f"{mark[:1].upper()}{mark[1:]}:" if mark else "",
        explored=explored,
    )


def _has_reference(frame: pl.DataFrame) -> bool:
    return "reference_verdict" in frame.columns and frame["reference_verdict"].count() > 0


def _has_means(frame: pl.DataFrame) -> bool:
    """Return whether published means, which are judged differently, are among the cells."""
    return frame["difference_low"].count() > 0


def _decimals(text: str | None) -> int | None:
    if text is None or not text.strip():
        return None
    return len(text.strip().partition(".")[2])


def _by_unit(unit: str | None) -> int:
    return FALLBACK_DIGITS.get(unit or "", 3)


def _listing_html(frame: pl.DataFrame, *, id: str, caption: str, labels: Labels) -> Markup:
    columns = [
        *(Column(f"row{i}", title, header=True) for i, title in enumerate(labels.rows)),
        *([Column("column", labels.column, header=True)] if _columns(frame) > 1 else []),
        *_value_columns(frame),
    ]
    return table_html(
        _shown(frame, labels),
        columns,
        id=id,
        caption=caption,
        download=_download(frame),
        row_ids=cell_ids(frame, id),
    )


def cell_ids(frame: pl.DataFrame, id: str) -> list[str]:
    """Return the ids of an item's cells, which are stable as long as its rows and columns are.

    Args:
        id: of the item's table.
    """
    given: Counter[str] = Counter()
    ids = []
    for row, column in frame.select("row", "column").iter_rows():
        plain = slug(f"{id} {row} {column}")
        given[plain] += 1
        ids.append(plain if given[plain] == 1 else f"{plain}--{given[plain]}")
    return ids


def _value_columns(frame: pl.DataFrame) -> list[Column]:
    """Return the columns of values in the order of importance: the last may be out of sight."""
    unit = _only(frame["unit"].to_list())
    published = Column("published", "Published", unit, "number")
    ours = Column("ours", "Ours", unit, "number", ours=True)
    verdict = Column("verdict", "Verdict", kind="badge", drawn=badge, note="note")
    # Differences of percentages are in points, unlike the relative ones below.
    points = "points" if unit == "%" else unit
    apart = [Column("difference", "Difference", points, "number", drawn=escape, note="relative")]
    if not frame["published"].drop_nulls().len():
        apart = []
    named = [] if unit else [Column("unit", "Unit")]
    if frame["n"].max() in (None, 1):
        return [*named, published, ours, verdict, *apart]
    replayed = [Column("replayed", "Replayed run", unit, "number")]
    if not frame["replayed"].drop_nulls().len():
        replayed = []
    title = "Our mean, its 95% interval"
    mean = Column("ours", title, unit, "number", ours=True, drawn=escape, note="interval")
    judged_by = MEANS_EXPECTED if _has_means(frame) else RUNS_EXPECTED
    expected = Column("expected", judged_by, unit, "number")
    return [*named, published, *replayed, mean, verdict, *apart, expected]


def _shown(frame: pl.DataFrame, labels: Labels) -> pl.DataFrame:
    """Format the numbers of ``frame`` with the printed precision."""
    decimals = printed_digits(frame, labels.digits)
    pairs = zip(frame.iter_rows(named=True), decimals, strict=True)
    return pl.DataFrame(
        [_shown_row(row, digits, len(labels.rows)) for row, digits in pairs],
        infer_schema_length=None,
    )


def _shown_row(row: dict[str, Any], printed: int, labels: int) -> dict[str, Any]:
    digits = printed + EXTRA_DIGITS.get(row["unit"], 0)
    parts = row["row"].split(" / ", labels - 1)
    difference = _difference(row)
    return {
        **{f"row{i}": parts[i] if i < len(parts) else "" for i in range(labels)},
        "column": row["column"],
        "unit": unit_sign(row["unit"]),
        "published": row["published_text"] or "withheld",
        "ours": number(row["ours"], digits),
        "interval": _interval_and_runs(row["ci_low"], row["ci_high"], row["n"], digits),
        "expected": _interval(*_expected(row), digits),
        "replayed": number(row["replayed"], digits),
        "difference": number(difference, digits),
        "relative": _in_percent(_relative(difference, row["published"])),
        **_verdict(row, digits),
    }


def _verdict(row: dict[str, Any], digits: int) -> dict[str, Any]:
    """Return the verdict of a row, and the note below it.

    If the reference's verdict is shown, its value is shown, too, and any other verdict of these
    runs.
    """
    verdict = told(row)
    notes = [
        row["note"] if {row["verdict"], row["best"]} & set(EXPLAINED) else "",
        _reference_note(row, digits) if verdict.is_reference else "",
        verdict.beside,
    ]
    return {
        "verdict": verdict.words,
        "note": "; ".join(filter(None, notes)),
        "beside": verdict.beside,
        "same": verdict.words == IDENTICAL and not verdict.beside,
    }


def _reference_note(row: dict[str, Any], digits: int) -> str:
    """Format the reference's value with its interval and runs, unless these runs have the same."""
    if row.get("reference_ours") is None:
        return ""
    value = number(row["reference_ours"], digits)
    if row["reference_low"] is None:
        return "" if value == number(row["ours"], digits) else f"{MARK}: {value}"
    low, high, runs = row["reference_low"], row["reference_high"], row["reference_n"]
    return f"{MARK}: {value} ({_interval_and_runs(low, high, runs, digits)})"


def _interval_and_runs(low: float | None, high: float | None, runs: int | None, digits: int) -> str:
    """Format the text below a mean: interval and runs; without an interval the runs alone."""
    of = f"n\u00a0=\u00a0{runs}" if runs else ""
    return of if low is None or high is None else f"{_interval(low, high, digits)}, {of}"


def _interval(low: float | None, high: float | None, digits: int) -> str:
    if low is None or high is None:
        return "–"
    # Non-breaking spaces keep both ends on one line.
    return f"{number(low, digits)}\u202f…\u202f{number(high, digits)}"


def _expected(row: dict[str, Any]) -> tuple[float | None, float | None]:
    """Return the interval in which a published value, a mean or a single run, is expected."""
    low, high = row["difference_low"], row["difference_high"]
    if low is None or high is None:
        return row["prediction_low"], row["prediction_high"]
    return row["published"] + low, row["published"] + high


def _difference(row: dict[str, Any]) -> float | None:
    published, ours = row["published"], row["ours"]
    return None if published is None or ours is None else ours - published


def _relative(difference: float | None, published: float | None) -> float | None:
    return None if difference is None or not published else 100 * difference / published


def _in_percent(relative: float | None) -> str:
    return "" if relative is None else f"{number(relative, 2)}\u202f%"


def _columns(frame: pl.DataFrame) -> int:
    return frame["column"].n_unique()


def _only(units: Sequence[str | None]) -> str:
    """Return the unit if all rows share one."""
    distinct = set(units)
    unit = (distinct.pop() or "") if len(distinct) == 1 else ""
    return unit_sign(unit)


def _download(frame: pl.DataFrame) -> pl.DataFrame:
    wanted = ["row", "column", "published_text", "ours", "ci_low", "ci_high", "n"]
    further = ["prediction_low", "prediction_high", "replayed", "unit", "verdict", "note"]
    beside = CELL if _has_reference(frame) else ()
    return frame.select(*wanted, *further, *beside, "page", "metric", "scenario", "subject")


_MATRIX = """\
<div class="table-block">
<div class="table-scroll cards{{ " long" if rows | length >= folded else "" }}" role="region"
 aria-labelledby="{{ id }}-caption" tabindex="0">
<table class="data matrix">
<caption id="{{ id }}-caption"><span>{{ caption }}</span></caption>
<colgroup></colgroup>{% for column in columns %}<colgroup span="2"></colgroup>{% endfor %}

<thead>
<tr><th scope="col" rowspan="2">{{ labels.rows[0] }}</th>
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
{%- for column, cell in cells -%}
<td class="number group" data-label="{{ column }}, published">{{ cell.published }}</td>
<td{% if cell.id %} id="{{ cell.id }}"{% endif %} class="number ours
{%- if not cell.same %} marked{% endif %}" data-label="ours">{{ cell.ours }}
{%- if not cell.same %} {{ cell.badge }}{% endif %}
{%- if cell.beside %} <span class="mark">{{ cell.beside }}</span>{% endif %}</td>
{%- endfor %}</tr>
{% endfor %}
</tbody>
</table>
</div>
<p class="table-tools"><span>A cell without a verdict is identical.{% if unit %} Unit: {{ unit }}.
{%- endif %}</span>
<a download="{{ id }}.csv" href="{{ csv }}">Download {{ id }}.csv</a></p>
</div>"""


@dataclass(frozen=True)
class _MatrixCell:
    published: str
    ours: str
    same: bool
    badge: Markup | str
    id: str = ""
    beside: str = ""


def _matrix_html(frame: pl.DataFrame, *, id: str, caption: str, labels: Labels) -> Markup:
    columns = frame["column"].unique(maintain_order=True).to_list()
    whole = replace(labels, rows=labels.rows[:1])
    cells = {
        (row["row0"], row["column"]): _matrix_cell(row, name)
        for row, name in zip(_shown(frame, whole).to_dicts(), cell_ids(frame, id), strict=True)
    }
    rows = frame["row"].unique(maintain_order=True).to_list()
    nothing = _MatrixCell("–", "–", same=True, badge="")
    return fill(
        _MATRIX,
        id=id,
        caption=caption,
        labels=labels,
        columns=columns,
        folded=FOLDED_FROM,
        rows=[
            (row, [(column, cells.get((row, column), nothing)) for column in columns])
            for row in rows
        ],
        unit=_only(frame["unit"].to_list()),
        csv=csv_uri(_download(frame)),
    )


def _matrix_cell(row: dict[str, Any], id: str) -> _MatrixCell:
    drawn = badge(row["verdict"])
    return _MatrixCell(row["published"], row["ours"], row["same"], drawn, id, row["beside"])
