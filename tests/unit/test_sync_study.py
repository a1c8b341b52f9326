"""Study sync: its scenarios, its claims, and what it derives from many runs together."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path

import duckdb
import pytest
from known_metrics import METRICS
from labelled import scenario

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError
from ns2studies.config import study_metrics
from ns2studies.config.registry import Study, load_study
from ns2studies.config.scenarios import ScaleName
from ns2studies.database import SQL
from ns2studies.database.derived import VALUES, Derived, derive, derived_of
from ns2studies.database.intervals import add_interval_tables
from ns2studies.evaluation.claims import claims_of, judge, prepare
from ns2studies.evaluation.published import printed_rows, published_cells


@pytest.fixture(scope="module")
def full() -> Study:
    return load_study("sync", "full")


@pytest.fixture(scope="module")
def quick() -> Study:
    return load_study("sync", "quick")


def test_labels_are_unique_at_both_scales(quick: Study, full: Study) -> None:
    for study in (quick, full):
        labels = Counter(entry.label for entry in study.scenarios)
        assert max(labels.values()) == 1
    assert 4 * len(quick.scenarios) < len(full.scenarios)


@pytest.mark.parametrize("scale", ["quick", "full"])
@pytest.mark.parametrize("family", ["newreno/10", "hybla/10/current", "hybla/10/smoothed"])
def test_sweeps_cover_every_millisecond(scale: ScaleName, family: str, request: object) -> None:
    labels = {entry.label for entry in load_study("sync", scale).scenarios}
    assert {f"{family}/{delay}.0" for delay in range(1, 101)} <= labels


def test_variable_delay_applies_to_flow_1_links(full: Study) -> None:
    parameters = scenario(full, "newreno/10/21.0").parameters
    delays = {(link["from"], link["to"]): link["delay_s"]
              for link in parameters["topology"]["links"]}  # fmt: skip
    first, second = parameters["flows"]
    assert delays[first["source"], 2] == delays[3, first["destination"]] == 0.021
    assert delays[second["source"], 2] == delays[3, second["destination"]] == 0.005
    assert delays[2, 3] == 0.001
    assert (first["start_s"], second["start_s"], parameters["measured_from_s"]) == (0, 20, 20)


def test_only_slow_link_has_queue(full: Study) -> None:
    for label, queue, kind in (
        ("newreno/10/21.0", 10, "drop-tail"),
        ("hybla-queues/30/smoothed/21.0", 30, "drop-tail"),
        ("red/13/current/23.0", 13, "red"),
    ):
        links = scenario(full, label).parameters["topology"]["links"]
        found = {(link["queue_limit_packets"], link["queue"]) for link in links}
        assert found == {(queue, kind), (50, "drop-tail")}


@pytest.mark.parametrize(
    ("label", "reference_s", "algorithm", "pacing"),
    [
        ("hybla/10/current/70.0", 0.102, 0, False),
        ("hybla/10/smoothed/70.0", 0.102, 1, False),
        ("hybla-queues/20/minimum/70.0", 0.182, 2, False),
        ("hybla-queues/30/current/70.0", 0.262, 0, False),
        ("hybla-paced/10/current/61.0", 0.102, 0, True),
    ],
)
def test_hybla_reference_is_rtt_of_other_flow(
    full: Study, label: str, reference_s: float, algorithm: int, pacing: bool
) -> None:
    """22 ms + 8 ms for each packet of the queue (report, section 6.2)."""
    first, second = scenario(full, label).parameters["flows"]
    assert first["variant"] == "hybla"
    assert first["hybla_reference_s"] == pytest.approx(reference_s)
    assert (first["hybla_rtt"], first["hybla_pacing"]) == (algorithm, pacing)
    assert second["variant"] == "newreno"
    assert "hybla_rtt" not in second


def test_sets_of_defaults_change_only_their_values(full: Study) -> None:
    """The standard is ns-2.27, which the report names."""
    base = scenario(full, "defaults/10/ns-2.35/21.0").parameters
    old = scenario(full, "defaults/10/ns-2.27/21.0").parameters
    assert scenario(full, "newreno/10/21.0").parameters["tcp"] == old["tcp"]
    assert scenario(full, "hybla/10/current/21.0").parameters["tcp"] == old["tcp"]
    assert scenario(full, "defaults/10/min-rto/21.0").parameters["tcp"] == {
        key: value for key, value in old["tcp"].items() if key != "min_rto_s"
    }
    assert {key: old["tcp"][key] for key in old["tcp"].keys() - base["tcp"].keys()} == {
        "min_rto_s": 1.0,
        "initial_rto_s": 6.0,
        "fractional_window": False,
        "smoothed_variance": False,
    }
    assert {**old, "tcp": base["tcp"]} == base
    plain = scenario(full, "defaults/10/plain-receiver/21.0").parameters
    assert [flow["sack_receiver"] for flow in plain["flows"]] == [False, False]
    for label, variants in (
        ("defaults/10/sack-senders/21.0", ["sack", "sack"]),
        ("hybla-defaults/10/current/sack-senders/21.0", ["hybla-sack", "sack"]),
    ):
        both = scenario(full, label).parameters
        assert [flow["variant"] for flow in both["flows"]] == variants
        assert both["tcp"] == old["tcp"]


def test_fixed_rho_and_random_drop_scenarios(full: Study) -> None:
    first, _ = scenario(full, "hybla-rho/10/current/3.5/70.0").parameters["flows"]
    assert (first["hybla_rho"], first["variant"]) == (3.5, "hybla")
    slow = scenario(full, "hybla-slow/10/current/21.0").parameters
    assert slow["flows"][0]["hybla_reference_s"] == 0.852
    parameters = scenario(full, "random-drop/10/21.0").parameters
    assert parameters["random_drop"] == {"from": 2, "to": 3}
    assert parameters["red"]["min_threshold_packets"] > parameters["tcp"]["window_packets"] * 2


def test_larger_networks_keep_share_of_each_flow(full: Study) -> None:
    small = scenario(full, "newreno/10/21.0").parameters
    large = scenario(full, "larger-network/10/6/21.0").parameters
    links = {(link["from"], link["to"]): link for link in large["topology"]["links"]}
    slow = links[2, 3]
    assert (slow["bandwidth_bps"], slow["queue_limit_packets"]) == (400_000, 40)
    assert large["flows"][:2] == small["flows"]
    others = large["flows"][2:]
    assert [(flow["source"], flow["destination"]) for flow in others] == [
        (6, 7), (8, 9), (10, 11), (12, 13), (14, 15), (16, 17),
    ]  # fmt: skip
    starts = [20 * part / 12 for part in range(1, 12, 2)]
    assert [flow["start_s"] for flow in others] == pytest.approx(starts)
    delays = [links[flow["source"], 2]["delay_s"] for flow in others]
    assert delays == [links[3, flow["destination"]]["delay_s"] for flow in others]
    assert delays == sorted(delays)
    assert (delays[0], delays[-1]) == pytest.approx((0.00925, 0.09175))
    assert large["topology"]["nodes"] == 18


def test_noise_is_random_and_replicated(full: Study) -> None:
    delayed = scenario(full, "delay-noise/10/83.2/21.0")
    assert [flow["overhead_s"] for flow in delayed.parameters["flows"]] == [0.0832, 0.0832]
    typed = scenario(full, "traffic-noise/10/5.0/21.0")
    assert typed.parameters["background"]["rate_packets"] == 5
    assert "background" not in scenario(full, "traffic-noise/10/0.0/21.0").parameters
    assert len(delayed.seeds) == len(typed.seeds) == 5


def test_windows_are_traced_where_they_are_drawn(full: Study) -> None:
    def traced(label: str) -> bool:
        return bool(scenario(full, label).parameters["tracing"]["congestion_windows"])

    assert traced("newreno/10/21.0")
    assert not traced("newreno/10/22.0")


def test_published_values_match_scenarios_or_metrics(full: Study) -> None:
    cells = published_cells("sync")
    labels = {entry.label for entry in full.scenarios}
    derived = {entry.name for entry in derived_of("sync") if entry.table == VALUES}
    for cell in cells.iter_rows(named=True):
        if cell["scenario"]:
            assert cell["scenario"] in labels
            assert cell["metric"] in (study_metrics.named_by("sync") or [])
        else:
            assert cell["metric"] in derived
    assert len(printed_rows("sync")["misprints"]) == 1


def test_claims_have_pages_and_use_known_tables() -> None:
    found = claims_of("sync")
    assert len(found) == 32
    assert all(claim.page and claim.statement.endswith(".") for claim in found)
    macros = {"sweeps_apart", "longer_queues", "queue_sweeps", "shares_of_runs", "mean_shares"}
    tables = {"metrics", "cwnd_series", *macros, *(entry.table for entry in derived_of("sync"))}
    assert all(any(table in claim.sql for table in tables) for claim in found)


def test_metrics_that_page_asks_for_are_computed() -> None:
    named = set(study_metrics.named_by("sync") or [])
    room = paths.REPORTS / "sync"
    texts = [path.read_text() for path in (*room.glob("derived/*.sql"), *room.glob("*.py"))]
    series = {name: metric.table for name, metric in METRICS.items()}
    asked = {name for name in METRICS for text in texts if f"'{name}'" in text}
    asked |= {name for name, table in series.items()
              if table != "metrics" and any(f"FROM {table}" in text for text in texts)}  # fmt: skip
    assert asked
    assert asked <= named


# --- what is derived from a sweep -------------------------------------------------------


PARAMETERS = (
    '{"tcp": {"packet_bytes": 1000}, "topology": {"links": [{"delay_s": 0.005}, {}, '
    '{"bandwidth_bps": 100000, "delay_s": 0.001}]}, "flows": [{}]}'
)


def empty_database() -> duckdb.DuckDBPyConnection:
    """Tables that derived values and claims ask, without rows."""
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE metrics (study VARCHAR, scenario VARCHAR, seed INTEGER, metric VARCHAR, "
        "subject VARCHAR, value DOUBLE)"
    )
    connection.execute(
        "CREATE TABLE scenarios (study VARCHAR, scenario VARCHAR, scenario_set VARCHAR, "
        "parameters JSON, is_random BOOLEAN, choice VARCHAR, defaults VARCHAR, "
        "queue_packets INTEGER, algorithm VARCHAR, delay_ms DOUBLE)"
    )
    connection.execute(
        "CREATE TABLE estimates (study VARCHAR, scenario VARCHAR, metric VARCHAR, "
        "subject VARCHAR, n INTEGER, mean DOUBLE, deviation DOUBLE, is_exact BOOLEAN, "
        "ci_low DOUBLE, ci_high DOUBLE, prediction_low DOUBLE, prediction_high DOUBLE, "
        "unit VARCHAR)"
    )
    connection.execute(
        "CREATE TABLE metric_definitions (metric VARCHAR, result_table VARCHAR, title VARCHAR, "
        "unit VARCHAR, range VARCHAR, definition VARCHAR, source VARCHAR, sql VARCHAR, "
        "expects VARCHAR, by_configuration BOOLEAN)"
    )
    connection.execute(
        "CREATE TABLE queue_occupancy (study VARCHAR, scenario VARCHAR, seed INTEGER, "
        "subject VARCHAR, waiting_packets INTEGER, time_percent DOUBLE)"
    )
    connection.execute(
        "CREATE TABLE cwnd_series (study VARCHAR, scenario VARCHAR, seed INTEGER, "
        "subject VARCHAR, time_s INTEGER, min_cwnd_packets DOUBLE, last_cwnd_packets DOUBLE, "
        "max_cwnd_packets DOUBLE)"
    )
    connection.execute("CREATE TABLE runs AS SELECT unnest(range(1, 6)) AS seed")
    connection.execute(SQL["intervals"])
    return connection


def add_shares(
    connection: duckdb.DuckDBPyConnection, label: str, shares: Sequence[float], random: bool = True
) -> None:
    """A scenario in which flow 1 has a share in each run."""
    scenario_set, queue, *_, delay = label.split("/")
    connection.execute(
        "INSERT INTO scenarios VALUES ('sync', ?, ?, ?, ?, NULL, NULL, ?, NULL, ?)",
        [label, scenario_set, PARAMETERS, random, queue, delay],
    )
    rows = [
        ["sync", label, seed, "in_order_throughput", subject, value]
        for seed, share in enumerate(shares, start=1)
        for subject, value in (("flow1", share), ("flow2", 100 - share))
    ]
    connection.executemany("INSERT INTO metrics VALUES (?, ?, ?, ?, ?, ?)", rows)


def sweep_database(period_ms: float) -> duckdb.DuckDBPyConnection:
    """A made-up sweep of 100 ms whose share swings with a period, and falls."""
    connection = empty_database()
    for delay in range(1, 101):
        label = f"newreno/10/{delay}.0"
        share = 50 - 0.2 * delay + 35 * math.sin(2 * math.pi * delay / period_ms)
        add_shares(connection, label, [share], random=False)
    add_interval_tables(connection)
    return connection


@pytest.mark.parametrize("period_ms", [12.5, 20.8, 31.0])
def test_derived_period_matches_made_up_sweep(period_ms: float) -> None:
    connection = sweep_database(period_ms)
    for entry in derived_of("sync"):
        derive(connection, entry)
    row = connection.execute(
        "SELECT predicted_ms, measured_ms, error_ms, explained_percent FROM sync_periods "
        "WHERE seed IS NULL"
    ).fetchone()
    assert row
    predicted_ms, measured_ms, error_ms, explained_percent = row
    assert predicted_ms == pytest.approx(20.8)
    # Without noise there is little error. What is left of the straight line, and the ends of the
    # sweep, may move the peak, but by little of its width P^2 / T, which a sweep can tell apart.
    width_ms = period_ms**2 / 99
    assert error_ms < 0.05 * width_ms
    assert measured_ms == pytest.approx(period_ms, abs=0.1 * width_ms)
    assert explained_percent > 95


def test_stretches_are_runs_of_milliseconds() -> None:
    connection = sweep_database(20.0)
    for entry in derived_of("sync"):
        derive(connection, entry)
    rows = connection.execute(
        "SELECT first_ms, last_ms, after_ms FROM sync_stretches WHERE seed IS NULL"
    ).fetchall()
    shares = dict(connection.execute("SELECT delay_ms, share_1 FROM sync_shares").fetchall())
    losing = {delay for delay, share in shares.items() if share > 60}
    covered = {
        float(delay) for first, last, _ in rows for delay in range(int(first), int(last) + 1)
    }
    assert covered == losing
    assert [after for *_, after in rows[1:]] == pytest.approx([20] * (len(rows) - 1), abs=1)


def test_without_runs_nothing_is_derived() -> None:
    connection = sweep_database(20.8)
    connection.execute("DELETE FROM metrics")
    for entry in derived_of("sync"):
        derive(connection, entry)
    assert connection.execute("SELECT count(*) FROM sync_periods").fetchone() == (0,)
    names = connection.execute("SELECT DISTINCT metric FROM estimates").fetchall()
    assert names == [("report_s_arithmetic",)]


def test_derived_query_that_fails_is_named() -> None:
    entry = Derived(
        "sync", "x", "x", "X", "", "x", "x", "SELECT nothing FROM nowhere", Path("x.sql")
    )
    with pytest.raises(ResultError, match="sync/x"):
        derive(duckdb.connect(), entry)


# --- claims, by sweeps of single runs -----------------------------------------------------

SEEDS = range(5)


def judged(
    shares: Mapping[str, Sequence[float]], windows: Sequence[Sequence[object]] = ()
) -> dict[str, tuple[str, str]]:
    """Verdict and evidence of each claim, by the share of flow 1 in each run of scenarios."""
    connection = empty_database()
    for row in windows:
        connection.execute("INSERT INTO cwnd_series VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    for label, values in shares.items():
        add_shares(connection, label, values)
    add_interval_tables(connection)
    for entry in derived_of("sync"):
        derive(connection, entry)
    prepare(connection, "sync")
    return {claim.name[:2]: judge(connection, claim) for claim in claims_of("sync")}


def newreno(runs: int) -> dict[str, list[float]]:
    """Stretches as the report has them, not where the way back is shorter than a packet's time."""
    found = {}
    for delay in range(1, 101):
        late = (4 * delay + 5.2) % 83.2
        wins = delay > 15 and late <= 25.2
        share = 99.0 if wins else 50 - 0.2 * (delay - 15)
        found[f"newreno/10/{delay}.0"] = [share - 0.01 * seed for seed in SEEDS[:runs]]
    return found


