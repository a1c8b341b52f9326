"""What the awk scripts take for a line of a trace, what they leave out, and what stops them."""

import os
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from awk_scripts import AWKS, PACKET_SCRIPTS, PACKETS, SCRIPTS, WINDOWS, output, start

LINK_EVENTS = "v 1.2 link-down 3 4\nv 1.2 link-up 4 3\n"
ANNOTATION = 'v 1.25 eval {set sim_annotation {a text, with \\n and "}}\n'
LEFT_OUT = "standard input: left out lines of other kinds:"

# What a second connection with the number of flow 1 makes of the trace.
SHARED = PACKETS.replace(" 2 1.7 3.1 ", " 1 1.7 3.1 ")


@pytest.fixture(params=AWKS)
def awk(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=PACKET_SCRIPTS)
def script(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def between(text: str, other: str) -> str:
    """``other`` after the fourth line of ``text``."""
    lines = text.splitlines(keepends=True)
    return "".join([*lines[:4], other, *lines[4:]])


def columns(text: str, gap: str, more: str = "") -> str:
    """The lines with other blanks between their columns, and more columns."""
    return "".join(f"{gap.join(line.split())}{more}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        columns(PACKETS, " ", " 0 0x0 40 0"),
        columns(PACKETS, " ", " -1 0x1f 40 0"),
        columns(PACKETS, "  "),
        columns(PACKETS, " \t", "  "),
        PACKETS.replace("\n", "\r\n"),
        PACKETS.replace("------- ", "--A-E--N "),
        PACKETS.replace(" 8\n", " -8\n"),
    ],
    ids=["headers", "signs in headers", "blanks", "tabs", "DOS", "flags", "uid"],
)
def test_packet_lines_may_vary_in_layout(awk: str, script: str, text: str) -> None:
    options = PACKET_SCRIPTS[script]
    assert text != PACKETS
    assert output(awk, script, text, *options) == output(awk, script, PACKETS, *options)


def test_small_times(awk: str) -> None:
    """ns prints times with %.15g."""
    text = (
        "+ 0 0 2 tcp 1500 ------- 1 0.0 2.0 0 1\n"
        "+ 1e-05 0 2 tcp 1500 ------- 1 0.0 2.0 1 2\n"
        "r 4.4999999999999998e-05 0 2 tcp 1500 ------- 1 0.0 2.0 0 1\n"
        "r 5e-05 0 2 tcp 1500 ------- 1 0.0 2.0 1 2\n"
    )
    lines = output(awk, "delay.awk", text, "show=packets")
    assert lines == ["1 0 0.000045000", "1 1 0.000040000"]


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (LINK_EVENTS, "link event 2"),
        (LINK_EVENTS.replace("\n", "\r\n"), "link event 2"),
        ("v 1.2 link-down 3 4 \n", "link event 1"),
        (ANNOTATION, "annotation 1"),
        ("v  1e-05  eval   {set\tsim_annotation {}}\n", "annotation 1"),
        (WINDOWS, "variable 4"),
        ("+ 1.2 0 2 sctp 1500 -------D 4 0.0 3.0 1 7 3 0 1\n", "SCTP chunk 1"),
        (f"{ANNOTATION}{WINDOWS}{LINK_EVENTS}", "variable 4, link event 2, annotation 1"),
    ],
)
def test_other_lines_are_left_out_and_counted(awk: str, script: str, other: str, told: str) -> None:
    options = PACKET_SCRIPTS[script]
    result = start(awk, script, *options, text=between(PACKETS, other))
    assert (result.stderr, result.returncode) == (f"{LEFT_OUT} {told}\n", 0)
    assert result.stdout.splitlines() == output(awk, script, PACKETS, *options)


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_annotation_in_any_alphabet(awk: str, script: str, locale: str) -> None:
    text = between(PACKETS, "v 1.2 eval {set sim_annotation {@}}\n").encode()
    text = text.replace(b"@", b"caf\xe9 \xc3\xa9 \x00")
    options = PACKET_SCRIPTS[script]
    result = start(awk, script, *options, text=text, environment={"LC_ALL": locale})
    assert (result.stderr, result.returncode) == (f"{LEFT_OUT} annotation 1\n", 0)
    assert result.stdout.splitlines() == output(awk, script, PACKETS, *options)


