"""What claims of several studies ask, of values that are made up."""

from collections.abc import Iterator, Sequence

import duckdb
import numpy as np
import polars as pl
import pytest

from ns2studies.database import SQL
from ns2studies.database.intervals import normal, student_t
from ns2studies.evaluation.claims import SHARED

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
        connection.register("normal", normal().to_arrow())
        connection.execute(SQL["intervals"])
        for name in ("_intervals.sql", "_verdicts.sql"):
            connection.execute((SHARED / name).read_text(encoding="utf-8"))
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


def test_left_over_compares_with_tenth(macros: duckdb.DuckDBPyConnection) -> None:
    plain = [90, 100, 110, 95, 105]
    assert left_over(macros, [8, 9, 8, 9, 8], plain)["high"] < 0
    assert left_over(macros, [12, 11, 12, 13, 12], plain)["low"] > 0
    open_one = left_over(macros, [2, 20, 9, 10, 8], plain)
    assert open_one["low"] < 0 < open_one["high"]
    assert open_one["mean"] == pytest.approx(np.mean([2, 20, 9, 10, 8]) - 10)


def test_all_zero_runs_are_below_tenth(
    macros: duckdb.DuckDBPyConnection,
) -> None:
    """Student's interval for values that differ as much reaches beyond zero."""
    found = left_over(macros, [0] * 5, [1, 0, 3, 2, 40])
    assert found["low"] < found["mean"] < found["high"] < 0
    assert left_over(macros, [3, 0, 0, 0, 40], [0] * 5)["mean"] == pytest.approx(8.6)


def test_rare_nonzero_runs_leave_left_over_open(
    macros: duckdb.DuckDBPyConnection,
) -> None:
    """If all ten were alike, a coin would leave the three others to one side as often as not."""
    found = left_over(macros, [0] * 5, [0, 0, 3, 0, 40])
    assert found["low"] < found["mean"] < 0 < found["high"]


@pytest.mark.parametrize(
    ("seen", "runs", "zeros", "chance"),
    [(0, 5, 5, None), (3, 5, 5, 10 / 120), (4, 5, 5, 5 / 210), (5, 15, 15, 3003 / 142506)],
)
def test_chance_of_zeros_equals_fisher_test(
    macros: duckdb.DuckDBPyConnection, seen: int, runs: int, zeros: int, chance: float | None
) -> None:
    asked = "SELECT chance_of_zeros(?, ?, ?)"
    ((found,),) = macros.execute(asked, [seen, runs, zeros]).fetchall()
    assert found == pytest.approx(chance)


ROW = """{{
    n: CAST({n} AS BIGINT), mean: list_avg(found), is_exact: {exact},
    runs: map(range(1, {n} + 1), found),
    low: mean_end(-1, {n}, list_avg(found), list_stddev_samp(found), quantiles[{n}], 0, NULL),
    high: mean_end(1, {n}, list_avg(found), list_stddev_samp(found), quantiles[{n}], 0, NULL)
}}"""


def rises(connection: duckdb.DuckDBPyConnection, seen: float, runs: int) -> float:
    """The share of experiments without a difference in which one row is said to be above another.

    Args:
        seen: how likely a run is not to be zero.
    """
    random = np.random.default_rng(runs)
    drawn = random.exponential(size=(2, 4_000, runs))
    values = drawn * (random.random(drawn.shape) < seen)
    frame = pl.DataFrame({"first": values[0].tolist(), "second": values[1].tolist()})
    connection.register("experiments", frame.to_arrow())
    row = ROW.format(n=runs, exact="false")
    query = f"""
    WITH pairs AS (
        SELECT list_transform([first, second], LAMBDA found: {row}) AS pair
        FROM experiments CROSS JOIN student_quantiles
    )
    SELECT avg(CAST(rise(pair[1], pair[2]).low > 0 AS INTEGER)) FROM pairs
    """
    ((share,),) = connection.execute(query).fetchall()
    connection.unregister("experiments")
    return float(share)


@pytest.mark.parametrize("runs", [5, 15])
@pytest.mark.parametrize("seen", [0.05, 0.1, 0.3, 0.6])
def test_equal_rare_rates_seldom_give_rise(
    macros: duckdb.DuckDBPyConnection, seen: float, runs: int
) -> None:
    """A single run of five that saw something, beside five that did not, was clearly more: a
    quarter of all experiments in which nothing differed."""
    assert rises(macros, seen, runs) <= 0.03


