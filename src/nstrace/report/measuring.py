"""The data of a report on one trace."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl

from nstrace.asking import costly_made_once
from nstrace.coverage import Flow, flows_of, only_known
from nstrace.metrics.catalogue import Metric, catalogue
from nstrace.metrics.compute import compute, made_once, queries
from nstrace.names import LINES
from nstrace.report.kinds import Contents, described
from nstrace.summary import Summary, summarise
from nstrace.uncounted import Drops, uncounted_drops
from nstrace.untraced import EMPTY

SQL: Final = Path(__file__).parent / "sql"
"""The folder of series over bins of time, each an SQL file like a metric."""

SHOWN_FLOWS: Final = 6
"""The largest number of flows in a chart that color and dashes can distinguish."""

LISTED_FLOWS: Final = 200
"""The largest number of flows in the table."""

FEWEST_PIECES: Final = 40
"""The least number of bins of time in a chart."""

_FEWEST_PACKETS: Final = 10
"""The least number of packets of a constant rate in a bin, so that one more or less is hardly
visible."""

TOTALS: Final = (
    "total_throughput",
    "delivery_ratio",
    "loss",
    "fairness",
    "mean_hops",
    "routing_load",
    "routing_load_bytes",
    "network_lifetime",
)
"""Metrics of all flows or nodes together."""

_SHARED: Final = (
    "arrival_order",
    "drops",
    "fates",
    "joined_packets",
    "segments",
    "transits",
    "wireless_packets",
)
"""Relations that several parts of a report need."""

_SMALL_LINES: Final = 1_000_000
"""The largest number of lines of a trace whose shared relations fit in memory together."""


@dataclass(frozen=True)
class Run:
    """The data of one trace.

    Attributes:
        name: the given name, in printable characters.
        kind: sentences that describe its kind of network.
        summary: facts, flows and notes on what can't be known.
        totals: metrics of all flows or nodes together: metric, subject, value and unit.
        energy: energy left at the end in joules, by node.
        series: rows by the name of their SQL file.
        flows: the flows that charts show, those that sent most first.
        drops: lines about drops, if none of them is a loss of a flow.
        is_empty: whether the trace has no lines.
    """

    name: str
    kind: Sequence[str]
    summary: Summary
    totals: Sequence[Mapping[str, Any]]
    energy: Sequence[Mapping[str, Any]]
    series: Mapping[str, pl.DataFrame]
    flows: Sequence[str]
    drops: Sequence[Drops] = ()
    is_empty: bool = False

    @property
    def notes(self) -> list[str]:
        """Notes on the trace."""
        return [*([EMPTY] if self.is_empty else []), *self.summary.notes]


def span_ns(connection: duckdb.DuckDBPyConnection) -> tuple[int, int] | None:
    """Return the times of the first and the last event of a trace; None if no line has a time."""
    with closing(queries(connection, catalogue(SQL).select(["time_span"]))) as asked:
        _, query = next(asked)
        row = connection.execute(query).fetchone()
    assert row is not None
    return None if row[0] is None else (int(row[0]), int(row[1]))


def interval_ns(connection: duckdb.DuckDBPyConnection) -> int:
    """Return the longest time between packets of a source with constant rate; 0 without one."""
    with (
        costly_made_once(connection),
        closing(queries(connection, catalogue(SQL).select(["constant_rates"]))) as asked,
    ):
        _, query = next(asked)
        ((interval,),) = connection.execute(query).fetchall()
    return int(interval or 0)


def even_ns(width_ns: int, span: int, interval: int) -> int:
    """Return a width of bins that hold equal numbers of packets of a constant rate.

    Args:
        width_ns: the least width.
        span: the time of all bins, in ns; there are at least :data:`FEWEST_PIECES` bins.
        interval: the time between packets in ns, 0 without a constant rate.

    Returns:
        The least multiple of the interval that is at least the width and ten intervals; the
        width itself if that multiple is too wide.
    """
    if not interval:
        return width_ns
    packets = max(_FEWEST_PACKETS, -(-width_ns // interval))
    return packets * interval if packets * interval * FEWEST_PIECES <= span else width_ns


def piece_ns(span: int, pieces: int) -> int:
    """Return the least round width of bins: 1, 2 or 5 times a power of ten ns.

    Args:
        span: the time of all bins, in ns.
        pieces: the largest number of bins.
    """
    width = 1
    for factor in _factors():
        width = factor
        if span <= width * pieces:
            break
    return width


def _factors() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def measure(name: str, connection: duckdb.DuckDBPyConnection, width_ns: int) -> Run:
    """Compute the data of a trace.

    Args:
        name: its name in the report.
        connection: a connection of :func:`nstrace.querying.database`, with the column ``run_id``.
        width_ns: the width of bins of time.
    """
    with costly_made_once(connection), _shared_made_once(connection):
        return _measured(name, connection, width_ns)


@contextmanager
def _shared_made_once(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Compute relations that several parts of a report need only once, if the trace is small."""
    lines = sum(
        connection.table(table).shape[0] for table in ("packets", "wireless") if table in LINES
    )
    with made_once(connection, _SHARED if lines <= _SMALL_LINES else ()):
        yield


