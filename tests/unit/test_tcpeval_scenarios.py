"""Study tcpeval: from the grids to networks, traffic and buffers."""

import json
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from network_paths import shortest_paths

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.config.registry import Study, load_study
from ns2studies.config.replications import UntilPrecise
from ns2studies.config.topology import read_topology
from ns2studies.config.yaml_file import read_yaml

Parameters = Mapping[str, Mapping[str, Any]]

NETWORKS = ("dumbbell", "parking-lot", "simple-network")


@pytest.fixture(scope="module")
def study() -> Study:
    return load_study("tcpeval", "full")


@pytest.fixture(scope="module")
def parameters(study: Study) -> Parameters:
    return {entry.label: entry.parameters for entry in study.scenarios}


@pytest.fixture(scope="module")
def baselines(study: Study, parameters: Parameters) -> Parameters:
    """Of each network, drop-tail, without errors."""
    protocol = study.config.parameters()["baseline"]
    return {name: parameters[f"experiments/{name}/drop-tail/{protocol}/0"] for name in NETWORKS}


def changed(tmp_path: Path, old: str, new: str) -> Study:
    text = (paths.CONFIG / "tcpeval.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "tcpeval.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return load_study("tcpeval", "full", path)


def links_of(scenario: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list(scenario["topology"]["links"])


def path_of(name: str, flow: Mapping[str, Any]) -> tuple[int, ...]:
    """The nodes of a flow's path: there is one shortest in each network."""
    topology = read_topology(paths.DATA / "topologies" / f"suite-{name}.yaml")
    (path,) = shortest_paths(topology, flow["source"], flow["destination"])
    return path


def test_experiments_are_those_of_table_1(study: Study) -> None:
    """Twelve experiments, each at eleven error rates (section 5.1: up to 10 %)."""
    found = [entry.point.values for entry in study.scenarios if "experiments/" in entry.label]
    config = study.config.parameters()
    experiments = list(
        dict.fromkeys((it["topology"], it["queueing"], it["protocol"]) for it in found)
    )
    assert experiments == [
        (topology, queueing, protocol)
        for topology in NETWORKS
        for queueing in ("drop-tail", "red")
        for protocol in (config["baseline"], config["improved"])
    ]
    assert Counter(it["packet_error_percent"] for it in found) == dict.fromkeys(range(11), 12)


def test_quick_scale_is_part_of_full_scale(parameters: Parameters) -> None:
    quick = load_study("tcpeval", "quick")
    assert {entry.label: entry.parameters for entry in quick.scenarios}.items() <= (
        parameters.items()
    )
    assert {entry.point.values["packet_error_percent"] for entry in quick.scenarios} == {0, 1, 5}


def test_every_set_has_same_axes(study: Study) -> None:
    axes = ("topology", "queueing", "protocol", "packet_error_percent")
    assert {tuple(entry.point.values) for entry in study.scenarios} == {axes, ("choice", *axes)}


def test_all_sets_but_experiments_can_be_left_out(tmp_path: Path) -> None:
    config = read_yaml(paths.CONFIG / "tcpeval.yaml").value
    config["scenario_sets"] = {"experiments": config["scenario_sets"]["experiments"]}
    path = tmp_path / "tcpeval.yaml"
    path.write_text(json.dumps(config), encoding="utf-8")  # JSON is YAML, too
    left = load_study("tcpeval", "full", path)
    assert {entry.point.scenario_set for entry in left.scenarios} == {"experiments"}


@pytest.mark.parametrize(
    ("name", "round_trip_s"), list(zip(NETWORKS, (0.08, 0.08, 0.14), strict=True))
)
def test_long_lived_flows_have_suite_rtt(
    baselines: Parameters, name: str, round_trip_s: float
) -> None:
    scenario = baselines[name]
    delays = {frozenset((it["from"], it["to"])): it["delay_s"] for it in links_of(scenario)}
    for flow in scenario["flows"]:
        if flow["role"] != "cross":
            one_way_s = sum(delays[frozenset(hop)] for hop in pairwise(path_of(name, flow)))
            assert 2 * one_way_s == pytest.approx(round_trip_s, rel=1e-6)


def test_cross_traffic_passes_one_bottleneck(baselines: Parameters) -> None:
    scenario = baselines["parking-lot"]
    bottlenecks = [{it["from"], it["to"]} for it in scenario["bottlenecks"]]
    passed: Counter[int] = Counter()
    for flow in scenario["flows"]:
        hops = [set(hop) for hop in pairwise(path_of("parking-lot", flow))]
        places = [bottlenecks.index(hop) for hop in hops if hop in bottlenecks]
        if flow["role"] == "cross":
            passed.update(places)
            assert len(places) == 1
        else:
            assert sorted(places) == [0, 1, 2]
    assert passed == {0: 5, 1: 5, 2: 5}


def test_simple_network_loads_each_domain_alike(baselines: Parameters) -> None:
    """Forward is clockwise: every flow goes from a domain to the next one."""
    scenario = baselines["simple-network"]
    for flow in [*scenario["flows"], *scenario["streams"]]:
        path = path_of("simple-network", flow)
        core = [node for node in path if node < 3]
        step = (core[1] - core[0]) % 3
        assert (len(path), len(core)) == (6, 2)
        assert step == (1 if flow["role"] == "forward" else 2)
    started = Counter(path_of("simple-network", it)[1] for it in scenario["flows"])
    assert max(started.values()) - min(started.values()) <= 1


@pytest.mark.parametrize("name", NETWORKS)
def test_traffic_is_that_of_suite(baselines: Parameters, name: str) -> None:
    scenario = baselines[name]
    flows = Counter(flow["role"] for flow in scenario["flows"])
    streams = Counter((it["kind"], it["role"]) for it in scenario["streams"])
    voices = {("voice", "forward"): 5, ("voice", "reverse"): 5}
    if name == "simple-network":
        assert flows == {"forward": 5}
        assert streams == voices | {("video", "forward"): 5}
    else:
        cross = {"cross": 15} if name == "parking-lot" else {}
        assert flows == {"forward": 5, "reverse": 5} | cross
        assert streams == voices | {("video", "forward"): 5, ("video", "reverse"): 5}
    assert scenario["voice"]["rate_bps"] == 64_000
    assert scenario["voice"]["talk_spurts"] is False
    assert scenario["tcp"] == {"packet_bytes": 1000, "window_packets": 20}
    assert (scenario["video"]["rate_bps"], scenario["web"]["rate_per_s"]) == (640_000, 15)
    assert (scenario["measured_from_s"], scenario["end_s"]) == (20, 100)
    assert scenario["start"] == {"least_s": 0.001, "most_s": 0.3}


def test_buffers_hold_bandwidth_delay_product(baselines: Parameters) -> None:
    """10 Mb/s over 80 ms, in packets of 1 kB; in the simple network over a link's own delay."""
    limits = [baselines[name]["network"]["queue_limit_packets"] for name in NETWORKS[:2]]
    assert limits == [100, 100]
    simple = baselines["simple-network"]
    assert "network" not in simple
    for link in links_of(simple):
        assert link["queue_limit_packets"] == int(10e6 * link["delay_s"] / 8 / 1000)


def test_flows_that_join_start_one_after_other(study: Study) -> None:
    """As in the tool's chart of convergence: 1000 s, a forward flow every 200 s."""
    joining = [it for it in study.scenarios if it.point.scenario_set == "convergence"]
    assert joining
    for entry in joining:
        flows = entry.parameters["flows"]
        starts = [flow.get("start_s") for flow in flows if flow["role"] == "forward"]
        assert starts == [0, 200, 400, 600, 800]
        assert entry.parameters["end_s"] == 1000
        assert not any(flow.get("start_s") for flow in flows if flow["role"] == "reverse")


def test_long_runs_measure_next_100_s(study: Study, parameters: Parameters) -> None:
    long = [it for it in study.scenarios if it.point.scenario_set == "long-runs"]
    assert {it.point.values["topology"] for it in long} == {"dumbbell", "parking-lot"}
    for entry in long:
        place = entry.label.partition("/")[2]
        expected = {**parameters[f"experiments/{place}"], "end_s": 200, "measured_from_s": 100}
        assert entry.parameters == expected


def test_buffers_have_floor(tmp_path: Path) -> None:
    """Two packets for each of ten flows."""
    small = changed(tmp_path, "bandwidth_delay_products: 1.0", "bandwidth_delay_products: 0.01")
    limits = {
        entry.parameters["network"]["queue_limit_packets"]
        for entry in small.scenarios
        if entry.point.scenario_set != "choices" and "network" in entry.parameters
    }
    assert limits == {20}


@pytest.mark.parametrize("name", NETWORKS)
def test_only_bottlenecks_queue_by_red(study: Study, parameters: Parameters, name: str) -> None:
    protocol = study.config.parameters()["baseline"]
    scenario = parameters[f"experiments/{name}/red/{protocol}/3"]
    bottlenecks = {frozenset((it["from"], it["to"])) for it in scenario["bottlenecks"]}
    for link in links_of(scenario):
        is_red = frozenset((link["from"], link["to"])) in bottlenecks
        assert (link.get("queue") == "red") == is_red
    assert scenario["losses"] == {"packet_error_rate": 0.03}
    assert scenario["red"] == {
        "counts_bytes": False, "marks": True, "weight": 0.001, "least_probability": 0.001,
    }  # fmt: skip


@pytest.mark.parametrize("name", NETWORKS)
def test_topology_links_give_their_reason(name: str) -> None:
    topology = read_topology(paths.DATA / "topologies" / f"suite-{name}.yaml")
    assert all(link.why.startswith("tcpeval: ") for link in topology.links)
    places = Counter((node.x, node.y) for node in topology.nodes)
    assert max(places.values()) == 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("topology: [dumbbell, parking-lot,", "topology: [ring, parking-lot,", "has no 'ring'"),
        ("topologies: [suite-dumbbell, ", "topologies: [", "suite-dumbbell is missing"),
        ("{source: 2, destination: 18}", "{source: 2, destination: 1}", "node 1 has 17 links"),
        ("  most_s: 0.3", "  most_s: 0.0005", "most_s must not be below"),
        ("measured_from_s: 20.0", "measured_from_s: 100.0", "must be before end_s"),
    ],
)
def test_inconsistent_configuration_is_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        changed(tmp_path, old, new)


