"""Compare the results of a study in two sets: run the queries of ``sql/``."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import connect
from ns2studies.compare.results import SQL, Facts, ResultSet, load_tables
from ns2studies.database.building import add_table, run_sql
from ns2studies.database.intervals import clopper_pearson, student_t

if TYPE_CHECKING:
    import duckdb

MOST_MEASURES: Final = 3_000
"""Maximum number of listed measures of a study; all are counted."""

_SHARES: Final = {"n": pl.Int64, "successes": pl.Int64, "low": pl.Float64, "high": pl.Float64}


@dataclass(frozen=True)
class StudyDifferences:
    """The differences between two sets of results for a study.

    Frames are results of the queries of the same names.

    Attributes:
        programs: names of programs and inputs, other than parameters, that differ.
        totals: numbers by the columns of ``totals.sql`` and ``counts.sql``.
        scenarios: those that only one set has, by scenario set.
        measures: those that moved or differ, at most :data:`MOST_MEASURES`.
    """

    study: str
    facts: tuple[Facts, Facts]
    parameters: pl.DataFrame
    programs: Sequence[str]
    totals: Mapping[str, float]
    scenarios: pl.DataFrame
    claims: pl.DataFrame
    cells: pl.DataFrame
    metrics: pl.DataFrame
    measures: pl.DataFrame

    @property
    def changed_parameters(self) -> int:
        """The number of changed keys of the configuration; without any, those of scenarios."""
        in_file = self.parameters.get_column("is_in_file").sum()
        return int(in_file) or self.parameters.height

    @property
    def has_equal_results(self) -> bool:
        """Whether all results are equal; parameters and programs may differ without effect."""
        counted = ("moved", "within_chance", "too_few", "only_a", "only_b")
        changed = sum(self.totals[name] for name in counted)
        return not changed and self.claims.is_empty() and self.cells.is_empty()

    @property
    def is_equal(self) -> bool:
        """Whether the two sets have no differences."""
        return self.has_equal_results and self.parameters.is_empty() and not self.programs


def compare_study(set_a: ResultSet, set_b: ResultSet, study: str) -> StudyDifferences:
    """Compare the results of a study.

    Raises:
        ResultError: if one of them is damaged, or isn't a set of results.
    """
    facts = (set_a.studies[study].facts, set_b.studies[study].facts)
    with closing(connect(threads=1)) as connection:
        for alias, given in (("set_a", set_a), ("set_b", set_b)):
            load_tables(connection, alias, given, study)
        run_sql(connection, "intervals")
        _add_quantiles(connection)
        connection.execute(SQL["measures"])
        connection.execute(SQL["changed_queries"])
        return StudyDifferences(
            study=study,
            facts=facts,
            parameters=_frame(connection, "parameters"),
            programs=[*_frame(connection, "programs")["what"], *_published(facts)],
            totals={**_numbers(connection, "totals"), **_numbers(connection, "counts")},
            scenarios=_frame(connection, "scenarios_apart"),
            claims=_frame(connection, "claims"),
            cells=_frame(connection, "cells"),
            metrics=_frame(connection, "by_metric"),
            measures=_frame(connection, "moved", most=MOST_MEASURES),
        )


def _add_quantiles(connection: "duckdb.DuckDBPyConnection") -> None:
    """Add Student's quantiles, and exact intervals of the shares that the measures need."""
    ((seeds,),) = connection.execute(SQL["common_seeds"]).fetchall()
    counts = connection.execute(SQL["unlike"]).fetchall()
    shares = [(n, k, *clopper_pearson(k, n)) for n, k in counts if n]
    add_table(connection, "student_t", student_t(range(2, int(seeds) + 1)), temporary=True)
    frame = pl.DataFrame(shares, schema=_SHARES, orient="row")
    add_table(connection, "shares", frame, temporary=True)


def _published(facts: tuple[Facts, Facts]) -> list[str]:
    digests = {it.published_sha256 for it in facts}
    return ["the published values"] if len(digests) > 1 and "" not in digests else []


def _frame(connection: "duckdb.DuckDBPyConnection", name: str, **values: object) -> pl.DataFrame:
    return pl.DataFrame(connection.sql(SQL[name], params=values or None).to_arrow_table())


def _numbers(connection: "duckdb.DuckDBPyConnection", name: str) -> dict[str, float]:
    row = _frame(connection, name).row(0, named=True)
    return {key: float(value) for key, value in row.items()}


def common_studies(
    set_a: ResultSet, set_b: ResultSet, wanted: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """Return the studies that both sets have, and notes on those that only one has.

    Args:
        wanted: the only ones to compare, if any are named.

    Raises:
        ResultError: if no study is common, or one that is wanted is missing.
    """
    for given in (set_a, set_b):
        for study in wanted:
            if study not in given.studies:
                raise ResultError(
                    f"{given.name}: no results of {study}", f"It has: {_listed(given)}."
                )
    common = sorted(wanted or set_a.studies.keys() & set_b.studies.keys())
    if not common:
        has = "; ".join(f"{given.name}: {_listed(given)}" for given in (set_a, set_b))
        raise ResultError("the two sets of results have no study in common", f"They have {has}.")
    return common, [] if wanted else [*_only_in(set_a, set_b), *_only_in(set_b, set_a)]


def _listed(given: ResultSet) -> str:
    return ", ".join(sorted(given.studies)) or "none"


def _only_in(given: ResultSet, other: ResultSet) -> Iterator[str]:
    for study in sorted(given.studies.keys() - other.studies.keys()):
        yield f"{study}: only in {given.name}"
