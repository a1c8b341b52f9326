"""Published values: ``data/published/STUDY.csv``, one row for each printed cell.

Columns: ``item``, ``row`` and ``column`` as printed; ``published`` as printed, empty if it is
withheld or unreadable; ``unit`` the value really has; ``page``; then where ours comes from:
``metric``, ``scenario``, ``subject`` (what the metric is a value of: a flow, a link, a class),
``scale`` (a factor: printed value = scale x metric, no scale of ``./reproduce``), ``rounding``
(``round`` or ``truncate``), and ``replayed_scenario``, a scenario that repeats the study's own
random numbers.

A metric that the study has not, or a scenario of a set that its configuration can't have, is
refused: such a cell would never be compared. Other scenarios may be those of another scale, or of a
grid before it was cut down.

``STUDY-misprints.csv`` lists cells that can't be right, and why. ``STUDY-fitted.csv`` lists those
that a parameter was fitted to, and which one. ``STUDY-means.csv`` lists those that are means over
several runs: ``runs``, how many; ``deviation``, of single runs, as printed, or empty.
``STUDY-together.csv`` lists cells that are not independent of each other, and why; those with the
same reason belong together. ``STUDY-figures.csv`` lists the figures that the page shows, with
``item`` and ``page``.
"""

import csv
import io
import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import polars as pl

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.nearest import nearest
from nstrace.plain import open_plain

FOLDER = paths.DATA / "published"

_COLUMNS = [
    "item", "row", "column", "published", "unit", "page",
    "metric", "scenario", "subject", "scale", "rounding", "replayed_scenario",
]  # fmt: skip
_REASON_COLUMNS = ["item", "row", "column", "because"]
_MEAN_COLUMNS = ["item", "row", "column", "runs", "deviation"]

_FIGURE_COLUMNS = ["item", "page"]

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


_PRINTED: Final = re.compile(r"[-+]?[0-9]{1,15}(\.[0-9]{1,15})?")
"""A printed value; a number in binary has no more digits."""

_MOST_SHOWN: Final = 40
"""Characters of a wrong number in a message."""

_SCALE: Final = re.compile(r"[-+]?[0-9]{1,15}(\.[0-9]{1,15})?([eE][-+]?[0-9]{1,2})?")


@dataclass(frozen=True)
class Known:
    """What a study's cells may name.

    Attributes:
        metrics: metrics and derived values that there are estimates of.
        sets: the scenario sets that its configuration may have.
    """

    metrics: Collection[str]
    sets: Collection[str]

    def check(self, where: str, row: dict[str, str]) -> None:
        """Refuse a cell that nothing can ever stand beside.

        Args:
            where: file and line.

        Raises:
            ConfigError: with the nearest known name.
        """
        metric = row["metric"]
        if metric not in self.metrics:
            hint = nearest(metric, list(self.metrics))
            raise ConfigError(f"{where}: metric: the study has no {metric!r}", hint)
        for column in ("scenario", "replayed_scenario"):
            name = row[column].partition("/")[0]
            # Derived values have no scenario, most cells none that is replayed.
            if name and name not in self.sets:
                hint = nearest(name, list(self.sets))
                raise ConfigError(f"{where}: {column}: there is no scenario set {name!r}", hint)


def published_cells(study: str, folder: Path = FOLDER, known: Known | None = None) -> pl.DataFrame:
    """Every printed cell of a study, in the order of the file.

    Args:
        known: what cells may name; None if that is not to be checked.

    Raises:
        ConfigError: naming file and line of a row that is not as described above, or of a
            cell that stands there twice.
    """
    path = folder / f"{study}.csv"
    cells: list[dict[str, Any]] = []
    seen: set[tuple[str, str, str]] = set()
    for line, row in _rows(path, _COLUMNS):
        key = (row["item"], row["row"], row["column"])
        if key in seen:
            raise ConfigError(f"{path}, line {line}: cell {' | '.join(key)} stands here twice")
        seen.add(key)
        if known:
            known.check(f"{path}, line {line}", row)
        cells.append({"study": study, "position": len(cells), **_cell(path, line, row)})
    return pl.DataFrame(cells, schema=_SCHEMA)


def misprints(study: str, cells: pl.DataFrame, folder: Path = FOLDER) -> pl.DataFrame:
    """Cells of a study that can't be right, with the reason.

    Raises:
        ConfigError: naming file and line of a row that means no printed cell.
    """
    return _with_reasons(study, cells, folder / f"{study}-misprints.csv")


def fitted(study: str, cells: pl.DataFrame, folder: Path = FOLDER) -> pl.DataFrame:
    """Cells of a study that a parameter was fitted to, with which one it was.

    Raises:
        ConfigError: naming file and line of a row that means no printed cell.
    """
    return _with_reasons(study, cells, folder / f"{study}-fitted.csv")


