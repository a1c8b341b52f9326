"""How ns ends early: whole traces, one sentence on the cause, and progress on a terminal."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from ns2studies.simulator.build import Simulator

LINK = """\
set ns [new Simulator]
set f [open out.tr w]
$ns trace-all $f
set a [$ns node]; set b [$ns node]
$ns duplex-link $a $b {bandwidth} 10ms DropTail
set udp [new Agent/UDP]; $ns attach-agent $a $udp
set null [new Agent/Null]; $ns attach-agent $b $null
$ns connect $udp $null
set cbr [new Application/Traffic/CBR]
{attach}
$ns at 0.1 "$cbr start"
{more}
$ns run
"""
"""A source over one link; its last lines are 12 and 13."""


def script(more: str, bandwidth: str = "1Mb", attach: str = "$cbr attach-agent $udp") -> str:
    values = {"more": more, "bandwidth": bandwidth, "attach": attach}
    return re.sub(r"\{(more|bandwidth|attach)\}", lambda found: values[found[1]], LINK)


def start(ns: Simulator, folder: Path, text: str, **environment: str) -> "subprocess.Popen[str]":
    (folder / "a.tcl").write_text(text, encoding="ascii")
    return subprocess.Popen(
        [ns.ns, "a.tcl"],
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


FINISH = """proc finish {} {
    global ns f
    $ns flush-trace
    close $f
    exec xgraph-of-nobody out.tr &
    exit 0
}
$ns at 1.0 finish"""

ENDINGS = [
    (script("", attach=""), -signal.SIGSEGV, "a.tcl, line 11: This source has no agent"),
    (script("", bandwidth="Mb"), -signal.SIGFPE, "a.tcl, line 5: Link 1-0 has a bandwidth of 0"),
    ("puts [expr 1.0/0.0]", 1, "a.tcl, line 1: An expression of the script has no number"),
    (script(FINISH), 1, "a.tcl, line 16: The script starts xgraph-of-nobody, which is not"),
    (script(FINISH.replace("-of-nobody", "")), 1, "the traces are complete up to here"),
    (script('$ns at 1 "$cbr strat"'), 1, "a.tcl, line 12: The object has no method strat"),
    (script("set x $nosuch"), 1, "a.tcl, line 12: nosuch is read before it is set"),
    (script("$ns connect $udp $b"), 1, 'a.tcl, line 12: "connect" takes two agents'),
    (script("set c [$ns node]; $udp set dst_addr_ 2"), 1, "A packet has no route"),
    (script("$udp set dst_port_ 7"), 1, "A packet arrived where no agent is attached"),
    (script("$ns at 1 {$ns at 0.5 exit}"), 1, 'A time given to "$ns at" lies before'),
    (script("new Agent/GPSR"), 1, "This ns has no Agent/GPSR"),
    (script("puts $f x; close $f; puts $f y"), 1, "A file is used after it was closed"),
    ("puts usage:; exit 1", 1, "The script expects arguments"),
]


@pytest.mark.parametrize(("text", "status", "message"), ENDINGS)
def test_ending_is_explained(
    ns: Simulator, tmp_path: Path, text: str, status: int, message: str
) -> None:
    path = str(tmp_path) if "xgraph " in text else os.environ["PATH"]
    process = start(ns, tmp_path, text, PATH=path)
    printed, said = process.communicate(timeout=60)
    assert process.returncode == status, (printed, said)
    (sentence,) = [line for line in said.splitlines() if re.match(r"ns: .*\.$", line)]
    assert message in sentence
    if status < 0:
        assert f"ns: {signal.Signals(-status).name} at 0.1 s of simulated time\n" in said


def test_division_by_zero_is_error_of_tcl(ns: Simulator, tmp_path: Path) -> None:
    text = """
        proc half x {expr {$x / 0.0}}
        puts [catch {half 2.0}]
        half 1.0
    """
    printed, said = start(ns, tmp_path, text).communicate(timeout=60)
    assert printed == "1\n"
    assert said.startswith('divide by zero\n    while executing\n"expr {$x / 0.0}"\n')


def lines_of(path: Path) -> list[str]:
    text = path.read_text(encoding="ascii")
    assert text.endswith("\n")
    return text.splitlines()


def test_script_may_close_trace_early(ns: Simulator, tmp_path: Path) -> None:
    text = script('$ns at 1 "close $f"; $ns at 2 "$ns flush-trace; exit 0"')
    process = start(ns, tmp_path, text)
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 0
    last = lines_of(tmp_path / "out.tr")[-1]
    assert 0.99 < float(last.split()[1]) <= 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("more", ["", "$ns at 1 {while 1 {set x 1}}"])
def test_signal_leaves_complete_trace_lines(
    ns: Simulator, tmp_path: Path, number: signal.Signals, more: str
) -> None:
    text = script(f"set g [open own.txt w]; puts $g line; puts started; flush stdout\n{more}")
    process = start(ns, tmp_path, text)
    assert process.stdout
    assert process.stdout.readline() == "started\n"
    time.sleep(0.1)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == -number
    assert lines_of(tmp_path / "own.txt") == ["line"]
    assert {len(line.split()) for line in lines_of(tmp_path / "out.tr")} == {12}


def test_crash_leaves_what_was_traced(ns: Simulator, tmp_path: Path) -> None:
    text = script('set other [new Application/Traffic/CBR]; $ns at 0.5 "$other start"')
    process = start(ns, tmp_path, text)
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGSEGV
    assert float(lines_of(tmp_path / "out.tr")[-1].split()[1]) > 0.49


def test_long_run_prints_its_progress(ns: Simulator, tmp_path: Path) -> None:
    text = script("if {rand() < 2} {set x 1}")
    process = start(ns, tmp_path, text, NS_PROGRESS_S="0.1")
    assert process.stderr
    first, *lines = [process.stderr.readline() for _ in range(3)]
    process.terminate()
    process.communicate(timeout=60)
    assert first.startswith("ns: a.tcl, line 12: rand() gives other numbers in each run")
    form = r"ns: \S+ s of simulated time, \S+ events/s; out\.tr \d+\.\d MB \(\+\d+\.\d\)\n"
    assert all(re.fullmatch(form, line) for line in lines), lines
