"""Made-up results of study ``tcpeval``: a world in which the text is right, and its opposite.

Throughput falls with the packet error rate. SACK PR has more of it than SACK (``said``), the more
the higher the rate, or clearly less.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import exp
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import polars as pl
from made_up_results import METRICS, write_database

from ns2studies.config.registry import load_study
from ns2studies.config.replications import UntilPrecise
from ns2studies.config.scenarios import GridPoint, Scenario

STUDY = "tcpeval"

TOPOLOGIES = ("dumbbell", "parking-lot", "simple-network")
QUEUEING = ("drop-tail", "red")
RATES = (0, 1, 2, 5, 10)
AXES = ("topology", "queueing", "protocol", "packet_error_percent")

_STUDY = load_study("tcpeval", "full")

CHOICES = [
    entry.point.values for entry in _STUDY.scenarios if entry.point.scenario_set == "choices"
]
"""Where the study's own choices are run."""

CONFIGURATION: Mapping[str, Any] = {
    **_STUDY.config.parameters(),
    "baseline": "sack",
    "improved": "sack-pr",
    "names": {"sack": "SACK", "sack-pr": "SACK PR"},
}

PARAMETERS = {"end_s": 100.0, "measured_from_s": 20.0}

Values = Iterator[tuple[str, str, float]]
"""Metric, subject and value."""


@dataclass(frozen=True)
class World:
    """How the made-up values are.

    Args:
        said: as the text says, or the other way.
        noise: by how much replications differ, as a part of the value.
        seeds: replications of each scenario.
        own: protocols of the set ``own``.
        crowding: by how many points video loses more on the parking lot with RED.
        rule: that found how many replications it takes; None if their number is fixed.
        left_out: scenario sets that the configuration leaves out.
        choices: those of the set ``choices``, and whether it is as the text says with them.
    """

    said: bool = True
    noise: float = 0.002
    seeds: int = 5
    own: Sequence[str] = ("tcp-pr",)
    crowding: float = 3.0
    rule: UntilPrecise | None = None
    left_out: Sequence[str] = ()
    choices: Mapping[str, bool] = field(default_factory=dict)

    def scenarios(self) -> list[Scenario]:
        """The grids of the study."""
        grids = {
            "experiments": (TOPOLOGIES, QUEUEING, ("sack", "sack-pr"), RATES),
            "rules": (TOPOLOGIES[:1], QUEUEING[:1], ("sack-pr-spike", "sack-pr-cut"), RATES),
            "long-runs": (TOPOLOGIES[:2], QUEUEING, ("sack", "sack-pr"), (0, 5)),
            "own": (TOPOLOGIES[:1], QUEUEING[:1], self.own, RATES),
        }
        return [
            *(
                self._scenario(name, dict(zip(AXES, point, strict=True)))
                for name, grid in grids.items()
                if name not in self.left_out
                for point in product(*grid)
            ),
            *(self._scenario("choices", at) for at in CHOICES if at["choice"] in self.choices),
        ]

    def _scenario(self, name: str, values: Mapping[str, Any]) -> Scenario:
        at = GridPoint(name, values, {})
        seeds = tuple(range(1, self.seeds + 1))
        return Scenario(STUDY, at.label, at, PARAMETERS, seeds, self.rule)

    def values(self, entry: Scenario) -> Values:
        """What a scenario's metrics are, before noise."""
        choice = entry.point.values.get("choice")
        world = replace(self, said=self.choices[choice]) if choice else self
        yield from world._values(entry)

    def _values(self, entry: Scenario) -> Values:
        at = entry.point.values
        percent = at["packet_error_percent"]
        gain = 1.0
        if at["protocol"] != "sack":
            gain = 1 + (0.03 * percent if self.said else -0.06 * (percent or 5))
        for name in ("forward", "reverse", "cross"):
            if name == "cross" and at["topology"] != "parking-lot":
                continue
            bps = 8e6 / (1 + percent) * gain
            if entry.point.scenario_set == "long-runs" and not self.said:
                bps *= 0.8
            yield "class_goodput", name, bps
            yield "class_mean_goodput", name, bps / 5
            worse = not self.said and at["protocol"] != "sack"
            yield "class_fairness", name, 0.7 if worse else 0.95
        yield from self._others(entry)

    def _others(self, entry: Scenario) -> Values:
        at = entry.point.values
        percent = at["packet_error_percent"]
        crowded = at["topology"] == "parking-lot" and at["queueing"] == "red"
        video = self.crowding if crowded and at["protocol"] != "sack" and percent == 10 else 0.0
        for number in range(1, 6):
            yield "class_flow_share", f"forward {number}", 14.0 + 2 * number
        for name in ("forward", "voice forward"):
            yield "class_delay", name, 0.06
            yield "class_delay_variation", name, 0.01
        yield "class_jitter", "voice forward", 0.004
        yield "class_jitter", "voice reverse", 0.006
        yield "class_jitter", "video forward", 0.005
        yield "class_oscillation", "forward", 0.4
        for name in ("forward", "video forward", "voice forward"):
            yield "class_loss", name, 1.0 + percent + (video if name == "video forward" else 0)
            yield "class_loss", f"{name} queue", 1.0
            yield "class_loss", f"{name} error", float(percent)
        yield "class_retransmission_share", "forward", 1.5 + percent
        yield "class_window_cuts", "forward", 50.0
        yield "class_timeouts", "forward", 5.0
        yield "web_response_time", "web mean", 0.4
        yield "web_goodput", "web", 2e6
        for link in ("link 0-1", "link 1-0"):
            yield "bottleneck_loss", link, 1.0
            yield "bottleneck_utilisation", link, 90.0
            yield "bottleneck_delay", link, 0.03
        if self.said:
            yield "convergence_time", "forward", 25.0
        yield "convergence_reached", "forward", float(self.said)

    def varied(self, metric: str, value: float, place: int, seed: int) -> float:
        """A replication's value; at each place the replications have another order."""
        if metric == "convergence_reached":
            return value
        steps = Random(place).sample(range(self.seeds), self.seeds)
        return value * exp(self.noise * (steps[seed - 1] - (self.seeds - 1) / 2))


