"""Study ``cases``: TCP over the Cross Entropy Ant System on larger networks.

Tamrakar 2009, chapter 5. The module turns grid points into scenarios; what the thesis leaves open
is marked in ``config/cases.yaml``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ns2studies.basics.errors import ConfigError
from ns2studies.config.scenario_parts import Route, topology_parameters
from ns2studies.config.scenarios import GridPoint
from ns2studies.config.study import ChoiceSet, choose, points_of_sets
from ns2studies.config.study_files import Definition
from ns2studies.config.topology import Topology
from reports.cases.models import CasesConfig, Choices, Timetable, TwelveNodes, Uninett
from reports.routed_tcp.models import (
    RoutedScenario,
    Tcp,
    ants_of,
    bins_at_ends,
    colonies_of,
    every_link,
    routing_of,
)

_AXES = (
    "choices",
    "network",
    "event",
    "routing",
    "previous_hop_memory",
    "packet_bytes",
    "variant",
    "ant_rate",
    "background_kbps",
)
"""Fields of a set that are axes of its grid, in the order of the scenarios' names."""

_FIRST_NETWORK = "ceas-12"
"""Network of twelve nodes of a set that names none."""

Scenario = dict[str, object]


def grid_points(config: CasesConfig) -> Iterator[GridPoint]:
    """Return the grid points of all scenarios, in the order of the file."""
    return points_of_sets(config.sets(), _AXES)


def assemble(config: CasesConfig, topologies: Mapping[str, Topology], point: GridPoint) -> Scenario:
    """Return the parameters of one scenario, before overrides.

    Raises:
        ConfigError: if the network is not among the study's.
    """
    values = {"routing": "ceas", **point.values}
    sets: Mapping[str, Any] = config.sets()
    chosen = sets[point.scenario_set]
    if "uninett" in point.scenario_set:
        times = sets[chosen.of] if isinstance(chosen, ChoiceSet) else chosen
        found = _uninett(config, topologies[config.uninett.network], values, times)
    else:
        network = values.get("network", _FIRST_NETWORK)
        if network not in config.twelve_nodes.networks:
            raise ConfigError(f"config/cases.yaml: twelve_nodes.networks has no {network!r}")
        if point.scenario_set.startswith("overhead"):
            found = _routing_alone(config, topologies[network], values)
        else:
            found = _twelve_nodes(config, topologies[network], values)
    scenario: Scenario = {
        "random": {"first_seed": config.first_seed},
        "routing": routing_of(values["routing"], config.link_state),
        **found,
    }
    choose("cases", chosen, point, scenario)
    return scenario


# --- twelve nodes (section 5.2) ---------------------------------------------------------------


def _twelve_nodes(config: CasesConfig, topology: Topology, values: Mapping[str, Any]) -> Scenario:
    case = config.twelve_nodes
    choices = case.networks[values.get("network", _FIRST_NETWORK)]
    route = case.routes[values["event"]]
    start_s = config.ceas.initial_phase_s + case.start_s
    pairs = choices.background if values["background_kbps"] else []
    rate_bps = 1000 * values["background_kbps"] / max(len(pairs), 1)
    load = case.background.model_dump()
    flow = {**route.model_dump(), "variant": values["variant"], "start_s": start_s}
    background = [
        {
            **pair.model_dump(),
            **load,
            "rate_bps": rate_bps,
            "start_s": config.ceas.initial_phase_s,
        }
        for pair in pairs
    ]
    return {
        "end_s": case.end_s,
        "topology": topology_parameters(topology),
        **_ants(config, case, values, [route], pairs),
        **_tcp(case.tcp, case.packet_bytes, case.end_s, case.data_rate_bps),
        "flows": [flow],
        "background": background,
        "tracing": _tracing(config, topology, [route], pairs, case.bin_s, values["routing"]),
        **_events(config, choices, values["event"], start_s),
    }


def _routing_alone(config: CasesConfig, topology: Topology, values: Mapping[str, Any]) -> Scenario:
    """Return the parameters of twelve nodes without data, to trace the messages of the routing."""
    nothing = {"variant": "sack", "previous_hop_memory": False, "background_kbps": 0}
    found = _twelve_nodes(config, topology, {**values, **nothing})
    intervals = config.tracing.model_dump(exclude={"sample_interval_s"})
    found["tracing"] = {
        **(intervals if values["routing"] == "ceas" else {}),
        "links": every_link(topology),
    }
    return {key: it for key, it in found.items() if key not in ("flows", "tcp", "traffic")}


