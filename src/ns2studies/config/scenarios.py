"""Scales, and scenarios: the points of a study's grids, each with a canonical digest.

A scenario is identified by its parameters alone. So two spellings of a file (other key order,
``1e6`` for ``1000000``) give the same scenario, and earlier parameters match the earlier runs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from ns2studies.basics.digests import SHORT, digest_value

if TYPE_CHECKING:
    # The configuration models take long to load, and code that only handles runs doesn't need them.
    from ns2studies.config.replications import Replications, UntilPrecise

Scale = Literal["quick", "full", "decide"]
"""Scales of results."""

SCALES: Final[tuple[Scale, ...]] = get_args(Scale)

ScaleName = Literal["quick", "full"]
"""Scales for which configurations have numbers of replications."""

SCALE_NAMES: Final[tuple[ScaleName, ...]] = get_args(ScaleName)

QUICK: Final = "quick"
"""Default scale."""

FULL: Final = "full"
"""Scale of the reference: every scenario, with at least as many replications as in the text, unless
a configuration explains why there are fewer.
"""

DECIDE: Final = "decide"
"""Scale with quick scale's scenarios, to which runs are added until claims are decided."""


def configured_as(scale: str) -> ScaleName:
    """Return the scale whose numbers in a configuration apply: ``quick`` for ``decide``."""
    return FULL if scale == FULL else QUICK


@dataclass(frozen=True)
class GridPoint:
    """A point of a scenario set's grid."""

    scenario_set: str
    values: Mapping[str, Any]
    replications: "Mapping[ScaleName, Replications]"

    @property
    def label(self) -> str:
        """The display name of the scenario, unique within a study."""
        return "/".join([self.scenario_set, *(as_written(value) for value in self.values.values())])


def as_written(value: Any) -> str:
    """Return a value as the configuration spells it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Scenario:
    """A point of the grid with all its parameters.

    Attributes:
        label: unique within the study, such as ``variants/reno/ftp/8/ip``.
        parameters: plain nested values, checked by the study's scenario model.
        seeds: the replications of the scale at hand, numbered from 1; with a rule, the maximum.
        rule: determines how many of them are needed (``precision``), if that is not a fixed number.
    """

    study: str
    label: str
    point: GridPoint
    parameters: Mapping[str, Any]
    seeds: tuple[int, ...]
    rule: "UntilPrecise | None" = None

    @property
    def scenario_id(self) -> str:
        """Short digest of study and parameters."""
        return digest_value({"study": self.study, "parameters": self.parameters})[:SHORT]
