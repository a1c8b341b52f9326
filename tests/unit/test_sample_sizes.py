"""About how many more runs decide a claim, and which scenarios it needs, on made-up values."""

import math
from collections.abc import Mapping, Sequence

import duckdb
import numpy as np
import polars as pl
import polars.testing
import pytest
from scipy import stats

from ns2studies.database import SQL
from ns2studies.database.intervals import (
    add_interval_tables,
    binomial,
    narrower_binomial,
    narrower_student_t,
    student_t,
)
from ns2studies.evaluation.claims import SHARED, Claim, judge
from ns2studies.evaluation.sample_sizes import NO_NUMBER, STEPS, SampleSizes
from ns2studies.evaluation.what_if import Change

STUDY = "toy"
ABOVE = """
SELECT verdict_of_order(
    count(*) FILTER (low_end(n, ci_low, mean, is_exact) > {limit}),
    count(*) FILTER (high_end(n, ci_high, mean, is_exact) < {limit}), count(*)
) AS verdict, string_agg(mean, ', ' ORDER BY scenario) AS evidence
FROM points WHERE scenario_set = '{name}' AND variant IN ({variants})"""
REACHED = """
SELECT verdict_of_order(
    count(*) FILTER (ci_low > 0.5), count(*) FILTER (ci_high < 0.5), count(*)
) AS verdict, avg(mean) AS evidence FROM points WHERE metric = 'reached'"""
NEVER = """
SELECT
    verdict_of_never(count(*) FILTER (mean > 0), count(*), min(n)) AS verdict,
    min(n) AS evidence
FROM points WHERE metric = 'reached'"""
FIRST = """
SELECT verdict_of_order(0, 0, count(*)) AS verdict, sum(value) AS evidence
FROM metrics WHERE seed = 1 AND scenario = 'random/a'"""


def above(limit: float, variants: Sequence[str] = ("a",), name: str = "random") -> str:
    listed = ", ".join(f"'{variant}'" for variant in variants)
    return ABOVE.format(limit=limit, name=name, variants=listed)


def asked(
    values: Mapping[str, Sequence[float]], claims: Mapping[str, str], metric: str = "size"
) -> SampleSizes:
    """Claims, judged, on some values of each scenario ``set/variant``."""
    connection = duckdb.connect()
    key = [(name, *name.split("/")) for name in values]
    scenarios = [
        (STUDY, name, name, one, one != "exact", "{}", variant) for name, one, variant in key
    ]
    rows = [
        (STUDY, name, seed, metric, "all", float(value), "1")
        for name, some in values.items()
        for seed, value in enumerate(some, start=1)
    ]
    frames = {
        "scenarios": (
            scenarios,
            [
                "study",
                "scenario",
                "scenario_id",
                "scenario_set",
                "is_random",
                "parameters",
                "variant",
            ],
        ),
        "metrics": (rows, ["study", "scenario", "seed", "metric", "subject", "value", "unit"]),
        "runs": ([(seed,) for seed in range(1, 41)], ["seed"]),
        "metric_definitions": (
            [("size", "any"), ("reached", "0 or 1")],
            ["metric", "range"],
        ),
    }
    for name, (some, columns) in frames.items():
        frame = pl.DataFrame(some, schema=columns, orient="row")
        connection.register("frame", frame.to_arrow())
        connection.execute(f"CREATE TABLE {name} AS FROM frame")
    add_interval_tables(connection)
    for name in ("intervals", "limits", "estimates", "points"):
        connection.execute(SQL[name])
    for path in SHARED.glob("_*.sql"):
        connection.execute(path.read_text(encoding="utf-8"))
    listed = [Claim(STUDY, name, "1", name, sql) for name, sql in claims.items()]
    judged = {claim.name: judge(connection, claim) for claim in listed}
    return SampleSizes(connection, STUDY, listed, judged)


def spread(n: int, mean: float, deviation: float) -> list[float]:
    """Values with just this mean and deviation."""
    steps = np.linspace(-1, 1, n)
    return list(mean + deviation * steps / steps.std(ddof=1))


@pytest.mark.parametrize(("n", "mean"), [(5, 0.8), (5, 0.3), (10, 0.2), (15, 0.12)])
def test_number_is_that_of_students_interval(n: int, mean: float) -> None:
    """The least of the steps with which half the width is less than the distance to the limit."""
    found = asked({"random/a": spread(n, mean, 1.0)}, {"above": above(0)})
    assert found.judged["above"][0] == "undecided"

    def half(more: int) -> float:
        return float(stats.t.ppf(0.975, n + more - 1)) / math.sqrt(n + more)

    expected = next(step for step in STEPS if half(step) < mean)
    size = found.of(["above"])["above"]
    assert size.more_runs == expected
    runs = "run" if expected == 1 else "runs"
    assert size.in_words == f"about {expected} more {runs} of each scenario of the set random"


