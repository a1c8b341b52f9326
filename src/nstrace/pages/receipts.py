"""What opens the receipt of a number: columns of a chart's or a table's rows."""

import json

import polars as pl

RECEIPT = ("scenario", "metric", "subject")
"""Columns that say which estimate a row is: its number, and its point, open its receipt.

A row of which ``scenario`` alone is known was calculated from the runs of that, or of several with
blanks between.
"""


def receipts_of(data: pl.DataFrame) -> list[str]:
    """What each row names of :data:`RECEIPT`, as JSON; empty without columns of it."""
    if RECEIPT[0] not in data.columns:
        return []
    named = data.select(name for name in RECEIPT if name in data.columns)
    return [json.dumps(row) if row[0] else "" for row in named.iter_rows()]
