"""Published values as tables: printed cells, and what is known of them.

What the files hold is described in :mod:`ns2studies.results.printed_rows`.
"""

from collections.abc import Iterable
from pathlib import Path

import polars as pl

from ns2studies.results.printed_rows import (
    FIGURE_COLUMNS,
    FOLDER,
    REASON_COLUMNS,
    Known,
    Row,
    cell_rows,
    figure_rows,
    mean_rows,
    rows_with_reasons,
)

_SCHEMA = {
    "study": pl.String, "item": pl.String, "row": pl.String, "column": pl.String,
    "position": pl.Int32, "published_text": pl.String, "published": pl.Float64,
    "decimals": pl.Int32, "unit": pl.String, "page": pl.String, "metric": pl.String,
    "scenario": pl.String, "subject": pl.String, "scale": pl.Float64, "rounding": pl.String,
    "replayed_scenario": pl.String,
}  # fmt: skip

_MEANS_SCHEMA = {
    "study": pl.String, "item": pl.String, "row": pl.String, "column": pl.String,
    "runs": pl.Int32, "deviation": pl.Float64,
}  # fmt: skip


def published_cells(study: str, folder: Path = FOLDER, known: Known | None = None) -> pl.DataFrame:
    """Every printed cell of a study, in the order of the file.

    Args:
        known: what cells may name; None if that is not to be checked.

    Raises:
        ConfigError: naming file and line of a row that is not as described above, or of a
            cell that stands there twice.
    """
    return pl.DataFrame(cell_rows(study, folder, known), schema=_SCHEMA)


def misprints(study: str, cells: pl.DataFrame, folder: Path = FOLDER) -> pl.DataFrame:
    """Cells of a study that can't be right, with the reason.

    Raises:
        ConfigError: naming file and line of a row that means no printed cell.
    """
    return _with_reasons(study, cells, "misprints", folder)


def fitted(study: str, cells: pl.DataFrame, folder: Path = FOLDER) -> pl.DataFrame:
    """Cells of a study that a parameter was fitted to, with which one it was.

    Raises:
        ConfigError: naming file and line of a row that means no printed cell.
    """
    return _with_reasons(study, cells, "fitted", folder)


def dependent_cells(study: str, cells: pl.DataFrame, folder: Path = FOLDER) -> pl.DataFrame:
    """Cells of a study that are not independent of others, with the reason that they share.

    Raises:
        ConfigError: naming file and line of a row that means no printed cell.
    """
    return _with_reasons(study, cells, "together", folder)


def printed_means(study: str, cells: pl.DataFrame, folder: Path = FOLDER) -> pl.DataFrame:
    """Cells of a study that are means over several runs.

    Raises:
        ConfigError: naming file and line of a row that means no printed cell, or whose numbers are
            none.
    """
    return pl.DataFrame(mean_rows(study, _rows(cells), folder), schema=_MEANS_SCHEMA)


def figures(study: str, folder: Path = FOLDER) -> pl.DataFrame:
    """The figures of a study's text that its page shows, and where they stand.

    Raises:
        ConfigError: naming file and line of a row that is none, or of a figure that stands there
            twice.
    """
    columns = dict.fromkeys(["study", *FIGURE_COLUMNS], pl.String)
    return pl.DataFrame(figure_rows(study, folder), schema=columns)


def _with_reasons(study: str, cells: pl.DataFrame, name: str, folder: Path) -> pl.DataFrame:
    """The cells that a file lists, each with why it stands there."""
    rows = rows_with_reasons(study, name, _rows(cells), folder)
    return pl.DataFrame(rows, schema=dict.fromkeys(["study", *REASON_COLUMNS], pl.String))


def _rows(cells: pl.DataFrame) -> Iterable[Row]:
    return cells.iter_rows(named=True)
