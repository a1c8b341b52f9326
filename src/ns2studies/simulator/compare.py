"""One test of ns' suite on two simulators: are all their outputs the same?

Traces, animation files, what is printed and the exit status are compared byte for byte, and
the traces with the references that the release brings. A difference is looked at through a
few masks, each of which hides exactly one kind of harmless or fixed difference; what is
allowed for which test stands in ns2-patches/known-differences.toml.
"""

import filecmp
import re
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from ns2studies.basics.errors import SimulationError
from ns2studies.simulator.suite import (
    Execution,
    SuiteTest,
    against_reference,
    execute,
    first_difference,
)

STOCK: Final = Path("/usr/bin/ns")
"""The unchanged ns-2.35, where the distribution's package ns2 puts it."""

_PERL_FILE: Final = "getopts.pl"
_INSTALL: Final = "Run `apt-get install ns2 libperl4-corelibs-perl` as root."

STATUS: Final = "exit status"
"""Stands among the names of files that differ."""

_SECONDS: Final = {"wireless-lan-gaf/gaf": 20.0}
"""Tests that would take hours, and for how long they are compared; all others come to an end."""

_LONGEST_S: Final = 120.0


def _without_pointers(text: bytes) -> bytes:
    """Addresses in memory, as `%p` prints them, made the same."""
    return re.sub(rb"\b0x[0-9a-f]{6,16}\b", b"0x", text)


def _wrapped(text: bytes) -> bytes:
    """Whole numbers of ten and more digits as a counter of 32 bits would show them."""

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
"""How stock calls a command that is written in C++, in Tcl's trace of calls."""


def _without_frames(text: bytes) -> bytes:
    return _FRAMES.sub(b"", text)


Likeness = Callable[[bytes, bytes], bool]

MASKS: Final[Mapping[str, Likeness]] = {
    "pointers": lambda ours, stock: _without_pointers(ours) == _without_pointers(stock),
    "calls": lambda ours, stock: ours == _without_frames(stock),
    "wrapped": lambda ours, stock: _wrapped(ours) == _wrapped(stock),
    "cut": lambda ours, stock: ours.startswith(stock) or stock.startswith(ours),
}
"""What two files may be like without being the same."""


@dataclass(frozen=True)
class Comparison:
    """What one test gave on the stock binary and on our build.

    Attributes:
        test: ``SUITE/TEST``.
        stock_equals_reference: whether the stock trace is the release's reference.
        ours_equals_reference: the same of ours.
        differing: files that differ between the two, or :data:`STATUS`.
        masks: names of :data:`MASKS` behind which they do not differ; "cut" only if both
            programs were stopped before their end.
        stable: whether the stock binary gave the same a second time; True if not tried.
        difference: the first difference, for people.
        cpu_s: CPU seconds of all runs.
    """

    test: str
    stock_equals_reference: bool
    ours_equals_reference: bool
    differing: tuple[str, ...]
    masks: tuple[str, ...]
    stable: bool
    difference: str
    cpu_s: float

    @property
    def equal(self) -> bool:
        """Whether ours gives what the stock binary gives, and the reference."""
        return not self.differing and self.ours_equals_reference

    def to_json(self) -> dict[str, Any]:
        """As a value for a JSON file."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Comparison":
        """From such a value.

        Raises:
            TypeError, KeyError: if it is another.
        """
        lists = {name: tuple(value[name]) for name in ("differing", "masks")}
        return cls(**{**value, **lists})


def stock_ns() -> Path:
    """The stock binary.

    Raises:
        SimulationError: if it is not installed.
    """
    if not STOCK.is_file():
        raise SimulationError(
            f"the unchanged ns-2 to compare with is not installed: there is no {STOCK}", _INSTALL
        )
    return STOCK


def check_perl() -> None:
    """Refuse a machine on which the suite's own Perl scripts fail: each test would do so.

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


def compare(
    test: SuiteTest,
    stock: Path,
    ours: Path,
    root: Path,
    scratch: Path,
) -> Comparison:
    """Run a test on both simulators and compare all that they leave.

    Args:
        test: the test.
        stock: the stock binary.
        ours: our build.
        root: a folder filled by :func:`ns2studies.simulator.source.unpack_suite`.
        scratch: an existing folder; nothing is left there.
    """
    timeout_s = _SECONDS.get(test.label, _LONGEST_S)
    with tempfile.TemporaryDirectory(dir=scratch, ignore_cleanup_errors=True) as folder:
        # Names of equal length, should a test print where it runs.
        old = execute(stock, root, test, Path(folder) / "stock", timeout_s)
        new = execute(ours, root, test, Path(folder) / "build", timeout_s)
        differing = differing_outputs(new, old)
        runs = [old, new]
        if differing:
            runs.append(execute(stock, root, test, Path(folder) / "again", timeout_s))
        reference = against_reference(new, root, test)
        return Comparison(
            test=test.label,
            stock_equals_reference=against_reference(old, root, test).equal,
            ours_equals_reference=reference.equal,
            differing=differing,
            masks=tuple(name for name in MASKS if _alike(name, new, old, differing)),
            stable=len(runs) == 2 or not differing_outputs(runs[2], old),
            difference=_shown(new, old, differing) if differing else reference.difference,
            cpu_s=round(sum(run.cpu_s for run in runs), 3),
        )


def differing_outputs(one: Execution, other: Execution) -> tuple[str, ...]:
    """The files that only one run left or that are not the same, and :data:`STATUS`."""
    names = sorted({*one.outputs, *other.outputs})
    found = [name for name in names if not _same(one.outputs.get(name), other.outputs.get(name))]
    return (*found, *([STATUS] if one.status != other.status else []))


def _same(one: Path | None, other: Path | None) -> bool:
    return one is not None and other is not None and filecmp.cmp(one, other, shallow=False)


def _alike(mask: str, new: Execution, old: Execution, differing: tuple[str, ...]) -> bool:
    """Whether all that differs is alike, seen through one of :data:`MASKS`."""
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
