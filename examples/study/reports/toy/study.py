"""Study ``toy``: what a flow gets out of queues of two lengths."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field

from ns2studies.config.scenario_parts import (
    TopologyParameters,
    TracingParameters,
    topology_parameters,
)
from ns2studies.config.scenarios import GridPoint
from ns2studies.config.study import (
    BitsPerSecond,
    Packets,
    PositiveSeconds,
    ScenarioSet,
    Seconds,
    StudyConfig,
    points_of,
)
from ns2studies.config.study_files import Definition
from ns2studies.config.topology import Topology
from ns2studies.config.validation import Model


class Network(Model):
    """Every link."""

    bandwidth_bps: BitsPerSecond = Field(description="bandwidth of each link")
    delay_s: Seconds = Field(description="propagation delay of each link")


class Limited(Network):
    """The same with the scenario's queue."""

    queue_limit_packets: Packets


class Queues(ScenarioSet):
    """The only set."""

    limit_packets: list[Packets]


class Sets(Model):
    """All sets."""

    queues: Queues


class ToyConfig(StudyConfig):
    """``config/toy.yaml``."""

    network: Network
    end_s: PositiveSeconds = Field(description="end of a run")
    scenario_sets: Sets


class ToyScenario(Model):
    """What determines a run."""

    network: Limited
    end_s: PositiveSeconds
    topology: TopologyParameters
    tracing: TracingParameters


def grid_points(config: ToyConfig) -> Iterator[GridPoint]:
    """A point for each length."""
    yield from points_of("queues", config.scenario_sets.queues, ["limit_packets"])


def assemble(
    config: ToyConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, Any]:
    """The parameters of a scenario."""
    (topology,) = topologies.values()
    limit = {"queue_limit_packets": point.values["limit_packets"]}
    return {
        "network": config.network.model_dump() | limit,
        "end_s": config.end_s,
        "topology": topology_parameters(topology),
        "tracing": {"links": [{"from": 0, "to": 1}, {"from": 1, "to": 2}]},
    }


DEFINITION = Definition(ToyConfig, ToyScenario, grid_points, assemble)
