"""Receipts of numbers: the columns by which rows of charts and tables refer to them."""

import json

import polars as pl

RECEIPT = ("scenario", "metric", "subject")
"""Columns that identify a row's estimate; its number and its point open the receipt.

A row with ``scenario`` alone was calculated from the runs of that scenario, or of several that are
separated by blanks.
"""


def receipts_of(data: pl.DataFrame) -> list[str]:
    """Return each row's columns of :data:`RECEIPT` as JSON; an empty list without such columns."""
    if RECEIPT[0] not in data.columns:
        return []
    named = data.select(name for name in RECEIPT if name in data.columns)
    return [json.dumps(row) if row[0] else "" for row in named.iter_rows()]
