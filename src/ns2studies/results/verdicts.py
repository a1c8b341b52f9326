"""The verdicts: every word that a printed value or a claim can get, and what it means.

docs/statistics.md says the same at length; a test holds the two together. What a query gives is
checked against these words, and pages show no others.
"""

from collections.abc import Collection, Mapping
from typing import Final

CELLS: Final[Mapping[str, str]] = {
    "equal": "ours agrees with the published value in every printed digit",
    "equal when replayed": (
        "with chance: one run with the study's inferred random numbers agrees in every digit"
    ),
    "agrees": (
        "with chance: the published value is one that a single run may give, or the difference of "
        "the two means is within their errors, both with 95% confidence"
    ),
    "by configuration": (
        "ours follows from the configuration, and agrees in every printed digit: no run takes part"
    ),
    "fitted": (
        "ours agrees, in every printed digit or within chance, since a parameter was chosen so "
        "that it does: nothing is borne out"
    ),
    "misprint": (
        "the published value contradicts its neighbours, or all its digits, six or more, are ours "
        "but for one; the note says how"
    ),
    "contradicts itself": "two places of the text exclude each other; the note says which",
    "differs": "ours is another value than the published one, beyond what chance explains",
    "undecided": (
        "too few runs: below five replications there is no interval, and fewer than 59 that are "
        "all alike don't rule out that another one is as printed"
    ),
    "withheld": "our copy of the study lacks the published value; ours is given",
    "not measured": "there is no run of ours for it",
}
"""Verdicts on printed values, in the order of legends."""

CLAIMS: Final[Mapping[str, str]] = {
    "holds": "our results support the statement, in every case that it speaks of and that was run",
    "holds in part": "our results support the statement in some cases; the evidence says in which",
    "does not hold": (
        "our results contradict the statement: in more than half of all cases, or in some, and "
        "support it in none"
    ),
    "contradicts itself": "the statement and another one of the text exclude each other",
    "fitted": (
        "our results are as stated, since a parameter was chosen so that they are: nothing is "
        "borne out"
    ),
    "undecided": (
        "too few runs, or intervals too wide, to say in any case, or in more than chance leaves"
    ),
    "not tested as printed": "what was run is not what the text speaks of; the evidence says why",
    "not measured": "the configuration has left out runs that the statement is about",
}
"""Verdicts on statements of the text, in the order of legends."""

AGREEING: Final = ("equal", "equal when replayed", "agrees")
"""Verdicts of printed values that our results bear out."""

DIFFERENT: Final = ("differs",)
"""Verdicts of printed values that our results contradict."""

CHOSEN: Final = ("by configuration", "fitted")
"""Verdicts of printed values that ours agrees with by choice, which bears nothing out."""

DECIDED: Final = ("holds", "holds in part", "does not hold")
"""Verdicts on statements that our results support or contradict."""

TO_EXPLAIN: Final = ("misprint", "contradicts itself", "differs", "holds in part", "does not hold")
"""Verdicts that need a reason."""


def agree(claim: str, cells: Collection[str]) -> bool:
    """Whether a claim says the same as the printed cells whose number it repeats.

    What holds has no cell that differs, what does not hold has none that is borne out, and what
    is open has cells that are. A claim may hold in part for more than its cells say. Misprints, and
    what was not measured, speak for neither.
    """
    borne_out = any(verdict in AGREEING for verdict in cells)
    different = any(verdict in DIFFERENT for verdict in cells)
    return {
        "holds": not different,
        "holds in part": different or not borne_out,
        "does not hold": not borne_out,
        "undecided": not borne_out and not different,
    }.get(claim, not borne_out)
