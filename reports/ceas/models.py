"""Models of the configuration of study ``ceas``.

They validate ``config/ceas.yaml`` and generate its JSON schema.
"""

from typing import Literal

from pydantic import Field

from ns2studies.config.scenario_parts import Direction, Protocol, Route
from ns2studies.config.study import (
    BitsPerSecond,
    ByScale,
    Bytes,
    ChoiceSet,
    Packets,
    PositiveSeconds,
    Probability,
    ScenarioSet,
    Seconds,
    StudyConfig,
)
from ns2studies.config.validation import Model
from reports.routed_tcp.models import (
    AntRate,
    Ants,
    Baseline,
    FirstSeed,
    LinkState,
    Network,
    Tcp,
    TimeToLive,
)


class Slow(Direction):
    """A link, in both directions, of lower capacity."""

    bandwidth_bps: BitsPerSecond = Field(description="capacity of the slow link, bit/s")


class CongestionLoad(Route):
    """The background load, whose packets may be as large as the scenario's TCP packets."""

    rate_bps: BitsPerSecond = Field(description="rate of the background, bit/s")
    packet_bytes: Bytes | Literal["as-tcp"] = Field(description="packets of the background")
    time_to_live: TimeToLive = Field(description="time to live of these packets")


class Schedule(Model):
    """Times of events as a function of the ant rate; see ``failure_times`` in ``study.py``."""

    ants_to_stabilize: Packets = Field(description="ants until the first best path, Table 4.2")
    stable_s: Seconds = Field(description="from that path to the start of TCP, seconds")
    undisturbed_s: Seconds = Field(description="from TCP's start to a failure or congestion")
    ants_to_reroute: Packets = Field(description="ants allowed for after a failure")
    ants_to_return: Packets = Field(description="ants allowed for after a restoration")
    regain_s: Seconds = Field(description="for TCP to regain full rate after these ants")
    rerouted_s: Seconds = Field(description="at full rate before the link is back, seconds")


class Tracing(Model):
    """Parameters of a run's traces."""

    pheromones_change: Probability = Field(description="change of a probability worth a row")
    colonies_interval_s: PositiveSeconds = Field(description="between samples of ant counts")
    data_interval_s: PositiveSeconds = Field(description="between samples of routers' counts")
    sample_interval_s: PositiveSeconds = Field(description="between samples of a sender")


class AntSet(ScenarioSet):
    """Ants only."""

    ant_rate: ByScale[AntRate] = Field(description="normal ants a second of each colony")
    end_s: PositiveSeconds = Field(description="simulated seconds")


class TimedSet(ScenarioSet):
    """TCP for a given time."""

    variant: list[Protocol] = Field(min_length=1)
    end_s: PositiveSeconds = Field(description="simulated seconds")
    bin_s: PositiveSeconds = Field(description="width of flow bins, seconds")
    pheromones_change: Probability | None = Field(None, description="if not as in tracing")


class OverheadBaselineSet(ScenarioSet):
    """Routing without ants, and nothing else."""

    routing: ByScale[Baseline]
    end_s: PositiveSeconds = Field(description="simulated seconds")


class EarlySet(TimedSet):
    """TCP without ants, soon after the simulation begins."""

    routing: ByScale[Baseline]
    start_s: PositiveSeconds = Field(description="when TCP starts, seconds")


class StartSet(TimedSet):
    """TCP right after the initialization phase."""

    ant_rate: ByScale[AntRate]


class FailureSet(ScenarioSet):
    """The link between 4 and 5 fails and comes back."""

    previous_hop_memory: list[bool] = Field(min_length=1, description="data never goes back")
    variant: list[Protocol] = Field(min_length=1)
    ant_rate: ByScale[AntRate]
    bin_s: PositiveSeconds = Field(description="width of flow bins, seconds")


class LoadSet(TimedSet):
    """Scenarios with a loaded or a slow link between nodes 4 and 5."""

    packet_bytes: list[Bytes] = Field(min_length=1, description="payload of TCP's packets")
    ant_rate: ByScale[AntRate]


