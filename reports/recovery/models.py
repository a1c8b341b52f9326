"""Models of study ``recovery``: its configuration, and a scenario as passed to the Tcl script.

They validate ``config/recovery.yaml`` and generate its JSON schema.
"""

from typing import Literal, Self

from pydantic import Field, model_validator

from ns2studies.config.scenario_parts import Direction, Route, TopologyParameters, TracingParameters
from ns2studies.config.study import (
    BitsPerSecond,
    ByScale,
    Bytes,
    Count,
    Name,
    Packets,
    Positive,
    PositiveSeconds,
    ScenarioSet,
    Seconds,
    StudyConfig,
)
from ns2studies.config.validation import Model

Variant = Literal["reno", "newreno", "sack"]
Lost = Literal["0", "1", "2", "5", "all"]
Load = Literal["heavy", "light", "lighter"]


# --- config/recovery.yaml -------------------------------------------------------------


class Tcp(Model):
    """Parameters of every sender (Table 1; the rest fitted)."""

    segment_bytes: Bytes = Field(description="data of a segment in bytes")
    framing_bytes: Count = Field(description="the link layer's share of a packet in bytes")
    receiver_window_bytes: Bytes = Field(description="receiver's window in bytes")
    initial_window_packets: Packets = Field(description="initial window in packets")
    initial_rto_s: PositiveSeconds = Field(description="first retransmission timeout, seconds")
    min_rto_s: PositiveSeconds = Field(description="least retransmission timeout, seconds")
    clock_tick_s: PositiveSeconds = Field(description="granularity of the clock, seconds")
    slow_timer: bool = Field(description="do timeouts end with a tick of the clock")
    first_tick_s: Seconds = Field(description="when the clock of the timeouts first ticks, seconds")


class Discarder(Model):
    """The first network: a server, a discarder, a client (section 3.1)."""

    bandwidth_bps: BitsPerSecond = Field(description="capacity of both links, bit/s")
    queue_limit_packets: Packets = Field(description="longest queue of both links")
    file_bytes: Bytes = Field(description="the file in bytes")
    end_s: PositiveSeconds = Field(description="simulated seconds")
    all_lost_from_s: Seconds = Field(description="when all packets begin to be lost, seconds")
    all_lost_for_s: PositiveSeconds = Field(description="how long all packets are lost, seconds")


class Disconnection(Model):
    """The second network: a client's link goes down (section 3.3)."""

    access_bps: BitsPerSecond = Field(description="links of server and client, bit/s")
    backbone_bps: BitsPerSecond = Field(description="routers' links to the cloud, bit/s")
    queue_limit_packets: Packets = Field(description="queues of the routers' links")
    access_queue_packets: Packets = Field(description="queues of server and client")
    segment_bytes: Bytes = Field(description="data of a segment in bytes")
    receiver_window_bytes: Bytes = Field(description="receiver's window in bytes")
    one_way_delay_s: Seconds = Field(description="propagation from server to client, seconds")
    file_bytes: Bytes = Field(description="the file in bytes")
    end_s: PositiveSeconds = Field(description="simulated seconds")
    down_s: Seconds = Field(description="when the link goes down, seconds")
    short_s: list[PositiveSeconds] = Field(
        min_length=1, description="how long the link is down, one time after the other, seconds"
    )
    short_from_s: list[Seconds] = Field(
        min_length=1, description="when each of these times begins, seconds"
    )

    @model_validator(mode="after")
    def _has_a_beginning_for_each(self) -> Self:
        if len(self.short_from_s) != len(self.short_s):
            raise ValueError("short_from_s: expected as many times as in short_s")
        return self


class Files(Model):
    """One file after another over a connection, with exponential sizes and pauses."""

    mean_file_bytes: Bytes = Field(description="mean size of a file in bytes")
    mean_pause_s: PositiveSeconds = Field(description="mean pause between files, seconds")


class LoadTraffic(Model):
    """Traffic that the clients request."""

    ftp_per_client: Positive = Field(description="FTP connections of each client")
    ftp: Files
    database: Files


class Subnets(Model):
    """The third network: four subnets (section 3.5)."""

    access_bps: BitsPerSecond = Field(description="links of servers and clients, bit/s")
    backbone_bps: BitsPerSecond = Field(description="routers' links to the cloud, bit/s")
    queue_limit_packets: Packets = Field(description="queues of the routers' links")
    access_queue_packets: Packets = Field(description="queues of servers and clients")
    end_s: PositiveSeconds = Field(description="simulated seconds")
    sample_interval_s: PositiveSeconds = Field(description="time between samples of a window")
    heavy: LoadTraffic
    light: LoadTraffic
    lighter: LoadTraffic


class LossSet(ScenarioSet):
    """Losses of consecutive packets from the middle of the file on."""

    variant: list[Variant] = Field(min_length=1)
    lost: list[Lost] = Field(min_length=1, description="data packets that are lost")


class PlaceSet(LossSet):
    """Losses of consecutive packets elsewhere in the file."""

    first_packet: ByScale[Packets] = Field(description="number of the first lost data packet")


class SpacingSet(LossSet):
    """Losses of packets with others between them."""

    spacing: ByScale[Packets] = Field(description="from one lost packet to the next, packets")


class MomentSet(ScenarioSet):
    """Losses of all packets for a while, from various times on."""

    variant: list[Variant] = Field(min_length=1)
    from_s: ByScale[Seconds] = Field(description="when all packets begin to be lost, seconds")


class OutageSet(ScenarioSet):
    """Outages of the client's link."""

    variant: list[Variant] = Field(min_length=1)
    outage_s: list[PositiveSeconds] = Field(min_length=1, description="how long it is down")
    offset_s: ByScale[Seconds] = Field(description="how long after down_s it goes down, seconds")


