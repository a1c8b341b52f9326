"""Verdicts as words with a sign: never by colour alone."""

from markupsafe import Markup

from ns2studies.errors import ReportError
from ns2studies.reporting.markup import fill

VERDICTS = {
    "equal": ("✓", "good"),
    "equal when replayed": ("✓", "good"),
    "within prediction interval": ("✓", "good"),
    "holds": ("✓", "good"),
    "holds in part": ("◐", "mixed"),
    "misprint": ("✎", "mixed"),
    "not decided": ("?", "neutral"),
    "withheld": ("○", "neutral"),
    "not measured": ("○", "neutral"),
    "differs": ("≠", "bad"),
    "outside prediction interval": ("≠", "bad"),
    "does not hold": ("✗", "bad"),
}
"""Each verdict's sign and its tone (the colour class); the order is the order of legends."""

MEANINGS = {
    "equal": "ours agrees with the published value in every printed digit",
    "equal when replayed": (
        "random: one run with the study's inferred random numbers agrees in every printed digit"
    ),
    "within prediction interval": (
        "random: the published value lies where 95% of single runs are expected"
    ),
    "holds": "our results support the statement",
    "holds in part": "our results support a part of the statement",
    "not decided": "so few runs leave it open: their intervals are too wide",
    "misprint": "the published value contradicts its neighbours; the note says how",
    "withheld": "our copy of the study lacks the published value; ours is given",
    "not measured": "there is no run of ours for this cell",
    "differs": "ours is another value than the published one",
    "outside prediction interval": (
        "random: the published value lies outside the range of 95% of single runs"
    ),
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
