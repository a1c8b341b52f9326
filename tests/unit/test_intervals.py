"""Intervals: how often they hold the true mean, and that they stay within what a value can be."""

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

import duckdb
import numpy as np
import polars as pl
import pytest
from numpy.random import Generator
from scipy.stats import beta, kurtosis
from scipy.stats import f as fisher
from scipy.stats import t as student

from ns2studies.database import SQL
from ns2studies.database.building import add_table, run_sql
from ns2studies.database.intervals import (
    FEWEST,
    add_deviations,
    add_interval_tables,
    binomial,
    ranges,
)

EXPERIMENTS = 4000


class Ends(NamedTuple):
    """A mean with the ends of its intervals."""

    low: float
    mean: float
    high: float
    prediction: float


Draw = Callable[[Generator, tuple[int, int]], np.ndarray]

QUANTITIES: dict[str, tuple[Draw, float, float | None, float | None, float]] = {
    "difference": (lambda g, s: g.normal(0, 1, s), 0, None, None, 0.94),
    "rate": (lambda g, s: g.normal(1, 0.2, s), 1, 0, None, 0.94),
    "time": (lambda g, s: g.exponential(1, s), 1, 0, None, 0.92),
    "variance": (lambda g, s: g.chisquare(4, s) / 4, 1, 0, None, 0.93),
    "skewed time": (lambda g, s: np.exp(g.normal(-0.125, 0.5, s)), 1, 0, None, 0.92),
    "count": (lambda g, s: g.negative_binomial(1, 1 / 11, s) * 1.0, 10, 0, None, 0.92),
    "Jain's index": (lambda g, s: g.beta(9, 1, s), 0.9, 0, 1, 0.93),
    "share": (lambda g, s: 100 * g.beta(1, 19, s), 5, 0, 100, 0.92),
    "even share": (lambda g, s: 100 * g.beta(2, 2, s), 50, 0, 100, 0.94),
    "correlation": (lambda g, s: 2 * g.beta(1, 9, s) - 1, -0.8, -1, 1, 0.93),
}
"""How values are drawn, their mean, least and largest one, and how often an interval must hold."""


@pytest.fixture(scope="module")
def macros() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute(SQL["intervals"])
    return connection


def ends(
    connection: duckdb.DuckDBPyConnection,
    values: np.ndarray,
    least: float | None,
    most: float | None,
    macro: str = "mean_end",
) -> tuple[np.ndarray, np.ndarray]:
    """Both ends of the interval of each row of values, by the SQL that the results use."""
    n = values.shape[1]
    frame = pl.DataFrame({"mean": values.mean(axis=1), "deviation": values.std(axis=1, ddof=1)})
    connection.register("samples", frame.to_arrow())
    quantile = float(student.ppf(0.975, n - 1))
    found = connection.execute(
        f"SELECT {macro}(-1, {n}, mean, deviation, $quantile, $least, $most) AS low, "
        f"{macro}(1, {n}, mean, deviation, $quantile, $least, $most) AS high FROM samples",
        {"quantile": quantile, "least": least, "most": most},
    ).fetchnumpy()
    connection.unregister("samples")
    return found["low"], found["high"]


@pytest.mark.parametrize("n", [5, 15])
@pytest.mark.parametrize("quantity", QUANTITIES)
def test_interval_covers_mean_as_stated(
    macros: duckdb.DuckDBPyConnection, quantity: str, n: int
) -> None:
    draw, mean, least, most, wanted = QUANTITIES[quantity]
    values = draw(np.random.default_rng(n), (EXPERIMENTS, n))
    low, high = ends(macros, values, least, most)
    assert ((low <= mean) & (mean <= high)).mean() >= wanted


@pytest.mark.parametrize("n", [5, 15])
@pytest.mark.parametrize(
    ("quantity", "wanted"),
    [
        ("difference", 0.94),
        ("rate", 0.93),
        ("skewed time", 0.93),
        ("variance", 0.9),
        ("time", 0.86),
    ],
)
def test_skewed_values_lower_prediction_coverage(
    macros: duckdb.DuckDBPyConnection, quantity: str, wanted: float, n: int
) -> None:
    draw, _, least, most, _ = QUANTITIES[quantity]
    generator = np.random.default_rng(n)
    values, further = draw(generator, (EXPERIMENTS, n)), draw(generator, (EXPERIMENTS, 1))[:, 0]
    low, high = ends(macros, values, least, most, "single_end")
    assert wanted <= ((low <= further) & (further <= high)).mean() <= 0.96


