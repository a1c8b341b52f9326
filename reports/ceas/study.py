"""Study ``ceas``: TCP over the Cross Entropy Ant System (Tamrakar 2009, chapter 4).

The module turns grid points into scenarios. What the thesis leaves open is marked in
``config/ceas.yaml``; its alternatives are the sets ``choices…``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from ns2studies.config.scenario_parts import topology_parameters
from ns2studies.config.scenarios import GridPoint
from ns2studies.config.study import ChoiceSet, ScenarioSet, choose, points_of_sets
from ns2studies.config.study_files import Definition
from ns2studies.config.topology import Topology
from reports.ceas.models import AntChoiceSet, CeasConfig
from reports.routed_tcp.models import (
    RoutedScenario,
    ants_of,
    bins_at_ends,
    colonies_of,
    every_link,
    routing_of,
)

_AXES = (
    "choices",
    "routing",
    "previous_hop_memory",
    "packet_bytes",
    "variant",
    "ant_rate",
)
"""Fields of a set that are axes of its grid, in the order of the scenarios' names."""


def grid_points(config: CeasConfig) -> Iterator[GridPoint]:
    """Return the grid points of all scenarios, in the order of the file."""
    return points_of_sets(config.sets(), _AXES)


@dataclass(frozen=True)
class Times:
    """Times of events in a scenario, in seconds; None: the scenario does not have the event."""

    end: float
    tcp: float | None = None
    failure: float | None = None
    restoration: float | None = None
    congestion: float | None = None


