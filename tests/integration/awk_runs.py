"""Runs of ns whose traces the awk scripts and the SQL metrics both read."""

import copy
import subprocess
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from awk_scripts import SCRIPTS
from sql_side import SqlSide, read_traces

from ns2studies.config.registry import load_study
from ns2studies.runs.identity import Run, RunIdentity, code_digest
from ns2studies.runs.launcher import Launcher
from ns2studies.runs.simulate import simulate
from ns2studies.runs.tcl_scripts import tcl_digest
from ns2studies.simulator.build import Simulator

NETWORK = Path(__file__).with_name("awk_network.tcl")

README_EXAMPLE = "losses/newreno/5"
# Scenario, and when its applications stop (s): retransmissions after random loss; two senders
# on separate links, and a window trace of several buffers; eight flows that share links and
# overflow a queue; Vegas, whose packets have no header. In CUT_NUMBER's window trace the last
# whole buffer ends in the middle of a number.
CUT_NUMBER = "losses/sack/2"
SCENARIOS = {
    README_EXAMPLE: 14,
    CUT_NUMBER: 20,
    "variants/sack/ftp/2/mpls-control-driven": 12,
    "variants/newreno/cbr/8/mpls-data-driven": 20,
    "variants/vegas/ftp/4/ip": 10,
}

FAILURE, LOOP, SHARED_NUMBER = "a link fails", "packets come back", "flows share a number"
# TCP and UDP flows while a link is down; the script says what each word does.
NETWORKS = {
    FAILURE: ("DV", "2-3"),
    LOOP: ("Session", "3-5", "headers"),
    SHARED_NUMBER: ("DV", "3-5", "one-number", "one-file"),
}
SEPARATE_WINDOWS = [*SCENARIOS, FAILURE, LOOP]

# Links by which packets leave a source, and reach a destination, in all of these networks.
FIRST = {"0": "0-2", "1": "1-2", "2": "2-3,2-4"}
LAST = {"6": "5-6", "7": "5-7", "11": "10-11", "12": "10-12"}


@dataclass(frozen=True)
class Measured:
    """A run's traces, and what SQL makes of them."""

    packets: Path
    windows: Path
    sql: SqlSide


def run_scenario(ns: Simulator, label: str, folder: Path) -> None:
    """A scenario of the study, cut after some seconds."""
    study = load_study("mpls", "quick")
    scenario = next(entry for entry in study.scenarios if entry.label == label)
    parameters = copy.deepcopy(dict(scenario.parameters))
    parameters["traffic"]["stop_s"] = float(SCENARIOS[label])
    parameters["end_s"] = float(SCENARIOS[label] + 1)
    identity = RunIdentity("mpls", parameters, 1, ns.ns_sha256, tcl_digest("mpls"), code_digest())
    with Launcher(ns.ns) as launcher:
        simulate(launcher, Run(scenario, identity), folder)


def run_network(ns: Simulator, words: tuple[str, ...], folder: Path) -> None:
    result = subprocess.run(
        [ns.ns, NETWORK, folder, *words], capture_output=True, text=True, check=True
    )
    assert (result.stdout, result.stderr) == ("", "")


def make_run(ns: Simulator, name: str, folder: Path) -> Measured:
    """One of the scenarios or networks."""
    packets, windows = folder / "packets.tr", folder / "cwnd.tr"
    if name in SCENARIOS:
        run_scenario(ns, name, folder)
    else:
        run_network(ns, NETWORKS[name], folder)
    traces = [packets, windows] if name in SEPARATE_WINDOWS else [packets]
    return Measured(packets, traces[-1], read_traces(traces))


def line_kind(line: str) -> str:
    if line.startswith("v "):
        return "link event" if " link-" in line else "annotation"
    return "variable" if line[0].isdigit() else "packet"


@cache
def kinds_in(trace: Path) -> Counter[str]:
    """How many lines of each kind a finished trace has; each of its tests asks for it."""
    return Counter(line_kind(line) for line in trace.read_text().splitlines())


def expected_note(trace: Path, read: str) -> str:
    """What a script says about lines that are not of the kind it reads."""
    counts = kinds_in(trace)
    others = [
        f"{kind} {counts[kind]}"
        for kind in ("packet", "variable", "link event", "annotation")
        if kind != read and counts[kind]
    ]
    return f"{trace}: left out lines of other kinds: {', '.join(others)}\n" if others else ""


def run_awk(awk: str, script: str, trace: Path, *options: str) -> list[list[str]]:
    words = [word for option in options for word in ("-v", option)]
    command = [awk, "-f", SCRIPTS / "lines.awk", "-f", SCRIPTS / script, *words, trace]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    read = "variable" if script in ("cwnd.awk", "average_cwnd.awk") else "packet"
    assert result.stderr == expected_note(trace, read)
    return [line.split() for line in result.stdout.splitlines()]


def table(lines: list[list[str]]) -> list[dict[str, str]]:
    """Lines under a heading, as dictionaries."""
    heading, *rows = lines
    return [dict(zip(heading, row, strict=True)) for row in rows]


def subject(flow: str) -> str:
    """What SQL calls a flow."""
    return flow if flow == "all" else f"flow{flow.replace(':', ' ')}"


def column(rows: list[dict[str, str]], name: str) -> dict[str, float]:
    """A column's numbers by SQL's name of the flow."""
    return {subject(row["flow"]): float(row[name]) for row in rows if row[name] != "-"}


def sender_flows(trace: Path) -> dict[str, tuple[str, str]]:
    """Each sender NODE.PORT with its flow, as the scripts name it, and its receiver."""
    fields = [line.split(" ") for line in trace.read_text().splitlines()]
    data = {
        (field[8], field[9], field[7])
        for field in fields
        if field[0] == "+" and field[4] in ("tcp", "cbr") and field[8].startswith(f"{field[2]}.")
    }
    shared = Counter(number for _, _, number in data)
    return {
        sender: (number if shared[number] == 1 else f"{number}:{sender}-{receiver}", receiver)
        for sender, receiver, number in data
    }
