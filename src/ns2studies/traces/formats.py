"""The trace files that a run writes, and the tables they become.

A format says how a line must look (``pattern``), how its columns are typed, and which
expressions make the table's columns. Times become integer nanoseconds: ns prints at most
microseconds for packets and hundredths of a millisecond for variables, so nothing is lost.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_NUMBER = r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?"
_INTEGER = r"-?\d+"
_ADDRESS = r"-?\d+\.-?\d+"
_TIME_NS = "CAST(round(time_s * 1e9) AS BIGINT)"


@dataclass(frozen=True)
class Format:
    """A kind of trace line.

    Attributes:
        file: name of the trace in a run's folder.
        table: name of the Parquet table it becomes.
        pattern: a whole line, without its end.
        expected: the pattern in words, for error messages.
        columns: names and SQL types of the fields as they stand in the file; one
            ``line VARCHAR`` if blanks do not separate the fields one to one.
        select: the table's columns, as SQL over ``rows``.
        rows: SQL around ``{scan}``, which stands for the file's columns.
    """

    file: str
    table: str
    pattern: re.Pattern[str]
    expected: str
    columns: Mapping[str, str]
    select: str
    rows: str = "{scan}"


def _address(field: str, part: int) -> str:
    # An address that is not NODE.PORT extracts as '' and fails to cast: nothing slips by.
    return rf"CAST(regexp_extract({field}, '^(-?\d+)\.(-?\d+)$', {part}) AS INTEGER)"


PACKETS = Format(
    file="packets.tr",
    table="packets",
    pattern=re.compile(
        rf"[-+rde] {_NUMBER} {_INTEGER} {_INTEGER} \S+ \d+ \S+ {_INTEGER} "
        rf"{_ADDRESS} {_ADDRESS} {_INTEGER} \d+",
        re.ASCII,
    ),
    expected="event time from to type size flags flow source.port destination.port sequence uid",
    columns={
        "event": "VARCHAR",
        "time_s": "DOUBLE",
        "from_node": "SMALLINT",
        "to_node": "SMALLINT",
        "type": "VARCHAR",
        "size_bytes": "INTEGER",
        "flags": "VARCHAR",
        "flow": "INTEGER",
        "source": "VARCHAR",
        "destination": "VARCHAR",
        "sequence": "BIGINT",
        "uid": "BIGINT",
    },
    select=(
        f"event, {_TIME_NS} AS time_ns, from_node, to_node, type, size_bytes, flags, flow, "
        f"{_address('source', 1)} AS source_node, {_address('source', 2)} AS source_port, "
        f"{_address('destination', 1)} AS destination_node, "
        f"{_address('destination', 2)} AS destination_port, sequence, uid"
    ),
)

_VARIABLE = (
    rf"^({_NUMBER}) +({_INTEGER}) +({_INTEGER}) +({_INTEGER}) +({_INTEGER}) +(\S+) +({_NUMBER}) ?$"
)

VARIABLES = Format(
    file="cwnd.tr",
    table="variables",
    pattern=re.compile(_VARIABLE.removeprefix("^").removesuffix("$"), re.ASCII),
    expected="time source-node source-port destination-node destination-port variable value",
    columns={"line": "VARCHAR"},
    # Where a line ends in the file is kept, since the thesis read a file before all of it
    # had been written.
    select=(
        "CAST(round(CAST(fields.time_s AS DOUBLE) * 1e9) AS BIGINT) AS time_ns, "
        "CAST(fields.source_node AS INTEGER) AS source_node, "
        "CAST(fields.source_port AS INTEGER) AS source_port, "
        "CAST(fields.destination_node AS INTEGER) AS destination_node, "
        "CAST(fields.destination_port AS INTEGER) AS destination_port, "
        "fields.variable AS variable, CAST(fields.value AS DOUBLE) AS value, "
        "CAST(sum(length(line) + 1) OVER (ROWS UNBOUNDED PRECEDING) AS BIGINT) AS end_byte"
    ),
    rows=(
        f"(SELECT line, regexp_extract(line, '{_VARIABLE}', ['time_s', 'source_node', "
        "'source_port', 'destination_node', 'destination_port', 'variable', 'value']) AS fields "
        "FROM {scan})"
    ),
)

LABELS = Format(
    file="labels.tr",
    table="labels",
    pattern=re.compile(
        rf"{_NUMBER} {_INTEGER} {_INTEGER} {_INTEGER} [UL] {_INTEGER} \S+ {_INTEGER} {_INTEGER} "
        rf"{_INTEGER} {_INTEGER}",
        re.ASCII,
    ),
    expected=(
        "time node source destination state in-label operation out-interface out-label ttl size"
    ),
    columns={
        "time_s": "DOUBLE",
        "node": "SMALLINT",
        "source_node": "SMALLINT",
        "destination_node": "SMALLINT",
        "state": "VARCHAR",
        "in_label": "INTEGER",
        "operation": "VARCHAR",
        "out_interface": "INTEGER",
        "out_label": "INTEGER",
        "ttl": "INTEGER",
        "shim_bytes": "INTEGER",
    },
    select=(
        f"{_TIME_NS} AS time_ns, node, source_node, destination_node, state, in_label, "
        "operation, out_interface, out_label, ttl, shim_bytes"
    ),
)

FORMATS = (PACKETS, VARIABLES, LABELS)
