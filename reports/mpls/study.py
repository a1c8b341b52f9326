"""Study ``mpls``: TCP variants over IP and MPLS networks (Kazmi 2009).

The models validate ``config/mpls.yaml``, generate its JSON schema and define the parameters of a
scenario. Values marked as inferred are not printed in the thesis; they were found by matching the
printed digits.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field, model_validator

from ns2studies.config.scenario_parts import (
    Direction,
    Route,
    TopologyParameters,
    TracingParameters,
    end_links,
    topology_parameters,
)
from ns2studies.config.scenarios import GridPoint
from ns2studies.config.study import (
    BitsPerSecond,
    Bytes,
    ChoiceSet,
    Count,
    NodeNumber,
    Packets,
    PositiveSeconds,
    Probability,
    ScenarioSet,
    Seconds,
    StudyConfig,
    choose,
    points_of_sets,
)
from ns2studies.config.study_files import Definition
from ns2studies.config.topology import Topology
from ns2studies.config.validation import Model

Variant = Literal["tahoe", "reno", "newreno", "sack", "vegas"]
Application = Literal["ftp", "cbr"]
Forwarding = Literal["ip", "mpls-control-driven", "mpls-data-driven"]


class Network(Model):
    """Parameters of every link (thesis, Table 3.1; the queue limit is ns' default)."""

    bandwidth_bps: BitsPerSecond = Field(description="capacity of a link, bit/s")
    delay_s: Seconds = Field(description="propagation delay of a link in seconds")
    queue_limit_packets: Packets = Field(description="DropTail queue limit in packets")


class Tcp(Model):
    """Parameters of every sender (thesis, 3.2.13; others are ns' defaults unless noted)."""

    packet_bytes: Bytes = Field(description="payload of a packet in bytes, without 40 of header")
    window_packets: Packets = Field(description="receiver's window in packets")
    initial_window_packets: Packets = Field(description="initial window in packets")
    max_cwnd_packets: Count = Field(description="bound on cwnd in packets; 0 means none")
    min_rto_s: PositiveSeconds = Field(description="least retransmission timeout in seconds")
    clock_tick_s: PositiveSeconds = Field(description="granularity of the sender's clock, seconds")
    newreno_changes1: bool = Field(
        description="NewReno: a partial acknowledgement restarts the timer only once"
    )
    sack_stop_rule: Literal["ns-2.35", "earlier"] = Field(
        description="SACK: which packets may still go out after the application stopped"
    )
    vegas_alpha_packets: Count = Field(description="Vegas: lower threshold in packets")
    vegas_beta_packets: Count = Field(description="Vegas: upper threshold in packets")
    vegas_gamma_packets: Count = Field(description="Vegas: slow start threshold in packets")


class Traffic(Model):
    """Times of the applications, and the rate and writes of CBR."""

    start_s: Seconds = Field(description="applications start, seconds")
    stop_s: PositiveSeconds = Field(description="applications stop, seconds")
    cbr_rate_bps: BitsPerSecond = Field(description="CBR: rate in bit/s")
    cbr_packet_bytes: Bytes = Field(description="CBR: size of an application's write in bytes")


class LossLink(Direction):
    """The link, in the direction of the data, where random loss happens (inferred)."""


class VariantSet(ScenarioSet):
    """Scenarios without random loss: sections 4.1 and 4.2."""

    variant: list[Variant] = Field(min_length=1)
    application: list[Application] = Field(min_length=1)
    flows: list[Literal[1, 2, 4, 8]] = Field(min_length=1)
    forwarding: list[Forwarding] = Field(min_length=1)


class LossSet(ScenarioSet):
    """Scenarios with random loss: section 4.3."""

    variant: list[Variant] = Field(min_length=1)
    packet_error_percent: list[Annotated[int, Field(ge=0, le=100)]] = Field(min_length=1)
    random_stream: Literal["default", "substream"] = Field(
        description="substream: independent replications; default: ns' generator, one run only"
    )
    draws_skipped: int = Field(
        ge=0, le=1000, description="random numbers taken before the first packet"
    )

    @model_validator(mode="after")
    def _sound(self) -> "LossSet":
        if self.random_stream == "default" and any(
            number != 1 for number in self.replications.values()
        ):
            raise ValueError("the default generator gives one run only: replications must be 1")
        return self


class VariantChoiceSet(VariantSet, ChoiceSet):
    """Scenarios without random loss, with alternative assumptions."""


class LossChoiceSet(LossSet, ChoiceSet):
    """Scenarios with random loss, with alternative assumptions."""


class ScenarioSets(Model):
    """The study's scenarios."""

    variants: VariantSet
    losses: LossSet
    losses_replayed: LossSet = Field(alias="losses-replayed")
    choices: VariantChoiceSet
    choices_senders: VariantChoiceSet = Field(alias="choices-senders")
    choices_losses: LossChoiceSet = Field(alias="choices-losses")


class MplsConfig(StudyConfig):
    """``config/mpls.yaml``."""

    network: Network
    tcp: Tcp
    traffic: Traffic
    end_s: PositiveSeconds = Field(description="simulated seconds")
    routes: list[Route] = Field(min_length=1, description="flows are spread over these in order")
    loss_link: LossLink = Field(description="where packets are lost at random, in one direction")
    label_trace_s: Seconds = Field(description="label operations are traced until then, seconds")
    scenario_sets: ScenarioSets

    @model_validator(mode="after")
    def _times_in_order(self) -> "MplsConfig":
        if not self.traffic.start_s < self.traffic.stop_s <= self.end_s:
            raise ValueError("expected traffic.start_s < traffic.stop_s <= end_s")
        return self


# --- a scenario, as passed to the Tcl script -------------------------------------------


class FlowParameters(Model):
    """One flow; see ``tcl/library/traffic.tcl``."""

    source: NodeNumber
    destination: NodeNumber
    variant: Variant
    clock_tick_s: PositiveSeconds
    newreno_changes1: bool


class SenderParameters(Model):
    """Sender parameters that all flows of a scenario share."""

    packet_bytes: Bytes
    window_packets: Packets
    initial_window_packets: Packets
    max_cwnd_packets: Count
    min_rto_s: PositiveSeconds
    sack_stop_rule: Literal["ns-2.35", "earlier"]
    vegas_alpha_packets: Count
    vegas_beta_packets: Count
    vegas_gamma_packets: Count


class TrafficParameters(Traffic):
    """Traffic of the chosen application."""

    application: Application


class LossParameters(LossLink):
    """Random loss; see ``tcl/library/losses.tcl``."""

    packet_error_rate: Probability
    random_stream: Literal["default", "substream"]
    draws_skipped: Count


class LabelParameters(Model):
    """Tracing of label operations."""

    label_trace_s: Seconds


class MplsScenario(Model):
    """All parameters that determine a run of this study, apart from the seed."""

    end_s: PositiveSeconds
    forwarding: Forwarding
    network: Network
    tcp: SenderParameters
    traffic: TrafficParameters
    losses: LossParameters
    mpls: LabelParameters
    topology: TopologyParameters
    tracing: TracingParameters
    flows: list[FlowParameters] = Field(min_length=1)


_AXES = ("choices", "variant", "application", "flows", "forwarding", "packet_error_percent")
"""Fields of a set that are axes of its grid, in the order of the scenarios' names."""


def grid_points(config: MplsConfig) -> Iterator[GridPoint]:
    """Return the grid points of all scenarios, in the order of the file."""
    return points_of_sets(config.sets(), _AXES)


def assemble(
    config: MplsConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """Return the parameters of one scenario, before overrides."""
    chosen = config.sets()[point.scenario_set]
    # Without random loss no random number is drawn, whatever the generator.
    losses = chosen if isinstance(chosen, LossSet) else config.scenario_sets.losses
    (topology,) = topologies.values()
    found: dict[str, object] = {
        "end_s": config.end_s,
        "forwarding": point.values.get("forwarding", "mpls-control-driven"),
        "network": config.network.model_dump(),
        "tcp": config.tcp.model_dump(exclude={"clock_tick_s", "newreno_changes1"}),
        "traffic": config.traffic.model_dump()
        | {"application": point.values.get("application", "ftp")},
        "losses": _losses(config, losses, point),
        "mpls": {"label_trace_s": config.label_trace_s},
        "topology": topology_parameters(topology),
        "tracing": {"links": end_links(topology, config.routes)},
        "flows": _flows(config, point),
    }
    choose("mpls", chosen, point, found)
    return found


def _losses(config: MplsConfig, losses: LossSet, point: GridPoint) -> dict[str, object]:
    return {
        **config.loss_link.model_dump(by_alias=True),
        "packet_error_rate": int(point.values.get("packet_error_percent", 0)) / 100,
        "random_stream": losses.random_stream,
        "draws_skipped": losses.draws_skipped,
    }


def _flows(config: MplsConfig, point: GridPoint) -> list[dict[str, object]]:
    """Return the flows, spread over the routes in blocks: the first half on the first route."""
    count = int(point.values.get("flows", 1))
    routes = config.routes[: min(count, len(config.routes))]
    return [
        {
            **routes[index * len(routes) // count].model_dump(),
            "variant": point.values["variant"],
            "clock_tick_s": config.tcp.clock_tick_s,
            "newreno_changes1": config.tcp.newreno_changes1,
        }
        for index in range(count)
    ]


DEFINITION = Definition(MplsConfig, MplsScenario, grid_points, assemble)