def assemble(
    config: CeasConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """Return the parameters of one scenario, before overrides."""
    (topology,) = topologies.values()
    sets = config.sets()
    chosen = sets[point.scenario_set]
    basis = _basis(point.scenario_set, chosen)
    values = {
        "routing": "ceas",
        "ant_rate": getattr(chosen, "ant_rate", None) or config.baseline_ant_rate,
        "connections": 2 if basis == "two-flows" else 1,
        "packet_bytes": config.packet_bytes,
        **point.values,
    }
    like = chosen if basis == _ANTS or basis not in sets else sets[basis]
    times = _times(config, basis, like, values["ant_rate"])
    end_s = getattr(chosen, "end_s", None)
    if basis != _ANTS and end_s is not None:
        times = replace(times, end=end_s)
    found = _scenario(config, topology, values, times, basis, like)
    if basis == "capacity":
        _make_slow(config, found)
    choose("ceas", chosen, point, found)
    return found


_ANTS = "ants"
"""Basis of the set ``choices``: failures without TCP."""


def _basis(scenario_set: str, chosen: ScenarioSet) -> str:
    """Return the set that a set repeats with other routing, alternatives or TCPs, or itself."""
    if isinstance(chosen, AntChoiceSet):
        return _ANTS
    if isinstance(chosen, ChoiceSet):
        scenario_set = chosen.of
    if scenario_set == "many-ants":
        return "stabilization"
    return scenario_set.removeprefix("own-").removesuffix("-baseline")


def stable_s(config: CeasConfig, ant_rate: int) -> float:
    """Return when TCP starts in most scenarios in s: a time after the first stabilization.

    All times of the schedule are whole seconds, so that bins and samples begin with them.
    """
    schedule = config.schedule
    return (
        config.ceas.initial_phase_s
        + _seconds(config, ant_rate, schedule.ants_to_stabilize)
        + schedule.stable_s
    )


def failure_times(config: CeasConfig, ant_rate: int, to_reroute: int, to_return: int) -> Times:
    """Return the schedule of section 4.3 with a number of ants allowed for after each event."""
    schedule = config.schedule
    tcp = stable_s(config, ant_rate)
    failure = tcp + schedule.undisturbed_s
    rerouted = failure + _seconds(config, ant_rate, to_reroute) + schedule.regain_s
    restoration = rerouted + schedule.rerouted_s
    end = restoration + _seconds(config, ant_rate, to_return) + schedule.regain_s
    return Times(end, tcp, failure, restoration)


def _seconds(config: CeasConfig, ant_rate: int, ants: int) -> float:
    """Return the whole seconds in which a colony sends at least so many ants."""
    return float(ceil(ants / (ant_rate * (1 + config.ceas.explorer_ratio)) - 1e-9))


def _times(config: CeasConfig, basis: str, like: Any, ant_rate: int) -> Times:
    schedule = config.schedule
    if basis == _ANTS:
        times = failure_times(config, ant_rate, like.ants_to_reroute, like.ants_to_reroute)
        return replace(times, tcp=None)
    if basis == "failure":
        return failure_times(config, ant_rate, schedule.ants_to_reroute, schedule.ants_to_return)
    if basis in ("stabilization", "overhead"):
        return Times(like.end_s)
    if basis == "early":
        return Times(like.end_s, tcp=like.start_s)
    if basis == "start":
        return Times(like.end_s, tcp=config.ceas.initial_phase_s)
    if basis == "two-flows":
        return Times(like.end_s, tcp=config.ceas.initial_phase_s + like.start_s)
    tcp = stable_s(config, ant_rate)
    if basis == "congestion":
        return Times(like.end_s, tcp, congestion=tcp + schedule.undisturbed_s)
    return Times(like.end_s, tcp)


def _scenario(
    config: CeasConfig,
    topology: Topology,
    values: Mapping[str, Any],
    times: Times,
    basis: str,
    like: Any,
) -> dict[str, object]:
    routing = values["routing"]
    flows = [] if times.tcp is None else _flows(config, values, times.tcp)
    tracing: dict[str, object] = {}
    if routing == "ceas":
        tracing |= _ant_tracing(config, getattr(like, "pheromones_change", None))
    if flows:
        tracing |= _flow_tracing(config, topology, len(flows), like.bin_s)
    if basis == "overhead":
        tracing |= {"links": every_link(topology)}
    return {
        "end_s": times.end,
        "random": {"first_seed": config.first_seed},
        "routing": routing_of(routing, config.link_state),
        "topology": topology_parameters(topology),
        "network": config.network.model_dump(),
        **(_ants(config, values, len(flows)) if routing == "ceas" else {}),
        **(_tcp(config, values, times.end) if flows else {}),
        "flows": flows,
        "background": _background(config, times, values),
        "outages": _outages(config, times),
        "tracing": tracing,
    }


def _ants(config: CeasConfig, values: Mapping[str, Any], flows: int) -> dict[str, object]:
    memory = values.get("previous_hop_memory", False)
    return {
        "ceas": ants_of(config.ceas, config.tcp, values["ant_rate"], memory),
        "colonies": colonies_of(config.connections[: max(flows, 1)], both=flows > 0),
    }


def _flows(config: CeasConfig, values: Mapping[str, Any], start_s: float) -> list[dict[str, Any]]:
    return [
        {**route.model_dump(), "variant": values["variant"], "start_s": start_s}
        for route in config.connections[: values["connections"]]
    ]


def _tcp(config: CeasConfig, values: Mapping[str, Any], end_s: float) -> dict[str, object]:
    packet_bytes = values["packet_bytes"]
    tcp = config.tcp.model_dump(exclude={"header_bytes"})
    return {
        "tcp": {"packet_bytes": packet_bytes, **tcp},
        "traffic": {
            "application": "cbr",
            "cbr_rate_bps": config.data_rate_bps,
            "cbr_packet_bytes": packet_bytes,
            "stop_s": end_s,
        },
    }


def _background(
    config: CeasConfig, times: Times, values: Mapping[str, Any]
) -> list[dict[str, object]]:
    if times.congestion is None:
        return []
    load = {**config.background.model_dump(), "start_s": times.congestion}
    if load["packet_bytes"] == "as-tcp":
        load["packet_bytes"] = values["packet_bytes"]
    return [load]


def _outages(config: CeasConfig, times: Times) -> list[dict[str, object]]:
    if times.failure is None:
        return []
    link = config.failing.model_dump(by_alias=True)
    return [{**link, "down_s": times.failure, "up_s": times.restoration}]


def _ant_tracing(config: CeasConfig, change: float | None) -> dict[str, object]:
    """Return the parameters of ant traces.

    Pheromones are traced after the initialization phase, in which all ants explore.
    """
    found = config.tracing.model_dump(exclude={"sample_interval_s"})
    if change is not None:
        found["pheromones_change"] = change
    return {
        **found,
        "pheromones_from_s": config.ceas.initial_phase_s,
    }


def _flow_tracing(
    config: CeasConfig, topology: Topology, flows: int, bin_s: float
) -> dict[str, object]:
    """Return the parameters of flow traces: data at the connections' ends, drops elsewhere."""
    return {
        "bin_s": bin_s,
        "sampled_flows": list(range(flows)),
        "sample_interval_s": config.tracing.sample_interval_s,
        "links": bins_at_ends(topology, config.connections[:flows]),
    }


def _make_slow(config: CeasConfig, scenario: dict[str, Any]) -> None:
    slow = config.slow
    for link in scenario["topology"]["links"]:
        if {link["from"], link["to"]} == {slow.from_, slow.to}:
            link["bandwidth_bps"] = slow.bandwidth_bps


DEFINITION = Definition(CeasConfig, RoutedScenario, grid_points, assemble)
