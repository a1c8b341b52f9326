"""The verdicts on published values and on claims, with their meanings.

The rules are SQL: ``sql/comparison.sql`` for published values, and for claims the macros in
``claims/_verdicts.sql``, which their queries call. docs/statistics.md explains both; a test
compares it with the words here. Verdicts in results are checked against these.
"""

from collections.abc import Mapping
from typing import Final

CELLS: Final[Mapping[str, str]] = {
    "identical": "ours is the published value in every printed digit",
    "identical with the author's seed": (
        "with chance: one run with the random numbers that the study must have had is as printed"
    ),
    "consistent": (
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
    "close": "off by more than chance explains, but by at most 2 %",
    "off": "off by more than that, and than chance explains; by how much stands behind it",
    "too few runs": (
        "below five replications there is no interval, and fewer than 59 that are all alike don't "
        "rule out that another one is as printed"
    ),
    "withheld": "our copy of the study lacks the published value; ours is given",
    "not measured": "there is no run of ours for it",
}
"""Verdicts on published values, in the order of legends."""

CLAIMS: Final[Mapping[str, str]] = {
    "confirmed": "our results support the statement, in every case of it that was run",
    "partly": "our results support the statement in some cases; the evidence says in which",
    "refuted": (
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

AGREEING: Final = ("identical", "identical with the author's seed", "consistent")
"""Verdicts on published values that our results reproduce."""

DIFFERENT: Final = ("close", "off")
"""Verdicts on published values that our results contradict."""

CHOSEN: Final = ("by configuration", "fitted")
"""Verdicts on published values that agree with ours by choice, which confirms nothing."""

IDENTICAL: Final = "identical"

REPLAYED: Final = "identical with the author's seed"

CLOSE: Final = "close"

CLOSE_PERCENT: Final = 2
"""Largest deviation in percent of the published value that is close (``sql/comparison.sql``)."""

OFF: Final = "off"

TOO_FEW_RUNS: Final = "too few runs"
"""Verdict on a published value that is undecided."""

CONFIRMED: Final = "confirmed"

PARTLY: Final = "partly"

REFUTED: Final = "refuted"

NOT_MEASURED: Final = "not measured"

UNDECIDED: Final = "undecided"

STATED: Final = tuple(verdict for verdict in CLAIMS if verdict != NOT_MEASURED)
"""Verdicts that a claim's query may return."""

OPEN: Final = (NOT_MEASURED, UNDECIDED, TOO_FEW_RUNS, "not tested as printed")
"""Verdicts that neither support nor contradict a claim or a published value."""

DECIDED: Final = (CONFIRMED, PARTLY, REFUTED)
"""Verdicts on statements that our results support or contradict."""

TO_EXPLAIN: Final = ("misprint", "contradicts itself", *DIFFERENT, PARTLY, REFUTED)
"""Verdicts that need a reason."""
