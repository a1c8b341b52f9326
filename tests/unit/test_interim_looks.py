"""The rule that decides claims: its error over all looks, on many made-up studies at once."""

import math

import duckdb
import numpy as np
import polars as pl
import pytest

from ns2studies.database import SQL
from ns2studies.database.intervals import binomial
from ns2studies.database.stopping import (
    AT_MOST,
    CONFIDENCE,
    CONFIDENCE_OF_A_LOOK,
    LOOKS,
    first_look_with,
    next_look,
    next_replications,
    quantile,
)

STUDIES = 20_000
SIDE = (1 - CONFIDENCE) / 2
"""With what probability a verdict for a given side may be wrong at most, over all looks."""


def too_many(share: float, studies: int = STUDIES) -> float:
    """A part of so many studies that an event of that probability exceeds once in 10,000."""
    return share + 3.72 * math.sqrt(share * (1 - share) / studies)


@pytest.fixture(scope="module")
def macros() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute(SQL["intervals"])
    return connection


def ends(
    macros: duckdb.DuckDBPyConnection, values: np.ndarray, confidence: float, least: float | None
) -> tuple[np.ndarray, np.ndarray]:
    """The interval of each row of values, by the SQL that the results use."""
    n = values.shape[1]
    samples = {"mean": values.mean(axis=1), "deviation": values.std(axis=1, ddof=1)}
    macros.register("samples", pl.DataFrame(samples).to_arrow())
    found = macros.execute(
        f"SELECT mean_end(-1, {n}, mean, deviation, $q, $least, NULL) AS low, "
        f"mean_end(1, {n}, mean, deviation, $q, $least, NULL) AS high FROM samples",
        {"q": quantile(n, confidence), "least": least},
    ).fetchnumpy()
    macros.unregister("samples")
    return found["low"], found["high"]


def verdicts(
    macros: duckdb.DuckDBPyConnection,
    values: np.ndarray,
    limit: float,
    confidence: float = CONFIDENCE_OF_A_LOOK,
    least: float | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Each study is looked at until its interval lies beside the limit, or at the maximum.

    Returns:
        On which side it lies (0: undecided), and after how many replications that was.
    """
    side, taken = np.zeros(len(values)), np.full(len(values), AT_MOST)
    for look in LOOKS:
        low, high = ends(macros, values[:, :look], confidence, least)
        now = np.where(low > limit, 1, np.where(high < limit, -1, 0))
        new = (side == 0) & (now != 0)
        side[new], taken[new] = now[new], look
    return side, taken


def normal(mean: float, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(mean, 1, (STUDIES, AT_MOST))


def test_without_difference_few_are_decided(macros: duckdb.DuckDBPyConnection) -> None:
    side, taken = verdicts(macros, normal(0, 1), 0)
    assert (side != 0).mean() <= too_many(2 * SIDE)
    assert (side > 0).mean() <= too_many(SIDE)
    assert (side < 0).mean() <= too_many(SIDE)
    assert set(taken[side == 0]) == {AT_MOST}


def test_plain_intervals_err_too_often_over_looks(
    macros: duckdb.DuckDBPyConnection,
) -> None:
    """What the rule is for: stopping at the first clear one of four intervals of 95 %."""
    side, _ = verdicts(macros, normal(0, 1), 0, CONFIDENCE)
    assert (side != 0).mean() > 2 * 2 * SIDE


@pytest.mark.parametrize("distance", [0.05, 0.2, 0.5])
def test_wrong_side_is_rare_near_boundary(
    macros: duckdb.DuckDBPyConnection, distance: float
) -> None:
    side, _ = verdicts(macros, normal(distance, 2), 0)
    assert (side < 0).mean() <= too_many(SIDE)


def test_clear_effects_are_decided_soon(macros: duckdb.DuckDBPyConnection) -> None:
    side, taken = verdicts(macros, normal(1.0, 3), 0)
    assert (side > 0).mean() >= 0.99
    assert taken.mean() < AT_MOST / 2


def test_final_interval_keeps_its_coverage(macros: duckdb.DuckDBPyConnection) -> None:
    """Whatever ended them: that the interval is shown is part of the result."""
    values = normal(0.3, 4)
    _, taken = verdicts(macros, values, 0)
    for look in LOOKS:
        low, high = ends(macros, values[:, :look], CONFIDENCE_OF_A_LOOK, None)
        missed = (taken == look) & ((low > 0.3) | (high < 0.3))
        assert missed.mean() <= too_many(1 - CONFIDENCE_OF_A_LOOK)


def test_paired_differences_keep_error_rate(
    macros: duckdb.DuckDBPyConnection,
) -> None:
    generator = np.random.default_rng(5)
    shared = generator.normal(0, 3, (STUDIES, AT_MOST))
    one = shared + generator.normal(0, 0.3, (STUDIES, AT_MOST))
    other = shared + generator.normal(0, 0.3, (STUDIES, AT_MOST))
    side, _ = verdicts(macros, one - other, 0)
    assert (side != 0).mean() <= too_many(2 * SIDE)


def test_bounded_quantities_keep_error_rate(
    macros: duckdb.DuckDBPyConnection,
) -> None:
    """A time with a deviation of half its mean, as skewed as such times are: two points more."""
    values = np.exp(np.random.default_rng(6).normal(-0.125, 0.5, (STUDIES, AT_MOST)))
    side, _ = verdicts(macros, values, 1.0, least=0)
    assert (side != 0).mean() <= too_many(2 * SIDE + 0.02)


def test_binomial_intervals_keep_error_rate() -> None:
    counts = np.random.default_rng(7).binomial(1, 0.5, (STUDIES, AT_MOST))
    table = {(n, k): (low, high) for n, k, low, high in _binomial().iter_rows()}
    wrong = np.zeros(STUDIES, dtype=bool)
    for look in LOOKS:
        successes = counts[:, :look].sum(axis=1)
        beside = [not table[look, k][0] <= 0.5 <= table[look, k][1] for k in range(look + 1)]
        wrong |= np.array(beside)[successes]
    assert wrong.mean() <= too_many(2 * SIDE)


def _binomial() -> pl.DataFrame:
    return binomial(LOOKS, CONFIDENCE_OF_A_LOOK)


def test_four_looks_share_five_percent() -> None:
    assert len(LOOKS) * (1 - CONFIDENCE_OF_A_LOOK) == pytest.approx(1 - CONFIDENCE)


def test_next_look_doubles_up_to_maximum() -> None:
    assert [next_look(n) for n in (1, 5, 8, 10, 39, 40, 50)] == [5, 10, 10, 20, 40, None, None]
    assert [first_look_with(n) for n in (1, 5, 5.5, 41)] == [5, 5, 10, 40]


def test_number_of_looks_is_bounded() -> None:
    for first in range(1, 60):
        looks = [first] if first >= LOOKS[0] else []
        while following := next_look(looks[-1] if looks else first):
            looks.append(following)
        assert len(looks) <= len(LOOKS)


def test_scenarios_with_fewest_runs_come_first() -> None:
    seeds = {"a": 1, "b": 5, "c": 20, "d": 40}
    assert next_replications(seeds, [["a", "b"]]) == {"a": 5}
    assert next_replications(seeds, [["b", "c"]]) == {"b": 10}
    assert next_replications(seeds, [["b", "d"], ["c"]]) == {"b": 10, "c": 40}
    assert next_replications(seeds, [["d"], []]) == {}
    assert next_replications({"a": 8, "b": 5}, [["a", "b"]]) == {"a": 10, "b": 10}
