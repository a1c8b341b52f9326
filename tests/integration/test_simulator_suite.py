"""Our build against the stock binary, and against the references that ns-2's authors stored.

A part of what `./reproduce test-simulator` does with all of ns' own suite, and that command.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ns2studies.basics.errors import SimulationError, StudyError
from ns2studies.basics.paths import ROOT
from ns2studies.cli import main as cli
from ns2studies.cli import test_simulator
from ns2studies.simulator import compare, known_differences, suite
from ns2studies.simulator.build import Simulator
from ns2studies.simulator.known_differences import Verdict, judge, read_reasons
from nstrace.scratch import has_ended

SUITES = {
    "simple": 37,
    "tcp": 32,
    "full": 27,
    "sack": 17,
    "greis": 8,  # over distance vector routing, with links that fail
    "linkstate": 1,
    "mpls": 4,
    "links": 17,  # error models
    "schedule": 6,
    "simultaneous": 5,  # the five event schedulers
    "monitor": 2,
    "misc": 1,
    "mcast": 7,
    "srm": 4,
    "wireless-infra": 1,
}
"""Whole suites, and how many tests they have: what the studies lean on and what lies near."""

TESTS = [
    *(f"red/{name}" for name in ("red1", "ecn", "flows_combined", "gentleEcn")),
    *(f"tcpLinux/tcpLinux{name}" for name in ("DropTail_reno", "RED_hybla", "RED_veno")),
    "rbp/vegas_no_slow_start_restart",
    "newreno/newreno1_A",
    "wireless-diffusion/diff-prob",
    "wireless-lan-tora/tora",
    "wireless-shadowing/dsr",
]
"""Some of the suites that take long."""


@pytest.fixture(scope="session")
def all_tests(ns_suite: Path) -> list[suite.SuiteTest]:
    return suite.tests(ns_suite)


def verdicts(
    tests: list[suite.SuiteTest], ns: Path, stock: Path, root: Path, scratch: Path
) -> dict[str, Verdict]:
    folder = scratch / "s c r a t c h"
    folder.mkdir()
    found = judge(compare.run_tests(tests, stock, ns, root, folder, 2), read_reasons())
    assert list(folder.iterdir()) == []
    return {verdict.comparison.test: verdict for verdict in found}


@pytest.mark.parametrize("name", [*SUITES, "some of those that take long"])
def test_only_known_differences(
    ns: Simulator,
    stock_ns: Path,
    ns_suite: Path,
    all_tests: list[suite.SuiteTest],
    tmp_path: Path,
    name: str,
) -> None:
    tests = suite.chosen(all_tests, [name] if name in SUITES else TESTS)
    assert len(tests) == SUITES.get(name, len(TESTS))
    found = verdicts(tests, ns.ns, stock_ns, ns_suite, tmp_path)
    assert [it.comparison for it in found.values() if it.unexplained or it.stale] == []
    assert len(found) == len(tests)


def test_all_tests_are_found(all_tests: list[suite.SuiteTest]) -> None:
    """Suites that share a script or references with another one, and one of the first form."""
    assert len(all_tests) == 1264
    assert sum(test.reference is None for test in all_tests) == 5
    assert len({test.label for test in all_tests}) == 1264
    labels = {test.label: test for test in all_tests}
    assert labels["rr/srr"].script == "test-suite-srr.tcl"
    assert labels["wireless-lan-aodv/aodv"].reference == "test-output-wireless-lan/aodv.gz"
    assert "testReno-baytcp" not in {test.suite for test in all_tests}, "the same as testReno"


def test_difference_is_found_and_named(
    ns: Simulator,
    stock_ns: Path,
    ns_suite: Path,
    all_tests: list[suite.SuiteTest],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without its reason, the mended list of LDP agents is a difference like any other."""
    (test,) = suite.chosen(all_tests, ["mpls/simple"])
    found = compare.compare(test, stock_ns, ns.ns, ns_suite, tmp_path)
    assert found.differing == ("temp.rands",)
    assert found.stable
    assert found.ours_equals_reference
    assert not found.stock_equals_reference
    assert found.difference.startswith("temp.rands, line 2: '0 2(2->5): U -1")
    verdict = judge([found], [])
    assert verdict[0].unexplained
    test_simulator.show(verdict, [])
    said = capsys.readouterr().out
    assert "mpls/simple: differs from stock in temp.rands; temp.rands, line 2" in said


