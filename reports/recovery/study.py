"""Study ``recovery``: Reno, NewReno and SACK after losses and disconnection (Subedi 2008).

The module turns grid points into scenarios. The published study was made with OPNET; what had
to be fitted or chosen is marked in ``config/recovery.yaml``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from pydantic import BaseModel

from ns2studies.config.scenario_parts import Direction, Route, end_links, topology_parameters
from ns2studies.config.scenarios import GridPoint
from ns2studies.config.study import NodeNumber, points_of_sets
from ns2studies.config.study_files import Definition
from ns2studies.config.topology import Topology
from reports.recovery.models import (
    Choice,
    Disconnection,
    LoadTraffic,
    RecoveryConfig,
    RecoveryScenario,
    Subnets,
    Tcp,
)

SERVER = 0
"""Node of the server in the networks with one server."""

DISCARDER = Direction(**{"from": 1, "to": 2})
"""Link to the client, before which packets are discarded after they left the server's link."""

DOWN_LINK = Direction(**{"from": 3, "to": 4})
"""The link between the client and its router (section 3.3)."""

SERVERS = {"ftp": 11, "database": 12}
CLIENTS = range(5, 11)
"""Nodes of the third network."""

WATCHED = (0, 1, 2)
"""Flows whose window is sampled under load: an FTP download each of clients 1, 2 and 3.

The report watches the connections to ports 1025, 1026 and 1027.
"""

PLACES_BEFORE_DATA = 2
"""Number of packets that pass the discarder before data packet 0, which opens the connection.

They acknowledge the two packets of the client's request.
"""


_AXES = (
    *("choices", "variant", "lost", "first_packet", "spacing", "from_s"),
    *("outage_s", "offset_s", "load"),
)
"""Fields of a set that are axes of its grid, in the order of the scenarios' names."""


def grid_points(config: RecoveryConfig) -> Iterator[GridPoint]:
    """Return the grid points of all scenarios, in the order of the file."""
    return points_of_sets(config.sets(), _AXES)