def test_windows_among_packets(awk: str) -> None:
    """Senders often write their windows into the packets' trace."""
    result = start(awk, "cwnd.awk", "sender=0.0", text=between(PACKETS, WINDOWS + LINK_EVENTS))
    assert result.stdout.splitlines() == ["0.00000 1.000", "1.00000 2.000"]
    assert result.stderr == f"{LEFT_OUT} packet 17, link event 2\n"


@pytest.mark.parametrize("text", [WINDOWS.replace(" ", "\t"), WINDOWS.replace("\n", "\r\n")])
def test_window_lines_may_vary_in_layout(awk: str, text: str) -> None:
    assert output(awk, "cwnd.awk", text, "sender=1.7") == ["0.00000 10.500"]


@pytest.mark.parametrize(
    ("script", "text", "reason"),
    [
        ("delay.awk", WINDOWS, "the 12 columns of a packet trace, or 16 with TCP headers"),
        ("loss.awk", WINDOWS, "the 12 columns of a packet trace, or 16 with TCP headers"),
        ("cwnd.awk", PACKETS, "the 7 columns of a variable trace"),
    ],
)
def test_refuses_trace_of_another_kind(awk: str, script: str, text: str, reason: str) -> None:
    result = start(awk, script, text=text)
    assert (result.stdout, result.returncode) == ("", 1)
    assert result.stderr.splitlines()[1] == (
        f"standard input: no line of the kind this script reads: {reason}"
    )


@pytest.mark.parametrize(
    "line",
    [
        "",
        "+ 1.2 0 2 tcp 1500 ------- 1 0.0 3.0 0",
        "+ 1.2 0 2 tcp 1500 ------- 1 0.0 3.0 0 2 9",
        "+ 1.2 0 2 tcp 1500 ------- 1 0.0 3.0 0 2 0 0x0",
        "+ 1.2 0 2 tcp 1500 ------- 1 0.0 3.0 0 2 0 0 40 0",
        "+ 1.2 0 2 tcp 1500 ------- 1 0.0 3.0 0 2 0 0x0 40 0 1",
        " + 1.2 0 2 tcp 1500 ------- 1 0.0 3.0 0 2",
        "+ 1,2 0 2 tcp 1500 ------- 1 0.0 3.0 0 2",
        "+ 1. 0 2 tcp 1500 ------- 1 0.0 3.0 0 2",
        "+ -1.2 0 2 tcp 1500 ------- 1 0.0 3.0 0 2",
        "x 1.2 0 2 tcp 1500 ------- 1 0.0 3.0 0 2",
        "+ 1.2 0 2 tcp 15.5 ------- 1 0.0 3.0 0 2",
        "+ 1.2 0 2 tcp 1500 ------- 1 0 3.0 0 2",
        "+ 1.2 0 2 tcp 1500 ------- 1 0.0 3. 0 2",
        "+ nan 0 2 tcp 1500 ------- 1 0.0 3.0 0 2",
        "+ 1.2 -s 0 -d 2 -p tcp -e 1500 -c 1 -i 2 -a 1 -x {0.0 3.0 0 ------- null}",
        "+ -t 1.2 -s 0 -d 2 -p tcp -e 1500 -c 1 -i 2 -a 1 -x {0.0 3.0 0 ------- null}",
        "s 1.200000000 _0_ AGT  --- 0 tcp 40 [0 0 0 0] ------- [0:0 3:0 32 0] [0 0] 0 0",
        "1.2 3 0 11 U -1 Push 4 1 32 1500",
        "v 1.2 link-down 3",
        "v 1.2 link-sideways 3 4",
        "v 1.2",
        "v soon eval {set sim_annotation {}}",
        "flow 1 starts",
        "+ 1.1 0",
        "\x00",
    ],
)
def test_stops_at_any_other_line(awk: str, script: str, line: str, tmp_path: Path) -> None:
    trace = tmp_path / "a bad trace.tr"
    trace.write_bytes(between(PACKETS, f"{line}\n").encode())
    result = start(awk, script, *PACKET_SCRIPTS[script], file=trace)
    assert result.returncode == 1
    assert result.stderr == (
        f"{trace}, line 5: expected the 12 columns of a packet trace, or 16 with TCP headers, "
        f'found "{line}"\n'
    )


