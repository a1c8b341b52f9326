"""Study ``tcpeval``: TCP variants in a common suite of networks, traffic and measures.

It reproduces a paper on TCP SACK PR and the evaluation tool that the paper used
(draft-irtf-tmrg-ns2-tcp-tool). The module turns grid points into scenarios; what both sources leave
open is marked in ``config/tcpeval.yaml``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from ns2studies.basics.errors import ConfigError
from ns2studies.config.scenario_parts import Route, topology_parameters
from ns2studies.config.scenarios import GridPoint
from ns2studies.config.study import change_all, points_of_sets
from ns2studies.config.study_files import Definition
from ns2studies.config.topology import Topology
from ns2studies.config.yaml_file import dotted
from reports.tcpeval.models import (
    Buffers,
    ConvergenceSet,
    LongSet,
    SuiteNetwork,
    TcpevalConfig,
    TcpevalScenario,
)

Scenario = dict[str, object]

_AXES = ("choices", "topology", "queueing", "protocol", "packet_error_percent")
"""Axes of the grids, in the order of the scenarios' names."""


def grid_points(config: TcpevalConfig) -> Iterator[GridPoint]:
    """Return the grid points of all scenarios, in the order of the file."""
    compared = [config.baseline, config.improved]
    return points_of_sets(config.sets(), _AXES, protocol=compared)


