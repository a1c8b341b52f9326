"""Computation of metrics over a DuckDB connection.

The connection has the tables of one or several runs, as ``nstrace`` reads them, with an additional
column ``run_id``: ``packets``, ``wireless``, ``energy``, ``variables``, ``labels``, ``links``,
``nam``, ``flow_bins``. A missing table counts as empty. Optional relations with data that a trace
doesn't have, of kind ``input`` (see ``sql/common/``) such as ``link_bandwidths``, are used if
present. So are those that :func:`made_once` has made.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager

import duckdb
import pyarrow as pa

from nstrace.metrics.catalogue import VALUES, Catalogue, Common, Metric, catalogue, required
from nstrace.there import there

TABLES: Mapping[str, Mapping[str, str]] = {
    "packets": {
        "run_id": "VARCHAR",
        "line": "BIGINT",
        "event": "VARCHAR",
        "time_ns": "BIGINT",
        "from_node": "INTEGER",
        "to_node": "INTEGER",
        "type": "VARCHAR",
        "size_bytes": "INTEGER",
        "flow": "INTEGER",
        "source_node": "INTEGER",
        "source_port": "INTEGER",
        "destination_node": "INTEGER",
        "destination_port": "INTEGER",
        "sequence": "BIGINT",
        "uid": "BIGINT",
        "source_address": "VARCHAR",
        "destination_address": "VARCHAR",
        "chunks": "INTEGER",
    },
    "wireless": {
        "run_id": "VARCHAR",
        "line": "BIGINT",
        "event": "VARCHAR",
        "time_ns": "BIGINT",
        "node": "INTEGER",
        "layer": "VARCHAR",
        "reason": "VARCHAR",
        "uid": "BIGINT",
        "type": "VARCHAR",
        "size_bytes": "INTEGER",
        "source_node": "INTEGER",
        "source_port": "INTEGER",
        "destination_node": "INTEGER",
        "destination_port": "INTEGER",
        "sequence": "BIGINT",
        "forwards": "INTEGER",
        "flow": "INTEGER",
        "energy": "DOUBLE",
    },
    "energy": {
        "run_id": "VARCHAR",
        "line": "BIGINT",
        "time_ns": "BIGINT",
        "node": "INTEGER",
        "energy": "DOUBLE",
    },
    "variables": {
        "run_id": "VARCHAR",
        "time_ns": "BIGINT",
        "source_node": "INTEGER",
        "source_port": "INTEGER",
        "destination_node": "INTEGER",
        "destination_port": "INTEGER",
        "line": "BIGINT",
        "variable": "VARCHAR",
        "value": "DOUBLE",
        "end_byte": "BIGINT",
        "owner": "VARCHAR",
    },
    "series": {
        "run_id": "VARCHAR",
        "line": "BIGINT",
        "x": "DOUBLE",
        "y": "DOUBLE",
        "rest": "VARCHAR",
    },
    "queues": {
        "run_id": "VARCHAR",
        "line": "BIGINT",
        "from_node": "INTEGER",
        "to_node": "INTEGER",
        "size_packets": "DOUBLE",
        "arrived_packets": "BIGINT",
        "departed_packets": "BIGINT",
        "dropped_packets": "BIGINT",
    },
    "labels": {
        "run_id": "VARCHAR",
        "node": "INTEGER",
        "destination_node": "INTEGER",
        "state": "VARCHAR",
        "operation": "VARCHAR",
    },
    "links": {
        "run_id": "VARCHAR",
        "line": "BIGINT",
        "time_ns": "BIGINT",
        "state": "VARCHAR",
        "from_node": "INTEGER",
        "to_node": "INTEGER",
    },
    "nam": {
        "run_id": "VARCHAR",
        "line": "BIGINT",
        "time_ns": "BIGINT",
        "event": "VARCHAR",
        "from_node": "INTEGER",
        "to_node": "INTEGER",
        "attributes": "VARCHAR",
    },
    "flow_bins": {
        "run_id": "VARCHAR",
        "start_us": "BIGINT",
        "flow": "INTEGER",
        "type": "VARCHAR",
        "data": "TINYINT",
        "sent_packets": "BIGINT",
        "sent_bytes": "BIGINT",
        "retransmitted_packets": "BIGINT",
        "delivered_bytes": "BIGINT",
        "new_packets": "BIGINT",
        "new_bytes": "BIGINT",
        "out_of_order_packets": "BIGINT",
        "dropped_in_queue": "BIGINT",
        "dropped_on_line": "BIGINT",
        "dropped_before_queue": "BIGINT",
        "dropped_link_down": "BIGINT",
        "delay_packets": "BIGINT",
        "delay_sum_us": "BIGINT",
        "delay_min_us": "BIGINT",
    },
}
"""The tables that metrics read, and the columns that they use of each."""

_ROWS = pa.schema(
    [(key, pa.string()) for key in ("run_id", "metric", "subject")]
    + [("value", pa.float64()), ("unit", pa.string())]
)


def empty_rows(table: str) -> str:
    """Return a query with the columns that metrics use of a table, and no rows.

    ``UNION ALL BY NAME`` with it adds columns that a stored table lacks because they are empty.
    """
    columns = ", ".join(f"CAST(NULL AS {kind}) AS {name}" for name, kind in TABLES[table].items())
    return f"SELECT {columns} WHERE false"


def compute(
    connection: duckdb.DuckDBPyConnection,
    names: Iterable[str] | None = None,
    known: Catalogue | None = None,
) -> pa.Table:
    """Compute single values: a row of run_id, metric, subject, value and unit for each.

    Args:
        connection: a database with the runs' tables. Other relations are created on it
            temporarily.
        names: the metrics, by default all with single values. Rows are in their order.
        known: the catalogue of metrics, by default nstrace's own.

    Raises:
        NstraceError: if there is no metric with single values of a given name.
        duckdb.Error: if a table lacks a column, or its rows are invalid.
    """
    wanted = (known or catalogue()).select(names, VALUES)
    parts: dict[str, pa.Table] = dict.fromkeys(metric.name for metric in wanted)
    with closing(queries(connection, wanted)) as asked:
        for metric, query in asked:
            parts[metric.name] = _rows(
                connection,
                "SELECT run_id, $metric AS metric, subject, CAST(value AS DOUBLE) AS value, "
                f"$unit AS unit FROM ({query}) ORDER BY run_id, length(subject), subject",
                {"metric": metric.name, "unit": metric.unit},
            )
    return pa.concat_tables([_ROWS.empty_table(), *parts.values()])


def compute_series(
    connection: duckdb.DuckDBPyConnection, name: str, known: Catalogue | None = None
) -> pa.Table:
    """Return the rows of a metric that is a series; its SQL file defines the columns.

    Raises:
        NstraceError: if there is no such metric.
        duckdb.Error: as in :func:`compute`.
    """
    with closing(queries(connection, (known or catalogue()).select([name]))) as asked:
        _, query = next(asked)
        return _rows(connection, f"SELECT * FROM ({query}) ORDER BY ALL")


@contextmanager
def made_once(connection: duckdb.DuckDBPyConnection, needs: Iterable[str]) -> Iterator[None]:
    """Make common relations for a ``with`` block, whose queries all use them.

    Args:
        needs: the names of the relations, which should be small, as they stay in memory.
    """
    names, common = tuple(needs), catalogue().common
    relations = _Relations(connection, [common[name] for name in required(names, common)])
    try:
        relations.make_empty_tables()
        relations.make(names)
        yield
    finally:
        relations.drop_all()


def queries(
    connection: duckdb.DuckDBPyConnection, metrics: Sequence[Metric]
) -> Generator[tuple[Metric, str], None, None]:
    """Yield each metric with its query, which can be executed until the next one is requested.

    Metrics that need the same relations follow each other. Relations are made before the first
    metric that needs them and dropped after the last, so that few exist at a time.
    """
    relations = _Relations(connection, (it for metric in metrics for it in metric.relations))
    waiting = sorted(metrics, key=lambda metric: (metric.needs, metric.name))
    try:
        relations.make_empty_tables()
        while waiting:
            metric = waiting.pop(0)
            relations.make(metric.needs)
            yield metric, metric.sql
            relations.keep([name for other in waiting for name in other.needs])
    finally:
        relations.drop_all()


class _Relations:
    """The relations made on a connection, each a temporary table or view."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, common: Iterable[Common]) -> None:
        self._connection = connection
        self._common: dict[str, Common] = {relation.name: relation for relation in common}
        self._made: dict[str, str] = {}
        self._given = there(connection)

    def make_empty_tables(self) -> None:
        """Create empty views for tables that the connection lacks."""
        for name in TABLES:
            if name not in self._given.named:
                self._make("VIEW", name, empty_rows(name))

    def make(self, names: Iterable[str]) -> None:
        """Make common relations and all that they need, unless they exist."""
        for name in names:
            relation = self._common[name]
            if name not in self._made and not self._is_given(relation):
                self.make(relation.needs)
                self._make("VIEW" if relation.kind == "view" else "TABLE", name, relation.sql)

    def keep(self, names: Iterable[str]) -> None:
        """Drop all common relations that these don't need."""
        needed = set(self._needed(names))
        for name in [name for name in self._made if name in self._common and name not in needed]:
            self._drop(name)

    def drop_all(self) -> None:
        """Drop all relations that were made."""
        for name in reversed(list(self._made)):
            self._drop(name)

    def _needed(self, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            yield name
            if self._made.get(name) != "TABLE":
                yield from self._needed(self._common[name].needs)

    def _is_given(self, relation: Common) -> bool:
        """Return whether a relation already exists: an input of the caller's, or one made once."""
        names = self._given.named if relation.kind == "input" else self._given.temporary
        return relation.name in names

    def _make(self, kind: str, name: str, sql: str) -> None:
        self._connection.execute(f"CREATE TEMP {kind} {name} AS {sql}")
        self._made[name] = kind

    def _drop(self, name: str) -> None:
        self._connection.execute(f"DROP {self._made.pop(name)} temp.{name}")


def _rows(
    connection: duckdb.DuckDBPyConnection, query: str, values: Mapping[str, str] | None = None
) -> pa.Table:
    return connection.sql(query, params=values).to_arrow_table()
