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
AT_NODES = ["dropped_ttl", "dropped_no_route"]
VARIABLES = ["cwnd_", "ssthresh_", "rtt_"]


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


@dataclass(frozen=True)
class Value:
    """A line about a variable of a sender (all ports are 0)."""

    us: int
    sender: tuple[int, int]
    variable: str
    thousandths: int

    @property
    def printed_us(self) -> int:
        return round(self.us / 10) * 10

    def line(self) -> str:
        source, destination = self.sender
        number = f"{self.thousandths / 1000:<6.3f}"
        if self.variable == "ssthresh_":
            number = str(self.thousandths // 1000)
        return (
            f"{self.printed_us / 1e6:<8.5f} {source:<2d} 0  {destination:<2d} 0  "
            f"{self.variable} {number}\n"
        )


Line = Event | LinkEvent | Value


@dataclass
class Flow:
    sent: list[int] = field(default_factory=list)
    arrived: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    uids: list[int] = field(default_factory=list)


def bins(lines: list[Line], width_us: int) -> list[tuple[object, ...]]:
    """Rows as in the CSV, without the header; where there is nothing, None."""
    flows: dict[tuple[object, ...], Flow] = {}
    born: dict[tuple[object, ...], int] = {}
    rows: dict[Place, dict[str, int]] = defaultdict(lambda: dict.fromkeys(SUMS + AT_NODES, 0))
    delays: dict[Place, list[int]] = defaultdict(list)
    sent_at: dict[int, int] = {}
    last: dict[int, Event] = {}
    seen_sending: dict[tuple[object, ...], int] = {}
    for place, event in enumerate(lines):
        if not isinstance(event, Event):
            continue
        if event.event == "-" or (event.event == "r" and event.link[1] != event.destination):
            if event.uid in last:
                last[event.uid] = event
            continue
        if event.event == "+" and event.link[0] != event.source:
            last[event.uid] = event
            continue
        flow = flows.setdefault(event.key, Flow())
        bin_ = (event.us // width_us * width_us, event.key)
        born.setdefault(event.key, bin_[0])
        at_source = event.link[0] == event.source and event.event in "+d"
        if at_source:
            seen_sending.setdefault(event.key, bin_[0])
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
        elif event.event == "d" and not _is_overheard(event, last.get(event.uid)):
            row = rows[bin_]
            row[f"dropped_{_cause(event, place, lines, last.pop(event.uid, None))}"] += 1
            row["dropped_bytes"] += event.size
            sent_at.pop(event.uid, None)
    values = _values(lines, width_us)
    keys = _with_senders(born, values)
    for sender, start in [(value.sender, start) for start, value in values]:
        rows[start, _holder(sender, start, keys)]  # there is a row, if only of zeros
    order = list(keys)
    return [
        (
            *(start, *key),
            *_sent(row, key not in born or seen_sending.get(key, start + 1) <= start),
            *(row[name] for name in SUMS[4:]),
            *_summary(delays[start, key]),
            *(row[name] for name in AT_NODES),
            *_variables(start, key, keys, values),
        )
        for (start, key), row in sorted(
            rows.items(), key=lambda item: (item[0][0], order.index(item[0][1]))
        )
    ]


def _is_overheard(event: Event, last: Event | None) -> bool:
    """Does a station of a LAN drop a packet that another one has put there, and not for it?"""
    station, lan = event.link
    if last is None or last.event != "-" or event.source == station or lan in (station, -1):
        return False
    return last.link[1] == lan and last.link[0] != station


def _sent(row: dict[str, int], seen: bool) -> list[int | None]:
    """What was sent is not known as long as none of the flow's sending was seen."""
    return [row[name] if seen else None for name in SUMS[:4]]


Key = tuple[object, ...]
Place = tuple[int, Key]
"""A bin, by its start, and a flow."""


def _values(lines: list[Line], width_us: int) -> list[tuple[int, Value]]:
    """All values with the starts of the bins in which they count."""
    found: list[tuple[int, Value]] = []
    now = 0
    for line in lines:
        if isinstance(line, Value):
            now = max(now, line.printed_us - 5)
            found.append((now // width_us * width_us, line))
        else:
            now = line.us if isinstance(line, Event) else max(now, line.us)
    return found


def _with_senders(born: dict[Key, int], values: list[tuple[int, Value]]) -> dict[Key, int]:
    """The flows and when they began; also for senders of which only values are known then."""
    alone: dict[Key, int] = {}
    for start, value in values:
        source, destination = value.sender
        key = (0, source, 0, destination, 0, "", 1)
        if not any(_sends(value.sender, other) and at <= start for other, at in born.items()):
            alone.setdefault(key, start)
    # In each bin, those of which packets are known come first.
    everyone = [
        *((at, 0, key) for key, at in born.items()),
        *((at, 1, k) for k, at in alone.items()),
    ]
    return {key: at for at, _, key in sorted(everyone, key=lambda one: one[:2])}


def _sends(sender: tuple[int, int], key: Key) -> bool:
    return key[1:5] == (sender[0], 0, sender[1], 0) and key[6] == 1


def _holder(sender: tuple[int, int], start: int, keys: dict[Key, int]) -> Key | None:
    """The flow in whose row a sender's values stand: the latest of those with data."""
    found = [key for key, at in keys.items() if at <= start and _sends(sender, key)]
    return found[-1] if found else None


def _variables(
    start: int, key: Key, keys: dict[Key, int], values: list[tuple[int, Value]]
) -> list[str | None]:
    """Last, least and largest value of each variable in a bin."""
    sender = (key[1], key[3])
    found: list[str | None] = []
    for variable in VARIABLES:
        known = [
            (at, value.thousandths)
            for at, value in values
            if value.variable == variable and value.sender == sender and at <= start
        ]
        if not known or _holder(sender, start, keys) != key:
            found += [None] * 3
            continue
        before = [value for at, value in known if at < start][-1:]
        present = before + [value for at, value in known if at == start]
        scale = 1 if variable == "rtt_" else 1000
        found += [f"{x / scale:.12g}" for x in (present[-1], min(present), max(present))]
    return found


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


def _cause(event: Event, place: int, lines: list[Line], before: Event | None) -> str:
    if event.link[0] == event.link[1]:
        return "ttl"
    if event.link[1] == -1:
        return "no_route"
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
