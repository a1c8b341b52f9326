"""What the page of study tcpeval makes of its results: pairs, names, and the spreadsheet."""

import json
import re
import urllib.parse
from html import unescape
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from made_up_tcpeval import CONFIGURATION, STUDY, World, make_database

from ns2studies.basics.errors import ReportError, ResultError
from ns2studies.basics.nested import flatten
from ns2studies.basics.sql import connect
from ns2studies.config.registry import load_study
from ns2studies.config.replications import UntilPrecise
from ns2studies.database import SQL
from ns2studies.database.derived import derive, derived_of, write_spreadsheet
from ns2studies.database.intervals import add_interval_tables
from ns2studies.database.metadata import describe, description_path
from ns2studies.report.blocks import NOT_MEASURED
from ns2studies.report.page import Page
from ns2studies.report.pages.comparison import Labels
from ns2studies.report.pages.study import StudyPage
from reports.tcpeval import figures as suite
from reports.tcpeval import tables
from reports.tcpeval.figures import Place

FIFO = Place("dumbbell", ("drop-tail",), from_percent=1)

STUDENT_T_5 = 2.7764451051977934
"""Quantile for five values."""


def opened(path: Path, world: World, **configured: Any) -> StudyPage:
    make_database(path, world, {**CONFIGURATION, **configured})
    return StudyPage(Page(connect(path, read_only=True), {}, "none"), STUDY)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tcpeval") / "results.duckdb"


@pytest.fixture(scope="module")
def study(database: Path) -> StudyPage:
    return opened(database, World())


def test_unknown_item_suggests_nearest(study: StudyPage) -> None:
    page = StudyPage(study.page, STUDY)
    vars(page)["_compared"] = pl.DataFrame({"item": ["Table 4.1", "Table 4.1", "Figure 2"]})
    words = "study tcpeval has no printed value of 'Table 4.l'"
    with pytest.raises(ReportError, match=words) as raised:
        page.item("Table 4.l", "a slip", Labels(("Cell",)))
    assert "Did you mean Table 4.1?" in str(raised.value)


def title(markdown: str) -> str:
    found = re.search(r'<p class="chart-title"[^>]*>(.*?)</p>', markdown)
    assert found
    return found[1]


def caption(markdown: str) -> str:
    found = re.search(r"<figcaption>(.*?)</figcaption>", markdown, re.DOTALL)
    assert found
    return found[1]


# --- pairs of runs ------------------------------------------------------------------------------


def gains(rows: list[tuple[str, int, float]]) -> dict[str, Any]:
    """The gain of ``new`` over ``old`` in throughput.

    Args:
        rows: protocol, seed and value.
    """
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE runs AS SELECT unnest(range(1, 6)) AS seed")
        connection.execute(SQL["intervals"])
        connection.execute(
            "CREATE TABLE studies AS "
            "SELECT 'tcpeval' AS study, '{\"baseline\": \"old\"}' AS configuration"
        )
        connection.execute(
            "CREATE TABLE scenarios AS SELECT 'tcpeval' AS study, protocol AS scenario, "
            "'experiments' AS scenario_set, 'dumbbell' AS topology, 'red' AS queueing, protocol, "
            "CAST(3 AS BIGINT) AS packet_error_percent FROM (VALUES ('old'), ('new')) t (protocol)"
        )
        frame = pl.DataFrame(rows, schema=["scenario", "seed", "value"], orient="row")
        connection.register("given", frame.to_arrow())
        connection.execute(
            "CREATE TABLE metrics AS SELECT 'tcpeval' AS study, 'class_goodput' AS metric, "
            "'forward' AS subject, * FROM given"
        )
        add_interval_tables(connection)
        for entry in derived_of("tcpeval")[:3]:
            derive(connection, entry)
        found = pl.DataFrame(connection.sql("FROM tcpeval_gains").to_arrow_table())
    assert found.height == 1
    return found.row(0, named=True)


