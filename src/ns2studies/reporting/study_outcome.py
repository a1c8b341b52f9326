"""What came of a study: how much of its text the runs, or the reference's, bear out."""

from functools import cached_property
from typing import Any

import polars as pl
from markupsafe import Markup

from ns2studies.basics.counting import counted
from ns2studies.basics.scales import FULL
from ns2studies.evaluation.claims import own_questions
from ns2studies.evaluation.verdicts import DIFFERENT
from ns2studies.reporting.comparison import verdict_line
from ns2studies.reporting.findings import listed
from ns2studies.reporting.markup import Block, raw_html
from ns2studies.reporting.outcomes import Counts, counts_by_study, label
from ns2studies.reporting.reference import band_note, has_reference, title_of
from ns2studies.reporting.scale_note import scale_note
from ns2studies.reporting.study_answers import StudyAnswers
from nstrace.pages.markup import fill
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

_OUTCOMES = (
    ("holds in part", "hold in part", "holds in part"),
    ("does not hold", "do not hold", "does not hold"),
    ("undecided", "are undecided", "is undecided"),
    ("not tested as printed", "are not tested as printed", "is not tested as printed"),
    ("not measured", "are not measured", "is not measured"),
    ("contradicts itself", "contradict another one", "contradicts another one"),
    ("fitted", "are fitted", "is fitted"),
)
"""Verdicts but "holds", and how a sentence says that several claims have one, or a single one."""


