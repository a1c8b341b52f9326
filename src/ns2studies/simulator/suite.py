"""ns' own validation suite: scripts in tcl/test and the traces they gave its authors.

A suite NAME is the script `test-suite-NAME.tcl`; its references are the compressed files
`test-output-NAME/TEST.gz`. A test leaves its trace in `temp.rands`; those of a few suites
print it. Several post-process it with Perl scripts that need `getopts.pl` (Debian's
libperl4-corelibs-perl).
"""

import gzip
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path

from ns2studies.errors import SimulationError
from ns2studies.simulator.programs import plain_environment

_TRACE = "temp.rands"
_QUIET_PRINTING = {"mpls", "webtraf", "message"}
_PRINTING = {"session", "mixmode"}


@dataclass(frozen=True)
class Outcome:
    """How one test ended.

    Attributes:
        suite: name of the suite.
        test: name of the test.
        equal: whether the trace is byte for byte the reference.
        difference: the first line that differs, or what the simulator said; empty if equal.
    """

    suite: str
    test: str
    equal: bool
    difference: str


def tests(root: Path) -> list[tuple[str, str]]:
    """Suite and name of every test below ``root`` that a script defines and has a reference.

    Args:
        root: a folder filled by :func:`ns2studies.simulator.source.unpack_suite`.
    """
    folder = root / "tcl" / "test"
    found = []
    for reference in sorted(folder.glob("test-output-*/*.gz")):
        suite = reference.parent.name.removeprefix("test-output-")
        if reference.stem in _defined(folder / f"test-suite-{suite}.tcl"):
            found.append((suite, reference.stem))
    return found


@cache
def _defined(script: Path) -> frozenset[str]:
    """The tests that ``script`` defines; references outlived some."""
    if not script.is_file():
        return frozenset()
    text = script.read_text(encoding="latin-1")
    return frozenset(re.findall(r"^Class Test/(\S+)", text, re.MULTILINE))


def run_test(
    ns: Path, root: Path, suite: str, test: str, scratch: Path, timeout_s: float = 600
) -> Outcome:
    """Run one test with the simulator ``ns`` and compare its trace with the reference.

    Args:
        ns: the simulator.
        root: a folder filled by :func:`ns2studies.simulator.source.unpack_suite`.
        suite: name of the suite.
        test: name of the test.
        scratch: a folder that does not exist yet; holds what the test leaves.
        timeout_s: wall-clock seconds after which the test counts as failed.

    Raises:
        SimulationError: if there is no such test.
    """
    reference = root / "tcl" / "test" / f"test-output-{suite}" / f"{test}.gz"
    if not reference.is_file():
        raise SimulationError(f"ns' suite {suite} has no reference for the test {test}")
    folder = _lay_out(ns, root, scratch)
    said = _run(folder, suite, test, timeout_s)
    expected = gzip.decompress(reference.read_bytes())
    trace = folder / _TRACE
    found = trace.read_bytes() if trace.is_file() else b""
    if found == expected:
        return Outcome(suite, test, True, "")
    return Outcome(suite, test, False, said or _first_difference(found, expected))


def _lay_out(ns: Path, root: Path, scratch: Path) -> Path:
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
        if path.is_file():
            shutil.copy(path, folder)
    return folder


def _run(folder: Path, suite: str, test: str, timeout_s: float) -> str:
    """Run the test; return what it said if it failed."""
    quiet = [] if suite in _PRINTING else ["QUIET"]
    printing = suite in _PRINTING | _QUIET_PRINTING
    output = folder / (_TRACE if printing else "printed")
    with output.open("wb") as stdout, (folder / "errors").open("wb") as stderr:
        try:
            done = subprocess.run(
                ["../../ns", f"test-suite-{suite}.tcl", test, *quiet],
                cwd=folder,
                env=plain_environment(),
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                timeout=timeout_s,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"still running after {timeout_s:g} s"
    if done.returncode == 0:
        return ""
    errors = (folder / "errors").read_text(encoding="utf-8", errors="replace").strip()
    return f"ended with status {done.returncode}: {errors[-300:]}"


def _first_difference(found: bytes, expected: bytes) -> str:
    lines = zip_longest(found.splitlines(), expected.splitlines(), fillvalue=b"(end)")
    for number, (ours, theirs) in enumerate(lines, start=1):
        if ours != theirs:
            return (
                f"line {number}: {ours.decode('latin-1')!r}, expected {theirs.decode('latin-1')!r}"
            )
    return "line ends differ"
