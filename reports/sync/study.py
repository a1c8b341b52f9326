"""Study ``sync``: two TCP flows that fall into step over a slow link (Baesjou 2005).

Flow 1 takes the path of variable delay from node 1 to node 5 and starts first; flow 2 takes the
path of fixed delay from node 0 to node 4. Delays are those of one access link, as the report
counts them; the path has two of them.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from ns2studies.config.replications import Replications
from ns2studies.config.scenario_parts import QueueKind
from ns2studies.config.scenarios import FULL, QUICK, GridPoint, ScaleName
from ns2studies.config.study import choose
from ns2studies.config.study_files import Definition
from ns2studies.config.topology import Topology
from reports.sync.models import (
    ALGORITHMS,
    GrowthSet,
    HyblaRhoSet,
    HyblaSet,
    Network,
    NewRenoSet,
    RandomDropSet,
    RedSet,
    SyncConfig,
    SyncScenario,
    TrafficNoiseSet,
)

_NS_2_27: dict[str, object] = {
    "min_rto_s": 1.0,
    "initial_rto_s": 6.0,
    "fractional_window": False,
    "smoothed_variance": False,
}


def _without(name: str) -> dict[str, object]:
    """Return ns-2.27's defaults without one of them, for which ns-2.35's applies."""
    return {key: value for key, value in _NS_2_27.items() if key != name}


ERAS: Mapping[str, dict[str, object]] = {
    "ns-2.27": _NS_2_27,
    "ns-2.35": {},
    "min-rto": _without("min_rto_s"),
    "initial-rto": _without("initial_rto_s"),
    "fractional-windows": _without("fractional_window"),
    "smoothed-variance": _without("smoothed_variance"),
    "coarse-clock": {**_NS_2_27, "clock_tick_s": 0.1},
    "timestamps": {**_NS_2_27, "timestamps": True},
    "window-rule-0": {**_NS_2_27, "window_rule": 0},
    "plain-receiver": {**_NS_2_27, "sack_receiver": False},
    "sack-senders": _NS_2_27,
}
"""Parameters of senders that differ from ns-2.35's, by the name of a set of defaults.

According to ns-default.tcl, the four of ns-2.27 changed after January 2004. Its later changes to
the largest timeout (2007), large windows, ECN, Quick-Start and F-RTO are not undone.
"""

SACK = {"newreno": "sack", "hybla": "hybla-sack"}
"""Senders with selective acknowledgements, by their counterparts without."""

NEVER_EARLY: dict[str, object] = {
    "counts_bytes": False,
    "min_threshold_packets": 1e6,
    "max_threshold_packets": 2e6,
}
"""Parameters of a RED queue that drops packets only when it is full."""

SENDERS = (1, 0)
"""Sending nodes of flow 1 and flow 2, from the script of appendix 3."""

RECEIVERS = (5, 4)

ROUTERS = (2, 3)


def grid_points(config: SyncConfig) -> Iterator[GridPoint]:
    """Yield the grid point of every scenario, in the order of the file."""
    for name, chosen in config.sets().items():
        if isinstance(chosen, GrowthSet):
            yield from _growth_axes(name, chosen)
        else:
            yield from _sweep_axes(name, chosen)


def _growth_axes(name: str, chosen: GrowthSet) -> Iterator[GridPoint]:
    for variant in chosen.growing:
        for round_trip_ms in chosen.round_trip_ms:
            values = {"growing": variant, "round_trip_ms": round_trip_ms}
            yield GridPoint(name, values, chosen.replications)


def _sweep_axes(name: str, chosen: Any) -> Iterator[GridPoint]:
    quick, full = chosen.delays.at(QUICK), chosen.delays.at(FULL)
    for values in _levels(chosen):
        for delay_ms in chosen.delays.all():
            replications: dict[ScaleName, Replications] = {
                QUICK: chosen.replications[QUICK] if delay_ms in quick else 0,
                FULL: chosen.replications[FULL] if delay_ms in full else 0,
            }
            yield GridPoint(name, {**values, "delay_ms": delay_ms}, replications)


_LEVELS = (
    *("queue_packets", "algorithm", "rho", "defaults", "choices"),
    *("largest_delay_ms", "rate_packets", "other_pairs"),
)
"""Fields of a set for whose values a sweep is repeated, in the order of the scenarios' names."""


def _levels(chosen: Any) -> Iterator[dict[str, Any]]:
    """Yield the combinations of values for which a sweep is repeated.

    Fields that are a single value instead of a list are left out.
    """
    fields = [field for field in _LEVELS if isinstance(getattr(chosen, field, None), list | dict)]
    names = ["choice" if field == "choices" else field for field in fields]
    for values in product(*(getattr(chosen, field) for field in fields)):
        yield dict(zip(names, values, strict=True))


