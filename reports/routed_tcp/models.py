"""Models of TCP over routes that ants or other protocols find, for the studies of CEAS.

They describe the parts that the configurations have in common, and a scenario as passed to
``tcl/library/routed_tcp.tcl``. The metrics of such runs are beside this module.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from ns2studies.config.replications import MOST
from ns2studies.config.scenario_parts import (
    Direction,
    Protocol,
    QueueKind,
    Route,
    TopologyParameters,
    TracedLink,
    end_links,
)
from ns2studies.config.study import (
    LARGEST,
    BitsPerSecond,
    Bytes,
    Count,
    Packets,
    Positive,
    PositiveSeconds,
    Probability,
    Seconds,
)
from ns2studies.config.topology import Topology
from ns2studies.config.validation import Model

Baseline = Literal["link-state", "distance-vector"]
Routing = Literal["ceas", Baseline]
AntRate = Annotated[Positive, Field(description="normal ants a second of each colony")]
TimeToLive = Annotated[int, Field(ge=1, le=255)]
FirstSeed = Annotated[int, Field(ge=1, le=LARGEST - 1 - MOST)]
"""ns' seeds end at 2147483646, and those of all replications follow the first one."""


# --- parts of a configuration ---------------------------------------------------------


class Network(Model):
    """Parameters that the links have in common."""

    bandwidth_bps: BitsPerSecond = Field(description="capacity of every link, bit/s")
    delay_s: Seconds = Field(description="propagation over a link, seconds")
    queue_limit_packets: Packets = Field(description="longest queue of every router, packets")
    queue: QueueKind = Field(description="what a router does with packets that wait")


class Ants(Model):
    """Parameters of the ant system; ``ns2-patches/ceas/README.md`` explains them."""

    explorer_ratio: float = Field(ge=0, description="explorers per normal ant, besides")
    initial_phase_s: Seconds = Field(description="initialization phase, explorers only, seconds")
    initial_ant_rate_per_s: float = Field(ge=0, description="explorers a second in that phase")
    beta: float = Field(gt=0, lt=1, description="evaporation of temperatures and pheromones")
    rho: float = Field(gt=0, lt=1, description="search focus")
    elite: Literal["all", "explorers-exempt", "none"] = Field(
        description="elite selection: ants that must be good to return"
    )
    cycles: Literal["allow", "remove", "subpath"] = Field(
        description="what becomes of cycles in a path"
    )
    step_back: bool = Field(description="ants may go straight back")
    ant_bytes: Bytes = Field(description="an ant's packet in bytes")
    ant_ttl: TimeToLive | Literal["as-tcp"] = Field(
        description="links that an ant may take, plus one"
    )
    forget_on_failure: bool = Field(description="a link that fails loses its pheromones")
    piggyback: bool = Field(description="normal ants ride on data packets")
    least_ant_rate_per_s: float = Field(
        ge=0,
        description="the rate tunes itself down to so many normal ants a second; 0: it does not",
    )
    route_record: bool = Field(description="data does not go where it has been, if it can")
    marked_only: bool = Field(description="data goes only where pheromones are")
    processing_delay_s: Seconds = Field(description="processing at every node, seconds")


class LinkState(Model):
    """Parameters of link state routing; the rest are ns' defaults (Table 3.2)."""

    delay_s: Seconds = Field(description="link state: from a change to new routes, seconds")
    hold_s: Seconds = Field(description="link state: from one computation to the next, seconds")


class Tcp(Model):
    """Parameters of every sender and receiver."""

    window_packets: Packets = Field(description="receiver's window in packets")
    time_to_live: TimeToLive = Field(description="time to live of data packets")
    max_cwnd_packets: Packets = Field(description="limit of the congestion window")
    clock_tick_s: PositiveSeconds = Field(description="granularity of the sender's clock, seconds")
    delayed_ack_s: Seconds = Field(description="longest delay of an acknowledgement; 0: none")
    stop_when_all_sent: bool = Field(description="SACK stops as it did before ns-2.35")
    header_bytes: Literal[40] = Field(description="what ns adds to a packet's payload")


class Background(Route):
    """A constant rate over one link, without congestion control."""

    rate_bps: BitsPerSecond = Field(description="rate of the background, bit/s")
    packet_bytes: Bytes = Field(description="packets of the background")
    time_to_live: TimeToLive = Field(description="time to live of these packets")


# --- a scenario, as passed to the Tcl script -------------------------------------------


class RandomParameters(Model):
    """Seeds of ns' random numbers."""

    first_seed: FirstSeed


class RoutingParameters(Model):
    """Routing protocol and its waits; see ``tcl/studies/ceas.tcl``."""

    protocol: Routing
    delay_s: Seconds | None = None
    hold_s: Seconds | None = None


class AntParameters(Ants):
    """Parameters of ants; see ``ceas::routing`` in ``tcl/library/ceas.tcl``."""

    ant_ttl: TimeToLive
    ant_rate_per_s: float = Field(gt=0)
    previous_hop_memory: bool


