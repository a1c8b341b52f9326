"""Scale ``decide`` with the real ns: runs where a verdict hangs on them, up to the maximum."""

import pytest
from own_checkout import SHORTER, Checkout, make_checkout

from ns2studies.simulator.build import Simulator

CHANGES = SHORTER | {
    "{quick: 8, full: 15}": "{quick: 5, full: 6}",
    "flows: [1, 2, 4, 8]": "flows: [1]",
    "end_s: 100.0": "end_s: 6.0",
    "stop_s: 98.0": "stop_s: 5.0",
}
AT_MOST = 10
CLAIMS = {
    # Clear with ten runs, not with five.
    "01-more": """
        SELECT verdict_of_order(
            count(*) FILTER (low_end(n, ci_low, mean, is_exact) > 330e3),
            count(*) FILTER (high_end(n, ci_high, mean, is_exact) < 330e3), count(*)
        ) AS verdict, string_agg(mean, ', ' ORDER BY scenario) AS evidence
        FROM points WHERE scenario = 'losses/newreno/3' AND metric = 'unique_throughput'
    """,
    # Each run beside the next one, and that beside it: no number of them gives a difference.
    "02-alike": """
        WITH pairs AS (
            SELECT one.value - other.value AS apart
            FROM metrics AS one JOIN metrics AS other USING (scenario, metric, subject)
            WHERE scenario = 'losses/vegas/3' AND metric = 'unique_throughput'
                AND other.seed = IF(one.seed % 2 = 1, one.seed + 1, one.seed - 1)
        ), counted AS (
            SELECT count(*) AS n, avg(apart) AS mean, stddev_samp(apart) AS deviation FROM pairs
        ), found AS (
            SELECT n, low_end(
                n, mean_end(-1, n, mean, deviation, quantile, NULL, NULL), mean, false
            )
                AS low
            FROM counted JOIN student_t USING (n)
        )
        SELECT verdict_of_order(count(*) FILTER (low > 0), 0, count(*)) AS verdict,
            any_value(n) || ' pairs' AS evidence
        FROM found
    """,
    # One run without chance.
    "03-fixed": """
        SELECT 'undecided' AS verdict, string_agg(mean, ', ' ORDER BY subject) AS evidence
        FROM points WHERE scenario = 'variants/newreno/ftp/1/ip' AND metric = 'unique_throughput'
    """,
}


@pytest.fixture(scope="module")
def decided(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> tuple[Checkout, str]:
    """A study with three claims, decided with looks at five and ten runs; what the command said."""
    made = make_checkout(tmp_path_factory.mktemp("decide"), ns, CHANGES)
    made.edit("src/ns2studies/database/stopping.py", "(5, 10, 20, 40)", f"(5, {AT_MOST})")
    room = made.root / "reports" / "mpls"
    for path in [*(room / "claims").glob("*.sql"), *(room / "reasons").glob("*.sql")]:
        path.unlink()
    for name, sql in CLAIMS.items():
        header = f"-- page: 1\n-- statement: Claim {name}.\n"
        (room / "claims" / f"{name}.sql").write_text(header + sql, encoding="utf-8")
    return made, made.run("decide").stdout


def seeds(checkout: Checkout) -> dict[str, int]:
    return dict(checkout.rows("SELECT scenario, count(*) FROM runs GROUP BY scenario"))


def test_only_open_claims_get_more_runs(decided: tuple[Checkout, str]) -> None:
    checkout, said = decided
    taken = seeds(checkout)
    assert taken.pop("losses/newreno/3") == AT_MOST
    assert taken.pop("losses/vegas/3") == AT_MOST
    assert set(taken.values()) == {1}
    assert (
        f"mpls: 2 claims open, to be looked at last with {AT_MOST} runs: 01-more, 02-alike" in said
    )
    assert "mpls: 1 claim not tried (no number of runs is enough," in said
    assert "mpls: deciding its claims takes" in said
    assert "full scale is" in said


def test_adaptive_scale_ends_by_verdict_or_maximum(decided: tuple[Checkout, str]) -> None:
    checkout, said = decided
    rows = checkout.rows("SELECT claim, verdict, evidence, would_decide FROM claims ORDER BY claim")
    verdicts = {claim: verdict for claim, verdict, *_ in rows}
    assert verdicts == {"01-more": "confirmed", "02-alike": "undecided", "03-fixed": "undecided"}
    assert rows[1][2] == f"{AT_MOST} pairs"
    assert rows[1][3] == "more than 1,000 more runs of each scenario of the set losses"
    assert rows[2][3].startswith("no number of runs")
    assert f"mpls: 1 claim open with {AT_MOST} runs of each scenario, the maximum: 02-alike" in said


def test_interim_looks_are_written_to_files(decided: tuple[Checkout, str]) -> None:
    """As its file says, which is read instead of judging once more."""
    checkout, _ = decided
    looks = (checkout.results / "looks").glob("mpls-*.json")
    texts = [path.read_text(encoding="utf-8") for path in looks]
    assert len(texts) == 2, "with five runs, and with ten"
    assert sum('"01-more"' in text for text in texts) == 1


def test_results_record_adaptive_scale(decided: tuple[Checkout, str]) -> None:
    checkout, _ = decided
    assert checkout.rows("SELECT scale FROM studies") == [("decide",)]
    page = (checkout.results / "reports" / "mpls.html").read_text(encoding="utf-8")
    assert "./reproduce decide" in page
    assert "97.5 %" in page


def test_second_command_has_nothing_to_do(decided: tuple[Checkout, str]) -> None:
    checkout, _ = decided
    before = checkout.finished()
    made = [*checkout.results.glob("*.duckdb"), *checkout.results.glob("looks/*.json")]
    stamps = {path: path.stat().st_mtime_ns for path in made}
    checkout.run("decide")
    assert not checkout.new_runs(before)
    assert {path: path.stat().st_mtime_ns for path in made} == stamps


def test_quick_scale_finds_its_runs(decided: tuple[Checkout, str]) -> None:
    checkout, _ = decided
    said = checkout.run("plan", "quick").stdout
    (line,) = [line for line in said.splitlines() if "quick" in line]
    assert line.split("│")[5].strip() == "0"
