"""Which differences from the stock ns-2 and from the release's references are known, and why.

`ns2-patches/known-differences.toml` names each test with the reason for its difference. A
reason carries a rule that the difference must obey, so that naming a test does not hide
whatever else may go wrong with it; and a reason that no longer holds is reported, too.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ns2studies.basics.errors import ConfigError
from ns2studies.basics.paths import PATCHES
from ns2studies.simulator.compare import Comparison

KNOWN: Final = PATCHES / "known-differences.toml"

RULES: Final[Mapping[str, Callable[[Comparison], bool]]] = {
    # Ours gives the reference and the stock binary does not.
    "fixed": lambda it: it.ours_equals_reference and not it.stock_equals_reference,
    # The same but for addresses in memory.
    "pointers": lambda it: "pointers" in it.masks and _references_alike(it),
    # The same but for how commands written in C++ are called, in Tcl's trace of an error.
    "calls": lambda it: "calls" in it.masks and _references_alike(it),
    # The same if our whole numbers are cut to 32 bits.
    "wrapped": lambda it: "wrapped" in it.masks and _references_alike(it),
    # Ours and the stock binary agree in every byte, and both differ from the reference.
    "reference": lambda it: not it.differing and not it.ours_equals_reference,
    # Both take too long, and are the same as far as they get.
    "cut": lambda it: "cut" in it.masks and _references_alike(it),
}
"""What a reason may claim of a difference."""

_KEYS = {"name", "because", "rule", "patch", "tests"}


@dataclass(frozen=True)
class Reason:
    """Why some tests differ.

    Attributes:
        name: a few words.
        because: the explanation, in a sentence or two.
        rule: name of one of :data:`RULES`.
        patch: number of the patch that makes the difference; empty if none does.
        tests: the tests, each as ``SUITE/TEST``.
    """

    name: str
    because: str
    rule: str
    patch: str
    tests: frozenset[str]

    def explains(self, comparison: Comparison) -> bool:
        """Whether the difference is as the rule says."""
        return RULES[self.rule](comparison)


@dataclass(frozen=True)
class Verdict:
    """The judgement on one test.

    Attributes:
        reason: the known reason for its difference; None if it is equal or has none.
        stale: whether a reason is known that does not hold (any more).
    """

    comparison: Comparison
    reason: Reason | None
    stale: bool

    @property
    def unexplained(self) -> bool:
        """Whether there is a difference without a known reason."""
        return not self.comparison.equal and self.reason is None


def _references_alike(it: Comparison) -> bool:
    return it.ours_equals_reference == it.stock_equals_reference


def judge(comparisons: Iterable[Comparison], reasons: Iterable[Reason]) -> list[Verdict]:
    """Find the reason for each difference."""
    named = {test: reason for reason in reasons for test in reason.tests}
    verdicts = []
    for comparison in comparisons:
        reason = named.get(comparison.test)
        holds = reason is not None and not comparison.equal and reason.explains(comparison)
        verdicts.append(
            Verdict(comparison, reason if holds else None, reason is not None and not holds)
        )
    return verdicts


def read_reasons(path: Path = KNOWN) -> list[Reason]:
    """The known reasons.

    Raises:
        ConfigError: if the file is missing, is no TOML, lacks something, or names a test twice.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path} can't be read: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: {error}") from error
    reasons = [_reason(path, entry) for entry in content.get("reason", [])]
    seen: set[str] = set()
    for reason in reasons:
        if twice := sorted(reason.tests & seen):
            raise ConfigError(f"{path}: {twice[0]} stands under two reasons")
        seen |= reason.tests
    return reasons


def _reason(path: Path, entry: Mapping[str, Any]) -> Reason:
    name = str(entry.get("name", "a reason without a name"))
    missing = sorted(_KEYS - {"patch"} - set(entry))
    unknown = sorted(set(entry) - _KEYS)
    if missing or unknown:
        fault = f"lacks {missing[0]}" if missing else f"has an unknown key {unknown[0]}"
        raise ConfigError(f"{path}: {name}: {fault}", f"Keys are {', '.join(sorted(_KEYS))}.")
    if entry["rule"] not in RULES:
        raise ConfigError(
            f"{path}: {name}: unknown rule {entry['rule']!r}", f"Rules are {', '.join(RULES)}."
        )
    return Reason(
        name, entry["because"], entry["rule"], entry.get("patch", ""), frozenset(entry["tests"])
    )