def _measured(name: str, connection: duckdb.DuckDBPyConnection, width_ns: int) -> Run:
    there = flows_of(connection)
    summary = summarise(connection, LISTED_FLOWS)
    values = only_known(compute(connection, [*TOTALS, "energy_left"]), there).to_pylist()
    flows = _shown(summary, there)
    given = {"width_ns": width_ns}
    connection.execute("CREATE TEMP TABLE time_bins AS SELECT $width_ns AS width_ns", given)
    shown = {"flows": flows}
    connection.execute(
        "CREATE TEMP TABLE shown_flows AS SELECT unnest(CAST($flows AS VARCHAR[])) AS subject",
        shown,
    )
    series = _series(connection)
    traffic = [(row["type"], row["is_routing"]) for row in series["traffic"].to_dicts()]
    forms = _forms(connection)
    return Run(
        name,
        described(Contents(forms, traffic), summary.facts),
        summary,
        [row for row in values if row["metric"] in TOTALS and _is_total(row)],
        [row for row in values if row["metric"] == "energy_left"],
        series,
        flows,
        uncounted_drops(connection) if series["losses_by_place"].is_empty() else [],
        not forms,
    )


def _is_total(row: Mapping[str, Any]) -> bool:
    return bool(row["subject"] == "all" or row["metric"] == "network_lifetime")


def _shown(summary: Summary, there: Sequence[Flow]) -> list[str]:
    """Return the flows that sent most, among those whose series can be known."""
    metric = catalogue(SQL).metrics["binned_rates"]
    known = {flow.subject for flow in there if flow.tells(metric)}
    return [row[0] for row in summary.flows if row[0] in known][:SHOWN_FLOWS]


def _series(connection: duckdb.DuckDBPyConnection) -> dict[str, pl.DataFrame]:
    own: list[Metric] = [
        metric
        for name, metric in catalogue(SQL).metrics.items()
        if name not in catalogue().metrics and name not in ("constant_rates", "time_span")
    ]
    found = {}
    with closing(queries(connection, own)) as asked:
        for metric, query in asked:
            rows = connection.sql(f"SELECT * FROM ({query}) ORDER BY ALL").to_arrow_table()
            found[metric.name] = pl.DataFrame(rows)
    return found


def _forms(connection: duckdb.DuckDBPyConnection) -> dict[str, dict[str, int]]:
    """Return the number of lines by table and form."""
    found = {}
    for table in LINES:
        if "form" in connection.table(table).columns:
            rows = connection.execute(
                f"SELECT CAST(form AS VARCHAR), count(*) FROM {table} GROUP BY ALL ORDER BY ALL"
            ).fetchall()
            if rows:
                found[table] = dict(rows)
    return found
