"""Models of study ``ceas``: its configuration, and a scenario as the Tcl script gets it.

They are at once the check of ``config/ceas.yaml`` and the source of its JSON schema.
"""

from typing import Annotated, Literal

from pydantic import Field

from ns2studies.config.study import (
    AxisValue,
    BitsPerSecond,
    ByScale,
    Bytes,
    Name,
    Packets,
    PositiveSeconds,
    Probability,
    ScenarioSet,
    Seconds,
    StudyConfig,
)
from ns2studies.config.validation import Model
from ns2studies.studies.parts import Direction, QueueKind, Route, TopologyParameters, TracedLink

Variant = Literal["reno", "sack"]
Baseline = Literal["link-state", "distance-vector"]
Routing = Literal["ceas", Baseline]
AntRate = Annotated[int, Field(ge=1, description="normal ants a second of each colony")]
TimeToLive = Annotated[int, Field(ge=1, le=255)]


# --- config/ceas.yaml -----------------------------------------------------------------


class Network(Model):
    """What the links have in common."""

    bandwidth_bps: BitsPerSecond = Field(description="of every link in bit/s")
    delay_s: Seconds = Field(description="propagation over a link, seconds")
    queue_limit_packets: Packets = Field(description="of every router, packets")
    queue: QueueKind = Field(description="what a router does with packets that wait")


class Ants(Model):
    """Parameters of the ant system; ``ns2-patches/ceas/README.md`` explains them."""

    explorer_ratio: float = Field(ge=0, description="explorers per normal ant, besides")
    initial_phase_s: Seconds = Field(description="explorers only for so long, seconds")
    initial_ant_rate_per_s: float = Field(ge=0, description="explorers a second meanwhile")
    beta: float = Field(gt=0, lt=1, description="memory of temperatures and pheromones")
    rho: float = Field(gt=0, lt=1, description="search focus")
    elite: Literal["all", "explorers-exempt", "none"] = Field(
        description="ants that must be good to return"
    )
    cycles: Literal["allow", "remove", "subpath"] = Field(description="what becomes of cycles")
    step_back: bool = Field(description="ants may go straight back")
    ant_bytes: Bytes = Field(description="an ant's packet in bytes")
    ant_ttl: TimeToLive = Field(description="links that an ant may take, plus one")
    forget_on_failure: bool = Field(description="a link that fails loses its pheromones")
    piggyback: bool = Field(description="normal ants ride on data packets")
    processing_delay_s: Seconds = Field(description="of every packet at every node, seconds")


class LinkState(Model):
    """Parameters of link state routing; the rest are ns' defaults (Table 3.2)."""

    delay_s: Seconds = Field(description="from a change to the computation of routes, seconds")
    hold_s: Seconds = Field(description="from one computation to the next, seconds")


class Tcp(Model):
    """Parameters of every sender and receiver."""

    window_packets: Packets = Field(description="receiver's window in packets")
    time_to_live: TimeToLive = Field(description="of data packets")
    max_cwnd_packets: Packets = Field(description="limit of the congestion window")
    clock_tick_s: PositiveSeconds = Field(description="granularity of the sender's clock, seconds")
    delayed_ack_s: Seconds = Field(description="longest delay of an acknowledgement; 0: none")
    header_bytes: Literal[40] = Field(description="what ns adds to a packet's payload")


class Background(Route):
    """A constant rate over one link, without congestion control."""

    rate_bps: BitsPerSecond = Field(description="in bit/s")
    packet_bytes: Bytes = Field(description="of its packets")
    time_to_live: TimeToLive = Field(description="of its packets")


class Slow(Direction):
    """A link, in both directions, of lower capacity."""

    bandwidth_bps: BitsPerSecond = Field(description="in bit/s")