def assemble(
    config: SyncConfig, topologies: Mapping[str, Topology], point: GridPoint
) -> dict[str, object]:
    """Return the parameters of one scenario, before overrides."""
    (topology,) = topologies.values()
    chosen = config.sets()[point.scenario_set]
    if isinstance(chosen, GrowthSet):
        return _growth(config, topology, chosen, point)
    found = _sweep(config, topology, chosen, point)
    choose("sync", chosen, point, found)
    return found


def _sweep(
    config: SyncConfig, topology: Topology, chosen: Any, point: GridPoint
) -> dict[str, object]:
    values = point.values
    era = values.get("defaults", config.defaults)
    tcp = config.tcp.model_dump() | ERAS[era]
    sack_receiver = tcp.pop("sack_receiver")
    common = {"sack_receiver": sack_receiver}
    if "largest_delay_ms" in values:
        common["overhead_s"] = values["largest_delay_ms"] / 1000
    times = config.times
    first = {"start_s": times.first_start_s, **common, **_first_sender(config, chosen, point)}
    second = {"start_s": times.second_start_s, **common, "variant": "newreno"}
    if era == "sack-senders":
        first, second = (
            {**flow, "variant": SACK[str(flow["variant"])]} for flow in (first, second)
        )
    pairs = values.get("other_pairs", 0)
    random_drop = isinstance(chosen, RandomDropSet)
    queue: QueueKind = "red" if random_drop or isinstance(chosen, RedSet) else "drop-tail"
    return {
        "end_s": times.end_s,
        "measured_from_s": times.second_start_s,
        "topology": _links(
            config, topology, values["delay_ms"] / 1000, chosen.bandwidth_bps * (2 + pairs) / 2,
            values["queue_packets"] * (2 + pairs) // 2, queue, pairs,
        ),
        "red": _red(chosen),
        "random_drop": {"from": ROUTERS[0], "to": ROUTERS[1]} if random_drop else None,
        "tcp": tcp,
        "traffic": {"application": "ftp", "stop_s": times.end_s},
        "background": _background(chosen, point),
        "flows": [
            {"source": source, "destination": destination, **flow}
            for source, destination, flow in zip(SENDERS, RECEIVERS, (first, second), strict=True)
        ]
        + list(_other_flows(config, len(topology.nodes), pairs, second)),
        "tracing": _tracing(point.label in config.drawn, isinstance(chosen, NewRenoSet | RedSet)),
    }  # fmt: skip


def _other_flows(
    config: SyncConfig, nodes: int, pairs: int, flow: dict[str, object]
) -> Iterator[dict[str, object]]:
    """Yield the flows of further hosts; they start between flows 1 and 2, evenly apart."""
    first_s, second_s = config.times.first_start_s, config.times.second_start_s
    for pair in range(pairs):
        start_s = first_s + (second_s - first_s) * (pair + 0.5) / pairs
        source = nodes + 2 * pair
        yield {**flow, "source": source, "destination": source + 1, "start_s": round(start_s, 9)}


def _red(chosen: Any) -> dict[str, object] | None:
    if isinstance(chosen, RandomDropSet):
        return NEVER_EARLY
    return chosen.red.model_dump() if isinstance(chosen, RedSet) else None


def _first_sender(config: SyncConfig, chosen: Any, point: GridPoint) -> dict[str, object]:
    """Return flow 1's variant and, for Hybla, its parameters.

    Hybla's reference is the round trip time of flow 2 with a full queue (section 6.2).
    """
    if not isinstance(chosen, HyblaSet):
        return {"variant": "newreno"}
    fixed = {"hybla_rho": point.values["rho"]} if isinstance(chosen, HyblaRhoSet) else {}
    return {
        "variant": "hybla",
        "hybla_rtt": ALGORITHMS.index(point.values["algorithm"]),
        "hybla_reference_s": chosen.reference_s
        or reference_s(config.network, chosen.bandwidth_bps, point.values["queue_packets"]),
        "hybla_pacing": chosen.pacing,
        **fixed,
    }


def reference_s(network: Network, bandwidth_bps: float, queue_packets: int) -> float:
    """Return RTT0 in seconds as the report computes it: 22 ms + 8 ms a packet, at 1 Mbit/s.

    The packets are those of a full queue. The report rounds the time of a packet of 1040 bytes to
    8 ms; it takes 8.32 ms.
    """
    propagation_s = 4 * network.fixed_delay_s + 2 * network.bottleneck_delay_s
    return round(propagation_s + queue_packets * 8000 / bandwidth_bps, 9)