def hybla(runs: int) -> dict[str, list[float]]:
    """Blocks from 16 to 30 and from 43 ms on, in one of five sweeps to 61; nothing beyond 65 ms."""
    found = {}
    for delay in range(1, 101):
        values = []
        for seed in SEEDS[:runs]:
            swings = delay in range(16, 31, 2) or delay in range(43, 62 if seed == 4 else 54, 2)
            values.append(0.5 + 0.1 * seed if delay > 65 else 95.0 if swings else 60.0)
        for level in ("current", "smoothed"):
            found[f"hybla/10/{level}/{delay}.0"] = values
    return found


def test_five_sweeps_decide_claims_but_one_does_not() -> None:
    names = ("01", "02", "03", "04", "05")
    five, one = judged(newreno(5)), judged(newreno(1))
    assert [five[name][0] for name in names] == [*["confirmed"] * 4, "partly"], five
    assert (
        "clearly so in 96 of 100 cases, clearly the other way in 4; it does not win at 1 ms"
        in (five["05"][1])
    )
    assert [one[name][0] for name in names] == ["undecided"] * 5, one


def test_hybla_shares_are_judged_by_intervals() -> None:
    five, one = judged(hybla(5)), judged(hybla(1))
    assert [five[name][0] for name in ("08", "09", "12")] == ["partly", "confirmed", "confirmed"]
    assert [one[name][0] for name in ("08", "09", "12")] == ["undecided"] * 3
    assert five["08"][1].endswith("alike in 4 of 5 cases, clearly apart in 1")


