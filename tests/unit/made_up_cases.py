"""Made-up results of study ``cases``, as its page meets them at either scale.

Goodput falls with the background's load; over ants by less, on the network ``ceas-12-fans`` by so
much that LSRP and DVR are better. With LSRP nothing ever arrives at 5000 kb/s.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
from made_up_results import METRICS, write_database

from ns2studies.config.registry import load_study
from ns2studies.config.scenarios import ScaleName, Scenario

Values = Iterator[tuple[str, str, float]]
"""Metric, subject and value."""

SERIES = [
    "study", "scenario", "seed", "subject", "time_s", "width_s", "sent_bps", "goodput_bps",
    "out_of_order_packets", "new_packets", "retransmitted_packets",
]  # fmt: skip
"""Columns of the table of TCP over time."""

DEAF_KBPS = 5000
"""Load at which LSRP does not connect."""

HOURS = ("uninett", "uninett-baseline")
"""Sets that take hours."""


def make_database(path: Path, scale: ScaleName, left_out: tuple[str, ...] = ()) -> None:
    """Write the database of a scale without the sets ``left_out``."""
    scenarios = [
        entry
        for entry in load_study("cases", scale).scenarios
        if entry.point.scenario_set not in left_out
    ]
    rows = [
        ("cases", entry.label, seed, metric, subject, _varied(entry, seed, metric, value), "")
        for entry in scenarios
        for seed in entry.seeds
        for metric, subject, value in _values(entry)
    ]
    with_data = [entry for entry in scenarios if entry.parameters["flows"]]
    series = [row for entry in with_data for row in _series(entry)]
    measured = {
        "metrics": pl.DataFrame(rows, schema=METRICS, orient="row"),
        "tcp_series": pl.DataFrame(series, schema=SERIES, orient="row"),
    }
    write_database(path, "cases", scenarios, measured)


def _varied(entry: Scenario, seed: int, metric: str, value: float) -> float:
    """A replication's value; their mean is ``value``."""
    if metric in ("tcp_connected", "event_time"):
        return value
    return value * (1 + (seed - (len(entry.seeds) + 1) / 2) / 100)


def _values(entry: Scenario) -> Values:
    if not entry.parameters["flows"]:
        yield "routing_messages", "all", 10
        return
    uninett = "uninett" in entry.point.scenario_set
    for flow in range(1, 5 if uninett else 2):
        yield from _flow(entry, f"flow{flow}")
    if uninett:
        for event in ("tcp", "transient", "failure", "end"):
            yield "event_time", event, _times(entry)[event]
    if "routing" not in entry.point.values:
        yield from _loops(entry)


def _flow(entry: Scenario, flow: str) -> Values:
    at = entry.point.values
    deaf = at.get("routing") == "link-state" and at.get("background_kbps") == DEAF_KBPS
    bps = _goodput_bps(at)
    yield "tcp_connected", flow, 0 if deaf else 1
    if not deaf:
        yield "tcp_connect_time", flow, 1.0
    yield "tcp_throughput", flow, 1.1 * bps
    yield "tcp_goodput", f"{flow} whole", bps
    yield "tcp_retransmitted", f"{flow} whole", 20


def _goodput_bps(at: Any) -> float:
    """As this module's text says."""
    loss = 100 * at.get("background_kbps", 0)
    if "routing" in at:
        return 700e3 - loss
    return 800e3 - (2 * loss + 200e3 if at.get("network") == "ceas-12-fans" else loss / 2)


def _loops(entry: Scenario) -> Values:
    at = entry.point.values
    colonies = {"4-51", "12-51", "41-51", "47-51"}
    if "event" in at:
        colonies = {"7-10" if at["event"] == "transient" else "0-10"}
    for colony in sorted(colonies):
        for links, count in {"2": 40, "3": 3, "4": 2, "more": 1}.items():
            rest = 0 if at["previous_hop_memory"] and links == "2" else count
            yield "ceas_loops", f"{colony} whole {links}", rest


def _series(entry: Scenario) -> Iterator[tuple[Any, ...]]:
    for time_s in range(100, int(_times(entry)["end"]), 2):
        bps = 5e5 + 1e3 * (time_s % 7)
        counts = (time_s % 5, 200, time_s % 3)
        yield ("cases", entry.label, 1, "flow1", time_s, 2, bps + 4096, bps, *counts)


def _times(entry: Scenario) -> dict[str, float]:
    parameters = entry.parameters
    times = {"tcp": parameters["flows"][0]["start_s"], "end": parameters["end_s"]}
    if parameters["unsteady"]:
        times["transient"] = parameters["unsteady"][0]["first_s"]
        times["failure"] = parameters["outages"][0]["down_s"]
    return times
