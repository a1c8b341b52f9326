"""Made-up results of study ``ceas``: a world in which the thesis is right, and its opposite.

Every value is what the thesis says (``said``) or clearly the other way. The package's own SQL makes
estimates, derived tables and claims of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import polars as pl
from claim_worlds import SEEDS, Values, Verdicts, frame_of, full_scale, judged

from ns2studies.config.scenarios import Scenario

AXES = ("ant_rate", "variant", "previous_hop_memory", "packet_bytes", "routing", "choice")


@dataclass(frozen=True)
class World:
    """How the made-up values are.

    Args:
        said: as the thesis says, or the other way.
        noise: by how much replications differ, as a part of the value.
        replications: of each scenario with chance in it.
    """

    said: bool = True
    noise: float = 0.001
    replications: int = 15

    def either(self, said: float, otherwise: float) -> float:
        return said if self.said else otherwise

    def values(self, entry: Scenario) -> Values:
        """What a scenario's metrics are, before noise."""
        axes = _Point(**{name: entry.point.values.get(name) for name in AXES})
        name = entry.point.scenario_set
        makers = {
            "stabilization": self._stabilization,
            "start": self._start,
            "start-baseline": self._start_baseline,
            "failure": self._failure,
            "failure-baseline": self._failure_baseline,
            "two-flows": self._two_flows,
            "two-flows-baseline": self._two_flows,
            "many-ants": self._many_ants,
            "early-baseline": self._early_baseline,
            "overhead": self._overhead,
            "overhead-baseline": self._overhead,
            "own-proposals": self._proposals,
        }
        if name in makers:
            yield from makers[name](axes)
        elif name.startswith(("congestion", "capacity")):
            yield from self._loaded(axes, name)
        elif name.startswith("choices-load"):
            yield from self._loaded(axes, "congestion")
        elif name in ("choices-congestion", "choices-capacity"):
            yield from self._cured(axes)
        elif name.startswith("own-"):
            full_bps = entry.parameters["traffic"]["cbr_rate_bps"]
            for phase in ("restoration", "congestion"):
                yield "tcp_goodput", f"flow1 {phase}", full_bps * self.either(0.99, 0.5)

    def _stabilization(self, at: "_Point") -> Values:
        ants = self.either(164, 120 * at.rate)
        yield "stabilization_ants", "0-8 start", ants
        yield "stabilization_time", "0-8 start", self.either(ants / (1.1 * at.rate), 10 * at.rate)

    def _many_ants(self, _at: "_Point") -> Values:
        yield "stabilization_time", "0-8 start", self.either(0.5, 30)

    def _early_baseline(self, _at: "_Point") -> Values:
        yield "tcp_full_rate_reached", "flow1 tcp", self.either(1, 0)
        yield "tcp_time_to_full_rate", "flow1 tcp", self.either(0.5, 60)

    def _overhead(self, at: "_Point") -> Values:
        yield "routing_messages", "all", self.either(100 * at.rate, 100 / at.rate)

    def _proposals(self, _at: "_Point") -> Values:
        yield "tcp_throughput", "flow1", self.either(70e6, 10e6)
        yield "ants_sent", "0-8", self.either(2000, 9000)
        yield "stabilization_time", "0-8 failure", self.either(10, 1000)
        yield "tcp_time_to_resume", "flow1 failure", self.either(1, 1e6)

    def _start(self, at: "_Point") -> Values:
        slow = 2 if (at.variant == "reno") == self.said else 1
        yield "stabilization_time", "0-8 start", 40
        yield "tcp_time_to_full_rate", "flow1 tcp", self.either(100 / at.rate, 9 * at.rate) * slow
        yield "tcp_window_cuts", "flow1 whole", 50 * slow
        yield "tcp_throughput", "flow1", 70e6 / slow
        for part, percent, packets in (("settling", 10.0, 2.0), ("settled", 0.1, 80.0)):
            yield "tcp_settling_disorder", f"flow1 {part}", self.either(percent, 11 - percent)
            yield "tcp_settling_window", f"flow1 {part}", self.either(packets, 82 - packets)

    def _start_baseline(self, at: "_Point") -> Values:
        yield "tcp_out_of_order", "flow1 whole", self.either(0, 3)
        yield "tcp_time_to_full_rate", "flow1 tcp", self.either(1, 60)

    def _failure(self, at: "_Point") -> Values:
        slow = 2 if (at.variant == "reno") == self.said else 1
        said, rate = self.said, at.rate
        ants = {"start": 164, "failure": 400 + 20 * rate, "restoration": 300 + 10 * rate}
        if not said:
            ants = {"start": 9000, "failure": 400 - 10 * rate, "restoration": 500 - 10 * rate}
        for event, count in ants.items():
            yield "stabilization_ants", f"0-8 {event}", count
            yield "stabilization_time", f"0-8 {event}", count / (1.1 * rate)
        yield "event_time", "failure", 300
        yield "tcp_time_to_full_rate", "flow1 tcp", self.either(1, 50)
        resume = self.either(100 / rate, 9 * rate * slow)
        yield "tcp_time_to_resume", "flow1 failure", self.either(0.1, 9) if at.memory else resume
        regain = self.either(100 / rate, 0.01 * rate) * slow
        yield "tcp_time_from_resuming_to_full_rate", "flow1 failure", regain
        late = 9000 if at.memory and not said else 0
        yield "tcp_time_to_full_rate", "flow1 failure", regain + resume + late
        yield "ants_sent", "0-8", 10000
        restored = self.either(100 / rate, 0.001 * rate) * slow
        yield "tcp_time_to_full_rate", "flow1 restoration", restored
        yield "tcp_full_rate_reached", "flow1 failure", self.either(1, 0)
        for phase, percent in (("before", 1), ("failure", 5), ("restoration", 4)):
            yield "tcp_out_of_order", f"flow1 {phase}", percent if said else 6 - percent
        yield "ceas_probability_after_failure", "0-8", self.either(0.99, 0.2)
        yield "ceas_micro_loops", "0-8 failure", 900
        yield "ceas_repeated_returns", "0-8 failure", self.either(0, 80) if at.memory else 500
        yield "ceas_drops", "0-8 failure ttl", self.either(0, 70) if at.memory else 80 * said
        gain = self.either(1 + 0.1 / rate, 1 - 0.1 / rate) if at.memory else 1
        yield "tcp_throughput", "flow1", 70e6 / slow * gain
        yield "tcp_full_rate_reached", "flow1 tcp", self.either(1, 0)

    def _failure_baseline(self, _at: "_Point") -> Values:
        yield "tcp_time_to_full_rate", "flow1 failure", self.either(0.5, 5000)

    def _loaded(self, at: "_Point", name: str) -> Values:
        """Congestion and a slow link, with ants and without."""
        phase = "congestion" if name.startswith("congestion") else "whole"
        slow = self.either(1.2, 2) if (at.variant == "reno") == self.said else 1
        large = at.bytes == 9000
        rate_bps = self.either(8.6e6, 10e6) / slow * (2 if large == self.said else 1)
        if at.routing:
            rate_bps = self.either(2e6 + 1e4 * large, 5e9 / slow * (1 + large))
        elif not self.said:
            rate_bps *= at.rate * (3 if name == "capacity" else 1)
        yield "tcp_throughput", "flow1", rate_bps
        yield "tcp_phase_throughput", f"flow1 {phase}", rate_bps
        yield "tcp_goodput", f"flow1 {phase}", rate_bps
        if phase == "congestion":
            yield "tcp_goodput", "flow1 whole", rate_bps
        reached = "flow1 congestion" if phase == "congestion" else "flow1 tcp"
        yield "tcp_full_rate_reached", reached, self.either(0, 1)
        yield "tcp_peak_rate", f"flow1 {phase}", self.either(60e6, 75e6)
        yield "ceas_long_path_share", f"0-8 {phase}", 20 + 20 * large if self.said else 80 - large
        disorder = 6 - 3 * large if self.said else 1 + 2 * large
        yield "ceas_mean_probability", f"0-8 {phase}", self.either(0.8, 0.2)
        yield "ceas_path_changes", f"0-8 {phase}", self.either(9, 0.1)
        yield "ceas_path_changes", "0-8 before", 0.01
        yield "tcp_out_of_order", f"flow1 {phase}", disorder
        yield "tcp_out_of_order", "flow1 before", self.either(1, 9)
        yield "tcp_rate_deviation", f"flow1 {phase}", self.either(5e6, 1e6)
        yield "tcp_rate_deviation", "flow1 before", self.either(1e6, 5e6)

    def _cured(self, at: "_Point") -> Values:
        for subject in ("flow1 congestion", "flow1 whole"):
            yield "tcp_phase_throughput", subject, self.either(40e6, 1e6)
        yield "tcp_throughput", "flow1", self.either(40e6, 1e6)

    def _two_flows(self, at: "_Point") -> Values:
        large = at.bytes == 9000
        slow = 1.1 if (at.variant == "reno") == self.said else 1
        level = 40e6 / slow * (1.5 if large == self.said else 1)
        if at.routing:
            level = self.either(30e6, 480e6 * (1 + large))
        for number in (1, 2):
            flow, colony = f"flow{number}", ("0-8", "2-6")[number - 1]
            share = level if self.said or number == 1 else level / 3
            yield "tcp_throughput", flow, share
            yield "tcp_goodput", f"{flow} whole", share
            yield "tcp_full_rate_reached", f"{flow} tcp", self.either(0, 1)
            yield "tcp_rate_deviation", f"{flow} whole", 1e6 * slow
            yield "ceas_mean_probability", f"{colony} whole", self.either(0.9, 0.4)
            long_path = 10 + 10 * large if self.said else 30 - 10 * large
            yield "ceas_long_path_share", f"{colony} whole", long_path
        yield "event_time", "tcp", 150
        yield "tcp_rates_correlation", "both", self.either(-0.9, 0.9)
        yield "tcp_lead_changes", "both", self.either(35, 1)
        yield "ceas_preferences_correlation", "both", self.either(-0.9, 0.9)
        yield "ceas_preference_changes", "both", self.either(12, 1)
        for meaning in ("both", "both by 0.3"):
            yield "ceas_preferences_apart", meaning, self.either(80, 20)


