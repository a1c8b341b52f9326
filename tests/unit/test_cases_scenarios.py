"""Study cases: from the grids to what fails when, and what competes."""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.config.registry import Study, load_study

Parameters = Mapping[str, Mapping[str, Any]]


@pytest.fixture(scope="module")
def study() -> Study:
    return load_study("cases", "full")


@pytest.fixture(scope="module")
def parameters(study: Study) -> Parameters:
    return {entry.label: entry.parameters for entry in study.scenarios}


def changed(tmp_path: Path, old: str, new: str) -> Study:
    text = (paths.CONFIG / "cases.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "cases.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return load_study("cases", "full", path)


def test_quick_scale_is_part_of_full_scale(study: Study, parameters: Parameters) -> None:
    quick = load_study("cases", "quick")
    assert {entry.label: entry.parameters for entry in quick.scenarios}.items() <= (
        parameters.items()
    )
    sets = {entry.point.scenario_set for entry in quick.scenarios}
    assert sets == {
        "twelve", "twelve-baseline", "small-uninett", "small-uninett-baseline",
        "choices-twelve", "choices-twelve-baseline", "choices-small-uninett",
        "low-rates", "overhead", "overhead-baseline", "own-small-uninett",
    }  # fmt: skip
    twelve = [entry for entry in study.scenarios if "uninett" not in entry.label]
    assert 2000 < sum(len(entry.seeds) for entry in twelve) < 3500
    assert len({entry.scenario_id for entry in study.scenarios}) == len(study.scenarios)


def test_only_baselines_have_other_replications(study: Study) -> None:
    found = {entry.point.scenario_set: len(entry.seeds) for entry in study.scenarios}
    assert found["twelve"] == found["small-uninett"] == 15
    assert found["uninett"] == 8  # a run takes over a minute
    # The thesis has one run of a baseline; they depend on the seed, and one decides nothing.
    baselines = {name: n for name, n in found.items() if name.endswith("-baseline")}
    assert {n for name, n in baselines.items() if not name.startswith("choices")} == {5}


def test_ants_are_those_of_chapter_4(parameters: Parameters) -> None:
    """Section 5.2: beta 0.98 and ten ants a second; "the rest" as before, but for TCP's TTL."""
    chapter_4 = load_study("ceas", "quick").scenarios[0].parameters["ceas"]
    places = (("twelve/steady/false/reno/0", 10.0, 10), ("uninett/true/9000", 20.0, 30))
    for label, rate, ttl in places:
        ants = parameters[label]["ceas"]
        own = {"ant_rate_per_s": rate, "previous_hop_memory": ttl == 30, "ant_ttl": ttl}
        assert ants == {**chapter_4, **own}


def test_tables_5_1_and_5_2(parameters: Parameters) -> None:
    scenario = parameters["twelve/steady/false/sack/1500"]
    assert scenario["tcp"]["time_to_live"] == 10
    assert scenario["tcp"]["window_packets"] == 200
    assert scenario["tcp"]["packet_bytes"] == scenario["traffic"]["cbr_packet_bytes"] == 512
    assert scenario["traffic"]["cbr_rate_bps"] == 800_000
    assert (scenario["flows"][0]["start_s"], scenario["end_s"]) == (100, 700)
    load = scenario["background"]
    assert [entry["rate_bps"] for entry in load] == [300_000.0] * 5
    assert {(entry["packet_bytes"], entry["time_to_live"]) for entry in load} == {(512, 10)}
    assert {entry["start_s"] for entry in load} == {50}
    # TCP both ways, and every pair of the background but for one that is TCP's own.
    assert len(scenario["colonies"]) == 7
    assert parameters["twelve/steady/false/sack/0"]["background"] == []


def test_links_fail_one_after_other_and_two_return(parameters: Parameters) -> None:
    """Section 5.2.2: at least 50 s apart, each that returns after 350 s."""
    outages = parameters["twelve/failures/true/reno/500"]["outages"]
    assert [entry["down_s"] for entry in outages] == [200, 250, 300, 350]
    assert [entry.get("up_s") for entry in outages] == [550, 600, None, None]
    times = sorted([entry["down_s"] for entry in outages] + [550, 600])
    assert min(later - one for one, later in pairwise(times)) >= 50


def test_two_links_flap(parameters: Parameters) -> None:
    """Section 5.2.3."""
    scenario = parameters["twelve-baseline/transient/link-state/sack/0"]
    assert [entry["down_for_s"] for entry in scenario["flaps"]] == [0.3, 0.5]
    assert {(entry["on_for_s"], entry["off_for_s"]) for entry in scenario["flaps"]} == {(2, 2)}
    assert (scenario["flows"][0]["source"], scenario["flows"][0]["destination"]) == (7, 10)
    assert "ceas" not in scenario
    assert scenario["colonies"] == []
    assert scenario["routing"] == {"protocol": "link-state", "delay_s": 0.01, "hold_s": 0.25}


def test_uninett_is_loaded_and_fails_as_printed(parameters: Parameters) -> None:
    """Section 5.3."""
    scenario = parameters["uninett/false/1500"]
    rates = {entry["source"]: entry["cbr_rate_bps"] for entry in scenario["flows"]}
    assert rates == {4: 2e9, 12: 8e8, 41: 3e7, 47: 2e8}
    (unsteady,), (outage,) = scenario["unsteady"], scenario["outages"]
    assert (unsteady["first_s"], outage["down_s"], scenario["end_s"]) == (600, 1200, 1800)
    assert "up_s" not in outage
    assert scenario["background"][0]["time_to_live"] == 2
    assert len(scenario["colonies"]) == 8


def test_small_uninett_is_scaled_by_factor(parameters: Parameters) -> None:
    large, small = parameters["uninett/false/1500"], parameters["small-uninett/false/1500"]

    def capacities(scenario: Mapping[str, Any]) -> list[float]:
        return [link["bandwidth_bps"] for link in scenario["topology"]["links"]]

    assert capacities(small) == pytest.approx([0.02 * bps for bps in capacities(large)])
    for one, other in zip(small["flows"], large["flows"], strict=True):
        assert one["cbr_rate_bps"] == pytest.approx(0.02 * other["cbr_rate_bps"])
    same = ("ceas", "colonies", "tcp")
    assert all(small[key] == large[key] for key in same)


def test_link_costs_come_from_printed_capacities(
    parameters: Parameters,
) -> None:
    for name in ("uninett", "small-uninett"):
        costs = Counter(
            link["cost"]
            for link in parameters[f"{name}-baseline/link-state/1500"]["topology"]["links"]
        )
        assert costs[4] == 15, "2.5 Gb/s"
        assert set(costs) == {4, 10, 65, 100, 294, 312, 1000}
        vector = parameters[f"{name}-baseline/distance-vector/1500"]["topology"]["links"]
        assert not any("cost" in link for link in vector)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("network: [ceas-12-fans, ceas-12-sparse]", "network: [ceas-11]", "has no 'ceas-11'"),
        ("topologies: [ceas-12, ", "topologies: [", "ceas-12 is missing"),
        ("    transient: {source: 7, destination: 10}\n", "", "expected one for steady"),
    ],
)
def test_inconsistent_configuration_is_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        changed(tmp_path, old, new)
