"""Runs that wrote flow bins, small enough to work out by hand, as the tables that metrics ask."""

import json
from typing import Any

import duckdb
from known_metrics import KNOWN

from nstrace.metrics.compute import TABLES, empty_rows


def database(parameters: dict[str, Any], **rows: list[dict[str, Any]]) -> duckdb.DuckDBPyConnection:
    """A run called ``run``, the first replication, with rows of some tables."""
    connection = duckdb.connect()
    connection.execute("CREATE TABLE run_parameters (run_id TEXT, seed INTEGER, parameters TEXT)")
    connection.execute("INSERT INTO run_parameters VALUES ('run', 1, ?)", [json.dumps(parameters)])
    for table, found in rows.items():
        columns = make_table(connection, table)
        places = ", ".join("?" for _ in columns)
        connection.executemany(
            f"INSERT INTO {table} VALUES ({places})",
            [["run", *(row.get(name) for name in columns[1:])] for row in found],
        )
    return connection


def make_table(connection: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    """Make a table that metrics ask, without rows; its columns."""
    no_rows = empty_rows(name) if name in TABLES else KNOWN.common[name].sql
    connection.execute(f"CREATE TABLE {name} AS {no_rows}")
    return [column[0] for column in connection.execute(f"FROM {name}").description]


def a_bin(at_s: float, payload: int, flow: int = 1, **more: int) -> dict[str, Any]:
    """One packet of this payload that was sent and arrived in the bin."""
    counts = dict.fromkeys(
        [name for name, kind in TABLES["flow_bins"].items() if kind == "BIGINT"], 0
    )
    return {
        **counts,
        "start_us": round(at_s * 1e6),
        "flow": flow,
        "type": "tcp",
        "data": 1,
        "sent_packets": 1,
        "sent_bytes": payload + 40,
        "delivered_bytes": payload + 40,
        "new_packets": 1,
        "new_bytes": payload + 40,
        **more,
    }
