"""Findings of charts in a few words, for titles, derived from the charts' values.

An order in the words is meaningful only if the intervals of the largest and the smallest value are
disjoint. Without intervals, the words order the measured values, and a title states the small
number of runs. Equal values are ordered by name, so that the title does not depend on the order
of rows, which varies after grouping.
"""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

_DIGITS = 3
"""Number of significant digits of a number in a title."""

_LISTED = 3
"""Maximum number of values that a title lists completely."""


Ends = Mapping[str, tuple[float | None, float | None]]
"""Ends of an interval by name."""

NO_ENDS: Ends = MappingProxyType({})

_NONE = (None, None)

_LEAST = 0.001
"""Smaller positive values are written as "less than" this one."""


def ranked(values: Mapping[str, float], unit: str, digits: int = _DIGITS) -> str:
    """Return values in order: ``SACK 19.2, NewReno 19.4, Reno 21.3 s``, or ``all 19.2 s``.

    The name of a single value, which is that of the chart, is left out.
    """
    ordered = sorted(sorted(values.items()), key=lambda it: it[1])
    numbers = [short(value, digits) for _, value in ordered]
    if not numbers:
        return "not measured"
    if len(set(numbers)) == 1:
        return f"{'all ' if len(numbers) > 1 else ''}{numbers[0]} {unit}".strip()
    parts = [
        f"{name}{':' if name[-1].isdigit() else ''} {number}"
        for (name, _), number in zip(ordered, numbers, strict=True)
    ]
    return f"{', '.join(parts)} {unit}".strip()


def extremes(values: Mapping[str, float], unit: str, ends: Ends = NO_ENDS) -> str:
    """Return the least and the largest: ``from 2.5 (DVR, SACK) to 372 kb/s (CEAS, Reno)``.

    Names whose formatted values are equal share an end: ``from 0.1 (Vegas) to 0.2 s (the other
    4)``.

    Args:
        ends: ends of each value's interval, if it has one. If those of the largest and the least
            value overlap, no name is given: ``all from 29.2 to 31.5 s, intervals overlap``.
    """
    if not values:
        return "not measured"
    worst, best = (short(end(values.values())) for end in (min, max))
    if best == worst:
        return ranked(values, unit)
    if _overlap(values, ends):
        return f"{'all from' if len(values) > 2 else 'from'} {worst} to {best} {unit}".strip() + (
            ", intervals overlap"
        )
    low, high = (_sharing(values, number) for number in (worst, best))
    others = f"the other {len(high)}" if len(low) + len(high) == len(values) else ""
    largest = _named(high, values) or others or f"{len(high)} of {len(values)}"
    least = _named(low, values) or f"{len(low)} of {len(values)}"
    return f"from {worst} ({least}) to {f'{best} {unit}'.strip()} ({largest})"


def _named(names: Sequence[str], values: Mapping[str, float]) -> str:
    """Return a few names, or their common beginnings if no other name has these; else nothing.

    ``LSRP, Reno``, ``LSRP, SACK``, ``DVR, Reno`` and ``DVR, SACK`` are ``DVR and LSRP``.
    """
    if _are_few(names):
        return listed(names)
    first = list(dict.fromkeys(name.split(", ")[0] for name in names))
    alike = [name for name in values if name.split(", ")[0] in first]
    is_shared = len(alike) == len(names) > len(first)
    return listed(first) if is_shared and _are_few(first) else ""


def _overlap(values: Mapping[str, float], ends: Ends) -> bool:
    """Return whether the intervals of the largest and of the least value overlap."""
    least, largest = (end(sorted(values), key=lambda name: values[name]) for end in (min, max))
    low, high = ends.get(largest, _NONE)[0], ends.get(least, _NONE)[1]
    return low is not None and high is not None and low <= high


def _sharing(values: Mapping[str, float], number: str) -> list[str]:
    return [name for name in sorted(values) if short(values[name]) == number]


def _are_few(names: Sequence[str]) -> bool:
    return len(names) == 1 or (len(names) < _LISTED and not any("," in name for name in names))


def values_in_words(values: Mapping[str, float], unit: str, ends: Ends = NO_ENDS) -> str:
    """Return a few values by name, or the extremes of many values or overlapping intervals."""
    are_listed = len(values) <= _LISTED and not any("," in name for name in values)
    if len(values) == 1 or (are_listed and not _overlap(values, ends)):
        return ranked(values, unit)
    return extremes(values, unit, ends)


def grouped(values: Mapping[str, str]) -> str:
    """Group names by value: ``Reno to 1, SACK and NewReno to 63.5``."""
    together: dict[str, list[str]] = {}
    for name, value in values.items():
        together.setdefault(value, []).append(name)
    if len(together) == 1 and len(values) > 1:
        return f"all to {next(iter(together))}"
    return ", ".join(f"{listed(names)} to {value}" for value, names in together.items())


def slowest(values: Mapping[float, Mapping[str, float]], alike: float) -> str:
    """Describe which of several names has the largest value at each place of an axis.

    Args:
        values: by place, then by name.
        alike: largest difference of values that count as equal.
    """
    found = {_largest(at_place, alike) for at_place in values.values() if at_place}
    named = [listed(names) for names in sorted(found - {_ALL})]
    if not named:
        return "all alike"
    if len(found) == 1:
        return f"slowest at every one: {named[0]}"
    return f"slowest: {', or '.join([*named, *(['all alike'] if _ALL in found else [])])}"


_ALL = ()
"""Names with the largest value if all values are alike."""


def _largest(values: Mapping[str, float], alike: float) -> tuple[str, ...]:
    most = max(values.values())
    names = tuple(name for name in sorted(values) if most - values[name] <= alike)
    return _ALL if len(names) == len(values) else names


def short(value: float, digits: int = _DIGITS) -> str:
    """Format a number with a few digits, without trailing zeros."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else str(value)
    if 0 < value < _LEAST:
        return f"less than {_LEAST}"
    decimals = max(digits - 1 - math.floor(math.log10(abs(value))), 0)
    text = f"{value:.{min(decimals, 6)}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "\N{MINUS SIGN}")


def listed(names: Sequence[str]) -> str:
    """Join names: ``Reno, SACK and NewReno``."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
