"""The scales that results are made at, and those that configurations have numbers for."""

from typing import Final, Literal, get_args

Scale = Literal["quick", "full", "decide"]

SCALES: Final[tuple[Scale, ...]] = get_args(Scale)

ScaleName = Literal["quick", "full"]
"""Scales that configurations have numbers of replications for."""

SCALE_NAMES: Final[tuple[ScaleName, ...]] = get_args(ScaleName)

QUICK: Final = "quick"
"""The scale where none is named."""

FULL: Final = "full"
"""The scale of the reference: every scenario, with the text's replications or more, but where a
configuration says why there are fewer."""

DECIDE: Final = "decide"
"""The scale with quick scale's scenarios, to which runs are added until claims are decided."""


def configured_as(scale: str) -> ScaleName:
    """The scale whose numbers in a configuration hold for a scale: ``decide`` begins as quick."""
    return FULL if scale == FULL else QUICK
