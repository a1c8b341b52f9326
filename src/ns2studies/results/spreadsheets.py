"""Tables of the database that lie beside a study's page as a CSV file, for a spreadsheet.

The page offers the same rows as a download of its own, so that it says as much alone.
"""

from pathlib import Path

import duckdb
import polars as pl

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError
from ns2studies.results.derived import spreadsheet_of
from ns2studies.results.described import opened, require_whole
from nstrace.files import write_text_whole


def spreadsheet(connection: duckdb.DuckDBPyConnection, study: str) -> pl.DataFrame:
    """The rows of a study's spreadsheet, as the table has them.

    Raises:
        ResultError: if the study has none.
    """
    table = spreadsheet_of(study)
    if table is None:
        raise ResultError(f"study {study} has no spreadsheet")
    return pl.DataFrame(connection.table(table).to_arrow_table())


def write_spreadsheet(database: Path, target: Path) -> None:
    """Write ``STUDY.csv``; its name says which study's rows it gets.

    Raises:
        ResultError: if the study has no spreadsheet, or the database is damaged.
    """
    write_text_whole(target, spreadsheet_text(database, target.stem))


def spreadsheet_is_whole(results: Path, study: str) -> bool:
    """Does the file beside a study's page hold what the study's database does?

    Raises:
        ResultError: if the study has no spreadsheet, or the database is damaged.
    """
    file = paths.spreadsheet(results, study)
    text = spreadsheet_text(paths.study_database(results, study), study)
    return file.is_file() and file.read_bytes() == text.encode()


def spreadsheet_text(database: Path, study: str) -> str:
    """A study's spreadsheet as CSV with a header: a missing value is an empty field.

    Raises:
        ResultError: if the study has no spreadsheet, or the database is damaged.
    """
    require_whole(database)
    with opened(database) as connection:
        return spreadsheet(connection, study).write_csv()