def _events(config: CasesConfig, choices: Choices, event: str, start_s: float) -> Scenario:
    """Return the links that fail or flap in an event, and when they do."""
    case = config.twelve_nodes
    if event == "failures":
        times = case.failures
        outages = []
        for index, link in enumerate(choices.failures):
            down_s = start_s + times.first_s + index * times.apart_s
            up_s = down_s + times.down_for_s if index < times.returning else None
            outages.append({**link.model_dump(by_alias=True), "down_s": down_s, "up_s": up_s})
        return {"outages": outages}
    if event == "transient":
        # Our assumption: both links flap in the same periods, after the initialization phase.
        return {
            "flaps": [
                {
                    **link.model_dump(by_alias=True),
                    "first_s": config.ceas.initial_phase_s,
                    "until_s": case.end_s,
                    "down_for_s": flap_s,
                    "up_for_s": flap_s,
                    "on_for_s": case.flapping.on_for_s,
                    "off_for_s": case.flapping.off_for_s,
                }
                for link, flap_s in zip(
                    choices.unstable, case.flapping.down_and_up_for_s, strict=True
                )
            ]
        }
    return {}


# --- UNINETT (section 5.3) --------------------------------------------------------------------


def _uninett(
    config: CasesConfig, topology: Topology, values: Mapping[str, Any], times: Timetable
) -> Scenario:
    case = config.uninett
    start_s = config.ceas.initial_phase_s + case.start_s
    factor = times.capacity_factor
    flows = [
        {
            "source": route.source,
            "destination": route.destination,
            "variant": case.variant,
            "start_s": start_s,
            "cbr_rate_bps": route.data_rate_bps * factor,
        }
        for route in case.connections
    ]
    load = case.background
    background = {**load.model_dump(), "rate_bps": load.rate_bps * factor}
    background["start_s"] = config.ceas.initial_phase_s
    unsteady = {
        **case.unsteady.model_dump(by_alias=True),
        "first_s": times.unsteady_s,
        "until_s": times.end_s,
    }
    return {
        "end_s": times.end_s,
        "topology": _scaled(config, topology, factor, values["routing"]),
        **_ants(config, case, values, case.connections, []),
        **_tcp(case.tcp, values["packet_bytes"], times.end_s),
        "flows": flows,
        "background": [background],
        "outages": [{**case.failing.model_dump(by_alias=True), "down_s": times.failure_s}],
        "unsteady": [unsteady],
        "tracing": _tracing(
            config, topology, case.connections, [load], case.bin_s, values["routing"]
        ),
    }


def _scaled(config: CasesConfig, topology: Topology, factor: float, routing: str) -> Scenario:
    """Return the network with scaled capacities; link-state costs come from the printed ones."""
    found: dict[str, Any] = topology_parameters(topology)
    for link in found["links"]:
        if routing == "link-state":
            cost = round(config.uninett.cost_of_1_bps / link["bandwidth_bps"])
            link["cost"] = max(1, cost)
        link["bandwidth_bps"] *= factor
    return found


# --- both -------------------------------------------------------------------------------------


def _ants(
    config: CasesConfig,
    case: TwelveNodes | Uninett,
    values: Mapping[str, Any],
    connections: Sequence[Route],
    background: Sequence[Route],
) -> Scenario:
    """Return the parameters of ants, with colonies of TCP both ways and of the background one way.

    Empty if the routing has no ants.
    """
    if values["routing"] != "ceas":
        return {}
    colonies = colonies_of(connections, both=True) + colonies_of(background, both=False)
    ant_rate = values.get("ant_rate", case.ant_rate)
    return {
        "ceas": ants_of(config.ceas, case.tcp, ant_rate, values["previous_hop_memory"]),
        "colonies": [colony for i, colony in enumerate(colonies) if colony not in colonies[:i]],
    }


def _tcp(tcp: Tcp, packet_bytes: int, end_s: float, rate_bps: float | None = None) -> Scenario:
    return {
        "tcp": {"packet_bytes": packet_bytes, **tcp.model_dump(exclude={"header_bytes"})},
        "traffic": {
            "application": "cbr",
            "cbr_rate_bps": rate_bps,
            "cbr_packet_bytes": packet_bytes,
            "stop_s": end_s,
        },
    }


def _tracing(
    config: CasesConfig,
    topology: Topology,
    connections: Sequence[Route],
    background: Sequence[Route],
    bin_s: float,
    routing: str,
) -> Scenario:
    intervals = config.tracing.model_dump()
    sample_s = intervals.pop("sample_interval_s")
    return {
        **(intervals if routing == "ceas" else {}),
        "bin_s": bin_s,
        "sampled_flows": list(range(len(connections))),
        "sample_interval_s": sample_s,
        "first_arrivals": True,
        "links": bins_at_ends(topology, connections, background),
    }


DEFINITION = Definition(CasesConfig, RoutedScenario, grid_points, assemble)
