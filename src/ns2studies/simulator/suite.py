"""ns' own validation suite: scripts in tcl/test and the traces they gave its authors.

The release's own scripts say what belongs together: `test-all-SUITE` names a Tcl
script, whose tests are classes `Test/NAME`, and a folder with their compressed traces. Several
of them share a script or a folder; each combination counts once. A test leaves its trace in
`temp.rands`; those of a few suites print it. Several post-process it with Perl scripts that
need `getopts.pl` (Debian's libperl4-corelibs-perl).
"""

import gzip
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from signal import SIGKILL

from ns2studies.basics.processes import bound
from ns2studies.simulator.programs import plain_environment

PRINTED = "printed"
"""The file with what a test writes to the standard output."""

ERRORS = "errors"
"""The file with what it writes to the standard error."""

_TRACE = "temp.rands"
_QUIET_PRINTING = {"test-suite-mpls.tcl", "test-suite-webtraf.tcl", "test-suite-message.tcl"}
_PRINTING = {"test-suite-session.tcl", "test-suite-mixmode.tcl"}

_SCHEDULERS = ("List", "Calendar", "Heap", "Splay", "Map")
"""Tests of the suite `simultaneous`, which judges itself and so has no references."""


@dataclass(frozen=True)
class SuiteTest:
    """One test of ns' suite.

    Attributes:
        suite: name of the suite: the release runs it with `test-all-SUITE`.
        name: name of the test.
        script: the Tcl script, below tcl/test.
        reference: the trace it must give, below tcl/test; None if it checks itself.
    """

    suite: str
    name: str
    script: str
    reference: str | None

    @property
    def label(self) -> str:
        """``SUITE/TEST``."""
        return f"{self.suite}/{self.name}"


@dataclass(frozen=True)
class Execution:
    """A test that was run.

    Attributes:
        folder: where it ran.
        outputs: the files it left there, by name, with what it printed.
        status: ns' exit status; minus the signal's number if one ended it.
        failure: how it went wrong; empty if the status is 0.
        late: whether it was stopped because it took too long.
        cpu_s: user and system CPU seconds, with those of the programs it called.
    """

    folder: Path
    outputs: Mapping[str, Path]
    status: int
    failure: str
    late: bool
    cpu_s: float

    @property
    def trace(self) -> bytes:
        """The trace that is compared with the reference; empty if there is none."""
        path = self.outputs.get(_TRACE)
        return path.read_bytes() if path else b""


@dataclass(frozen=True)
class Outcome:
    """How one test ended.

    Attributes:
        equal: whether the trace is byte for byte the reference.
        difference: the first line that differs, or what the simulator said; empty if equal.
    """

    equal: bool
    difference: str


def tests(root: Path) -> list[SuiteTest]:
    """Every test below ``root`` that a script defines and has a reference, or checks itself.

    Args:
        root: a folder filled by :func:`ns2studies.simulator.source.unpack_suite`.
    """
    folder = root / "tcl" / "test"
    found: dict[tuple[str, str], SuiteTest] = {}
    for runner in sorted(folder.glob("test-all-*")):
        for test in _tests_of(runner):
            found.setdefault((test.script, test.reference or test.name), test)
    return list(found.values())


def _tests_of(runner: Path) -> list[SuiteTest]:
    """The tests that one of the release's scripts would run."""
    suite = runner.name.removeprefix("test-all-")
    if suite == "simultaneous":
        script = "test-suite-simultaneous.tcl"
        return [SuiteTest(suite, scheduler, script, None) for scheduler in _SCHEDULERS]
    variables = _variables(runner)
    script, references = variables.get("file", ""), variables.get("directory", "")
    return [
        SuiteTest(suite, name, script, f"{references}/{name}.gz")
        for name in _defined(runner.parent / script, variables.get("version", ""))
        if (runner.parent / references / f"{name}.gz").is_file()
    ]


def _variables(runner: Path) -> dict[str, str]:
    """What a shell script assigns, with the variables in it replaced."""
    values: dict[str, str] = {}
    text = runner.read_text(encoding="latin-1")
    for name, value in re.findall(r'^(\w+)="([^"\n]*)"', text, re.MULTILINE):
        values[name] = re.sub(r"\$(\w+)", lambda found: values.get(found[1], ""), value)
    return values


