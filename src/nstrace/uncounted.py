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
            f"at line {line:,} time falls back, and the numbers of packets (uid) begin anew, as "
            "where the traces of several runs stand in one file: their packets are taken for each "
            f"other's; cut the file there (head -n {line - 1}, tail -n +{line})",
        )


def _of_shapes(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on lines of wireless packets that deviate from those of ns-2.35."""
    for run_id, count, line in connection.execute(_SQL["unknown_fields"]).fetchall():
        yield (
            run_id,
            f"lines of packets of wireless nodes with a field that is not known, or is no number, "
            f"such as -Ne -nan ({count:,}, the first one is line {line:,}), count in no flow: they "
            "are rows of nam, as they stand",
        )
    for run_id, count, line in connection.execute(_SQL["unread_rests"]).fetchall():
        yield (
            run_id,
            "lines of packets of wireless nodes that go on in another way than ns-2.35 writes "
            f"them, as with [energy 99.9] alone ({count:,}, the first one is line {line:,}), count "
            "in no flow: what is not known of them is in the column rest",
        )


def _of_addresses(connection: duckdb.DuckDBPyConnection) -> Notes:
    for run_id, count in query_rows(connection, ("end_lines",), _SQL["lines_without_flow"]):
        yield (
            run_id,
            f"{count:,} packet lines are in no flow: their addresses are of several levels, "
            "and lines don't tell which nodes have these; SQL can group by source_address and "
            "destination_address",
        )
    rows = query_rows(connection, ("address_nodes",), _SQL["told_addresses"])
    for run_id, told in _named(rows, "{} of node {}"):
        yield (
            run_id,
            "addresses of several levels are taken for those of the nodes where their packets "
            "start and end, which is right where every link on their way is traced: "
            f"{told}",
        )


def _of_data(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on packets of data types that are nevertheless in no flow."""
    rows = query_rows(connection, ("end_lines",), _SQL["uncounted_data"])
    for run_id, chunks, in_the_air, answers in rows:
        if chunks:
            yield (
                run_id,
                f"lines about packets of SCTP ({chunks:,}) are in no flow: with "
                "show_sctphdr_ there is one for each of a packet's chunks, and what is counted of "
                "links and queues counts lines",
            )
        if in_the_air:
            yield (
                run_id,
                f"packets of SCTP in the air ({in_the_air:,} lines of agents) are in no flow: a "
                "line tells the last one of a packet's chunks alone",
            )
        if answers:
            yield (
                run_id,
                f"data in acknowledgements ({answers:,}), as in those of a FullTcp agent that "
                "listens, are in no flow",
            )


def _of_sizes(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on flows whose data packets are no larger than a header."""
    needs = ("connections", "data_types", "end_lines")
    rows = query_rows(connection, needs, _SQL["small_data"])
    for run_id, found in _named(rows, "{} ({} bytes, {:,} packets)"):
        yield (
            run_id,
            "TCP packets that are no larger than a header count in no flow, though these are "
            f"numbered like data, as without headers (useHeaders_ false): {found}",
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
            f"packets of types that count in no flow, since nothing says that they carry data: "
            f'{_listed(found)}. nstrace sql "SELECT type, {columns}, count(*) FROM {table} GROUP '
            'BY ALL" FILE tells what became of them',
        )


def _of_nam(connection: duckdb.DuckDBPyConnection) -> Notes:
    for run_id, in_the_air, on_links in query_rows(connection, ("nam_packets",), _SQL["only_nam"]):
        if in_the_air:
            yield (
                run_id,
                f"lines of nam about packets in the air ({in_the_air:,}) tell no addresses, ports "
                "or numbers: a flow is what agents of one node sent and those of another "
                "received, and what TCP sends again counts as data of its own",
            )
        if on_links:
            yield (
                run_id,
                f"lines of nam about packets on links without their addresses ({on_links:,}), as "
                "old versions of ns write them, are in no flow: nam_packets has them as rows",
            )


def _of_nam_beside_others(connection: duckdb.DuckDBPyConnection) -> Notes:
    for run_id, count in connection.execute(_SQL["drawn_and_traced"]).fetchall():
        yield (
            run_id,
            f"lines of nam about packets ({count:,}) stand beside others: where both tell of "
            "the same packets, what is counted of links, queues and drops counts them twice",
        )


def _of_links_traced_twice(connection: duckdb.DuckDBPyConnection) -> Notes:
    rows = connection.execute(_SQL["traced_twice"]).fetchall()
    for run_id, links in _named(rows, "{}-{}"):
        yield (
            run_id,
            "each line of some links stands twice, as where trace-all and trace-queue write to one "
            "file: what is counted of these links, their queues and drops, and of loops, counts it "
            f"twice (uniq FILE takes away what is there again): {links}",
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
                "throughput is of the time from a flow's first data packet on, "
                f"without the set-up of its connection before: {took}",
            )
        elif what == "not seen sending":
            yield (
                run_id,
                f"data packets that arrived without a line of their being sent ({counts[0][1]:,}), "
                "as where a trace begins in the middle of a run, don't count in flows",
            )
        else:
            lost = _listed([f"{subject} ({count:,})" for subject, count in counts])
            yield (
                run_id,
                "unique_throughput is of the time from the first sending of a packet that arrived; "
                f"these flows lost packets before, so that it can be above throughput: {lost}",
            )


def _of_numbers(connection: duckdb.DuckDBPyConnection) -> Notes:
    """Yield notes on flows whose sequence numbers don't identify their data."""
    rows = query_rows(connection, _OF_PACKETS, _SQL["numbers_anew"])
    for run_id, found in _named(rows, "{} ({:,} times)"):
        yield (
            run_id,
            "flows that send their first number again after more than twenty other packets, as "
            "where an agent got the port of an earlier one, or was reset: packets of the same "
            f"number are taken for the same data, sent again: {found}",
        )
    rows = query_rows(connection, _OF_PACKETS, _SQL["joined_segments"])
    for run_id, found in _named(rows, "{} ({:,} packets)"):
        yield (
            run_id,
            "flows that number bytes, and send again in one packet what they had sent in several: "
            "numbers that don't come again count as data that never arrived, which holds up "
            f"in_order_throughput and transfer_time: {found}",
        )


def _of_reasons(connection: duckdb.DuckDBPyConnection) -> Notes:
    for run_id, count in connection.execute(_SQL["drops_without_reason"]).fetchall():
        yield (
            run_id,
            f"drops in the air without a reason ({count:,}), as those of nam and of the "
            "tagged format, count as lost, those too that ns writes of what still waits when the "
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
