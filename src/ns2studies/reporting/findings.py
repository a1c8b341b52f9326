"""What a chart shows, in a few words for its title, derived from its values: so it stays true.

The words order means as they were measured. Whether chance explains an order is a matter of
intervals and verdicts, which stand below. Where values are equal names decide, so that rows that
come in another order, as groups do, give the same title.
"""

import math
from collections.abc import Mapping, Sequence

_DIGITS = 3
"""Digits that a number in a title has."""

_LISTED = 3
"""Values up to which a title lists all."""


def ranked(values: Mapping[str, float], unit: str, digits: int = _DIGITS) -> str:
    """``SACK 19.2, NewReno 19.4, Reno 21.3 s``, the least first; ``all 19.2 s`` if they read alike.

    The name of a single value is that of the chart, and is not repeated.
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


def extremes(values: Mapping[str, float], unit: str) -> str:
    """``highest with CEAS, Reno (372 kb/s), lowest with DVR, SACK (2.5 kb/s)``.

    Names whose values read alike share an end: ``highest with 4 of 5 (0.2 s), lowest with …``.
    """
    if not values:
        return "not measured"
    best, worst = (short(end(values.values())) for end in (max, min))
    if best == worst:
        return ranked(values, unit)
    highest, lowest = (
        f"{_sharing(values, number)} ({f'{number} {unit}'.strip()})" for number in (best, worst)
    )
    return f"highest with {highest}, lowest with {lowest}"


def _sharing(values: Mapping[str, float], number: str) -> str:
    """Who has a value that reads so; how many, if that needs too many words."""
    names = [name for name in sorted(values) if short(values[name]) == number]
    if len(names) == 1 or (len(names) < _LISTED and not any("," in name for name in names)):
        return listed(names)
    return f"{len(names)} of {len(values)}"


def told(values: Mapping[str, float], unit: str) -> str:
    """All of a few values, the ends of many."""
    return ranked(values, unit) if len(values) <= _LISTED else extremes(values, unit)


def grouped(values: Mapping[str, str]) -> str:
    """``Reno to 1, SACK and NewReno to 63.5``: names that share a value stand together."""
    together: dict[str, list[str]] = {}
    for name, value in values.items():
        together.setdefault(value, []).append(name)
    if len(together) == 1 and len(values) > 1:
        return f"all to {next(iter(together))}"
    return ", ".join(f"{listed(names)} to {value}" for value, names in together.items())


def slowest(values: Mapping[float, Mapping[str, float]], alike: float) -> str:
    """Which of several has the largest value at each place of an axis.

    Args:
        values: by place, then by name.
        alike: up to this difference two values are taken as one.
    """
    found = {_largest(at_place, alike) for at_place in values.values() if at_place}
    named = [listed(names) for names in sorted(found - {_ALL})]
    if not named:
        return "all alike"
    if len(found) == 1:
        return f"slowest at every one: {named[0]}"
    return f"slowest: {', or '.join([*named, *(['all alike'] if _ALL in found else [])])}"


_ALL = ()
"""Who has the largest value where all are alike."""


def _largest(values: Mapping[str, float], alike: float) -> tuple[str, ...]:
    """Who has the largest value, within ``alike``."""
    most = max(values.values())
    names = tuple(name for name in sorted(values) if most - values[name] <= alike)
    return _ALL if len(names) == len(values) else names


def short(value: float, digits: int = _DIGITS) -> str:
    """A number with a few digits, and none of them behind the point that says nothing."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else str(value)
    decimals = max(digits - 1 - math.floor(math.log10(abs(value))), 0)
    text = f"{value:.{min(decimals, 6)}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "\N{MINUS SIGN}")


def listed(names: Sequence[str]) -> str:
    """``Reno, SACK and NewReno``."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
