"""A trace on one screen: what it spans, and how each flow fared."""

from dataclasses import dataclass
from typing import Any, Final

import duckdb

from nstrace.metrics.compute import compute

COLUMNS: Final = {
    "flow": "",
    "sent": "data_packets_sent",
    "delivered": "data_packets_received",
    "lost": "data_packets_dropped",
    "goodput (kbit/s)": "goodput",
    "mean delay (ms)": "mean_one_way_delay",
    "median": "one_way_delay_percentile p50",
    "p95": "one_way_delay_percentile p95",
    "p99": "one_way_delay_percentile p99",
    "jitter (ms)": "jitter_rfc3550",
    "sent again (%)": "retransmission_share",
}
"""Columns of the table of flows, and the metrics they show."""

_MOST_FLOWS: Final = 20
_SCALES: Final = {"bit/s": 1e-3, "s": 1e3}


@dataclass(frozen=True)
class Summary:
    """What is shown.

    Attributes:
        facts: what the trace spans, by name.
        flows: rows under :data:`COLUMNS`, those that sent most first.
        left_out: flows that there was no room for.
    """

    facts: dict[str, str]
    flows: list[list[Any]]
    left_out: int


def summarise(connection: duckdb.DuckDBPyConnection, most_flows: int = _MOST_FLOWS) -> Summary:
    """Summarise the trace behind a connection of :func:`nstrace.querying.database`.

    Args:
        connection: its tables need the column ``run_id``.
        most_flows: how many flows to show at most.
    """
    flows = _flows(connection)
    return Summary(_facts(connection), flows[:most_flows], max(0, len(flows) - most_flows))


def _facts(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    row = connection.execute(
        """
        SELECT
            count(*) AS lines, min(time_ns) / 1e9 AS first_s, max(time_ns) / 1e9 AS last_s,
            count(DISTINCT (from_node, to_node)) AS links, count(*) FILTER (event = 'd') AS drops
        FROM packets
        """
    ).fetchone()
    assert row is not None
    lines, first_s, last_s, links, drops = row
    nodes = connection.execute(
        "SELECT count(*) FROM "
        "(SELECT from_node FROM packets UNION SELECT to_node FROM packets) WHERE from_node >= 0"
    ).fetchone()
    assert nodes is not None
    facts = {"packet lines": f"{lines:,}"}
    if lines:
        facts["time"] = f"{first_s:g} to {last_s:g} s"
        facts["nodes"] = str(nodes[0])
        facts["links with traffic"] = str(links)
        facts["packets dropped"] = f"{drops:,}"
    for table, name in _OTHERS.items():
        count = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        if count and count[0]:
            facts[name] = f"{count[0]:,}"
    return facts


_OTHERS: Final = {
    "links": "link events",
    "wireless": "wireless lines",
    "variables": "traced variables",
    "queues": "queue samples",
    "labels": "label operations",
    "nam": "nam lines",
    "series": "lines of data series",
    "rejects": "lines of no known format",
}


def _flows(connection: duckdb.DuckDBPyConnection) -> list[list[Any]]:
    asked = {shown.split(" ")[0] for shown in COLUMNS.values() if shown}
    values: dict[str, dict[str, float]] = {}
    for row in compute(connection, sorted(asked)).to_pylist():
        flow, _, part = row["subject"].partition(" ")
        metric = f"{row['metric']} {part}".strip()
        scaled = row["value"] * _SCALES.get(row["unit"], 1)
        values.setdefault(flow, {})[metric] = scaled
    shown = [metric for metric in COLUMNS.values() if metric]
    rows: list[list[Any]] = []
    for flow, found in values.items():
        if flow != "all":
            sent, delivered, lost, *rest = map(found.get, shown)
            rows.append([flow, _whole(sent), _whole(delivered), _whole(lost), *rest])
    return sorted(rows, key=lambda row: -(row[1] or 0))


def _whole(count: Any) -> int:
    return int(count or 0)
