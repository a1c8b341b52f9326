"""Numbers that a configuration may have reach ns unchanged; others are refused in Tcl as well.

That models refuse the others is shown by ``tests/unit/test_integer_bounds.py``.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from number_bounds import BEYOND, Bounds, bounds_at

from ns2studies.basics.nested import flatten
from ns2studies.basics.paths import TCL
from ns2studies.config.registry import load_study
from ns2studies.config.study_files import definition_of, known
from ns2studies.runs.parameter_file import parameter_text
from ns2studies.simulator.build import Simulator

SCRIPT = f"""
source {{{TCL / "library.tcl"}}}
uses parameters topology traffic simulation downloads ceas
simulation::create tcp udp ceas
fconfigure stdout -encoding utf-8 -translation lf
"""

READ_BACK = """
parameters::read [lindex $argv 0]
# ns' variables of either type.
set queue [new Queue/DropTail]
set sender [new Agent/TCP]
foreach key [lsort [array names parameters::values]] {
    if {$key in {study seed}} continue
    if {[string match whole.* $key]} {
        $queue set limit_ [parameters::integer $key]
        puts "$key\\t[$queue set limit_]"
    } else {
        $sender set minrto_ [parameters::number $key]
        puts "$key\\t[$sender set minrto_]"
    }
}
"""


def call(ns: Path, folder: Path, script: str, *words: Path) -> subprocess.CompletedProcess[str]:
    (folder / "test.tcl").write_text(SCRIPT + script, encoding="utf-8")
    return subprocess.run(
        [ns, folder / "test.tcl", *words], capture_output=True, text=True, cwd=folder, check=False
    )


def found(ns: Path, folder: Path, script: str, *words: Path) -> list[str]:
    result = call(ns, folder, script, *words)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def numbers_of(name: str) -> Iterator[tuple[str, Bounds]]:
    """The numbers of a study's scenarios, of each key one, by dotted key."""
    model = definition_of(name).scenario
    seen = set()
    for scenario in load_study(name, "quick").scenarios:
        for key, value in flatten(scenario.parameters).items():
            steps = [int(step) if step.isdecimal() else step for step in key.split(".")]
            kind = tuple(0 if isinstance(step, int) else step for step in steps)
            if kind in seen or isinstance(value, bool | str):
                continue
            seen.add(kind)
            bounds = bounds_at(model, steps)
            if bounds is not None:
                yield key, bounds


def test_bounds_of_all_keys_reach_ns_unchanged(ns: Simulator, tmp_path: Path) -> None:
    """All studies' keys at each of their bounds, in one run of ns."""
    values: dict[str, int | float] = {}
    for study in known():
        for key, bounds in numbers_of(study):
            kind = "whole" if bounds.whole else "real"
            for number, value in enumerate(bounds.accepted()):
                values[f"{kind}.{study}.{key}.at{number}"] = value
    assert sum(key.startswith("whole") for key in values) > 100
    parameters = tmp_path / "parameters.tsv"
    parameters.write_text(parameter_text("mpls", values, 1), encoding="utf-8")
    told = dict(line.split("\t") for line in found(ns.ns, tmp_path, READ_BACK, parameters))
    assert {key: float(text) for key, text in told.items()} == values
    assert all("." not in text for key, text in told.items() if key.startswith("whole"))


def test_queues_and_senders_take_bounds_unchanged(ns: Simulator, tmp_path: Path) -> None:
    """Where the numbers end up, through the library's own procedures."""
    script = """
    set least 1
    set most 2147483647
    foreach queue {drop-tail red sfq data-first} {
        set ends [list [topology::add_node] [topology::add_node]]
        topology::add_link {*}$ends 1e6 0.01 $most $queue
        set variable [expr {$queue eq "sfq" ? "maxqueue_" : "limit_"}]
        puts [[topology::queue {*}$ends] set $variable]
    }
    foreach {option variable} {
        packet_bytes packetSize_ window_packets window_ initial_window_packets windowInit_
        max_cwnd_packets maxcwnd_ time_to_live ttl_
    } {
        foreach value [list $least $most] {
            set sender [traffic::tcp 0 1 reno -$option $value]
            puts [format %.0f [$sender set $variable]]
        }
    }
    puts [[traffic::udp 0 1 2000000000] set packetSize_]
    puts [[traffic::cbr [traffic::udp 0 1 100] 1e6 2000000000] set packetSize_]
    """
    lines = found(ns.ns, tmp_path, script)
    assert lines == ["2147483647"] * 4 + ["1", "2147483647"] * 5 + ["2000000000"] * 2


REFUSED = [
    *((f"check::integer n {value}", f"n: expected an integer not above {2**31 - 1}")
      for value in BEYOND[:4]),
    (f"check::integer n -{2**31 + 1}", f"n: expected an integer not below -{2**31}"),
    (f"traffic::add_variant own Agent/TCP Agent/TCPSink {{maxcwnd_ {2**32 + 5}}}; "
     "traffic::tcp 0 1 own", "maxcwnd_: expected a number that ns can hold"),
    ("check::assign [new Agent/TCP] maxcwnd_ 2.5", "expected a number that ns can hold"),
    ("check::number n 1e400", "n: expected a number not above"),
    ("topology::add_link 0 1 1e6 0.01 1431656 drr", "queue_limit_packets: expected an integer"),
    ("topology::add_link 0 1 1e6 0.01 1431656 drop-tail-bytes",
     "queue_limit_packets: expected an integer"),
    ("topology::add_link 0 1 1e6 0.01 9000000 red; topology::red 0 1 -counts_bytes true",
     "queue_limit_packets: expected an integer not above 4294967"),
    ("topology::add_link 0 1 1e6 0.01 9; downloads::send "
     "[traffic::tcp 0 1 full-reno -packet_bytes 1000] 2147484",
     "bytes of a file: expected an integer not above"),
]  # fmt: skip


def test_tcl_refuses_numbers_that_ns_misreads(ns: Simulator, tmp_path: Path) -> None:
    nodes = "topology::add_node\ntopology::add_node\n"
    for statement, expected in REFUSED:
        result = call(ns.ns, tmp_path, f"{nodes}{statement}\nexit 0")
        assert result.returncode != 0, statement
        assert expected in result.stderr, (statement, result.stderr)


@pytest.mark.parametrize("value", BEYOND[:4])
def test_parameter_beyond_bound_is_named(ns: Simulator, tmp_path: Path, value: int) -> None:
    (tmp_path / "parameters.tsv").write_text(f"whole.limit\t{value}\n", encoding="utf-8")
    result = call(ns.ns, tmp_path, READ_BACK, tmp_path / "parameters.tsv")
    assert f"parameter whole.limit: expected an integer not above {2**31 - 1}" in result.stderr
