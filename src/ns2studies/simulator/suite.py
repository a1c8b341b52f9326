"""The test suite of ns: scripts in tcl/test, and reference traces made by its authors.

The release's own scripts define the suites: ``test-all-SUITE`` names a Tcl script, whose tests are
classes ``Test/NAME``, and a folder with their compressed traces. Several of them share a script or
a folder; each combination counts once. A test writes its trace to ``temp.rands``, or prints it in a
few suites. Several tests post-process it with Perl scripts that need ``getopts.pl`` (Debian's
libperl4-corelibs-perl).
"""

import fcntl
import gzip
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from signal import SIGKILL
from typing import Final

from ns2studies.basics.errors import StudyError
from ns2studies.basics.paths import BUILD
from ns2studies.basics.processes import bound, plain_environment
from ns2studies.basics.wording import nearest
from ns2studies.simulator.source import unpack_suite

PLACE: Final = "test-simulator"
"""Folder of the test runs and their results, below that of the builds."""

_WORK = ".work-"
_PRINTED = "printed"
ERRORS = "errors"
_TRACE = "temp.rands"
_QUIET_PRINTING = {"test-suite-mpls.tcl", "test-suite-webtraf.tcl", "test-suite-message.tcl"}
_PRINTING = {"test-suite-session.tcl", "test-suite-mixmode.tcl"}

_SCHEDULERS = ("List", "Calendar", "Heap", "Splay", "Map")
"""Tests of the suite `simultaneous`, which checks itself and so has no references."""


@dataclass(frozen=True)
class SuiteTest:
    """One test of the suite.

    Attributes:
        suite: name of the suite: the release runs it with `test-all-SUITE`.
        name: name of the test.
        script: the Tcl script, below tcl/test.
        reference: the expected trace, below tcl/test; None if the test checks itself.
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
    """A finished test run.

    Attributes:
        outputs: the files it wrote, by name, with its standard output and error.
        status: exit status of ns; negative for the number of a signal that ended it.
        failure: description of the failure; empty if the status is 0.
        late: whether it was stopped because it took too long.
    """

    outputs: Mapping[str, Path]
    status: int
    failure: str
    late: bool

    @property
    def trace(self) -> bytes:
        """The trace that is compared with the reference; empty if there is none."""
        path = self.outputs.get(_TRACE)
        return path.read_bytes() if path else b""


@contextmanager
def workplace(tarball: Path, build_root: Path = BUILD) -> Iterator[tuple[Path, Path]]:
    """Unpack the suite; yield its folder and a scratch folder, both temporary.

    Folders that killed commands left behind are removed first.

    Raises:
        SourceError: if the tarball is invalid.
        StudyError: if another command uses the folder.
    """
    home = build_root / PLACE
    home.mkdir(parents=True, exist_ok=True)
    with (home / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StudyError(
                f"another check of the simulator is running in {home}", "Wait until it has ended."
            ) from error
        for leftover in home.glob(f"{_WORK}*"):
            shutil.rmtree(leftover, ignore_errors=True)
        with tempfile.TemporaryDirectory(
            prefix=_WORK, dir=home, ignore_cleanup_errors=True
        ) as work:
            root, scratch = Path(work) / "suite", Path(work) / "scratch"
            scratch.mkdir()
            unpack_suite(tarball, root)
            yield root, scratch


def tests(root: Path) -> list[SuiteTest]:
    """Return every test below ``root`` that is defined and has a reference, or checks itself.

    Args:
        root: a folder filled by :func:`ns2studies.simulator.source.unpack_suite`.
    """
    found: dict[tuple[str, str], SuiteTest] = {}
    for runner in sorted((root / "tcl" / "test").glob("test-all-*")):
        for test in _tests_of(runner):
            found.setdefault((test.script, test.reference or test.name), test)
    return list(found.values())


def chosen(tests: Sequence[SuiteTest], words: Sequence[str]) -> list[SuiteTest]:
    """Return the tests with the names ``SUITE`` and ``SUITE/TEST``, or all without names.

    Raises:
        StudyError: if there is no such suite or test.
    """
    names = [name for test in tests for name in (test.suite, test.label)]
    for word in words:
        if word not in names:
            raise StudyError(f"ns' own test suite has no {word!r}", nearest(word, names))
    return [test for test in tests if not words or {test.suite, test.label} & set(words)]


def _tests_of(runner: Path) -> list[SuiteTest]:
    """Return the tests that one of the release's scripts would run."""
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
    """Return the variables that a shell script assigns, with the variables in them replaced."""
    values: dict[str, str] = {}
    text = runner.read_text(encoding="latin-1")
    for name, value in re.findall(r'^(\w+)="([^"\n]*)"', text, re.MULTILINE):
        values[name] = re.sub(r"\$(\w+)", lambda found: values.get(found[1], ""), value)
    return values


