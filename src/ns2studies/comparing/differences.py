"""What differs between two sets of results, as tables: the queries of ``sql/``, study by study."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import connect
from ns2studies.comparing.parameters import ParameterChange, configuration_changes, scenario_changes
from ns2studies.comparing.queries import SQL
from ns2studies.comparing.sets import Facts, ResultSet
from ns2studies.comparing.tables import copy_tables
from ns2studies.database.building import add_table, run_sql
from ns2studies.database.intervals import clopper_pearson, student_t

if TYPE_CHECKING:
    import duckdb


MOST_MEASURES: Final = 3_000
"""Measures of a study that are listed one by one; all of them are counted."""

_SHARES: Final = {"n": pl.Int64, "successes": pl.Int64, "low": pl.Float64, "high": pl.Float64}


@dataclass(frozen=True)
class StudyDifferences:
    """What differs between the results that two sets have of a study.

    Attributes:
        programs: what else than parameters the results were made with, where it is not the same.
        totals: a number for each column of ``totals.sql`` and of ``counts.sql``.
        apart: scenarios that one set alone has, by scenario set.
        measures: those that moved or differ, :data:`MOST_MEASURES` at most.
    """

    study: str
    facts: tuple[Facts, Facts]
    configuration: Sequence[ParameterChange]
    parameters: Sequence[ParameterChange]
    programs: Sequence[str]
    totals: Mapping[str, float]
    apart: pl.DataFrame
    claims: pl.DataFrame
    cells: pl.DataFrame
    metrics: pl.DataFrame
    measures: pl.DataFrame

    @property
    def changed_parameters(self) -> int:
        """How many keys of the configuration differ; if none, how many parameters of scenarios."""
        return len(self.configuration) or len(self.parameters)

    @property
    def is_alike(self) -> bool:
        """Are all results the same? Parameters and programs may still differ, without effect."""
        counted = ("moved", "within_chance", "too_few", "only_a", "only_b")
        changed = sum(self.totals[name] for name in counted)
        return not changed and self.claims.is_empty() and self.cells.is_empty()


def compare_study(set_a: ResultSet, set_b: ResultSet, study: str) -> StudyDifferences:
    """Compare what two sets have of a study.

    Raises:
        ResultError: if one of them is damaged, or no set of results.
    """
    with closing(connect(threads=1)) as connection:
        for schema, given in (("set_a", set_a), ("set_b", set_b)):
            _copy(connection, schema, given, study)
        run_sql(connection, "intervals")
        _add_quantiles(connection)
        connection.execute(SQL["measures"])
        connection.execute(SQL["asked_otherwise"])
        return StudyDifferences(
            study,
            (set_a.facts(study), set_b.facts(study)),
            configuration_changes(connection),
            scenario_changes(connection),
            _programs(connection, set_a.facts(study), set_b.facts(study)),
            {**_numbers(connection, "totals"), **_numbers(connection, "counts")},
            _frame(connection, "scenarios_apart"),
            _frame(connection, "claims"),
            _frame(connection, "cells"),
            _frame(connection, "by_metric"),
            _frame(connection, "moved", most=MOST_MEASURES),
        )


def common_studies(
    set_a: ResultSet, set_b: ResultSet, wanted: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """Studies that both sets have results of, and sentences on those that only one has.

    Args:
        wanted: the only ones that are asked for, if there are any.

    Raises:
        ResultError: if they have none in common, or one that is wanted is missing.
    """
    by_set = [(given, set(given.studies())) for given in (set_a, set_b)]
    for study in wanted:
        for given, names in by_set:
            if study not in names:
                has = ", ".join(sorted(names)) or "none"
                raise ResultError(f"{given.name}: no results of {study}", f"It has: {has}.")
    common = sorted(wanted or by_set[0][1] & by_set[1][1])
    if not common:
        has = "; ".join(
            f"{given.name}: {', '.join(sorted(names)) or 'none'}" for given, names in by_set
        )
        raise ResultError("the two sets have results of no study in common", f"They have {has}.")
    notes = [
        f"{study}: only in {given.name}"
        for (given, names), (_, others) in ((by_set[0], by_set[1]), (by_set[1], by_set[0]))
        for study in sorted(names - others)
        if not wanted
    ]
    return common, notes


def _copy(
    connection: "duckdb.DuckDBPyConnection", schema: str, given: ResultSet, study: str
) -> None:
    import duckdb

    try:
        relations = given.relations(connection, study)
        copy_tables(connection, schema, relations, study, f"{given.name}, {study}")
    except duckdb.Error as error:
        raise ResultError(f"{given.name}, {study}: {str(error).splitlines()[0]}") from error


def _add_quantiles(connection: "duckdb.DuckDBPyConnection") -> None:
    """Tables of Student's quantiles, and of exact intervals for the shares that are asked for."""
    ((seeds,),) = connection.execute(SQL["common_seeds"]).fetchall()
    quantiles = student_t(range(2, int(seeds) + 1))
    counts = connection.execute(SQL["unlike"]).fetchall()
    shares = [(n, k, *clopper_pearson(k, n)) for n, k in counts if n]
    add_table(connection, "student_t", quantiles, temporary=True)
    frame = pl.DataFrame(shares, schema=_SHARES, orient="row")
    add_table(connection, "shares", frame, temporary=True)


def _programs(connection: "duckdb.DuckDBPyConnection", facts_a: Facts, facts_b: Facts) -> list[str]:
    found = [str(what) for (what,) in connection.execute(SQL["programs"]).fetchall()]
    one, other = facts_a.digests or {}, facts_b.digests or {}
    if one.get("printed values", "") != other.get("printed values", "") and len(one) == len(other):
        found.append("the printed values")
    return found


def _frame(connection: "duckdb.DuckDBPyConnection", name: str, **values: object) -> pl.DataFrame:
    return pl.DataFrame(connection.sql(SQL[name], params=values or None).to_arrow_table())


def _numbers(connection: "duckdb.DuckDBPyConnection", name: str) -> dict[str, float]:
    row = _frame(connection, name).row(0, named=True)
    return {key: float(value) for key, value in row.items()}
