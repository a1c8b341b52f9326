"""Published values: the rows of the files in ``data/published``, each checked.

``STUDY.csv`` has a row for each published value, with these columns: ``item``, ``row`` and
``column`` as printed; ``published`` as printed, empty if it is withheld or unreadable; ``unit``,
the unit that the value really has; ``page``. The other columns define our value: ``metric``,
``scenario``, ``subject`` (of the metric: a flow, a link, a class), ``scale`` (a factor: published
value = scale x metric; not a scale of ``./reproduce``), ``rounding`` (``round`` or ``truncate``),
and ``replayed_scenario``, a scenario that repeats the study's own random numbers.

A metric that the study does not have, and a scenario of a set that its configuration can't have,
are errors: such a cell would never be compared. Other scenarios may be missing, since they may
belong to another scale, or to a grid before it was reduced.

``STUDY-misprints.csv`` lists cells that can't be right, and why. ``STUDY-fitted.csv`` lists those
that a parameter was fitted to, and which one. ``STUDY-means.csv`` lists those that are means over
several runs: ``runs``, how many; ``deviation``, of single runs, as printed, or empty.
``STUDY-together.csv`` lists cells whose values are correlated, and why; those with the same reason
belong together. ``STUDY-figures.csv`` lists the figures that the page shows, with ``item`` and
``page``.

``STUDY-items.csv`` lists everything that the text prints: parameters, tables, figures and sentences
with a result, each with its place in the report, or why it is left out. ``STUDY-open.csv`` lists
what the text leaves open. ``STUDY-curves.csv`` has the points of printed curves.
"""

import csv
import io
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.wording import counted, nearest
from ns2studies.config.study_metrics import metrics_of
from ns2studies.database.derived import VALUES as DERIVED_VALUES
from ns2studies.database.derived import derived_of
from nstrace.metrics.catalogue import VALUES
from nstrace.plain import open_plain

if TYPE_CHECKING:
    import polars as pl


FOLDER = paths.DATA / "published"

Row = dict[str, Any]

_COLUMNS = [
    "item", "row", "column", "published", "unit", "page",
    "metric", "scenario", "subject", "scale", "rounding", "replayed_scenario",
]  # fmt: skip
_REASONS = ["item", "row", "column", "because"]
_MEANS = ["item", "row", "column", "runs", "deviation"]
_FIGURES = ["item", "page"]
_ITEMS = ["item", "page", "kind", "printed", "place", "left_out"]
_OPEN = ["choice", "taken", "facts", "favours", "changes", "alternatives"]
_CURVES = ["figure", "series", "x", "y", "how"]

KINDS: Final = ("parameter", "table", "figure", "statement")
"""Kinds of items in a text."""

_BECAUSE: Final = {"misprints": "misprints", "fitted": "fitted", "dependent_cells": "together"}
"""Tables of cells with a reason, and the files that they come from."""

_TABLES: Final = {
    "published": [
        "item", "row", "column", "position", "published_text", "published", "decimals", "unit",
        "page", "metric", "scenario", "subject", "scale", "rounding", "replayed_scenario",
    ],
    **dict.fromkeys(_BECAUSE, _REASONS),
    "printed_means": _MEANS,
    "figures": _FIGURES,
    "printed_items": _ITEMS,
    "open_choices": _OPEN,
    "printed_curves": _CURVES,
}  # fmt: skip
"""Tables of a study's database, with their columns other than the study."""

_PRINTED: Final = re.compile(r"[-+]?[0-9]{1,15}(\.[0-9]{1,15})?")
"""Pattern of a published value; a binary number has no more digits."""

_MOST_SHOWN: Final = 40
"""Maximum number of characters of an invalid number in a message."""

_SCALE: Final = re.compile(r"[-+]?[0-9]{1,15}(\.[0-9]{1,15})?([eE][-+]?[0-9]{1,2})?")


