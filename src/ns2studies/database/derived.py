"""Derived values and tables, which a study computes from many runs, such as a period in a sweep.

Each is an SQL file in ``reports/STUDY/derived/``, run in the order of the file names after the
estimates are computed. Its header (``table``, ``title``, ``unit``, ``definition``, ``source``) is
that of a metric. With ``table: estimates`` the query returns ``subject`` and ``value``, which
become estimates without a scenario, so that they can be compared with published values. Such a
value is exact unless the query also returns ``n``, the number of replications behind it. Then it
may also return ``deviation`` (of single replications, if the value is their mean), or the ends of
its own intervals (``ci_low``, ``ci_high``, ``prediction_low``, ``prediction_high``). Any other
table is created from the query's rows; with ``spreadsheet: yes`` it is also a CSV file beside the
study's page, and with ``reference: yes`` the reference has it as well. ``expects`` in the header
names what the prediction interval is about, if not a single run, and ``runs: none`` means that the
values follow from the configuration alone.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError, ResultError
from ns2studies.basics.sql import error_in, identifier, without_head
from ns2studies.config.study_files import study_directory
from ns2studies.database import SQL
from ns2studies.database.metadata import opened, require_whole
from nstrace.errors import NstraceError
from nstrace.files import write_text_whole
from nstrace.metrics.catalogue import RANGES, check_range, read_header
from nstrace.plain import read_text

if TYPE_CHECKING:
    import duckdb
    import polars as pl


VALUES = "estimates"
"""Name of the table for derived values."""

STAND_INS: Final = "stand_ins"
"""Name of the table of alternative assumptions (:mod:`ns2studies.evaluation.sensitivity`)."""

_KEYS = ("table", "title", "unit", "definition", "source")
_SPREADSHEET = "spreadsheet"
_REFERENCE = "reference"
_RANGE = "range"
_EXPECTS = "expects"
_RUNS = "runs"
_NONE = "none"
_OPTIONAL = frozenset(("n", "deviation", "ci_low", "ci_high", "prediction_low", "prediction_high"))
"""Columns that a query for values may leave out."""


@dataclass(frozen=True)
class Derived:
    """A derived value or table of a study.

    Attributes:
        name: the name of the file, without its number.
        path: the file.
        in_reference: whether the study's reference has the table, so that charts can show its rows.
    """

    study: str
    name: str
    table: str
    title: str
    unit: str
    definition: str
    source: str
    sql: str
    path: Path
    spreadsheet: bool = False
    in_reference: bool = False
    range: str = "any"
    expects: str | None = None
    by_configuration: bool = False


def derived_folder(study: str) -> Path:
    """Return the folder of a study's derived tables."""
    return study_directory(study) / "derived"


def derived_of(study: str) -> list[Derived]:
    """Return a study's derived values and tables, in the order of the files.

    Raises:
        ConfigError: if a header is invalid.
    """
    return [_read(study, path) for path in sorted(derived_folder(study).glob("*.sql"))]


def derived_behind(entries: Sequence[Derived], queries: Iterable[str]) -> list[Derived]:
    """Return the derived values and tables that queries name, directly or through others.

    Args:
        entries: in the order of their files, in which each may refer to earlier ones.
        queries: SQL. A value is named by its metric, a table by its name.
    """
    said = set().union(*map(words_in, queries))
    found = []
    for entry in reversed(entries):
        name = entry.name if entry.table == VALUES else entry.table
        if name in said:
            found.append(entry)
            said |= words_in(entry.sql)
    return found[::-1]


def words_in(sql: str) -> set[str]:
    """Return all words of a query, among them the names of tables and columns."""
    return set(re.findall(r"\w+", sql))


def spreadsheet_of(study: str) -> str | None:
    """Return the table that a study exports as CSV with ``spreadsheet: yes``; None if it has none.

    Raises:
        ConfigError: if several tables have this key.
    """
    found = [entry for entry in derived_of(study) if entry.spreadsheet]
    if len(found) > 1:
        names = ", ".join(entry.name for entry in found)
        raise ConfigError(f"{study}: {names}: only one derived table can have spreadsheet: yes")
    return found[0].table if found else None


