"""What metrics are, in plain Python: as slow and as near to the definitions as can be.

A trace here is a list of packets, in the order in which they were sent; times are integer
nanoseconds.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

SECOND = 1_000_000_000


@dataclass(frozen=True)
class Packet:
    """A data packet; ``line`` is that of its arrival."""

    uid: int
    sequence: int
    size: int
    sent: int
    arrived: int | None
    dropped: bool
    line: int | None


Value = Fraction | float | None


def reference(packets: Sequence[Packet], end: int, tcp: bool) -> dict[str, Value]:
    """The metrics of a flow by name; None where there is no value.

    Args:
        end: time of the last event of the trace.
    """
    found: dict[str, Value] = dict(_counts(packets))
    found |= _delays(packets)
    found |= _order(packets)
    found |= _rates(packets, end, tcp)
    found["time_to_full_rate"] = _time_to_full_rate(packets)
    return found if tcp else {name: found[name] for name in found if name not in TCP_ONLY}


TCP_ONLY = {
    "packets_sent",
    "packets_received",
    "packets_lost",
    "packets_retransmitted",
    "mean_delay",
    "delay_variance",
    "connect_time",
    "transfer_time",
}


def arrivals(packets: Iterable[Packet]) -> list[Packet]:
    """Those that arrived, as they arrived."""
    there = [packet for packet in packets if packet.arrived is not None]
    return sorted(there, key=lambda packet: (arrival(packet), packet.line or 0))


def first_arrivals(packets: Iterable[Packet]) -> list[Packet]:
    """Those that brought new data."""
    seen: set[int] = set()
    new = []
    for packet in arrivals(packets):
        if packet.sequence not in seen:
            seen.add(packet.sequence)
            new.append(packet)
    return new


def first_sent(packets: Iterable[Packet]) -> dict[int, int]:
    """When each sequence number was sent first."""
    first: dict[int, int] = {}
    for packet in packets:
        first.setdefault(packet.sequence, packet.sent)
    return first


def arrival(packet: Packet) -> int:
    assert packet.arrived is not None
    return packet.arrived


def delay(packet: Packet) -> int:
    return arrival(packet) - packet.sent


def _counts(packets: Sequence[Packet]) -> Iterator[tuple[str, Value]]:
    there = arrivals(packets)
    dropped = sum(packet.dropped for packet in packets)
    distinct = {packet.sequence for packet in packets}
    again = len(packets) - len(distinct)
    yield "data_packets_sent", Fraction(len(packets))
    yield "data_packets_received", Fraction(len(there))
    yield "data_packets_dropped", Fraction(dropped)
    yield "data_packets_unresolved", Fraction(len(packets) - len(there) - dropped)
    yield "packets_sent", Fraction(len(packets))
    yield "packets_received", Fraction(len(there))
    yield "packets_lost", Fraction(len(packets) - len(there))
    yield "packets_retransmitted", Fraction(again)
    yield "retransmission_share", Fraction(100 * again, len(packets))
    yield "loss", Fraction(100 * dropped, len(packets))
    yield "packets_duplicated", Fraction(len(there) - len(first_arrivals(packets)))


def _delays(packets: Sequence[Packet]) -> dict[str, Value]:
    there = arrivals(packets)
    own = [delay(packet) for packet in there]
    since_first = [arrival(packet) - first_sent(packets)[packet.sequence] for packet in there]
    changes = [abs(after - before) for before, after in pairwise(own)]
    jitter = Fraction(0)
    for change in changes:
        jitter += (change - jitter) / 16
    found: dict[str, Value] = {
        "mean_one_way_delay": mean(own, SECOND),
        "one_way_delay_variance": variance(own),
        "mean_delay": mean(since_first, SECOND),
        "delay_variance": variance(since_first),
        "mean_delay_variation": mean(changes, SECOND),
        "jitter_rfc3550": jitter / SECOND if changes else None,
    }
    for percent in (0, 50, 90, 95, 99, 100):
        found[f"one_way_delay_percentile p{percent}"] = percentile(own, percent)
    return found


def mean(numbers: Sequence[int], unit: int = 1) -> Fraction | None:
    return Fraction(sum(numbers), len(numbers)) / unit if numbers else None


def variance(numbers: Sequence[int]) -> Fraction | None:
    if len(numbers) < 2:
        return None
    middle = Fraction(sum(numbers), len(numbers))
    squares = sum(((number - middle) ** 2 for number in numbers), start=Fraction(0))
    return squares / len(numbers) / SECOND**2


def percentile(numbers: Sequence[int], percent: int) -> Fraction | None:
    """The least number that at least ``percent`` % of them don't exceed."""
    for number in sorted(numbers):
        if sum(other <= number for other in numbers) * 100 >= percent * len(numbers):
            return Fraction(number, SECOND)
    return None


