"""What became of each study, at a glance: a sentence by rule, and a bar for each kind of verdict.

Printed values and statements of the text are never counted together: a table of a hundred cells
would drown the statements. The rule of the sentence stands in docs/statistics.md, too.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ns2studies.basics.scales import FULL
from ns2studies.evaluation.claims import own_questions
from ns2studies.evaluation.verdicts import AGREEING, DECIDED, DIFFERENT, OPEN
from ns2studies.reporting.badges import VERDICTS
from ns2studies.reporting.page import Page
from ns2studies.reporting.reference import has_reference
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

TO_THE_DIGIT = ("equal", "equal when replayed")
"""Verdicts of printed values that agree in every digit."""

NEARLY_ALL = 0.95
"""Share of the decided printed values from which the sentence speaks of all of them."""

MOST = 2 / 3
"""Share from which it speaks of most."""

ABOUT_HALF = 1 / 3
"""Share from which it speaks of about half, up to that of most."""

MAJORITY = 1 / 2
"""More than this share of the statements say what becomes of a text's conclusions."""


CONTRADICTING = "contradict another one"
"""What several statements do that contradict another one of the text."""

_OF_MANY = {
    **{"differs": "differ", "agrees": "agree", "misprint": "misprints"},
    **{"holds": "hold", "holds in part": "hold in part", "does not hold": "do not hold"},
    "contradicts itself": CONTRADICTING,
}
"""Verdicts that read otherwise behind a number above one."""


@dataclass(frozen=True)
class Counts:
    """How many printed values, and how many statements, have which verdict.

    Args:
        own: how many questions of ours, which are no statements of the text, have which.
        together: the same of printed values, where cells that belong together count once; nothing
            if none do.
    """

    cells: Mapping[str, int] = field(default_factory=dict)
    claims: Mapping[str, int] = field(default_factory=dict)
    own: Mapping[str, int] = field(default_factory=dict)
    together: Mapping[str, int] | None = None

    @property
    def numbers(self) -> Mapping[str, int]:
        """What the words in front of a study count of printed values."""
        return self.cells if self.together is None else self.together

    @property
    def borne_out(self) -> int:
        """Printed values that the results bear out, of those that belong together all."""
        return _sum(self.numbers, AGREEING)

    @property
    def decided_cells(self) -> int:
        """Printed values that the results bear out or contradict."""
        return self.borne_out + _sum(self.numbers, DIFFERENT)

    @property
    def decided_claims(self) -> int:
        """Statements that the results support, in part or whole, or contradict."""
        return _sum(self.claims, DECIDED)

    @property
    def open_claims(self) -> int:
        """Statements that the results leave open."""
        return _sum(self.claims, OPEN)


@dataclass(frozen=True)
class Outcome:
    """A study's outcome.

    Args:
        here: by the results of this page.
        reference: by the full reproduction, if the page shows one beside.
        reference_runs: how many runs that was, of ``reference_hours`` of simulated time.
    """

    study: str
    title: str
    scale: str
    runs: int
    here: Counts
    reference: Counts | None = None
    reference_runs: int = 0
    reference_hours: float = 0.0

    @property
    def best(self) -> Counts:
        """The reference's counts, or those of the results where there is none."""
        return self.reference or self.here

    @property
    def best_scale(self) -> str:
        """At which scale :attr:`best` was counted."""
        return FULL if self.reference else self.scale


def outcomes(page: Page) -> list[Outcome]:
    """The studies in the results, by name."""
    here = counts_by_study(page, "comparison", "claims")
    found = []
    reference: dict[str, Counts] = {}
    for study, title, scale, runs in page.query(_SQL["outcome_studies"]).iter_rows():
        beside = has_reference(page, study)
        if beside and not reference:
            reference = counts_by_study(page, "reference_comparison", "reference_claims")
        made, hours = _reference_runs(page, study) if beside else (0, 0.0)
        found.append(
            Outcome(
                study,
                title,
                scale,
                runs,
                here.get(study, Counts()),
                reference.get(study) if beside else None,
                made,
                hours,
            )
        )
    return found


