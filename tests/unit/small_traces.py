"""Traces of a few packets, written as ns writes them, as the tables that metrics ask."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
from known_metrics import KNOWN

import nstrace
from nstrace.metrics.compute import compute, compute_series

# Whatever else a packet's line may hold must not get in a metric's way.
MORE_COLUMNS = {
    **{"form": "wired", "header_bytes": 20, "ack": -1, "name": "null", "stream": None},
    **dict.fromkeys(("source_address", "destination_address", "chunks")),
}

ADDRESS_OF = {1: ("0.0", "3.0"), 2: ("1.0", "4.0")}
"""The ends of flows 1 and 2."""


def sent(
    uid: int,
    sequence: int,
    at_s: float,
    arrives_s: float | None = None,
    *,
    dropped_s: float | None = None,
    flow: int = 1,
    kind: str = "tcp",
    size: int = 1000,
    ends: tuple[str, str] | None = None,
    link: str | None = None,
) -> list[str]:
    """The lines of a packet over a link, unless told the only one between its two ends."""
    source, destination = ends or ADDRESS_OF[flow]
    nodes = link or f"{source.split('.')[0]} {destination.split('.')[0]}"
    rest = f"{nodes} {kind} {size} ------- {flow} {source} {destination} {sequence} {uid}"
    lines = [f"+ {at_s:.9f} {rest}"]
    if dropped_s is not None:
        return [*lines, f"d {dropped_s:.9f} {rest}"]
    lines.append(f"- {at_s:.9f} {rest}")
    return lines if arrives_s is None else [*lines, f"r {arrives_s:.9f} {rest}"]


def in_order(*packets: Iterable[str]) -> str:
    """The lines of some packets as ns writes them, by time."""
    lines = [line for packet in packets for line in packet]
    return "\n".join(sorted(lines, key=lambda line: float(line.split()[1])))


def written(folder: Path, *lines: str) -> nstrace.Trace:
    """A trace of these lines, read from a file."""
    path = folder / "a.tr"
    path.write_text("".join(f"{line}\n" for line in lines))
    return nstrace.read(path)


def database(runs: dict[str, str] | str) -> duckdb.DuckDBPyConnection:
    """A connection with the tables of some traces; of one, as run ``run``."""
    texts = {"run": runs} if isinstance(runs, str) else runs
    rows: dict[str, list[dict[str, Any]]] = {"packets": [], "links": [], "variables": []}
    for run_id, text in texts.items():
        for table, row in _rows(text):
            rows[table].append({"run_id": run_id, **row})
    connection = duckdb.connect()
    for table, found in rows.items():
        if found:
            connection.register("found", pa.Table.from_pylist(found))
            connection.execute(f"CREATE TABLE {table} AS FROM found")
            connection.unregister("found")
    return connection


def _rows(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    end_byte = 0
    for number, line in enumerate(text.strip().splitlines(), start=1):
        fields = line.split()
        end_byte += len(line) + 1
        if fields[0] == "v":
            yield "links", _link(number, fields)
        elif len(fields) == 7:
            yield "variables", {**_variable(fields), "line": number, "end_byte": end_byte}
        else:
            yield "packets", _packet(number, fields)


def nanoseconds(time_s: str) -> int:
    """A time as it stands in a trace."""
    return round(float(time_s) * 1e9)


def _packet(number: int, fields: list[str]) -> dict[str, Any]:
    event, time_s, from_node, to_node, kind, size, flags, flow, source, destination, *last = fields
    source_node, source_port = map(int, source.split("."))
    destination_node, destination_port = map(int, destination.split("."))
    return {
        "line": number,
        "event": event,
        "time_ns": nanoseconds(time_s),
        "from_node": int(from_node),
        "to_node": int(to_node),
        "type": kind,
        "size_bytes": int(size),
        "flags": flags,
        "flow": int(flow),
        "source_node": source_node,
        "source_port": source_port,
        "destination_node": destination_node,
        "destination_port": destination_port,
        "sequence": int(last[0]),
        "uid": int(last[1]),
        **MORE_COLUMNS,
    }


def _link(number: int, fields: list[str]) -> dict[str, Any]:
    return {
        "line": number,
        "time_ns": nanoseconds(fields[1]),
        "state": fields[2].removeprefix("link-"),
        "from_node": int(fields[3]),
        "to_node": int(fields[4]),
    }


def _variable(fields: list[str]) -> dict[str, Any]:
    names = ("source_node", "source_port", "destination_node", "destination_port")
    return {
        "time_ns": nanoseconds(fields[0]),
        **dict(zip(names, map(int, fields[1:5]), strict=True)),
        "variable": fields[5],
        "value": float(fields[6]),
    }


def values(connection: duckdb.DuckDBPyConnection, name: str) -> dict[str, float]:
    """A metric's values by subject."""
    table = compute(connection, [name], KNOWN)
    return dict(zip(table["subject"].to_pylist(), table["value"].to_pylist(), strict=True))


def measured(trace: str, name: str) -> dict[str, float]:
    """A metric's values for a trace."""
    return values(database(trace), name)


def series(connection: duckdb.DuckDBPyConnection, name: str) -> pa.Table:
    """The rows of a metric that gives more than single values."""
    return compute_series(connection, name, KNOWN)