def assemble(
    config: RecoveryConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """Return the parameters of one scenario, before overrides."""
    makers: Mapping[str, Callable[..., dict[str, object]]] = {
        "outages": _outage,
        "outage-alternatives": _outage,
        "disconnections": _disconnections,
        "disconnection-alternatives": _disconnections,
        "load": _load,
    }
    maker = makers.get(point.scenario_set, _discarded)
    return maker(_chosen(config, point), topologies, point)


def _chosen(config: RecoveryConfig, point: GridPoint) -> RecoveryConfig:
    """Return the configuration with the values of the point's set and of its alternative."""
    if point.scenario_set in _OF_DISCONNECTIONS:
        own = config.disconnection
        config = _with_values(
            config,
            {
                "segment_bytes": own.segment_bytes,
                "receiver_window_bytes": own.receiver_window_bytes,
                "one_way_delay_s": own.one_way_delay_s,
            },
        )
    if "choice" not in point.values:
        return config
    return _with_values(config, _choice(config, point).model_dump(exclude_none=True))


_OF_DISCONNECTIONS = (
    *("outages", "outage-alternatives"),
    *("disconnections", "disconnection-alternatives"),
)
"""Sets of the second network."""


def _with_values(config: RecoveryConfig, values: Mapping[str, object]) -> RecoveryConfig:
    """Return a copy of the configuration; each part takes the values of the fields that it has."""
    parts = {name: getattr(config, name) for name in ("tcp", "discarder", "disconnection")}
    update = {name: part.model_copy(update=_known(part, values)) for name, part in parts.items()}
    return config.model_copy(update={**_known(config, values), **update})


def _known(part: BaseModel, values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if name in type(part).model_fields}


def _choice(config: RecoveryConfig, point: GridPoint) -> Choice:
    """Return the values of the point's alternative; none if it has no alternative."""
    if "choice" not in point.values:
        return Choice()
    sets = config.scenario_sets
    of_losses = point.scenario_set == "alternatives"
    chosen = sets.alternatives if of_losses else sets.outage_alternatives
    return chosen.choices[point.values["choice"]]


def _discarded(
    config: RecoveryConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """Return the parameters of a download through the discarder (section 3.1)."""
    network = config.discarder
    topology = topologies["recovery-discarder"]
    delay_s = config.one_way_delay_s / len(topology.links)
    link = {
        "bandwidth_bps": network.bandwidth_bps,
        "delay_s": delay_s,
        "queue_limit_packets": network.queue_limit_packets,
    }
    client = len(topology.nodes) - 1
    return {
        "end_s": network.end_s,
        "topology": _with_links(topology, lambda ends: link),
        **_download(config, point, client, network.file_bytes),
        "discarder": _what_is_lost(config, point),
        "tracing": {"links": _traced(config, topology, client)},
    }


def _what_is_lost(config: RecoveryConfig, point: GridPoint) -> dict[str, object] | None:
    """Return the places of lost packets at the discarder, or the time in which all are lost.

    By default the first one is in the middle of the file. None if no packet is lost.
    """
    network = config.discarder
    link = DISCARDER.model_dump(by_alias=True)
    lost = point.values.get("lost", "all")
    if lost == "all":
        from_s = point.values.get("from_s", network.all_lost_from_s)
        return {**link, "from_s": from_s, "until_s": from_s + network.all_lost_for_s}
    middle = network.file_bytes // config.tcp.segment_bytes // 2
    chosen = _choice(config, point).first_packet or middle
    first = point.values.get("first_packet", chosen) + PLACES_BEFORE_DATA
    spacing = point.values.get("spacing", 1)
    places = [first + index * spacing for index in range(int(lost))]
    return {**link, "places": places} if places else None


def _outage(
    config: RecoveryConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """Return the parameters of a download with one outage of the client's link (section 3.3)."""
    beginning = (config.disconnection.down_s, point.values["outage_s"])
    return _disconnected(config, topologies, point, [beginning])


def _disconnections(
    config: RecoveryConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """Return the parameters of a download with several short outages of the client's link."""
    network = config.disconnection
    times = list(zip(network.short_from_s, network.short_s, strict=True))
    return _disconnected(config, topologies, point, times)


def _disconnected(
    config: RecoveryConfig,
    topologies: Mapping[str, Topology],
    point: GridPoint,
    times: Sequence[tuple[float, float]],
) -> dict[str, object]:
    """Return the parameters of a download in the second network.

    Args:
        times: when the link goes down and for how long, in seconds.
    """
    network = config.disconnection
    topology = topologies["recovery-disconnection"]
    client = len(topology.nodes) - 1
    later_s = point.values["offset_s"]
    return {
        "end_s": network.end_s,
        "topology": _subnet_links(config, topology, network),
        **_download(config, point, client, network.file_bytes),
        "outages": [
            {
                **DOWN_LINK.model_dump(by_alias=True),
                "down_s": from_s + later_s,
                "up_s": from_s + later_s + for_s,
            }
            for from_s, for_s in times
        ],
        "tracing": {"links": _traced(config, topology, client)},
    }


def _load(
    config: RecoveryConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """Return the parameters of many downloads through one link (section 3.5)."""
    network = config.subnets
    traffic: LoadTraffic = getattr(network, point.values["load"])
    variant = point.values["variant"]
    kinds = [("ftp", traffic.ftp)] * traffic.ftp_per_client + [("database", traffic.database)]
    flows = [
        {
            "source": SERVERS[kind],
            "destination": client,
            "variant": _sender_of(config.tcp, variant),
            "start_s": 0.0,
            "mean_file_packets": files.mean_file_bytes / config.tcp.segment_bytes,
            "mean_pause_s": files.mean_pause_s,
        }
        for kind, files in kinds
        for client in CLIENTS
    ]
    return {
        "end_s": network.end_s,
        "topology": _subnet_links(config, topologies["recovery-subnets"], network),
        **_senders(config.tcp),
        "flows": flows,
        "tracing": {
            "links": [],
            "sampled_flows": list(WATCHED),
            "sample_interval_s": network.sample_interval_s,
        },
    }


def _download(
    config: RecoveryConfig, point: GridPoint, client: NodeNumber, file_bytes: int
) -> dict[str, object]:
    """Return the parameters of one file that the client requests at 0 s."""
    choice = _choice(config, point)
    variant = point.values["variant"]
    of_choice: dict[str, object] = {}
    if choice.one_connection:
        of_choice = {"answer": {"opens_connection": False}}
    return {
        **_senders(config.tcp, choice.delayed_ack_s),
        **of_choice,
        "request": {"packet_bytes": config.request_bytes},
        "flows": [
            {
                "source": SERVER,
                "destination": client,
                "variant": f"full-{variant}" if choice.two_way else _sender_of(config.tcp, variant),
                "file_packets": -(-file_bytes // config.tcp.segment_bytes),
                "request_at_s": 0.0,
            }
        ],
    }


def _sender_of(tcp: Tcp, variant: str) -> str:
    """Return the sender of a variant: ns' own, or one whose timeouts end with a clock's tick."""
    return f"slow-timer-{variant}" if tcp.slow_timer else variant


def _senders(tcp: Tcp, delayed_ack_s: float | None = None) -> dict[str, object]:
    """Return the options of every flow; ns adds 40 bytes of header to a packet."""
    options = {
        "packet_bytes": tcp.segment_bytes + tcp.framing_bytes,
        "window_packets": tcp.receiver_window_bytes // tcp.segment_bytes,
        "initial_window_packets": tcp.initial_window_packets,
        "initial_rto_s": tcp.initial_rto_s,
        "min_rto_s": tcp.min_rto_s,
        "clock_tick_s": tcp.clock_tick_s,
        "delayed_ack_s": delayed_ack_s,
    }
    clock = {"clock": {"first_tick_s": tcp.first_tick_s}} if tcp.slow_timer else {}
    return {"tcp": options, **clock}


def _subnet_links(
    config: RecoveryConfig, topology: Topology, network: Disconnection | Subnets
) -> dict[str, object]:
    """Build the network: links to the cloud share the delay, links of hosts have none."""
    backbone = {
        "bandwidth_bps": network.backbone_bps,
        "delay_s": config.one_way_delay_s / 2,
        "queue_limit_packets": network.queue_limit_packets,
    }
    access = {
        "bandwidth_bps": network.access_bps,
        "delay_s": 0.0,
        "queue_limit_packets": network.access_queue_packets,
    }
    hosts = {node.id for node in topology.nodes if node.role == "host"}
    return _with_links(topology, lambda ends: access if ends & hosts else backbone)


def _with_links(
    topology: Topology, values_of: Callable[[set[int]], Mapping[str, float]]
) -> dict[str, object]:
    """Build the network with each link's own values, without label switching."""
    links = [
        {"from": link.from_, "to": link.to, **values_of({link.from_, link.to})}
        for link in topology.links
    ]
    return topology_parameters(topology) | {"links": links, "routers": []}


def _traced(
    config: RecoveryConfig, topology: Topology, client: NodeNumber
) -> list[dict[str, object]]:
    """Return the links to trace: what server and client send and receive, drops elsewhere.

    The client's packets are traced only during its request: its acknowledgements would be half
    of all lines, and are not used.
    """
    to_client = end_links(topology, [Route(source=SERVER, destination=client)])
    to_server = end_links(topology, [Route(source=client, destination=SERVER)])
    return [
        *(_traced_link(link, client) for link in to_client),
        *(_traced_link(link, client) | {"until_s": config.request_traced_s} for link in to_server),
    ]


def _traced_link(link: Mapping[str, int], client: NodeNumber) -> dict[str, object]:
    return {**link, "events": "sent" if link["from"] in (SERVER, client) else "received"}


DEFINITION = Definition(RecoveryConfig, RecoveryScenario, grid_points, assemble)
