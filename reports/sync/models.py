"""Models of study ``sync``: its configuration, and a scenario as passed to the Tcl script.

They validate ``config/sync.yaml`` and generate its JSON schema.
"""

from typing import Literal

from pydantic import Field, model_validator

from ns2studies.config.scenario_parts import Direction, Route, TopologyParameters, TracingParameters
from ns2studies.config.scenarios import FULL, QUICK, SCALE_NAMES, ScaleName
from ns2studies.config.study import (
    BitsPerSecond,
    Bytes,
    ChoiceSet,
    Count,
    Packets,
    PositiveSeconds,
    ScenarioSet,
    Seconds,
    StudyConfig,
)
from ns2studies.config.validation import Model

Variant = Literal["newreno", "sack", "hybla", "hybla-sack", "linux-hybla"]
Algorithm = Literal["current", "smoothed", "minimum"]

ALGORITHMS: tuple[Algorithm, ...] = ("current", "smoothed", "minimum")
"""Round trip times from which rho is computed; the index of each is ns' ``p_algo_``."""

Era = Literal[
    "ns-2.27",
    "ns-2.35",
    "min-rto",
    "initial-rto",
    "fractional-windows",
    "smoothed-variance",
    "coarse-clock",
    "timestamps",
    "window-rule-0",
    "plain-receiver",
    "sack-senders",
]


class Network(Model):
    """Parameters that the links have in common."""

    access_bandwidth_bps: BitsPerSecond = Field(description="links of the ends, bit/s")
    access_queue_limit_packets: Packets = Field(description="longest queue of these links, packets")
    fixed_delay_s: Seconds = Field(description="delay of an access link of flow 2, seconds")
    bottleneck_delay_s: Seconds = Field(description="delay of the slow link, seconds")


class Tcp(Model):
    """Parameters of both senders; the rest are ns' defaults."""

    packet_bytes: Bytes = Field(description="payload of a packet in bytes, without 40 of header")
    window_packets: Packets = Field(description="receiver's window in packets")
    window_rule: Literal[1] = Field(description="with 1 the window grows by 1/cwnd for each ACK")
    time_to_live: int = Field(ge=1, le=255, description="time to live of packets")
    sack_receiver: bool = Field(description="receivers acknowledge selectively")


class Times(Model):
    """Times of events, in seconds."""

    first_start_s: Seconds = Field(description="flow 1 starts")
    second_start_s: Seconds = Field(description="flow 2 starts, and goodput counts from then on")
    end_s: PositiveSeconds = Field(description="flows and simulation end")


class Red(Model):
    """RED queues; thresholds of 0 mean ns' own, 5 and 15 packets."""

    counts_bytes: bool = Field(description="averages of bytes or of packets")
    min_threshold_packets: float = Field(ge=0)
    max_threshold_packets: float = Field(ge=0)


class Delays(Model):
    """Values of the variable delay in milliseconds: a range for each scale, and single ones."""

    from_ms: float = Field(gt=0)
    to_ms: float = Field(gt=0)
    step_ms: dict[ScaleName, float] = Field(description="step at each scale; 0: only the others")
    also_ms: list[float] = Field(default_factory=list, description="at every scale")

    @model_validator(mode="after")
    def _sound(self) -> "Delays":
        if self.step_ms.keys() != set(SCALE_NAMES) or min(self.step_ms.values()) < 0:
            raise ValueError(f"step_ms: expected a step for {QUICK} and one for {FULL}")
        if self.to_ms < self.from_ms:
            raise ValueError("to_ms must not be below from_ms")
        return self

    def at(self, scale: ScaleName) -> set[float]:
        """Return the delays of a scale, in milliseconds."""
        step = self.step_ms[scale]
        count = int((self.to_ms - self.from_ms) / step + 1e-9) + 1 if step else 0
        return {round(self.from_ms + k * step, 6) for k in range(count)} | set(self.also_ms)

    def all(self) -> list[float]:
        """Return the delays of both scales in milliseconds, in ascending order."""
        return sorted(self.at(QUICK) | self.at(FULL))


class SweepSet(ScenarioSet):
    """A sweep over the variable delay."""

    delays: Delays
    bandwidth_bps: BitsPerSecond = Field(description="capacity of the slow link, bit/s")


class NewRenoSet(SweepSet):
    """NewReno against NewReno (chapter 5)."""

    queue_packets: list[Packets] = Field(min_length=1, description="queue of the slow link")


class EraSet(SweepSet):
    """NewReno against NewReno with other defaults of ns."""

    queue_packets: list[Packets] = Field(min_length=1)
    defaults: list[Era] = Field(min_length=1)


class HyblaSet(SweepSet):
    """Hybla against NewReno (chapter 6)."""

    queue_packets: list[Packets] = Field(min_length=1)
    algorithm: list[Algorithm] = Field(min_length=1)
    pacing: bool = Field(description="Hybla spreads a window over the round trip time")
    reference_s: PositiveSeconds | None = Field(
        None, description="RTT0 in seconds; if not given, by the report's sum for the queue"
    )


class HyblaEraSet(HyblaSet):
    """Hybla against NewReno with other defaults of ns."""

    defaults: list[Era] = Field(min_length=1)


class HyblaRhoSet(HyblaSet):
    """Hybla against NewReno with a rho that does not depend on round trip times."""

    rho: list[float] = Field(min_length=1)


class RedSet(HyblaSet):
    """Hybla against NewReno with a RED queue."""

    red: Red


class RedChoiceSet(RedSet, ChoiceSet):
    """Hybla against NewReno with alternatives to the RED queue."""


