"""The awk scripts on traces small enough to work out by hand, and on broken ones."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ns2studies.layout import ROOT

SCRIPTS = ROOT / "awk-compat"
AWKS = [name for name in ("mawk", "gawk") if shutil.which(name)] or ["awk"]

# Flow 1, node 0 to node 3: packet 0 takes 0.2 s; packet 1 is lost, sent again, and arrives
# twice, 0.5 s and 0.6 s after it was first sent; packet 2 never arrives. Flow 2 comes from
# node 1. Acknowledgements, headers, other links and other types count nowhere.
PACKETS = """\
+ 1 0 2 tcp 40 ------- 1 0.0 3.0 0 1
+ 1.1 0 2 tcp 1500 ------- 1 0.0 3.0 0 2
- 1.1 0 2 tcp 1500 ------- 1 0.0 3.0 0 2
+ 1.2 0 2 tcp 1500 ------- 1 0.0 3.0 1 3
d 1.2 0 2 tcp 1500 ------- 1 0.0 3.0 1 3
r 1.25 0 2 tcp 1500 ------- 1 0.0 3.0 0 2
+ 1.25 2 3 tcp 1500 ------- 1 0.0 3.0 0 2
r 1.3 2 3 tcp 1500 ------- 1 0.0 3.0 0 2
+ 1.3 3 2 ack 40 ------- 1 3.0 0.0 0 4
+ 1.4 0 2 tcp 1500 ------- 1 0.0 3.0 1 5
+ 1.4 1 2 tcp 1000 ------- 2 1.7 3.1 0 6
+ 1.5 0 2 cbr 1500 ------- 3 0.1 3.2 0 7
r 1.7 2 3 tcp 1500 ------- 1 0.0 3.0 1 5
r 1.8 2 3 tcp 1500 ------- 1 0.0 3.0 1 5
+ 1.9 0 2 tcp 1500 ------- 1 0.0 3.0 2 8
"""

WINDOWS = """\
0.00000  0  0  3  0  cwnd_ 1.000 \n\
0.00000  1  7  3  1  cwnd_ 10.500\n\
0.50000  0  0  3  0  rtt_ 7.000 \n\
1.00000  0  0  3  0  cwnd_ 2.000 \n\
"""


@pytest.fixture(params=AWKS)
def awk(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def start(
    awk: str, script: str, *options: str, file: Path | None = None, text: str = ""
) -> subprocess.CompletedProcess[str]:
    words = [word for option in options for word in ("-v", option)]
    command = [awk, "-f", SCRIPTS / "lines.awk", "-f", SCRIPTS / script, *words]
    command += [file] if file else []
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def output(awk: str, script: str, text: str, *options: str) -> list[str]:
    result = start(awk, script, *options, text=text)
    assert (result.stderr, result.returncode) == ("", 0)
    return result.stdout.splitlines()


def test_delay(awk: str) -> None:
    heading, first, second = output(awk, "delay.awk", PACKETS)
    assert heading == "flow entries sent received mean_delay_s variance_s2"
    *counts, mean, variance = first.split()
    assert counts == ["1", "7", "4", "3"]
    assert float(mean) == pytest.approx((0.2 + 0.5 + 0.6) / 3, rel=1e-15)
    assert float(variance) == pytest.approx((0.04 + 0.25 + 0.36) / 3 - (1.3 / 3) ** 2, rel=1e-12)
    assert second == "2 1 1 0 - -"


def test_delay_of_each_packet(awk: str) -> None:
    lines = output(awk, "delay.awk", PACKETS, "show=packets")
    assert lines == ["1 0 0.200000000", "1 1 0.500000000", "1 1 0.600000000"]


def test_delay_of_a_long_simulation(awk: str) -> None:
    """Nanoseconds outgrow 32 bits after two seconds; a day of them must still be exact."""
    text = (
        "+ 86400.000001 0 2 tcp 1500 ------- 1 0.0 2.0 0 1\n"
        "r 86403.000002 0 2 tcp 1500 ------- 1 0.0 2.0 0 1\n"
    )
    assert output(awk, "delay.awk", text, "show=packets") == ["1 0 3.000001000"]
    assert output(awk, "delay.awk", text)[1].startswith("1 2 1 1 3.0000010000000")


def test_variance_small_beside_the_mean(awk: str) -> None:
    """Delays of 1000 s that differ by microseconds: a sum of squares would lose them all."""
    sent = "".join(f"+ 1 0 2 tcp 1500 ------- 1 0.0 2.0 {n} {n}\n" for n in range(3))
    arrived = "".join(f"r 1001.00000{n} 0 2 tcp 1500 ------- 1 0.0 2.0 {n} {n}\n" for n in range(3))
    variance = output(awk, "delay.awk", sent + arrived)[1].split()[-1]
    assert float(variance) == pytest.approx(2 / 3 * 1e-12, rel=1e-9)


def test_delay_says_which_arrivals_it_left_out(awk: str) -> None:
    text = PACKETS.replace("+ 1.1 0 2", "d 1.1 0 2")
    result = start(awk, "delay.awk", text=text)
    assert result.returncode == 0
    assert "1 arrivals left out" in result.stderr
    assert result.stdout.splitlines()[1].startswith("1 5 3 2 0.55")


def test_throughput_leaves_out_the_same_arrivals(awk: str) -> None:
    text = PACKETS.replace("+ 1.1 0 2", "d 1.1 0 2")
    assert output(awk, "throughput.awk", text)[1].startswith("1 3 2 66.6")


def test_send_receive_keeps_a_flow_on_its_links(awk: str) -> None:
    options = ("first=0-2", "last=2-3")
    lines = output(awk, "send_receive.awk", PACKETS, *options)
    assert lines == [
        "+ 1.1 0", "+ 1.2 1", "r 1.3 0", "+ 1.4 1", "r 1.7 1", "r 1.8 1", "+ 1.9 2",
    ]  # fmt: skip
    assert output(awk, "send_receive.awk", PACKETS, *options, "flow=2") == []
    assert output(awk, "send_receive.awk", PACKETS, *options, "size=1000") == []
    assert output(awk, "send_receive.awk", PACKETS, "first=1-2", "last=2-3", "flow=2") == [
        "+ 1.4 0"
    ]


def test_send_receive_refuses_to_mix_flows(awk: str) -> None:
    result = start(awk, "send_receive.awk", "first=1-2", "last=2-3", text=PACKETS)
    assert result.returncode == 1
    assert result.stderr == (
        "standard input, line 11: flow 2 shares the links with flow 1; choose one with -v flow=\n"
    )


def test_delay_reads_what_send_receive_wrote(awk: str) -> None:
    short = "\n".join(output(awk, "send_receive.awk", PACKETS, "first=0-2", "last=2-3")) + "\n"
    whole, cut = (output(awk, "delay.awk", text)[1] for text in (PACKETS, short))
    assert cut == whole.replace("1", "all", 1)


def test_throughput(awk: str) -> None:
    assert output(awk, "throughput.awk", PACKETS) == [
        "flow sent received percent printed",
        "1 4 3 75 75.0",
        "2 1 0 0 0.0",
        "all 5 3 60 60.0",
    ]


def test_throughput_is_cut_not_rounded(awk: str) -> None:
    sent = "".join(f"+ 1 0 2 tcp 1500 ------- 1 0.0 2.0 {n} {n}\n" for n in range(600))
    arrived = "".join(f"r 2 0 2 tcp 1500 ------- 1 0.0 2.0 {n} {n}\n" for n in range(599))
    *_, percent, printed = output(awk, "throughput.awk", sent + arrived)[1].split()
    assert float(percent) == 100 * 599 / 600
    assert printed == "99.8"


def test_an_empty_trace_has_no_rows(awk: str) -> None:
    for script in ("delay.awk", "throughput.awk", "average_cwnd.awk"):
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


@pytest.mark.parametrize("script", ["delay.awk", "throughput.awk", "send_receive.awk"])
@pytest.mark.parametrize(
    "line",
    [
        "",
        "+ 1.1 0 2 tcp 1500 ------- 1 0.0 3.0 0",
        "+ 1.1 0 2 tcp 1500 ------- 1 0.0 3.0 0 2 9",
        "+  1.1 0 2 tcp 1500 ------- 1 0.0 3.0 0 2",
        "+ 1,1 0 2 tcp 1500 ------- 1 0.0 3.0 0 2",
        "x 1.1 0 2 tcp 1500 ------- 1 0.0 3.0 0 2",
        "+ 1.1 0 2 tcp 15.5 ------- 1 0.0 3.0 0 2",
        "+ 1.1 0 2 tcp 1500 ------- 1 0 3.0 0 2",
        "+ nan 0 2 tcp 1500 ------- 1 0.0 3.0 0 2",
        "v 0.5 link-down 3 4",
        "+ 1.1 0",
    ],
)
def test_stops_at_a_bad_packet_line(awk: str, script: str, line: str, tmp_path: Path) -> None:
    lines = PACKETS.splitlines()
    trace = tmp_path / "a bad trace.tr"
    trace.write_bytes("\n".join([*lines[:4], line, *lines[4:], ""]).encode())
    options = ("first=0-2", "last=2-3") if script == "send_receive.awk" else ()
    result = start(awk, script, *options, file=trace)
    assert result.returncode == 1
    assert result.stderr == (
        f'{trace}, line 5: expected the 12 columns of a packet trace, found "{line}"\n'
    )


@pytest.mark.parametrize("line", ["- 1.5 0", "+ 1.5", "+ 1.5 0 7", "+ x 0", PACKETS[:39]])
def test_stops_at_a_bad_line_of_a_flow(awk: str, line: str) -> None:
    result = start(awk, "delay.awk", text=f"+ 1 0\n{line}\nr 2 0\n")
    assert (result.stdout, result.returncode) == ("", 1)
    assert result.stderr.startswith("standard input, line 2: expected event, time and sequence")


@pytest.mark.parametrize("script", ["cwnd.awk", "average_cwnd.awk"])
@pytest.mark.parametrize(
    "line",
    [
        "",
        "1.00000  0  0  3  0  cwnd_",
        "1.00000  0  0  3  0  cwnd_ 2.000 1",
        "1.00000  0  0  3  0  cwnd_ two",
        "+ 1 0 2 tcp 40 ------- 1 0.0 3.0 0 1",
    ],
)
def test_stops_at_a_bad_window_line(awk: str, script: str, line: str, tmp_path: Path) -> None:
    trace = tmp_path / "bad.tr"
    trace.write_bytes(f"0.00000  0  0  3  0  cwnd_ 1.000 \n{line}\n".encode())
    result = start(awk, script, file=trace)
    assert result.returncode == 1
    assert result.stderr == (
        f'{trace}, line 2: expected the 7 columns of a variable trace, found "{line}"\n'
    )


@pytest.mark.parametrize(("script", "text"), [("delay.awk", PACKETS), ("cwnd.awk", WINDOWS)])
def test_stops_at_a_dos_line(awk: str, script: str, text: str, tmp_path: Path) -> None:
    trace = tmp_path / "dos.tr"
    trace.write_bytes(text.replace("\n", "\r\n").encode())
    result = start(awk, script, file=trace)
    assert (result.stdout, result.returncode) == ("", 1)
    assert result.stderr.startswith(f"{trace}, line 1: it ends with a carriage return")


@pytest.mark.parametrize("name", ["trace.tr", "it's a trace.tr", '$(x) `y` "z".tr', "-.tr"])
@pytest.mark.parametrize("script", ["delay.awk", "throughput.awk"])
def test_stops_at_a_cut_end(awk: str, script: str, name: str, tmp_path: Path) -> None:
    """Even where what is left of the last line looks like a line."""
    trace = tmp_path / name
    trace.write_text(PACKETS)
    assert start(awk, script, file=trace).returncode == 0
    trace.write_text(PACKETS.removesuffix("\n"))
    result = start(awk, script, file=trace)
    assert (result.stdout, result.returncode) == ("", 1)
    assert result.stderr == f"{trace}, line 15: the last line is cut\n"


def test_stops_where_time_goes_back(awk: str) -> None:
    first, second, *others = PACKETS.splitlines(keepends=True)
    result = start(awk, "delay.awk", text="".join([second, first, *others]))
    assert result.returncode == 1
    assert "standard input, line 2: its time is before" in result.stderr


def test_stops_at_a_second_trace(awk: str, tmp_path: Path) -> None:
    trace = tmp_path / "trace.tr"
    trace.write_text(PACKETS)
    command = [awk, "-f", SCRIPTS / "lines.awk", "-f", SCRIPTS / "delay.awk", trace, trace]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.stdout, result.returncode) == ("", 1)
    assert result.stderr == f"{trace}, line 1: a second trace; give one at a time\n"


@pytest.mark.parametrize(
    ("script", "options", "message"),
    [
        ("delay.awk", ("show=flows",), "expected -v show=packets"),
        ("send_receive.awk", (), "expected -v first=FROM-TO"),
        ("send_receive.awk", ("first=0-2",), "expected -v last=FROM-TO"),
        ("send_receive.awk", ("first=0:2", "last=2-3"), "expected -v first=FROM-TO"),
        ("average_cwnd.awk", ("buffer=0",), "expected -v buffer=BYTES"),
    ],
)
def test_refuses_bad_options(awk: str, script: str, options: tuple[str, ...], message: str) -> None:
    result = start(awk, script, *options, text=PACKETS)
    assert (result.stdout, result.returncode) == ("", 1)
    assert f"{script}: {message}" in result.stderr