OLD, NEW = (1.0, 2.0, 1.0, 2.0, 4.0), (2.0, 8.0, 3.0, 4.0, 4.0)


def pairs(old: tuple[float, ...], new: tuple[float, ...]) -> list[tuple[str, int, float]]:
    """Rows of both protocols for :func:`gains`."""
    return [
        (name, seed, value)
        for name, values in (("old", old), ("new", new))
        for seed, value in enumerate(values, 1)
    ]


def test_gain_is_geometric_mean_of_pair_ratios() -> None:
    found = gains(pairs(OLD, NEW))
    ratios = pl.Series([log(new / old) for old, new in zip(OLD, NEW, strict=True)])
    apart = pl.Series([new - old for old, new in zip(OLD, NEW, strict=True)])
    middle, half = ratios.mean(), STUDENT_T_5 * ratios.std() / sqrt(5)
    assert found["n"] == 5
    assert found["gain"] == pytest.approx(100 * (exp(middle) - 1))
    assert found["gain_low"] == pytest.approx(100 * (exp(middle - half) - 1))
    assert found["gain_high"] == pytest.approx(100 * (exp(middle + half) - 1))
    assert found["difference"] == pytest.approx(apart.mean())
    half = STUDENT_T_5 * apart.std() / sqrt(5)
    assert found["difference_high"] == pytest.approx(apart.mean() + half)


def test_gain_is_inverse_of_reverse_gain() -> None:
    there, back = gains(pairs(OLD, NEW)), gains(pairs(NEW, OLD))
    assert (1 + there["gain"] / 100) * (1 + back["gain"] / 100) == pytest.approx(1)
    assert (1 + there["gain_low"] / 100) * (1 + back["gain_high"] / 100) == pytest.approx(1)


def test_four_pairs_have_no_interval() -> None:
    found = gains(pairs(OLD[:4], NEW[:4]))
    assert found["gain"] > 0
    assert found["gain_low"] is found["difference_low"] is None


def test_run_without_its_pair_does_not_count() -> None:
    found = gains([("old", 1, 1.0), ("new", 1, 2.0), ("new", 2, 90.0)])
    assert (found["n"], found["gain"], found["gain_low"]) == (1, pytest.approx(100), None)


def test_gain_over_zero_is_undefined() -> None:
    found = gains([("old", 1, 0.0), ("old", 2, 2.0), ("new", 1, 2.0), ("new", 2, 8.0)])
    assert (found["gain"], found["difference"]) == (None, pytest.approx(4))


# --- charts -------------------------------------------------------------------------------------


def test_figure_7_shows_both_protocols_from_1_percent(study: StudyPage) -> None:
    found = suite.nominal(study, "Figure 7", suite.FORWARD, FIFO).markdown
    named = "Figure 7: throughput of SACK and SACK PR, dumbbell, FIFO: at packet error rate "
    assert title(found).startswith(named)
    assert "1, SACK: 4; 1, SACK PR: 4.12; 2, SACK: 2.667" in found
    assert " 0, SACK:" not in found
    assert "Means of up to 5 replications with 95% intervals" in caption(found)


@pytest.mark.parametrize("quantity", [suite.FORWARD, suite.UTILISATION])
def test_receipt_of_each_point_leads_to_its_value(
    study: StudyPage, quantity: suite.Quantity
) -> None:
    """That of several subjects names them all: the bottlenecks."""
    found = suite.nominal(study, "Figure 7", quantity, FIFO).markdown
    rows = re.findall(r'<tr data-receipt="([^"]+)">(.*?)</tr>', found, re.DOTALL)
    assert len(rows) == 2 * 4
    for receipt, cells in rows:
        scenario, metric, subject = json.loads(unescape(receipt))
        value = float(re.findall(r'<td class="number ours">([^<]+)', cells)[0])
        query = (
            "SELECT avg(mean) FROM estimates WHERE scenario = ? AND metric = ? AND subject GLOB ?"
        )
        asked = study.page.results.execute(query, [scenario, metric, subject]).fetchall()
        assert value == pytest.approx(asked[0][0] / quantity.divisor, rel=1e-3)


