"""Flow bins in plain Python, after the rules in ns2-patches/records/README.md.

Everything about a packet is remembered for ever, and everything is looked up in lists: slow, and
nothing in it resembles what is tested.
"""

from collections import defaultdict
from dataclasses import dataclass, field

TCP = {"tcp", "xcp", "telnet", "ftp", "http"}
OTHERS = {"udp", "cbr", "exp", "pareto", "rtp", "audio", "video", "ra", "rap_data", "tcpFriend"}

SUMS = [
    *("sent_packets", "sent_bytes", "retransmitted_packets", "retransmitted_bytes"),
    *("delivered_packets", "delivered_bytes", "new_packets", "new_bytes"),
    *("out_of_order_packets", "reordered_packets"),
    *("dropped_in_queue", "dropped_on_line", "dropped_before_queue", "dropped_link_down"),
    "dropped_bytes",
]


@dataclass(frozen=True)
class Event:
    """A line about a packet."""

    event: str
    us: int
    link: tuple[int, int]
    type: str
    size: int
    flow: int
    source: int
    destination: int
    sequence: int
    uid: int

    def line(self) -> str:
        return (
            f"{self.event} {self.us / 1e6:.15g} {self.link[0]} {self.link[1]} {self.type} "
            f"{self.size} ------- {self.flow} {self.source}.0 {self.destination}.0 "
            f"{self.sequence} {self.uid}\n"
        )

    @property
    def data(self) -> bool:
        return (self.type in TCP and self.size > 40) or (self.type in OTHERS and self.size > 0)

    @property
    def key(self) -> tuple[object, ...]:
        return (self.flow, self.source, 0, self.destination, 0, self.type, int(self.data))


@dataclass(frozen=True)
class LinkEvent:
    us: int
    link: tuple[int, int]
    state: str

    def line(self) -> str:
        return f"v {self.us / 1e6:.17g} link-{self.state} {self.link[0]} {self.link[1]}\n"


@dataclass
class Flow:
    sent: list[int] = field(default_factory=list)
    arrived: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    uids: list[int] = field(default_factory=list)


def bins(lines: list[Event | LinkEvent], width_us: int) -> list[tuple[object, ...]]:
    """Rows as in the CSV, without the header; of times nothing but None."""
    flows: dict[tuple[object, ...], Flow] = {}
    rows: dict[tuple[int, int], dict[str, int]] = defaultdict(lambda: dict.fromkeys(SUMS, 0))
    delays: dict[tuple[int, int], list[int]] = defaultdict(list)
    sent_at: dict[int, int] = {}
    last: dict[int, Event] = {}
    for place, event in enumerate(lines):
        if isinstance(event, LinkEvent):
            continue
        if event.event == "-" or (event.event == "r" and event.link[1] != event.destination):
            if event.uid in last:
                last[event.uid] = event
            continue
        if event.event == "+" and event.link[0] != event.source:
            last[event.uid] = event
            continue
        flow = flows.setdefault(event.key, Flow())
        bin_ = (event.us // width_us * width_us, list(flows).index(event.key))
        at_source = event.link[0] == event.source and event.event in "+d"
        if at_source and event.uid not in sent_at:
            sent_at[event.uid] = event.us
            row = rows[bin_]
            row["sent_packets"] += 1
            row["sent_bytes"] += event.size
            if event.data and event.sequence >= 0:
                if event.sequence in flow.sent:
                    row["retransmitted_packets"] += 1
                    row["retransmitted_bytes"] += event.size
                flow.sent.append(event.sequence)
        if event.event == "+":
            last[event.uid] = event
        elif event.event == "r":
            _arrive(event, flow, rows[bin_], delays[bin_], sent_at.pop(event.uid, None))
            last.pop(event.uid, None)
        elif event.event == "d":
            row = rows[bin_]
            row[f"dropped_{_cause(event, place, lines, last.pop(event.uid, None))}"] += 1
            row["dropped_bytes"] += event.size
            sent_at.pop(event.uid, None)
    keys = list(flows)
    return [
        (start, *keys[number], *row.values(), *_summary(delays[start, number]))
        for (start, number), row in sorted(rows.items())
        if any(row.values())
    ]


def _arrive(event: Event, flow: Flow, row: dict[str, int], delays: list[int], sent: int | None):
    row["delivered_packets"] += 1
    row["delivered_bytes"] += event.size
    if sent is not None:
        delays.append(event.us - sent)
    row["reordered_packets"] += any(uid > event.uid for uid in flow.uids)
    flow.uids.append(event.uid)
    numbered = event.data and event.sequence >= 0
    number = event.sequence if numbered else event.uid
    if numbered and number in flow.arrived:
        return
    flow.arrived.append(number)
    row["new_packets"] += 1
    row["new_bytes"] += event.size
    row["out_of_order_packets"] += any(other > number for other in flow.numbers)
    flow.numbers.append(number)


def _cause(event: Event, place: int, lines: list[Event | LinkEvent], before: Event | None) -> str:
    state = "up"
    for number, line in enumerate(lines):
        if isinstance(line, LinkEvent) and line.link == event.link and line.us <= event.us:
            assert number < place or line.us == event.us
            state = line.state
    if state == "down":
        return "link_down"
    if before is None or before.link != event.link or before.event == "r":
        return "before_queue"
    return "in_queue" if before.event == "+" else "on_line"


def _summary(delays: list[int]) -> tuple[int | None, ...]:
    if not delays:
        return (0, 0, None, None)
    return (len(delays), sum(delays), min(delays), max(delays))
