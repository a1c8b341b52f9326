"""A study's results as its page queries them, and the outcome of its reproduction in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Self

import polars as pl

from ns2studies.basics.errors import ReportError
from ns2studies.basics.sql import identifier
from ns2studies.basics.wording import counted
from ns2studies.config.scenarios import DECIDE, FULL
from ns2studies.config.study_files import QUERIES, study_directory
from ns2studies.database.derived import derived_of
from ns2studies.database.stopping import AT_MOST, CONFIDENCE_OF_A_LOOK, LOOKS
from ns2studies.evaluation.verdicts import CONFIRMED, PARTLY, REFUTED
from ns2studies.report.blocks import Block, raw_html
from ns2studies.report.charts.findings import listed
from ns2studies.report.page import Page, Query, Scalar
from ns2studies.report.pages.comparison import verdict_line
from ns2studies.report.pages.outcomes import Counts, Words, bars, counts_by_study, in_words, label
from ns2studies.report.pages.reference import title_of
from nstrace.pages.markup import fill
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


@dataclass(frozen=True)
class StudyResults:
    """A study's part of the results.

    Its outcome is the reference's if these runs are a subset of the reference's, and otherwise that
    of these runs.

    Raises:
        ReportError: if the results are of other studies only.
    """

    page: Page
    study: str
    unshown_queries: list[Query] = field(default_factory=list, compare=False)
    """The queries that were run and that no block shows yet, see ``with_queries``."""

    def __post_init__(self) -> None:
        found = self.page.studies
        if found and self.study not in found:
            raise ReportError(
                f"the results have no study {self.study!r}: they have {', '.join(found)}"
            )
        for definitions in self._queries.definitions:
            self.page.results.execute(definitions)

    def rows(self, query: str, **values: Scalar) -> pl.DataFrame:
        """Return the rows of one of the study's own queries.

        Args:
            query: the name of a file in ``queries``, in the study's directory.
            values: of its parameters; ``$study`` is the study's name.
        """
        return self._noted(self._queries[query], **values)

    def best_rows(
        self,
        query: str,
        *,
        keys: Sequence[str] = ("scenario", "metric", "subject"),
        value: str = "value",
        **values: Scalar,
    ) -> pl.DataFrame:
        """Return the rows of such a query over the reference, if the page has one.

        Args:
            query: of estimates or of derived tables that the reference has.
            keys: columns that identify a row.
            value: the column with the value that a chart shows.

        Returns:
            The reference's rows, and those that only these runs have; ``here`` is the value of
            these runs. Without a reference, the rows of these runs.
        """
        own = self.rows(query, **values)
        if self.reference is None:
            return own
        reference = self.reference.rows(query, **values)
        here = own.filter(pl.col("scenario").is_not_null()).with_columns(here=value)
        found = reference.join(here.select(*keys, "here"), on=list(keys), how="left")
        alone = here.join(reference, on=list(keys), how="anti")
        return pl.concat([found, alone], how="diagonal_relaxed")

    def full_scale_rows(self, query: str, **values: Scalar) -> pl.DataFrame:
        """Return the rows of such a query over the reference or, without one, over these runs."""
        own = self.rows(query, **values)
        return own if self.reference is None else self.reference.rows(query, **values)

    def with_scale(self, caption: str) -> str:
        """Add to a caption that :meth:`full_scale_rows` are the reference's, if they are."""
        if self.reference is None:
            return caption
        return f"{caption.rstrip('.')}. Full scale (the reference){'.' * caption.endswith('.')}"

    @cached_property
    def reference(self) -> Self | None:
        """The reference's tables, named like those of these runs.

        None if the page has no reference beside its own runs.
        """
        has_tables = {"reference_scenarios", "reference_estimates"} <= self.page.tables
        if not has_tables or self.study not in self.page.referred:
            return None
        connection = self.page.results.cursor()
        connection.execute(_SQL["reference_views"])
        for table in (entry.table for entry in derived_of(self.study) if entry.in_reference):
            # An earlier database may lack it, and an earlier reference its rows.
            name = f"reference_{table}"
            if name in self.page.tables and connection.table(name).limit(1).fetchall():
                stored = f"main.{identifier(name)}"
                connection.execute(f"CREATE TEMP VIEW {identifier(table)} AS FROM {stored}")
        return type(self)(replace(self.page, results=connection), self.study)

    def value(self, query: str, **values: Scalar) -> str:
        """Return the single value of such a query, for the text."""
        sql = self._queries[query]
        return str(self.page.value(sql, **self._with_study(sql, values)))

    @cached_property
    def _queries(self) -> SqlFiles:
        return SqlFiles(study_directory(self.study) / QUERIES)

    def _ask(self, sql: str, **values: Scalar) -> pl.DataFrame:
        return self.page.query(sql, **self._with_study(sql, values))

    def _noted(self, sql: str, **values: Scalar) -> pl.DataFrame:
        """Run a query and record it, for the block that shows its rows."""
        given = self._with_study(sql, values)
        self.unshown_queries.append(Query(sql, given, self._queries.definitions))
        return self.page.query(sql, **given)

    def _with_study(self, sql: str, values: Mapping[str, Scalar]) -> dict[str, Scalar]:
        """Add the study's name to the values of a query's parameters, if it has that parameter."""
        study = {"study": self.study} if "study" in self.page.parameters_of(sql) else {}
        return {**study, **values}

    @cached_property
    def _facts(self) -> dict[str, Any]:
        return self._ask(_SQL["study"]).row(0, named=True)

    def source(self) -> str:
        """Return the citation of the text."""
        return str(self._facts["source"])

    def scale(self) -> str:
        """Return the scale that the study was run at."""
        return str(self._facts["scale"])

    def runs(self) -> str:
        """Return the numbers of runs, of their scenarios, and of their seeds, in words."""
        facts = self._facts
        if not facts["runs"]:
            return "none"
        first, last = facts["first_seed"], facts["last_seed"]
        seeds = f"seed {first}" if first == last else f"seeds {first} to {last}"
        return f"{facts['runs']:,} ({counted(facts['scenarios'], 'scenario')}, {seeds})"

    def told_scale(self) -> str:
        """Return the scale of the runs that determine the outcome."""
        return FULL if self._is_reference_told else self.scale()

    @cached_property
    def _is_reference_told(self) -> bool:
        if self.study not in self.page.referred:
            return False
        alike, different = self._ask(_SQL["runs_beside"]).row(0)
        return bool(alike) and not different

    @cached_property
    def _here(self) -> Counts:
        return counts_by_study(self.page, "comparison", "claims").get(self.study, Counts())

    @cached_property
    def _reference(self) -> Counts:
        found = counts_by_study(self.page, "reference_comparison", "reference_claims")
        return found.get(self.study, Counts())

    @property
    def _told(self) -> Counts:
        return self._reference if self._is_reference_told else self._here

    def cells(self, *verdicts: str) -> str:
        """Return how many published values have one of these verdicts, in the outcome."""
        return str(sum(self._told.cells.get(verdict, 0) for verdict in verdicts))

    def printed(self) -> str:
        """Return the number of published values in our copy of the text."""
        return str(self._ask(_SQL["printed"]).item())

    def label(self) -> str:
        """Return the outcome in a few words, as on the start page."""
        return label(self._told)

    def outcome(self) -> str:
        """Return the numbers of claims by verdict: ``9 of 13 statements are confirmed, …``."""
        counts = [self._holding("statements"), *in_words(self._told.claims, _IN_SENTENCE)]
        return listed([" ".join(count) for count in counts])

    def _holding(self, statements: str) -> tuple[str, str]:
        of = sum(self._here.claims.values())
        return str(self._told.claims.get(CONFIRMED, 0)), f"of {of} {statements} are {CONFIRMED}"

    def headline(self) -> Block:
        """Return the outcome as bars, and below, folded, those of the other runs."""
        title = self._reference_title if self._is_reference_told else self._own_title
        found = fill(_HEADLINE, bars=bars(self._told), lines=self._lines_beside(), title=title)
        return raw_html(found) + Block(_DECIDED if self.scale() == DECIDE else "")

    def _lines_beside(self) -> list[str]:
        """Return the verdicts of the runs that don't determine the outcome, if there are any."""
        if self.study not in self.page.referred:
            return []
        told = self._is_reference_told
        whose = self._own_title if told else self._reference_title
        counts = self._here if told else self._reference
        found = {
            "printed values": counts.cells,
            "statements": counts.claims,
            "questions of ours": counts.own,
        }
        return [
            verdict_line(verdicts, mark=f"{whose}, {words}")
            for words, verdicts in found.items()
            if verdicts
        ]

    @property
    def _reference_title(self) -> str:
        return title_of(self._ask(_SQL["reference_runs"]).item())

    @property
    def _own_title(self) -> str:
        runs = self._facts["runs"]
        return f"{self.scale()} scale ({'this run' if runs == 1 else f'these {runs:,} runs'})"


