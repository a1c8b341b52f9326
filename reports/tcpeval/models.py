"""Models of study ``tcpeval``: its configuration, and a scenario as passed to the Tcl script.

They validate ``config/tcpeval.yaml`` and generate its JSON schema.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from ns2studies.config.scenario_parts import (
    Direction,
    Protocol,
    Route,
    TopologyParameters,
    TracedLink,
)
from ns2studies.config.study import (
    BitsPerSecond,
    ByScale,
    Bytes,
    Changes,
    ChoiceSet,
    Count,
    Name,
    NodeNumber,
    Packets,
    Positive,
    PositiveSeconds,
    Probability,
    ScenarioSet,
    Seconds,
    StudyConfig,
    Text,
)
from ns2studies.config.validation import Model

Queueing = Literal["drop-tail", "red"]
Percent = Annotated[int, Field(ge=0, le=99, description="packets lost at random, %")]

# --- config/tcpeval.yaml --------------------------------------------------------------


class StartTimes(Model):
    """Bounds of the sources' start times, which are uniformly random."""

    least_s: Seconds = Field(description="sources start at the earliest, seconds")
    most_s: Seconds = Field(description="sources start at the latest, seconds")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.most_s < self.least_s:
            raise ValueError("most_s must not be below least_s")
        return self


class Start(StartTimes):
    """Start times of sources; forward flows may start one after the other instead."""

    forward_every_s: Seconds = Field(
        description="forward FTP flows start one after the other, seconds apart; 0: at random"
    )


class Red(Model):
    """Parameters of RED queues; the rest are ns' defaults."""

    counts_bytes: bool = Field(description="RED counts bytes, not packets")
    adaptive: bool = Field(description="RED: the largest drop probability adapts")
    marks: bool = Field(description="RED marks packets, and all TCP senders use ECN")
    weight: float = Field(gt=0, le=1, description="RED: weight of the newest sample")
    least_probability: Probability = Field(
        description="RED that adapts: the least of the largest drop probability"
    )


class Buffers(Model):
    """Limits of the queues."""

    bandwidth_delay_products: float = Field(
        gt=0,
        description="queues, in bandwidth-delay products of the whole path",
    )
    packet_bytes: Bytes = Field(description="packets that queues are counted in")
    least_packets_per_flow: Packets = Field(description="least queue for each long-lived flow")
    red: Red


class Tcp(Model):
    """Parameters of every long-lived flow."""

    packet_bytes: Bytes = Field(description="payload of a segment")
    window_packets: Packets = Field(description="receiver's window in packets")


class Video(Model):
    """A stream at a constant rate."""

    rate_bps: BitsPerSecond = Field(description="rate of a video stream, bit/s")
    packet_bytes: Bytes = Field(description="packets of video, headers included")


class Voice(Model):
    """A direction of a conversation: constant, or talk spurts and pauses of exponential lengths."""

    rate_bps: BitsPerSecond = Field(description="rate of a voice while it talks, bit/s")
    packet_bytes: Bytes = Field(description="packets of a voice")
    talk_spurts: bool = Field(description="talking and silent in turn, instead of always talking")
    mean_on_s: PositiveSeconds = Field(description="mean talk spurt, seconds")
    mean_off_s: PositiveSeconds = Field(description="mean pause, seconds")


class Web(Model):
    """HTTP by ns' PackMime."""

    rate_per_s: Positive = Field(description="new connections a second")


class Intervals(Model):
    """Widths of bins and intervals between samples of a run."""

    bin_s: PositiveSeconds = Field(description="width of flow bins, seconds")
    sample_interval_s: PositiveSeconds = Field(description="between samples of queues, seconds")


class SuiteNetwork(Model):
    """Bottlenecks and routes of the suite's traffic in a network; cross traffic is one way."""

    topology: Name = Field(description="one of the study's topologies")
    bottlenecks: list[Direction] = Field(min_length=1, description="each in both directions")
    round_trip_s: PositiveSeconds = Field(description="round trip without queues, seconds")
    both_ways: bool = Field(description="FTP and video run back, too; voice always does")
    ftp: list[Route] = Field(min_length=1, description="a long-lived flow")
    video: list[Route] = Field(description="a stream")
    voice: list[Route] = Field(description="conversations")
    web: list[Route] = Field(description="clients (source) and servers (destination)")
    cross: list[Route] = Field(description="pairs with cross_flows long-lived flows, one way")
    cross_flows: Count = Field(description="of each pair of cross")


