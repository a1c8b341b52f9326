"""What nstrace reads from traces and what its SQL makes of that: the other side of the awk scripts.

This is the only place where the comparison knows how nstrace is called.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from nstrace.metrics.catalogue import catalogue
from nstrace.metrics.compute import compute, compute_series, made_once, queries
from nstrace.scanning import scan

RUN = "run"


@dataclass(frozen=True)
class SqlSide:
    """The traces of one run as tables."""

    connection: duckdb.DuckDBPyConnection
    _found: dict[str, Mapping[str, float]] = field(default_factory=dict)

    def made_once(self) -> AbstractContextManager[None]:
        """Meanwhile all that metrics have in common is made once, not for each of them."""
        return made_once(self.connection, catalogue().common)

    def values(self, metric: str) -> Mapping[str, float]:
        """The values of a metric by subject, computed once."""
        if metric not in self._found:
            table = compute(self.connection, [metric])
            pairs = zip(table["subject"].to_pylist(), table["value"].to_pylist(), strict=True)
            self._found[metric] = dict(pairs)
        return self._found[metric]

    def rows(self, metric: str) -> list[dict[str, Any]]:
        """The rows of a metric that has more than single values."""
        rows: list[dict[str, Any]] = compute_series(self.connection, metric).to_pylist()
        return rows

    def relation(self, name: str, select: str) -> list[tuple[Any, ...]]:
        """The rows of what metrics have in common; ``select`` is of such relations."""
        asking = next(metric for metric in catalogue().metrics.values() if name in metric.needs)
        with closing(queries(self.connection, [asking])) as asked:
            next(asked)
            return self.connection.execute(select).fetchall()


def read_traces(paths: Iterable[Path]) -> SqlSide:
    """Read the traces of one run, each line of which must be of a known kind."""
    batches: dict[str, list[pa.RecordBatch]] = {}
    for path in paths:
        for block in scan(path, strict=True):
            for name, batch in block.tables.items():
                batches.setdefault(name, []).append(batch)
    connection = duckdb.connect()
    for name, parts in batches.items():
        connection.register("rows_read", pa.Table.from_batches(parts))
        connection.execute(f"CREATE TABLE {name} AS SELECT *, '{RUN}' AS run_id FROM rows_read")
        connection.unregister("rows_read")
    return SqlSide(connection)
