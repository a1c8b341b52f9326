"""Known differences: a reason counts only where its rule holds, and only for what it names."""

from dataclasses import replace
from pathlib import Path

import pytest

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.paths import PATCHES
from ns2studies.simulator.compare import MASKS, Comparison
from ns2studies.simulator.known_differences import RULES, Reason, judge, read_reasons
from ns2studies.simulator.patches import read_series

EQUAL = Comparison("red/red1", True, True, (), (), True, "")
PRINTED = replace(EQUAL, differing=("printed",), difference="printed, line 1")

OBEYED = {
    "fixed": replace(PRINTED, stock_equals_reference=False),
    "pointers": replace(PRINTED, masks=("pointers",)),
    "calls": replace(PRINTED, masks=("calls",)),
    "wrapped": replace(PRINTED, masks=("wrapped",)),
    "reference": replace(EQUAL, stock_equals_reference=False, ours_equals_reference=False),
    "cut": replace(PRINTED, masks=("cut",)),
}
"""A difference of each kind."""

WORSE = replace(PRINTED, differing=("temp.rands",), ours_equals_reference=False)
"""What must never be explained away: ours misses a reference that stock meets."""

REFUSED = b"""
    while executing
"_o1 cmd addr"
"""
FRAMES = b"""    invoked from within
"catch "$self cmd $args" ret"
    invoked from within
"if [catch "$self cmd $args" ret] {
set cls [$self info class]
global errorInfo
set savedInfo $errorInfo
error "error when calling class $cls: $args" $..."
"""
"""Tcl's trace of calls behind a command that does not exist, and what stock adds to it."""

ENTRY = """
  - name: a name
    because: why
    rule: fixed
    tests: [red/red1]
"""


def reason(rule: str, test: str = "red/red1") -> Reason:
    return Reason(name="a name", because="why", rule=rule, tests=[test])


@pytest.mark.parametrize("rule", RULES)
def test_rule_explains_only_its_own_kind(rule: str) -> None:
    explained = {kind for kind, it in OBEYED.items() if reason(rule).explains(it)}
    assert explained == {rule}
    assert not reason(rule).explains(EQUAL)
    assert not reason(rule).explains(WORSE)


def test_masked_difference_must_equal_reference() -> None:
    for rule in ("pointers", "calls", "wrapped", "cut"):
        assert not reason(rule).explains(replace(OBEYED[rule], ours_equals_reference=False))


def test_verdicts() -> None:
    fixed = reason("fixed")
    cases = {
        "equal": (EQUAL, []),
        "explained": (OBEYED["fixed"], [fixed]),
        "unexplained": (OBEYED["fixed"], []),
        "named elsewhere": (OBEYED["fixed"], [reason("fixed", "red/red2")]),
        "another kind": (OBEYED["pointers"], [fixed]),
        "no longer": (EQUAL, [fixed]),
    }
    found = {name: judge([it], reasons)[0] for name, (it, reasons) in cases.items()}
    assert {name for name, it in found.items() if it.reason} == {"explained"}
    assert {name for name, it in found.items() if it.stale} == {"another kind", "no longer"}
    assert {name for name, it in found.items() if it.unexplained} == {
        "unexplained",
        "named elsewhere",
        "another kind",
    }


@pytest.mark.parametrize(
    ("mask", "one", "other", "same"),
    [
        ("pointers", b"at 0x56170bca7cf0 x", b"at 0x5633aeb0ad50 x", True),
        ("pointers", b"at 0x56170bca7cf0 x", b"at 0x5633aeb0ad50 y", False),
        ("pointers", b"flags 0x10", b"flags 0x20", False),
        ("calls", REFUSED, REFUSED + FRAMES, True),
        ("calls", REFUSED, (REFUSED + FRAMES).replace(b"_o1", b"_o2"), False),
        ("calls", REFUSED, REFUSED, True),
        ("wrapped", b"bytes: 2982684040", b"bytes: -1312283256", True),
        ("wrapped", b"6000000000 6", b"1705032704 6", True),
        ("wrapped", b"2982684040.0", b"-1312283256.0", True),
        ("wrapped", b"2982684040", b"2982684041", False),
        ("wrapped", b"1.2982684040", b"1.-1312283256", False),
        ("wrapped", b"5000000000.5", b"705032704.5", False),
        ("wrapped", b"17", b"18", False),
        ("cut", b"+ 0.1 0 1", b"+ 0.1", True),
        ("cut", b"", b"+ 0.1", True),
        ("cut", b"+ 0.1 0 1", b"+ 0.2", False),
    ],
)
def test_mask_hides_only_its_kind_of_difference(
    mask: str, one: bytes, other: bytes, same: bool
) -> None:
    assert MASKS[mask](one, other) == same
    assert MASKS[mask](other, one) == same or mask in ("calls", "wrapped")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" [", "known.yaml, line 2: "),
        (ENTRY.replace("    because: why\n", ""), "line 2: reasons.0.because"),
        (ENTRY + "    Rule: x\n", "line 6: reasons.0.Rule"),
        (ENTRY.replace("fixed", "any"), "line 4: reasons.0.rule: "),
        (ENTRY.replace("[red/red1]", "[]"), "line 5: reasons.0.tests: "),
        (ENTRY + ENTRY, "line 10: reasons.1.tests.0: red/red1 has two reasons"),
    ],
)
def test_bad_file_is_refused(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(f"reasons:{text}")
    with pytest.raises(ConfigError) as caught:
        read_reasons(path)
    assert expected in str(caught.value)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"known\.yaml"):
        read_reasons(tmp_path / "known.yaml")


def test_reasons_name_patches_of_series() -> None:
    patches = {patch.path.name[:4] for patch in read_series(PATCHES)}
    reasons = read_reasons()
    assert reasons
    assert {number for it in reasons for number in it.patch.split()} <= patches
    fixed = [it for it in reasons if it.rule in ("fixed", "wrapped")]
    told = [it for it in fixed if it.patch or "(flags.mk)" in it.because]
    assert told == fixed, "what differs by our doing names its patch"
