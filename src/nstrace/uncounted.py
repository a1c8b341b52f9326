"""Notes on lines of a trace that count in no flow, and on values with an unexpected meaning."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import duckdb

from nstrace.asking import query_rows
from nstrace.metrics.compute import made_once
from nstrace.rejected import of_first_line
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

_MOST_NAMES: Final = 6
_OF_PACKETS: Final = ("connections", "data_packets", "segments", "transits")
Notes = Iterator[tuple[str, str]]
"""Pairs of a run and a note on it."""


def uncounted(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on lines that are in no flow and why, then on unexpected values.

    Args:
        connection: a connection of :func:`nstrace.querying.database` whose tables have the column
            ``run_id``.
    """
    yield from _of_first_lines(connection)
    yield from _of_several_runs(connection)
    yield from _of_shapes(connection)
    yield from _of_addresses(connection)
    yield from _of_data(connection)
    yield from _of_sizes(connection)
    yield from _of_types(connection)
    yield from _of_nam(connection)
    # Without stored packets the column is missing.
    if "form" in connection.table("packets").columns:
        yield from _of_nam_beside_others(connection)
        yield from _of_links_traced_twice(connection)
    # Transits are large, so keep them only while they are needed.
    with made_once(connection, _OF_PACKETS):
        yield from _of_transits(connection)
        yield from _of_numbers(connection)
    yield from _of_reasons(connection)