class Schedule(Model):
    """When things happen, as a function of the ant rate; see ``studies/ceas.py``."""

    ants_to_stabilize: Packets = Field(description="ants until the first best path, Table 4.2")
    stable_s: Seconds = Field(description="from there to the start of TCP, seconds")
    undisturbed_s: Seconds = Field(description="from TCP's start to a failure or congestion")
    ants_to_reroute: Packets = Field(description="ants allowed for after a failure")
    ants_to_return: Packets = Field(description="ants allowed for after a restoration")
    regain_s: Seconds = Field(description="allowed for TCP to regain full rate thereafter")
    rerouted_s: Seconds = Field(description="at full rate before the link is back, seconds")


class Tracing(Model):
    """What a run writes down."""

    pheromones_change: Probability = Field(description="change of a probability worth a row")
    colonies_interval_s: PositiveSeconds = Field(description="between samples of ant counts")
    data_interval_s: PositiveSeconds = Field(description="between samples of routers' counts")
    sample_interval_s: PositiveSeconds = Field(description="between samples of a sender")


class AntSet(ScenarioSet):
    """Ants only."""

    ant_rate: ByScale[AntRate]
    end_s: PositiveSeconds = Field(description="simulated seconds")


class TimedSet(ScenarioSet):
    """TCP for a given time."""

    variant: list[Variant] = Field(min_length=1)
    end_s: PositiveSeconds = Field(description="simulated seconds")
    bin_s: PositiveSeconds = Field(description="width of flow bins, seconds")
    pheromones_change: Probability | None = Field(None, description="if not as in tracing")


class StartSet(TimedSet):
    """TCP right after the initialization phase."""

    ant_rate: ByScale[AntRate]


class FailureSet(ScenarioSet):
    """The link between 4 and 5 fails and comes back."""

    previous_hop_memory: list[bool] = Field(min_length=1, description="data never goes back")
    variant: list[Variant] = Field(min_length=1)
    ant_rate: ByScale[AntRate]
    bin_s: PositiveSeconds = Field(description="width of flow bins, seconds")


class LoadSet(TimedSet):
    """The link between 4 and 5 is loaded, or slow."""

    packet_bytes: list[Bytes] = Field(min_length=1, description="payload of TCP's packets")
    ant_rate: ByScale[AntRate]


class TwoFlowSet(TimedSet):
    """Two connections that share the best path."""

    packet_bytes: list[Bytes] = Field(min_length=1, description="payload of TCP's packets")
    ant_rate: AntRate
    start_s: Seconds = Field(description="from the initialization phase to the start, seconds")


class StartBaselineSet(ScenarioSet):
    """The same without ants: the scenarios of another set, routed otherwise."""

    routing: ByScale[Baseline]
    variant: list[Variant] = Field(min_length=1)


class BaselineSet(StartBaselineSet):
    """The same with a packet size."""

    packet_bytes: list[Bytes] = Field(min_length=1, description="payload of TCP's packets")


Changes = dict[Annotated[str, Field(pattern=r"^[a-z_]+(\.[a-z0-9_]+)*$")], AxisValue]


class ChoiceSet(ScenarioSet):
    """Another set's scenarios with other choices than the study's.

    ``choices`` gives new values of a scenario's parameters by dotted key.
    """

    ant_rate: ByScale[AntRate]
    choices: dict[Name, Changes] = Field(min_length=1)


class AntChoiceSet(ChoiceSet):
    """The same with ants only: a failure, and the link comes back."""

    ants_to_reroute: Packets = Field(description="ants allowed for after each of these")


class TcpChoiceSet(ChoiceSet):
    """The same with TCP."""

    variant: list[Variant] = Field(min_length=1)


