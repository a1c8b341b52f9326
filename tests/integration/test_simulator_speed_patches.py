"""The speed patches change no byte of a trace, and no order of events."""

import math
import os
import random
import subprocess
from pathlib import Path

import pytest

from ns2studies.simulator.build import Simulator
from ns2studies.simulator.compare import MASKS

SCRIPTS = Path(__file__).resolve().parents[1] / "data" / "speed"
SCHEDULERS = ("Calendar", "Heap", "List", "Splay", "Map")


def run(ns: Path, folder: Path, script: str, *arguments: str) -> str:
    """Run a script in a new folder; what it printed."""
    folder.mkdir()
    command = [str(ns), str(SCRIPTS / f"{script}.tcl"), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def awkward_times() -> list[float]:
    """Times from below a microsecond to 31 years, with few digits and with all of them."""
    draw = random.Random(1)
    times = [draw.random() * 10.0**power for power in range(-8, 10) for _ in range(200)]
    times += [round(time, draw.randrange(1, 12)) for time in times]
    times += [10.0**power for power in range(-7, 9)]
    times += [math.nextafter(10.0**power, 0) for power in range(-4, 9)]
    times += [draw.randrange(1, 1 << 45) / 2.0 ** draw.randrange(16, 40) for _ in range(300)]
    return sorted({time for time in times if time < 9e8})


def rounded(time: float) -> float:
    """A time as ns rounds it for the text trace."""
    return math.floor(time * 1e6 + 0.5) / 1e6


def column(path: Path, number: int) -> list[str]:
    """A column of the lines about packets that enter a queue."""
    lines = path.read_text(encoding="ascii").splitlines()
    return [line.split()[number] for line in lines if line.startswith("+ ")]


@pytest.fixture(scope="module")
def times(ns: Simulator, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[float]]:
    """The folder of a run with packets at awkward times, and these as ns knew them."""
    folder = tmp_path_factory.mktemp("times") / "a run"
    listed = folder.with_name("times")
    listed.write_text("\n".join(f"{time:.17g}" for time in awkward_times()), encoding="ascii")
    printed = run(ns.ns, folder, "times", str(listed))
    found = [float(word) for word in printed.split()]
    assert len(found) > 4000
    return folder, found


def test_text_traces_give_microseconds_as_printf_does(times: tuple[Path, list[float]]) -> None:
    folder, known = times
    assert column(folder / "out.tr", 1) == [f"{rounded(time):.15g}" for time in known]


def test_animations_give_fifteen_digits_as_printf_does(times: tuple[Path, list[float]]) -> None:
    folder, known = times
    assert column(folder / "out.nam", 2) == [f"{time:.15g}" for time in known]


def test_script_can_read_its_own_whole_trace(ns: Simulator, tmp_path: Path) -> None:
    """A hundred packets a second with three lines each, and of the last packet two."""
    printed = run(ns.ns, tmp_path / "a run", "read-back")
    assert printed.splitlines() == ["exec 300", "open 600", "end 902"]


@pytest.mark.parametrize("option", ["plain", "header", "tagged", "levels", "callback", "late"])
def test_lines_of_all_kinds_are_those_of_stock(
    ns: Simulator, stock_ns: Path, tmp_path: Path, option: str
) -> None:
    printed = [
        run(program, tmp_path / name, "traces", option)
        for name, program in (("ours", ns.ns), ("stock", stock_ns))
    ]
    assert printed[0] == printed[1]
    assert bool(printed[0]) == (option == "callback")
    for name in ("out.tr", "out.nam"):
        ours, stock = ((tmp_path / place / name).read_bytes() for place in ("ours", "stock"))
        assert ours == stock
        assert len(ours) > 10000 or (option, name) == ("late", "out.nam")


@pytest.fixture(scope="module")
def stock_events(stock_ns: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The events in the order of the stock binary's default scheduler."""
    return run(stock_ns, tmp_path_factory.mktemp("events") / "stock", "events", "Calendar")


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_every_scheduler_keeps_order_of_events(
    ns: Simulator, tmp_path: Path, stock_events: str, scheduler: str
) -> None:
    assert run(ns.ns, tmp_path / "a run", "events", scheduler) == stock_events


def test_stock_events_are_ordered_with_many_ties(stock_events: str) -> None:
    order = [float(line.split()[0]) for line in stock_events.splitlines()]
    assert len(order) == 20000
    assert order == sorted(order)
    assert len(set(order)) < 15000


@pytest.mark.parametrize("options", [("DV", "0"), ("DV", "1"), ("LS", "0")])
def test_routes_change_as_those_of_stock(
    ns: Simulator, stock_ns: Path, tmp_path: Path, options: tuple[str, str]
) -> None:
    """Links flap, a node fails, costs change; with one path and with several."""
    printed = [
        run(program, tmp_path / name, "routes", *options)
        for name, program in (("ours", ns.ns), ("stock", stock_ns))
    ]
    assert printed[0] == printed[1]
    assert len(printed[0].splitlines()) > 100
    ours, stock = ((tmp_path / place / "out.tr").read_bytes() for place in ("ours", "stock"))
    assert ours == stock
    assert len(ours) > 1_000_000


def test_objects_behave_as_in_stock(ns: Simulator, stock_ns: Path, tmp_path: Path) -> None:
    """Variables read and set, their defaults, and what nobody knows, up to traces of calls."""
    ours, stock = (
        run(program, tmp_path / name, "methods").encode()
        for name, program in (("ours", ns.ns), ("stock", stock_ns))
    )
    assert MASKS["calls"](ours, stock)
    assert len(ours.splitlines()) > 300


def test_freed_memory_is_reused_without_page_faults(ns: Simulator, tmp_path: Path) -> None:
    process = subprocess.Popen([ns.ns, SCRIPTS / "memory.tcl"], cwd=tmp_path)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    # 10 MB are 2,500 pages, and the script asks for them a hundred times.
    assert usage.ru_minflt < 25_000


def in_both(folder: Path, ns: Path, stock_ns: Path, script: str, *arguments: str) -> list[str]:
    """Run a script on stock and here, and compare all traces; what each printed."""
    printed = []
    for name, program in (("stock", stock_ns), ("ours", ns)):
        printed.append(run(program, folder / name, script, *arguments))
    traces = sorted((folder / "stock").glob("*.tr"))
    assert traces
    for trace in traces:
        assert trace.stat().st_size > 100_000
        assert (folder / "ours" / trace.name).read_bytes() == trace.read_bytes()
    return printed


@pytest.mark.parametrize(
    ("scheduler", "queue", "option"),
    [
        ("Calendar", "DropTail", "plain"),
        ("Calendar", "DropTail", "dynamic"),
        ("Calendar", "DropTail", "errors"),
        ("Calendar", "DropTail", "summary"),
        ("Calendar", "DropTail", "utilization"),
        ("Calendar", "DropTail", "ends"),
        ("Calendar", "DropTail", "bytes"),
        ("Calendar", "DropTail", "no-room"),
        ("Calendar", "DropTail", "attached"),
        ("Calendar", "RED", "dynamic"),
        ("Calendar", "DropTail/PriQueue", "dynamic"),
        ("Heap", "DropTail", "dynamic"),
    ],
)
def test_idle_links_keep_packets_and_their_order(
    ns: Simulator, stock_ns: Path, tmp_path: Path, scheduler: str, queue: str, option: str
) -> None:
    printed = in_both(tmp_path, ns.ns, stock_ns, "links", scheduler, queue, option)
    assert printed[0] == printed[1] != ""


@pytest.mark.parametrize(
    ("sender", "receiver", "options", "sleeps"),
    [
        ("TCP", "TCPSink", "", True),
        ("TCP/Reno", "TCPSink", "", True),
        ("TCP/Newreno", "TCPSink/DelAck", "", True),
        ("TCP/Sack1", "TCPSink/Sack1", "", True),
        ("TCP/Sack1", "TCPSink/Sack1", "wait", True),
        ("TCP/Vegas", "TCPSink", "", True),
        ("TCP/Fack", "TCPSink/Sack1", "", False),  # counts no acknowledgements
        ("TCP/FullTcp", "TCP/FullTcp", "", False),
    ],
)
def test_sleeping_sources_save_events(
    ns: Simulator,
    stock_ns: Path,
    tmp_path: Path,
    sender: str,
    receiver: str,
    options: str,
    sleeps: bool,
) -> None:
    arguments = (sender, receiver, "1", *options.split())
    stock, ours = in_both(tmp_path, ns.ns, stock_ns, "sources", *arguments)
    share = int(ours) / int(stock)  # of events
    assert share < 0.5 if sleeps else share == 1
