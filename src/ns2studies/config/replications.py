"""Number of seeds that a scenario is run with: fixed, or determined by the required precision."""

from typing import Annotated, Any

from pydantic import Discriminator, Field, StringConstraints, Tag, ValidationInfo, field_validator

from ns2studies.config.validation import Model

MetricName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
Subject = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Width = Annotated[float, Field(gt=0)]

MOST = 10_000
"""Maximum number of replications of a scenario."""


class Target(Model):
    """The condition under which the intervals of a scenario are narrow enough."""

    relative_half_width: Annotated[float, Field(gt=0, lt=1)] = Field(
        description="half of the 95 % interval's width, as a part of the mean's absolute value"
    )
    metrics: dict[MetricName, Annotated[list[Subject], Field(min_length=1)]] = Field(
        min_length=1, description="the subjects whose intervals count, for each metric"
    )
    absolute_half_width: dict[MetricName, Width] = Field(
        default_factory=dict,
        description="for metrics near zero: a half width in the metric's unit that is enough, too",
    )

    @field_validator("absolute_half_width")
    @classmethod
    def _of_these(cls, bounds: dict[str, float], info: ValidationInfo) -> dict[str, float]:
        for metric in bounds:
            if metric not in info.data.get("metrics", bounds):
                raise ValueError(f"{metric} is not one of the metrics above")
        return bounds


class UntilPrecise(Model):
    """Batches of seeds until intervals are narrow; ``database/stopping.py`` has the rule."""

    at_least: Annotated[int, Field(ge=3, le=MOST)] = Field(
        description="seeds before the intervals are looked at first"
    )
    at_most: Annotated[int, Field(ge=3, le=MOST)] = Field(
        description="seeds after which a scenario ends, precise or not"
    )
    batch: Annotated[int, Field(ge=2, le=MOST)] | None = Field(
        None, description="seeds from one look to the next; as many as at_least if not given"
    )
    until: Target = Field(description="when it is enough")

    @field_validator("at_most")
    @classmethod
    def _no_less(cls, at_most: int, info: ValidationInfo) -> int:
        if at_most < info.data.get("at_least", at_most):
            raise ValueError(f"expected no less than at_least ({info.data['at_least']})")
        return at_most

    @field_validator("batch")
    @classmethod
    def _no_small_batch(cls, batch: int | None, info: ValidationInfo) -> int | None:
        # Looks with few new runs in between see nearly the same data, so that one confirms nothing.
        if batch is not None and 2 * batch < info.data.get("at_least", 0):
            raise ValueError(f"expected at least half of at_least ({info.data['at_least']})")
        return batch

    @property
    def checkpoints(self) -> list[int]:
        """Numbers of seeds after which the intervals are examined."""
        step = self.batch or self.at_least
        return [*range(self.at_least, self.at_most, step), self.at_most]


def _kind(value: Any) -> str:
    return "until-precise" if isinstance(value, dict | UntilPrecise) else "number"


Replications = Annotated[
    Annotated[int, Field(ge=0, le=MOST), Tag("number")]
    | Annotated[UntilPrecise, Tag("until-precise")],
    Discriminator(_kind),
]
"""A number of seeds (0: not at this scale), or the rule that determines it."""
