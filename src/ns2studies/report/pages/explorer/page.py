"""Contents of the explorer's page: its controls, and the rows of three tables, compressed.

The rows are stored as columns, each a line of JSON, compressed, in script elements that are not
run. The page's own script decompresses and shows them, each value as text. A row of the table
``claims`` is a statement of a text, one of ``comparison`` a published value, one of ``points`` an
estimate.
"""

import base64
import gzip
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

import polars as pl
import polars.selectors as cs
from markupsafe import Markup

from ns2studies.report.blocks import VERDICTS, Block, raw_html
from ns2studies.report.links import FILTERS, STATE, address_of, claim_id, item_id
from ns2studies.report.page import Page
from ns2studies.report.pages.comparison import cell_ids
from ns2studies.report.pages.reference import CELL, with_cells, with_claims
from nstrace.pages.markup import fill, script_json
from nstrace.sql_files import SqlFiles

_SQL: Final = SqlFiles.beside(__file__)

_COMPRESSION: Final = 9

ROOM: Final = 4_300_000
"""Maximum number of characters of the estimates: the limit of a page (check.py) minus all else."""


@dataclass(frozen=True)
class Shown:
    """A column that the page shows; a CSV file has all columns of the query.

    Args:
        label: its heading.
        kind: ``number`` is right-aligned, ``words`` need space, ``badge`` contains verdicts,
            ``metric`` the names of metrics, shown as their titles; ``head`` is the heading of the
            row and links to its place on a study's page.
        below: columns whose values are shown below, in the same cell.
    """

    name: str
    label: str
    kind: Literal["text", "words", "number", "badge", "metric", "head"] = "text"
    below: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """One of the tables.

    Args:
        name: of the table in the database, and of the query.
        title: name of its rows.
    """

    name: str
    title: str
    shown: tuple[Shown, ...]


TABLES: Final = (
    Table(
        "claims",
        "Statements",
        (
            Shown("statement", "The text says", "head"),
            Shown("study", "Study, scale", below=("scale",)),
            Shown("page", "Page or section"),
            Shown("verdict", "Verdict, these runs", "badge", ("evidence",)),
            Shown("reference", "Full scale (reference)", "badge", ("reference_evidence",)),
            Shown("reason", "Reason", "words", ("why",)),
        ),
    ),
    Table(
        "comparison",
        "Printed values",
        (
            Shown("item", "Item, row, column", "head", ("row", "column")),
            Shown("study", "Study, scale", below=("scale",)),
            Shown("verdict", "Verdict, these runs", "badge", ("note",)),
            Shown("reference", "Full scale (reference)", "badge"),
            Shown("published", "Published", "number"),
            Shown("ours", "Ours", "number", ("unit",)),
            Shown("ci_low", "95 % from, to", "number", ("ci_high",)),
            Shown("n", "Runs", "number"),
            Shown("metric", "Metric, variant", "metric", ("variant", "routing")),
            Shown("reason", "Reason", "words", ("why",)),
        ),
    ),
    Table(
        "points",
        "Estimates",
        (
            Shown("scenario", "Scenario", "head"),
            Shown("study", "Study"),
            Shown("metric", "Metric", "metric"),
            Shown("subject", "Of"),
            Shown("variant", "Variant, routing", below=("routing",)),
            Shown("mean", "Mean", "number", ("unit",)),
            Shown("ci_low", "95 % from, to", "number", ("ci_high",)),
            Shown("n", "Runs", "number"),
            Shown("reference_mean", "Mean, full scale", "number"),
            Shown("reference_low", "95 % from, to", "number", ("reference_high",)),
            Shown("reference_n", "Runs", "number"),
        ),
    ),
)


_OWN_TABLES: Final = (
    *TABLES[:-1],
    replace(TABLES[-1], shown=tuple(it for it in TABLES[-1].shown if "reference" not in it.name)),
)
"""The tables where estimates have no reference."""

_LABELS: Final = {"verdict": "Verdict, these runs", "reference": "Verdict, full scale"}
"""Names of filters that differ from the names of their columns."""

_BESIDE: Final = {
    "claims": (with_claims, ("reference_verdict", "reference_evidence")),
    "comparison": (with_cells, CELL),
}
"""Functions that add the reference's verdicts to the rows of a table, and their columns."""


def explorer(page: Page) -> Block:
    """Return the controls, the rows, and the script and style that only this page has."""
    frames = {table.name: rows_of(page, table.name) for table in TABLES}
    points, left_out = with_room(frames.pop("points"))
    rows = {name: packed(frame) for name, frame in frames.items()} | {"points": points}
    has_reference = "reference_estimates" in page.tables
    about = {
        "tables": [asdict(table) for table in (TABLES if has_reference else _OWN_TABLES)],
        "filters": list(FILTERS),
        "metrics": dict(page.query(_SQL["titles"]).iter_rows()),
        "verdicts": VERDICTS,
    }
    return raw_html(
        fill(
            _EXPLORER,
            filters={name: _LABELS.get(name, name.capitalize()) for name in FILTERS},
            state=" ".join(STATE),
            tables=TABLES,
            about=script_json(about),
            packed=rows,
            left_out=left_out,
            style=Markup(_file("explorer.css")),
            script=Markup(_file("explorer.js")),
        )
    )


def rows_of(page: Page, table: str) -> pl.DataFrame:
    """Return the rows of a table, with the address of each one's place on a study's page, if any.

    The column ``reference`` has the reference's verdict.
    """
    frame = page.query(_SQL[table])
    if table == "points":
        return _with_reference_points(page, frame)
    frame = _beside_reference(page, table, frame)
    places = _places_of_claims if table == "claims" else _places_of_cells
    return frame.with_columns(pl.Series("address", places(frame), pl.String))


