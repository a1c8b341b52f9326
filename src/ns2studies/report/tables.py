"""Tables as blocks of a page."""

from collections.abc import Sequence

import polars as pl

from ns2studies.report.markup import Block, raw_html
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
    """:func:`table_html` as a block of the page; rows that name their scenarios have receipts."""
    html = table_html(
        frame, columns, id=id, caption=caption, note=note, row_ids=row_ids, download=download,
        receipts=receipts_of(frame),
    )  # fmt: skip
    return raw_html(html)
