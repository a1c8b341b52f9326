"""Facts about all wireless nodes together, for a summary."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final

import duckdb

from nstrace.coverage import Flow, only_known
from nstrace.metrics.compute import compute
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

_ASKED: Final = (
    "delivery_ratio",
    "energy_left",
    "mean_hops",
    "network_lifetime",
    "routing_load",
    "routing_load_bytes",
    "routing_packets_sent",
    "wireless_drops",
)
_MOST_REASONS: Final = 6

Measures = Mapping[str, Mapping[str, float]]
"""Values by metric and subject."""


def wireless_facts(connection: duckdb.DuckDBPyConnection, flows: Sequence[Flow]) -> dict[str, str]:
    """Return facts that can be known, by name; none for a trace without wireless lines.

    Args:
        connection: a database whose tables have the column ``run_id``.
        flows: the flows of :func:`nstrace.coverage.flows_of`.
    """
    layers = connection.execute(_SQL["wireless_layers"]).fetchall()
    if not layers:
        return {}
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for row in only_known(compute(connection, _ASKED), flows).to_pylist():
        found[row["metric"]][row["subject"]] = row["value"]
    shown = ", ".join(f"{layer} {count:,}" for layer, count, _ in layers)
    has_wires = any(wires for _, _, wires in layers)
    return {"wireless layers": shown, **dict(_facts(found, has_wires))}


def _facts(found: Measures, has_wires: bool) -> Iterator[tuple[str, str]]:
    if "all" in found["delivery_ratio"]:
        yield "packet delivery", f"{found['delivery_ratio']['all']:.4g} %"
    if "all" in found["mean_hops"]:
        # Hops over wires and packets that end there are not counted.
        where = ", of packets to wireless nodes, without wired hops" if has_wires else ""
        yield "hops to arrive", f"{found['mean_hops']['all']:.4g} on average{where}"
    yield from _of_routing(found)
    if drops := found["wireless_drops"]:
        yield "wireless drops", _largest(drops)
    yield from _of_energy(found)


def _of_routing(found: Measures) -> Iterator[tuple[str, str]]:
    sent = found["routing_packets_sent"]
    if sent:
        yield "routing packets", _largest({kind: sent[kind] for kind in sent if kind != "all"})
    if "all" in found["routing_load"]:
        load = f"{found['routing_load']['all']:.4g} packets per data packet"
        if "all" in found["routing_load_bytes"]:
            load += f", {found['routing_load_bytes']['all']:.4g} bytes per byte"
        yield "routing load", load


def _of_energy(found: Measures) -> Iterator[tuple[str, str]]:
    if left := found["energy_left"]:
        least = min(left, key=lambda node: left[node])
        yield (
            "energy left",
            f"{fmean(left.values()):.4g} J on average, least {left[least]:.4g} J ({least})",
        )
    if ends := found["network_lifetime"]:
        yield "lifetime", ", ".join(f"{which} {end_s:.6g} s" for which, end_s in ends.items())


def _largest(counts: Mapping[str, float]) -> str:
    """Return the largest counts with their names, as text."""
    ranked = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    text = ", ".join(f"{name} {count:,.0f}" for name, count in ranked[:_MOST_REASONS])
    left = len(ranked) - _MOST_REASONS
    return f"{text} and {left} more kinds" if left > 0 else text