def test_distant_decision_needs_over_1000_runs() -> None:
    found = asked({"random/a": spread(5, 0.001, 1.0)}, {"above": above(0)}).of(["above"])["above"]
    assert found.more_runs is None
    assert found.in_words == "more than 1,000 more runs of each scenario of the set random"


def test_single_run_gives_no_sample_size() -> None:
    found = asked({"random/a": [1.0]}, {"above": above(0)}).of(["above"])["above"]
    assert (found.more_runs, found.sets) == (None, ("random",))
    assert found.in_words.startswith("4 more runs of each scenario of the set random give")


def test_single_runs_need_more_runs_for_intervals() -> None:
    """Not of what has been run often enough, nor of what chance has no part in."""
    values = {
        "random/a": spread(5, 1.0, 1.0),
        "single/a": [1.0],
        "other/a": [2.0],
        "exact/a": [1.0],
    }
    query = "SELECT 'undecided' AS verdict, sum(mean) AS evidence FROM points"
    of_exact = f"{query} WHERE scenario_set = 'exact'"
    found = asked(values, {"all": query, "exact": of_exact}).of(["all", "exact"])
    assert found["all"].sets == ("other", "random", "single")
    assert found["all"].in_words == (
        "4 more runs of each scenario of the sets other and single give intervals, which show how "
        "many would decide it"
    )
    assert (found["exact"].sets, found["exact"].in_words) == ((), NO_NUMBER)


def test_two_runs_need_three_more_for_interval() -> None:
    found = asked({"random/a": [1.0, 1.01]}, {"above": above(0)}).of(["above"])["above"]
    assert found.more_runs == 3


@pytest.mark.parametrize("runs", [2, 3, 4])
def test_never_claim_needs_five_runs_in_all(runs: int) -> None:
    found = asked({"random/a": [0.0] * runs}, {"never": NEVER}, "reached")
    assert found.judged["never"][0] == "undecided"
    assert found.of(["never"])["never"].more_runs == 5 - runs


def test_claim_needs_only_scenarios_it_reads() -> None:
    values = {
        f"{name}/{variant}": spread(5, 0.3, 1.0)
        for name in ("random", "other")
        for variant in ("a", "b", "c")
    }
    values["exact/a"] = [1.0]
    claims = {
        "one": above(0),
        "two": above(0, ("a", "c")),
        "other": above(0, ("b",), "other"),
        "exact": above(1, name="exact"),
    }
    found = asked(values, claims)
    assert found.needs(list(claims)) == {
        "one": ("random/a",),
        "two": ("random/a", "random/c"),
        "other": ("other/b",),
        "exact": (),
    }


def test_sets_are_named_unless_they_are_many() -> None:
    names = ["c", "a", "d", "b"]
    values = {f"{name}/x": spread(5, 0.3, 1.0) for name in names}
    below = "SELECT 'undecided' AS verdict, sum(mean) AS evidence FROM points WHERE scenario_set IN"
    asking = {str(n): f"{below} ({', '.join(map(repr, names[:n]))}, '-')" for n in (2, 3, 4)}
    found = asked(values, asking).of(list(asking))
    assert {name: it.sets for name, it in found.items()} == {
        "2": ("a", "c"),
        "3": ("a", "c", "d"),
        "4": ("a", "b", "c", "d"),
    }
    assert [it.in_words.partition(" of each scenario of ")[2] for it in found.values()] == [
        "the sets a and c",
        "the sets a, c and d",
        "4 sets",
    ]


def test_needed_scenarios_are_found_with_few_queries() -> None:
    many = [f"v{number:02}" for number in range(40)]
    values = {f"random/{variant}": spread(5, 0.3, 1.0) for variant in many}
    chosen = {"one": ["v17"], "two": ["v03", "v39"], "neighbours": ["v20", "v21"]}
    found = asked(values, {name: above(0, some) for name, some in chosen.items()})
    assert found.needs(list(chosen)) == {
        name: tuple(f"random/{variant}" for variant in some) for name, some in chosen.items()
    }
    questions = sum(len(told) for change, told in found._found.items() if change.without)
    assert questions < len(chosen) * len(many) / 2