_IN_SENTENCE: Final[Words] = {
    PARTLY: ("partly",),
    REFUTED: ("are refuted", "is refuted"),
    "undecided": ("are undecided", "is undecided"),
    "not tested as printed": ("are not tested as printed", "is not tested as printed"),
    "not measured": ("are not measured", "is not measured"),
    "contradicts itself": ("contradict another one", "contradicts another one"),
    "fitted": ("are fitted", "is fitted"),
}

_HEADLINE: Final = """\
<div class="headline">
<p class="verdict-line"><span class="mark">{{ title }}</span></p>
{{ bars }}
{% if lines %}<details><summary>The other runs</summary>
{% for line in lines %}{{ line }}{% endfor %}</details>{% endif %}
</div>"""

_DECIDED: Final = f"""

**Made by `./reproduce decide`.** Runs were added until each statement was decided, or the scenarios
that it needs had {AT_MOST}. So that this favours no outcome, each interval here is one of
{100 * CONFIDENCE_OF_A_LOOK:.4g} %: it holds with 95 % at all of {len(LOOKS)} looks, with
{", ".join(map(str, LOOKS[:-1]))} and {LOOKS[-1]} runs of a scenario. Where nothing hung on more of
them, there are those of quick scale. Where tables and charts say 95 %, these intervals are meant.

"""
