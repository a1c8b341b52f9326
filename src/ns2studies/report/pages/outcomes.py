"""The outcome of each study in short: a label, words, and a bar for each kind of verdict.

Published values and statements of the text are never counted together, since a table of a hundred
cells would outweigh the statements. The rule for the label is in docs/statistics.md, too.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from ns2studies.config.scenarios import FULL
from ns2studies.evaluation.claims import own_questions
from ns2studies.evaluation.verdicts import (
    AGREEING,
    CLOSE,
    CONFIRMED,
    DECIDED,
    DIFFERENT,
    IDENTICAL,
    OPEN,
    PARTLY,
    REPLAYED,
)
from ns2studies.report.blocks import VERDICTS, in_order
from ns2studies.report.page import Page
from nstrace.pages.markup import fill, whole
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

TO_THE_DIGIT = (IDENTICAL, REPLAYED)
"""Verdicts on published values that agree in every digit."""

NEARLY_ALL = 0.95
"""Share of the decided published values from which the label speaks of all of them."""

MOST = 2 / 3
"""Share from which the label speaks of most of them."""

ABOUT_HALF = 1 / 3
"""Share from which the label speaks of about half of them."""

CONTRADICTION = "contradiction in the text"
"""Kind of reason for statements that the text itself contradicts."""

MAJORITY = 1 / 2
"""Share above which the statements count as mostly open, or as supported."""


_OF_MANY = {"misprint": "misprints", "contradicts itself": "contradict another one"}
"""Forms of verdicts after a number above one."""


Words = Mapping[str, tuple[str, ...]]
"""Words after a number, by verdict: the first for several, the last for one."""


@dataclass(frozen=True)
class Counts:
    """Numbers of published values and of statements, by verdict.

    Args:
        own: numbers of questions of ours, which are not statements of the text.
        together: numbers of published values in which cells that belong together count once; None
            if none do.
    """

    cells: Mapping[str, int] = field(default_factory=dict)
    claims: Mapping[str, int] = field(default_factory=dict)
    own: Mapping[str, int] = field(default_factory=dict)
    together: Mapping[str, int] | None = None

    @property
    def numbers(self) -> Mapping[str, int]:
        """The counts of published values that determine the label."""
        return self.cells if self.together is None else self.together

    @property
    def borne_out(self) -> int:
        """Number of published values that the results reproduce."""
        return _sum(self.numbers, AGREEING)

    @property
    def decided_cells(self) -> int:
        """Number of published values that the results reproduce or contradict."""
        return self.borne_out + _sum(self.numbers, DIFFERENT)

    @property
    def decided_claims(self) -> int:
        """Number of claims that the results support, in part or whole, or contradict."""
        return _sum(self.claims, DECIDED)

    @property
    def open_claims(self) -> int:
        """Number of claims that the results leave open."""
        return _sum(self.claims, OPEN)


@dataclass(frozen=True)
class Outcome:
    """A study's outcome.

    Args:
        here: by the results of this page.
        reference: by the full reproduction, if the page shows it, too.
        reference_runs: number of runs of the full reproduction.
    """

    study: str
    title: str
    scale: str
    runs: int
    here: Counts
    reference: Counts | None = None
    reference_runs: int = 0

    @property
    def best(self) -> Counts:
        """The reference's counts; without a reference, those of the results."""
        return self.reference or self.here

    @property
    def best_runs(self) -> str:
        """The number of runs behind :attr:`best`, and their scale."""
        number, scale = (self.runs, self.scale)
        if self.reference:
            number, scale = self.reference_runs, FULL
        return f"{whole(number)} run{'' if number == 1 else 's'} at {scale} scale"


