"""Summaries of a trace on one screen: facts, and a row for each flow."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import duckdb

from nstrace.asking import costly_made_once, query_rows
from nstrace.coverage import Flow, flows_of, is_partial, notes, only_known, passages
from nstrace.metrics.compute import compute, compute_series
from nstrace.sql_files import SqlFiles
from nstrace.wireless_summary import wireless_facts

_SQL = SqlFiles.beside(__file__)

COLUMNS: Final = {
    "flow": "",
    "sent": "data_packets_sent",
    "delivered": "data_packets_received",
    "lost": "data_packets_dropped",
    "unique (kbit/s)": "unique_throughput",
    "mean delay (ms)": "mean_one_way_delay",
    "median": "one_way_delay_percentile p50",
    "p95": "one_way_delay_percentile p95",
    "p99": "one_way_delay_percentile p99",
    "jitter, RFC 3550 (ms)": "jitter_rfc3550",
    "jitter, mean (ms)": "mean_delay_variation",
    "retransmitted (%)": "retransmission_share",
}
"""The columns of the table of flows, and their metrics."""

LINK_COLUMNS: Final = (
    "link", "flow", "queued", "forwarded", "dropped", "kbit/s", "mean time (ms)",
)  # fmt: skip
"""The columns of the table of flows by link."""

_SERIES: Final = (
    (
        "Queue monitors",
        "queue_totals",
        ("queue", "arrived", "departed", "dropped", "mean size", "largest", "dropped (%)"),
    ),
    (
        "Traced variables and data series",
        "variable_totals",
        ("variable", "values", "last", "least", "largest", "mean over time"),
    ),
)
"""The tables of metrics that are series: title, metric and headings."""

_MOST_FLOWS: Final = 20
_SCALES: Final = {"bit/s": 1e-3, "s": 1e3}


@dataclass(frozen=True)
class Shown:
    """A table of a summary: its title, columns, rows, and the number of omitted rows."""

    title: str
    columns: Sequence[str]
    rows: list[list[Any]]
    left_out: int = 0


@dataclass(frozen=True)
class Summary:
    """A summary of a trace.

    Attributes:
        facts: facts about the whole trace, by name.
        flows: rows with the columns of :data:`COLUMNS`, those that sent most first. Values that
            can't be known are None.
        left_out: number of omitted flows.
        notes: notes on what can't be known, and why.
        total: a row of all flows together, if there are several and all are fully known.
        tables: further tables.
    """

    facts: dict[str, str]
    flows: list[list[Any]]
    left_out: int
    notes: list[str]
    total: list[Any] | None
    tables: list[Shown]


def summarise(connection: duckdb.DuckDBPyConnection, most_flows: int = _MOST_FLOWS) -> Summary:
    """Summarize the trace of a connection of :func:`nstrace.querying.database`.

    Args:
        connection: a database whose tables have the column ``run_id``.
        most_flows: the largest number of flows to show.
    """
    with costly_made_once(connection):
        there = flows_of(connection)
        flows = _flows(connection, there)
        return Summary(
            _facts(connection) | wireless_facts(connection, there),
            flows[:most_flows],
            max(0, len(flows) - most_flows),
            [note for _, note in notes(connection, there)],
            _total(connection) if len(flows) > 1 and not is_partial(there) else None,
            [
                Shown(title, columns, rows[:most_flows], max(0, len(rows) - most_flows))
                for title, columns, rows in _tables(connection, there)
                if rows
            ],
        )


def _tables(
    connection: duckdb.DuckDBPyConnection, there: Sequence[Flow]
) -> Iterator[tuple[str, Sequence[str], list[list[Any]]]]:
    if is_partial(there):
        yield "By traced link", LINK_COLUMNS, _passages(connection)
    for title, metric, columns in _SERIES:
        found = compute_series(connection, metric).drop_columns(["run_id"]).to_pylist()
        rows = [list(row.values()) for row in found]
        yield title, columns, sorted(rows, key=lambda row: numbers_in_order(row[0]))


def numbers_in_order(name: str) -> list[tuple[int, str]]:
    """Return a key that sorts ``column 9`` before ``column 10``."""
    return [(len(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", name)]


def _total(connection: duckdb.DuckDBPyConnection) -> list[Any] | None:
    """Return a row with the columns of :data:`COLUMNS` for all flows together."""
    for row in compute_series(connection, "all_flows").to_pylist():
        delays = [row[name] for name in ("mean_delay_s", "median_s", "p95_s", "p99_s")]
        return [
            f"all {row['flows']} flows",
            *(row[name] for name in ("sent", "received", "dropped")),
            _scaled(row["unique_bps"], 1e-3),
            *(_scaled(delay, 1e3) for delay in delays),
            None,
            _scaled(row["mean_variation_s"], 1e3),
            row["retransmitted_percent"],
        ]
    return None


def _scaled(value: float | None, scale: float) -> float | None:
    return None if value is None else value * scale


def _passages(connection: duckdb.DuckDBPyConnection) -> list[list[Any]]:
    return [
        [*names, _scaled(bps, 1e-3), _scaled(seconds, 1e3)]
        for *names, bps, seconds in passages(connection)
    ]


def _facts(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    (row,) = query_rows(connection, ("overheard",), _SQL["summary"])
    lines, links, drops, first_s, last_s, nodes = row
    facts = {"packet lines": f"{lines:,}"}
    if first_s is not None:
        facts["time"] = f"{first_s:.9g} to {last_s:.9g} s"
        facts["nodes"] = str(nodes)
    if lines:
        facts["links with traffic"] = str(links)
        facts["packets dropped"] = f"{drops:,}"
    counts = dict(connection.execute(_SQL["other_lines"]).fetchall())
    return facts | {name: f"{counts[table]:,}" for table, name in OTHERS.items() if counts[table]}


OTHERS: Final = {
    "links": "link events",
    "wireless": "wireless lines",
    "variables": "traced variables",
    "tcp_states": "TCP state lines",
    "tcp_events": "TCP events",
    "queues": "queue samples",
    "queue_variables": "queue variables",
    "flows": "flow monitor lines",
    "movements": "movements",
    "energy": "energy lines",
    "labels": "label operations",
    "ldp": "LDP messages",
    "nam": "nam lines",
    "annotations": "annotations",
    "logs": "log lines",
    "series": "data series lines",
    "rejects": "rejected lines",
}
"""Names for the lines of each table except packets."""


def _flows(connection: duckdb.DuckDBPyConnection, there: Sequence[Flow]) -> list[list[Any]]:
    wanted = {shown.split(" ")[0] for shown in COLUMNS.values() if shown}
    # If only the sending is not traced, arrivals are still known.
    values: dict[str, dict[str, float]] = {
        flow.subject: {"data_packets_received": flow.delivered or 0}
        if flow.arriving and not flow.sent
        else {}
        for flow in there
    }
    for row in only_known(compute(connection, sorted(wanted)), there).to_pylist():
        # A flow's name may contain blanks; a percentile follows the last one.
        flow, metric = row["subject"], row["metric"]
        if metric == "one_way_delay_percentile":
            flow, _, percentile = flow.rpartition(" ")
            metric = f"{metric} {percentile}"
        if flow in values:
            values[flow][metric] = row["value"] * _SCALES.get(row["unit"], 1)
    shown = [metric for metric in COLUMNS.values() if metric]
    rows: list[list[Any]] = []
    for flow, found in values.items():
        sent, delivered, lost, *rest = map(found.get, shown)
        rows.append([flow, *map(_whole, (sent, delivered, lost)), *rest])
    return sorted(rows, key=lambda row: -(row[1] or 0))


def _whole(count: float | None) -> int | None:
    return None if count is None else int(count)
