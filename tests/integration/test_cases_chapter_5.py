"""Scenarios of study cases with the real ns, cut down to seconds: what runs leave and measure."""

import duckdb
import pytest
from study_runs import StudyRuns, Values, make_runs

from ns2studies.simulator.build import Simulator

SHORTER = {
    "initial_phase_s: 50.0": "initial_phase_s: 20.0",
    "start_s: 50.0 ": "start_s: 10.0 ",
    "end_s: 700.0": "end_s: 150.0",
    "first_s: 100.0": "first_s: 10.0",
    "apart_s: 50.0": "apart_s: 8.0",
    "down_for_s: 350.0": "down_for_s: 30.0",
    "unsteady_s: 150.0": "unsteady_s: 40.0",
    "failure_s: 250.0": "failure_s: 60.0",
    "end_s: 350.0": "end_s: 75.0",
}

CASES = ("steady", "failures", "transient")
BASELINES = ("link-state", "distance-vector")
WANTED = (
    *(f"twelve/{event}/{memory}/sack/1000" for event in CASES for memory in ("false", "true")),
    *(f"twelve-baseline/{event}/{name}/sack/1000" for event in CASES for name in BASELINES),
    "twelve/steady/false/reno/0",
    "networks/ceas-12-sparse/failures/false/sack/0",
    "networks-baseline/ceas-12-fans/transient/link-state/sack/3000",
    "small-uninett/false/1500",
    "small-uninett/true/1500",
    "small-uninett-baseline/link-state/1500",
    "small-uninett-baseline/distance-vector/9000",
)


@pytest.fixture(scope="module")
def results(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> StudyRuns:
    return make_runs(tmp_path_factory.mktemp("cases runs"), "cases", SHORTER, WANTED, ns.ns)


@pytest.fixture(scope="module")
def values(results: StudyRuns) -> Values:
    return results.values()


def test_runs_leave_tables_and_no_trace(results: StudyRuns) -> None:
    results.check_files()


def test_every_connection_is_made(values: Values) -> None:
    for scenario, found in values.items():
        flows = 4 if "uninett" in scenario else 1
        for number in range(1, flows + 1):
            assert found["tcp_connected", f"flow{number}"] == 1, scenario
            assert 0 < found["tcp_connect_time", f"flow{number}"] < 10, scenario


def test_tcp_without_background_has_its_full_rate(values: Values) -> None:
    assert values["twelve/steady/false/reno/0"]["tcp_goodput", "flow1 whole"] == pytest.approx(
        8e5, rel=0.02
    )


def test_background_slows_shortest_path_routing(values: Values) -> None:
    """Section 5.2.1: 1000 kb/s are too much for it."""
    over_ants = values["twelve/steady/false/sack/1000"]["tcp_goodput", "flow1 whole"]
    for name in BASELINES:
        found = values[f"twelve-baseline/steady/{name}/sack/1000"]
        assert found["tcp_goodput", "flow1 whole"] < over_ants < 8e5
        assert found["tcp_drops", "flow1 whole queue"] > 0


def test_failures_and_flaps_lose_packets_to_links(values: Values) -> None:
    for event in ("failures", "transient"):
        found = values[f"twelve/{event}/false/sack/1000"]
        lost = found["ceas_drops", f"{'7' if event == 'transient' else '0'}-10 whole link down"]
        assert lost > 0
        for name in BASELINES:
            found = values[f"twelve-baseline/{event}/{name}/sack/1000"]
            assert found["tcp_drops", "flow1 whole link down"] > 0
    steady = values["twelve/steady/false/sack/1000"]
    assert steady["ceas_drops", "0-10 whole link down"] == 0


def test_memory_ends_only_micro_loops(values: Values) -> None:
    """Section 5.3: packets go around 5, 4 and 33."""
    with_memory, without = (values[f"small-uninett/{memory}/1500"] for memory in ("true", "false"))
    assert without["ceas_loops", "4-51 whole 2"] > 100
    assert with_memory["ceas_loops", "4-51 whole 2"] < 0.1 * without["ceas_loops", "4-51 whole 2"]
    assert with_memory["ceas_loops", "4-51 whole 3"] > without["ceas_loops", "4-51 whole 3"]


def test_uninett_link_failures_ignore_routing(results: StudyRuns) -> None:
    """The random times are the first stream of the seed's."""
    lost = [
        duckdb.sql(
            f"SELECT DISTINCT start_us // 1000000 FROM {results.table(scenario, 'flow_bins')} "
            "WHERE dropped_link_down > 0 ORDER BY 1"
        ).fetchall()
        for scenario in ("small-uninett/false/1500", "small-uninett-baseline/link-state/1500")
    ]
    common = set(lost[0]) & set(lost[1])
    assert len(common) >= 3
    assert min(lost[0]) == min(lost[1]) == (40,)