def dependent_cells(study: str, cells: pl.DataFrame, folder: Path = FOLDER) -> pl.DataFrame:
    """Cells of a study that are not independent of others, with the reason that they share.

    Raises:
        ConfigError: naming file and line of a row that means no printed cell.
    """
    return _with_reasons(study, cells, folder / f"{study}-together.csv")


def printed_means(study: str, cells: pl.DataFrame, folder: Path = FOLDER) -> pl.DataFrame:
    """Cells of a study that are means over several runs.

    Raises:
        ConfigError: naming file and line of a row that means no printed cell, or whose numbers are
            none.
    """
    path = folder / f"{study}-means.csv"
    found = []
    for line, row in _about_cells(path, _MEAN_COLUMNS, cells):
        runs, deviation = row["runs"], row["deviation"]
        if not re.fullmatch("[0-9]{1,9}", runs) or int(runs) < 2:
            raise ConfigError(f"{path}, line {line}: runs: expected 2 or more, found {runs!r}")
        number = _number(path, line, "deviation", deviation, _PRINTED) if deviation else None
        found.append({"study": study, **row, "runs": int(runs), "deviation": number})
    return pl.DataFrame(found, schema=_MEANS_SCHEMA)


def figures(study: str, folder: Path = FOLDER) -> pl.DataFrame:
    """The figures of a study's text that its page shows, and where they stand.

    Raises:
        ConfigError: naming file and line of a row that is none, or of a figure that stands there
            twice.
    """
    path = folder / f"{study}-figures.csv"
    found: dict[str, dict[str, str]] = {}
    for line, row in _rows(path, _FIGURE_COLUMNS) if os.path.lexists(path) else ():
        if not row["item"] or not row["page"] or row["item"] in found:
            raise ConfigError(f"{path}, line {line}: expected another figure, and its page")
        found[row["item"]] = {"study": study, **row}
    columns = dict.fromkeys(["study", *_FIGURE_COLUMNS], pl.String)
    return pl.DataFrame(list(found.values()), schema=columns)


def _with_reasons(study: str, cells: pl.DataFrame, path: Path) -> pl.DataFrame:
    """The cells that a file lists, each with why it stands there."""
    found = [{"study": study, **row} for _, row in _about_cells(path, _REASON_COLUMNS, cells)]
    return pl.DataFrame(found, schema=dict.fromkeys(["study", *_REASON_COLUMNS], pl.String))


def _about_cells(
    path: Path, columns: list[str], cells: pl.DataFrame
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a file, which need not be there, about cells with a printed value."""
    printed = set(cells.filter(pl.col("published").is_not_null()).select(
        "item", "row", "column").iter_rows())  # fmt: skip
    for line, row in _rows(path, columns) if os.path.lexists(path) else ():
        if (row["item"], row["row"], row["column"]) not in printed:
            study = path.stem.rpartition("-")[0]
            raise ConfigError(f"{path}, line {line}: {study}.csv prints no such cell")
        yield line, row


def _rows(path: Path, columns: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    try:
        yield from _read_rows(path, columns)
    except OSError as error:
        hint = f"If git has it, this brings it back: git checkout -- {path}"
        raise ConfigError(f"{path}: {error.strerror}", hint) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"{path} can't be read: {error}") from error


def _read_rows(path: Path, columns: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    with io.TextIOWrapper(open_plain(path), encoding="utf-8", newline="") as stream:
        reader = csv.reader(stream, strict=True)
        header = next(reader, [])
        if header != columns:
            raise ConfigError(f"{path}, line 1: expected the columns {','.join(columns)}")
        for fields in reader:
            if len(fields) != len(columns):
                raise ConfigError(
                    f"{path}, line {reader.line_num}: expected {len(columns)} fields, "
                    f"found {len(fields)}"
                )
            yield reader.line_num, dict(zip(columns, fields, strict=True))


def _cell(path: Path, line: int, row: dict[str, str]) -> dict[str, Any]:
    text = row.pop("published").strip()
    if row["rounding"] not in ("round", "truncate"):
        raise ConfigError(f"{path}, line {line}: rounding: expected round or truncate")
    return {
        **row,
        "published_text": text or None,
        "published": _number(path, line, "published", text, _PRINTED) if text else None,
        "decimals": len(text.partition(".")[2]),
        "scale": _number(path, line, "scale", row["scale"], _SCALE),
        "replayed_scenario": row["replayed_scenario"] or None,
    }


def _number(path: Path, line: int, column: str, text: str, form: re.Pattern[str]) -> float:
    """A number in plain digits: what else Python reads is a slip, or can't be compared."""
    if not form.fullmatch(text):
        shown = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
        hint = "Write it in decimal digits, with 15 at most before and behind the point."
        raise ConfigError(f"{path}, line {line}: {column}: {shown!r} is not a number", hint)
    return float(text)