def _read(study: str, path: Path) -> Derived:
    try:
        header = read_header(path, _KEYS, (_SPREADSHEET, _REFERENCE, _RANGE, _EXPECTS, _RUNS))
        check_range(path, header.get(_RANGE), header["table"] == VALUES)
    except NstraceError as error:
        raise ConfigError(error.message, error.hint) from error
    name = path.stem.partition("-")[2].replace("-", "_")
    if not name:
        raise ConfigError(f"{path}: expected a number, a hyphen and a name")
    if not re.fullmatch(r"[a-z]\w*", header["table"]):
        raise ConfigError(f"{path}: table: expected a name, found {header['table']!r}")
    beside = _is(path, header, _SPREADSHEET, "yes", "no")
    in_reference = _is(path, header, _REFERENCE, "yes", "no")
    by_configuration = _is(path, header, _RUNS, _NONE)
    sql = read_text(path)
    return Derived(
        study,
        name,
        sql=sql,
        path=path,
        spreadsheet=beside,
        in_reference=in_reference,
        by_configuration=by_configuration,
        **header,
    )


def _is(path: Path, header: dict[str, str], key: str, word: str, *others: str) -> bool:
    """Return whether an optional key of the header has a given word; remove it from the header.

    Raises:
        ConfigError: if its word is neither this one nor one of the others that it may have.
    """
    value = header.pop(key, None)
    if value not in (None, word, *others):
        expected = " or ".join((word, *others))
        raise ConfigError(f"{path}: {key}: expected {expected}, found {value!r}")
    return value == word


def derive(connection: "duckdb.DuckDBPyConnection", entry: Derived) -> None:
    """Add a derived value or table to the database, with the definition of a value.

    Raises:
        ResultError: if its query fails, or has other columns than values need.
    """
    # Plans only need the paths of these files, not DuckDB.
    import duckdb

    is_value = entry.table == VALUES
    target = (
        "OR REPLACE TEMP TABLE derived_values" if is_value else f"TABLE {identifier(entry.table)}"
    )
    query = without_head(entry.sql)
    # The query is on lines of its own, so that places in DuckDB's messages are those of the file.
    text = f"CREATE {target} AS (\n{query.rstrip()}"
    what = f"derived {'value' if is_value else 'table'} {entry.study}/{entry.name}"
    try:
        connection.execute(f"{text}\n)")
    except duckdb.Error as error:
        above = entry.sql.count("\n") - query.count("\n") - 1
        raise ResultError(f"{what}: {error_in(entry.path, text, error, above)}") from error
    if not is_value:
        return
    try:
        _add_values(connection, entry)
    except duckdb.Error as error:
        raise ResultError(f"{what}: {error}") from error


def _add_values(connection: "duckdb.DuckDBPyConnection", entry: Derived) -> None:
    """Add the derived values to the estimates, with intervals within the limits of their range."""
    found = connection.table("derived_values").columns
    for column in _OPTIONAL.difference(found):
        connection.execute(f"ALTER TABLE derived_values ADD COLUMN {column} DOUBLE")
    least, most = RANGES[entry.range]
    named = {"study": entry.study, "metric": entry.name, "unit": entry.unit}
    connection.execute(SQL["derived_values"], {**named, "least": least, "most": most})
    fields = (
        "title", "unit", "range", "definition", "source", "sql", "expects", "by_configuration",
    )  # fmt: skip
    said = {name: getattr(entry, name) for name in fields}
    connection.execute(
        SQL["add_definition"], {"metric": entry.name, "result_table": entry.table, **said}
    )


# spreadsheets: a page offers the same rows as a download, so that it needs no other file


def spreadsheet(connection: "duckdb.DuckDBPyConnection", study: str) -> "pl.DataFrame":
    """Return the rows of a study's spreadsheet.

    Raises:
        ResultError: if the study has none.
    """
    # Imported here, since plans read no rows.
    import polars as pl

    table = spreadsheet_of(study)
    if table is None:
        raise ResultError(f"study {study} has no spreadsheet")
    return pl.DataFrame(connection.table(table).to_arrow_table())


def write_spreadsheet(database: Path, target: Path) -> None:
    """Write ``STUDY.csv``; the file name determines the study.

    Raises:
        ResultError: if the study has no spreadsheet, or the database is damaged.
    """
    write_text_whole(target, spreadsheet_text(database, target.stem))


def spreadsheet_is_whole(results: Path, study: str) -> bool:
    """Return whether the CSV file beside a study's page agrees with the study's database.

    Raises:
        ResultError: if the study has no spreadsheet, or the database is damaged.
    """
    file = paths.spreadsheet(results, study)
    text = spreadsheet_text(paths.study_database(results, study), study)
    return file.is_file() and file.read_bytes() == text.encode()


def spreadsheet_text(database: Path, study: str) -> str:
    """Return a study's spreadsheet as CSV with a header; a missing value is an empty field.

    Raises:
        ResultError: if the study has no spreadsheet, or the database is damaged.
    """
    require_whole(database)
    with opened(database) as connection:
        return spreadsheet(connection, study).write_csv()
