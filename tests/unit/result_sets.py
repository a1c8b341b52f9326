"""Small sets of results, made up, in each of the forms that comparisons read."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
from archive_checkout import small_archive

from ns2studies.basics.checksums import checksummed_json
from ns2studies.basics.digests import digest_file
from ns2studies.basics.sql import quoted
from ns2studies.compare.results import ResultSet, read_databases
from ns2studies.database.building import add_table, run_sql
from ns2studies.database.intervals import add_interval_tables
from ns2studies.database.metadata import describe, description_path

Values = Mapping[str, Sequence[float]]
"""By scenario, the value of each run; seeds count from 1."""

SPREAD = [1.0, 1.2, 0.9, 1.1, 0.8, 1.05]

CLAIMS = {"order": "confirmed", "size": "undecided"}
CELLS = {"Reno": "identical", "Sack": "off"}


@dataclass(frozen=True)
class MadeUp:
    """What a set of results of the study ``toy`` holds.

    Attributes:
        values: of the metric ``delay``.
        exact: scenarios without chance.
        first_seed: of every scenario.
        parameters: of every scenario, over its own name.
    """

    values: Values = field(default_factory=lambda: {"losses/reno": SPREAD, "losses/sack": [3.0]})
    exact: Sequence[str] = ("losses/sack",)
    first_seed: int = 1
    range: str = "from 0"
    metric_sql: str = "SELECT 1"
    claims: Mapping[str, str] = field(default_factory=lambda: CLAIMS)
    claim_sql: str = "SELECT 'confirmed'"
    query_digest: str | None = None
    asked_tables: Mapping[str, str] | None = None
    cells: Mapping[str, str] = field(default_factory=lambda: CELLS)
    configuration: Mapping[str, Any] = field(default_factory=lambda: {"network": {"delay_s": 0.1}})
    parameters: Mapping[str, Any] = field(default_factory=lambda: {"links": [{"delay_s": 0.1}]})
    scale: str = "quick"
    study: str = "toy"


def write_database(folder: Path, made_up: MadeUp | None = None, made_at: str = "2026") -> ResultSet:
    """Write ``folder/STUDY.duckdb`` and its description."""
    it = made_up or MadeUp()
    folder.mkdir(parents=True, exist_ok=True)
    database = folder / f"{it.study}.duckdb"
    database.unlink(missing_ok=True)
    with duckdb.connect(str(database)) as connection:
        for name, frame in _tables(it).items():
            add_table(connection, name, frame)
        add_interval_tables(connection)
        for name in ("intervals", "limits", "estimates"):
            run_sql(connection, name)
    own = {"study": it.study, "scale": it.scale, "simulator": {"source_digest": "ns"}}
    facts = {"made_at": made_at, "studies": [own], "package": {"commit": "c0ffee"}}
    describe(description_path(database), database, facts)
    return read_databases(f"results in {folder.name}", folder)


def _tables(it: MadeUp) -> dict[str, pl.DataFrame]:
    runs = [
        (it.study, f"{name} {it.first_seed + number}", name, it.first_seed + number, value)
        for name, values in it.values.items()
        for number, value in enumerate(values)
    ]
    frame = pl.DataFrame(runs, ["study", "run_id", "scenario", "seed", "value"], orient="row")
    constant = {"metric": "delay", "subject": "flow1", "unit": "s"}
    made = {"ns_sha256": "n", "tcl_digest": "t", "code_digest": "c"}
    return {
        "studies": _rows(study=it.study, configuration=json.dumps(it.configuration)),
        "scenarios": pl.DataFrame([
            {
                "study": it.study, "scenario": name, "is_random": name not in it.exact,
                "parameters": json.dumps({"name": name, **it.parameters}),
            }
            for name in it.values
        ]),
        "runs": frame.drop("value").with_columns(**_literals(made)),
        "metrics": frame.drop("run_id").with_columns(**_literals(constant)),
        "metric_definitions": _rows(
            metric="delay", title="Delay", range=it.range, sql=it.metric_sql
        ),
        "claims": pl.DataFrame([
            {
                "study": it.study, "claim": name, "statement": f"What is said of {name}",
                "verdict": verdict, "evidence": f"{name} is so", "sql": it.claim_sql,
                "query_digest": it.query_digest,
                "asked_tables": None if it.asked_tables is None else json.dumps(it.asked_tables),
            }
            for name, verdict in it.claims.items()
        ]),
        "comparison": pl.DataFrame([
            {
                "study": it.study, "item": "Table 1", "row": row, "column": "Delay", "ours": 1.0,
                "unit": "s", "verdict": verdict, "published_text": "1.0", "position": place,
            }
            for place, (row, verdict) in enumerate(it.cells.items())
        ]),
    }  # fmt: skip


def _rows(**values: str) -> pl.DataFrame:
    return pl.DataFrame([values])


def _literals(values: Mapping[str, str]) -> dict[str, pl.Expr]:
    return {name: pl.lit(value) for name, value in values.items()}


def write_parquet(database: Path, folder: Path, tables: Sequence[str]) -> None:
    """Write some tables of a database as Parquet files."""
    folder.mkdir(parents=True, exist_ok=True)
    with duckdb.connect(str(database), read_only=True) as connection:
        for table in tables:
            file = quoted(folder / f"{table}.parquet")
            connection.execute(f"COPY (FROM {table}) TO {file} (FORMAT parquet)")


def write_reference(data: Path, made_up: MadeUp | None = None) -> None:
    """A reference as it lies in ``data/reference``: parameters stand beside the runs."""
    it = made_up or MadeUp()
    database = write_database(data / "made", it).studies[it.study].source
    own = data / "reference" / it.study
    write_parquet(database, own, ["estimates", "comparison", "claims"])
    with duckdb.connect(str(database), read_only=True) as connection:
        connection.execute(
            "COPY (SELECT runs.* EXCLUDE (run_id), parameters, run_id AS fingerprint FROM runs "
            f"JOIN scenarios USING (study, scenario)) TO {quoted(own / 'runs.parquet')}"
        )
    tables = {file.stem: {"sha256": digest_file(file)} for file in sorted(own.iterdir())}
    text = checksummed_json(
        {"study": it.study, "scale": "full", "made_at": "2025", "tables": tables}
    )
    own.with_name(f"{it.study}.json").write_text(text)


def write_archive(path: Path, made_up: MadeUp | None = None, tables: Sequence[str] = ()) -> Path:
    """Write the members of an archive that comparisons read.

    Args:
        tables: those to write as Parquet files, in place of a database.
    """
    it = made_up or MadeUp()
    database = write_database(path.with_suffix(".made"), it).studies[it.study].source
    data = path.with_suffix(".data")
    write_parquet(database, data, tables)
    files = sorted(data.iterdir()) or [database]
    provenance = checksummed_json(
        {"made_at": "2024", "studies": [{"study": "toy", "scale": "quick"}]}
    )
    members = {
        f"data/{file.name if tables else 'results.duckdb'}": file.read_bytes() for file in files
    }
    members["provenance.json"] = provenance.encode()
    return small_archive(path, members)