class RandomDropSet(SweepSet):
    """NewReno against NewReno with a full queue that drops one of its packets at random."""

    queue_packets: list[Packets] = Field(min_length=1)


class DelayNoiseSet(SweepSet):
    """Random delays before each packet, uniform from 0 (a cure)."""

    queue_packets: list[Packets] = Field(min_length=1)
    largest_delay_ms: list[float] = Field(min_length=1)


class TrafficNoiseSet(SweepSet):
    """Small packets of other traffic at random times (a cure)."""

    queue_packets: list[Packets] = Field(min_length=1)
    packet_bytes: Bytes
    rate_packets: list[float] = Field(min_length=1, description="packets a second")


class LargerSet(SweepSet):
    """NewReno against NewReno beside flows of further hosts, over a slow link for them all.

    Capacity and queue are those for two flows; each pair of hosts adds half as much.
    """

    queue_packets: list[Packets] = Field(min_length=1, description="queue for two flows")
    other_pairs: list[Packets] = Field(min_length=1, description="further pairs of hosts")


class GrowthSet(ScenarioSet):
    """A single flow whose window grows on a fast path without losses."""

    growing: list[Variant] = Field(min_length=1)
    round_trip_ms: list[float] = Field(min_length=1)
    reference_s: PositiveSeconds = Field(description="RTT0 in seconds")
    bandwidth_bps: BitsPerSecond
    window_packets: Packets
    initial_ssthresh_packets: Packets
    scale_initial: bool = Field(description="Hybla: initial window and threshold times rho")
    end_s: PositiveSeconds


class ScenarioSets(Model):
    """The study's scenarios."""

    newreno: NewRenoSet
    newreno_fast: NewRenoSet = Field(alias="newreno-fast")
    defaults: EraSet
    hybla: HyblaSet
    hybla_minimum: HyblaSet = Field(alias="hybla-minimum")
    hybla_queues: HyblaSet = Field(alias="hybla-queues")
    hybla_fine: HyblaSet = Field(alias="hybla-fine")
    hybla_defaults: HyblaEraSet = Field(alias="hybla-defaults")
    hybla_slow: HyblaSet = Field(alias="hybla-slow")
    hybla_rho: HyblaRhoSet = Field(alias="hybla-rho")
    hybla_paced: HyblaSet = Field(alias="hybla-paced")
    red: RedSet
    red_thresholds: RedSet = Field(alias="red-thresholds")
    red_paced: RedSet = Field(alias="red-paced")
    choices_red: RedChoiceSet = Field(alias="choices-red")
    random_drop: RandomDropSet = Field(alias="random-drop")
    delay_noise: DelayNoiseSet = Field(alias="delay-noise")
    traffic_noise: TrafficNoiseSet = Field(alias="traffic-noise")
    traffic_noise_large: TrafficNoiseSet = Field(alias="traffic-noise-large")
    larger_network: LargerSet = Field(alias="larger-network")
    growth: GrowthSet
    growth_linux: GrowthSet = Field(alias="growth-linux")


class SyncConfig(StudyConfig):
    """``config/sync.yaml``."""

    network: Network
    tcp: Tcp
    defaults: Era = Field(description="senders' defaults, by the version of ns")
    times: Times
    drawn: list[str] = Field(description="scenarios whose windows and queue are drawn")
    scenario_sets: ScenarioSets

    @model_validator(mode="after")
    def _times_in_order(self) -> "SyncConfig":
        if not self.times.first_start_s <= self.times.second_start_s < self.times.end_s:
            raise ValueError("expected times.first_start_s <= second_start_s < end_s")
        return self


# --- a scenario, as passed to the Tcl script -------------------------------------------


class FlowParameters(Route):
    """One flow; see ``tcl/library/traffic.tcl``."""

    variant: Variant
    start_s: Seconds
    sack_receiver: bool | None = None
    timestamps: bool | None = None
    initial_ssthresh_packets: Packets | None = None
    overhead_s: Seconds | None = None
    hybla_rtt: int | None = Field(None, ge=0, le=2)
    hybla_reference_s: PositiveSeconds | None = None
    hybla_rho: float | None = Field(None, gt=0)
    hybla_pacing: bool | None = None
    hybla_scale_initial: bool | None = None


class SenderParameters(Model):
    """Sender parameters that all flows of a scenario share; None: ns' default."""

    packet_bytes: Bytes
    window_packets: Packets
    window_rule: Count
    time_to_live: int = Field(ge=1, le=255)
    min_rto_s: PositiveSeconds | None = None
    initial_rto_s: PositiveSeconds | None = None
    clock_tick_s: PositiveSeconds | None = None
    fractional_window: bool | None = None
    smoothed_variance: bool | None = None
    timestamps: bool | None = None


class TrafficParameters(Model):
    """Application of the senders, and the time at which it stops."""

    application: Literal["ftp"]
    stop_s: PositiveSeconds


class BackgroundParameters(Route):
    """Small packets at random times; see ``tcl/studies/sync.tcl``."""

    packet_bytes: Bytes
    rate_packets: float = Field(gt=0)


class SyncScenario(Model):
    """All parameters that determine a run of this study, apart from the seed."""

    end_s: PositiveSeconds
    measured_from_s: Seconds
    topology: TopologyParameters
    red: Red | None = None
    random_drop: Direction | None = None
    tcp: SenderParameters
    traffic: TrafficParameters
    background: BackgroundParameters | None = None
    flows: list[FlowParameters] = Field(min_length=1)
    tracing: TracingParameters
