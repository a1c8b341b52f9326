"""Golden results: full-length runs give the digits that the thesis prints.

A part of the study, in its real configuration: what this passes for, the whole passes for, and
the report shows it.
"""

from collections import Counter

import duckdb
import pytest
from opened_page import Scheme, opened
from own_checkout import NO_QUICK_CHOICES, Checkout, make_checkout
from playwright.sync_api import Browser

from ns2studies.report.check import check_links_between
from ns2studies.simulator.build import Simulator

PART = {
    "variant: [newreno, reno, sack, tahoe, vegas]": "variant: [newreno, sack, vegas]",
    "flows: [1, 2, 4, 8]": "flows: [1, 4]",
    "forwarding: [ip, mpls-control-driven, mpls-data-driven]": "forwarding: [mpls-control-driven]",
    "packet_error_percent: [1, 2, 3, 4, 5]": "packet_error_percent: [2]",
    "{quick: 8, full: 15}": "{quick: 3, full: 3}",
    **NO_QUICK_CHOICES,
}

Row = dict[str, object]


@pytest.fixture(scope="module")
def checkout(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    made = make_checkout(tmp_path_factory.mktemp("part"), ns, PART)
    made.run()
    return made


@pytest.fixture(scope="module")
def comparison(checkout: Checkout) -> list[Row]:
    database = checkout.results / "results.duckdb"
    connection = duckdb.connect(str(database), read_only=True)
    rows = connection.sql("FROM comparison").pl().to_dicts()
    connection.close()
    return rows


def test_every_printed_cell_has_row(comparison: list[Row]) -> None:
    assert len(comparison) == 530


def test_measured_cells_agree_in_every_digit(comparison: list[Row]) -> None:
    measured = [row for row in comparison if row["verdict"] != "not measured"]
    verdicts = Counter(row["verdict"] for row in measured)
    # One flow: 3 variants x 2 applications x (delay, throughput, 24 delays up to a packet).
    # Four flows: 3 x 2 x (4 delays, throughput), of which one cell is a misprint, and two are
    # close.
    assert verdicts["identical"] == 3 * 2 * 26 + 3 * 2 * 5 - 3
    assert (verdicts["misprint"], verdicts["close"], verdicts["off"]) == (1, 2, 0)
    # Delay, variance, window and throughput at 2 % loss.
    assert verdicts["identical with the author's seed"] == 3 * 4
    assert verdicts.total() == verdicts["identical"] + 3 + 12


def test_only_known_cells_differ(comparison: list[Row]) -> None:
    found = {
        (row["item"], row["row"]): row["verdict"]
        for row in comparison
        if row["verdict"] in ("misprint", "close", "off")
    }
    assert found == {
        ("Table 4.4 (a)", "TCP Vegas / Flow4"): "misprint",
        ("Table 4.4 (b)", "TCP Sack"): "close",
        ("Table 4.9 (b)", "TCP New Reno"): "close",
    }


def test_labels_are_switched_on_path(checkout: Checkout) -> None:
    """Push at the ingress, swap, pop one hop before the egress: no data packet goes by IP there."""
    rows = checkout.rows(
        "SELECT subject, operation, sum(packets) FROM label_operations "
        "JOIN scenarios USING (study, scenario) "
        "WHERE scenario = 'variants/newreno/ftp/1/mpls-control-driven' AND destination_node = 11 "
        "GROUP BY ALL ORDER BY subject"
    )
    operations = {(node, operation): packets for node, operation, packets in rows}
    assert set(operations) == {
        ("node 3", "Push(ingress)"),
        ("node 4", "Swap"),
        ("node 5", "Pop(penultimate)"),
        ("node 9", "L3"),
    }
    assert min(operations.values()) > 700


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 400)])
@pytest.mark.parametrize("name", ["index", "explore", "mpls"])
def test_real_pages_open_offline(
    browser: Browser, checkout: Checkout, name: str, scheme: Scheme, width: int
) -> None:
    page = checkout.results / "reports" / f"{name}.html"
    with opened(browser, page, scheme, width) as it:
        assert it.problems() == []


def test_real_pages_link_to_each_other(checkout: Checkout) -> None:
    check_links_between(sorted((checkout.results / "reports").glob("*.html")))