def test_protocols_are_named_at_top(tmp_path: Path) -> None:
    """To compare another pair, two words of the file are edited."""
    improved = load_study("tcpeval", "quick").config.parameters()["improved"]
    other = changed(tmp_path, f"improved: {improved}", "improved: vegas")
    experiments = [entry for entry in other.scenarios if "experiments/" in entry.label]
    variants = {flow["variant"] for it in experiments for flow in it.parameters["flows"]}
    assert variants == {"sack", "vegas"}
    assert improved not in json.dumps([entry.parameters for entry in experiments])
    with pytest.raises(ConfigError, match="improved must differ from baseline"):
        changed(tmp_path, f"improved: {improved}", "improved: sack")


def test_full_scale_runs_until_throughput_is_precise(study: Study) -> None:
    """Section 2.3: 5 % with 95 % confidence; section 3.2.3: at most 20 replications."""
    rules = {
        entry.point.scenario_set: entry.point.replications["full"]
        for entry in study.scenarios
        # The others have as many runs of all, to be compared in pairs.
        if entry.point.scenario_set not in ("choices", "long-runs", "convergence")
    }
    assert rules.keys() == {"experiments", "rules", "own"}
    for name, rule in rules.items():
        assert isinstance(rule, UntilPrecise)
        assert (rule.at_most, rule.until.relative_half_width) == (20, 0.05)
        classes = {"forward", "reverse"} | ({"cross"} if name == "experiments" else set())
        assert set(rule.until.metrics["class_goodput"]) == classes
