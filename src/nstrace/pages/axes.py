"""The axes and series of a chart: columns of a frame, with their titles."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

LETTERS_ACROSS = 36
"""Letters of a bold axis title that fit in a window of 390 pixels."""


SEPARATOR = ", "
"""The separator of the two parts of a series' values."""


@dataclass(frozen=True)
class Axis:
    """A frame's column on an axis, with its title and unit.

    Args:
        domain: the range of the axis, by default that of the values.
        logarithmic: whether the scale is logarithmic; the values are then above 0.
        signed: whether 0 separates two kinds of values, such as gains and losses.
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
        """The title with its unit, wrapped to fit in a narrow window."""
        found = textwrap.wrap(self.label, LETTERS_ACROSS)
        return found if len(found) > 1 else self.label

    @property
    def scale(self) -> alt.Scale:
        """The scale that maps values to positions."""
        if self.logarithmic and self.domain:
            return alt.Scale(type="log", domain=list(self.domain), nice=False)
        if self.logarithmic:
            return alt.Scale(type="log")
        if self.domain:
            return alt.Scale(domain=list(self.domain), zero=False, nice=False)
        return alt.Scale(zero=self.from_zero)


@dataclass(frozen=True)
class Series:
    """The column that distinguishes the lines, its title, and the order of its values.

    Args:
        parts: titles of the two parts of each value, as in "CEAS, SACK": color then shows the first
            part, and dashes and symbols show the second.
    """

    name: str
    title: str
    order: Sequence[str]
    parts: tuple[str, str] | None = None

    def part(self, place: int) -> "Series":
        """Return the series of one part, in a column of its own; without parts, the series."""
        if self.parts is None:
            return self
        values = dict.fromkeys(value.split(SEPARATOR)[place] for value in self.order)
        return Series(f"{self.name}_{place}", self.parts[place], list(values))


@dataclass(frozen=True)
class Moment:
    """A named event at a time in seconds."""

    time_s: float
    name: str
