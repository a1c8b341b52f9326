"""Metrics on random traces: SQL against plain Python, and what must hold whatever the trace."""

import random
from fractions import Fraction

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metrics_reference import SECOND, Packet, Value, reference
from small_traces import database, in_order, measured, sent, values

from nstrace.metrics.compute import compute

MICROSECOND = 1000


def random_flow(source: random.Random, first_uid: int, tcp: bool) -> list[Packet]:
    """Packets sent over a few seconds: some lost, some sent again, some overtaken."""
    packets = []
    at = source.randrange(0, SECOND, MICROSECOND)
    sequence = source.randrange(3)
    numbers: list[int] = []
    for uid in range(first_uid, first_uid + source.randrange(1, 25)):
        at += source.randrange(0, source.choice([20, 400]) * 1_000_000, MICROSECOND)
        if numbers and tcp and source.random() < 0.3:
            number = source.choice(numbers)
        else:
            number, sequence = sequence, sequence + 1
        numbers.append(number)
        fate = source.random()
        arrived = None
        if fate < 0.75:
            arrived = at + source.randrange(MICROSECOND, 600_000_000, MICROSECOND)
        size = 500 + 100 * (number % 5)
        packets.append(Packet(uid, number, size, at, arrived, 0.75 <= fate < 0.95, None))
    return packets


def lines(packet: Packet, kind: str, flow: int) -> list[str]:
    return sent(
        packet.uid,
        packet.sequence,
        packet.sent / SECOND,
        None if packet.arrived is None else packet.arrived / SECOND,
        dropped_s=packet.sent / SECOND if packet.dropped else None,
        flow=flow,
        kind=kind,
        size=packet.size,
    )


def with_lines(packets: list[Packet], trace: str) -> list[Packet]:
    """The packets with the lines of their arrivals."""
    place = {
        int(line.rsplit(maxsplit=1)[1]): number
        for number, line in enumerate(trace.splitlines(), start=1)
        if line[0] == "r"
    }
    return [Packet(**{**vars(packet), "line": place.get(packet.uid)}) for packet in packets]


def expected_values(trace: str, flows: dict[int, list[Packet]], end: int) -> dict[str, Value]:
    return {
        f"{name} flow{flow}": value
        for flow, packets in flows.items()
        for name, value in reference(with_lines(packets, trace), end, tcp=flow == 1).items()
        if value is not None
    }


def test_random_traces_against_plain_python() -> None:
    """Three hundred runs of one TCP flow, some with a constant bit rate flow besides."""
    source = random.Random(20090601)
    texts, expected = {}, {}
    for number in range(300):
        run = f"run{number}"
        flows = {1: random_flow(source, 1, tcp=True)}
        if number % 3 == 0:
            flows[2] = random_flow(source, 1000, tcp=False)
        kinds = {1: "tcp", 2: "cbr"}
        texts[run] = in_order(
            *(lines(packet, kinds[flow], flow) for flow in flows for packet in flows[flow])
        )
        end = max(round(float(line.split()[1]) * 1e9) for line in texts[run].splitlines())
        found = expected_values(texts[run], flows, end)
        # The shared period of several flows has a test of its own.
        expected[run] = {
            name: value
            for name, value in found.items()
            if len(flows) == 1 or not name.startswith("in_order_throughput")
        }
    checked = 0
    ours = by_run(texts)
    for run, wanted in expected.items():
        names = {name.rsplit(" p", 1)[0].split()[0] for name in wanted}
        measured_here = {
            name: value
            for name, value in ours[run].items()
            if name.split()[0] in names and " all" not in name
        }
        assert measured_here == pytest.approx(
            {name: float(value) for name, value in wanted.items()}, rel=1e-9, abs=1e-15
        ), f"{run}\n{texts[run]}"
        checked += len(wanted)
    assert checked > 10_000


def by_run(texts: dict[str, str]) -> dict[str, dict[str, float]]:
    """All values of each run, as ``METRIC[ pPERCENT] SUBJECT``."""
    found: dict[str, dict[str, float]] = {run: {} for run in texts}
    for row in compute(database(texts)).to_pylist():
        flow, _, rest = row["subject"].partition(" ")
        name = f"{row['metric']} {rest} {flow}" if rest else f"{row['metric']} {flow}"
        found[row["run_id"]][name] = row["value"]
    return found


Packets = list[tuple[int, int, int | None, bool, int]]
"""Sequence number, sending and delay in ms, whether dropped, flow."""

PACKETS = st.lists(
    st.tuples(
        st.integers(0, 4),
        st.integers(0, 3_000),
        st.one_of(st.none(), st.integers(1, 900)),
        st.booleans(),
        st.sampled_from([1, 2]),
    ),
    min_size=1,
    max_size=12,
)


