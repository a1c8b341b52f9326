"""Runs of ``tests/data/agents/flow.tcl``: one sender of an agent under test, and what it did."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from ns2studies.basics.paths import TCL
from ns2studies.simulator.agents import agents, build_agent

SCRIPT = Path(__file__).parents[1] / "data" / "agents" / "flow.tcl"

Option = str | float | Sequence[float]
"""A value for the script: a word, a number, or numbers that become a list."""

SACK = "Agent/TCP/Sack1"


def compiled(ns: Path, name: str) -> Path:
    """The folder with the library of an agent; built if it is not yet."""
    return build_agent(agents()[name], ns)


@dataclass(frozen=True)
class FlowRun:
    """What a run printed and traced.

    Attributes:
        counts: the values of the sender's and the receiver's counters at the end.
        packets: bytes of the trace of packets that enter, leave and get lost.
        windows: bytes of the trace of congestion window and threshold.
    """

    counts: dict[str, float]
    packets: bytes
    windows: bytes

    def sent_at_s(self, seqno: int) -> list[float]:
        """When the sender sent a packet, and sent it again."""
        return [time for time, number in self.sent() if number == seqno]

    def sent(self) -> list[tuple[float, int]]:
        """Time in s and number of each packet that the sender sent, or sent again."""
        lines = [line.split() for line in self.packets.decode().splitlines()]
        # Event, time and nodes; the number in the connection is the last but one.
        return [(float(w[1]), int(w[10])) for w in lines if w[0] == "+" and w[2] == "0"]

    def window_changes(self) -> list[tuple[float, float]]:
        """Time in s and value of each change of the congestion window, in packets."""
        lines = [line.split() for line in self.windows.decode().splitlines()]
        return [(float(words[0]), float(words[6])) for words in lines if words[5] == "cwnd_"]

    def window_at(self, time_s: float) -> float:
        """The congestion window just before a time."""
        return [value for time, value in self.window_changes() if time < time_s][-1]

    def reductions(self) -> list[tuple[float, float, float]]:
        """Time in s, congestion window before and after, whenever it became smaller."""
        changes = self.window_changes()
        return [
            (time, before, after)
            for (_, before), (time, after) in pairwise(changes)
            if after < before
        ]


def run_flow(ns: Path, agent: str, folder: Path, **options: Option) -> FlowRun:
    """Run the script in ``folder`` with an agent loaded.

    ``options`` are those that the script lists at its beginning; its sender may be any class.
    """
    folder.mkdir(exist_ok=True)
    words = [word for name, value in options.items() for word in (name, _tcl(value))]
    command = [str(ns), str(SCRIPT), str(TCL), str(compiled(ns, agent)), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    counts = dict(line.split() for line in done.stdout.splitlines())
    return FlowRun(
        counts={name: float(value) for name, value in counts.items()},
        packets=(folder / "packets.tr").read_bytes(),
        windows=(folder / "windows.tr").read_bytes(),
    )


def _tcl(value: Option) -> str:
    """A value as one word of Tcl; several numbers are a list."""
    return str(value) if isinstance(value, (str, int, float)) else " ".join(map(str, value))
