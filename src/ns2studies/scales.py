"""The scales that results are made at."""

from typing import Final, Literal, get_args

Scale = Literal["quick", "full", "decide"]

SCALES: Final[tuple[Scale, ...]] = get_args(Scale)

DECIDE: Final = "decide"
"""The scale with quick scale's scenarios, to which runs are added until claims are decided."""
