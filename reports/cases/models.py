"""Models of the configuration of study ``cases``.

They validate ``config/cases.yaml`` and generate its JSON schema.
"""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from ns2studies.config.scenario_parts import Direction, Protocol, Route
from ns2studies.config.study import (
    BitsPerSecond,
    ByScale,
    Bytes,
    ChoiceSet,
    Count,
    Name,
    PositiveSeconds,
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
    Tcp,
    TimeToLive,
)

Event = Literal["steady", "failures", "transient"]
"""Events in the network of twelve nodes: sections 5.2.1, 5.2.2 and 5.2.3."""


class Load(Model):
    """Constant rates without congestion control."""

    packet_bytes: Bytes = Field(description="packets of the background")
    time_to_live: TimeToLive = Field(description="time to live of these packets")


class Choices(Model):
    """Choices that the text leaves open on a network of twelve nodes; see test_twelve_nodes.py."""

    failures: list[Direction] = Field(
        min_length=1,
        description="links that fail, in turn: on the shortest path, the next shortest, others",
    )
    unstable: tuple[Direction, Direction] = Field(
        description="links that flap: on the shortest path, and on one of the next shortest"
    )
    background: list[Route] = Field(min_length=1, description="pairs that share the load")


class Failures(Model):
    """Links that fail one after the other."""

    first_s: Seconds = Field(description="from the start of TCP to the first failure, seconds")
    apart_s: PositiveSeconds = Field(description="from one to the next, seconds")
    down_for_s: PositiveSeconds = Field(description="until those that return do so, seconds")
    returning: Count = Field(description="so many of them return, the first ones")


class Flapping(Model):
    """Links that flap for a while, again and again."""

    down_and_up_for_s: tuple[PositiveSeconds, PositiveSeconds] = Field(
        description="down, and up, for so long: the first and the second link, seconds"
    )
    on_for_s: PositiveSeconds = Field(description="length of a flap period, seconds")
    off_for_s: Seconds = Field(description="from the end of a flap period to the next one, seconds")


class TwelveNodes(Model):
    """The first case study (section 5.2)."""

    ant_rate: AntRate
    tcp: Tcp
    packet_bytes: Bytes = Field(description="payload of TCP's packets")
    data_rate_bps: BitsPerSecond = Field(description="rate of the source of TCP, bit/s")
    routes: dict[Event, Route] = Field(description="where TCP runs from and to")
    start_s: Seconds = Field(description="from the initialization phase to TCP's start, seconds")
    end_s: PositiveSeconds = Field(description="simulated seconds")
    bin_s: PositiveSeconds = Field(description="width of flow bins, seconds")
    background: Load
    failures: Failures
    flapping: Flapping
    networks: dict[Name, Choices] = Field(min_length=1)

    @model_validator(mode="after")
    def _every_event(self) -> "TwelveNodes":
        if set(self.routes) != {"steady", "failures", "transient"}:
            raise ValueError("routes: expected one for steady, failures and transient")
        return self


class Connection(Route):
    """A TCP connection and what its source sends."""

    data_rate_bps: BitsPerSecond = Field(description="rate of a source of TCP, bit/s")


class Unsteady(Direction):
    """A link that fails again and again."""

    least_down_s: Seconds = Field(description="shortest failure, seconds")
    most_down_s: PositiveSeconds = Field(description="longest failure, seconds")
    least_up_s: Seconds = Field(description="shortest time between two, seconds")
    most_up_s: PositiveSeconds = Field(description="longest time between two, seconds")


class LinkLoad(Load, Route):
    """A load on one link."""

    rate_bps: BitsPerSecond = Field(description="rate of the background, bit/s")


class Uninett(Model):
    """The second case study (section 5.3)."""

    network: Name = Field(description="file in data/topologies, without .yaml")
    ant_rate: AntRate
    tcp: Tcp
    variant: Protocol = Field(description="TCP of all connections")
    start_s: Seconds = Field(description="from the initialization phase to TCP's start, seconds")
    bin_s: PositiveSeconds = Field(description="width of flow bins, seconds")
    connections: list[Connection] = Field(min_length=1)
    background: LinkLoad
    unsteady: Unsteady
    failing: Direction = Field(description="the link that fails for good")
    cost_of_1_bps: BitsPerSecond = Field(
        description="link state's cost of a link is this over its capacity in bit/s, at least 1"
    )


class Intervals(Model):
    """Intervals between samples of a run's counters, in seconds."""

    colonies_interval_s: PositiveSeconds = Field(description="between samples of ant counts")
    data_interval_s: PositiveSeconds = Field(description="between samples of routers' counts")
    sample_interval_s: PositiveSeconds = Field(description="between samples of a sender")


Kilobits = Annotated[Count, Field(description="background of all pairs together, kb/s")]