def test_gain_names_both_scenarios_that_it_is_of(study: StudyPage) -> None:
    found = suite.improvement(study, "Figure 8", suite.FORWARD, FIFO).markdown
    named = [
        json.loads(unescape(receipt))[0].split(" ")
        for receipt in re.findall(r'<tr data-receipt="([^"]+)">', found)
    ]
    place = "experiments/dumbbell/drop-tail"
    expected = [
        [f"{place}/{it}/{percent}" for it in ("sack-pr", "sack")] for percent in (1, 2, 5, 10)
    ]
    assert named == expected


def test_figure_8_describes_its_comparison(study: StudyPage) -> None:
    found = suite.improvement(study, "Figure 8", suite.FORWARD, FIFO).markdown
    named = (
        "Figure 8: improvement of throughput, SACK PR over SACK, dumbbell, FIFO: at packet error"
    )
    assert title(found).startswith(named)
    assert "1, SACK PR: 3; 2, SACK PR: 6; 5, SACK PR: 15; 10, SACK PR: 30" in found
    assert "geometric mean of the ratios of up to 5 pairs, less one" in caption(found)
    assert "shifted slightly sideways" not in caption(found)


def test_interval_of_gain_may_reach_below_zero(tmp_path: Path) -> None:
    page = opened(tmp_path / "noisy.duckdb", World(noise=0.05))
    found = suite.improvement(page, "Figure 8", suite.FORWARD, FIFO).markdown
    lows = [float(low) for low in re.findall(r'"low":(-?[\d.]+)', found)]
    assert min(lows) < -5


def test_single_runs_have_no_intervals(tmp_path: Path) -> None:
    page = opened(tmp_path / "single.duckdb", World(seeds=1))
    found = suite.improvement(page, "Figure 8", suite.FORWARD, FIFO).markdown
    assert "One run a point: no intervals" in caption(found)
    assert "3.0 % at a packet error rate of 1 % (one pair of runs)" in suite.gains_in_words(page)


def test_gains_in_words_counts_pairs(tmp_path: Path) -> None:
    page = opened(tmp_path / "two.duckdb", World(seeds=2))
    assert "at a packet error rate of 1 % (2 pairs of runs)" in suite.gains_in_words(page)


def test_price_gives_sack_pr_reason_for_sack_pr_only(tmp_path: Path) -> None:
    reason = "The rule of SACK PR relies on packets that wait in queues"
    assert reason in suite.price_in_words(opened(tmp_path / "its.duckdb", World()))
    world = World(crowding=-3.0)
    other = opened(tmp_path / "own.duckdb", world, baseline="sack-pr", improved="sack")
    words = suite.price_in_words(other)
    assert words.startswith("Video suffers most")
    assert reason not in words


def test_sheet_has_measured_charts(study: StudyPage) -> None:
    dumbbell = suite.sheet(study, "Figure 9 (a)", "dumbbell").markdown
    parking_lot = suite.sheet(study, "Figure 9 (b)", "parking-lot").markdown
    drawn = re.findall(r'<figure class="chart" id="chart-figure-9-a-chart-(\d+)"', dumbbell)
    assert drawn == [str(number) for number in range(1, 12)]
    assert "ross throughput" not in dumbbell
    titles = re.findall(r'chart-title"[^>]*>([^:]+): ', parking_lot)
    assert titles[4] == "Cross throughput, parking lot"
    assert titles[6] == "Jain&#39;s index, parking lot"
    assert "SACK PR, RED" in dumbbell


