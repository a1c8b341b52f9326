"""The rows of the files in ``data/published``, each checked: plain values, for plans and databases.

Columns of ``STUDY.csv``, which has a row for each printed cell: ``item``, ``row`` and ``column`` as
printed; ``published`` as printed, empty if it is withheld or unreadable; ``unit`` the value really
has; ``page``; then where ours comes from: ``metric``, ``scenario``, ``subject`` (what the metric is
a value of: a flow, a link, a class), ``scale`` (a factor: printed value = scale x metric, no scale
of ``./reproduce``), ``rounding`` (``round`` or ``truncate``), and ``replayed_scenario``, a scenario
that repeats the study's own random numbers.

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
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.wording import nearest
from ns2studies.config.study_metrics import metrics_of
from ns2studies.results.derived import VALUES as DERIVED_VALUES
from ns2studies.results.derived import derived_of
from nstrace.metrics.catalogue import VALUES
from nstrace.plain import open_plain

FOLDER = paths.DATA / "published"

Row = dict[str, Any]

_COLUMNS = [
    "item", "row", "column", "published", "unit", "page",
    "metric", "scenario", "subject", "scale", "rounding", "replayed_scenario",
]  # fmt: skip
REASON_COLUMNS = ["item", "row", "column", "because"]
_MEAN_COLUMNS = ["item", "row", "column", "runs", "deviation"]

FIGURE_COLUMNS = ["item", "page"]
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


def known_to_cells(study: str, configuration: Mapping[str, Any]) -> Known:
    """What printed cells may name.

    Args:
        configuration: has a key for each scenario set, also for one that its file leaves out.
    """
    metrics = [metric.name for metric in metrics_of(study) if metric.table == VALUES]
    derived = [entry.name for entry in derived_of(study) if entry.table == DERIVED_VALUES]
    return Known({*metrics, *derived}, configuration.get("scenario_sets", {}))


def check_printed(study: str, known: Known, folder: Path = FOLDER) -> None:
    """Refuse printed values, and what is known of them, that are not as they must be.

    Raises:
        ConfigError: naming file and line.
    """
    cells = cell_rows(study, folder, known)
    for name in ("misprints", "fitted", "together"):
        rows_with_reasons(study, name, cells, folder)
    mean_rows(study, cells, folder)
    figure_rows(study, folder)


def cell_rows(study: str, folder: Path, known: Known | None) -> list[Row]:
    """See :func:`ns2studies.results.published.published_cells`.

    Raises:
        ConfigError: naming file and line, if a file is not what it must be.
    """
    path = folder / f"{study}.csv"
    cells: list[Row] = []
    seen: set[tuple[str, str, str]] = set()
    for line, row in _rows(path, _COLUMNS):
        key = _key(row)
        if key in seen:
            raise ConfigError(f"{path}, line {line}: cell {' | '.join(key)} stands here twice")
        seen.add(key)
        if known:
            known.check(f"{path}, line {line}", row)
        cells.append({"study": study, "position": len(cells), **_cell(path, line, row)})
    return cells


def rows_with_reasons(study: str, name: str, cells: Iterable[Row], folder: Path) -> list[Row]:
    """The cells that ``STUDY-NAME.csv`` lists, each with why it stands there.

    Raises:
        ConfigError: if it lists a cell that is not printed, or is not what it must be.
    """
    path = folder / f"{study}-{name}.csv"
    return [{"study": study, **row} for _, row in _about_cells(path, REASON_COLUMNS, cells)]


def mean_rows(study: str, cells: Iterable[Row], folder: Path) -> list[Row]:
    """See :func:`ns2studies.results.published.printed_means`.

    Raises:
        ConfigError: naming file and line, if a file is not what it must be.
    """
    path = folder / f"{study}-means.csv"
    found: list[Row] = []
    for line, row in _about_cells(path, _MEAN_COLUMNS, cells):
        runs, deviation = row["runs"], row["deviation"]
        if not re.fullmatch("[0-9]{1,9}", runs) or int(runs) < 2:
            raise ConfigError(f"{path}, line {line}: runs: expected 2 or more, found {runs!r}")
        number = _number(path, line, "deviation", deviation, _PRINTED) if deviation else None
        found.append({"study": study, **row, "runs": int(runs), "deviation": number})
    return found


def figure_rows(study: str, folder: Path) -> list[Row]:
    """See :func:`ns2studies.results.published.figures`.

    Raises:
        ConfigError: naming file and line, if a file is not what it must be.
    """
    path = folder / f"{study}-figures.csv"
    found: dict[str, Row] = {}
    for line, row in _rows(path, FIGURE_COLUMNS) if os.path.lexists(path) else ():
        if not row["item"] or not row["page"] or row["item"] in found:
            raise ConfigError(f"{path}, line {line}: expected another figure, and its page")
        found[row["item"]] = {"study": study, **row}
    return list(found.values())


def _about_cells(
    path: Path, columns: list[str], cells: Iterable[Row]
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a file, which need not be there, about cells with a printed value."""
    printed = {_key(cell) for cell in cells if cell["published"] is not None}
    for line, row in _rows(path, columns) if os.path.lexists(path) else ():
        if _key(row) not in printed:
            study = path.stem.rpartition("-")[0]
            raise ConfigError(f"{path}, line {line}: {study}.csv prints no such cell")
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
    """A number in plain digits: what else Python reads is a slip, or can't be compared."""
    if not form.fullmatch(text):
        shown = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
        hint = "Write it in decimal digits, with 15 at most before and behind the point."
        raise ConfigError(f"{path}, line {line}: {column}: {shown!r} is not a number", hint)
    return float(text)
