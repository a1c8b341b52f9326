"""Verdicts as words with a sign: never by colour alone."""

from markupsafe import Markup

from ns2studies.errors import ReportError
from ns2studies.reporting.markup import fill

VERDICTS = {
    "equal": ("✓", "good"),
    "within interval": ("✓", "good"),
    "holds": ("✓", "good"),
    "holds in part": ("◐", "mixed"),
    "misprint": ("✎", "mixed"),
    "withheld": ("○", "neutral"),
    "differs": ("≠", "bad"),
    "outside interval": ("≠", "bad"),
    "does not hold": ("✗", "bad"),
}
"""Each verdict's sign and its tone (the colour class); the order is the order of legends."""

MEANINGS = {
    "equal": "ours, rounded as printed, is the published value",
    "within interval": "the published value lies in our 95% interval",
    "holds": "our results support the statement",
    "holds in part": "our results support a part of the statement",
    "misprint": "the published value contradicts its neighbours; the note says how",
    "withheld": "our copy of the thesis lacks the published value; ours is given",
    "differs": "ours is another value than the published one",
    "outside interval": "the published value lies outside our 95% interval",
    "does not hold": "our results contradict the statement",
}


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
