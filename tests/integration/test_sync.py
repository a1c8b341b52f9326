"""Study sync with the real ns, cut down: shares as known, a page that opens, seeds that differ."""

import json
from pathlib import Path

import pytest
from opened_page import Scheme, opened
from own_checkout import Checkout, make_checkout
from playwright.sync_api import Browser

from ns2studies.simulator.build import Simulator

SHORTER = {
    "step_ms: {quick: 1, full: 0.5}}": (
        "step_ms: {quick: 0, full: 0.5}, also_ms: [15, 20, 21, 22, 24, 26, 28, 30, 32, 33, 35]}"
    ),
    "step_ms: {quick: 1, full: 1}}": "step_ms: {quick: 0, full: 1}, also_ms: [23, 70]}",
    "{quick: 5, full: 1}": "{quick: 0, full: 1}, also_ms: [23]",
    "{quick: 6, full: 1}": "{quick: 0, full: 1}, also_ms: [70]",
    "{quick: 9, full: 1}": "{quick: 0, full: 1}, also_ms: [70]",
    "{quick: 0.8, full: 0.4}": "{quick: 0, full: 0.4}, also_ms: [22.5, 23, 23.5]",
    "{quick: 6, full: 2}": "{quick: 0, full: 2}, also_ms: [70]",
    "{quick: 4, full: 1}}": "{quick: 0, full: 1}, also_ms: [21]}",
    "{quick: 18, full: 3}": "{quick: 0, full: 3}",
    "{quick: 20, full: 4}, also_ms: [18, 23, 45, 49, 57]": "{quick: 0, full: 4}, also_ms: [45]",
    "{quick: 20, full: 4}}": "{quick: 0, full: 4}, also_ms: [45]}",
    "[10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]": "[10, 20]",
    "[0, 5.2, 10.4, 20.8, 41.6, 62.4, 83.2, 124.8]": "[0, 83.2]",
    "[0, 0.5, 1, 2, 5, 10, 20]": "[0, 5]",
    "[0, 0.1, 0.2, 0.5, 1, 2]": "[0, 1]",
    "also_ms: [21, 33, 43]": "also_ms: [21]",
    "also_ms: [15, 18, 21, 23, 33]": "also_ms: [21]",
    "end_s: 6.0": "end_s: 2.0",
}


@pytest.fixture(scope="module")
def checkout(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    made = make_checkout(tmp_path_factory.mktemp("a part of sync"), ns, SHORTER, "sync")
    made.run()
    return made


@pytest.fixture(scope="module")
def shares(checkout: Checkout) -> dict[str, float]:
    """Share of flow 1 in percent, by scenario, in the run with ns' default random numbers."""
    return dict(
        checkout.rows(
            "SELECT scenario, 100 * sum(value) FILTER (subject = 'flow1') / sum(value) "
            "FROM metrics WHERE metric = 'in_order_throughput' AND subject IN ('flow1', 'flow2') "
            "AND seed = 1 GROUP BY scenario"
        )
    )


# What a script with ns' own commands gives, without our library, traces and metrics (as
# tests/data/hybla/two-flows.tcl, with ns-2.27's minrto_ 1, rtxcur_init_ 6, precisionReduce_ and
# updated_rttvar_ false); goodput as applications count it from 20 s on.
KNOWN = {
    "newreno/10/15.0": 50.95,
    "newreno/10/20.0": 98.88,
    "newreno/10/21.0": 98.89,
    "newreno/10/33.0": 40.17,
    "hybla/10/current/23.0": 99.96,
    "hybla/10/current/70.0": 2.47,
    "hybla/10/smoothed/70.0": 2.28,
    "red/10/current/45.0": 1.43,
    "red/20/current/45.0": 32.02,
    "delay-noise/10/83.2/21.0": 62.58,
    # With the defaults of ns-2.35.
    "defaults/10/ns-2.35/21.0": 99.4,
}


@pytest.mark.parametrize("label", KNOWN)
def test_shares_match_independent_script(shares: dict[str, float], label: str) -> None:
    assert shares[label] == pytest.approx(KNOWN[label], abs=0.06)


def test_replications_of_noise_differ(checkout: Checkout) -> None:
    rows = checkout.rows(
        "SELECT scenario, count(DISTINCT value), count(*) FROM metrics "
        "WHERE metric = 'in_order_throughput' AND subject = 'flow1' GROUP BY scenario"
    )
    found = {scenario: (values, runs) for scenario, values, runs in rows}
    assert found["delay-noise/10/83.2/21.0"] == (2, 2)
    assert found["traffic-noise/10/5.0/21.0"] == (2, 2)
    assert found["delay-noise/10/0.0/21.0"][1] == 2
    assert found["newreno/10/15.0"] == (1, 5), "without timeouts the phase of a clock is nothing"
    assert found["newreno/10/22.0"][0] > 1
    assert found["hybla/10/current/23.0"] == (1, 1)


def test_arrival_phases_follow_from_delays(checkout: Checkout) -> None:
    """At 21 ms flow 1 comes 4 x 21 + 2 + 3.2 - 83.2 = 6 ms after a place became free."""
    rows = checkout.rows(
        "SELECT scenario, subject, arg_max(phase_ms, accepted) FROM arrival_phases "
        "WHERE scenario IN ('newreno/10/21.0', 'newreno/10/33.0') GROUP BY ALL"
    )
    usual = {(scenario.rpartition("/")[2], flow): phase for scenario, flow, phase in rows}
    assert usual["21.0", "flow1"] == 6
    assert usual["33.0", "flow1"] == 54
    assert usual["33.0", "flow2"] == 25


def test_claims_without_their_runs_are_not_measured(checkout: Checkout) -> None:
    verdicts = dict(checkout.rows("SELECT claim, verdict FROM claims"))
    assert verdicts["01-even-at-15-ms"] == verdicts["02-starved-at-21-ms"] == "confirmed"
    assert verdicts["08-hybla-blocks"] == "not measured"
    assert len(verdicts) == 32


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 400)])
def test_page_opens_offline(
    browser: Browser, checkout: Checkout, scheme: Scheme, width: int
) -> None:
    with opened(browser, checkout.results / "reports" / "sync.html", scheme, width) as it:
        assert it.problems() == []


def test_plan_counts_each_run_once(checkout: Checkout) -> None:
    index = json.loads((checkout.results / "plan" / "sync-quick.json").read_text())
    folders = list((checkout.results / "runs" / "study=sync").glob("run_id=*"))
    assert len({run["run_id"] for run in index["runs"]}) == len(folders)
    assert all(Path(folder, "run.json").is_file() for folder in folders)
