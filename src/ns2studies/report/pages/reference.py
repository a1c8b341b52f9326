"""The reference, the results of the full reproduction, beside the results of a page.

It is in the repository (``data/reference/``), and each database has it in tables named
``reference_…`` with the columns of the corresponding tables. A study without a reference, or at
full scale, is shown without it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import polars as pl

from ns2studies.basics.wording import counted
from ns2studies.evaluation.verdicts import OPEN
from ns2studies.report.page import Page
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

MARK = "full scale"
"""Mark of a verdict or a number of the reference on a page."""

CELL = (
    *("reference_verdict", "reference_words", "reference_ours"),
    *("reference_low", "reference_high", "reference_n"),
)
"""Columns that :func:`with_cells` adds."""


def title_of(runs: int) -> str:
    """Return the heading of the reference's numbers."""
    return f"Full scale (reference, {counted(runs, 'run')})"


def with_cells(page: Page, study: str, cells: pl.DataFrame) -> pl.DataFrame:
    """Add the reference's verdict, value, interval and runs to rows of ``comparison``.

    Args:
        cells: with the columns ``item``, ``row`` and ``column``.
    """
    if study not in page.referred:
        return cells
    found = page.query(_SQL["reference_cells"], study=study)
    return cells.join(found, on=["item", "row", "column"], how="left", maintain_order="left")


def with_claims(page: Page, study: str, claims: pl.DataFrame) -> pl.DataFrame:
    """Add the reference's verdict and evidence to rows of ``claims``.

    Args:
        claims: with the column ``claim``.
    """
    if study not in page.referred:
        return claims
    found = page.query(_SQL["reference_claims"], study=study)
    return claims.join(found, on="claim", how="left", maintain_order="left")


def best_verdicts(judged: pl.DataFrame) -> pl.DataFrame:
    """Add ``best``, the verdict that is based on most runs.

    That is the reference's, unless it leaves open what these runs decide.

    Args:
        judged: with ``verdict``, from :func:`with_cells` or :func:`with_claims`.
    """
    if "reference_verdict" not in judged.columns:
        return judged.with_columns(best="verdict")
    here, there = pl.col("verdict"), pl.col("reference_verdict")
    decided_here = there.is_in(OPEN) & ~here.is_in(OPEN)
    is_ours = there.is_null() | decided_here
    return judged.with_columns(best=pl.when(is_ours).then(here).otherwise(there))


class Told(NamedTuple):
    """The verdict that is shown for a published value.

    Attributes:
        words: the verdict with its size or number of runs.
        beside: the verdict of the other runs if it differs: ``these runs: off by 3 %``.
        is_reference: whether the verdict is the reference's.
    """

    words: str
    beside: str
    is_reference: bool


def told(row: Mapping[str, Any]) -> Told:
    """Return the verdict to show for a row from :func:`with_cells` and :func:`best_verdicts`."""
    here, there = row["verdict_words"], row.get("reference_words") or ""
    is_reference = there != "" and row["best"] == row["reference_verdict"]
    words, other = (there, here) if is_reference else (here, there)
    is_same = not other or row["verdict"] == row["reference_verdict"]
    whose = "these runs" if is_reference else MARK
    return Told(words, "" if is_same else f"{whose}: {other}", is_reference)


def is_there_alone() -> pl.Expr:
    """Select rows from :func:`best_verdicts` whose best verdict is the reference's alone."""
    there = pl.col("reference_verdict")
    return ((pl.col("best") == there) & (there != pl.col("verdict"))).fill_null(value=False)
