"""What verdicts mean, and how often each was given."""

from collections.abc import Mapping

import polars as pl

from ns2studies.report.badges import badge
from ns2studies.report.markup import Block
from ns2studies.report.tables import table
from nstrace.pages.tables import Column


def meanings_table(
    meanings: Mapping[str, str], counts: Mapping[str, Mapping[str, int]], id: str, caption: str
) -> Block:
    """Every verdict with its meaning, and how often it was given.

    Args:
        meanings: by verdict, in the order of rows.
        counts: how often each was given, by the heading of a column.
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