def _order(packets: Sequence[Packet]) -> dict[str, Value]:
    there = arrivals(packets)
    extents = []
    expected = -1
    for place, packet in enumerate(there):
        if packet.uid < expected:
            earlier = [j for j in range(place) if there[j].uid > packet.uid]
            extents.append(place - min(earlier))
        expected = max(expected, packet.uid + 1)
    new = first_arrivals(packets)
    late = sum(
        any(before.sequence > packet.sequence for before in new[:place])
        for place, packet in enumerate(new)
    )
    return {
        "reordered_share": Fraction(100 * len(extents), len(there)) if there else None,
        "mean_reordering_extent": mean(extents),
        "max_reordering_extent": Fraction(max(extents)) if extents else None,
        "out_of_order_share": Fraction(100 * late, len(new)) if new else None,
    }


def _rates(packets: Sequence[Packet], end: int, tcp: bool) -> dict[str, Value]:
    there, new = arrivals(packets), first_arrivals(packets)
    start = packets[0].sent
    sent_at = first_sent(packets)
    in_order = handed_on(packets) if tcp else new
    found: dict[str, Value] = {
        "throughput": rate(there, start, arrival(there[-1]) if there else start),
        "unique_throughput": rate(
            new,
            min((sent_at[packet.sequence] for packet in new), default=start),
            arrival(new[-1]) if new else start,
        ),
        "throughput_sent": rate(packets, start, end),
        "unique_throughput_whole_run": rate(new, start, end),
        "in_order_throughput": rate(in_order, start, end),
        "connect_time": Fraction(arrival(there[0]) - start, SECOND) if there else None,
        "transfer_time": None,
    }
    if new and len(new) == len(sent_at):
        found["transfer_time"] = Fraction(arrival(new[-1]) - start, SECOND)
    return found


def rate(packets: Sequence[Packet], begin: int, end: int) -> Fraction | None:
    """Bits per second."""
    if end == begin:
        return None
    return Fraction(8 * SECOND * sum(packet.size for packet in packets), end - begin)


def handed_on(packets: Sequence[Packet]) -> list[Packet]:
    """What a receiver that keeps order has given to its application, by the end."""
    waiting = sorted({packet.sequence for packet in packets})
    kept: dict[int, Packet] = {}
    given = []
    for packet in first_arrivals(packets):
        kept[packet.sequence] = packet
        while waiting and waiting[0] in kept:
            given.append(kept.pop(waiting.pop(0)))
    return given


def _time_to_full_rate(packets: Sequence[Packet]) -> Fraction | None:
    new = first_arrivals(packets)
    start = packets[0].sent
    seconds = []
    for packet in new:
        begin = arrival(packet) - SECOND
        if begin >= start:
            size = sum(p.size for p in new if begin < arrival(p) <= arrival(packet))
            seconds.append((begin, size))
    best = max((size for _, size in seconds), default=0)
    full = [begin for begin, size in seconds if 10 * size >= 9 * best]
    return Fraction(min(full) - start, SECOND) if full else None
