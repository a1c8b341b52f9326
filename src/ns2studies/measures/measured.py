"""What has been measured, and where it lies.

The rows of a metric lie in ``results/measures/NAME-DIGEST/CHUNK.parquet``, where DIGEST
names the metric's SQL and CHUNK the runs that were measured together. Which runs a file
covers stands in its metadata, since a run may well give no row. An edited metric gets a new
folder, and only it is computed again.
"""

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ns2studies.digests import SHORT, digest_text
from ns2studies.sql import connect, paths_list, plain_name, quoted
from nstrace.metrics.catalogue import Metric

if TYPE_CHECKING:
    import duckdb

RUNS_KEY = "ns2studies.runs"


def folder_of(results: Path, metric: Metric) -> Path:
    """Where the rows of a metric lie."""
    return results / "measures" / f"{metric.name}-{digest_text(metric.text)[:SHORT]}"


def covered_runs(results: Path, metric: Metric) -> dict[str, Path]:
    """The runs that have been measured, and the file that holds each one's rows."""
    files = sorted(folder_of(results, metric).glob("*.parquet"))
    if not files:
        return {}
    query = (
        f"SELECT file_name, decode(value) FROM parquet_kv_metadata({paths_list(files)}) "
        f"WHERE decode(key) = {quoted(RUNS_KEY)}"
    )
    rows = _metadata_reader().cursor().execute(query).fetchall()
    by_name = {plain_name(file, own=3): file for file in files}
    return {run_id: by_name[name] for name, runs in rows for run_id in json.loads(runs)}


@cache
def _metadata_reader() -> "duckdb.DuckDBPyConnection":
    # A connection takes longer to make than the metadata of a metric's files to read.
    return connect()