def _defined(script: Path, version: str) -> list[str]:
    """Return the tests that ``script`` defines; some references belong to removed tests."""
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
        root: a folder filled by :func:`ns2studies.simulator.source.unpack_suite`.
        scratch: a folder that does not exist yet, for the files that the test writes.
        timeout_s: wall-clock seconds after which the test is killed and counts as failed.
    """
    folder = _lay_out(ns, root, test.script, scratch)
    before = _state(folder)
    status, late = _run(folder, test, timeout_s)
    left = sorted(name for name, state in _state(folder).items() if before.get(name) != state)
    failure = f"still running after {timeout_s:g} s" if late else _failure(status, folder / ERRORS)
    return Execution({name: folder / name for name in left}, status, failure, late)


def against_reference(execution: Execution, root: Path, test: SuiteTest) -> str:
    """Return how a test's trace differs from the reference; empty if they are equal.

    This is the first line that differs, or the simulator's message if it failed.
    """
    if test.reference is None:
        return execution.failure
    expected = gzip.decompress((root / "tcl" / "test" / test.reference).read_bytes())
    if execution.trace == expected:
        return ""
    return execution.failure or first_difference(execution.trace, expected)


def _lay_out(ns: Path, root: Path, script: str, scratch: Path) -> Path:
    """Lay out the folders that the scripts expect around them; return the one they run in.

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
    """Return size and modification time of every file below ``folder``, by name."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    states = {path.relative_to(folder).as_posix(): path.stat() for path in files}
    return {name: (state.st_size, state.st_mtime_ns) for name, state in states.items()}


def _run(folder: Path, test: SuiteTest, timeout_s: float) -> tuple[int, bool]:
    """Run the test; return its status and whether it took too long."""
    quiet = [] if test.script in _PRINTING else ["QUIET"]
    printing = test.script in _PRINTING | _QUIET_PRINTING
    output = folder / (_TRACE if printing else _PRINTED)
    with output.open("wb") as stdout, (folder / ERRORS).open("wb") as stderr:
        # ns must die with the program that waits for it, but not get that program's Ctrl-C.
        process = subprocess.Popen(
            bound(["../../ns", test.script, test.name, *quiet]),
            cwd=folder,
            env=plain_environment(),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            process_group=0,
        )
        try:
            return process.wait(timeout_s), False
        except subprocess.TimeoutExpired:
            # The signal also ends all processes that it has started.
            os.killpg(process.pid, SIGKILL)
            return process.wait(), True


def _failure(code: int, errors: Path) -> str:
    if code == 0:
        return ""
    said = errors.read_text(encoding="utf-8", errors="replace").strip()
    return f"ended with status {code}: {said[-300:]}"


def first_difference(found: bytes, expected: bytes) -> str:
    """Return the first line that differs, as a display text."""
    lines = zip_longest(found.splitlines(), expected.splitlines(), fillvalue=b"(end)")
    for number, (ours, theirs) in enumerate(lines, start=1):
        if ours != theirs:
            return (
                f"line {number}: {ours.decode('latin-1')!r}, expected {theirs.decode('latin-1')!r}"
            )
    return "line ends differ"
