"""What a chart's axes and lines are: columns of a frame, with what people call them."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

LETTERS_ACROSS = 36
"""Letters of an axis' title, which is bold, that a window of 390 pixels has room for."""


@dataclass(frozen=True)
class Axis:
    """A frame's column on an axis, with its title and unit.

    Args:
        domain: what the axis shows; by default what the values need.
        logarithmic: equal ratios are equally far apart; the values are above 0.
        signed: values mean something on either side of 0, such as gains and losses.
    """

    name: str
    title: str
    unit: str = ""
    from_zero: bool = True
    domain: tuple[float, float] | None = None
    logarithmic: bool = False
    signed: bool = False

    @property
    def label(self) -> str:
        """The axis title with its unit."""
        return f"{self.title} ({self.unit})" if self.unit else self.title

    @property
    def lines(self) -> str | list[str]:
        """The title with its unit, in lines that a narrow window has room for across."""
        found = textwrap.wrap(self.label, LETTERS_ACROSS)
        return found if len(found) > 1 else self.label

    @property
    def scale(self) -> alt.Scale:
        """How values become places."""
        if self.logarithmic and self.domain:
            return alt.Scale(type="log", domain=list(self.domain), nice=False)
        if self.logarithmic:
            return alt.Scale(type="log")
        if self.domain:
            return alt.Scale(domain=list(self.domain), zero=False, nice=False)
        return alt.Scale(zero=self.from_zero)


@dataclass(frozen=True)
class Series:
    """The column that tells the lines apart, its title, and the order of its values."""

    name: str
    title: str
    order: Sequence[str]


@dataclass(frozen=True)
class Moment:
    """An event at a time in seconds, and what it is called."""

    time_s: float
    name: str
