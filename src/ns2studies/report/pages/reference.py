"""The reference, what the full reproduction gave, beside what a page shows.

The repository keeps it (``data/reference/``), and each database has it in tables named
``reference_…`` with the columns of those that they come from. A study without a reference, or at
full scale, is shown as it is.
"""

from collections.abc import Callable

import polars as pl
from markupsafe import Markup

from ns2studies.basics.wording import counted
from ns2studies.evaluation.verdicts import OPEN
from ns2studies.report.blocks import VERDICTS, badge
from ns2studies.report.page import Page
from nstrace.pages.tables import Column
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

MARK = "full scale"
"""What marks a verdict or a number of the reference on a page."""

TITLE = "Full scale (reference)"
"""What heads the reference's verdicts."""

CELL = ("reference_verdict", "reference_ours", "reference_low", "reference_high", "reference_n")
"""Columns that :func:`with_cells` adds."""


def title_of(runs: int) -> str:
    """Return the heading of the reference's numbers."""
    return f"Full scale (reference, {counted(runs, 'run')})"


def reference_column(note: str, noted: Callable[[str], Markup] | None = None) -> Column:
    """Return a table's column with the reference's verdicts.

    Args:
        note: the column that has what stands below each.
        noted: makes the HTML of that.
    """
    return Column("reference_verdict", TITLE, kind="badge", drawn=_badge, note=note, noted=noted)


def _badge(verdict: str) -> Markup:
    return badge(verdict) if verdict in VERDICTS else Markup("")


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


def noted(frame: pl.DataFrame) -> pl.DataFrame:
    """Add ``reference_note`` to rows from :func:`with_claims`: evidence that is not the same."""
    same = pl.col("reference_evidence") == pl.col("evidence")
    return frame.with_columns(
        pl.col("reference_verdict").fill_null(""),
        reference_note=pl.when(same).then(pl.lit("")).otherwise("reference_evidence").fill_null(""),
    ).drop("reference_evidence")


def best_verdicts(judged: pl.DataFrame) -> pl.DataFrame:
    """Add ``best``, the verdict that is backed by most runs.

    That is the reference's, unless it leaves open what is decided here.

    Args:
        judged: with ``verdict``, from :func:`with_cells` or :func:`with_claims`.
    """
    if "reference_verdict" not in judged.columns:
        return judged.with_columns(best="verdict")
    here, there = pl.col("verdict"), pl.col("reference_verdict")
    decided_here = there.is_in(OPEN) & ~here.is_in(OPEN)
    is_ours = there.is_null() | decided_here
    return judged.with_columns(best=pl.when(is_ours).then(here).otherwise(there))


def is_there_alone() -> pl.Expr:
    """Select rows from :func:`best_verdicts` whose best verdict is the reference's alone."""
    there = pl.col("reference_verdict")
    return ((pl.col("best") == there) & (there != pl.col("verdict"))).fill_null(value=False)