def outcomes(page: Page) -> list[Outcome]:
    """Return the outcomes of the studies in the results, by name."""
    here = counts_by_study(page, "comparison", "claims")
    tables = ("reference_comparison", "reference_claims")
    reference = counts_by_study(page, *tables) if page.referred else {}
    found = []
    for study, title, scale, _, runs in page.query(_SQL["studies"]).iter_rows():
        outcome = Outcome(study, title, scale, runs, here.get(study, Counts()))
        if study in page.referred:
            outcome = replace(
                outcome,
                reference=reference.get(study),
                reference_runs=_reference_runs(page, study),
            )
        found.append(outcome)
    return found


def together(several: Sequence[Counts]) -> Counts:
    """Add up the counts of several studies."""
    cells, claims, own, numbers_once = (Counter[str]() for _ in range(4))
    for counts in several:
        cells.update(counts.cells)
        claims.update(counts.claims)
        own.update(counts.own)
        numbers_once.update(counts.numbers)
    return Counts(cells, claims, own, numbers_once)


def label(counts: Counts) -> str:
    """Return the outcome in a few words, by the rule of docs/statistics.md."""
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
    # Statements are about the order of values.
    return "Order only" if _are_supported(counts) else "Not reproduced"


def _label_of_claims(counts: Counts) -> str:
    """Return the label of a text whose numbers are only in pictures."""
    if not counts.decided_claims:
        return "Undecided"
    if counts.open_claims > MAJORITY * sum(counts.claims.values()):
        return "Mostly undecided"
    if counts.claims.get(CONFIRMED, 0) >= MOST * counts.decided_claims:
        return "Most conclusions"
    return "Conclusions in part" if _are_supported(counts) else "Not reproduced"


def _are_supported(counts: Counts) -> bool:
    return _sum(counts.claims, (CONFIRMED, PARTLY)) > MAJORITY * counts.decided_claims


def bars(counts: Counts) -> Markup:
    """Return bars of published values, of claims and of questions of ours, by verdict."""
    kinds = {"Published values": counts.cells, "Claims": counts.claims, "Our questions": counts.own}
    drawn = [
        (
            kind,
            [
                (verdict if number == 1 else of_many(verdict), number, *VERDICTS[verdict])
                for verdict, number in in_order(given)
            ],
        )
        for kind, given in kinds.items()
    ]
    return fill(_BARS, bars=[bar for bar in drawn if bar[1]])


def plain_words(counts: Counts, reasons: Sequence[str]) -> str:
    """Return the outcome in plain words: numbers first, then conclusions.

    Args:
        reasons: the kind of reason of each refuted claim; empty for one without a reason.
    """
    return f"{_numbers_in_words(counts)}; {_claims_in_words(counts, reasons)}."


def _numbers_in_words(counts: Counts) -> str:
    if not sum(counts.cells.values()):
        return "No numbers are printed"
    if not counts.decided_cells:
        return "No number is decided"
    reproduced = _sum(counts.cells, AGREEING)
    of = f"{reproduced} of {reproduced + _sum(counts.cells, DIFFERENT)} numbers reproduced"
    if _sum(counts.numbers, TO_THE_DIGIT) >= NEARLY_ALL * counts.decided_cells:
        return f"{of}, digit by digit"
    close = counts.cells.get(CLOSE, 0)
    return f"{of}, {close} more {CLOSE}" if close else of


def _claims_in_words(counts: Counts, reasons: Sequence[str]) -> str:
    of = sum(counts.claims.values())
    if not counts.decided_claims:
        return f"none of {of} conclusions is decided"
    words = [f"{counts.claims.get(CONFIRMED, 0)} of {of} conclusions {CONFIRMED}"]
    if partly := counts.claims.get(PARTLY, 0):
        words.append(f"{partly} {PARTLY}")
    if reasons:
        alike = set(reasons) == {CONTRADICTION}
        which = "each contradicts" if len(reasons) > 1 else "which contradicts"
        words.append(
            f"{len(reasons)} refuted" + (f" ({which} the text's own tables)" if alike else "")
        )
    if counts.open_claims:
        words.append(f"{counts.open_claims} open")
    return ", ".join(words)


