"""The awk scripts on traces small enough to work out by hand, and on broken ones."""

from fractions import Fraction
from random import Random

import pytest
from awk_scripts import AWKS, PACKETS, WINDOWS, output, start


@pytest.fixture(params=AWKS)
def awk(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_delay(awk: str) -> None:
    heading, first, second = output(awk, "delay.awk", PACKETS)
    assert heading == "flow entries sent received mean_delay_s variance_s2"
    *counts, mean, variance = first.split()
    assert counts == ["1", "8", "5", "3"]
    assert float(mean) == pytest.approx((0.2 + 0.5 + 0.6) / 3, rel=1e-15)
    assert float(variance) == pytest.approx((0.04 + 0.25 + 0.36) / 3 - (1.3 / 3) ** 2, rel=1e-12)
    assert second == "2 1 1 0 - -"


def test_delay_of_each_packet(awk: str) -> None:
    lines = output(awk, "delay.awk", PACKETS, "show=packets")
    assert lines == ["1 0 0.200000000", "1 1 0.500000000", "1 1 0.600000000"]


def test_delay_of_long_simulation(awk: str) -> None:
    """Nanoseconds outgrow 32 bits after two seconds; a day of them must still be exact."""
    text = (
        "+ 86400.000001 0 2 tcp 1500 ------- 1 0.0 2.0 0 1\n"
        "r 86403.000002 0 2 tcp 1500 ------- 1 0.0 2.0 0 1\n"
    )
    assert output(awk, "delay.awk", text, "show=packets") == ["1 0 3.000001000"]
    assert output(awk, "delay.awk", text)[1].startswith("1 2 1 1 3.0000010000000")


def test_small_variance_of_large_delays_is_exact(awk: str) -> None:
    """Delays of 1000 s that differ by microseconds: a sum of squares would lose them all."""
    sent = "".join(f"+ 1 0 2 tcp 1500 ------- 1 0.0 2.0 {n} {n}\n" for n in range(3))
    arrived = "".join(f"r 1001.00000{n} 0 2 tcp 1500 ------- 1 0.0 2.0 {n} {n}\n" for n in range(3))
    variance = output(awk, "delay.awk", sent + arrived)[1].split()[-1]
    assert float(variance) == pytest.approx(2 / 3 * 1e-12, rel=1e-9)


def decimal(time_ns: int) -> str:
    return f"{time_ns // 10**9}.{time_ns % 10**9:09d}"


@pytest.mark.parametrize("largest_ns", [10, 10**6, 10**9, 10**12])
def test_sums_are_those_of_integers(awk: str, largest_ns: int) -> None:
    """To the last printed digit, even where squares outgrow the integers of a double."""
    random = Random(largest_ns)
    delays_ns = [random.randint(largest_ns * 9 // 10, largest_ns) for _ in range(2000)]
    events = [(largest_ns * n // 100, "+", n) for n in range(2000)]
    events += [(sent_ns + delays_ns[n], "r", n) for sent_ns, _, n in events]
    text = "".join(
        f"{event} {decimal(time_ns)} 0 2 tcp 1500 ------- 1 0.0 2.0 {n} {n}\n"
        for time_ns, event, n in sorted(events)
    )
    total = sum(delays_ns)
    variance_ns2 = Fraction(sum(delay**2 for delay in delays_ns), 2000) - Fraction(total, 2000) ** 2
    assert output(awk, "delay.awk", text)[1] == (
        f"1 4000 2000 2000 {total / 2000 / 1e9:.17g} {float(variance_ns2 / 10**18):.12g}"
    )


def test_says_where_sum_is_no_longer_exact(awk: str) -> None:
    text = (
        "+ 0 0 2 tcp 1500 ------- 1 0.0 2.0 0 1\nr 9007199.3 0 2 tcp 1500 ------- 1 0.0 2.0 0 1\n"
    )
    result = start(awk, "delay.awk", text=text)
    assert result.returncode == 0
    assert result.stderr == (
        "standard input: the delays of flow 1 add up to more than 2^53 ns; "
        "last digits may be wrong\n"
    )


@pytest.mark.parametrize(
    ("script", "row"),
    [
        ("delay.awk", "1 6 4 2 0.55000000000000004 0.0025"),
        ("throughput.awk", "1 4 2 50 50.0"),
        ("loss.awk", "1 4 2 1 25 2"),
        ("goodput.awk", "1 1 1500 24000 13333.333333333334 30000 50"),
    ],
)
def test_arrivals_without_sending_are_ignored(awk: str, script: str, row: str) -> None:
    text = PACKETS.replace("+ 1.1 0 2 tcp 1500 ------- 1 0.0 3.0 0 2\n", "")
    result = start(awk, script, text=text)
    assert result.returncode == 0
    assert result.stderr == ("standard input: left out arrivals whose sending is not in it: 1\n")
    assert result.stdout.splitlines()[1] == row


@pytest.mark.parametrize("script", ["delay.awk", "throughput.awk", "loss.awk", "goodput.awk"])
def test_node_1_is_not_node_11(awk: str, script: str) -> None:
    """Nothing here is sent by 11.0 or arrives at 33.0."""
    text = (
        "+ 1.2 1 3 tcp 1500 ------- 4 11.0 3.0 0 20\n"
        "+ 1.3 0 3 tcp 1500 ------- 5 0.0 33.0 0 21\n"
        "r 1.4 0 3 tcp 1500 ------- 5 0.0 33.0 0 21\n"
    )
    rows = [row.split() for row in output(awk, script, text)[1:]]
    received = {"delay.awk": 3, "throughput.awk": 2, "loss.awk": 2, "goodput.awk": 1}[script]
    assert [(row[0], row[received]) for row in rows if row[0] != "all"] == [("5", "0")]


def test_send_receive_keeps_flow_on_its_links(awk: str) -> None:
    options = ("first=0-2", "last=2-3")
    lines = output(awk, "send_receive.awk", PACKETS, *options)
    assert lines == [
        "+ 1.1 0", "+ 1.2 1", "r 1.3 0", "+ 1.4 1", "+ 1.6 1", "r 1.7 1", "r 1.8 1", "+ 1.9 2",
    ]  # fmt: skip
    assert output(awk, "send_receive.awk", PACKETS, *options, "flow=2") == []
    assert output(awk, "send_receive.awk", PACKETS, *options, "size=1000") == []
    assert output(awk, "send_receive.awk", PACKETS, *options, "type=cbr") == ["+ 1.5 0", "r 1.75 0"]
    assert output(awk, "send_receive.awk", PACKETS, "first=1-2", "last=2-3", "flow=2") == [
        "+ 1.4 0"
    ]


def test_send_receive_between_links_on_way(awk: str) -> None:
    result = start(awk, "send_receive.awk", "first=2-3", "last=2-3", "flow=1", text=PACKETS)
    assert result.stdout.splitlines() == ["+ 1.25 0", "r 1.3 0"]
    assert result.stderr == "standard input: left out arrivals whose sending is not in it: 2\n"


def test_send_receive_refuses_to_mix_flows(awk: str) -> None:
    result = start(awk, "send_receive.awk", "first=0-2,1-2", "last=2-3", text=PACKETS)
    assert result.returncode == 1
    assert result.stderr == (
        "standard input, line 11: flow 2:1.7-3.1 shares the links with flow 1:0.0-3.0; "
        "choose one with -v flow=\n"
    )


def test_delay_reads_what_send_receive_wrote(awk: str) -> None:
    short = "\n".join(output(awk, "send_receive.awk", PACKETS, "first=0-2", "last=2-3")) + "\n"
    whole, cut = (output(awk, "delay.awk", text)[1] for text in (PACKETS, short))
    assert cut == whole.replace("1", "all", 1)


def test_throughput(awk: str) -> None:
    assert output(awk, "throughput.awk", PACKETS) == [
        "flow sent received percent printed",
        "1 5 3 60 60.0",
        "2 1 0 0 0.0",
        "all 6 3 50 50.0",
    ]


def test_throughput_is_cut_not_rounded(awk: str) -> None:
    sent = "".join(f"+ 1 0 2 tcp 1500 ------- 1 0.0 2.0 {n} {n}\n" for n in range(600))
    arrived = "".join(f"r 2 0 2 tcp 1500 ------- 1 0.0 2.0 {n} {n}\n" for n in range(599))
    *_, percent, printed = output(awk, "throughput.awk", sent + arrived)[1].split()
    assert float(percent) == 100 * 599 / 600
    assert printed == "99.8"


def test_loss(awk: str) -> None:
    assert output(awk, "loss.awk", PACKETS) == [
        "flow sent received dropped percent missing",
        "1 5 3 1 20 2",
        "2 1 0 0 0 1",
        "3 1 1 0 0 0",
        "all 7 4 1 14.285714285714286 3",
    ]


@pytest.mark.parametrize("event", ["d", "e", "c"])
def test_packet_dropped_before_its_first_queue(awk: str, event: str) -> None:
    """An error model may stand there. The thesis counts what enters the queue."""
    text = PACKETS + f"{event} 1.95 0 2 tcp 1500 ------- 1 0.0 3.0 3 10\n"
    assert output(awk, "loss.awk", text)[1] == "1 6 3 2 33.333333333333336 3"
    assert output(awk, "throughput.awk", text) == output(awk, "throughput.awk", PACKETS)
    assert output(awk, "delay.awk", text) == output(awk, "delay.awk", PACKETS)


def test_packet_is_lost_once(awk: str) -> None:
    """Spoilt, and then dropped for it."""
    text = PACKETS + "e 1.95 0 2 tcp 1500 ------- 1 0.0 3.0 2 8\n"
    twice = text + "d 1.96 2 3 tcp 1500 ------- 1 0.0 3.0 2 8\n"
    assert output(awk, "loss.awk", text)[1] == "1 5 3 2 40 2"
    assert output(awk, "loss.awk", twice)[1] == "1 5 3 2 40 2"


def test_drops_of_unknown_packets_are_ignored(awk: str) -> None:
    text = PACKETS + "d 1.95 2 3 tcp 1500 ------- 1 0.0 3.0 3 10\n"
    assert output(awk, "loss.awk", text) == output(awk, "loss.awk", PACKETS)


def test_goodput(awk: str) -> None:
    """Flow 1 starts at 1 s, flow 3 at 1.5 s, and the trace ends at 1.9 s.

    Of flow 1, data 0 and 1 arrive: sent first at 1.1 s and there at 1.7 s, the latter while all
    flows are there. Data 1's copy counts nothing.
    """
    assert output(awk, "goodput.awk", PACKETS) == [
        "flow packets bytes goodput_bps delivered_bps in_order_bps share_percent",
        "1 2 3000 40000 26666.666666666668 30000 50",
        "2 0 0 - 0 0 0",
        "3 1 1500 48000 30000 30000 50",
    ]


def test_goodput_in_order(awk: str) -> None:
    """Data 1 comes last, and data 3 never: 0 is handed on at 1 s, 1 and 2 at 3 s, 4 never."""
    sent = "".join(f"+ 0 0 2 tcp 1500 ------- 1 0.0 2.0 {n} {n}\n" for n in range(5))
    arrived = "".join(
        f"r {time_s} 0 2 tcp 1500 ------- 1 0.0 2.0 {n} {n}\n"
        for time_s, n in ((1, 0), (2, 2), (3, 1), (4, 4))
    )
    other = "+ 2.5 0 2 tcp 40 ------- 2 0.1 2.1 0 9\n+ 2.5 0 2 tcp 1500 ------- 2 0.1 2.1 1 10\n"
    lines = (sent + arrived + other).splitlines(keepends=True)
    text = "".join(sorted(lines, key=lambda line: float(line.split()[1])))
    assert output(awk, "goodput.awk", text)[1] == "1 4 6000 12000 12000 16000 100"


def test_goodput_counts_data_not_packets(awk: str) -> None:
    """Data 5 is sent before data 4, then again, and cut shorter; its shortest packet counts.

    It arrives before flow 2 starts, but is handed on with data 4, at 2 s.
    """
    sizes = ((5, 1000), (4, 1500), (5, 700))
    sent = "".join(
        f"+ 0 0 2 tcp {size} ------- 1 0.0 2.0 {n} {uid}\n" for uid, (n, size) in enumerate(sizes)
    )
    text = (
        f"{sent}r 1 0 2 tcp 1000 ------- 1 0.0 2.0 5 0\n"
        "+ 1.5 0 2 tcp 1500 ------- 2 0.1 2.1 1 9\n"
        "r 2 0 2 tcp 1500 ------- 1 0.0 2.0 4 1\n"
    )
    assert output(awk, "goodput.awk", text)[1] == "1 2 2200 8800 8800 35200 100"


def test_goodput_time_starts_at_drop_before_queues(awk: str) -> None:
    """Its time runs from then."""
    text = (
        "d 0.5 0 2 tcp 1500 ------- 1 0.0 2.0 1 1\n"
        "+ 1 0 2 tcp 1500 ------- 1 0.0 2.0 1 2\n"
        "r 2 0 2 tcp 1500 ------- 1 0.0 2.0 1 2\n"
    )
    assert output(awk, "goodput.awk", text)[1] == "1 1 1500 8000 8000 8000 100"


def test_empty_trace_has_no_rows(awk: str) -> None:
    for script in ("delay.awk", "throughput.awk", "loss.awk", "goodput.awk", "average_cwnd.awk"):
        assert len(output(awk, script, "")) == 1
    assert output(awk, "cwnd.awk", "") == []


def test_window_over_time(awk: str) -> None:
    assert output(awk, "cwnd.awk", WINDOWS, "sender=0.0") == ["0.00000 1.000", "1.00000 2.000"]
    assert output(awk, "cwnd.awk", WINDOWS, "sender=1.7") == ["0.00000 10.500"]


def test_window_over_time_refuses_to_mix_senders(awk: str) -> None:
    result = start(awk, "cwnd.awk", text=WINDOWS)
    assert result.returncode == 1
    assert "line 2: a second sender, 1.7; choose one with -v sender=" in result.stderr


def test_average_window(awk: str) -> None:
    """Nothing fills a buffer of 4096 bytes."""
    assert output(awk, "average_cwnd.awk", WINDOWS) == [
        "sender values mean written mean_of_written",
        "0.0 2 1.5 0 -",
        "1.7 1 10.5 0 -",
    ]


@pytest.mark.parametrize(
    ("lines", "buffer", "first", "second"),
    [
        (2, 61, "1 1", "0 -"),  # the second line's value begins at byte 61
        (2, 62, "1 1", "1 1"),  # "1" of 10.500
        (2, 63, "1 1", "1 10"),  # "10"
        (2, 64, "1 1", "1 10"),  # "10."
        (2, 65, "1 1", "1 10.5"),
        (2, 34, "1 1", "1 10.5"),  # two buffers, each a line
        (4, 101, "1 1", "1 10.5"),  # the buffer ends with another variable's line
        (4, 128, "1 1", "1 10.5"),  # the last line's value begins at byte 128
        (4, 129, "2 1.5", "1 10.5"),
        (4, 135, "2 1.5", "1 10.5"),
        (4, 136, "0 -", "0 -"),
    ],
)
def test_average_window_of_whole_buffers(
    awk: str, lines: int, buffer: int, first: str, second: str
) -> None:
    text = "".join(WINDOWS.splitlines(keepends=True)[:lines])
    rows = output(awk, "average_cwnd.awk", text, f"buffer={buffer}")[1:]
    assert [row.split()[3:] for row in rows] == [first.split(), second.split()]
