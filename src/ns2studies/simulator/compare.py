"""Run the test suite of ns on the stock binary and on our build, and compare the results.

Traces, animation files, printed text and the exit status are compared byte for byte, and the
traces with the references of the release. Each mask hides exactly one kind of harmless or fixed
difference; ns2-patches/known-differences.yaml lists the permitted differences of tests.

Results are stored test by test under a digest of the two programs and of the code that compares
them, so a check that was stopped continues where it was.
"""

import filecmp
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Final

from ns2studies.basics.digests import SHORT, digest_file, digest_value
from ns2studies.basics.errors import SimulationError
from ns2studies.basics.line_records import append_record, read_records
from ns2studies.basics.paths import BUILD
from ns2studies.simulator import suite
from ns2studies.simulator.source import SUITE_SHA256
from ns2studies.simulator.suite import (
    ERRORS,
    PLACE,
    Execution,
    SuiteTest,
    against_reference,
    execute,
    first_difference,
)

STOCK: Final = Path("/usr/bin/ns")
"""Path of the unchanged ns-2.35 in the distribution's package ns2."""

_PERL_FILE: Final = "getopts.pl"
_INSTALL: Final = "Run `apt-get install ns2 libperl4-corelibs-perl` as root."

STATUS: Final = "exit status"
"""Name under which a different exit status is listed among the files that differ."""

CPU_S_PER_TEST: Final = 0.4
"""Average CPU seconds of a test on both simulators, as measured."""

_SECONDS: Final = {"wireless-lan-gaf/gaf": 20.0}
"""Tests that would take hours, with the seconds that are compared; all others run to the end."""

_LONGEST_S: Final = 120.0


def _without_pointers(text: bytes) -> bytes:
    """Replace addresses in memory, as printed by `%p`, by a fixed one."""
    return re.sub(rb"\b0x[0-9a-f]{6,16}\b", b"0x", text)


def _wrapped(text: bytes) -> bytes:
    """Replace integers of ten and more digits by their value in a 32-bit counter."""

    def wrap(found: re.Match[bytes]) -> bytes:
        return b"%d" % ((int(found[0]) + 2**31) % 2**32 - 2**31)

    return re.sub(rb"(?<![\w.-])-?\d{10,}(?=(?:\.0)?(?![\w.]))", wrap, text)


_FRAMES: Final = re.compile(
    rb"""
    [ ]+invoked[ ]from[ ]within\n
    "catch[ ]"\$self[ ]cmd[ ]\$args"[ ]ret"\n
    [ ]+invoked[ ]from[ ]within\n
    "if[ ]\[catch[ ]"\$self[ ]cmd[ ]\$args"[ ]ret\][ ]\{\n
    (?:.*\n){3}
    error[ ]"error[ ]when[ ]calling[ ]class[ ]\$cls:[ ]\$args"[ ]\$\.\.\."\n
    """,
    re.VERBOSE,
)
"""Pattern of Tcl's trace of how the stock binary calls a command written in C++."""


def _without_frames(text: bytes) -> bytes:
    return _FRAMES.sub(b"", text)


Likeness = Callable[[bytes, bytes], bool]

MASKS: Final[Mapping[str, Likeness]] = {
    "pointers": lambda ours, stock: _without_pointers(ours) == _without_pointers(stock),
    "calls": lambda ours, stock: ours == _without_frames(stock),
    "wrapped": lambda ours, stock: _wrapped(ours) == _wrapped(stock),
    "cut": lambda ours, stock: ours.startswith(stock) or stock.startswith(ours),
}
"""Conditions under which two different files count as alike."""


@dataclass(frozen=True)
class Comparison:
    """The result of one test on the stock binary and on our build.

    Attributes:
        test: ``SUITE/TEST``.
        stock_equals_reference: whether the stock trace is the release's reference.
        ours_equals_reference: the same of ours.
        differing: files that differ between the two, or :data:`STATUS`.
        masks: names of :data:`MASKS` with which they do not differ; "cut" only if both
            programs were stopped before their end.
        stable: whether a second run of the stock binary had the same result; True if not tried.
        difference: description of the first difference.
    """

    test: str
    stock_equals_reference: bool
    ours_equals_reference: bool
    differing: tuple[str, ...]
    masks: tuple[str, ...]
    stable: bool
    difference: str

    @property
    def equal(self) -> bool:
        """Whether our results are those of the stock binary, and of the reference."""
        return not self.differing and self.ours_equals_reference


class Record:
    """The comparisons of the same two programs so far, by test.

    Args:
        stock: the stock binary.
        ours: our build.
        build_root: the folder of the builds.
    """

    def __init__(self, stock: Path, ours: Path, build_root: Path = BUILD) -> None:
        programs = [stock, ours, Path(suite.__file__), Path(__file__)]
        digest = digest_value([SUITE_SHA256, *map(digest_file, programs)])
        self.path = build_root / PLACE / f"{digest[:SHORT]}.jsonl"
        self.made: dict[str, Comparison] = {}
        for record in read_records(self.path):
            with suppress(ValueError, TypeError, KeyError):
                lists = {name: tuple(record[name]) for name in ("differing", "masks")}
                comparison = Comparison(**{**record, **lists})
                self.made[comparison.test] = comparison

    def add(self, comparison: Comparison) -> None:
        """Store a comparison."""
        self.made[comparison.test] = comparison
        append_record(self.path, asdict(comparison))