def together(several: Sequence[Counts]) -> Counts:
    """The counts of several studies; values and statements still apart."""
    cells, claims, own, numbers_once = (Counter[str]() for _ in range(4))
    for counts in several:
        cells.update(counts.cells)
        claims.update(counts.claims)
        own.update(counts.own)
        numbers_once.update(counts.numbers)
    return Counts(cells, claims, own, numbers_once)


def label(counts: Counts) -> str:
    """The outcome in a few words, by the rule of docs/statistics.md."""
    if not sum(counts.cells.values()):
        return _label_of_claims(counts)
    if not counts.decided_cells:
        return "Numbers undecided"
    if _sum(counts.numbers, TO_THE_DIGIT) >= NEARLY_ALL * counts.decided_cells:
        return "To the digit"
    if counts.borne_out >= NEARLY_ALL * counts.decided_cells:
        return "Within chance"
    if counts.borne_out >= MOST * counts.decided_cells:
        return "Most numbers"
    if counts.borne_out >= ABOUT_HALF * counts.decided_cells:
        return "About half the numbers"
    # The order of things is what statements are about.
    return "Order only" if _are_supported(counts) else "Not reproduced"


def _label_of_claims(counts: Counts) -> str:
    """The outcome of a text whose figures are all pictures."""
    if not counts.decided_claims:
        return "Undecided"
    if counts.open_claims > MAJORITY * sum(counts.claims.values()):
        return "Mostly undecided"
    if counts.claims.get("holds", 0) >= MOST * counts.decided_claims:
        return "Most conclusions"
    return "Conclusions in part" if _are_supported(counts) else "Not reproduced"


def _are_supported(counts: Counts) -> bool:
    """Do more than half of the decided statements hold, at least in part?"""
    return _sum(counts.claims, ("holds", "holds in part")) > MAJORITY * counts.decided_claims


def sentence(counts: Counts) -> str:
    """The numbers behind the label."""
    own = f" {_of_claims(Counts(claims=counts.own), 'questions of ours')}" if counts.own else ""
    return f"{_of_cells(counts)} {_of_claims(counts)}{own}"


def numbers(counts: Counts) -> list[str]:
    """The numbers behind the label, as short as they can be: of values, of statements."""
    borne_out = f"{counts.borne_out} of {counts.decided_cells} printed values borne out"
    values = f"{borne_out}{_once(counts)}"
    found = [
        (counts.claims.get("holds", 0), "hold"),
        (counts.claims.get("holds in part", 0), "in part"),
        (counts.claims.get("does not hold", 0), "not"),
        (counts.claims.get("contradicts itself", 0), "against another one"),
        (counts.claims.get("fitted", 0), "fitted"),
        (counts.open_claims, "open"),
    ]
    told = [f"{number} {words}" for number, words in found if number]
    return [
        *([values] if counts.decided_cells else []),
        *([f"statements: {', '.join(told)}"] if told else []),
    ]


def _of_cells(counts: Counts) -> str:
    if not sum(counts.cells.values()):
        return "The text prints no number to compare."
    if not counts.decided_cells:
        return "No printed value is decided."
    return (
        f"Of {counts.decided_cells} printed values that are decided, "
        f"{counts.borne_out} are borne out{_once(counts)}."
    )


def _once(counts: Counts) -> str:
    """What makes the values that are told less than those that are printed, if anything does."""
    told, printed = (
        [_sum(verdicts, some) for some in (AGREEING, DIFFERENT)]
        for verdicts in (counts.numbers, counts.cells)
    )
    return "; cells that belong together count once" if told != printed else ""