def _of_first_lines(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on what precedes the first line and causes its rejection."""
    for run_id, text in connection.execute(_SQL["first_rejects"]).fetchall():
        yield from ((run_id, note) for note in of_first_line(text))


def _of_several_runs(connection: duckdb.DuckDBPyConnection) -> Notes:
    for run_id, line in query_rows(connection, ("end_lines",), _SQL["run_starts"]):
        yield (
            run_id,
            f"at line {line:,} time goes backwards and packet numbers (uid) start again, as in a "
            "file with the traces of several runs; packets of one run are mistaken for those of "
            f"another. Split the file there: head -n {line - 1}, tail -n +{line}",
        )


def _of_shapes(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on lines of wireless packets that deviate from those of ns-2.35."""
    for run_id, count, line in connection.execute(_SQL["unknown_fields"]).fetchall():
        yield (
            run_id,
            "lines about wireless packets with an unknown or non-numeric field, such as -Ne -nan "
            f"({count:,}, the first at line {line:,}), are not part of any flow; they are rows of "
            "the table nam, with their fields as text",
        )
    for run_id, count, line in connection.execute(_SQL["unread_rests"]).fetchall():
        yield (
            run_id,
            "lines about wireless packets that deviate from the format of ns-2.35, such as those "
            f"with [energy 99.9] alone ({count:,}, the first at line {line:,}), are not part of "
            "any flow; the unknown part of each line is in the column rest",
        )


def _of_addresses(connection: duckdb.DuckDBPyConnection) -> Notes:
    for run_id, count in query_rows(connection, ("end_lines",), _SQL["lines_without_flow"]):
        yield (
            run_id,
            f"{count:,} packet lines are not part of any flow: their addresses are hierarchical, "
            "and the trace does not show which nodes have these addresses. In SQL, group by "
            "source_address and destination_address",
        )
    rows = query_rows(connection, ("address_nodes",), _SQL["told_addresses"])
    for run_id, told in _named(rows, "{} to node {}"):
        yield (
            run_id,
            "each hierarchical address is assigned to the node where its packets start or end, "
            f"which is correct if every link on their path is traced: {told}",
        )


def _of_data(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on packets of data types that are nevertheless in no flow."""
    rows = query_rows(connection, ("end_lines",), _SQL["uncounted_data"])
    for run_id, chunks, in_the_air, answers in rows:
        if chunks:
            yield (
                run_id,
                f"lines about SCTP packets ({chunks:,}) are not part of any flow: with "
                "show_sctphdr_, a trace has a line for each chunk of a packet, and metrics of "
                "links and queues count lines",
            )
        if in_the_air:
            yield (
                run_id,
                f"wireless SCTP packets ({in_the_air:,} lines of agents) are not part of any "
                "flow: a line shows only the last chunk of a packet",
            )
        if answers:
            yield (
                run_id,
                f"data in acknowledgements ({answers:,}), as sent by a listening FullTcp agent, "
                "are not part of any flow",
            )


def _of_sizes(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on flows whose data packets are no larger than a header."""
    needs = ("connections", "data_types", "end_lines")
    rows = query_rows(connection, needs, _SQL["small_data"])
    for run_id, found in _named(rows, "{} ({} bytes, {:,} packets)"):
        yield (
            run_id,
            "TCP packets no larger than a header are not part of any flow. The following are "
            "numbered like data, as agents without headers (useHeaders_ false) send them: "
            f"{found}",
        )


def _of_types(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on packets of types unknown to metrics."""
    _define(connection)
    rows = query_rows(connection, ("data_types", "traced_layers"), _SQL["uncounted_types"])
    for (run_id, table), group in groupby(rows, key=itemgetter(0, 1)):
        found = [f"{type_} ({count:,})" for _, _, type_, count in group]
        columns = "fate" if table == "wireless_packets" else "event"
        yield (
            run_id,
            f"packets of some types are not part of any flow, since these types are not known to "
            f"carry data: {_listed(found)}. To see what happened to them: nstrace sql "
            f'"SELECT type, {columns}, count(*) FROM {table} GROUP BY ALL" FILE',
        )


def _of_nam(connection: duckdb.DuckDBPyConnection) -> Notes:
    for run_id, in_the_air, on_links in query_rows(connection, ("nam_packets",), _SQL["only_nam"]):
        if in_the_air:
            yield (
                run_id,
                f"nam lines about wireless packets ({in_the_air:,}) have no addresses, ports or "
                "sequence numbers: a flow consists of all packets that agents of one node send to "
                "those of another, and TCP retransmissions count as new data",
            )
        if on_links:
            yield (
                run_id,
                f"nam lines about packets on links without their addresses ({on_links:,}), as "
                "written by old versions of ns, are not part of any flow; they are rows of the "
                "view nam_packets",
            )


def _of_nam_beside_others(connection: duckdb.DuckDBPyConnection) -> Notes:
    for run_id, count in connection.execute(_SQL["drawn_and_traced"]).fetchall():
        yield (
            run_id,
            f"the trace has both nam lines ({count:,}) and other lines about packets: if both "
            "describe the same packets, metrics of links, queues and drops count them twice",
        )


def _of_links_traced_twice(connection: duckdb.DuckDBPyConnection) -> Notes:
    rows = connection.execute(_SQL["traced_twice"]).fetchall()
    for run_id, links in _named(rows, "{}-{}"):
        yield (
            run_id,
            "some links have every line twice, as when trace-all and trace-queue write to the "
            "same file: metrics of these links, of their queues and drops, and of loops count each "
            f"line twice (uniq FILE removes the duplicates): {links}",
        )


def _of_transits(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on packets and times of flows that some values exclude."""
    rows = query_rows(connection, _OF_PACKETS, _SQL["unlike_others"])
    for (run_id, what), group in groupby(rows, key=itemgetter(0, 1)):
        counts = [(subject, int(count)) for _, _, subject, count in group]
        if what == "set-up":
            took = _listed([f"{subject} ({count / 1e9:.4g} s)" for subject, count in counts])
            yield (
                run_id,
                "throughput is measured from a flow's first data packet, and excludes the "
                f"connection setup before it: {took}",
            )
        elif what == "not seen sending":
            yield (
                run_id,
                "data packets that arrived without a line that shows them being sent "
                f"({counts[0][1]:,}), as when a trace begins in the middle of a run, are not "
                "counted in flows",
            )
        else:
            lost = _listed([f"{subject} ({count:,})" for subject, count in counts])
            yield (
                run_id,
                "unique_throughput is measured from the first sending of a packet that arrived; "
                "the following flows lost packets before that, so it can exceed throughput: "
                f"{lost}",
            )


def _of_numbers(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on flows whose sequence numbers don't identify their data."""
    rows = query_rows(connection, _OF_PACKETS, _SQL["numbers_anew"])
    for run_id, found in _named(rows, "{} ({:,} times)"):
        yield (
            run_id,
            "some flows send their first sequence number again after more than 20 other packets, "
            "as when an agent is reset or reuses the port of an earlier one; packets with the same "
            f"number count as retransmissions of the same data: {found}",
        )
    rows = query_rows(connection, _OF_PACKETS, _SQL["joined_segments"])
    for run_id, found in _named(rows, "{} ({:,} packets)"):
        yield (
            run_id,
            "some flows number bytes and resend in one packet what they had sent in several; "
            "sequence numbers that are not sent again count as data that never arrived, which "
            f"stalls in_order_throughput and leaves transfer_time without a value: {found}",
        )


def _of_reasons(connection: duckdb.DuckDBPyConnection) -> Notes:
    for run_id, count in connection.execute(_SQL["drops_without_reason"]).fetchall():
        yield (
            run_id,
            f"wireless drops without a reason ({count:,}), as in nam and in the tagged format, "
            "count as losses, including those that ns writes for packets still waiting when the "
            "run ends (END)",
        )


def _define(connection: duckdb.DuckDBPyConnection) -> None:
    for text in _SQL.definitions:
        connection.execute(text)


def _named(rows: list[tuple[Any, ...]], words: str) -> Notes:
    """Yield for each run the list of its rows, each formatted by ``words`` without the run."""
    for run_id, group in groupby(rows, key=itemgetter(0)):
        yield run_id, _listed([words.format(*row[1:]) for row in group])


def _listed(names: list[str]) -> str:
    left = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {left:,} more" if left > 0 else "")


@dataclass(frozen=True)
class Drops:
    """Lines about drops that don't count as losses of a flow.

    Attributes:
        type: the type of the packets.
        count: the number of lines.
        why: the reason why they don't count.
    """

    type: str
    count: int
    why: str


def uncounted_drops(connection: duckdb.DuckDBPyConnection) -> list[Drops]:
    """Return drops that count in no flow, except those of routing packets and acknowledgements.

    Args:
        connection: a connection with one trace, see :func:`uncounted`.
    """
    _define(connection)
    needs = ("data_types", "overheard", "packets_between_nodes", "traced_layers")
    return [Drops(*row) for row in query_rows(connection, needs, _SQL["uncounted_drops"])]