def test_regression_of_our_build_is_found(
    stock_ns: Path, ns_suite: Path, all_tests: list[suite.SuiteTest], tmp_path: Path
) -> None:
    """The stock binary in the role of our build: the bugs that were mended come back."""
    tests = suite.chosen(all_tests, ["mpls", "monitor"])
    found = verdicts(tests, stock_ns, stock_ns, ns_suite, tmp_path)
    bad = {name for name, verdict in found.items() if verdict.unexplained and verdict.stale}
    assert bad == {"mpls/simple", "mpls/control-driven"}


def test_exit_status_counts(
    ns: Simulator,
    stock_ns: Path,
    ns_suite: Path,
    all_tests: list[suite.SuiteTest],
    tmp_path: Path,
) -> None:
    """A build that does all right and then dies."""
    broken = tmp_path / "broken"
    broken.write_text(f'#!/bin/sh\n"{ns.ns}" "$@"\nexit 3\n')
    broken.chmod(0o755)
    (test,) = suite.chosen(all_tests, ["linkstate"])
    found = compare.compare(test, stock_ns, broken, ns_suite, tmp_path)
    assert found.differing == (compare.STATUS,)
    assert "ended with status 3" in found.difference


def one_of(ns_suite: Path, label: str) -> suite.SuiteTest:
    """The test called ``SUITE/TEST``."""
    (found,) = (test for test in suite.tests(ns_suite) if test.label == label)
    return found


def test_failed_test_gives_its_reason(ns: Simulator, ns_suite: Path, tmp_path: Path) -> None:
    """Its agent is not part of the build list of ns-2.35."""
    test = one_of(ns_suite, "sliding-window/sliding-loss")
    outcome = suite.execute(ns.ns, ns_suite, test, tmp_path / "s")
    assert outcome.failure.startswith("ended with status 1: ")
    assert suite.against_reference(outcome, ns_suite, test) == outcome.failure


def test_test_that_hangs_is_stopped(ns: Simulator, ns_suite: Path, tmp_path: Path) -> None:
    test = one_of(ns_suite, "red/red1")
    outcome = suite.execute(ns.ns, ns_suite, test, tmp_path / "s", timeout_s=0.01)
    assert outcome.failure == "still running after 0.01 s"
    assert outcome.status == -9


def test_timeout_kills_children_of_test(ns_suite: Path, tmp_path: Path) -> None:
    noted = tmp_path / "started"
    slow = tmp_path / "slow"
    slow.write_text(f"#!/bin/sh\nsleep 60 & echo $! >'{noted}'; wait\n")
    slow.chmod(0o755)
    test = one_of(ns_suite, "red/red1")
    outcome = suite.execute(slow, ns_suite, test, tmp_path / "s", timeout_s=1)
    assert outcome.late
    assert outcome.status == -signal.SIGKILL
    while not has_ended(noted.read_text().strip()):
        time.sleep(0.01)


def test_unknown_test_is_error(all_tests: list[suite.SuiteTest]) -> None:
    with pytest.raises(StudyError, match="no 'redd'") as caught:
        suite.chosen(all_tests, ["redd"])
    assert "red" in caught.value.hint


def test_missing_perl_or_library_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The suite's scripts would fail on both simulators, and each test look like a difference."""
    compare.check_perl()
    with monkeypatch.context() as patched:
        patched.setattr(compare, "_PERL_FILE", "there-is-none.pl")
        with pytest.raises(SimulationError, match="no there-is-none") as caught:
            compare.check_perl()
        assert "libperl4-corelibs-perl" in caught.value.hint
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SimulationError, match="there is no Perl"):
        compare.check_perl()


