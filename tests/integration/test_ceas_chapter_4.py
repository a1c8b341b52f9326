"""Scenarios of study ceas with the real ns, cut down to seconds: what runs leave and measure."""

from pathlib import Path

import duckdb
import pytest
from study_runs import StudyRuns, Values, make_runs

from ns2studies.basics.digests import digest_file
from ns2studies.config.registry import load_study
from ns2studies.runs.identity import runs_of
from ns2studies.runs.launcher import Launcher
from ns2studies.runs.store import RunStore
from ns2studies.simulator.build import Simulator

SHORTER = {
    "stable_s: 100.0": "stable_s: 10.0",
    "undisturbed_s: 100.0": "undisturbed_s: 10.0",
    "rerouted_s: 100.0": "rerouted_s: 10.0",
    "regain_s: 40.0": "regain_s: 5.0",
    "ants_to_reroute: 2000": "ants_to_reroute: 1000",
    "ants_to_return: 2000": "ants_to_return: 440",
    "start_s: 100.0 ": "start_s: 15.0 ",
    "end_s: 600.0                # ours": "end_s: 85.0",
    "end_s: 1200.0": "end_s: 160.0",
}

WANTED = (
    "stabilization/20",
    "failure/false/sack/20",
    "failure/true/sack/20",
    "failure-baseline/link-state/reno",
    "congestion/1500/sack/20",
    "congestion-baseline/distance-vector/1500/sack",
    "two-flows/9000/reno",
)


@pytest.fixture(scope="module")
def results(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> StudyRuns:
    return make_runs(tmp_path_factory.mktemp("ceas runs"), "ceas", SHORTER, WANTED, ns.ns)


@pytest.fixture(scope="module")
def values(results: StudyRuns) -> Values:
    return results.values()


def test_runs_leave_tables_and_no_trace(results: StudyRuns) -> None:
    results.check_files()


def test_sender_and_its_router_count_same(results: StudyRuns) -> None:
    """The first packet, TCP's request, carries no data."""
    scenario = "failure/true/sack/20"
    sent = duckdb.sql(
        "SELECT sum(sent_packets) + 1 FROM "
        f"{results.table(scenario, 'flow_bins')} WHERE type = 'tcp'"
    ).fetchall()
    forwarded = duckdb.sql(
        f"SELECT max(forwarded) FROM {results.table(scenario, 'ceas_data')} "
        "WHERE node = 0 AND destination_node = 8"
    ).fetchall()
    assert sent == forwarded
    assert sent[0][0] > 100_000


def test_stabilization_is_near_table_4_2(values: Values) -> None:
    for scenario in ("stabilization/20", "failure/false/sack/20"):
        ants = values[scenario]["stabilization_ants", "0-8 start"]
        assert 100 < ants < 250, scenario
        assert values[scenario]["stabilization_time", "0-8 start"] == pytest.approx(ants / 22)


def test_tcp_without_memory_waits_for_ants(values: Values) -> None:
    found = values["failure/false/sack/20"]
    assert found["tcp_time_to_resume", "flow1 failure"] > 5
    assert found["ceas_drops", "0-8 failure ttl"] > 10
    assert found["ceas_drops", "0-8 failure link down"] > 0
    assert found["ceas_long_path_share", "0-8 failure"] == 100
    assert 400 < found["stabilization_ants", "0-8 failure"] < 1000


def test_tcp_with_memory_resumes_at_once(values: Values) -> None:
    found, without = values["failure/true/sack/20"], values["failure/false/sack/20"]
    assert found["tcp_time_to_resume", "flow1 failure"] < 1
    loops = ("ceas_micro_loops", "0-8 failure")
    assert found[loops] > 10 * without[loops], "each packet goes back, once"
    goodput = ("tcp_goodput", "flow1 failure")
    assert found[goodput] > without[goodput]


def test_link_state_finds_other_path(values: Values) -> None:
    found = values["failure-baseline/link-state/reno"]
    assert found["tcp_time_to_full_rate", "flow1 failure"] < 3
    assert found["tcp_full_rate_reached", "flow1 restoration"] == 1
    assert found["tcp_goodput", "flow1 before"] == pytest.approx(75e6, rel=0.01)
    assert not [key for key in found if key[0].startswith(("ceas", "stabilization"))]


def test_ants_avoid_congestion(values: Values) -> None:
    with_ants = values["congestion/1500/sack/20"]
    without = values["congestion-baseline/distance-vector/1500/sack"]
    assert with_ants["ceas_long_path_share", "0-8 before"] < 5
    assert with_ants["ceas_long_path_share", "0-8 congestion"] > 20
    throughput = ("tcp_phase_throughput", "flow1 congestion")
    assert with_ants[throughput] > 2 * without[throughput]
    assert without[throughput] == pytest.approx(3e6, rel=0.2), "what the load leaves"


def test_two_flows_have_separate_values(values: Values) -> None:
    found = values["two-flows/9000/reno"]
    for flow in ("flow1", "flow2"):
        assert 2e7 < found["tcp_throughput", flow] < 1e8
    assert {"0-8 start", "2-6 start"} <= {
        subject for name, subject in found if name == "stabilization_time"
    }


def test_equal_seeds_give_equal_bytes(ns: Simulator, results: StudyRuns, tmp_path: Path) -> None:
    study = load_study("ceas", "full", results.folder / "ceas.yaml")
    store = RunStore(tmp_path)
    with Launcher(ns.ns) as launcher:
        for run in runs_of(study, digest_file(ns.ns)):
            if run.scenario.label == "stabilization/20" and run.identity.seed <= 2:
                store.add(run, launcher)
    digests = {}
    for folder in (tmp_path / "runs" / "study=ceas").iterdir():
        digests[folder.name] = digest_file(folder / "ceas_pheromones.parquet")
        before = results.folder / "runs" / "study=ceas" / folder.name / "ceas_pheromones.parquet"
        if before.exists():
            assert digest_file(before) == digests[folder.name]
    assert len(set(digests.values())) == 2, "another seed, other ants"