@pytest.mark.parametrize(("runs", "verdict"), [(1, "undecided"), (5, "partly")])
def test_claim_07_compares_periods_of_capacities(runs: int, verdict: str) -> None:
    """Flows fall into step with either capacity, at other delays."""
    fine = {
        f"hybla-fine/10/current/{16 + 0.8 * step}": [
            47 + 45 * math.sin(2 * math.pi * (16 + 0.8 * step) / 2.08) + seed
            for seed in SEEDS[:runs]
        ]
        for step in range(61)
    }
    assert judged(newreno(5) | fine)["07"][0] == verdict


@pytest.mark.parametrize(("runs", "verdict"), [(1, "undecided"), (5, "confirmed")])
def test_five_delays_do_not_count_as_five_runs(runs: int, verdict: str) -> None:
    cases = range(70, 95, 5)
    shares = hybla(runs) | {
        f"{name}/{delay}.0": [share + seed / 10 for seed in SEEDS[:runs]]
        for name, share in (
            ("red/20/current", 30.0), ("hybla-rho/10/current/1.0", 30.0),
            ("hybla-rho/10/current/2.0", 20.0), ("hybla-rho/10/current/3.5", 0.5),
        )
        for delay in cases
    }  # fmt: skip
    found = judged(shares)
    assert (found["16"][0], found["22"][0]) == (verdict, verdict)


