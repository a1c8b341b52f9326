"""Time courses of a few runs: throughput, congestion windows and queues by time bins.

They are the series of nstrace's reports (``nstrace report``), where a run's traces provide them.
"""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import polars as pl

from ns2studies.experiments.own_metrics import run_tables
from nstrace.asking import COSTLY
from nstrace.coverage import flows_of
from nstrace.metrics.catalogue import catalogue
from nstrace.metrics.compute import made_once, queries
from nstrace.report.measuring import SHOWN_FLOWS, SQL, piece_ns

SERIES: Final = {
    "binned_rates": "throughput_kbps",
    "binned_windows": "last_packets",
    "binned_queues": "waiting_packets",
    "binned_queue_samples": "size_packets",
}
"""The series that are shown, each with the column of its values."""

_COLUMNS: Final = {
    **dict.fromkeys(("run_id", "series", "subject"), pl.String),
    **dict.fromkeys(("time_s", "value"), pl.Float64),
}
_PIECES: Final = 120
_MOST_RUNS: Final = 3
_MOST_ROWS: Final = 2_000_000
"""Number of rows of a run's traces above which its courses are skipped as too slow."""


def time_courses(
    folders: Mapping[str, Path], runs: Sequence[str], facts: Mapping[str, Mapping[str, Any]]
) -> pl.DataFrame:
    """Return the time courses of a few runs, which are spread evenly over those given.

    Args:
        folders: of the runs' tables.
        runs: those to choose from, such as the first of each point.
        facts: of the runs.
    """
    # A script that simulates nothing may still have written traces, with arbitrary times.
    there = [run_id for run_id in runs if facts[run_id]["simulated_s"]]
    small = [run_id for run_id in there if _rows_of(facts[run_id]) <= _MOST_ROWS]
    number = min(len(small), _MOST_RUNS)
    chosen = [small[it * (len(small) - 1) // max(number - 1, 1)] for it in range(number)]
    spans = [facts[run_id]["simulated_s"] for run_id in chosen]
    width_ns = piece_ns(round(max(spans, default=0.0) * 1e9), _PIECES)
    parts = [_courses(folders[run_id], run_id, width_ns) for run_id in chosen]
    return pl.concat([pl.DataFrame(schema=_COLUMNS), *parts])


def _rows_of(facts: Mapping[str, Any]) -> int:
    return sum(sum(file["rows"].values()) for file in facts["files"])


def _courses(tables: Path, run_id: str, width_ns: int) -> pl.DataFrame:
    known = catalogue(SQL)
    rates = known.metrics["binned_rates"]
    parts = [pl.DataFrame(schema=_COLUMNS)]
    with run_tables(tables, run_id) as connection, made_once(connection, COSTLY):
        told = [it.subject for it in flows_of(connection) if it.tells(rates)]
        for name, column, values in (
            ("time_bins", "width_ns", [width_ns]),
            ("shown_flows", "subject", told),
        ):
            frame = pl.DataFrame({column: values}, schema_overrides={"subject": pl.String})
            connection.register(name, frame.to_arrow())
        with closing(queries(connection, known.select(list(SERIES)))) as asked:
            for metric, query in asked:
                rows = pl.DataFrame(connection.sql(query).to_arrow_table())
                parts.append(_shown(rows, run_id, metric.name))
    return pl.concat(parts)


def _shown(rows: pl.DataFrame, run_id: str, series: str) -> pl.DataFrame:
    """Return the rows of the subjects with the largest values."""
    named = rows.select(
        pl.lit(run_id).alias("run_id"),
        pl.lit(series).alias("series"),
        pl.col("subject").cast(pl.String),
        pl.col("time_s").cast(pl.Float64),
        pl.col(SERIES[series]).cast(pl.Float64).alias("value"),
    ).drop_nulls()
    totals = named.group_by("subject").agg(pl.col("value").sum()).sort(
        "value", "subject", descending=[True, False]
    )  # fmt: skip
    kept = totals["subject"].head(SHOWN_FLOWS).to_list()
    return named.filter(pl.col("subject").is_in(kept)).sort("subject", "time_s")