def test_stopped_check_can_be_resumed(
    ns: Simulator,
    stock_ns: Path,
    ns_suite: Path,
    all_tests: list[suite.SuiteTest],
    tmp_path: Path,
) -> None:
    """Also behind a line that was being written when the machine went down."""
    (tmp_path / "test-simulator").mkdir()
    first, second = suite.chosen(all_tests, ["linkstate", "wireless-infra"])
    record = compare.Record(stock_ns, ns.ns, tmp_path)
    for comparison in compare.run_tests([first], stock_ns, ns.ns, ns_suite, tmp_path, 1):
        record.add(comparison)
    with record.path.open("a") as file:
        file.write('\n{"test": "wireless-infra/wire')
    again = compare.Record(stock_ns, ns.ns, tmp_path)
    assert again.made == record.made
    for comparison in compare.run_tests([second], stock_ns, ns.ns, ns_suite, tmp_path, 1):
        again.add(comparison)
    assert set(compare.Record(stock_ns, ns.ns, tmp_path).made) == {first.label, second.label}
    assert compare.Record(stock_ns, stock_ns, tmp_path).made == {}, "another program"


def test_two_checks_at_once(ns_suite: Path, tmp_path: Path) -> None:
    with (
        suite.workplace(ns_suite, tmp_path) as (root, scratch),
        pytest.raises(StudyError, match="another check"),
        suite.workplace(ns_suite, tmp_path),
    ):
        pass
    assert not root.exists()
    assert not scratch.exists()


DRIVER = """
import sys
from pathlib import Path
from ns2studies.simulator import compare, suite
stock, ours, release, folder = map(Path, sys.argv[1:])
with suite.workplace(release, folder) as (root, scratch):
    tests = suite.chosen(suite.tests(root), ["tmix"])
    print(len(list(compare.run_tests(tests, stock, ours, root, scratch, 2))))
"""


def at_work_in(folder: Path) -> list[str]:
    """Processes whose working folder lies below ``folder``."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").readlink().is_relative_to(folder.resolve()):
                found.append(process.name)
    return found


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_stopped_check_leaves_nothing_running(
    ns: Simulator, stock_ns: Path, ns_suite: Path, tmp_path: Path, ending: signal.Signals
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, stock_ns, ns.ns, ns_suite, tmp_path],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not at_work_in(tmp_path):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(ending)
    printed, _ = process.communicate(timeout=60)
    assert printed == b""
    deadline = time.monotonic() + 60
    while at_work_in(tmp_path):
        assert time.monotonic() < deadline, "a simulator outlived the check"
        time.sleep(0.05)
    with suite.workplace(ns_suite, tmp_path):
        assert len(list((tmp_path / "test-simulator").glob(".work-*"))) == 1, "leftovers went"


def test_command_compares_and_reports(
    ns: Simulator,
    stock_ns: Path,
    ns_suite: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["test-simulator", "mpls", "linkstate", "--cores", "1"]
    assert cli.main(command) == 0
    printed = capsys.readouterr().out
    assert str(ns.ns) in printed
    assert str(stock_ns) in printed
    assert "of CPU time" in printed
    assert "mpls: simple control-driven" in printed
    monkeypatch.setattr(known_differences, "read_reasons", list)
    assert cli.main([*command, "--ns2-source", str(ns_suite)]) == 1
    printed = capsys.readouterr().out
    assert "5 tests, 5 compared before" in printed
    assert "Different without a known reason:\n  mpls/simple: differs from stock" in printed


def test_missing_stock_binary_gives_hint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compare, "STOCK", Path("/nowhere/ns"))
    assert cli.main(["test-simulator"]) == 1
    assert "apt-get install ns2" in capsys.readouterr().err
