"""Study ``recovery``: Reno, NewReno and SACK after losses and disconnection (Subedi 2008).

How a point of the grids becomes a scenario. The published study was made with OPNET; what had
to be fitted or chosen is marked in ``config/recovery.yaml``.
"""

from collections.abc import Callable, Iterator, Mapping

from ns2studies.config.scenario_parts import Direction, Route, end_links, topology_parameters
from ns2studies.config.scenarios import GridPoint
from ns2studies.config.study import NodeNumber, points_of_sets
from ns2studies.config.study_files import Definition
from ns2studies.config.topology import Topology
from reports.recovery.models import (
    Choice,
    Discarder,
    Disconnection,
    LoadTraffic,
    RecoveryConfig,
    RecoveryScenario,
    Subnets,
    Tcp,
)

SERVER = 0
"""Node of the server where there is one."""

DISCARDER = Direction(**{"from": 1, "to": 2})
"""The discarder is in front of the client's link; what reaches it has left the server's."""

DOWN_LINK = Direction(**{"from": 3, "to": 4})
"""The link between the client and its router (section 3.3)."""

SERVERS = {"ftp": 11, "database": 12}
CLIENTS = range(5, 11)
"""Nodes of the third network."""

WATCHED = (0, 1, 2)
"""Flows whose window is sampled under load: an FTP download of client 1, of 2 and of 3. The
report watches the connections to ports 1025, 1026 and 1027."""

PLACES_BEFORE_DATA = 2
"""Packets that pass the discarder before data packet 0, the request to open the connection: the
acknowledgements of the two packets of the client's request."""


_AXES = (
    *("choices", "variant", "lost", "first_packet", "spacing", "from_s"),
    *("outage_s", "offset_s", "load"),
)
"""Fields of a set that are axes of its grid, in the order of the scenarios' names."""


def grid_points(config: RecoveryConfig) -> Iterator[GridPoint]:
    """Every point of the study's grids, in the order of the file."""
    return points_of_sets(config.sets(), _AXES)


def assemble(
    config: RecoveryConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """The parameters of one scenario, before overrides."""
    makers: Mapping[str, Callable[..., dict[str, object]]] = {
        "outages": _outage,
        "outage-alternatives": _outage,
        "load": _load,
    }
    maker = makers.get(point.scenario_set, _discarded)
    return maker(_chosen(config, point), topologies, point)


def _chosen(config: RecoveryConfig, point: GridPoint) -> RecoveryConfig:
    """The configuration with the other choices of an alternative put in."""
    if "choice" not in point.values:
        return config
    choice = _choice(config, point)
    changes = choice.model_dump(exclude_none=True, exclude={"two_way", "one_way_delay_s"})
    update: dict[str, object] = {"tcp": config.tcp.model_copy(update=changes)}
    if choice.one_way_delay_s is not None:
        update["one_way_delay_s"] = choice.one_way_delay_s
    return config.model_copy(update=update)


def _choice(config: RecoveryConfig, point: GridPoint) -> Choice:
    """The choice of an alternative, of losses or of outages."""
    sets = config.scenario_sets
    of_outages = point.scenario_set == "outage-alternatives"
    chosen = sets.outage_alternatives if of_outages else sets.alternatives
    return chosen.choices[point.values["choice"]]


def _discarded(
    config: RecoveryConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """A download through the discarder (section 3.1)."""
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
        "discarder": _what_is_lost(network, point, network.file_bytes // config.tcp.segment_bytes),
        "tracing": {"links": _traced(config, topology, client)},
    }


def _what_is_lost(
    network: Discarder, point: GridPoint, file_packets: int
) -> dict[str, object] | None:
    """The packets by their place at the discarder, or the time in which all are lost.

    Without another choice the first one is in the middle of the file.
    """
    link = DISCARDER.model_dump(by_alias=True)
    lost = point.values.get("lost", "all")
    if lost == "all":
        from_s = point.values.get("from_s", network.all_lost_from_s)
        return {**link, "from_s": from_s, "until_s": from_s + network.all_lost_for_s}
    first = point.values.get("first_packet", file_packets // 2) + PLACES_BEFORE_DATA
    spacing = point.values.get("spacing", 1)
    places = [first + index * spacing for index in range(int(lost))]
    return {**link, "places": places} if places else None


def _outage(
    config: RecoveryConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """A download during which the client's link is down for a time (section 3.3)."""
    network = config.disconnection
    topology = topologies["recovery-disconnection"]
    client = len(topology.nodes) - 1
    down_s = network.down_s + point.values["offset_s"]
    return {
        "end_s": network.end_s,
        "topology": _subnet_links(config, topology, network),
        **_download(config, point, client, network.file_bytes),
        "outages": [
            {
                **DOWN_LINK.model_dump(by_alias=True),
                "down_s": down_s,
                "up_s": down_s + point.values["outage_s"],
            }
        ],
        "tracing": {"links": _traced(config, topology, client)},
    }


def _load(
    config: RecoveryConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """Many downloads through one link (section 3.5)."""
    network = config.subnets
    traffic: LoadTraffic = getattr(network, point.values["load"])
    variant = point.values["variant"]
    kinds = [("ftp", traffic.ftp)] * traffic.ftp_per_client + [("database", traffic.database)]
    flows = [
        {
            "source": SERVERS[kind],
            "destination": client,
            "variant": variant,
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
        "tcp": _sender(config.tcp),
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
    """One file that the client asks for at 0 s."""
    variant = point.values["variant"]
    if "choice" in point.values and _choice(config, point).two_way:
        variant = f"full-{variant}"
    return {
        "tcp": _sender(config.tcp),
        "request": {"packet_bytes": config.request_bytes},
        "flows": [
            {
                "source": SERVER,
                "destination": client,
                "variant": variant,
                "file_packets": -(-file_bytes // config.tcp.segment_bytes),
                "request_at_s": 0.0,
            }
        ],
    }


def _sender(tcp: Tcp) -> dict[str, object]:
    """Options of every flow; ns adds 40 bytes of header to a packet."""
    return {
        "packet_bytes": tcp.segment_bytes + tcp.framing_bytes,
        "window_packets": tcp.receiver_window_bytes // tcp.segment_bytes,
        "initial_window_packets": tcp.initial_window_packets,
        "initial_rto_s": tcp.initial_rto_s,
        "min_rto_s": tcp.min_rto_s,
        "clock_tick_s": tcp.clock_tick_s,
    }


def _subnet_links(
    config: RecoveryConfig, topology: Topology, network: Disconnection | Subnets
) -> dict[str, object]:
    """Links to the cloud share the delay; those of servers and clients have none."""
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
    """The network with each link's own values; nothing switches labels."""
    links = [
        {"from": link.from_, "to": link.to, **values_of({link.from_, link.to})}
        for link in topology.links
    ]
    return topology_parameters(topology) | {"links": links, "routers": []}


def _traced(
    config: RecoveryConfig, topology: Topology, client: NodeNumber
) -> list[dict[str, object]]:
    """What server and client send and receive; every other link writes what it drops.

    The client's acknowledgements would be half of all lines, and nothing is made of them.
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