def test_needed_half_of_sweep_takes_few_queries() -> None:
    """Of one half of the values, in groups of eight: all of them, and nothing of the other half."""
    many = [f"v{number:02}" for number in range(64)]
    values = {f"random/{variant}": spread(5, 0.3, 1.0) for variant in many}
    found = asked(values, {"half": above(0, many[32:])})
    assert found.needs(["half"]) == {"half": tuple(f"random/{variant}" for variant in many[32:])}
    questions = sum(len(told) for change, told in found._found.items() if change.without)
    assert questions < 32


def test_first_replication_claim_has_no_sample_size() -> None:
    found = asked({"random/a": spread(5, 1, 1)}, {"first": FIRST}).of(["first"])["first"]
    assert (found.more_runs, found.sets, found.in_words) == (None, (), NO_NUMBER)


def test_single_run_beside_many_needs_more_runs() -> None:
    """Runs of the same seed are compared: of five there the first one alone, as of one here. That
    was taken for a look at first replications, which no number of runs helps."""
    pairs = """
    SELECT 'undecided' AS verdict, sum(one.value - other.value) AS evidence
    FROM metrics AS one JOIN metrics AS other USING (seed)
    WHERE one.scenario = 'random/a' AND other.scenario = 'single/a'"""
    found = asked({"random/a": spread(5, 1, 1), "single/a": [1.0]}, {"apart": pairs})
    size = found.of(["apart"])["apart"]
    assert size.sets == ("random", "single")
    assert size.in_words == (
        "4 more runs of each scenario of the set single give intervals, which show how many would "
        "decide it"
    )


def test_single_run_in_evidence_needs_no_more_runs() -> None:
    """What the statement hangs on is decided by more runs of its own."""
    beside = above(0).replace(
        "string_agg(", "(SELECT sum(mean) FROM points WHERE scenario_set = 'single') || string_agg("
    )
    found = asked({"random/a": spread(5, 0.3, 1.0), "single/a": [1.0]}, {"beside": beside})
    size = found.of(["beside"])["beside"]
    assert (size.more_runs, size.sets) == (50, ("random",))
    assert size.in_words == "about 50 more runs of each scenario of the set random"
    assert found.interim_look(40).open == {"beside": ("random/a",)}


def test_counted_shares_get_narrower_as_well() -> None:
    found = asked({"random/a": [1, 1, 1, 1, 0]}, {"half": REACHED}, "reached")
    more = found.of(["half"])["half"].more_runs
    assert more is not None
    n = 5 + more
    low = stats.beta.ppf(0.025, 0.8 * n, 0.2 * n + 1)
    assert low > 0.5
    before = 5 + STEPS[STEPS.index(more) - 1]
    assert stats.beta.ppf(0.025, 0.8 * before, 0.2 * before + 1) <= 0.5


def test_interim_look_finds_open_cases() -> None:
    """One case is clear and the other is not: with narrow intervals the statement holds in both."""
    values = {"random/a": spread(5, 5, 1), "random/b": spread(5, 0.5, 1)}
    found = asked(values, {"both": above(0, ("a", "b")), "never": above(9, ("a", "b"))})
    assert found.judged["both"][0] == "partly"
    look = found.interim_look(40)
    assert look.open == {"both": ("random/a", "random/b")}
    assert (look.more_runs, look.closed) == ({"both": None}, {})


def test_sample_sizes_leave_tables_unchanged() -> None:
    found = asked({"random/a": spread(5, 0.3, 1.0)}, {"above": above(0)})
    asking = ["FROM student_t", "FROM binomial", "FROM estimates", "SELECT fewest_runs()"]
    before = [found.connection.execute(sql).fetchall() for sql in asking]
    found.of(["above"])
    assert [found.connection.execute(sql).fetchall() for sql in asking] == before
    assert judge(found.connection, found.claims[0]) == found.judged["above"]


def test_no_more_runs_leave_intervals_as_they_are() -> None:
    same = {n: n for n in range(2, 21)}
    pl.testing.assert_frame_equal(narrower_student_t(same), student_t(same))
    fewest = narrower_binomial(same)
    pl.testing.assert_frame_equal(fewest, binomial(same), abs_tol=1e-9)


def test_change_gives_number_of_runs_then() -> None:
    assert [Change(more=3).runs_then(n) for n in (1, 7)] == [4, 10]
    assert [Change(at_least=5).runs_then(n) for n in (1, 7)] == [5, 7]
