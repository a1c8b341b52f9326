"""Study recovery with the real ns: what is lost, what is fitted, and a page of it all."""

from collections.abc import Mapping
from pathlib import Path

import duckdb
import pytest
from opened_page import Scheme, opened
from own_checkout import Checkout, make_checkout
from playwright.sync_api import Browser

from ns2studies.evaluation.published import published_cells
from ns2studies.simulator.build import Simulator

PART = {
    "[10, 40, 100, 300, 1500, 5500]": "[40, 300]",
    "[5, 20, 60, 200]": "[60]",
    "[1.0, 3.0, 15.0]": "[3.0]",
    "[0.0, 0.081, 0.112, 0.168]": "[0.0, 0.081]",
    "[0.0, 0.0005, 0.056, 0.112, 0.168]": "[0.0, 0.112]",
    'lost: ["0", "1", "2", "5", all]\n    choices': 'lost: ["0", "2"]\n    choices',
    "outage_s: [0.05, 10.0]": "outage_s: [10.0]",
    "end_s: 300.0": "end_s: 20.0",
    "{quick: 3, full: 15}": "{quick: 2, full: 2}",
}
"""What is replaced in the configuration: a part of the sweeps, and less of the load."""


@pytest.fixture(scope="module")
def checkout(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    made = make_checkout(tmp_path_factory.mktemp("recovery part"), ns, PART, "recovery")
    made.run()
    return made


@pytest.fixture(scope="module")
def results(checkout: Checkout) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(str(checkout.results / "results.duckdb"), read_only=True)
    connection.execute(f"SET file_search_path = '{checkout.root}'")
    return connection


@pytest.fixture(scope="module")
def responses(results: duckdb.DuckDBPyConnection) -> Mapping[str, float]:
    rows = results.execute(
        "SELECT scenario, value FROM metrics WHERE metric = 'response_time' AND subject = 'flow1'"
    ).fetchall()
    return dict(rows)


@pytest.mark.parametrize("lost", [1, 2, 5])
@pytest.mark.parametrize("variant", ["reno", "sack", "newreno"])
def test_exactly_chosen_packets_are_lost(
    results: duckdb.DuckDBPyConnection, variant: str, lost: int
) -> None:
    rows = results.execute(
        "SELECT sequence, from_node, to_node FROM packets "
        "WHERE scenario = ? AND event = 'd' ORDER BY line",
        [f"losses/{variant}/{lost}"],
    ).fetchall()
    assert rows == [(3072 + n, 1, 2) for n in range(lost)]


def test_spaced_choice_is_lost_too(results: duckdb.DuckDBPyConnection) -> None:
    rows = results.execute(
        "SELECT sequence FROM packets WHERE scenario = 'spacings/sack/2/60' AND event = 'd'"
    ).fetchall()
    assert rows == [(3072,), (3132,)]


def test_all_packets_of_half_second_are_lost(results: duckdb.DuckDBPyConnection) -> None:
    """A whole window, since that takes 0.38 s; nothing of it arrives meanwhile."""
    lost, first, last = results.execute(
        "SELECT count(*), min(time_ns), max(time_ns) FROM packets "
        "WHERE scenario = 'losses/reno/all' AND event = 'd'"
    ).fetchone()
    assert lost == 127
    assert 9.5e9 <= first < last < 10e9


def test_alternatives_fit_download_without_loss(
    responses: Mapping[str, float],
) -> None:
    found = {name: value for name, value in responses.items() if name.endswith("/0")}
    assert len(found) == 3 * (1 + 15)
    assert {round(value, 2) for value in found.values()} == {19.13}


@pytest.mark.parametrize("lost", ["2", "5"])
def test_sack_is_fastest_and_reno_slowest(responses: Mapping[str, float], lost: str) -> None:
    sack, newreno, reno = (
        responses[f"losses/{variant}/{lost}"] for variant in ("sack", "newreno", "reno")
    )
    assert sack + 0.05 < newreno < reno - 1
    assert max(sack, newreno, reno) < 21.2


@pytest.mark.parametrize("lost", ["1", "all"])
def test_variants_have_equal_response_times(responses: Mapping[str, float], lost: str) -> None:
    found = [responses[f"losses/{variant}/{lost}"] for variant in ("sack", "newreno", "reno")]
    assert max(found) - min(found) < 0.001


@pytest.mark.parametrize("variant", ["reno", "sack", "newreno"])
def test_timeout_ends_with_tick_of_clock(results: duckdb.DuckDBPyConnection, variant: str) -> None:
    """Ticks come every 0.5 s from 0.18 s on; the wait is between two and three of them."""
    lost_ns, again_ns = results.execute(
        "SELECT min(time_ns) FILTER (event = 'd'), "
        "min(time_ns) FILTER (event = '+' AND time_ns > 10e9) "
        "FROM packets WHERE scenario = ? AND flow = 1 AND type = 'tcp'",
        [f"losses/{variant}/all"],
    ).fetchone()
    assert (again_ns - 180_000_000) % 500_000_000 == 0
    # The timer is set by the last acknowledgement, a round trip after the first loss at most.
    assert 1e9 < again_ns - lost_ns < 2e9


def test_outage_loses_what_passes_meanwhile(results: duckdb.DuckDBPyConnection) -> None:
    causes = results.execute(
        "SELECT scenario, count(*), min(time_ns), max(time_ns) FROM packets "
        "WHERE scenario LIKE 'outages/sack/%' AND event = 'd' AND type = 'tcp' GROUP BY scenario"
    ).fetchall()
    assert len(causes) == 7, "one of 0.05 s lies between two bursts"
    for scenario, lost, first, last in causes:
        _, _, outage_s, offset_s = scenario.split("/")
        down_ns = (12 + float(offset_s)) * 1e9
        assert down_ns <= first <= last <= down_ns + float(outage_s) * 1e9 + 1, scenario
        assert lost >= 2, scenario


def test_response_times_are_within_1_percent(responses: Mapping[str, float]) -> None:
    printed = {"sack": 196.50, "newreno": 197.41, "reno": 201.46}
    for variant, printed_s in printed.items():
        assert responses[f"disconnections/{variant}/0.0"] == pytest.approx(printed_s, rel=0.01)
        assert round(responses[f"outages/{variant}/10.0/0.0"], 2) == 206.53


def test_order_of_table_3_needs_partly_lost_burst(responses: Mapping[str, float]) -> None:
    part, whole = (
        [responses[f"disconnections/{variant}/{at}"] for variant in ("sack", "newreno", "reno")]
        for at in ("0.0", "0.112")
    )
    assert part[0] + 0.5 < part[1] < part[2] - 2
    assert max(whole) - min(whole) < 0.001


def test_other_windows_fit_table_3_worse(responses: Mapping[str, float]) -> None:
    found = {
        name.split("/")[1]: value
        for name, value in responses.items()
        if name.startswith("outage-alternatives/") and "/10.0/" in name
    }
    assert round(found["window-8760"], 2) == 206.53
    assert found["window-65535"] < 50
    assert found["round-trip-0-8"] > 270


def test_heavy_load_drops_at_server_router_only(results: duckdb.DuckDBPyConnection) -> None:
    rows = results.execute(
        "SELECT DISTINCT from_node, to_node FROM packets "
        "WHERE scenario LIKE 'load/%/heavy' AND event = 'd'"
    ).fetchall()
    assert rows == [(4, 0)]
    windows = results.execute(
        "SELECT DISTINCT subject FROM metrics WHERE metric = 'mean_cwnd_over_time' "
        "AND scenario LIKE 'load/%' ORDER BY subject"
    ).fetchall()
    assert windows == [("sender 11.0",), ("sender 11.1",), ("sender 11.2",)]


def test_every_claim_has_verdict(results: duckdb.DuckDBPyConnection) -> None:
    rows = results.execute("SELECT claim, verdict FROM claims ORDER BY claim").fetchall()
    verdicts = {claim[:2]: verdict for claim, verdict in rows}
    assert len(verdicts) == 22
    assert "not measured" not in verdicts.values()
    assert {verdicts[number] for number in ("01", "02", "05", "12", "15", "17")} == {"confirmed"}


def test_every_difference_has_reason_with_evidence(results: duckdb.DuckDBPyConnection) -> None:
    rows = results.execute(
        "SELECT coalesce(claim, concat_ws(' | ', item, row, \"column\")), reason, evidence "
        "FROM reasons"
    ).fetchall()
    assert len(rows) > 20
    # What differs in the reference alone has its evidence there.
    alone = results.execute(
        "SELECT claim FROM reasons JOIN claims USING (claim) "
        "WHERE reasons.verdict <> claims.verdict"
    ).fetchall()
    wanting = {name for name, _, evidence in rows if evidence in (None, "", "–")}
    assert wanting == {name for (name,) in alone}
    assert all(reason for _, reason, _ in rows)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 400)])
def test_page_opens_offline(
    browser: Browser, checkout: Checkout, scheme: Scheme, width: int
) -> None:
    page = Path(checkout.results / "reports" / "recovery.html")
    with opened(browser, page, scheme, width) as it:
        assert it.problems() == []
        headings = it.page.locator("h3").all_text_contents()  # those of folded parts, too
        wanted = {f"Figure {number}" for number in range(1, 22)} | {"Table 2", "Table 3"}
        assert wanted <= {heading.strip().partition(":")[0] for heading in headings}
        assert it.page.get_by_text("Not measured:").count() == 0


def test_every_item_is_on_page(checkout: Checkout) -> None:
    html = (checkout.results / "reports" / "recovery.html").read_text(encoding="utf-8")
    for item in published_cells("recovery")["item"].unique().to_list():
        assert f'id="{item.lower().replace(" ", "-")}"' in html