def _background(chosen: Any, point: GridPoint) -> dict[str, object] | None:
    if not isinstance(chosen, TrafficNoiseSet) or not point.values["rate_packets"]:
        return None
    return {
        "source": SENDERS[1],
        "destination": RECEIVERS[1],
        "packet_bytes": chosen.packet_bytes,
        "rate_packets": point.values["rate_packets"],
    }


def _links(
    config: SyncConfig,
    topology: Topology,
    variable_delay_s: float,
    bandwidth_bps: float,
    queue_packets: int,
    queue: QueueKind,
    pairs: int = 0,
) -> dict[str, object]:
    """Build the network with the slow link between the routers and the variable delay of flow 1.

    Further pairs of hosts have delays from 1 to 100 ms, evenly apart.
    """
    network = config.network
    links: list[dict[str, object]] = []
    for link in topology.links:
        ends = (link.from_, link.to)
        if ends == ROUTERS:
            slow = _link(ends, bandwidth_bps, network.bottleneck_delay_s, queue_packets)
            links.append({**slow, "queue": queue})
        else:
            variable = not {SENDERS[0], RECEIVERS[0]}.isdisjoint(ends)
            links.append(
                _access_link(network, ends, variable_delay_s if variable else network.fixed_delay_s)
            )
    nodes = len(topology.nodes)
    for pair in range(pairs):
        delay_s = round(0.001 + 0.099 * (pair + 0.5) / pairs, 9)
        sender = nodes + 2 * pair
        for ends in ((sender, ROUTERS[0]), (ROUTERS[1], sender + 1)):
            links.append(_access_link(network, ends, delay_s))
    return {"nodes": nodes + 2 * pairs, "links": links}


def _access_link(network: Network, ends: tuple[int, int], delay_s: float) -> dict[str, object]:
    bandwidth_bps, packets = network.access_bandwidth_bps, network.access_queue_limit_packets
    return _link(ends, bandwidth_bps, delay_s, packets)


def _link(
    ends: tuple[int, int], bandwidth_bps: float, delay_s: float, queue_packets: int
) -> dict[str, object]:
    return {
        "from": ends[0],
        "to": ends[1],
        "bandwidth_bps": bandwidth_bps,
        "delay_s": delay_s,
        "queue_limit_packets": queue_packets,
        "queue": "drop-tail",
    }


def _tracing(windows: bool, bottleneck: bool) -> dict[str, object]:
    """Return the links to trace: those of the hosts, and the slow link if ``bottleneck``."""
    links: list[dict[str, object]] = [
        {"from": source, "to": ROUTERS[0], "events": "sent"} for source in SENDERS
    ]
    links += [{"from": ROUTERS[1], "to": end, "events": "received"} for end in RECEIVERS]
    if bottleneck:
        links.append({"from": ROUTERS[0], "to": ROUTERS[1], "events": "all"})
    return {"links": links, "congestion_windows": windows}


def _growth(
    config: SyncConfig, topology: Topology, chosen: GrowthSet, point: GridPoint
) -> dict[str, object]:
    """Return the parameters of a scenario with flow 1 alone.

    The round trip time is that of the path, since no queue builds up.
    """
    variant = point.values["growing"]
    slow_delay_s = config.network.bottleneck_delay_s
    delay_s = (point.values["round_trip_ms"] / 1000 - 2 * slow_delay_s) / 4
    # Agent/TCP/Linux takes the receiver's window as its threshold and does not enforce it.
    linux = variant == "linux-hybla"
    window = chosen.initial_ssthresh_packets if linux else chosen.window_packets
    tcp = config.tcp.model_dump() | {"window_packets": window}
    flow = {
        "source": SENDERS[0],
        "destination": RECEIVERS[0],
        "variant": variant,
        "start_s": 0.0,
        "sack_receiver": tcp.pop("sack_receiver"),
        "timestamps": True,
        "initial_ssthresh_packets": chosen.initial_ssthresh_packets,
    }
    if variant == "hybla":
        flow |= {
            "hybla_rtt": 2,
            "hybla_reference_s": chosen.reference_s,
            "hybla_scale_initial": chosen.scale_initial,
        }
    links = _links(
        config,
        topology,
        round(delay_s, 9),
        chosen.bandwidth_bps,
        chosen.window_packets,
        "drop-tail",
    )
    for link in links["links"]:  # type: ignore[attr-defined]
        link |= {
            "bandwidth_bps": chosen.bandwidth_bps,
            "queue_limit_packets": chosen.window_packets,
        }
    return {
        "end_s": chosen.end_s,
        "measured_from_s": 0.0,
        "topology": links,
        "tcp": tcp,
        "traffic": {"application": "ftp", "stop_s": chosen.end_s},
        "flows": [flow],
        "tracing": _tracing(windows=True, bottleneck=False),
    }


DEFINITION = Definition(SyncConfig, SyncScenario, grid_points, assemble)
