"""Made-up results of study ``cases``: a world in which the thesis is right, and its opposite.

Every value is what the thesis says (``said``) or clearly the other way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from claim_worlds import Values, Verdicts, full_scale, judged

from ns2studies.config.scenarios import Scenario

COLONIES = {"flow1": "4-51", "flow2": "12-51", "flow3": "41-51", "flow4": "47-51"}
LOOPS = ("2", "3", "4", "more")


@dataclass(frozen=True)
class World:
    """How the made-up values are.

    Args:
        said: as the thesis says, or the other way.
        noise: by how much replications differ, as a part of the value.
        replications: of each scenario with chance in it.
        second: where the thesis is wrong, what UNINETT's second connection gets of its full rate.
    """

    said: bool = True
    noise: float = 0.001
    replications: int = 15
    second: float = 0.95

    def either(self, said: float, otherwise: float) -> float:
        return said if self.said else otherwise

    def values(self, entry: Scenario) -> Values:
        """What a scenario's metrics are, before noise."""
        yield "event_time", "tcp", 100.0
        yield "event_time", "end", 1800.0 if "uninett" in entry.point.scenario_set else 700.0
        if entry.point.scenario_set == "own-small-uninett":
            for colony in ("4-51", "41-51"):
                yield "ceas_loops", f"{colony} transient 3", self.either(0.1, 50)
        elif "uninett" in entry.point.scenario_set:
            yield from self._uninett(_Point.of(entry), entry.parameters["flows"])
        elif entry.point.scenario_set.startswith("twelve"):
            yield from self._twelve(_Point.of(entry))
        elif entry.point.scenario_set == "low-rates":
            gain = self.either(1.5, 1.01) if entry.point.values["previous_hop_memory"] else 1
            yield "tcp_goodput", "flow1 whole", 500e3 * gain
        elif entry.point.scenario_set == "overhead-baseline":
            floods = entry.point.values["routing"] == "link-state"
            flaps = entry.point.values["event"] == "transient"
            yield "routing_messages", "all", 100 if flaps and floods == self.said else 10

    # --- twelve nodes -------------------------------------------------------------------------

    def _twelve(self, at: "_Point") -> Values:
        level_bps = self._said_bps(at) if self.said else self._other_bps(at)
        goodput_bps = level_bps * (self.either(1.05, 1.3) if at.memory else 1)
        copies = self.either(1.01, 1.2)
        yield "tcp_goodput", "flow1 whole", goodput_bps
        yield "tcp_throughput", "flow1", goodput_bps * 552 / 512 * copies
        yield "tcp_connected", "flow1", 1
        yield "tcp_connect_time", "flow1", self._connect_s(at)
        yield "tcp_retransmitted", "flow1 whole", self._retransmitted(at, goodput_bps)
        for third, late in (("first", False), ("last", True)):
            percent = self.either(10, 80) if late else self.either(40, 60)
            yield "ceas_unstable_share", f"7-10 {third} third", percent
        yield "tcp_drops", "flow1 whole link down", self._retransmitted(at, goodput_bps)
        if at.event == "failures":
            yield from self._failures(at)

    def _said_bps(self, at: "_Point") -> float:
        """Hardly less up to 1000 kb/s, far less above it, nothing beyond 3000 kb/s."""
        if at.level > 3000:
            return 10e3
        height = 800e3 - 10 * at.level if at.level <= 1000 else 700e3 - 200 * (at.level - 1500)
        if at.routing:
            fair = {"steady": 1.0 if at.level <= 1000 else 0.5, "failures": 1.3, "transient": 0.6}
            height *= fair[at.event] * (0.8 if at.is_worst else 1)
        elif at.variant == "reno":
            height *= 0.95
        return height

    def _other_bps(self, at: "_Point") -> float:
        """More with more load, for Reno more than for SACK over CEAS, for SACK over the others."""
        height = 100e3 + 100 * at.level
        if not at.routing:
            height *= {"failures": 10, "steady": 1, "transient": 0.4}[at.event]
            return height * (0.5 if at.variant == "sack" else 1)
        return height * (4 if at.variant == "sack" else 2) * (2 if at.is_worst else 1)

    def _connect_s(self, at: "_Point") -> float:
        if self.said:
            return 0.07 if at.level <= 1500 else 2.0 if at.routing else 0.2
        idle = (1 if at.routing else 3) * (3 if at.variant == "reno" else 1)
        return idle * (3 if 0 < at.level <= 1500 else 1)

    def _retransmitted(self, at: "_Point", goodput_bps: float) -> float:
        """A share of what is sent: small, and larger where much is lost."""
        packets = goodput_bps * 600 / (8 * 512)
        if at.event == "failures":
            return self.either(100, 500) if at.routing else self.either(500, 100)
        if at.event == "transient":
            return packets * (self.either(0.1, 0.01) if at.routing else self.either(0.02, 0.1))
        return packets * self.either(0.01, 0.2)

    def _failures(self, at: "_Point") -> Values:
        yield "tcp_goodput", "flow1 before", 700e3
        left = self.either(1, 0.5) if at.routing else self.either(0.7, 1)
        yield "tcp_goodput", "flow1 failure", 700e3 * left
        for phase, percent in (("before", 1), ("failure", 8), ("restoration", 5)):
            yield "tcp_out_of_order", f"flow1 {phase}", self.either(percent, 9 - percent)
        yield "ceas_drops", "0-10 failure ttl", self.either(50, 0)
        yield from self._loops(at, "0-10 failure")

    def _loops(self, at: "_Point", place: str) -> Values:
        for metric in ("ceas_micro_loops", "ceas_repeated_returns"):
            yield metric, place, self.either(1, 50) if at.memory else self.either(600, 0)
        for links in LOOPS:
            yield "ceas_loops", f"{place} {links}", self.either(10, 0)

    # --- UNINETT ------------------------------------------------------------------------------

    def _uninett(self, at: "_Point", flows: Sequence[Mapping[str, Any]]) -> Values:
        yield "event_time", "transient", 600.0
        yield "event_time", "failure", 1200.0
        for flow, sender in zip(COLONIES, flows, strict=True):
            full_bps = sender["cbr_rate_bps"]
            share = self._share(at, flow)
            gain = self.either(1.02, 1.3) if at.memory else 1
            yield "tcp_goodput", f"{flow} whole", full_bps * share * gain
            yield "tcp_throughput", flow, full_bps * share * gain * 1.03
            yield "tcp_goodput", f"{flow} before", 0.9 * full_bps
            transient = self.either(0.4, 0.95) if at.routing else self.either(0.7, 0.92)
            yield "tcp_goodput", f"{flow} transient", 0.9 * full_bps * transient
            yield "tcp_goodput", f"{flow} failure", full_bps * self.either(0.6, 0.1)
            for phase in ("before", "transient", "failure"):
                calm = (phase == "before") == self.said
                yield "tcp_rate_deviation", f"{flow} {phase}", full_bps / (100 if calm else 10)
                yield "tcp_out_of_order", f"{flow} {phase}", 1 if calm else 9
            yield "tcp_out_of_order", f"{flow} whole", self.either(5, 0)
            yield "ceas_drops", f"{COLONIES[flow]} whole queue", self.either(50, 0)
            yield "ceas_drops", f"{COLONIES[flow]} transient link down", self.either(50, 0)
            yield from self._loops(at, f"{COLONIES[flow]} transient")
            yield from self._sent(flow, full_bps)

    def _sent(self, flow: str, full_bps: float) -> Values:
        for third, late in (("first", False), ("last", True)):
            grown = late == self.said
            rate_bps = full_bps * (0.9 if grown else 0.5)
            yield "tcp_sent_of_thirds", f"{flow} {third} third", rate_bps
            deviation_bps = full_bps / (40 if grown else 10)
            yield "tcp_sent_deviation_of_thirds", f"{flow} {third} third", deviation_bps
        yield "tcp_least_rate_after_failure", flow, self.either(1, 60)

    def _share(self, at: "_Point", flow: str) -> float:
        """What a connection gets of its full rate."""
        if flow == "flow4" and at.routing:
            return self.either(0.97, 0.3)
        if self.said:
            return 0.3 if at.routing else 0.85 if at.bytes == 9000 else 0.6
        return self.second + (0.02 if at.routing else 0)


@dataclass(frozen=True)
class _Point:
    event: str
    level: int
    variant: str | None
    routing: str | None
    memory: bool
    bytes: int | None

    @classmethod
    def of(cls, entry: Scenario) -> "_Point":
        axes = entry.point.values
        return cls(
            axes.get("event", ""), axes.get("background_kbps", 0), axes.get("variant"),
            axes.get("routing"), bool(axes.get("previous_hop_memory")), axes.get("packet_bytes"),
        )  # fmt: skip

    @property
    def is_worst(self) -> bool:
        """Is this what suffers most from unstable links?"""
        return self.event == "transient" and self.routing == "link-state"


@cache
def verdicts(world: World | None, without: tuple[str, ...] = ()) -> Verdicts:
    """Verdict and evidence of each claim, by its name; None: nothing was run.

    A world takes two seconds; several tests ask about the same.

    Args:
        without: beginnings of the names of scenario sets that the configuration leaves out.
    """
    scenarios = [
        entry
        for entry in (full_scale("cases").scenarios if world else ())
        if not entry.point.scenario_set.startswith(without)
    ]
    return judged("cases", world or World(), scenarios, {})
