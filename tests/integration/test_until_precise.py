"""Replication until precise with the real ns: rounds, a fixed point, and an end by the maximum."""

import os
import signal
from pathlib import Path

import pytest
from checkout_processes import held_job, hold, hold_no_more, simulations, start, wait_for
from own_checkout import SHORTER, Checkout, make_checkout
from scipy import stats

from ns2studies.basics.digests import digest_file
from ns2studies.simulator.build import Simulator

AT_LEAST, AT_MOST, TARGET = 3, 12, 0.09
UNTIL = (
    f"{{at_least: {AT_LEAST}, at_most: {AT_MOST}, "
    f"until: {{relative_half_width: {TARGET}, metrics: {{unique_throughput: [flow1]}}}}}}"
)
CHANGES = SHORTER | {
    "{quick: 8, full: 15}": f"{{quick: {UNTIL}, full: 3}}",
    "flows: [1, 2, 4, 8]": "flows: [1]",
}
FIXED = 2 + 2
FIRST_ROUND = FIXED + 2 * 2 * AT_LEAST
"""Two scenarios have the rule, which takes two checkpoints at least."""


@pytest.fixture(scope="module")
def checkout(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Killed in its second round, and called again."""
    made = make_checkout(tmp_path_factory.mktemp("until precise"), ns, CHANGES)
    hold(made, finished=FIRST_ROUND + 1)
    process = start(made)
    held_job(made)
    assert not (made.results / "results.duckdb").exists(), "nothing is shown before the end"
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    wait_for(lambda: not simulations(made))
    hold_no_more(made)
    kept = made.finished()
    made.run()
    assert made.new_runs(kept)
    return made


def values(checkout: Checkout, scenario: str) -> list[float]:
    rows = checkout.rows(
        "SELECT value FROM metrics WHERE scenario = ? AND metric = 'unique_throughput' "
        "ORDER BY seed",
        [scenario],
    )
    return [row[0] for row in rows]


def width(found: list[float]) -> float:
    low, high = stats.t.interval(0.95, len(found) - 1, loc=0, scale=stats.sem(found))
    return float((high - low) / 2 / (sum(found) / len(found)))


def test_scenario_takes_rounds_until_it_is_precise(checkout: Checkout) -> None:
    found = values(checkout, "losses/newreno/3")
    looks = {n: width(found[:n]) <= TARGET for n in range(AT_LEAST, len(found) + 1, AT_LEAST)}
    assert 2 * AT_LEAST < len(found) < AT_MOST, "more than one round"
    assert looks[len(found)]
    assert looks[len(found) - AT_LEAST]
    ends = [n for n in looks if looks[n] and looks.get(n - AT_LEAST)]
    assert ends == [len(found)]


def test_maximum_ends_scenario(checkout: Checkout) -> None:
    found = values(checkout, "losses/vegas/3")
    assert len(found) == AT_MOST
    assert width(found) > TARGET


def test_precision_table_says_what_ended_each_value(checkout: Checkout) -> None:
    rows = checkout.rows(
        "SELECT p.scenario, p.n, p.relative_half_width, p.half_width, e.mean, "
        "e.n, reached, stopped_by FROM precision p JOIN estimates e "
        "USING (study, scenario, metric, subject) ORDER BY ALL"
    )
    assert [row[0] for row in rows] == ["losses/newreno/3", "losses/vegas/3"]
    for scenario, n, relative, half_width, mean, estimated_n, *_ in rows:
        assert relative == pytest.approx(width(values(checkout, scenario)))
        assert half_width == pytest.approx(relative * mean)
        assert n == estimated_n == len(values(checkout, scenario))
    assert [row[-2:] for row in rows] == [(True, "target"), (False, "maximum")]


def test_page_shows_replications(checkout: Checkout) -> None:
    page = (checkout.results / "reports" / "mpls.html").read_text(encoding="utf-8")
    n = len(values(checkout, "losses/newreno/3"))
    assert f"That took {n} to {AT_MOST} ({(n + AT_MOST) / 2:.1f} in the mean) replications" in page
    assert "Of these scenarios 1 ended at the maximum" in page


def test_second_command_has_nothing_to_do(checkout: Checkout) -> None:
    before = checkout.finished()
    made = [*checkout.results.glob("*.duckdb"), *checkout.results.glob("reports/*.html")]
    stamps = {path: path.stat().st_mtime_ns for path in made}
    output = checkout.run().stdout
    assert "more runs may follow" not in output
    assert "1 of 2 scenarios are as precise as requested" in output
    assert not checkout.new_runs(before)
    assert {path: path.stat().st_mtime_ns for path in made} == stamps


def test_plan_says_how_many_runs_may_follow(checkout: Checkout) -> None:
    path = checkout.root / "config" / "mpls.yaml"
    text = path.read_text(encoding="utf-8")
    index = checkout.results / "plan" / "mpls-quick.json"
    before = index.read_bytes()
    n = len(values(checkout, "losses/newreno/3"))
    try:
        path.write_text(text.replace(f"at_most: {AT_MOST}", "at_most: 30"), encoding="utf-8")
        output = checkout.run("plan", "--runs").stdout
        # Not narrow after twelve: the end can't come before eighteen.
        assert "mpls: 6 runs: never run" in output
        assert "losses/vegas/3 seed 18\n" in output
        assert "1 of 6 scenarios are run until they are precise; more runs may follow" in output
        assert "at most 12 (" in output
        path.write_text(text.replace(str(TARGET), "0.0001"), encoding="utf-8")
        assert f"mpls: {AT_MOST - n} runs: never run" in checkout.run("plan").stdout
    finally:
        path.write_text(text, encoding="utf-8")
    assert index.read_bytes() == before


def test_archive_holds_all_replications(checkout: Checkout) -> None:
    checkout.run("archive")
    (archive,) = (checkout.results / "archives").glob("*.zip")
    checkout.run("verify", str(archive))
    facts = checkout.rows("SELECT count(*) FROM runs")
    assert facts == [(len(checkout.finished()),)]


def test_unknown_subject_ends_in_one_message(checkout: Checkout) -> None:
    path = checkout.root / "config" / "mpls.yaml"
    text = path.read_text(encoding="utf-8")
    database = digest_file(checkout.results / "results.duckdb")
    before = checkout.finished()
    try:
        path.write_text(text.replace("[flow1]", "[flow1, flow7]"), encoding="utf-8")
        result = checkout.run(check=False)
    finally:
        path.write_text(text, encoding="utf-8")
    assert result.returncode == 1
    assert str(Path("config", "mpls.yaml")) in result.stderr
    none = "no result of this set has unique_throughput of 'flow7'"
    assert f"metrics.unique_throughput: {none}" in result.stderr
    assert "It has unique_throughput of flow1." in result.stderr
    assert not checkout.new_runs(before)
    assert digest_file(checkout.results / "results.duckdb") == database


def test_results_follow_the_last_round(checkout: Checkout) -> None:
    """Results that were there before the first round are made again after the last one."""
    path = checkout.root / "config" / "mpls.yaml"
    text = path.read_text(encoding="utf-8")
    most = AT_MOST + 3 * AT_LEAST
    wanted = text.replace(str(TARGET), "0.0001").replace(f"at_most: {AT_MOST}", f"at_most: {most}")
    try:
        path.write_text(wanted, encoding="utf-8")
        output = checkout.run().stdout
        assert "mpls: not yet precise" in output
        for scenario in ("losses/newreno/3", "losses/vegas/3"):
            assert len(values(checkout, scenario)) == most
    finally:
        path.write_text(text, encoding="utf-8")
        checkout.run()
    assert len(values(checkout, "losses/vegas/3")) == AT_MOST