def assemble(
    config: TcpevalConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> Scenario:
    """Return the parameters of one scenario, before overrides.

    Raises:
        ConfigError: if its network is unknown, traffic does not run between hosts, or an
            alternative names an unknown parameter or an invalid value.
    """
    values = point.values
    config = _chosen(config, point)
    network = _network(config, values["topology"])
    topology = topologies[network.topology]
    red = values["queueing"] == "red"
    return {
        **config.model_dump(
            include={"end_s", "measured_from_s", "tcp", "video", "voice"}, mode="json"
        ),
        "start": config.start.model_dump(include={"least_s", "most_s"}),
        "topology": _links(topology, network, values["queueing"]),
        "network": _queues(config.buffers, topology, network),
        "red": config.buffers.red.model_dump(exclude={"adaptive"}) if red else None,
        "adaptive_red": config.buffers.red.adaptive,
        "bottlenecks": [link.model_dump(by_alias=True) for link in network.bottlenecks],
        "losses": {"packet_error_rate": values["packet_error_percent"] / 100},
        "flows": _flows(config, network, values["protocol"]),
        "streams": _streams(network),
        "web": {
            **config.web.model_dump(),
            "pairs": [{"client": pair.source, "server": pair.destination} for pair in network.web],
        },
        "tracing": {**config.tracing.model_dump(), **_traced(topology, network)},
    }


def _chosen(config: TcpevalConfig, point: GridPoint) -> TcpevalConfig:
    """Return the configuration with the values of the point's alternative or set."""
    of_set = config.sets()[point.scenario_set]
    if isinstance(of_set, ConvergenceSet):
        start = config.start.model_copy(update={"forward_every_s": of_set.forward_every_s})
        return config.model_copy(update={"end_s": of_set.end_s, "start": start})
    if isinstance(of_set, LongSet):
        period = of_set.model_dump(include={"end_s", "measured_from_s"})
        return config.model_copy(update=period)
    if "choice" not in point.values:
        return config
    name = point.values["choice"]
    where = f"config/tcpeval.yaml: {point.scenario_set}.choices.{name}"
    changed = config.model_dump(by_alias=True)
    change_all(changed, getattr(config.scenario_sets, point.scenario_set).choices[name], where)
    try:
        return TcpevalConfig.model_validate(changed)
    except ValidationError as error:
        detail = error.errors()[0]
        raise ConfigError(f"{where}: {dotted(detail['loc'])}: {detail['msg']}") from error


def _network(config: TcpevalConfig, name: str) -> SuiteNetwork:
    if name not in config.networks:
        raise ConfigError(f"config/tcpeval.yaml: networks has no {name!r}")
    return config.networks[name]


def _queues(buffers: Buffers, topology: Topology, network: SuiteNetwork) -> Scenario | None:
    """Return the queue limit of links without one of their own; None if all have one."""
    if all(topology.values(link).get("queue_limit_packets") for link in topology.links):
        return None
    return {"queue_limit_packets": buffer_packets(buffers, topology, network)}


def buffer_packets(buffers: Buffers, topology: Topology, network: SuiteNetwork) -> int:
    """Return the limit of every queue in packets: bandwidth-delay products, with a floor.

    The bandwidth is that of the slowest bottleneck, the delay that of the whole round trip.
    """
    bottlenecks = {frozenset((link.from_, link.to)) for link in network.bottlenecks}
    bandwidth_bps = min(
        topology.values(link)["bandwidth_bps"]
        for link in topology.links
        if frozenset((link.from_, link.to)) in bottlenecks
    )
    product_bytes = bandwidth_bps * network.round_trip_s / 8
    packets = round(buffers.bandwidth_delay_products * product_bytes / buffers.packet_bytes)
    return max(packets, buffers.least_packets_per_flow * 2 * len(network.ftp))


def _links(topology: Topology, network: SuiteNetwork, queueing: str) -> Scenario:
    """Return the network with the queueing of its bottlenecks; other links are drop-tail."""
    bottlenecks = {frozenset((link.from_, link.to)) for link in network.bottlenecks}
    parameters: dict[str, Any] = topology_parameters(topology)
    for link in parameters["links"]:
        if frozenset((link["from"], link["to"])) in bottlenecks:
            link["queue"] = queueing
    return parameters


def _ways(routes: Sequence[Route], both: bool) -> Iterator[dict[str, Any]]:
    """Yield the routes from source to destination, then those back if ``both``."""
    for route in routes:
        yield {**route.model_dump(), "role": "forward"}
    for route in routes if both else ():
        yield {"source": route.destination, "destination": route.source, "role": "reverse"}


def _flows(config: TcpevalConfig, network: SuiteNetwork, protocol: str) -> list[Scenario]:
    cross = [
        {**route.model_dump(), "role": "cross"}
        for route in network.cross
        for _ in range(network.cross_flows)
    ]
    flows = [
        {**flow, "variant": protocol} for flow in (*_ways(network.ftp, network.both_ways), *cross)
    ]
    if config.start.forward_every_s:
        for place, flow in enumerate(flows[: len(network.ftp)]):
            flow["start_s"] = place * config.start.forward_every_s
    return flows


def _streams(network: SuiteNetwork) -> list[Scenario]:
    return [
        {**stream, "kind": kind}
        for kind, routes, both in (
            ("video", network.video, network.both_ways),
            ("voice", network.voice, True),
        )
        for stream in _ways(routes, both)
    ]


def _traced(topology: Topology, network: SuiteNetwork) -> Scenario:
    """Return the links to trace in bins, at hosts and bottlenecks, and those to trace by packet.

    Web traffic is left out: bins of its thousands of connections would be too many. The first
    conversation and the first forward video stream are traced by packet for their jitter.
    """
    routes = [*network.ftp, *network.video, *network.voice, *network.cross]
    hosts = {host for route in routes for host in (route.source, route.destination)}
    links = _at_hosts(topology, sorted(hosts))
    for link in network.bottlenecks:
        ends = (link.from_, link.to)
        links += [{"from": a, "to": b, "events": "sent"} for a, b in (ends, ends[::-1])]
    conversation = [host for pair in network.voice[:1] for host in pair.model_dump().values()]
    packets = _at_hosts(topology, conversation)
    for pair in network.video[:1]:
        sent, *_, received = _at_hosts(topology, [pair.source, pair.destination])
        packets += [sent, received]
    return {"links": links, "packets": packets}


def _at_hosts(topology: Topology, hosts: Sequence[int]) -> list[dict[str, Any]]:
    """Return both directions of the hosts' links, to trace what they send and receive.

    Raises:
        ConfigError: if a host does not have exactly one link.
    """
    found = []
    for host in hosts:
        routers = [
            link.to if link.from_ == host else link.from_
            for link in topology.links
            if host in (link.from_, link.to)
        ]
        if len(routers) != 1:
            raise ConfigError(
                f"config/tcpeval.yaml: networks: node {host} has {len(routers)} links; traffic "
                "starts and ends at hosts, which have one"
            )
        found.append({"from": host, "to": routers[0], "events": "sent"})
        found.append({"from": routers[0], "to": host, "events": "received"})
    return found


DEFINITION = Definition(TcpevalConfig, TcpevalScenario, grid_points, assemble)
