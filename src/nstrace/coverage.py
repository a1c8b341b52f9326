"""Values that are unknown because a trace covers only a part of the network, and the reasons.

A script may trace a single link or queue. Events elsewhere are then not in the trace, and a count
of 0 would be wrong. A link counts as traced if any line of the trace is about it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import duckdb
import pyarrow as pa

from nstrace.asking import query_rows
from nstrace.metrics.catalogue import Metric, catalogue
from nstrace.sql_files import SqlFiles
from nstrace.uncounted import uncounted
from nstrace.untraced import not_traced

_SQL = SqlFiles.beside(__file__)

OF_SENDERS: Final = frozenset(
    {
        "data_packets_sent",
        "packets_sent",
        "packets_retransmitted",
        "retransmission_share",
        "throughput_sent",
    }
)
"""Metrics of flows that only need the links out of the sources to be traced."""

OF_ENDS: Final = frozenset({"data_packets_received", "delivery_ratio"})
"""Metrics that use drops, and are right even without those on links that are not traced."""

OF_WIRES: Final = frozenset(
    {"micro_loop_packets", "micro_loop_returns", "micro_loop_returns_at_node"}
)
"""Metrics of a packet's path over links, which wireless lines don't show."""

_MOST_FLOWS: Final = 6


@dataclass(frozen=True)
class Flow:
    """A flow of data, and how much of it the trace covers.

    Attributes:
        subject: its name, as in metrics.
        sent: whether a line shows its packets leaving the source.
        arriving: whether any link into its destination is traced.
        to_group: whether its destination is a multicast group.
        gaps: nodes on its path without a traced outgoing link.
        delivered: packets that arrived at the destination.
        unsized: packets among these with an impossible size on arrival.
        resized: bytes of its largest packet as sent and as received, if these differ.
        in_air: whether one of its ends is an agent of a wireless node.
        lost_unseen: whether wireless routers, whose lines show drops, are not traced.
    """

    run_id: str
    subject: str
    source_node: int
    destination_node: int
    sent: bool
    arriving: bool
    to_group: bool
    gaps: tuple[int, ...]
    resized: tuple[int, int] | None
    delivered: int | None
    unsized: int
    in_air: bool
    lost_unseen: bool

    def tells(self, metric: Metric) -> bool:
        """Return whether a metric's value for this flow can be known."""
        needs = {relation.name for relation in metric.relations}
        if self.in_air and metric.name in OF_WIRES:
            return False
        if not self.sent or "transits" not in needs:
            return "transits" not in needs
        if metric.name in OF_SENDERS:
            return True
        if not self.arriving or (self.unsized and metric.asks_sizes):
            return False
        complete = not self.gaps and not self.lost_unseen
        return complete or "drops" not in needs or metric.name in OF_ENDS


def flows_of(connection: duckdb.DuckDBPyConnection) -> list[Flow]:
    """Return the flows of data in all runs of a connection of :func:`nstrace.querying.database`.

    Args:
        connection: a database whose tables have the column ``run_id``.
    """
    needs = ("connections", "data_packets", "end_lines", "joined_packets", "traced_layers")
    rows = query_rows(connection, needs, _SQL["flows"])
    return [_flow(*row) for row in rows]


def _flow(*row: Any) -> Flow:
    run_id, subject, source, destination, sent, arriving, to_group, gaps, *sizes, resized = row[:11]
    change = (int(sizes[0]), int(sizes[1])) if resized else None
    return Flow(
        *(run_id, subject, source, destination, sent, arriving, to_group),
        *(tuple(gaps), change, *row[11:]),
    )


def is_partial(flows: Iterable[Flow]) -> bool:
    """Return whether the trace doesn't cover all of these flows."""
    return any(
        not (flow.sent and flow.arriving) or flow.gaps or flow.lost_unseen or flow.unsized
        for flow in flows
    )


def only_known(rows: pa.Table, flows: Sequence[Flow]) -> pa.Table:
    """Filter rows of :func:`nstrace.metrics.compute.compute` to values that can be known.

    A value about all flows of a run together is kept only if it can be known for each of them.
    """
    partial = {flow.run_id for flow in flows if is_partial([flow])}
    by_name = {(flow.run_id, flow.subject): flow for flow in flows}
    of_run = {run: [flow for flow in flows if flow.run_id == run] for run in partial}
    keep, known = [], catalogue().metrics
    for row in rows.select(["run_id", "metric", "subject"]).to_pylist():
        run_id, metric = row["run_id"], known[row["metric"]]
        if run_id not in partial:
            keep.append(True)
            continue
        flow = _flow_in(row["subject"], run_id, by_name)
        keep.append(all(each.tells(metric) for each in ([flow] if flow else of_run[run_id])))
    return rows.filter(pa.array(keep, pa.bool_()))


def _flow_in(subject: str | None, run_id: str, by_name: dict[tuple[str, str], Flow]) -> Flow | None:
    """Return the flow of a subject such as ``flow0 1.0-2.0 p50``; None if there is no such flow."""
    # The subject may be null: packets whose addresses name no node.
    words = (subject or "").split(" ")
    for count in (2, 1):
        if flow := by_name.get((run_id, " ".join(words[:count]))):
            return flow
    return None