def make_database(
    path: Path, world: World, configuration: Mapping[str, Any] = CONFIGURATION
) -> None:
    """Write the database of a world."""
    scenarios = world.scenarios()
    rows = [
        (STUDY, entry.label, seed, metric, subject, world.varied(metric, value, place, seed), "")
        for place, entry in enumerate(scenarios)
        for seed in entry.seeds
        for metric, subject, value in world.values(entry)
    ]
    measured = {
        "metrics": pl.DataFrame(rows, schema=METRICS, orient="row"),
        "class_series": pl.DataFrame(list(_series(scenarios)), schema=SERIES, orient="row"),
    }
    write_database(path, STUDY, scenarios, measured, configuration=configuration)


SERIES = ["study", "scenario", "seed", "subject", "traffic_class", "time_s", "throughput_bps"]
"""Columns of the table of TCP over time."""


def _series(scenarios: Sequence[Scenario]) -> Iterator[tuple[Any, ...]]:
    for entry in scenarios:
        if entry.point.values["topology"] == "dumbbell":
            for number, time_s in product(range(1, 6), range(100)):
                bps = 1e6 + 1e4 * number + 1e3 * (time_s % 7)
                yield (STUDY, entry.label, 1, f"forward {number}", "forward", time_s, bps)


def verdicts(path: Path, world: World) -> dict[str, tuple[str, str]]:
    """Verdict and evidence of each claim in a world, by its name.

    Args:
        path: where its database is written.
    """
    make_database(path, world)
    with duckdb.connect(str(path), read_only=True) as connection:
        rows = connection.execute("SELECT claim, verdict, evidence FROM claims").fetchall()
    return {claim: (verdict, evidence) for claim, verdict, evidence in rows}