class TwoFlowSet(TimedSet):
    """Two connections that share the best path."""

    packet_bytes: list[Bytes] = Field(min_length=1, description="payload of TCP's packets")
    ant_rate: AntRate
    start_s: Seconds = Field(description="from the initialization phase to the start, seconds")


class StartBaselineSet(ScenarioSet):
    """The scenarios of another set, with routing without ants."""

    routing: ByScale[Baseline]
    variant: list[Protocol] = Field(min_length=1)


class BaselineSet(StartBaselineSet):
    """The scenarios of another set, with routing without ants and the given packet sizes."""

    packet_bytes: list[Bytes] = Field(min_length=1, description="payload of TCP's packets")


class AntChoiceSet(ChoiceSet):
    """Ants only, with alternative assumptions: a failure after a start as in ``of``."""

    ant_rate: ByScale[AntRate]
    ants_to_reroute: Packets = Field(description="ants allowed for after each of these")


class TcpChoiceSet(ChoiceSet):
    """Alternative assumptions with TCP."""

    routing: list[Baseline] | None = Field(None, description="without ants, if it is there")
    previous_hop_memory: list[bool] | None = Field(None, description="data never goes back")
    packet_bytes: list[Bytes] | None = Field(None, description="payload of TCP's packets")
    variant: list[Protocol] = Field(min_length=1)
    ant_rate: ByScale[AntRate] | None = None
    end_s: PositiveSeconds | None = Field(None, description="simulated seconds, if not as there")


class OwnFailureSet(ScenarioSet):
    """The scenarios of ``failure`` with other TCPs than the thesis'."""

    previous_hop_memory: list[bool] = Field(min_length=1, description="data never goes back")
    variant: list[Protocol] = Field(min_length=1)
    ant_rate: ByScale[AntRate]


class OwnLoadSet(ScenarioSet):
    """The scenarios of ``congestion`` with other TCPs than the thesis'."""

    packet_bytes: list[Bytes] = Field(min_length=1, description="payload of TCP's packets")
    variant: list[Protocol] = Field(min_length=1)
    ant_rate: ByScale[AntRate]


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
    choices_load: TcpChoiceSet = Field(alias="choices-load")
    choices_load_baseline: TcpChoiceSet = Field(alias="choices-load-baseline")
    choices_two_flows: TcpChoiceSet = Field(alias="choices-two-flows")
    choices_two_flows_baseline: TcpChoiceSet = Field(alias="choices-two-flows-baseline")
    choices_failure_baseline: TcpChoiceSet = Field(alias="choices-failure-baseline")
    many_ants: AntSet = Field(alias="many-ants")
    early_baseline: EarlySet = Field(alias="early-baseline")
    overhead: AntSet
    overhead_baseline: OverheadBaselineSet = Field(alias="overhead-baseline")
    own_proposals: TcpChoiceSet = Field(alias="own-proposals")
    own_failure: OwnFailureSet = Field(alias="own-failure")
    own_congestion: OwnLoadSet = Field(alias="own-congestion")


class CeasConfig(StudyConfig):
    """``config/ceas.yaml``."""

    first_seed: FirstSeed = Field(description="seed of replication 1; the next ones follow")
    network: Network
    ceas: Ants
    link_state: LinkState
    tcp: Tcp
    data_rate_bps: BitsPerSecond = Field(description="rate of the sources of TCP, bit/s")
    packet_bytes: Bytes = Field(description="payload of TCP's packets unless a set varies it")
    connections: list[Route] = Field(min_length=2, description="connections of TCP, in turn")
    failing: Direction = Field(description="the link that fails, is loaded, or is slow")
    background: CongestionLoad
    slow: Slow
    baseline_ant_rate: AntRate = Field(description="ants a second for times without ants")
    schedule: Schedule
    tracing: Tracing
    scenario_sets: ScenarioSets