def test_exact_zero_is_certain(macros: duckdb.DuckDBPyConnection) -> None:
    random, exact = ROW.format(n=5, exact="false"), ROW.format(n=1, exact="true")
    query = f"""
    WITH one AS (
        SELECT {random} AS pair FROM (SELECT [0.0, 0, 3, 0, 40] AS found), student_quantiles
    ), other AS (SELECT {exact} AS pair FROM (SELECT [0.0] AS found), student_quantiles)
    SELECT rise(one.pair, other.pair).low > 0, left_over(other.pair, one.pair).high < 0
    FROM one, other
    """
    assert macros.execute(query).fetchall() == [(True, True)]


@pytest.mark.parametrize(
    ("said", "against", "cases", "verdict"),
    [
        (4, 0, 4, "confirmed"),
        (3, 0, 4, "partly"),
        (1, 2, 4, "partly"),
        (1, 3, 4, "refuted"),
        (0, 2, 4, "refuted"),
        (0, 1, 2, "refuted"),
        (1, 0, 2, "partly"),
        (1, 2, 7, "partly"),
        (0, 15, 39, "refuted"),
        (0, 0, 4, "undecided"),
        (0, 0, 0, None),
    ],
)
def test_verdict_of_order_weighs_clear_cases(
    macros: duckdb.DuckDBPyConnection, said: int, against: int, cases: int, verdict: str | None
) -> None:
    """Two cases of 26 were enough for "partly", whatever the other 24 said."""
    asked = "SELECT verdict_of_order(?, ?, ?)"
    assert macros.execute(asked, [said, against, cases]).fetchall() == [(verdict,)]


@pytest.mark.parametrize(
    ("said", "against", "cases"),
    [(0, 1, 7), (1, 0, 7), (1, 1, 7), (0, 1, 3), (6, 0, 40), (0, 4, 29)],
)
def test_few_clear_cases_leave_order_undecided(
    macros: duckdb.DuckDBPyConnection, said: int, against: int, cases: int
) -> None:
    """One case of seven was enough to refute a statement, though six were open."""
    asked = "SELECT verdict_of_order(?, ?, ?)"
    assert macros.execute(asked, [said, against, cases]).fetchall() == [("undecided",)]


@pytest.mark.parametrize("correlation", [0.0, 0.4, 0.8])
@pytest.mark.parametrize("cases", [2, 7, 11, 14, 40])
def test_equal_cases_are_seldom_refuted(
    macros: duckdb.DuckDBPyConnection, cases: int, correlation: float
) -> None:
    """Cases of the same seeds hang together: what they share has this part of the variance."""
    random, runs, experiments = np.random.default_rng(cases), 15, 4_000
    shared = random.standard_normal((experiments, 1, runs)) * correlation**0.5
    own = random.standard_normal((experiments, cases, runs)) * (1 - correlation) ** 0.5
    values = shared + own
    halves = values.std(axis=2, ddof=1) / runs**0.5 * student_t([runs])["quantile"].item()
    means = values.mean(axis=2)
    counts = {"said": (means > halves).sum(axis=1), "against": (means < -halves).sum(axis=1)}
    macros.register("counts", pl.DataFrame(counts).to_arrow())
    asked = f"SELECT avg(CAST(verdict_of_order(said, against, {cases}) = ? AS INTEGER)) FROM counts"
    ((refuted,),) = macros.execute(asked, ["refuted"]).fetchall()
    macros.unregister("counts")
    assert refuted <= 0.065


@pytest.mark.parametrize(
    ("happening", "replications", "verdict"),
    [
        (0, 5, "confirmed"),
        (0, 4, "undecided"),
        (1, 1, "partly"),
        (3, 15, "refuted"),
        (4, 15, "refuted"),
    ],
)
def test_verdict_of_never_counts_cases(
    macros: duckdb.DuckDBPyConnection, happening: int, replications: int, verdict: str
) -> None:
    """All runs that did not show it were cases for it, and one that did was one against."""
    asked = "SELECT verdict_of_never(?, 4, ?)"
    assert macros.execute(asked, [happening, replications]).fetchall() == [(verdict,)]
