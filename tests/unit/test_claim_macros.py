"""What claims of several studies ask, of values that are made up."""

from collections.abc import Iterator, Sequence

import duckdb
import numpy as np
import polars as pl
import pytest

from ns2studies.results.claims import SHARED
from ns2studies.results.intervals import student_t
from ns2studies.results.queries import SQL

ROWS = """
WITH found AS (
    SELECT
        name, count(*) AS n, avg(value) AS mean, stddev_samp(value) AS deviation,
        map_from_entries(list((seed, value) ORDER BY seed)) AS runs
    FROM samples GROUP BY name
), rows AS (
    SELECT
        name, n, mean, runs, false AS is_exact,
        low_end(n, mean_end(-1, n, mean, deviation, quantiles[n], 0, NULL), mean, false) AS low,
        high_end(n, mean_end(1, n, mean, deviation, quantiles[n], 0, NULL), mean, false) AS high
    FROM found CROSS JOIN student_quantiles
)
SELECT left_over(remaining, plain)
FROM rows AS remaining JOIN rows AS plain ON remaining.name = 'with' AND plain.name = 'without'
"""


@pytest.fixture(scope="module")
def macros() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        connection.register("student", student_t(range(2, 20)).to_arrow())
        connection.execute(
            "CREATE TABLE student_quantiles AS "
            "SELECT map(list(n), list(quantile)) AS quantiles FROM student"
        )
        connection.execute(SQL["macros"])
        connection.execute((SHARED / "_intervals.sql").read_text(encoding="utf-8"))
        yield connection


def left_over(
    connection: duckdb.DuckDBPyConnection, remaining: Sequence[float], plain: Sequence[float]
) -> dict[str, float]:
    """What is left with a remedy beyond what may be, of runs with it and without."""
    named = (("with", remaining), ("without", plain))
    rows = [(name, *run) for name, values in named for run in enumerate(map(float, values))]
    frame = pl.DataFrame(rows, ["name", "seed", "value"], orient="row")
    connection.register("samples", frame.to_arrow())
    ((found,),) = connection.execute(ROWS).fetchall()
    connection.unregister("samples")
    return dict(found)


def test_at_most_a_tenth_may_be_left(macros: duckdb.DuckDBPyConnection) -> None:
    plain = [90, 100, 110, 95, 105]
    assert left_over(macros, [8, 9, 8, 9, 8], plain)["high"] < 0
    assert left_over(macros, [12, 11, 12, 13, 12], plain)["low"] > 0
    open_one = left_over(macros, [2, 20, 9, 10, 8], plain)
    assert open_one["low"] < 0 < open_one["high"]
    assert open_one["mean"] == pytest.approx(np.mean([2, 20, 9, 10, 8]) - 10)


def test_nothing_is_no_tenth_of_whatever_there_is_without(
    macros: duckdb.DuckDBPyConnection,
) -> None:
    """Student's interval for values that are mostly zero reaches beyond zero."""
    found = left_over(macros, [0] * 5, [0, 0, 3, 0, 40])
    assert found["low"] < found["mean"] < found["high"] < 0
    assert left_over(macros, [3, 0, 0, 0, 40], [0] * 5)["mean"] == pytest.approx(8.6)


def test_fewer_than_five_runs_leave_it_open(macros: duckdb.DuckDBPyConnection) -> None:
    for remaining in ([0, 0, 0, 0], [1, 2, 1, 2]):
        found = left_over(macros, remaining, [90, 100, 110, 95])
        assert (found["low"], found["high"]) == (-np.inf, np.inf)


@pytest.mark.parametrize(
    ("said", "against", "cases", "verdict"),
    [
        (4, 0, 4, "holds"),
        (3, 0, 4, "holds in part"),
        (1, 2, 4, "holds in part"),
        (1, 3, 4, "does not hold"),
        (0, 1, 4, "does not hold"),
        (0, 0, 4, "undecided"),
        (0, 0, 0, None),
    ],
)
def test_a_majority_refutes_and_none_proves(
    macros: duckdb.DuckDBPyConnection, said: int, against: int, cases: int, verdict: str | None
) -> None:
    """Two cases of 26 were enough for "holds in part", whatever the other 24 said."""
    asked = "SELECT verdict_of_order(?, ?, ?)"
    assert macros.execute(asked, [said, against, cases]).fetchall() == [(verdict,)]


@pytest.mark.parametrize(
    ("happening", "replications", "verdict"),
    [
        (0, 5, "holds"),
        (0, 4, "undecided"),
        (1, 1, "holds in part"),
        (3, 15, "does not hold"),
        (4, 15, "does not hold"),
    ],
)
def test_what_never_happens_is_refuted_case_by_case(
    macros: duckdb.DuckDBPyConnection, happening: int, replications: int, verdict: str
) -> None:
    """All runs that did not show it were cases for it, and one that did was one against."""
    asked = "SELECT verdict_of_never(?, 4, ?)"
    assert macros.execute(asked, [happening, replications]).fetchall() == [(verdict,)]
