"""Tables as blocks of a page, and formats of values in tables and texts."""

from collections.abc import Mapping, Sequence

import polars as pl

from ns2studies.report.blocks import Block, badge, raw_html
from nstrace.pages.markup import number
from nstrace.pages.receipts import receipts_of
from nstrace.pages.tables import Column, table_html


def table(
    frame: pl.DataFrame,
    columns: Sequence[Column],
    *,
    id: str,
    caption: str,
    note: str = "",
    row_ids: Sequence[str] = (),
    download: pl.DataFrame | None = None,
) -> Block:
    """Return :func:`table_html` as a block; rows that name their scenarios have receipts."""
    html = table_html(
        frame, columns, id=id, caption=caption, note=note, row_ids=row_ids, download=download,
        receipts=receipts_of(frame),
    )  # fmt: skip
    return raw_html(html)


def meanings_table(
    meanings: Mapping[str, str], counts: Mapping[str, Mapping[str, int]], id: str, caption: str
) -> Block:
    """Return a table of verdicts with their meanings and their numbers of occurrences.

    Args:
        meanings: by verdict, in the order of rows.
        counts: by the heading of a column, then by verdict.
    """
    rows = [
        {"verdict": verdict, "meaning": meaning}
        | {heading: given.get(verdict, 0) for heading, given in counts.items()}
        for verdict, meaning in meanings.items()
    ]
    columns = [
        Column("verdict", "Verdict", kind="badge", drawn=badge),
        *(Column(heading, heading, "", "number") for heading in counts),
        Column("meaning", "Meaning", kind="words"),
    ]
    return table(pl.DataFrame(rows), columns, id=id, caption=caption)


def unit_sign(unit: str) -> str:
    """Return the display form of a unit of the database; empty for plain numbers."""
    return {"s2": "s²", "1": ""}.get(unit, unit)


def certainty(
    low: float | None,
    high: float | None,
    runs: int,
    digits: int,
    of: tuple[str, str] = ("one run", "runs"),
) -> str:
    """Return interval and sample size of a number, as in ``95% interval 2.4 to 3.6, 5 runs``.

    Args:
        low: of the interval; without one the sample size alone is returned.
        of: singular and plural of the counted noun.
    """
    one, several = of
    words = one if runs == 1 else f"{runs:,} {several}"
    if low is None or high is None:
        return words
    return f"95% interval {number(low, digits)} to {number(high, digits)}, {words}"
