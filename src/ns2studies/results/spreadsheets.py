"""Tables of the database that lie beside a study's page as a CSV file, for a spreadsheet.

The page offers the same rows as a download of its own, so that it says as much alone.
"""

from pathlib import Path

import duckdb
import polars as pl

from ns2studies.errors import ResultError
from ns2studies.results.derived import spreadsheet_of
from ns2studies.sql import connect
from nstrace.files import write_text_whole


def spreadsheet(connection: duckdb.DuckDBPyConnection, study: str) -> pl.DataFrame:
    """The rows of a study's spreadsheet, as the table has them.

    Raises:
        ResultError: if the study has none.
    """
    table = spreadsheet_of(study)
    if table is None:
        raise ResultError(f"study {study} has no spreadsheet")
    return pl.DataFrame(connection.sql(f"FROM {table}").to_arrow_table())


def write_spreadsheet(database: Path, target: Path) -> None:
    """Write ``STUDY.csv``, UTF-8 with a header: a missing value is an empty field.

    Args:
        target: its name says which study's rows it gets.

    Raises:
        ResultError: if the study has no spreadsheet, or the database lacks its table.
    """
    with connect(database, read_only=True) as connection:
        try:
            rows = spreadsheet(connection, target.stem)
        except duckdb.Error as error:
            raise ResultError(f"{database}: {str(error).splitlines()[0]}") from error
    write_text_whole(target, rows.write_csv())