@pytest.mark.parametrize(
    ("least", "verdict"),
    [((17, 13, 13, 13, 15), "undecided"), ((15, 15, 15, 15, 15), "refuted")],
)
def test_claim_15_needs_other_queues_excluded(least: Sequence[int], verdict: str) -> None:
    shares = {
        f"red/{queue}/current/33.0": [30.0 if queue >= one else 5.0 for one in least]
        for queue in range(12, 21)
    }
    assert judged(shares)["15"][0] == verdict


def windows_of(apart_s: int, runs: int) -> list[list[object]]:
    """Rows of cwnd_series in which both windows halve every 10 s, one apart_s after the other."""
    rows: list[list[object]] = []
    for seed, (flow, offset_s), time_s in product(
        range(1, runs + 1), (("flow1", 0), ("flow2", apart_s)), range(200)
    ):
        packets = 5 + (time_s - offset_s) % 10
        rows.append(["sync", "newreno/10/15.0", seed, flow, time_s, packets, packets, packets])
    return rows


@pytest.mark.parametrize(
    ("apart_s", "runs", "verdict"),
    [(0, 5, "confirmed"), (1, 5, "confirmed"), (2, 5, "refuted"), (0, 1, "undecided")],
)
def test_claim_31_asks_when_windows_are_reduced(apart_s: int, runs: int, verdict: str) -> None:
    found, evidence = judged({}, windows_of(apart_s, runs))["31"]
    assert found == verdict, evidence