@pytest.mark.parametrize(
    "line", ["- 1.5 0", "+ 1.5", "+ 1.5 0 7", "+ x 0", PACKETS[:36], "0.0  0  0  3  0  cwnd_ 1.0"]
)
def test_stops_at_bad_line_of_flow(awk: str, line: str) -> None:
    result = start(awk, "delay.awk", text=f"+ 1 0\n{line}\nr 2 0\n")
    assert (result.stdout, result.returncode) == ("", 1)
    assert result.stderr == (
        f'standard input, line 2: expected event, time and sequence number, found "{line}"\n'
    )


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1.00000  0  0  3  0  cwnd_",
        "1.00000  0  0  3  0  cwnd_ 2.000 1",
        "1.00000  0  0  3  0  cwnd_ two",
        "1,00000  0  0  3  0  cwnd_ 2.000",
        "+ 1.1 0",
    ],
)
@pytest.mark.parametrize("window_script", ["cwnd.awk", "average_cwnd.awk"])
def test_stops_at_bad_window_line(awk: str, window_script: str, line: str, tmp_path: Path) -> None:
    trace = tmp_path / "bad.tr"
    trace.write_bytes(f"0.00000  0  0  3  0  cwnd_ 1.000 \n{line}\n".encode())
    result = start(awk, window_script, file=trace)
    assert result.returncode == 1
    assert result.stderr == (
        f'{trace}, line 2: expected the 7 columns of a variable trace, found "{line}"\n'
    )


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ("0.5  0  0  3  0  cwnd_ 2.0\r\n", "it ends with a carriage return"),
        (PACKETS.splitlines()[0] + "\n", "expected the 7 columns of a variable trace"),
        (LINK_EVENTS, "expected the 7 columns of a variable trace"),
    ],
)
def test_average_windows_need_file_as_ns_wrote_it(awk: str, other: str, reason: str) -> None:
    result = start(awk, "average_cwnd.awk", text=WINDOWS + other)
    assert (result.stdout, result.returncode) == ("", 1)
    assert result.stderr.startswith(f"standard input, line 5: {reason}")


def check_cut_end(awk: str, script: str, trace: Path) -> None:
    """A script refuses a trace, written for it, whose last line has no end."""
    trace.write_text(PACKETS.removesuffix("\n"))
    result = start(awk, script, *PACKET_SCRIPTS[script], file=trace)
    assert result.returncode == 1
    assert result.stderr == f"{trace}, line {PACKETS.count(chr(10))}: the last line is cut\n"


@pytest.mark.parametrize("name", ["trace.tr", "it's a trace.tr", '$(x) `y` "z".tr', "-.tr"])
def test_stops_at_cut_end(awk: str, script: str, name: str, tmp_path: Path) -> None:
    """Even where what is left of the last line looks like a line."""
    trace = tmp_path / name
    trace.write_text(PACKETS)
    assert start(awk, script, *PACKET_SCRIPTS[script], file=trace).returncode == 0
    check_cut_end(awk, script, trace)


# Names in /dev, where the shell's pipes are and files in memory, and others.
@pytest.fixture(params=["/dev/shm", "/tmp"])
def place(request: pytest.FixtureRequest) -> Iterator[Path]:
    with TemporaryDirectory(dir=request.param) as folder:
        yield Path(folder)


def test_truncated_end_is_found_on_any_file_system(awk: str, script: str, place: Path) -> None:
    check_cut_end(awk, script, place / "trace.tr")