@dataclass(frozen=True)
class Known:
    """The names that a study's cells may use.

    Attributes:
        metrics: metrics and derived values that have estimates.
        sets: the scenario sets that its configuration may have.
    """

    metrics: Collection[str]
    sets: Collection[str]

    def check(self, where: str, row: dict[str, str]) -> None:
        """Raise ``ConfigError`` for a cell that no result can ever be compared with.

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
            # Derived values have no scenario; few cells have a replayed one.
            if name and name not in self.sets:
                hint = nearest(name, list(self.sets))
                raise ConfigError(f"{where}: {column}: there is no scenario set {name!r}", hint)


def known_to_cells(study: str, configuration: Mapping[str, Any]) -> Known:
    """Return the names that published cells may use.

    Args:
        configuration: has a key for each scenario set, even for those that its file leaves out.
    """
    metrics = [metric.name for metric in metrics_of(study) if metric.table == VALUES]
    derived = [entry.name for entry in derived_of(study) if entry.table == DERIVED_VALUES]
    return Known({*metrics, *derived}, configuration.get("scenario_sets", {}))


def without_scenario(study: str, scenarios: Collection[str], folder: Path = FOLDER) -> str:
    """Describe the published cells whose scenarios no scale has; empty if there are none.

    Args:
        scenarios: those of all scales.
    """
    named = [row["scenario"] for row in printed_rows(study, folder)["published"]]
    absent = [name for name in named if name and name not in scenarios]
    if not absent:
        return ""
    near = get_close_matches(absent[0], scenarios, n=1)
    words = f"{counted(len(absent), 'printed value')} of scenarios that no scale has: {absent[0]}"
    return f"{folder / study}.csv: {words}. {nearest(absent[0], near)}".strip()


def check_printed(study: str, known: Known, folder: Path = FOLDER) -> None:
    """Raise ``ConfigError`` if the published values, or facts about them, are invalid.

    Raises:
        ConfigError: naming file and line.
    """
    printed_rows(study, folder, known)


def published_cells(
    study: str, folder: Path = FOLDER, known: Known | None = None
) -> "pl.DataFrame":
    """Read the published values of a study, in the order of the file; see :func:`printed_rows`."""
    return printed_tables(study, folder, known)["published"]


def printed_tables(
    study: str, folder: Path = FOLDER, known: Known | None = None
) -> "dict[str, pl.DataFrame]":
    """Read the files of a study, each as a table of its database; see :func:`printed_rows`."""
    # Imported here, since plans need only the rows.
    import polars as pl

    rows = printed_rows(study, folder, known)
    types = {"position": pl.Int32, "decimals": pl.Int32, "runs": pl.Int32} | dict.fromkeys(
        ("published", "scale", "deviation", "x", "y"), pl.Float64
    )
    return {
        table: pl.DataFrame(
            rows[table], schema={name: types.get(name, pl.String) for name in ("study", *columns)}
        )
        for table, columns in _TABLES.items()
    }


def printed_rows(
    study: str, folder: Path = FOLDER, known: Known | None = None
) -> dict[str, list[Row]]:
    """Read the files of a study as rows of the tables of its database.

    Args:
        known: the names that cells may use; None skips this check.

    Raises:
        ConfigError: naming file and line of a row that is not as described above, is repeated, or
            refers to a cell that is not printed.
    """
    cells = list(_cells(folder / f"{study}.csv", known))
    because = {
        table: [row for _, row in _about_cells(folder / f"{study}-{name}.csv", _REASONS, cells)]
        for table, name in _BECAUSE.items()
    }
    tables: dict[str, list[Row]] = {
        "published": cells,
        **because,
        "printed_means": list(_means(folder / f"{study}-means.csv", cells)),
        "figures": list(_figures(folder / f"{study}-figures.csv")),
        "printed_items": list(_items(folder / f"{study}-items.csv")),
        "open_choices": list(_open_choices(folder / f"{study}-open.csv")),
        "printed_curves": list(_curves(folder / f"{study}-curves.csv")),
    }
    return {table: [{"study": study, **row} for row in rows] for table, rows in tables.items()}


def _cells(path: Path, known: Known | None) -> Iterator[Row]:
    seen: set[tuple[str, str, str]] = set()
    for line, row in _rows(path, _COLUMNS):
        key = _key(row)
        if key in seen:
            raise ConfigError(f"{path}, line {line}: cell {' | '.join(key)} is listed twice")
        if known:
            known.check(f"{path}, line {line}", row)
        yield {"position": len(seen), **_cell(path, line, row)}
        seen.add(key)


def _means(path: Path, cells: Iterable[Row]) -> Iterator[Row]:
    for line, row in _about_cells(path, _MEANS, cells):
        runs, deviation = row["runs"], row["deviation"]
        if not re.fullmatch("[0-9]{1,9}", runs) or int(runs) < 2:
            raise ConfigError(f"{path}, line {line}: runs: expected 2 or more, found {runs!r}")
        number = _number(path, line, "deviation", deviation, _PRINTED) if deviation else None
        yield {**row, "runs": int(runs), "deviation": number}


def _figures(path: Path) -> Iterator[Row]:
    seen: set[str] = set()
    for line, row in _rows(path, _FIGURES) if os.path.lexists(path) else ():
        if not row["item"] or not row["page"] or row["item"] in seen:
            raise ConfigError(
                f"{path}, line {line}: expected a figure that is not listed yet, and its page"
            )
        seen.add(row["item"])
        yield row


def _items(path: Path) -> Iterator[Row]:
    seen: set[tuple[str, str]] = set()
    for line, row in _rows(path, _ITEMS) if os.path.lexists(path) else ():
        key = row["item"], row["page"]
        if not all(key) or key in seen:
            raise ConfigError(
                f"{path}, line {line}: expected an item that is not listed yet, and its page"
            )
        if row["kind"] not in KINDS:
            raise ConfigError(f"{path}, line {line}: kind: expected one of {', '.join(KINDS)}")
        if bool(row["place"]) == bool(row["left_out"]):
            raise ConfigError(
                f"{path}, line {line}: expected either the item's place on the page, or why it is "
                "left out"
            )
        seen.add(key)
        yield row


def _open_choices(path: Path) -> Iterator[Row]:
    seen: set[str] = set()
    for line, row in _rows(path, _OPEN) if os.path.lexists(path) else ():
        if not row["choice"] or row["choice"] in seen:
            raise ConfigError(f"{path}, line {line}: expected a choice that is not listed yet")
        seen.add(row["choice"])
        yield row


def _curves(path: Path) -> Iterator[Row]:
    for line, row in _rows(path, _CURVES) if os.path.lexists(path) else ():
        point = {axis: _number(path, line, axis, row[axis], _PRINTED) for axis in ("x", "y")}
        if not row["figure"] or not row["series"] or not row["how"]:
            raise ConfigError(
                f"{path}, line {line}: expected a figure, a series, and how the point was read"
            )
        yield {**row, **point}


def _about_cells(
    path: Path, columns: list[str], cells: Iterable[Row]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of an optional file about cells with a published value."""
    printed = {_key(cell) for cell in cells if cell["published"] is not None}
    for line, row in _rows(path, columns) if os.path.lexists(path) else ():
        if _key(row) not in printed:
            study = path.stem.rpartition("-")[0]
            raise ConfigError(f"{path}, line {line}: {study}.csv has no such cell with a value")
        yield line, row


def _key(row: Mapping[str, str]) -> tuple[str, str, str]:
    return row["item"], row["row"], row["column"]


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
    """Return a number in plain decimal digits; other forms that Python accepts are errors."""
    if not form.fullmatch(text):
        shown = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
        hint = "Write it in decimal digits, with 15 at most before and behind the point."
        raise ConfigError(f"{path}, line {line}: {column}: {shown!r} is not a number", hint)
    return float(text)