class ExperimentSet(ScenarioSet):
    """The experiments of Table 1, with the baseline and the improved protocol."""

    topology: list[Name] = Field(min_length=1)
    queueing: list[Queueing] = Field(min_length=1)
    packet_error_percent: ByScale[Percent] = Field(description="packets lost at random, each way")


class ConvergenceSet(ExperimentSet):
    """Forward flows that start one after the other."""

    end_s: PositiveSeconds = Field(description="simulated seconds")
    forward_every_s: PositiveSeconds = Field(description="between the starts of forward flows")


class LongSet(ExperimentSet):
    """Longer experiments, with a measured period of their own."""

    end_s: PositiveSeconds = Field(description="simulated seconds")
    measured_from_s: Seconds = Field(description="what is before is not measured, seconds")


class ProtocolSet(ExperimentSet):
    """Experiments with other protocols."""

    protocol: list[Protocol] = Field(min_length=1, description="of the long-lived flows")


class SuiteChoiceSet(ExperimentSet, ChoiceSet):
    """Some experiments with alternative assumptions, for the baseline and the improved protocol."""

    choices: dict[Name, Changes] = Field(
        min_length=1, description="new values of this file's parameters by dotted key"
    )


class ScenarioSets(Model):
    """The study's scenarios."""

    experiments: ExperimentSet
    rules: ProtocolSet | None = Field(
        None, description="other rules and responses of the improved protocol"
    )
    convergence: ConvergenceSet | None = Field(None, description="flows that start in turn")
    long_runs: LongSet | None = Field(
        None, alias="long-runs", description="experiments that go on for longer"
    )
    choices: SuiteChoiceSet | None = Field(None, description="what the study leaves open")
    own: ProtocolSet | None = Field(None, description="other protocols, against the baseline")


class TcpevalConfig(StudyConfig):
    """``config/tcpeval.yaml``."""

    baseline: Protocol = Field(description="the protocol that others are compared with")
    improved: Protocol = Field(description="the protocol of the experiments beside the baseline")
    names: dict[Name, Text] = Field(
        default_factory=dict, description="what reports call protocols, if not as they are named"
    )
    end_s: PositiveSeconds = Field(description="simulated seconds")
    measured_from_s: Seconds = Field(description="what is before is not measured, seconds")
    start: Start
    buffers: Buffers
    tcp: Tcp
    video: Video
    voice: Voice
    web: Web
    tracing: Intervals
    networks: dict[Name, SuiteNetwork] = Field(min_length=1)
    scenario_sets: ScenarioSets

    @model_validator(mode="after")
    def _consistent(self) -> "TcpevalConfig":
        if self.baseline == self.improved:
            raise ValueError("improved must differ from baseline")
        if self.measured_from_s >= self.end_s:
            raise ValueError("measured_from_s must be before end_s")
        return self


# --- a scenario -----------------------------------------------------------------------


class LongLivedFlow(Route):
    """An FTP flow; ``role`` is the class in which it is counted."""

    variant: Protocol
    role: Literal["forward", "reverse", "cross"]
    start_s: Seconds | None = None


class Stream(Route):
    """A stream of video or a direction of a conversation."""

    kind: Literal["video", "voice"]
    role: Literal["forward", "reverse"]


class WebPair(Model):
    """A client and a server of web traffic."""

    client: NodeNumber
    server: NodeNumber


class WebParameters(Web):
    """Parameters of web traffic; see ``suite::web``."""

    pairs: list[WebPair]


class RedParameters(Model):
    """Parameters of RED queues; see ``topology::red`` and ``suite::mark``."""

    counts_bytes: bool
    weight: float
    marks: bool
    least_probability: Probability


class NetworkParameters(Model):
    """Parameters of the links that have no queue limit of their own."""

    queue_limit_packets: Packets


class LossParameters(Model):
    """Random losses on bottlenecks, in each direction."""

    packet_error_rate: Probability


class SuiteTracing(Model):
    """Traces of a run: bins of flows, samples of queues, packets of some flows."""

    bin_s: PositiveSeconds
    sample_interval_s: PositiveSeconds
    links: list[TracedLink]
    packets: list[TracedLink]


class TcpevalScenario(Model):
    """All parameters that determine a run, apart from the seed."""

    end_s: PositiveSeconds
    measured_from_s: Seconds
    start: StartTimes
    topology: TopologyParameters
    network: NetworkParameters | None = None
    red: RedParameters | None = None
    adaptive_red: bool
    bottlenecks: list[Direction]
    losses: LossParameters
    tcp: Tcp
    flows: list[LongLivedFlow]
    streams: list[Stream]
    video: Video
    voice: Voice
    web: WebParameters
    tracing: SuiteTracing