def test_pipe_with_name_is_read_once(awk: str, script: str, place: Path) -> None:
    trace = place / "trace.tr"
    os.mkfifo(trace)
    writer = Thread(target=trace.write_text, args=[PACKETS])
    writer.start()
    result = start(awk, script, *PACKET_SCRIPTS[script], file=trace)
    writer.join()
    assert (result.stderr, result.returncode) == ("", 0)
    assert result.stdout == start(awk, script, *PACKET_SCRIPTS[script], text=PACKETS).stdout


def test_stops_when_time_decreases(awk: str, script: str) -> None:
    first, second, *others = PACKETS.splitlines(keepends=True)
    text = "".join([second, first, *others])
    result = start(awk, script, *PACKET_SCRIPTS[script], text=text)
    assert result.returncode == 1
    assert result.stderr == (
        "standard input, line 2: its time is before the time of the line above\n"
    )


def test_stops_at_second_trace(awk: str, tmp_path: Path) -> None:
    trace = tmp_path / "trace.tr"
    trace.write_text(PACKETS)
    command = [awk, "-f", SCRIPTS / "lines.awk", "-f", SCRIPTS / "delay.awk", trace, trace]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.stdout, result.returncode) == ("", 1)
    assert result.stderr == f"{trace}, line 1: a second trace; give one at a time\n"


@pytest.mark.parametrize("totals", ["delay.awk", "throughput.awk", "loss.awk", "goodput.awk"])
def test_connections_that_share_flow_number(awk: str, totals: str) -> None:
    heading, first, second, *others = output(awk, totals, PACKETS)
    assert output(awk, totals, SHARED) == [
        heading,
        first.replace("1", "1:0.0-3.0", 1),
        second.replace("2", "1:1.7-3.1", 1),
        *others,
    ]


def test_each_packets_delay_says_which_connection(awk: str) -> None:
    lines = output(awk, "delay.awk", SHARED, "show=packets")
    assert lines[0] == "1:0.0-3.0 0 0.200000000"


def test_one_flow_of_several(awk: str) -> None:
    heading, first, second, *_ = output(awk, "loss.awk", SHARED)
    assert output(awk, "loss.awk", PACKETS, "flow=2")[1:] == ["2 1 0 0 0 1", "all 1 0 0 0 1"]
    assert output(awk, "loss.awk", SHARED, "flow=1:1.7-3.1")[1] == second.replace(":1.7-3.1", "")
    assert output(awk, "loss.awk", SHARED, "flow=1")[:3] == [heading, first, second]


def test_packets_of_another_type(awk: str) -> None:
    assert output(awk, "loss.awk", PACKETS, "type=cbr")[1:] == ["3 1 1 0 0 0", "all 1 1 0 0 0"]
    assert output(awk, "delay.awk", PACKETS, "type=cbr")[1:] == ["3 2 1 1 0.25 0"]
    small = PACKETS.replace("cbr 1500", "cbr 20")
    assert output(awk, "delay.awk", small, "type=cbr")[1:] == ["3 2 1 1 0.25 0"]


def test_missing_data_lists_packet_types(awk: str, script: str) -> None:
    result = start(awk, script, "type=exp", *PACKET_SCRIPTS[script], text=PACKETS)
    assert len(result.stdout.splitlines()) <= 1
    assert result.returncode == 0
    assert result.stderr == (
        "standard input: no data packets of type exp in it; others: tcp ack cbr\n"
    )


@pytest.mark.parametrize(
    ("script", "row"),
    [
        ("delay.awk", "3 3 2 1 0.14999999999999999 0"),
        ("throughput.awk", "3 2 1 50 50.0"),
        ("loss.awk", "3 2 1 0 0 1"),
        ("goodput.awk", "3 1 1500 80000 30000 30000 100"),
    ],
)
def test_packets_without_sequence_numbers_go_by_uid(awk: str, script: str, row: str) -> None:
    text = PACKETS.replace("cbr 1500 ------- 3 0.1 3.2 0", "message 1500 ------- 3 0.1 3.2 -1")
    text = (
        between(text, "")
        .replace(
            "r 1.75 2 3 message 1500 ------- 3 0.1 3.2 -1 7\n",
            "r 1.75 2 3 message 1500 ------- 3 0.1 3.2 -1 10\n",
        )
        .replace("+ 1.6 ", "+ 1.6 0 2 message 1500 ------- 3 0.1 3.2 -1 10\n+ 1.6 ", 1)
    )
    assert output(awk, script, text, "type=message")[1] == row


