"""The build against the references that ns-2's authors stored with their release."""

from pathlib import Path

import pytest

from ns2studies.errors import SimulationError
from ns2studies.simulator import suite
from ns2studies.simulator.build import Simulator

CHOSEN = [
    "mpls/simple",
    "mpls/control-driven",
    "mpls/data-driven",
    "mpls/reroute",
    "simple/tahoe1",
    "simple/reno1",
    "simple/timers",
    "newreno/newreno1_A",
    "sack/sack1",
    "sack/sack_finiteflow",
    "rbp/vegas_no_slow_start_restart",
    "tcpOptions/onedrop_sack",
    "red/red1",
    "red/gentleEcn",
    "links/dropPacket",
    "linkstate/eqp",
    "mcast/DM1",
    "srm/srm-chain",
    "tcpLinux/tcpLinuxDropTail_reno",
    "tcpLinux/tcpLinuxRED_hybla",
]
"""MPLS and TCP, which the studies lean on, and one or two of what surrounds them."""


@pytest.mark.parametrize("name", CHOSEN)
def test_equals_its_reference(ns: Simulator, ns_suite: Path, tmp_path: Path, name: str) -> None:
    suite_name, test = name.split("/")
    outcome = suite.run_test(ns.ns, ns_suite, suite_name, test, tmp_path / "s c r a t c h")
    assert outcome.equal, outcome.difference


def test_the_suite_is_found(ns_suite: Path) -> None:
    found = {"/".join(test) for test in suite.tests(ns_suite)}
    assert set(CHOSEN) <= found
    assert len(found) > 1200


def test_a_difference_is_found_and_named(ns: Simulator, ns_suite: Path, tmp_path: Path) -> None:
    """ns-2.35 itself no longer gives this reference: its authors filed it under `broken`."""
    outcome = suite.run_test(ns.ns, ns_suite, "broken", "tahoe4", tmp_path / "scratch")
    assert not outcome.equal
    assert outcome.difference.startswith("line 233: ")


def test_a_test_that_fails_tells_why(ns: Simulator, ns_suite: Path, tmp_path: Path) -> None:
    """Its agent is not part of the build list of ns-2.35."""
    outcome = suite.run_test(ns.ns, ns_suite, "sliding-window", "sliding-loss", tmp_path / "s")
    assert not outcome.equal
    assert outcome.difference.startswith("ended with status 1: ")


def test_a_test_that_hangs_is_stopped(ns: Simulator, ns_suite: Path, tmp_path: Path) -> None:
    outcome = suite.run_test(ns.ns, ns_suite, "red", "red1", tmp_path / "s", timeout_s=0.01)
    assert outcome.difference == "still running after 0.01 s"


def test_an_unknown_test_is_an_error(ns: Simulator, ns_suite: Path, tmp_path: Path) -> None:
    with pytest.raises(SimulationError, match="red has no reference for the test gone"):
        suite.run_test(ns.ns, ns_suite, "red", "gone", tmp_path / "s")
