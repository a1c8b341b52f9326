"""The scales that results are made at."""

from typing import Final, Literal, get_args

Scale = Literal["quick", "full", "decide"]

SCALES: Final[tuple[Scale, ...]] = get_args(Scale)

FULL: Final = "full"
"""The scale of the reference: every scenario, with as many replications as the text has."""

DECIDE: Final = "decide"
"""The scale with quick scale's scenarios, to which runs are added until claims are decided."""