class ScenarioSets(Model):
    """The study's scenarios."""

    stabilization: AntSet
    start: StartSet
    failure: FailureSet
    congestion: LoadSet
    capacity: LoadSet
    two_flows: TwoFlowSet = Field(alias="two-flows")
    start_baseline: StartBaselineSet = Field(alias="start-baseline")
    failure_baseline: StartBaselineSet = Field(alias="failure-baseline")
    congestion_baseline: BaselineSet = Field(alias="congestion-baseline")
    capacity_baseline: BaselineSet = Field(alias="capacity-baseline")
    two_flows_baseline: BaselineSet = Field(alias="two-flows-baseline")
    choices: AntChoiceSet
    choices_failure: TcpChoiceSet = Field(alias="choices-failure")
    choices_congestion: TcpChoiceSet = Field(alias="choices-congestion")
    choices_capacity: TcpChoiceSet = Field(alias="choices-capacity")


class CeasConfig(StudyConfig):
    """``config/ceas.yaml``."""

    first_seed: int = Field(ge=1, description="ns' seed of replication 1; the next ones follow")
    network: Network
    ceas: Ants
    link_state: LinkState
    tcp: Tcp
    data_rate_bps: BitsPerSecond = Field(description="of the sources of TCP, bit/s")
    packet_bytes: Bytes = Field(description="payload of TCP's packets unless a set varies it")
    connections: list[Route] = Field(min_length=2, description="of TCP: the first, and the second")
    failing: Direction = Field(description="the link that fails, is loaded, or is slow")
    background: Background
    slow: Slow
    baseline_ant_rate: AntRate = Field(description="whose schedule scenarios without ants keep to")
    schedule: Schedule
    tracing: Tracing
    scenario_sets: ScenarioSets


# --- a scenario, as the Tcl script gets it ---------------------------------------------


class RandomParameters(Model):
    """Where ns' random numbers begin."""

    first_seed: int = Field(ge=1)


class RoutingParameters(Model):
    """How routes are found; see ``tcl/studies/ceas.tcl``."""

    protocol: Routing
    delay_s: Seconds | None = None
    hold_s: Seconds | None = None


class AntParameters(Ants):
    """See ``ceas::routing`` in ``tcl/library/ceas.tcl``."""

    ant_rate_per_s: float = Field(gt=0)
    previous_hop_memory: bool


class SenderParameters(Model):
    """What all flows of a scenario share."""

    packet_bytes: Bytes
    window_packets: Packets
    time_to_live: TimeToLive
    max_cwnd_packets: Packets
    clock_tick_s: PositiveSeconds
    delayed_ack_s: Seconds


class TrafficParameters(Model):
    """What feeds the senders, until when."""

    application: Literal["cbr"]
    cbr_rate_bps: BitsPerSecond
    cbr_packet_bytes: Bytes
    stop_s: PositiveSeconds


class FlowParameters(Route):
    """A TCP connection."""

    variant: Variant
    start_s: Seconds


class BackgroundParameters(Background):
    """The load, from when on."""

    start_s: Seconds


class OutageParameters(Direction):
    """A link that goes down and comes back."""

    down_s: Seconds
    up_s: Seconds


class RunTracing(Model):
    """What a run writes down; None where there is nothing of the kind."""

    pheromones_change: Probability | None = None
    pheromones_from_s: Seconds | None = None
    colonies_interval_s: PositiveSeconds | None = None
    data_interval_s: PositiveSeconds | None = None
    links: list[TracedLink] = Field(default_factory=list)
    bin_s: PositiveSeconds | None = None
    sampled_flows: list[int] = Field(default_factory=list)
    sample_interval_s: PositiveSeconds | None = None


class CeasScenario(Model):
    """All that determines a run of this study, apart from the seed."""

    end_s: PositiveSeconds
    random: RandomParameters
    routing: RoutingParameters
    topology: TopologyParameters
    network: Network
    ceas: AntParameters | None = None
    colonies: list[Direction] = Field(default_factory=list)
    tcp: SenderParameters | None = None
    traffic: TrafficParameters | None = None
    flows: list[FlowParameters] = Field(default_factory=list)
    background: BackgroundParameters | None = None
    outages: list[OutageParameters] = Field(default_factory=list)
    tracing: RunTracing