class SenderParameters(Model):
    """Sender parameters that all flows of a scenario share."""

    packet_bytes: Bytes
    window_packets: Packets
    time_to_live: TimeToLive
    max_cwnd_packets: Packets
    clock_tick_s: PositiveSeconds
    delayed_ack_s: Seconds
    stop_when_all_sent: bool


class TrafficParameters(Model):
    """Application of the senders, and the time at which it stops."""

    application: Literal["cbr"]
    cbr_rate_bps: BitsPerSecond | None = None
    cbr_packet_bytes: Bytes
    stop_s: PositiveSeconds


class FlowParameters(Route):
    """A TCP connection, with a rate of its own if the connections differ."""

    variant: Protocol
    start_s: Seconds
    cbr_rate_bps: BitsPerSecond | None = None


class BackgroundParameters(Background):
    """The background load, and the time at which it starts."""

    start_s: Seconds


class OutageParameters(Direction):
    """A link that goes down, for a while or for good."""

    down_s: Seconds
    up_s: Seconds | None = None


class FlapParameters(Direction):
    """A link with periods in which it flaps; see ``failures::flap_periods``."""

    first_s: Seconds
    until_s: Seconds
    down_for_s: PositiveSeconds
    up_for_s: PositiveSeconds
    on_for_s: PositiveSeconds
    off_for_s: Seconds


class UnsteadyParameters(Direction):
    """A link that is down and up for random times; see ``failures::unsteady``."""

    first_s: Seconds
    until_s: Seconds
    least_down_s: Seconds
    most_down_s: PositiveSeconds
    least_up_s: Seconds
    most_up_s: PositiveSeconds


class RunTracing(Model):
    """Parameters of a run's traces; None: not traced."""

    pheromones_change: Probability | None = None
    pheromones_from_s: Seconds | None = None
    colonies_interval_s: PositiveSeconds | None = None
    data_interval_s: PositiveSeconds | None = None
    links: list[TracedLink] = Field(default_factory=list)
    bin_s: PositiveSeconds | None = None
    sampled_flows: list[Count] = Field(default_factory=list)
    sample_interval_s: PositiveSeconds | None = None
    first_arrivals: bool | None = None


class RoutedScenario(Model):
    """All parameters of a run of ``tcl/library/routed_tcp.tcl``, apart from the seed."""

    end_s: PositiveSeconds
    random: RandomParameters
    routing: RoutingParameters
    topology: TopologyParameters
    network: Network | None = None
    ceas: AntParameters | None = None
    colonies: list[Direction] = Field(default_factory=list)
    tcp: SenderParameters | None = None
    traffic: TrafficParameters | None = None
    flows: list[FlowParameters] = Field(default_factory=list)
    background: list[BackgroundParameters] = Field(default_factory=list)
    outages: list[OutageParameters] = Field(default_factory=list)
    flaps: list[FlapParameters] = Field(default_factory=list)
    unsteady: list[UnsteadyParameters] = Field(default_factory=list)
    tracing: RunTracing


# --- from a configuration to a scenario -----------------------------------------------


def ants_of(ants: Ants, tcp: Tcp, ant_rate: float, memory: bool) -> dict[str, object]:
    """Return the ants' parameters, with ``ant_rate`` normal ants a second of each colony."""
    found = {
        **ants.model_dump(),
        "ant_rate_per_s": float(ant_rate),
        "previous_hop_memory": memory,
    }
    if ants.ant_ttl == "as-tcp":
        found["ant_ttl"] = tcp.time_to_live
    return found


def routing_of(protocol: Routing, link_state: LinkState) -> dict[str, object]:
    """Return the parameters of the routing, with waits for link state only."""
    waits = link_state.model_dump() if protocol == "link-state" else {}
    return {"protocol": protocol, **waits}


def colonies_of(routes: Iterable[Route], both: bool) -> list[dict[str, int]]:
    """Return colonies of data and, if ``both``, of the acknowledgements that come back."""
    found = []
    for route in routes:
        found.append({"from": route.source, "to": route.destination})
        if both:
            found.append({"from": route.destination, "to": route.source})
    return found


def bins_at_ends(
    topology: Topology, connections: Sequence[Route], background: Sequence[Route] = ()
) -> list[dict[str, Any]]:
    """Return the links to trace for flow bins: where connections begin and where they end.

    Background from a connection's source is traced there, too, so it must be traced where it
    arrives: packets that never seem to arrive would stay in memory until the end. All other
    links record only drops.
    """
    sources = {route.source for route in connections}
    seen = [*connections, *(route for route in background if route.source in sources)]
    destinations = {route.destination for route in seen}
    found = []
    for link in end_links(topology, seen):
        events = "sent" if link["from"] in sources else "received"
        if link["from"] in sources and link["to"] in destinations:
            events = "all"
        found.append({**link, "events": events})
    return found


def every_link(topology: Topology) -> list[dict[str, Any]]:
    """Return all links in both directions, to trace the packets that arrive over each."""
    ends = [(link.from_, link.to) for link in topology.links]
    ends += [(to, from_) for from_, to in ends]
    return [{"from": from_, "to": to, "events": "received"} for from_, to in ends]