@pytest.mark.parametrize("n", [5, 15])
def test_deviation_intervals_have_their_coverage(n: int) -> None:
    generator = np.random.default_rng(n)
    ours = generator.normal(0, 1, (EXPERIMENTS, n)).std(axis=1, ddof=1)
    printed = generator.normal(0, 1, (EXPERIMENTS, 15)).std(axis=1, ddof=1)
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE metrics AS SELECT 'toy' AS study, 'a' AS scenario, 'm' AS metric, "
        f"'all' AS subject FROM range({n})"
    )
    add_deviations(connection, [15])
    (row,) = connection.sql("FROM deviations").pl().rows(named=True)
    own = (ours * row["low"] <= 1) & (ours * row["high"] >= 1)
    expected = (ours * row["expected_low"] <= printed) & (printed <= ours * row["expected_high"])
    assert own.mean() == pytest.approx(0.95, abs=0.015)
    assert expected.mean() == pytest.approx(0.95, abs=0.015)


def near_a_limit(generator: Generator, size: tuple[int, int]) -> np.ndarray:
    """Rates that mostly are what a source sends, and now and then less."""
    short = generator.random(size) < 0.3
    return 75 - np.where(short, generator.exponential(3, size), 0.02 * generator.random(size))


@pytest.mark.parametrize("n", [5, 15])
@pytest.mark.parametrize(
    ("quantity", "wanted"),
    [("normal", 0.95), ("lognormal", 0.86), ("exponential", 0.83), ("near a limit", 0.6)],
)
def test_long_tails_widen_deviation_intervals(
    macros: duckdb.DuckDBPyConnection, quantity: str, wanted: float, n: int
) -> None:
    """Fisher's F alone held less than half of the printed ones near a limit, 79 % of lognormal."""
    draw: dict[str, Draw] = {
        "normal": lambda generator, size: generator.normal(0, 1, size),
        "lognormal": lambda generator, size: generator.lognormal(0, 0.5, size),
        "exponential": lambda generator, size: generator.exponential(1, size),
        "near a limit": near_a_limit,
    }
    generator = np.random.default_rng(n)
    values = draw[quantity](generator, (EXPERIMENTS, n))
    printed = draw[quantity](generator, (EXPERIMENTS, 15)).std(axis=1, ddof=1)
    low, high = np.sqrt(fisher.ppf([0.025, 0.975], 14, n - 1))
    frame = pl.DataFrame(
        {
            "deviation": values.std(axis=1, ddof=1),
            "tails": kurtosis(values, axis=1, bias=False),
            "printed": printed,
        }
    )
    macros.register("experiments", frame.to_arrow())
    ((held,),) = macros.execute(
        "SELECT avg(CAST(printed BETWEEN deviation_end(deviation, ?, tails) "
        "AND deviation_end(deviation, ?, tails) AS INTEGER)) FROM experiments",
        [low, high],
    ).fetchall()
    macros.unregister("experiments")
    assert held >= wanted


def pairs(
    size: tuple[int, int], sigma: float, together: float, ratio: float
) -> tuple[np.ndarray, np.ndarray]:
    """Lognormal values in pairs whose logarithms are correlated, with a ratio of their means."""
    generator = np.random.default_rng(size[1])
    one, other = generator.normal(0, 1, (2, *size))
    return (
        ratio * np.exp(sigma * one),
        np.exp(sigma * (together * one + np.sqrt(1 - together**2) * other)),
    )