def trace_of(packets: Packets) -> str:
    written = []
    for uid, (sequence, at_ms, delay_ms, dropped, flow) in enumerate(packets):
        at_s = at_ms / 1000
        arrives_s = None if delay_ms is None else (at_ms + delay_ms) / 1000
        lost_s = at_s if dropped else None
        written.append(sent(uid, sequence, at_s, arrives_s, dropped_s=lost_s, flow=flow))
    return in_order(*written)


def numbered(traces: list[str]) -> dict[str, str]:
    """Traces as runs of one database: computing all metrics costs the same for a few as for one."""
    return {f"run{number}": trace for number, trace in enumerate(traces)}


@settings(max_examples=10)
@given(st.lists(PACKETS, min_size=1, max_size=6))
def test_invariants_hold_for_every_trace(runs: list[Packets]) -> None:
    found: dict[str, dict[str, dict[str, float]]] = {}
    for row in compute(database(numbered([trace_of(packets) for packets in runs]))).to_pylist():
        of_metric = found.setdefault(row["run_id"], {}).setdefault(row["metric"], {})
        of_metric[row["subject"]] = row["value"]
    for number, packets in enumerate(runs):
        check_what_holds(packets, found[f"run{number}"])


def check_what_holds(packets: Packets, found: dict[str, dict[str, float]]) -> None:
    for flow, count in found["data_packets_sent"].items():
        fates = ("received", "dropped", "unresolved")
        assert count == sum(found[f"data_packets_{fate}"][flow] for fate in fates)
        assert count == sum(entry[4] == int(flow.removeprefix("flow")) for entry in packets)
        assert 0 <= found["loss"][flow] <= 100
    assert sum(found["data_packets_sent"].values()) == len(packets)
    drops = sum(found.get("link_drops", {}).values())
    assert drops == sum(found["data_packets_dropped"].values())
    assert sum(found.get("in_order_share", {"": 100}).values()) == pytest.approx(100)
    for name in ("out_of_order_share", "reordered_share", "retransmission_share"):
        assert all(0 <= value <= 100 for value in found.get(name, {}).values())
    for flow, index in found.get("fairness", {}).items():
        assert 1 / len(found["data_packets_sent"]) - 1e-12 <= index <= 1 + 1e-12, flow
    for flow, largest in found.get("max_reordering_extent", {}).items():
        assert found["mean_reordering_extent"][flow] <= largest
    for flow, value in found.get("unique_throughput", {}).items():
        assert value <= 8 * 1000 * len(packets) / 0.001, flow
    for flow in found.get("unique_throughput_whole_run", {}):
        assert found["unique_throughput_whole_run"][flow] <= found["throughput_sent"][flow] + 1e-9


@settings(max_examples=15)
@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=8), st.integers(1, 1000))
def test_fairness_depends_on_shares_alone(sizes: list[int], factor: int) -> None:
    def index(scale: int) -> dict[str, float]:
        packets = [
            sent(n, 1, 1.0, 1.5, size=41 + scale * size, flow=n, ends=(f"{n}.0", "99.0"))
            for n, size in enumerate(sizes, start=1)
        ]
        return measured(in_order(*packets), "fairness")

    flows = len(sizes)
    got = [41 + factor * size for size in sizes]
    exact = Fraction(sum(got) ** 2, flows * sum(size**2 for size in got))
    assert index(factor) == pytest.approx({"all": float(exact), "tcp": float(exact)}, rel=1e-12)
    assert Fraction(1, flows) <= exact <= 1


@settings(max_examples=10)
@given(st.lists(st.tuples(PACKETS, st.integers(1, 5)), min_size=1, max_size=4))
def test_later_start_changes_no_duration(runs: list[tuple[Packets, int]]) -> None:
    early = [trace_of(packets) for packets, _ in runs]
    late = [
        trace_of([(number, at + 1000 * later_s, *rest) for number, at, *rest in packets])
        for packets, later_s in runs
    ]
    rows = compute(database(numbered([*early, *late])))

    def of_run(number: int) -> pa.Table:
        return rows.filter(pc.field("run_id") == f"run{number}").drop_columns("run_id")

    for number in range(len(runs)):
        assert of_run(number).equals(of_run(len(runs) + number))


def test_rates_of_all_flows_add_up() -> None:
    source = random.Random(7)
    flows = {flow: random_flow(source, 100 * flow, tcp=True) for flow in (1, 2)}
    trace = in_order(*(lines(packet, "tcp", flow) for flow in flows for packet in flows[flow]))
    connection = database(trace)
    events = [round(float(line.split()[1]) * 1e9) for line in trace.splitlines()]
    arrived = sum(p.size for packets in flows.values() for p in packets if p.arrived is not None)
    total = 8e9 * arrived / (max(events) - min(events))
    assert values(connection, "total_throughput") == pytest.approx({"all": total, "tcp": total})
    assert values(connection, "mean_throughput")["all"] == pytest.approx(total / 2)