class TwelveSet(ScenarioSet):
    """Twelve nodes, with ants."""

    event: list[Event] = Field(min_length=1)
    previous_hop_memory: list[bool] = Field(min_length=1, description="data never goes back")
    variant: list[Protocol] = Field(min_length=1)
    background_kbps: ByScale[Kilobits] = Field(description="background of all pairs together")


class TwelveBaselineSet(ScenarioSet):
    """Scenarios on twelve nodes, without ants."""

    event: list[Event] = Field(min_length=1)
    routing: ByScale[Baseline]
    variant: ByScale[Protocol]
    background_kbps: ByScale[Kilobits]


class RateSet(TwelveSet):
    """Twelve nodes, with another rate of ants."""

    ant_rate: ByScale[AntRate]


class OverheadSet(ScenarioSet):
    """Twelve nodes, with ants and without data."""

    event: list[Event] = Field(min_length=1)


class OverheadBaselineSet(OverheadSet):
    """Twelve nodes, without ants and without data."""

    routing: ByScale[Baseline]


class NetworkSet(TwelveSet):
    """Other networks of twelve nodes, with ants."""

    network: list[Name] = Field(min_length=1)


class NetworkBaselineSet(TwelveBaselineSet):
    """Other networks of twelve nodes, without ants."""

    network: list[Name] = Field(min_length=1)


class Timetable(Model):
    """Times of events in the large network, and the factor of its capacities."""

    capacity_factor: float = Field(gt=0, le=1, description="factor of all capacities and rates")
    unsteady_s: Seconds = Field(description="when the first link begins to fail, seconds")
    failure_s: Seconds = Field(description="when the second link fails, seconds")
    end_s: PositiveSeconds = Field(description="simulated seconds")


class UninettSet(ScenarioSet, Timetable):
    """The large network, with ants."""

    previous_hop_memory: list[bool] = Field(min_length=1, description="data never goes back")
    packet_bytes: list[Bytes] = Field(min_length=1, description="payload of TCP's packets")


class UninettBaselineSet(ScenarioSet, Timetable):
    """The large network, without ants."""

    routing: ByScale[Baseline]
    packet_bytes: list[Bytes] = Field(min_length=1, description="payload of TCP's packets")


class TwelveChoiceSet(ChoiceSet):
    """Twelve nodes, with ants and alternative assumptions."""

    event: list[Event] = Field(min_length=1)
    previous_hop_memory: list[bool] = Field(min_length=1, description="data never goes back")
    variant: ByScale[Protocol]
    background_kbps: ByScale[Kilobits]


class TwelveBaselineChoiceSet(TwelveBaselineSet, ChoiceSet):
    """Twelve nodes, without ants and with alternative assumptions."""


class UninettChoiceSet(ChoiceSet):
    """The large network with alternative assumptions; its times and size are those of ``of``."""

    routing: list[Baseline] | None = Field(None, description="without ants, if it is there")
    previous_hop_memory: list[bool] | None = Field(None, description="data never goes back")
    packet_bytes: list[Bytes] = Field(min_length=1, description="payload of TCP's packets")


class ScenarioSets(Model):
    """The study's scenarios."""

    twelve: TwelveSet
    twelve_baseline: TwelveBaselineSet = Field(alias="twelve-baseline")
    low_rates: RateSet = Field(alias="low-rates")
    overhead: OverheadSet
    overhead_baseline: OverheadBaselineSet = Field(alias="overhead-baseline")
    networks: NetworkSet
    networks_baseline: NetworkBaselineSet = Field(alias="networks-baseline")
    uninett: UninettSet
    uninett_baseline: UninettBaselineSet = Field(alias="uninett-baseline")
    small_uninett: UninettSet = Field(alias="small-uninett")
    small_uninett_baseline: UninettBaselineSet = Field(alias="small-uninett-baseline")
    choices_twelve: TwelveChoiceSet = Field(alias="choices-twelve")
    choices_twelve_baseline: TwelveBaselineChoiceSet = Field(alias="choices-twelve-baseline")
    choices_uninett: UninettChoiceSet = Field(alias="choices-uninett")
    choices_uninett_baseline: UninettChoiceSet = Field(alias="choices-uninett-baseline")
    choices_small_uninett: UninettChoiceSet = Field(alias="choices-small-uninett")
    own_small_uninett: UninettChoiceSet = Field(alias="own-small-uninett")
    choices_small_uninett_baseline: UninettChoiceSet = Field(alias="choices-small-uninett-baseline")


class CasesConfig(StudyConfig):
    """``config/cases.yaml``."""

    first_seed: FirstSeed = Field(description="seed of replication 1; the next ones follow")
    ceas: Ants
    link_state: LinkState
    tracing: Intervals
    twelve_nodes: TwelveNodes
    uninett: Uninett
    scenario_sets: ScenarioSets