def notes(
    connection: duckdb.DuckDBPyConnection, flows: Iterable[Flow]
) -> Iterator[tuple[str, str]]:
    """Yield pairs of a run and a note on what can't be known about it and why."""
    by_run: dict[str, list[Flow]] = {}
    for flow in flows:
        by_run.setdefault(flow.run_id, []).append(flow)
    for run_id, own in by_run.items():
        yield from ((run_id, note) for note in _of_run(own))
    yield from _of_causes(connection, by_run)
    yield from uncounted(connection)
    yield from _of_layers(connection)


def _of_run(flows: Sequence[Flow]) -> Iterator[str]:
    to_nodes = [flow for flow in flows if not flow.to_group]
    # Flows to a group end at any node, and forwarding nodes may appear as their sources.
    groups = sorted({flow.destination_node for flow in flows if flow.to_group})
    sources = sorted({flow.source_node for flow in to_nodes if not flow.sent})
    destinations = sorted({flow.destination_node for flow in to_nodes if not flow.arriving})
    gaps = sorted({node for flow in to_nodes for node in flow.gaps})
    if sources:
        yield (
            f"{not_traced('out of', sources)}: for flows from there, the data sent, the share of "
            "it that was lost, and delays are unknown"
        )
    if destinations:
        yield (
            f"{not_traced('into', destinations)}: for flows to there, the data received, "
            "throughput and delays are unknown"
        )
    if groups:
        yield (
            f"{', '.join(map(str, groups))}: multicast group address; the trace does not list the "
            "members of a group, so the data they received, throughput and delays are unknown"
        )
    if others := [node for node in gaps if node not in sources]:
        yield f"{not_traced('out of', others)}: losses further along the path are unknown"
    if unsized := [flow for flow in flows if flow.unsized]:
        named = ", ".join(f"{flow.subject} ({flow.unsized:,})" for flow in unsized[:_MOST_FLOWS])
        more = len(unsized) - _MOST_FLOWS
        yield (
            "some packets arrived with an impossible size, below 0 or smaller than sent, as with "
            "802.15.4, which stores the length of a frame in one byte; their bytes, and therefore "
            "throughput, are unknown: " + named + (f" and {more:,} more flows" if more > 0 else "")
        )
    for who, in_air in (("links change packet sizes", False), ("routers add headers", True)):
        sizes = [flow.resized for flow in flows if flow.resized and flow.in_air == in_air]
        if sizes:
            sent_bytes, arrived_bytes = max(sizes)
            yield (
                f"{who} ({sent_bytes} bytes sent, {arrived_bytes} received): "
                "throughput counts the bytes received"
            )


def _of_causes(
    connection: duckdb.DuckDBPyConnection, flows: Mapping[str, Sequence[Flow]]
) -> Iterator[tuple[str, str]]:
    """Yield notes on drops whose cause is unknown, since no link events are traced."""
    for run_id, count in query_rows(connection, ("overheard",), _SQL["drops_without_links"]):
        own = [flow for flow in flows.get(run_id, []) if not flow.to_group]
        if any(not (flow.sent and flow.arriving) or flow.gaps for flow in own):
            yield (
                run_id,
                f"link events are not traced (trace-queue writes none): for {count:,} drops, it is "
                "unknown whether the link was down; they count as drops by the queue, on the line "
                "or by an error model",
            )


_UNTRACED_LAYERS: Final = {
    "AGT": "agents are not traced (-agentTrace OFF): the data that flows sent and received, "
    "delivery, delays, throughput, hops and routing load are unknown",
    "RTR": "routers are not traced (-routerTrace OFF): the packets that they sent and dropped, "
    "routing load and losses are unknown",
    "MAC": "the MAC layer is not traced (-macTrace OFF): drops there are unknown; a packet lost "
    "there counts as unresolved, unless a line of its router shows the loss",
}


def _of_layers(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, str]]:
    """Yield notes on layers of wireless nodes that are not traced, if all fields are known."""
    rows = query_rows(connection, ("traced_layers",), _SQL["traced_layers"])
    if not rows:
        return
    unknown = {run_id for run_id, *_ in connection.execute(_SQL["unknown_fields"]).fetchall()}
    for run_id, traced in rows:
        if run_id not in unknown:
            yield from (
                (run_id, note) for layer, note in _UNTRACED_LAYERS.items() if layer not in traced
            )


def passages(connection: duckdb.DuckDBPyConnection) -> list[tuple[Any, ...]]:
    """Return statistics of each flow on each traced link, even if its ends are not traced.

    Rows: link; flow with its addresses; packets queued, forwarded and dropped; forwarded bit/s over
    the time of the trace; mean seconds from queue to forwarding. A packet is forwarded when it
    arrives at the link's end, or leaves its queue if no arrivals are traced there.
    """
    return query_rows(connection, ("packets_between_nodes",), _SQL["passages"])
