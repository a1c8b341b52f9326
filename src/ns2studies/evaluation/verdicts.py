"""The verdicts on published values and on claims, with their meanings.

The rules are SQL: ``sql/comparison.sql`` for published values, and for claims the macros in
``claims/_verdicts.sql``, which their queries call. docs/statistics.md explains both; a test
compares it with the words here. Verdicts in results are checked against these.
"""

from collections.abc import Mapping
from typing import Final

CELLS: Final[Mapping[str, str]] = {
    "identical": "our value equals the published one in every printed digit",
    "identical with the author's seed": (
        "random runs; one run with the random numbers that the study must have used equals the "
        "published value in every printed digit"
    ),
    "consistent": (
        "random runs; the published value lies where 95% of single runs are expected, or the "
        "difference of the two means lies within its 95% interval"
    ),
    "by configuration": (
        "our value follows from the configuration, without any run, and equals the published one "
        "in every printed digit"
    ),
    "fitted": (
        "our value agrees because a parameter was chosen to make it agree; this reproduces nothing"
    ),
    "misprint": (
        "the published value contradicts its neighbors, or has six digits or more that equal ours "
        "except for one; the note says how"
    ),
    "contradicts itself": "two places of the text exclude each other; the note says which",
    "close": "off by more than chance explains, but by at most 2 %",
    "off": "off by more than that, and by more than chance explains",
    "too few runs": (
        "fewer than five replications, so no interval; or fewer than 59 that are all equal, which "
        "does not rule out another outcome"
    ),
    "withheld": "our copy of the study lacks the published value",
    "not measured": "the configuration leaves out the runs",
}
"""Verdicts on published values, in the order of legends."""

CLAIMS: Final[Mapping[str, str]] = {
    "confirmed": "our results support the claim in every case that was run",
    "partly": "our results support the claim in some cases; the evidence says in which",
    "refuted": (
        "our results contradict the claim in more than half of all cases, or in some while "
        "supporting it in none"
    ),
    "contradicts itself": "the claim and another one of the text exclude each other",
    "fitted": (
        "our results are as claimed because a parameter was chosen to make them so; this confirms "
        "nothing"
    ),
    "undecided": (
        "clear in no case, or in no more than chance gives: too few runs, or intervals too wide"
    ),
    "not tested as printed": "the runs differ from what the text describes; the evidence says why",
    "not measured": "the configuration leaves out the runs",
}
"""Verdicts on claims of the text, in the order of legends."""

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