@dataclass(frozen=True)
class _Point:
    ant_rate: int | None
    variant: str | None
    previous_hop_memory: bool | None
    packet_bytes: int | None
    routing: str | None
    choice: str | None

    @property
    def rate(self) -> int:
        return self.ant_rate or 20

    @property
    def memory(self) -> bool:
        return bool(self.previous_hop_memory)

    @property
    def bytes(self) -> int:
        return self.packet_bytes or 1500


@cache
def verdicts(world: World | None) -> Verdicts:
    """Verdict and evidence of each claim, by its name; None: nothing was run."""
    scenarios = full_scale("ceas").scenarios if world else ()
    world = world or World()
    return judged("ceas", world, scenarios, series_of(world, scenarios))


def series_of(world: World, scenarios: Sequence[Scenario]) -> dict[str, pl.DataFrame]:
    """Series that claims ask."""
    key = {"subject": pl.String}
    schemas: dict[str, dict[str, Any]] = {
        "micro_loop_series": key
        | {"after_s": pl.Float64, "micro_loops": pl.Int64},
        "tcp_recoveries": key
        | dict.fromkeys(("event", "rule", "moment"), pl.String) | {"time_s": pl.Float64},
        "ceas_settlings": key
        | dict.fromkeys(("event", "rule", "moment"), pl.String)
        | dict.fromkeys(("time_s", "ants"), pl.Float64),
    }  # fmt: skip
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in schemas}
    for entry in scenarios:
        name = entry.point.scenario_set
        if name == "failure":
            rows["micro_loop_series"] += _loops(world, entry)
            rows["tcp_recoveries"] += [
                ("ceas", entry.label, seed, "flow1", "failure", "full-rate", "first",
                 world.either(1.0, 50.0) + seed / 1000)
                for seed in SEEDS[: world.replications]
            ]  # fmt: skip
        elif name in ("congestion", "capacity"):
            event = {"congestion": "congestion", "capacity": "tcp"}[name]
            rows["tcp_recoveries"] += [
                ("ceas", entry.label, seed, "flow1", event, "full-rate", "first",
                 None if world.said else 3.0)
                for seed in SEEDS[: world.replications]
            ]  # fmt: skip
    return {name: frame_of(found, schemas[name]) for name, found in rows.items()}


def _loops(world: World, entry: Scenario) -> Iterator[tuple[Any, ...]]:
    """Those of all replications."""
    times = {(metric, subject): value for metric, subject, value in world.values(entry)}
    settled_s = times["stabilization_time", "0-8 failure"]
    for seed in SEEDS[: world.replications]:
        base = ("ceas", entry.label, seed, "0-8")
        yield (*base, 0.2 * settled_s, world.either(90, 10))
        yield (*base, 0.8 * settled_s, world.either(10, 90))