def in_words(counts: Mapping[str, int], words: Words) -> list[tuple[str, str]]:
    """Return numbers with their words, in the order of ``words``; those that are 0 are left out."""
    return [
        (str(number), several[-1] if number == 1 else several[0])
        for verdict, several in words.items()
        if (number := counts.get(verdict, 0))
    ]


def given(verdicts: Sequence[str]) -> str:
    """Count verdicts for a heading: "12 consistent, 4 off", "all 120 identical"."""
    counts = in_order(Counter(verdicts))
    if len(counts) == 1 and len(verdicts) > 1:
        return f"all {len(verdicts)} {of_many(counts[0][0])}"
    if len(verdicts) == 1:
        return verdicts[0]
    return ", ".join(f"{n} {verdict if n == 1 else of_many(verdict)}" for verdict, n in counts)


def holding(verdicts: Sequence[str]) -> str:
    """Count confirmed claims for a heading: "6 of 11 statements confirmed, 4 partly"."""
    confirmed, partly = (list(verdicts).count(verdict) for verdict in (CONFIRMED, PARTLY))
    rest = f", {partly} {PARTLY}" if partly else ""
    return f"{confirmed} of {len(verdicts)} statements {CONFIRMED}{rest}"


def at_scale(best: str, here: str) -> str:
    """Return an outcome for a heading, with its scale if these runs have another one."""
    return best if best == here else f"at {FULL} scale {best}"


def of_many(verdict: str) -> str:
    """Return the form of a verdict after a number above one."""
    return _OF_MANY.get(verdict, verdict)


def _sum(counts: Mapping[str, int], verdicts: tuple[str, ...]) -> int:
    return sum(counts.get(verdict, 0) for verdict in verdicts)


def counts_by_study(page: Page, cells: str, claims: str) -> dict[str, Counts]:
    """Return the counts of two tables with verdicts, by study."""
    of_cells: dict[str, dict[str, int]] = {}
    for study, verdict, number in page.query(_SQL["cells_by_study"], results=cells).iter_rows():
        of_cells.setdefault(study, {})[verdict] = number
    # Cells that belong together get the worst of their verdicts.
    order = list(VERDICTS)
    together: dict[str, Counter[str]] = {}
    for study, given in page.query(_SQL["numbers_by_study"], results=cells).iter_rows():
        together.setdefault(study, Counter())[max(given, key=order.index)] += 1
    of_claims: dict[str, tuple[Counter[str], Counter[str]]] = {}
    for study, claim, verdict in page.query(_SQL["claims_by_study"], results=claims).iter_rows():
        if study not in of_claims:  # rows are sorted by study
            of_claims[study], ours = (Counter(), Counter()), own_questions(study)
        of_claims[study][claim in ours][verdict] += 1
    counts = {}
    for study in {**of_cells, **of_claims}:
        of_text, own = of_claims.get(study, (Counter(), Counter()))
        counts[study] = Counts(of_cells.get(study, {}), of_text, own, together.get(study))
    return counts


def _reference_runs(page: Page, study: str) -> int:
    if "reference_runs" not in page.tables:
        return 0
    return int(page.value(_SQL["reference_runs"], study=study))


_BARS = """\
{% for name, parts in bars %}
<span class="outcome-name">{{ name }}</span>
<span class="outcome-bar" aria-hidden="true">
{%- for verdict, number, sign, tone in parts -%}
<span class="tone-{{ tone }}" style="flex-grow: {{ number }}">{{ sign }}</span>
{%- endfor -%}
</span>
<span class="outcome-parts">
{% for verdict, number, sign, tone in parts %}
<span><i class="tone-{{ tone }}" aria-hidden="true">{{ sign }}</i> {{ number }} {{ verdict -}}
{{ "," if not loop.last }}</span>
{% endfor %}
</span>
{% endfor %}"""