def _with_reference_points(page: Page, points: pl.DataFrame) -> pl.DataFrame:
    """Add means, intervals and numbers of runs of the reference, in six digits."""
    if "reference_estimates" not in page.tables:
        return points
    found = page.query(_SQL["reference_points"])
    digits = found.with_columns(cs.float().round_sig_figs(6))
    keys = ["study", "scenario", "metric", "subject"]
    return points.join(digits, on=keys, how="left", maintain_order="left")


def _beside_reference(page: Page, table: str, frame: pl.DataFrame) -> pl.DataFrame:
    """Add the reference's verdicts and evidence, unless the evidence is the same."""
    find, names = _BESIDE[table]
    parts = [
        find(page, str(study), part)
        for (study,), part in frame.partition_by("study", as_dict=True, maintain_order=True).items()
    ]
    found = pl.concat(parts, how="diagonal") if parts else frame
    missing = [pl.lit(None, pl.String).alias(name) for name in names if name not in found.columns]
    found = found.with_columns(missing).rename({"reference_verdict": "reference"})
    if "evidence" not in found.columns:
        return found
    same = pl.col("reference_evidence") == pl.col("evidence")
    return found.with_columns(reference_evidence=pl.when(~same).then("reference_evidence"))


def _places_of_claims(frame: pl.DataFrame) -> list[str | None]:
    return [_place(*row) for row in frame.select("study", "claim").iter_rows()]


def _place(study: str, claim: str) -> str | None:
    address = address_of(study)
    return f"{address}#{claim_id(claim)}" if address else None


def _places_of_cells(frame: pl.DataFrame) -> list[str | None]:
    places: list[str | None] = [None] * frame.height
    parts = frame.with_row_index("at").partition_by("study", "item", as_dict=True)
    for (study, item), part in parts.items():
        if address := address_of(str(study)):
            for at, id in zip(part["at"], cell_ids(part, item_id(str(item))), strict=True):
                places[at] = f"{address}#{id}"
    return places


def with_room(points: pl.DataFrame, room: int = ROOM) -> tuple[str, list[str]]:
    """Compress estimates; leave out the studies with the most rows until the others fit.

    Returns:
        The compressed rows, and the studies that were left out.
    """
    text, left_out = packed(points), []
    while len(text) > room:
        sizes = points["study"].value_counts().sort("count", "study", descending=True)
        left_out.append(str(sizes["study"][0]))
        points = points.filter(pl.col("study") != left_out[-1])
        text = packed(points)
    return text, left_out


def packed(frame: pl.DataFrame) -> str:
    """Return a table's columns as lines of JSON, compressed by gzip, in base64.

    Texts are encoded as indices into a list of the distinct values, since most of them are repeated
    a thousand times. Each line has the name and contents of a column, so that a slow phone can read
    one after the other.
    """
    columns = [(column.name, _column(column)) for column in frame.iter_columns()]
    lines = [
        json.dumps(column, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        for column in columns
    ]
    text = "\n".join(lines)
    # Without a time stamp, the same rows give the same page.
    compressed = gzip.compress(text.encode(), _COMPRESSION, mtime=0)
    return base64.b64encode(compressed).decode()


def _column(column: pl.Series) -> dict[str, list[Any]]:
    if column.dtype == pl.String:
        values = column.unique(maintain_order=True)
        codes = {value: code for code, value in enumerate(values)}
        return {"values": values.to_list(), "codes": [codes[value] for value in column]}
    # JSON has neither infinity nor NaN.
    finite = column.set(~column.is_finite(), None) if column.dtype.is_float() else column
    return {"values": finite.to_list()}


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


_EXPLORER = """\
<noscript><p class="note">This page needs JavaScript.
<code>./reproduce sql</code> queries the same data.</p></noscript>
{% if left_out %}
<p class="note">The estimates of {{ left_out | join(", ") }} are too many for a page:
<code>./reproduce sql "FROM points"</code> lists them.</p>
{% endif %}
<div id="explorer" class="explorer" data-state="{{ state }}" hidden>
<form role="search" aria-label="Filter the rows">
<div class="explorer-tables" role="group" aria-label="Kind of rows">
{% for table in tables %}
<button type="button" data-table="{{ table.name }}" aria-pressed="false">{{ table.title }}</button>
{% endfor %}
</div>
<div class="explorer-filters">
{% for name, label in filters.items() %}
<label>{{ label }}
<select name="{{ name }}"><option value="">all</option></select></label>
{% endfor %}
<label class="explorer-text">Text <input type="search" name="text" autocomplete="off"
 placeholder='words, "a phrase"'></label>
<button type="reset">Clear filters</button>
</div>
</form>
<p id="explorer-status" role="status">Unpacking the rows …</p>
<div class="table-block">
<div class="table-scroll cards" role="region" aria-labelledby="explorer-caption" tabindex="0">
<table class="data"><caption id="explorer-caption"><span></span></caption>
<thead><tr></tr></thead><tbody></tbody></table>
</div>
<div class="explorer-tools">
<button type="button" id="explorer-before">Previous rows</button>
<button type="button" id="explorer-after">Next rows</button>
<button type="button" id="explorer-whole" aria-pressed="false">Show whole texts</button>
<button type="button" id="explorer-csv">Download these rows as CSV</button>
</div>
</div>
</div>
<p id="explorer-failure" class="note" role="alert" hidden></p>
<script type="application/json" id="explorer-about">{{ about }}</script>
{% for name, text in packed.items() %}
<script type="text/plain" id="explorer-{{ name }}">{{ text }}</script>
{% endfor %}
<style>
{{ style }}</style>
<script>
{{ script }}</script>"""