def _of_claims(counts: Counts, what: str = "statements") -> str:
    if not counts.claims:
        return ""
    if not counts.decided_claims:
        return f"None of {sum(counts.claims.values())} {what} is decided."
    holding, contradicting, fitted = (
        counts.claims.get(verdict, 0) for verdict in ("holds", "contradicts itself", "fitted")
    )
    rest = [
        (counts.claims.get("holds in part", 0), "in part"),
        (counts.claims.get("does not hold", 0), "not at all"),
        (contradicting, "contradicts another one" if contradicting == 1 else CONTRADICTING),
        (fitted, "is fitted" if fitted == 1 else "are fitted"),
        (counts.open_claims, "is left open" if counts.open_claims == 1 else "are left open"),
    ]
    further = "".join(f", {number} {words}" for number, words in rest if number)
    verb = "holds" if holding == 1 else "hold"
    return f"Of {sum(counts.claims.values())} {what} {holding} {verb}{further}."


def given(verdicts: Sequence[str]) -> str:
    """How often which verdict was given, for a heading: "12 agree, 4 differ", "all 120 equal"."""
    counts = in_order(Counter(verdicts))
    if len(counts) == 1 and len(verdicts) > 1:
        return f"all {len(verdicts)} {of_many(counts[0][0])}"
    if len(verdicts) == 1:
        return verdicts[0]
    return ", ".join(f"{n} {verdict if n == 1 else of_many(verdict)}" for verdict, n in counts)


def holding(verdicts: Sequence[str]) -> str:
    """How many statements hold, for a heading: "6 of 11 statements hold, 4 in part"."""
    holding, partly = (list(verdicts).count(verdict) for verdict in ("holds", "holds in part"))
    rest = f", {partly} in part" if partly else ""
    return f"{holding} of {len(verdicts)} statements hold{rest}"


def at_scale(best: str, here: str) -> str:
    """What a heading says: at which scale it is so, where these runs say something else."""
    return best if best == here else f"at {FULL} scale {best}"


def of_many(verdict: str) -> str:
    """A verdict as several values or statements have it: "agree", "do not hold"."""
    return _OF_MANY.get(verdict, verdict)


def in_order(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Verdicts that were given, in the order of legends."""
    return [(verdict, counts[verdict]) for verdict in VERDICTS if counts.get(verdict)]


def _sum(counts: Mapping[str, int], verdicts: tuple[str, ...]) -> int:
    return sum(counts.get(verdict, 0) for verdict in verdicts)


def counts_by_study(page: Page, cells: str, claims: str) -> dict[str, Counts]:
    """Counts by study, of two tables with verdicts."""
    of_cells: dict[str, dict[str, int]] = {}
    for study, verdict, number in page.query(_SQL["cells_by_study"], results=cells).iter_rows():
        of_cells.setdefault(study, {})[verdict] = number
    judged: dict[str, list[tuple[str, str]]] = {}
    for study, claim, verdict in page.query(_SQL["claims_by_study"], results=claims).iter_rows():
        judged.setdefault(study, []).append((claim, verdict))
    together = _together(page, cells)
    return {
        study: Counts(
            of_cells.get(study, {}), *_of_text_and_ours(study, judged.get(study, [])),
            together.get(study),
        )
        for study in {**of_cells, **judged}
    }  # fmt: skip


def _of_text_and_ours(
    study: str, judged: Sequence[tuple[str, str]]
) -> tuple[dict[str, int], dict[str, int]]:
    """Verdicts counted, on the text's statements and on questions of ours."""
    ours = own_questions(study)
    text = Counter(verdict for claim, verdict in judged if claim not in ours)
    return dict(text), dict(Counter(verdict for claim, verdict in judged if claim in ours))


def _together(page: Page, cells: str) -> dict[str, dict[str, int]]:
    """Verdicts of printed values by study; cells that belong together have the worst of theirs."""
    found: dict[str, dict[str, int]] = {}
    order = list(VERDICTS)
    for study, given in page.query(_SQL["numbers_by_study"], results=cells).iter_rows():
        counts = found.setdefault(study, {})
        worst = max(given, key=order.index)
        counts[worst] = counts.get(worst, 0) + 1
    return found


def _reference_runs(page: Page, study: str) -> tuple[int, float]:
    if "reference_runs" not in page.tables:
        return 0, 0.0
    number, hours = page.query(_SQL["reference_runs"], study=study).row(0)
    return number, hours or 0.0