class StudyOutcome(StudyAnswers):
    """A study's results, and what came of it, in numbers, in a sentence and in a headline."""

    @cached_property
    def _said(self) -> dict[str, Any]:
        return self._ask(_SQL["study"]).row(0, named=True)

    def source(self) -> str:
        """Where the text is from."""
        return str(self._said["source"])

    def scale(self) -> str:
        """The scale that the study was run at."""
        return str(self._said["scale"])

    def runs(self) -> str:
        """How many runs are behind the page, of how many scenarios, and with which seeds."""
        said = self._said
        if not said["runs"]:
            return "none"
        first, last = said["first_seed"], said["last_seed"]
        seeds = f"seed {first}" if first == last else f"seeds {first} to {last}"
        return f"{said['runs']:,} ({counted(said['scenarios'], 'scenario')}, {seeds})"

    def statements(self) -> str:
        """How many statements of the text are judged; questions of ours are none."""
        return str(self._said["statements"] - len(self._verdicts_on("claims", ours=True)))

    def told_scale(self) -> str:
        """At which scale the outcome is told."""
        return FULL if self._is_reference_told else self.scale()

    @cached_property
    def _is_reference_told(self) -> bool:
        """Whether the outcome is the reference's: these runs are fewer of the same, not edited."""
        if not has_reference(self.page, self.study):
            return False
        alike, different = self._ask(_SQL["runs_beside"]).row(0)
        return bool(alike) and not different

    def _told(self, table: str) -> str:
        """The table, ``comparison`` or ``claims``, that the outcome is told by."""
        return f"reference_{table}" if self._is_reference_told else table

    def cells(self, *verdicts: str) -> str:
        """How many published cells have one of these verdicts by what is told, for the text."""
        found = self._ask(_SQL["verdicts"], results=self._told("comparison"))
        return str(found["verdict"].is_in(verdicts).sum())

    def printed(self) -> str:
        """How many cells have a published value that we know."""
        return str(self._ask(_SQL["printed"]).item())

    def claims_with(self, verdict: str) -> str:
        """How many claims have this verdict, by what is told."""
        found = self._verdicts_on(self._told("claims"))
        return str((found["verdict"] == verdict).sum())

    def _verdicts_on(self, table: str, ours: bool = False) -> pl.DataFrame:
        """The verdicts on the text's statements, or on questions of ours, in one of the tables."""
        found = self._ask(_SQL["claim_verdicts"], results=table)
        return found.filter(self._is_ours if ours else ~self._is_ours)

    @cached_property
    def _is_ours(self) -> pl.Expr:
        """Is a claim a question of ours?"""
        return pl.col("claim").is_in(own_questions(self.study))

    def label(self) -> str:
        """The outcome in a few words, as the start page has them, by what is told."""
        told = counts_by_study(self.page, self._told("comparison"), self._told("claims"))
        return label(told.get(self.study, Counts()))

    def outcome(self) -> str:
        """How many claims hold, in part or not, by what is told: ``9 of 13 statements hold …``."""
        counts = [(self.claims_with("holds"), f"of {self.statements()} statements hold")]
        for verdict, words, of_one in _OUTCOMES:
            counts += _if_any(self.claims_with(verdict), words, of_one)
        return listed([" ".join(count) for count in counts])

    def headline(self) -> Block:
        """The outcome as a few large numbers; below, what these runs or the reference say."""
        figures = [
            *self._printed_figures(),
            (self.claims_with("holds"), f"of {self.statements()} statements of the text hold"),
            *_if_any(self.claims_with("holds in part"), "more hold in part"),
            *_if_any(self.claims_with("does not hold"), "do not hold", "does not hold"),
            *_if_any(self.claims_with("undecided"), "undecided"),
            *_if_any(self.claims_with("not tested as printed"), "not tested as printed"),
            *_if_any(
                self.claims_with("contradicts itself"),
                "contradict another one of the text",
                "contradicts another one of the text",
            ),
            *_if_any(self.claims_with("fitted"), "fitted: a parameter was chosen by it"),
            *_if_any(self.claims_with("not measured"), "not measured: their runs were left out"),
            *_if_any(
                str(len(self._verdicts_on("claims", ours=True))),
                "questions of ours, counted apart",
                "question of ours, counted apart",
            ),
        ]
        title = self._reference_title if self._is_reference_told else ""
        found = fill(_HEADLINE, figures=figures, lines=self._lines_beside(), title=title)
        return raw_html(found) + scale_note(self.scale())

    def about_bands(self) -> Block:
        """What the reference's intervals on charts are; of pages that have such charts."""
        return band_note(self.page, self.study)

    def _lines_beside(self) -> list[Markup]:
        """What is not told first, of printed values and of statements: these runs or the reference.

        None without a reference.
        """
        if not has_reference(self.page, self.study):
            return []
        told = self._is_reference_told
        whose = self._own_title if told else self._reference_title
        beside = "" if told else "reference_"
        found = [
            ("printed values", self._ask(_SQL["verdicts"], results=f"{beside}comparison")),
            ("statements", self._verdicts_on(f"{beside}claims")),
            ("questions of ours", self._verdicts_on(f"{beside}claims", ours=True)),
        ]
        return [
            verdict_line(frame, mark=f"{whose}, {words}")
            for words, frame in found
            if not frame.is_empty()
        ]

    @property
    def _reference_title(self) -> str:
        """What the reference's numbers are of."""
        (runs, *_) = self._ask(_SQL["reference_runs"]).row(0)
        return title_of(runs)

    @property
    def _own_title(self) -> str:
        """What the numbers of these runs are of."""
        runs = self._said["runs"]
        return f"{self.scale()} scale ({'this run' if runs == 1 else f'these {runs:,} runs'})"

    def _printed_figures(self) -> list[tuple[str, str]]:
        """What became of the printed cells; nothing if a text's figures are all pictures."""
        printed = self.printed()
        if printed == "0":
            return []
        return [
            (self.cells("equal"), f"of {printed} printed cells equal in every digit"),
            *_if_any(self.cells("equal when replayed"), "more equal with replayed random numbers"),
            *_if_any(self.cells("agrees"), "more agree within chance"),
            *_if_any(self.cells("by configuration"), "more follow from the configuration alone"),
            *_if_any(self.cells("fitted"), "more are what a parameter was fitted to"),
            *_if_any(self.cells("undecided"), "undecided: too few runs"),
            *_if_any(
                self.cells("misprint"),
                "printed cells can't be right",
                "printed cell can't be right",
            ),
            *(
                _if_any(self.cells(*DIFFERENT), "printed cells differ", "printed cell differs")
                or [("0", "printed cells differ")]
            ),
            *_if_any(
                self.cells("withheld"),
                "cells without a published value in our copy",
                "cell without a published value in our copy",
            ),
        ]


_HEADLINE = """\
{% if title %}<p class="verdict-line"><span class="mark">{{ title }}:</span></p>{% endif %}
<ul class="figures">
{% for number, words in figures %}
<li><b>{{ number }}</b> <span>{{ words }}</span></li>
{% endfor %}
</ul>
{% for line in lines %}{{ line }}{% endfor %}"""


def _if_any(count: str, words: str, of_one: str = "") -> list[tuple[str, str]]:
    """A number for the headline, unless it is none; ``of_one``: the words if others suit one."""
    return [(count, of_one if count == "1" and of_one else words)] if count != "0" else []