def test_text_has_gains_at_both_ends(study: StudyPage) -> None:
    assert suite.gains_in_words(study) == (
        "Improvement of throughput on the dumbbell with FIFO queues, SACK PR over SACK: 3.0 % at a "
        "packet error rate of 1 % (95% interval 2.4 to 3.6, 5 pairs of runs); 30.0 % at a packet "
        "error rate of 10 % (95% interval 29.2 to 30.8, 5 pairs of runs)."
    )


def test_price_in_words_names_largest_loss(study: StudyPage, tmp_path: Path) -> None:
    found = suite.price_in_words(study)
    assert found.startswith(
        "Video suffers most from it on the parking lot, RED, at a packet error rate of 10 %: it "
        "loses 14.0 % of its packets beside SACK PR, and 11.0 % beside SACK (the largest of "
    )
    assert " differences, so rather too large; 3.0 points, 95% interval " in found
    assert ". The rule of SACK PR relies on packets that wait in queues" in found
    few = suite.price_in_words(opened(tmp_path / "few.duckdb", World(seeds=2)))
    assert few.endswith("so rather too large; too few runs for an interval).")


def test_price_in_words_without_losses(tmp_path: Path) -> None:
    page = opened(tmp_path / "none.duckdb", World(left_out=("experiments",)))
    assert suite.price_in_words(page) == "What others lose by it was not measured."
    page = opened(tmp_path / "alike.duckdb", World(noise=0, crowding=0))
    assert suite.price_in_words(page) == "Video loses nowhere more than beside SACK."


def test_networks_are_drawn_with_their_bottlenecks(study: StudyPage) -> None:
    found = suite.network(study, "Figure 4", "parking-lot").markdown
    assert "bottleneck 0–1 and 1–2 and 2–3" in found
    assert "15 FTP flows across" in caption(found)
    assert suite.network(study, "Figure 6", "ring") == NOT_MEASURED


# --- names and protocols of your own -----------------------------------------------------------


def test_names_and_roles_come_from_configuration(tmp_path: Path) -> None:
    turned = {"baseline": "sack-pr", "improved": "sack", "names": {"sack": "Selective"}}
    page = opened(tmp_path / "turned.duckdb", World(), **turned)
    found = suite.improvement(page, "Figure 8", suite.FORWARD, FIFO).markdown
    assert "improvement of throughput, Selective over sack-pr" in title(found)
    assert "10, Selective: -23.08" in found


def test_own_protocol_is_shown_beside_baseline(tmp_path: Path) -> None:
    page = opened(tmp_path / "own.duckdb", World(own=("my-tcp", "other")))
    found = suite.beside(page, "Own", "own", with_improved=False).markdown
    assert "Own, chart 1: throughput of SACK, my-tcp and other, dumbbell, FIFO" in found
    assert "Own, chart 2: improvement of throughput, my-tcp and other over SACK" in found
    assert "tcp-pr" not in found
    assert "my-tcp" in tables.against_baseline(page, "own").markdown


def test_other_rules_are_shown_beside_improved(study: StudyPage) -> None:
    found = suite.beside(study, "Rules", "rules", with_improved=True).markdown
    assert "improvement of throughput, SACK PR, sack-pr-cut and sack-pr-spike over SACK" in found


def test_sets_that_were_left_out_are_not_measured(tmp_path: Path) -> None:
    page = opened(tmp_path / "few.duckdb", World(left_out=("rules", "own")))
    for name in ("rules", "own"):
        assert suite.beside(page, name, name, with_improved=False) == NOT_MEASURED
        assert tables.against_baseline(page, name) == NOT_MEASURED


def test_without_experiments_page_says_so(tmp_path: Path) -> None:
    page = opened(tmp_path / "none.duckdb", World(left_out=("experiments",)))
    for block in (tables.table_1, tables.experiments, tables.shares, tables.convergence):
        assert block(page) == NOT_MEASURED, block
    assert suite.gains_in_words(page) == "The improvement of SACK PR over SACK was not measured."
    assert suite.cost(page, "sack") == "(not measured)"