def test_send_receive_needs_sequence_numbers(awk: str) -> None:
    text = PACKETS.replace("cbr 1500 ------- 3 0.1 3.2 0", "message 80 ------- 3 0.1 3.2 -1")
    result = start(awk, "send_receive.awk", "type=message", "first=0-2", "last=2-3", text=text)
    assert (result.stdout, result.returncode) == ("", 1)
    assert result.stderr == (
        "standard input, line 12: packets of type message have no sequence numbers\n"
    )


def test_hierarchical_addresses_need_links(awk: str, script: str) -> None:
    text = PACKETS.replace(" 0.0 3.0 ", " 0.0.1.0 1.0.2.0 ").replace(
        " 1.7 3.1 ", " 0.0.2.7 1.0.2.1 "
    )
    options = PACKET_SCRIPTS[script]
    if not options:
        result = start(awk, script, text=text)
        assert result.returncode == 1
        assert result.stderr.startswith(
            "standard input, line 2: which node 0.0.1.0 or 1.0.2.0 is does not show in "
            "hierarchical addresses; name the links with -v first=FROM-TO"
        )
    links = ("first=0-2,1-2", "last=2-3")
    chosen = options or links
    assert output(awk, script, text, *chosen) == output(awk, script, PACKETS, *options)


def test_packet_that_comes_back_counts_once(awk: str, script: str) -> None:
    """Its uid shows that data 0's packet is the same one, at its source and its destination."""
    lines = PACKETS.splitlines(keepends=True)
    loop = [
        "r 1.25 0 2 tcp 1500 ------- 1 0.0 3.0 0 2\n",
        "+ 1.25 2 0 tcp 1500 ------- 1 0.0 3.0 0 2\n",
        "r 1.26 2 0 tcp 1500 ------- 1 0.0 3.0 0 2\n",
        "+ 1.26 0 2 tcp 1500 ------- 1 0.0 3.0 0 2\n",
    ]
    text = "".join([*lines[:7], *loop, *lines[7:9], lines[7], *lines[9:]])
    options = PACKET_SCRIPTS[script]
    assert output(awk, script, text, *options) == output(awk, script, PACKETS, *options)


def comma_locale(folder: Path) -> dict[str, str]:
    """A locale with a decimal comma, laid out as glibc compiles one: machines may have none."""
    strings = [b",\0", b"\0", b"\0", b",\0\0\0", b"\0\0\0\0", b"ANSI_X3.4-1968\0"]
    starts = [8 + 4 * len(strings)]
    for text in strings[:-1]:
        starts.append(starts[-1] + len(text))
    heading = struct.pack(f"<{2 + len(starts)}I", 0x20031114, len(starts), *starts)
    (folder / "comma").mkdir()
    (folder / "comma" / "LC_NUMERIC").write_bytes(heading + b"".join(strings))
    return os.environ | {"LOCPATH": str(folder), "LC_ALL": "", "LC_NUMERIC": "comma"}


def test_decimal_comma(awk: str, script: str, tmp_path: Path) -> None:
    """An awk that reads 1.1 as 1 must not be used; others aren't bothered by the locale."""
    environment = comma_locale(tmp_path)
    options = PACKET_SCRIPTS[script]
    half = subprocess.check_output([awk, "BEGIN { print 0.5 }"], env=environment, text=True)
    result = start(awk, script, *options, text=PACKETS, environment=environment)
    if half == "0,5\n":
        assert (result.stdout, result.returncode) == ("", 1)
        assert "start it with LC_ALL=C" in result.stderr
    else:
        assert result.stdout.splitlines() == output(awk, script, PACKETS, *options)


def test_locale_has_decimal_comma(tmp_path: Path) -> None:
    """Or else the test before this one would show nothing."""
    printed = subprocess.check_output(
        ["bash", "-c", "printf %.1f 0,5"], env=comma_locale(tmp_path), text=True
    )
    assert printed == "0,5"