def ratio_ends(
    connection: duckdb.DuckDBPyConnection, ones: np.ndarray, others: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Logarithm of the ratio of two means and both ends of the ratio's interval, row by row."""
    frame = pl.DataFrame({"ones": ones.tolist(), "others": others.tolist()})
    connection.register("samples", frame.to_arrow())
    quantile = float(student.ppf(0.975, ones.shape[1] - 1))
    found = connection.execute(
        "SELECT list_avg(it) AS middle, ratio_end(-1, it, $quantile) AS low, "
        "ratio_end(1, it, $quantile) AS high "
        "FROM (SELECT log_ratios(ones, others) AS it FROM samples)",
        {"quantile": quantile},
    ).fetchnumpy()
    connection.unregister("samples")
    return found["middle"], found["low"], found["high"]


@pytest.mark.parametrize("n", [5, 15])
@pytest.mark.parametrize("together", [0.0, 0.8])
@pytest.mark.parametrize(
    ("sigma", "ratio", "wanted"), [(0.2, 1.3, 0.94), (0.5, 1, 0.92), (0.5, 1.3, 0.92)]
)
def test_interval_holds_ratio_of_two_means(
    macros: duckdb.DuckDBPyConnection,
    n: int,
    together: float,
    sigma: float,
    ratio: float,
    wanted: float,
) -> None:
    _, low, high = ratio_ends(macros, *pairs((EXPERIMENTS, n), sigma, together, ratio))
    assert ((low <= ratio) & (ratio <= high)).mean() >= wanted


@pytest.mark.parametrize(("together", "bias"), [(0.0, 0.25), (0.8, 0.04)])
def test_ratio_of_means_is_unbiased_under_noise(
    macros: duckdb.DuckDBPyConnection, together: float, bias: float
) -> None:
    """A mean of ratios finds one."""
    ones, others = pairs((EXPERIMENTS, 5), 0.5, together, 1)
    middle, _, _ = ratio_ends(macros, ones, others)
    assert abs(middle.mean()) < 0.02
    assert (ones / others).mean() - 1 > bias


def test_ratio_is_that_of_means(macros: duckdb.DuckDBPyConnection) -> None:
    """Single values may be zero; means may not, and without scatter there is no interval."""
    ones, others = (
        np.array([[0.0, 2, 4, 6, 8], [3.0] * 5]),
        np.array([[2.0, 0, 2, 2, 4], [2.0] * 5]),
    )
    middle, low, high = ratio_ends(macros, ones, others)
    assert np.exp(middle) == pytest.approx([2, 1.5])
    assert low[0] < 2 < high[0]
    assert low[1] == high[1] == pytest.approx(1.5)
    for one, other in ((np.zeros((1, 5)), others[:1]), (others[:1], np.zeros((1, 5)))):
        assert all(np.ma.getmaskarray(end).all() for end in ratio_ends(macros, one, other))
    middle, *few = ratio_ends(macros, ones[:, :4], others[:, :4])
    assert np.exp(middle) == pytest.approx([2, 1.5])
    assert all(np.ma.getmaskarray(end).all() for end in few)


@pytest.mark.parametrize("macro", ["mean_end", "single_end"])
@pytest.mark.parametrize("quantity", QUANTITIES)
def test_intervals_stay_within_range_of_values(
    macros: duckdb.DuckDBPyConnection, quantity: str, macro: str
) -> None:
    draw, _, least, most, _ = QUANTITIES[quantity]
    values = draw(np.random.default_rng(1), (EXPERIMENTS, 5))
    low, high = ends(macros, values, least, most, macro)
    assert (low <= high).all()
    assert least is None or (low >= least).all()
    assert most is None or (high <= most).all()


@pytest.mark.parametrize(("least", "most"), [(None, None), (0, None), (0, 1)])
@pytest.mark.parametrize("value", [0.0, 0.3, 1.0])
def test_without_scatter_interval_is_mean(
    macros: duckdb.DuckDBPyConnection, value: float, least: float | None, most: float | None
) -> None:
    low, high = ends(macros, np.full((1, 5), value), least, most)
    assert low[0] == high[0] == pytest.approx(value)


def test_rounding_is_no_scatter(macros: duckdb.DuckDBPyConnection) -> None:
    """Equal shares whose last bits differ, the largest of them above what a share can be."""
    values = np.array([[100.0, 100.00000000000001, 100.0, 100.00000000000001, 100.0]])
    low, high = ends(macros, values, 0, 100)
    assert low[0] == high[0] == pytest.approx(100)


def test_fewer_than_five_runs_have_no_interval(macros: duckdb.DuckDBPyConnection) -> None:
    low, high = ends(macros, np.array([[1.0, 2.0, 3.0, 4.0]]), 0, None)
    assert np.ma.getmaskarray(low).all()
    assert np.ma.getmaskarray(high).all()
    assert macros.execute("SELECT fewest_runs()").fetchall() == [(FEWEST,)]
    assert binomial(range(1, FEWEST)).is_empty()


@pytest.mark.parametrize("n", [5, 15, 25, 26, 2000])
def test_shares_of_runs_are_counted_exactly(n: int) -> None:
    """Of thousands, too, where a binomial coefficient is beyond what a double can hold."""
    for size, successes, low, high in binomial([n]).iter_rows():
        assert size == n
        exact = beta.ppf(
            [0.025, 0.975], [successes, successes + 1], [n - successes + 1, n - successes]
        )
        assert low == pytest.approx(0 if successes == 0 else exact[0], abs=1e-9)
        assert high == pytest.approx(1 if successes == n else exact[1], abs=1e-9)


def test_share_intervals_exist_for_used_sizes_only() -> None:
    """All of them up to 3,000 would be 4.5 million rows, for each study and each world."""
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE runs AS SELECT unnest(range(1, 3001)) AS seed")
        connection.execute(
            "CREATE TABLE metrics AS SELECT 'toy' AS study, scenario, 'reached' AS metric, "
            "'' AS subject FROM (VALUES ('a', 3000), ('b', 700)) AS t (scenario, n), range(n)"
        )
        add_interval_tables(connection)
        sizes = connection.execute("SELECT DISTINCT n FROM binomial ORDER BY n").fetchall()
        ((most,),) = connection.execute("SELECT max(n) FROM student_t").fetchall()
    assert [n for (n,) in sizes] == [*range(FEWEST, 61), 700, 3000]
    assert most == 3000


OFFERED = 800_000.0

DELIVERED = [799_000.0, 560_000.0, 798_000.0, 420_000.0, 799_500.0]
"""Goodput of five runs whose source offers :data:`OFFERED`; Student's interval ends beyond it."""


def goodput(subject: str, traffic: Mapping[str, object], flow: Mapping[str, object]) -> Ends:
    """The ends that the results give :data:`DELIVERED` of the second flow of a scenario."""
    return measured(subject, {"traffic": traffic, "flows": [{"cbr_rate_bps": 1.0}, flow]})


def measured(
    subject: str, scenario: Mapping[str, object], metric: str = "tcp_goodput", unit: str = "bit/s"
) -> Ends:
    """The ends that the results give :data:`DELIVERED` as values of a metric in a scenario."""
    rows = [("toy", "a", seed, metric, subject, it) for seed, it in enumerate(DELIVERED, 1)]
    parameters = json.dumps(scenario)
    tables = {
        "metrics": pl.DataFrame(
            rows, ["study", "scenario", "seed", "metric", "subject", "value"], orient="row"
        ).with_columns(unit=pl.lit(unit)),
        "runs": pl.DataFrame({"seed": range(1, len(DELIVERED) + 1)}),
        "scenarios": pl.DataFrame(
            {"study": "toy", "scenario": "a", "is_random": True, "parameters": parameters}
        ),
        "metric_definitions": pl.DataFrame({"metric": metric, "range": "from 0"}),
    }
    with duckdb.connect() as connection:
        for name, table in tables.items():
            add_table(connection, name, table)
        add_interval_tables(connection)
        for name in ("intervals", "limits", "estimates"):
            run_sql(connection, name)
        assert connection.execute(SQL["outside"]).fetchall() == []
        columns = "ci_low, mean, ci_high, prediction_high"
        (row,) = connection.execute(f"SELECT {columns} FROM estimates").fetchall()
    return Ends(*row)


@pytest.mark.parametrize("part", ["before", "whole"])
@pytest.mark.parametrize("own", [True, False])
def test_goodput_interval_ends_at_offered_rate(part: str, own: bool) -> None:
    rate = {"cbr_rate_bps": OFFERED}
    traffic = {"application": "cbr", **({} if own else rate)}
    found = goodput(f"flow2 {part}", traffic, rate if own else {})
    assert 0 < found.low < found.mean < found.high < found.prediction <= OFFERED


@pytest.mark.parametrize(
    ("part", "application"), [("whole", "ftp"), ("failure", "cbr"), ("restoration", "cbr")]
)
def test_goodput_interval_without_limit_is_open(part: str, application: str) -> None:
    found = goodput(f"flow2 {part}", {"application": application, "cbr_rate_bps": OFFERED}, {})
    assert found.mean < OFFERED < found.high


def network(*links: tuple[int, int, float | None]) -> dict[str, object]:
    """A scenario with a flow from node 0 to 2, and a rate for links that have none."""
    ends = [
        {"from": one, "to": other, **({"bandwidth_bps": rate} if rate else {})}
        for one, other, rate in links
    ]
    flows = [{"source": 0, "destination": 2}]
    return {"flows": flows, "topology": {"links": ends}, "network": {"bandwidth_bps": OFFERED}}


@pytest.mark.parametrize(
    "links",
    [
        # A tree with the bottleneck in its middle, as of two links with the rate of all.
        [(0, 1, 1e8), (1, 3, OFFERED), (3, 2, 1e8), (3, 4, 1.0)],
        [(1, 0, None), (2, 1, None)],
        # By two ways: those of the source, and those of the destination.
        [(0, 1, OFFERED / 2), (0, 3, OFFERED / 2), (1, 2, 1e8), (3, 2, 1e8)],
        [(0, 1, 1e8), (0, 3, 1e8), (2, 1, OFFERED / 2), (3, 2, OFFERED / 2)],
    ],
)
@pytest.mark.parametrize("metric", ["in_order_throughput", "tcp_peak_rate"])
def test_flow_delivers_no_more_than_links_carry(
    links: list[tuple[int, int, float | None]], metric: str
) -> None:
    found = measured("flow1", network(*links), metric)
    assert found.mean < found.high < found.prediction <= OFFERED


def test_links_off_only_path_are_no_limit() -> None:
    links = [(0, 1, 1e8), (0, 3, 1e8), (1, 4, 1.0), (3, 4, 1e8), (4, 2, 1e8)]
    found = measured("flow1", network(*links))
    assert OFFERED < found.high < found.prediction < 1e8


def test_time_interval_ends_at_run_length() -> None:
    found = measured("flow1", {"end_s": OFFERED}, "convergence_time", "s")
    assert found.mean < found.high < found.prediction <= OFFERED
    assert measured("flow1", {}, "convergence_time", "s").high > OFFERED


def test_interval_beyond_limit_is_found() -> None:
    """What the check of a database asks, of an interval that knew no limit."""
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE TABLE metric_definitions AS SELECT 'm' AS metric, 'from 0' AS range"
        )
        connection.execute(
            "CREATE TABLE metrics AS SELECT 'toy' AS study, 'a' AS scenario, 'm' AS metric, "
            "'all' AS subject, 's' AS unit, 90.0 AS value, 1 AS seed"
        )
        connection.execute(
            "CREATE TABLE scenarios AS SELECT 'toy' AS study, 'a' AS scenario, "
            "'{\"end_s\": 100}'::JSON AS parameters"
        )
        connection.execute("CREATE TABLE runs AS SELECT 1 AS seed")
        add_interval_tables(connection)
        for name in ("intervals", "limits"):
            run_sql(connection, name)
        for high, found in ((99.0, 0), (101.0, 1)):
            connection.execute(
                "CREATE OR REPLACE TABLE estimates AS SELECT 'toy' AS study, 'a' AS scenario, "
                "'m' AS metric, 'all' AS subject, 5 AS n, 90.0 AS mean, 80.0 AS ci_low, "
                f"{high} AS ci_high, 80.0 AS prediction_low, {high} AS prediction_high"
            )
            assert len(connection.execute(SQL["outside"]).fetchall()) == found


def test_every_range_has_its_ends() -> None:
    assert {name: (least, most) for name, least, most in ranges().iter_rows()} == {
        "any": (None, None),
        "from 0": (0, None),
        "0 to 1": (0, 1),
        "0 to 100": (0, 100),
        "-1 to 1": (-1, 1),
        "0 or 1": (0, 1),
    }