def test_precision_describes_replications(study: StudyPage, tmp_path: Path) -> None:
    assert "the number of runs is fixed" in suite.precision(study).markdown
    until = {"relative_half_width": 0.05, "metrics": {"class_goodput": ["forward"]}}
    rule = UntilPrecise.model_validate({"at_least": 5, "at_most": 10, "until": until})
    page = opened(tmp_path / "precise.duckdb", World(seeds=10, rule=rule))
    found = suite.precision(page).markdown
    assert "the number of runs is fixed" not in found
    assert "<figure" in found


# --- tables -------------------------------------------------------------------------------------


def test_experiments_have_numbers_of_table_1(study: StudyPage) -> None:
    rows = study.rows("table_1")
    assert rows["experiment"].to_list() == list(range(1, 13))
    assert rows.row(9, named=True) == {
        "experiment": 10, "protocol": "sack-pr", "topology": "simple-network",
        "queueing": "drop-tail", "rates": 5, "runs": 25,
    }  # fmt: skip


def test_spreadsheet_is_file_beside_page(study: StudyPage, database: Path, tmp_path: Path) -> None:
    describe(description_path(database), database, {})
    write_spreadsheet(database, tmp_path / "tcpeval.csv")
    written = (tmp_path / "tcpeval.csv").read_text(encoding="utf-8")
    html = tables.experiments(study).markdown
    found = re.search(r'download="tcpeval-experiments.csv" href="data:text/csv[^,]*,([^"]*)"', html)
    assert found
    assert urllib.parse.unquote(found[1].replace("&#39;", "'")) == written
    assert written.count("\n") == 1 + 12 * 5
    columns = "experiment,scenario,topology,queueing,protocol,packet_error_percent,"
    assert written.startswith(columns)


def test_spreadsheet_has_every_experiment(study: StudyPage) -> None:
    html = tables.experiments(study).markdown
    assert 'data-sortable="yes"' in html
    receipts = re.findall(r'<tr data-receipt="([^"]+)">', html)
    scenarios = [json.loads(unescape(receipt))[0] for receipt in receipts]
    asked = study.page.results.execute(
        "SELECT scenario FROM tcpeval_experiments ORDER BY experiment, packet_error_percent"
    )
    assert scenarios == [scenario for (scenario,) in asked.fetchall()]
    assert len(set(scenarios)) == 12 * 5
    row = study.page.results.sql(
        "SELECT forward_bps_mean, forward_flow_bps_mean, cross_bps_mean, replications "
        "FROM tcpeval_experiments WHERE experiment = 6 AND packet_error_percent = 1"
    ).fetchall()[0]
    assert row == pytest.approx((4.12e6, 0.824e6, 4.12e6, 5), rel=1e-4)


def test_only_some_studies_have_spreadsheet(database: Path, tmp_path: Path) -> None:
    describe(description_path(database), database, {})
    with pytest.raises(ResultError, match="study mpls has no spreadsheet"):
        write_spreadsheet(database, tmp_path / "mpls.csv")
    assert not (tmp_path / "mpls.csv").exists()


def test_shares_of_all_forward_flows(study: StudyPage) -> None:
    html = tables.shares(study).markdown
    assert "Flow 1" in html
    assert "Flow 5" in html
    cells = re.findall(r'<td class="number"[^>]*>([\d.]+)</td>', html)[:9]
    assert cells == ["0", "16.0", "18.0", "20.0", "22.0", "24.0", "16.0", "24.0", "0.950"]


def test_queue_packets_scenario_has_limit(study: StudyPage) -> None:
    """Of a scenario that there is, whose parameters say it."""
    named = {it.label: it.parameters for it in load_study("tcpeval", "full").scenarios}
    assert flatten(named[tables.SHOWN])["network.queue_limit_packets"] == 100
    assert tables.queue_packets(study) == "(not measured)"
