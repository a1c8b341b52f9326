"""A study's database: its results, published values and claims, and all other data of its page.

It is built from scratch, and replaces the previous one only when it is complete. The database of
all studies (:mod:`ns2studies.database.building`) combines those of single studies.
"""

import json
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from ns2studies.basics.digests import SHORT, canonical_json, digest_text
from ns2studies.config.registry import load_study
from ns2studies.config.scenarios import FULL
from ns2studies.database.building import add_table, new_database, trace_views
from ns2studies.database.derived import derived_of
from ns2studies.database.precision import precision_frame, rules_of
from ns2studies.database.reference import add_reference
from ns2studies.database.study_tables import (
    add_interval_macros,
    confidence_of,
    fill_estimates,
    fill_metrics,
    fill_runs,
    planned_scenarios,
)
from ns2studies.evaluation import SQL
from ns2studies.evaluation.claims import asked_tables, claims_of, judge, prepare
from ns2studies.evaluation.published import known_to_cells, printed_tables
from ns2studies.evaluation.reasons import COLUMNS, explained, explained_in_reference
from ns2studies.evaluation.sample_sizes import SampleSizes
from ns2studies.evaluation.sensitivity import sensitivity
from ns2studies.evaluation.verdicts import UNDECIDED

_CLAIMS = {
    "study": pl.String, "claim": pl.String, "page": pl.String, "statement": pl.String,
    "verdict": pl.String, "evidence": pl.String, "more_runs": pl.Int32, "would_decide": pl.String,
    "sql": pl.String, "query_digest": pl.String, "asked_tables": pl.String,
}  # fmt: skip
_NEEDS = {"study": pl.String, "claim": pl.String, "scenario_set": pl.String}


def build_study_database(
    results: Path,
    index: Path,
    target: Path,
    unchanged: AbstractContextManager[None] | None = None,
) -> None:
    """Build ``target`` for the study that ``index`` describes.

    Args:
        unchanged: entered around all reading; if its exit raises an error, the previous database
            remains.

    Raises:
        ResultError: if a run is missing or damaged.
        ConfigError: if the published values are invalid.
    """
    content = json.loads(index.read_text(encoding="utf-8"))
    with new_database(target) as connection, unchanged or nullcontext():
        _fill(connection, results, content)


def _fill(connection: duckdb.DuckDBPyConnection, results: Path, index: dict[str, Any]) -> None:
    study = index["study"]
    traced = fill_compared(connection, results, index)
    add_table(connection, "precision", precision_frame(connection, {study: rules_of(index)}))
    # In parallel: both run the claims' queries many times, and DuckDB plans a query in one thread.
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(_sensitivity, connection.cursor(), index)
        _claims_table(connection, study, confidence_of(index))
        add_table(connection, "sensitivity", found.result())
    add_reference(connection, study)
    add_table(connection, "reference_scenarios", planned_scenarios(load_study(study, FULL)))
    # Reasons may query the runs' traces.
    trace_views(connection, results, traced)
    add_reasons(connection, study, explained_in_reference(connection, study))


def _sensitivity(connection: duckdb.DuckDBPyConnection, index: Mapping[str, Any]) -> pl.DataFrame:
    """Judge claims with each alternative, on a connection of its own, which is closed."""
    with connection:
        add_interval_macros(connection, index)
        return sensitivity(connection, index["study"])


def fill_compared(
    connection: duckdb.DuckDBPyConnection, results: Path, index: dict[str, Any]
) -> list[str]:
    """Add the tables of the results and of the published values, and compare both.

    Returns:
        The names of the tables that the runs' traces have.
    """
    study = index["study"]
    traced = fill_runs(connection, results, index)
    fill_metrics(connection, results, index)
    known = known_to_cells(study, index["configuration"])
    for table, frame in printed_tables(study, known=known).items():
        add_table(connection, table, frame)
    fill_estimates(connection, index)
    connection.execute(SQL["comparison"])
    return traced


def fill_for_claims(
    connection: duckdb.DuckDBPyConnection, results: Path, index: dict[str, Any]
) -> SampleSizes:
    """Fill a database with the tables that claims use, and judge them.

    Raises:
        ResultError: if a run is missing or damaged.
    """
    fill_compared(connection, results, index)
    return claim_sample_sizes(connection, index["study"], confidence_of(index))


def add_reasons(
    connection: duckdb.DuckDBPyConnection, study: str, elsewhere: Iterable[dict[str, Any]] = ()
) -> None:
    """Add the table ``reasons``: why cells and claims differ here, with further rows of others."""
    rows = [*explained(connection, study), *elsewhere]
    schema = dict.fromkeys(COLUMNS, pl.String)
    add_table(connection, "reasons", pl.DataFrame(rows, schema=schema))


def _claims_table(connection: duckdb.DuckDBPyConnection, study: str, confidence: float) -> None:
    """Add the claims with their verdicts, and the required sample sizes of the undecided ones."""
    of_all = claim_sample_sizes(connection, study, confidence)
    undecided = [name for name, found in of_all.judged.items() if found[0] == UNDECIDED]
    sizes = of_all.of(undecided)
    tables = asked_tables(study, derived_of(study), of_all.queries)
    rows = []
    for claim in of_all.claims:
        verdict, evidence = of_all.judged[claim.name]
        size = sizes.get(claim.name)
        rows.append(
            {
                "study": study,
                "claim": claim.name,
                "page": claim.page,
                "statement": claim.statement,
                "verdict": verdict,
                "evidence": evidence,
                "more_runs": size.more_runs if size else None,
                "would_decide": size.in_words if size else None,
                "sql": claim.sql,
                "query_digest": digest_text(of_all.queries[claim.name])[:SHORT],
                "asked_tables": canonical_json(tables[claim.name]),
            }
        )
    add_table(connection, "claims", pl.DataFrame(rows, schema=_CLAIMS))
    needed = [(study, name, it) for name, found in sizes.items() for it in found.sets]
    add_table(connection, "claim_needs", pl.DataFrame(needed, schema=_NEEDS, orient="row"))


def claim_sample_sizes(
    connection: duckdb.DuckDBPyConnection, study: str, confidence: float
) -> SampleSizes:
    """Judge the claims of a study; return an object that can estimate required sample sizes."""
    prepare(connection, study)
    claims = claims_of(study)
    judged = {claim.name: judge(connection, claim) for claim in claims}
    return SampleSizes(connection, study, claims, judged, confidence)
