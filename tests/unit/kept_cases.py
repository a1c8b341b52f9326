"""Measures of study ``cases`` at quick scale, kept from real runs: what its claims make of them.

The runs take about two minutes of processor time, too long for a test. Their measures are kept in
``tests/data/cases-quick``, and taken from the results again, after an edit that changes them, by

    ./reproduce cases && PYTHONPATH=tests/browser .venv/bin/python tests/unit/kept_cases.py
"""

from pathlib import Path

import duckdb
import polars as pl
from made_up_results import METRICS, write_database

from ns2studies.basics.paths import RESULTS, ROOT
from ns2studies.config.registry import load_study
from ns2studies.config.scenarios import Scenario

STUDY = "cases"
FOLDER = ROOT / "tests" / "data" / "cases-quick"

TABLES = {"metrics": [*METRICS, "scenario_id"], "tcp_series": []}
"""The tables that claims and page ask for, and their columns; by default all but the run's id."""


def quick_scenarios() -> list[Scenario]:
    """What quick scale runs now."""
    return list(load_study(STUDY, "quick").scenarios)


def kept(table: str) -> pl.DataFrame:
    """One of the tables, as the runs left it."""
    return pl.read_parquet(FOLDER / f"{table}.parquet")


def kept_runs() -> set[tuple[str, int]]:
    """Identity of the scenario, and seed, of each run whose measures are kept."""
    return set(kept("metrics").select("scenario_id", "seed").unique().iter_rows())


def make_database(path: Path) -> None:
    """Write the database that the kept measures give."""
    measured = {"metrics": kept("metrics").select(METRICS), "tcp_series": kept("tcp_series")}
    write_database(path, STUDY, quick_scenarios(), measured)


def keep(database: Path, folder: Path = FOLDER) -> None:
    """Take the tables from a database of quick scale."""
    folder.mkdir(exist_ok=True)
    with duckdb.connect(str(database), read_only=True) as connection:
        for table, columns in TABLES.items():
            found = connection.sql(f"FROM {table} JOIN scenarios USING (study, scenario)").pl()
            wanted = columns or [name for name in _columns(connection, table) if name != "run_id"]
            rows = found.select(wanted).sort(wanted)
            rows.write_parquet(folder / f"{table}.parquet", compression_level=19)


def _columns(connection: duckdb.DuckDBPyConnection, table: str) -> list[str]:
    return [name for name, *_ in connection.sql(f"DESCRIBE {table}").fetchall()]


if __name__ == "__main__":
    keep(RESULTS / "database" / f"{STUDY}.duckdb")
