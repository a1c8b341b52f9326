"""Verdicts as words with a sign: never by colour alone."""

from markupsafe import Markup

from ns2studies.basics.errors import ReportError
from nstrace.pages.markup import fill

VERDICTS = {
    "equal": ("✓", "good"),
    "equal when replayed": ("✓", "good"),
    "agrees": ("✓", "good"),
    "by configuration": ("=", "neutral"),
    "holds": ("✓", "good"),
    "holds in part": ("◐", "mixed"),
    "fitted": ("=", "neutral"),
    "misprint": ("✎", "mixed"),
    "contradicts itself": ("⇄", "mixed"),
    "undecided": ("?", "neutral"),
    "not tested as printed": ("○", "neutral"),
    "withheld": ("○", "neutral"),
    "not measured": ("○", "neutral"),
    "differs": ("≠", "bad"),
    "does not hold": ("✗", "bad"),
}
"""Each verdict's sign and its tone (the colour class); the order is the order of legends."""


def badge(verdict: str) -> Markup:
    """The badge of ``verdict``.

    Raises:
        ReportError: for a verdict that is not one of :data:`VERDICTS`.
    """
    if verdict not in VERDICTS:
        raise ReportError(
            f"unknown verdict {verdict!r}", f"Verdicts are: {', '.join(sorted(VERDICTS))}."
        )
    sign, tone = VERDICTS[verdict]
    return fill(
        '<span class="badge badge-{{ tone }}"><span aria-hidden="true">{{ sign }}</span>'
        " {{ verdict }}</span>",
        sign=sign,
        tone=tone,
        verdict=verdict,
    )