class Choice(Model):
    """An alternative's values, with a delay that gives the same response time without loss."""

    segment_bytes: Bytes | None = None
    receiver_window_bytes: Bytes | None = None
    framing_bytes: Count | None = None
    clock_tick_s: PositiveSeconds | None = None
    slow_timer: bool | None = None
    first_tick_s: Seconds | None = None
    one_way_delay_s: Seconds | None = None
    bandwidth_bps: BitsPerSecond | None = None
    file_bytes: Bytes | None = None
    all_lost_from_s: Seconds | None = None
    short_from_s: list[Seconds] | None = Field(default=None, min_length=1)
    first_packet: Packets | None = Field(
        default=None, description="number of the first lost data packet"
    )
    delayed_ack_s: PositiveSeconds | None = Field(
        default=None, description="every second segment is acknowledged, or after this time"
    )
    one_connection: bool = Field(
        default=False, description="the file takes the connection of the request, and opens none"
    )
    two_way: bool = Field(default=False, description="ns' FullTcp instead of its one-way agents")
    fitted: Positive = Field(
        default=1, description="quantities that were fitted, the delay among them"
    )


class AlternativeSet(LossSet):
    """Table 2 with alternative assumptions."""

    choices: dict[Name, Choice] = Field(min_length=1)


class DisconnectionSet(ScenarioSet):
    """Several short outages of the client's link in one run."""

    variant: list[Variant] = Field(min_length=1)
    offset_s: ByScale[Seconds] = Field(description="how much later than short_from_s, seconds")


class OutageAlternativeSet(OutageSet):
    """Table 3 with alternative assumptions."""

    choices: dict[Name, Choice] = Field(min_length=1)


class DisconnectionAlternativeSet(DisconnectionSet):
    """Several outages in one run, with alternative assumptions."""

    choices: list[Name] = Field(min_length=1, description="of those of outage-alternatives")


class LoadSet(ScenarioSet):
    """Six clients and two servers."""

    variant: list[Variant] = Field(min_length=1)
    load: list[Load] = Field(min_length=1)


class ScenarioSets(Model):
    """The study's scenarios."""

    losses: LossSet
    places: PlaceSet
    spacings: SpacingSet
    moments: MomentSet
    disconnections: DisconnectionSet
    outages: OutageSet
    outage_alternatives: OutageAlternativeSet = Field(alias="outage-alternatives")
    disconnection_alternatives: DisconnectionAlternativeSet = Field(
        alias="disconnection-alternatives"
    )
    alternatives: AlternativeSet
    load: LoadSet

    @model_validator(mode="after")
    def _knows_the_choices(self) -> Self:
        for name in self.disconnection_alternatives.choices:
            if name not in self.outage_alternatives.choices:
                raise ValueError(f"disconnection-alternatives: unknown choice {name!r}")
        return self


class RecoveryConfig(StudyConfig):
    """``config/recovery.yaml``."""

    tcp: Tcp
    one_way_delay_s: Seconds = Field(description="propagation from server to client, seconds")
    request_bytes: Bytes = Field(description="a client's request in bytes")
    request_traced_s: PositiveSeconds = Field(
        description="until when a trace has what a client sends, in s"
    )
    discarder: Discarder
    disconnection: Disconnection
    subnets: Subnets
    scenario_sets: ScenarioSets


# --- a scenario, as passed to the Tcl script -------------------------------------------


class FlowParameters(Route):
    """A file, or one file after another; see ``tcl/library/downloads.tcl``."""

    variant: Literal[
        Variant,
        "full-reno",
        "full-newreno",
        "full-sack",
        "slow-timer-reno",
        "slow-timer-newreno",
        "slow-timer-sack",
    ]
    file_packets: Packets | None = None
    request_at_s: Seconds | None = None
    start_s: Seconds | None = None
    mean_file_packets: float | None = Field(None, gt=0)
    mean_pause_s: PositiveSeconds | None = None


class SenderParameters(Model):
    """Sender parameters that all flows of a scenario share."""

    packet_bytes: Bytes
    window_packets: Packets
    initial_window_packets: Packets
    initial_rto_s: PositiveSeconds
    min_rto_s: PositiveSeconds
    clock_tick_s: PositiveSeconds
    delayed_ack_s: PositiveSeconds | None = None


class ClockParameters(Model):
    """The clock of senders whose timeouts end with one of its ticks."""

    first_tick_s: Seconds


class RequestParameters(Model):
    """Parameters of the flow with a client's request."""

    packet_bytes: Bytes


class AnswerParameters(Model):
    """Parameters of the flow with the file, which may open a connection of its own."""

    opens_connection: bool


class DiscarderParameters(Direction):
    """Packets to discard: by place in the order of arrival, or all between two times."""

    places: list[Count] = Field(default_factory=list)
    from_s: Seconds | None = None
    until_s: Seconds | None = None


class OutageParameters(Direction):
    """A link that goes down and comes back."""

    down_s: Seconds
    up_s: Seconds


class WindowTracingParameters(TracingParameters):
    """Links to trace in full, and flows whose windows are only sampled."""

    sampled_flows: list[Count] = Field(default_factory=list)
    sample_interval_s: PositiveSeconds | None = None


class RecoveryScenario(Model):
    """All parameters that determine a run of this study, apart from the seed."""

    end_s: PositiveSeconds
    topology: TopologyParameters
    tcp: SenderParameters
    clock: ClockParameters | None = None
    answer: AnswerParameters | None = None
    request: RequestParameters | None = None
    flows: list[FlowParameters] = Field(min_length=1)
    discarder: DiscarderParameters | None = None
    outages: list[OutageParameters] = Field(default_factory=list)
    tracing: WindowTracingParameters
