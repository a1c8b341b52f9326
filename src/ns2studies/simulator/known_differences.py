"""The known differences from the stock ns-2 and from the release's references, with reasons.

``ns2-patches/known-differences.yaml`` lists tests that differ under their reasons. A reason has a
rule that the difference must satisfy, so that it hides no other error in a test; a reason that no
longer applies is reported as well.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from pydantic import Field

from ns2studies.basics.paths import PATCHES
from ns2studies.config.validation import Model, validate
from ns2studies.config.yaml_file import read_yaml
from ns2studies.simulator.compare import Comparison

KNOWN: Final = PATCHES / "known-differences.yaml"

Rule = Literal["fixed", "pointers", "calls", "wrapped", "reference", "cut"]


def _behind(mask: str) -> Callable[[Comparison], bool]:
    """Return the rule that both agree under a mask, and both with the reference or neither."""
    return lambda it: mask in it.masks and it.ours_equals_reference == it.stock_equals_reference


RULES: Final[Mapping[Rule, Callable[[Comparison], bool]]] = {
    # Ours equals the reference, and the stock binary does not.
    "fixed": lambda it: it.ours_equals_reference and not it.stock_equals_reference,
    # Ours and the stock binary agree in every byte, and both differ from the reference.
    "reference": lambda it: not it.differing and not it.ours_equals_reference,
    "pointers": _behind("pointers"),
    "calls": _behind("calls"),
    "wrapped": _behind("wrapped"),
    "cut": _behind("cut"),
}
"""Rules that a reason may have for a difference."""


class Reason(Model):
    """A reason why some tests differ."""

    name: str = Field(description="a few words")
    because: str = Field(description="the explanation, in a sentence or two")
    rule: Rule = Field(description="how the tests differ")
    patch: str = Field(default="", description="the patch that makes the difference, by number")
    tests: list[str] = Field(min_length=1, description="the tests, each as SUITE/TEST")

    def explains(self, comparison: Comparison) -> bool:
        """Return whether the difference satisfies the rule."""
        return RULES[self.rule](comparison)


class _Known(Model):
    reasons: list[Reason]


@dataclass(frozen=True)
class Verdict:
    """The verdict on one test.

    Attributes:
        reason: the known reason for its difference; None if it is equal or has none.
        stale: whether a known reason does not apply (any more).
    """

    comparison: Comparison
    reason: Reason | None
    stale: bool

    @property
    def unexplained(self) -> bool:
        """Whether there is a difference without a known reason."""
        return not self.comparison.equal and self.reason is None


def judge(comparisons: Iterable[Comparison], reasons: Iterable[Reason]) -> list[Verdict]:
    """Find the reason for each difference."""
    named = {test: reason for reason in reasons for test in reason.tests}
    verdicts = []
    for comparison in comparisons:
        reason = named.get(comparison.test)
        holds = reason is not None and not comparison.equal and reason.explains(comparison)
        stale = reason is not None and not holds
        verdicts.append(Verdict(comparison, reason if holds else None, stale))
    return verdicts


def read_reasons(path: Path = KNOWN) -> list[Reason]:
    """Read the known reasons.

    Raises:
        ConfigError: if the file is missing or invalid, or names a test twice.
    """
    file = read_yaml(path)
    reasons = validate(_Known, file).reasons
    seen: set[str] = set()
    for number, reason in enumerate(reasons):
        for index, test in enumerate(reason.tests):
            if test in seen:
                raise file.error(["reasons", number, "tests", index], f"{test} has two reasons")
            seen.add(test)
    return reasons