def _defined(script: Path, version: str) -> list[str]:
    """The tests that ``script`` defines; references outlived some."""
    if not script.is_file():
        return []
    text = script.read_text(encoding="latin-1")
    pattern = r"^Class Test/(\S+)" if version == "v2" else r"^proc test_(\S+)"
    return list(dict.fromkeys(re.findall(pattern, text, re.MULTILINE)))


def execute(
    ns: Path, root: Path, test: SuiteTest, scratch: Path, timeout_s: float = 600
) -> Execution:
    """Run one test with the simulator ``ns``.

    Args:
        ns: the simulator.
        root: a folder filled by :func:`ns2studies.simulator.source.unpack_suite`.
        test: the test.
        scratch: a folder that does not exist yet; holds what the test leaves.
        timeout_s: wall-clock seconds after which the test is killed and counts as failed.
    """
    folder = _lay_out(ns, root, test.script, scratch)
    before = _state(folder)
    status, late, cpu_s = _run(folder, test, timeout_s)
    left = sorted(name for name, state in _state(folder).items() if before.get(name) != state)
    failure = _failure(status, folder / ERRORS)
    if late:
        failure = f"still running after {timeout_s:g} s"
    return Execution(folder, {name: folder / name for name in left}, status, failure, late, cpu_s)


def against_reference(execution: Execution, root: Path, test: SuiteTest) -> Outcome:
    """Compare the trace of a test that was run with the reference."""
    if test.reference is None:
        return Outcome(not execution.failure, execution.failure)
    expected = gzip.decompress((root / "tcl" / "test" / test.reference).read_bytes())
    if execution.trace == expected:
        return Outcome(True, "")
    return Outcome(False, execution.failure or first_difference(execution.trace, expected))


def _lay_out(ns: Path, root: Path, script: str, scratch: Path) -> Path:
    """Make the folders the scripts expect around them; return the one they run in.

    Tests write among the scripts, so these are copied; everything else is linked.
    """
    folder = scratch / "tcl" / "test"
    folder.mkdir(parents=True)
    (scratch / "ns").symlink_to(ns.resolve())
    (scratch / "bin").symlink_to((root / "bin").resolve())
    for path in (root / "tcl").iterdir():
        if path.name != "test":
            (scratch / "tcl" / path.name).symlink_to(path.resolve())
    for path in (root / "tcl" / "test").iterdir():
        others = path.name.startswith(("test-suite-", "test-all-")) and path.name != script
        if path.is_file() and not others:
            shutil.copy(path, folder)
    return folder


def _state(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of the last change of every file in and below ``folder``, by name."""
    found = {}
    for path in folder.rglob("*"):
        if path.is_file():
            status = path.stat()
            found[path.relative_to(folder).as_posix()] = (status.st_size, status.st_mtime_ns)
    return found


def _run(folder: Path, test: SuiteTest, timeout_s: float) -> tuple[int, bool, float]:
    """Run the test; return its status, whether it took too long, and its CPU seconds."""
    quiet = [] if test.script in _PRINTING else ["QUIET"]
    printing = test.script in _PRINTING | _QUIET_PRINTING
    output = folder / (_TRACE if printing else PRINTED)
    with output.open("wb") as stdout, (folder / ERRORS).open("wb") as stderr:
        # ns must not outlive the program that waits for it, nor see that program's Ctrl-C.
        process = subprocess.Popen(
            bound(["../../ns", test.script, test.name, *quiet]),
            cwd=folder,
            env=plain_environment(),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            process_group=0,
        )
        late = threading.Event()
        alarm = threading.Timer(timeout_s, _end, (process.pid, late))
        alarm.daemon = True
        alarm.start()
        # Until its status is asked for, no other process gets its number: the alarm ends first.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        alarm.cancel()
        alarm.join()
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, late.is_set(), usage.ru_utime + usage.ru_stime


def _end(group: int, late: threading.Event) -> None:
    """End a test with all that it has started."""
    late.set()
    os.killpg(group, SIGKILL)


def _failure(code: int, errors: Path) -> str:
    if code == 0:
        return ""
    said = errors.read_text(encoding="utf-8", errors="replace").strip()
    return f"ended with status {code}: {said[-300:]}"


def first_difference(found: bytes, expected: bytes) -> str:
    """The first line that differs, as text for people."""
    lines = zip_longest(found.splitlines(), expected.splitlines(), fillvalue=b"(end)")
    for number, (ours, theirs) in enumerate(lines, start=1):
        if ours != theirs:
            return (
                f"line {number}: {ours.decode('latin-1')!r}, expected {theirs.decode('latin-1')!r}"
            )
    return "line ends differ"
