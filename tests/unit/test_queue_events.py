"""What happens at a queue, counted one line after the other, as its definition says."""

from contextlib import closing
from itertools import accumulate
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from small_traces import database

from nstrace.metrics.catalogue import catalogue
from nstrace.metrics.compute import queries

Event = tuple[int, str, int, int]
"""Time in s, what happened, at which of two links, and the packet's uid."""

STEPS = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from("+-dr"), st.integers(0, 1), st.integers(1, 5)),
    min_size=1,
    max_size=40,
)
"""Events, with the time since the one before in place of their own."""


def at_times(steps: list[Event]) -> list[Event]:
    times = accumulate(step[0] for step in steps)
    return [(time, *step[1:]) for time, step in zip(times, steps, strict=True)]


def as_trace(events: list[Event]) -> str:
    return "\n".join(
        f"{event} {time}.0 {link} 9 tcp 1000 ------- 1 0.0 9.0 {uid} {uid}"
        for time, event, link, uid in events
    )


def counted(events: list[Event]) -> list[Any]:
    """Line, link, event, is_dropped, was_waiting, waiting packets, next time, when sent last."""
    rows: list[Any] = []
    for link in (0, 1):
        own = [
            (line, time, event, uid)
            for line, (time, event, at, uid) in enumerate(events, start=1)
            if at == link and event in "+-d"
        ]
        if all(event != "-" for _, _, event, _ in own):
            continue
        waiting, last_sent = 0, None
        earlier: dict[int, str] = {}
        for place, (line, time, event, uid) in enumerate(own):
            later = [(at, what) for _, at, what, which in own[place + 1 :] if which == uid]
            is_dropped = event == "+" and later[:1] == [(time, "d")]
            was_waiting = event == "d" and earlier.get(uid) == "+"
            if event == "+":
                waiting += 1
            elif event == "-" or was_waiting:
                waiting -= 1
            next_time = own[place + 1][1] if place + 1 < len(own) else None
            known = (is_dropped, was_waiting, waiting, next_time, last_sent)
            rows.append((line, f"link {link}-9", event, *known))
            earlier[uid] = event
            last_sent = time if event == "-" else last_sent
    return sorted(rows)


@given(STEPS)
def test_queue_events_match_line_by_line_count(steps: list[Event]) -> None:
    events = at_times(steps)
    connection = database(as_trace(events))
    with closing(queries(connection, catalogue().select(["queue_occupancy"]))) as asked:
        next(asked)
        found = connection.execute(
            "SELECT line, link, event, is_dropped, was_waiting, waiting_packets, "
            "next_ns // 1000000000, last_sent_ns // 1000000000 FROM queue_events ORDER BY line"
        ).fetchall()
    assert found == counted(events)