def larger(others: int, runs: int, starved: range) -> dict[str, list[float]]:
    """Sweeps of a larger network, flow 1 starved at some delays."""
    return {
        f"larger-network/10/{others}/{delay}.0": [
            5.0 if delay in starved else 50.0 + seed for seed in SEEDS[:runs]
        ]
        for delay in range(1, 70)
    }


@pytest.mark.parametrize(
    ("four", "eight", "runs", "verdict"),
    [
        (range(21, 23), range(0), 5, "confirmed"),
        (range(1, 60), range(0), 5, "partly"),
        (range(1, 60), range(1, 60), 5, "refuted"),
        (range(0), range(0), 1, "undecided"),
    ],
)
def test_claim_32_counts_starved_delays(four: range, eight: range, runs: int, verdict: str) -> None:
    found = judged(newreno(runs) | larger(2, runs, four) | larger(6, runs, eight))
    assert found["32"][0] == verdict, found["32"]


def test_edge_of_block_is_mean_over_sweeps() -> None:
    connection = empty_database()
    for label, values in hybla(5).items():
        add_shares(connection, label, values)
    add_interval_tables(connection)
    for entry in derived_of("sync"):
        derive(connection, entry)
    found = {
        subject: row for subject, *row in connection.execute(
            "SELECT subject, n, mean, deviation, is_exact, prediction_low, prediction_high "
            "FROM estimates WHERE metric = 'edge_of_a_block'"
        ).fetchall()
    }  # fmt: skip
    assert found["first of block 1"] == [5, 16, 0, False, 16, 16]
    n, mean, deviation, is_exact, low, high = found["last of block 2"]
    assert (n, mean, is_exact) == (5, pytest.approx(54.6), False)
    assert deviation == pytest.approx(12.8**0.5)
    assert 1 < low < 53 < 61 < high < 100
