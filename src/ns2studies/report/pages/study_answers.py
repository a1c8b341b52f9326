"""What a study's page asks of the results, and what its blocks show of these queries."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import polars as pl

from ns2studies.basics.errors import ReportError
from ns2studies.report.block_queries import Query, Scalar
from ns2studies.report.page import Page
from ns2studies.studies.rooms import QUERIES, room_of
from nstrace.sql_files import SqlFiles


@dataclass(frozen=True)
class StudyAnswers:
    """A study's part of the results, which queries are asked of.

    Raises:
        ReportError: if the results are of other studies only.
    """

    page: Page
    study: str
    unshown_queries: list[Query] = field(default_factory=list, compare=False)
    """The queries that were asked so far and that no block shows yet, see ``block_queries.py``."""

    def __post_init__(self) -> None:
        found = self.page.studies
        if found and self.study not in found:
            raise ReportError(
                f"the results have no study {self.study!r}: they are of {', '.join(found)}"
            )
        for definitions in self._queries.definitions:
            self.page.results.execute(definitions)

    def rows(self, query: str, **values: Scalar) -> pl.DataFrame:
        """The rows of one of the study's own queries.

        Args:
            query: the name of a file in ``queries``, in the study's room.
            values: of its parameters; ``$study`` is the study's name.
        """
        return self._noted(self._queries[query], **values)

    def value(self, query: str, **values: Scalar) -> str:
        """The single value of such a query, for the text."""
        sql = self._queries[query]
        return str(self.page.value(sql, **self._with_study(sql, values)))

    @cached_property
    def _queries(self) -> SqlFiles:
        return SqlFiles(room_of(self.study) / QUERIES)

    def _ask(self, sql: str, **values: Scalar) -> pl.DataFrame:
        return self.page.query(sql, **self._with_study(sql, values))

    def _noted(self, sql: str, **values: Scalar) -> pl.DataFrame:
        """The rows of a query that the block made of them shows."""
        given = self._with_study(sql, values)
        self.unshown_queries.append(Query(sql, given, self._queries.definitions))
        return self.page.query(sql, **given)

    def _with_study(self, sql: str, values: Mapping[str, Scalar]) -> dict[str, Scalar]:
        """Values of a query's parameters, the study's name among them if it asks for that."""
        study = {"study": self.study} if "study" in self.page.parameters_of(sql) else {}
        return {**study, **values}