def stock_ns() -> Path:
    """Return the stock binary.

    Raises:
        SimulationError: if it is not installed.
    """
    if not STOCK.is_file():
        raise SimulationError(
            f"the stock ns-2 to compare with is not installed: {STOCK} does not exist", _INSTALL
        )
    return STOCK


def check_perl() -> None:
    """Require the Perl of the suite's scripts, without which every test would fail.

    Raises:
        SimulationError: if Perl, or the library of Perl 4 that they load, is not installed.
    """
    try:
        command = ["perl", "-e", f'require "{_PERL_FILE}"']
        asked = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise SimulationError("there is no Perl, which ns' own tests need", _INSTALL) from error
    if asked.returncode != 0:
        raise SimulationError(f"Perl has no {_PERL_FILE}, which ns' own tests need", _INSTALL)


def run_tests(
    tests: Sequence[SuiteTest], stock: Path, ours: Path, root: Path, scratch: Path, cores: int
) -> Iterator[Comparison]:
    """Compare the two programs on several tests in parallel; yield each result when it is ready.

    The threads end with the caller, as do the simulators that they have started.
    """
    with ThreadPool(cores) as pool:
        yield from pool.imap_unordered(
            lambda test: compare(test, stock, ours, root, scratch), tests
        )


def compare(test: SuiteTest, stock: Path, ours: Path, root: Path, scratch: Path) -> Comparison:
    """Run a test on both simulators and compare all files that they write.

    Args:
        test: the test.
        stock: the stock binary.
        ours: our build.
        root: a folder filled by :func:`ns2studies.simulator.source.unpack_suite`.
        scratch: an existing folder; it is empty afterwards.
    """
    timeout_s = _SECONDS.get(test.label, _LONGEST_S)
    with tempfile.TemporaryDirectory(dir=scratch, ignore_cleanup_errors=True) as folder:
        # Names have equal lengths, in case a test prints its folder.
        old = execute(stock, root, test, Path(folder) / "stock", timeout_s)
        new = execute(ours, root, test, Path(folder) / "build", timeout_s)
        _remove_explanations(new, old)
        differing = differing_outputs(new, old)
        runs = [old, new]
        if differing:
            runs.append(execute(stock, root, test, Path(folder) / "again", timeout_s))
        reference = against_reference(new, root, test)
        return Comparison(
            test=test.label,
            stock_equals_reference=not against_reference(old, root, test),
            ours_equals_reference=not reference,
            differing=differing,
            masks=tuple(name for name in MASKS if _alike(name, new, old, differing)),
            stable=len(runs) == 2 or not differing_outputs(runs[2], old),
            difference=_shown(new, old, differing) if differing else reference,
        )


def _remove_explanations(new: Execution, old: Execution) -> None:
    """Remove the line in which our ns explains an error, which the stock one does not print."""
    if ERRORS in new.outputs and ERRORS in old.outputs:
        printed = old.outputs[ERRORS].read_bytes().splitlines(keepends=True)
        lines = new.outputs[ERRORS].read_bytes().splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith(b"ns: ") or line in printed]
        new.outputs[ERRORS].write_bytes(b"".join(kept))


def differing_outputs(one: Execution, other: Execution) -> tuple[str, ...]:
    """Return the files that differ or that only one run wrote, and :data:`STATUS` if it differs."""
    names = sorted({*one.outputs, *other.outputs})
    found = [name for name in names if not _same(one.outputs.get(name), other.outputs.get(name))]
    return (*found, *([STATUS] if one.status != other.status else []))


def _same(one: Path | None, other: Path | None) -> bool:
    return one is not None and other is not None and filecmp.cmp(one, other, shallow=False)


def _alike(mask: str, new: Execution, old: Execution, differing: tuple[str, ...]) -> bool:
    """Return whether all differing files are alike under one of :data:`MASKS`."""
    if not differing or STATUS in differing or (mask == "cut" and not (new.late and old.late)):
        return False
    return all(
        name in new.outputs
        and name in old.outputs
        and MASKS[mask](new.outputs[name].read_bytes(), old.outputs[name].read_bytes())
        for name in differing
    )


def _shown(new: Execution, old: Execution, differing: tuple[str, ...]) -> str:
    name = differing[0]
    if name == STATUS:
        return f"ours {new.failure or 'ended well'}, stock {old.failure or 'ended well'}"
    if name not in new.outputs or name not in old.outputs:
        return f"{name}: only {'ours' if name in new.outputs else 'stock'} writes it"
    ours, stock = (run.outputs[name].read_bytes() for run in (new, old))
    return f"{name}, {first_difference(ours, stock)}"
