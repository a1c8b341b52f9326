"""What the patches mend, seen from Tcl, and that the stock binary gets it wrong.

The scripts lie in tests/data/fixes; each says on top what it asks.
"""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from ns2studies.basics.paths import PATCHES
from ns2studies.simulator.build import Simulator

SCRIPTS = Path(__file__).resolve().parents[1] / "data" / "fixes"

_FLOW = "1.000 0 0 1 0 0 1 6 6000000000 0 0 6 6000000000 0 0 6 6000000000 6 6000000000 0 0 0"


@dataclass(frozen=True)
class Fix:
    """Part of what a script prints.

    Attributes:
        patch: number of the patch that mends it.
        script: name of the script.
        expected: lines or parts of lines, one below the other.
        undefined: whether what the stock code does is undefined, so that it comes out right with
            the compiler and the C library of some releases of Debian.
    """

    patch: str
    script: str
    expected: str
    undefined: bool = False


FIXES = [
    Fix("0005", "queue-passed", "6\n6000000000\n6\n6000000000"),
    Fix("0006", "ldp-agents", "Agent/LDP\nAgent/LDP\nAgent/LDP"),
    Fix("0007", "replicator-slots", "3"),
    Fix("0007", "session-members", "3"),
    Fix("0007", "page-objects", "3"),
    Fix("0007", "srm-distances", "3"),
    Fix("0008", "dsdv-log", "VPU 0.00068 _0_ [1]: (0,0,4)"),
    Fix("0008", "srm-requests", "1 2", undefined=True),
    Fix("0008", "delaybox-log", "(0 > 2: 0) SYN #0 (0) -> Q at 0.101003", undefined=True),
    Fix(
        "0009",
        "linux-parameters",
        "cmd get_ca_default_param linux sysctl_tcp_abc\ntcp_linux.sysctl_tcp_abc = 1\n"
        "cmd get_ca_default_param linux tcp_max_burst\ntcp_linux.tcp_max_burst = 3\n"
        "cmd get_ca_default_param linux debug_level\ntcp_linux.debug_level = 2",
    ),
    Fix("0011", "queue-lost", "6 6000000000"),
    Fix("0011", "flow-lost", _FLOW),
    Fix("0011", "compatible-monitor", "6 6000000000"),
    Fix("0012", "loss-monitor", "6000000000"),
    Fix("0012", "tcp-sink", "6000000280"),
    Fix("0012", "tfrc-sink", "37000001184"),
    Fix("0013", "tfrc-losses", "losses 0:     1 1:     0 2:     0 3:     0 4:     0"),
]


def printed(ns: Path, script: str, *arguments: str) -> str:
    """What a script prints, without white space at the ends of lines."""
    command = [str(ns), str(SCRIPTS / f"{script}.tcl"), *arguments]
    # What is read before it is set is no zero by chance: the C library fills what it hands out.
    filled = os.environ | {"MALLOC_PERTURB_": "165"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=filled)
    return "\n".join(line.strip() for line in (done.stdout + done.stderr).splitlines())


@pytest.mark.parametrize("fix", FIXES, ids=lambda fix: fix.script)
def test_patched_build_has_each_bug_fixed(ns: Simulator, fix: Fix) -> None:
    assert fix.expected in printed(ns.ns, fix.script)


@pytest.mark.parametrize(
    "fix", [fix for fix in FIXES if not fix.undefined], ids=lambda fix: fix.script
)
def test_stock_binary_has_each_bug(stock_ns: Path, fix: Fix) -> None:
    """Else these tests would prove nothing."""
    assert fix.expected not in printed(stock_ns, fix.script)


def test_every_bug_fix_has_test() -> None:
    """0001 to 0004 and 0010 mend nothing: a build without them fails, or has no such option.

    ``test_repeatable_bytes`` has those after 0013.
    """
    numbers = {path.name[:4] for path in PATCHES.glob("00[01]*.patch") if path.name < "0014"}
    assert numbers - {"0001", "0002", "0003", "0004", "0010"} == {fix.patch for fix in FIXES}


def retransmissions(ns: Path, *arguments: str) -> list[tuple[float, int]]:
    """Time in seconds and sequence number of each segment sent a second time."""
    seen: set[int] = set()
    again = []
    for line in re.findall("^- .*$", printed(ns, "sack-stop", *arguments), re.MULTILINE):
        fields = line.split()
        number = int(fields[10])
        if number in seen:
            again.append((float(fields[1]), number))
        seen.add(number)
    return again


def test_sack_recovers_after_all_is_sent_by_default(ns: Simulator, stock_ns: Path) -> None:
    default = printed(ns.ns, "sack-stop")
    assert printed(ns.ns, "sack-stop", "false") == default
    assert printed(stock_ns, "sack-stop") == default
    # Both losses are repaired by the scoreboard, without a timeout (0.2 s at least).
    (_, one), (second, two) = retransmissions(ns.ns)
    assert (one, two) == (12, 13)
    assert second < 0.22


def test_sack_can_stop_when_all_is_sent_as_before_2_35(ns: Simulator) -> None:
    (first, one), (second, two) = retransmissions(ns.ns, "true")[:2]
    assert (one, two) == (12, 13)
    assert second - first > 0.2  # the second loss waits for the timeout


def test_tcl_library_is_embedded(ns: Simulator, tmp_path: Path) -> None:
    """The program runs from anywhere, without files beside it."""
    script = tmp_path / "version.tcl"
    script.write_text("puts [ns-version]\nputs [llength [Simulator info instprocs]]\n")
    done = subprocess.run(
        [ns.ns, script], cwd=tmp_path, env={}, capture_output=True, text=True, check=True
    )
    version, methods = done.stdout.split()
    assert version == "2.35"
    assert int(methods) > 100
