"""A page while its document runs: the results, opened read-only, and the page's frame."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
from markupsafe import Markup

from ns2studies.basics.errors import ReportError
from ns2studies.basics.nested import flatten
from ns2studies.basics.scales import FULL
from ns2studies.basics.sealed import read_sealed_json
from ns2studies.basics.sql import connect
from ns2studies.report.block_queries import Scalar
from ns2studies.report.charts.vega import script_of_charts
from ns2studies.report.markup import Block, raw_html
from ns2studies.report.page_input import read_page_input
from nstrace.pages.markup import fill
from nstrace.pages.vega import head_of_charts
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


@dataclass(frozen=True)
class Page:
    """What a document's cells work with.

    Args:
        results: connection to the results database.
        provenance: how the results came about, as key and value; empty if not known.
        renderer: name and version of what makes the page.
        has_library: whether the charts' library is put into the page once it is made.
    """

    results: duckdb.DuckDBPyConnection
    provenance: dict[str, Any]
    renderer: str
    has_library: bool = True

    @classmethod
    def open(cls, folder: Path | None = None) -> "Page":
        """Open the results for the document in ``folder`` (where it runs, by default).

        Raises:
            ReportError: if there are no results, or the provenance file is damaged.
        """
        given = read_page_input(folder or Path.cwd())
        if not Path(given.database).is_file():
            raise ReportError(f"{given.database}: there are no results", "Run a study first.")
        return cls(
            connect(Path(given.database), read_only=True),
            _read_provenance(given.provenance),
            given.renderer,
            given.has_library,
        )

    def query(self, sql: str, **values: Scalar) -> pl.DataFrame:
        """The rows of a query.

        Args:
            values: of its parameters, by their names.

        Raises:
            ReportError: with the first line of the database's message.
        """
        try:
            rows = self.results.sql(sql, params=values or None).to_arrow_table()
        except duckdb.Error as error:
            raise ReportError(f"query failed: {str(error).splitlines()[0]}", sql) from error
        return pl.DataFrame(rows)

    def parameters_of(self, sql: str) -> set[str]:
        """The names of the parameters that a query has.

        Raises:
            ReportError: if it is none.
        """
        try:
            (statement,) = self.results.extract_statements(sql)
        except (duckdb.Error, ValueError) as error:
            raise ReportError(f"not one query: {str(error).splitlines()[0]}", sql) from error
        return set(statement.named_parameters)

    def value(self, sql: str, **values: Scalar) -> Any:
        """The single value of a query.

        Raises:
            ReportError: if it has not exactly one row and one column.
        """
        rows = self.query(sql, **values)
        if rows.shape != (1, 1):
            raise ReportError(f"query gives {rows.shape[0]} rows of {rows.shape[1]}, not one", sql)
        return rows.item()

    @cached_property
    def tables(self) -> frozenset[str]:
        """The names of the results' tables."""
        found = self.query(_SQL["tables"])
        return frozenset(found["table_name"].to_list())

    @cached_property
    def studies(self) -> list[str]:
        """The studies that the results are of."""
        if "studies" not in self.tables:
            return []
        return list(self.query(_SQL["study_names"])["study"])

    @cached_property
    def referred(self) -> frozenset[str]:
        """The studies beside whose results the page shows the reference."""
        if not {"reference_claims", "reference_comparison"} <= self.tables:
            return frozenset()
        return frozenset(self.query(_SQL["referred"], full=FULL)["study"].to_list())

    def start(self) -> Block:
        """Opens the page's main part; a document's first block."""
        return raw_html(head_of_charts() + Markup('<main id="content" tabindex="-1">'))

    def end(self, links: Sequence[tuple[str, str]] = ()) -> Block:
        """Closes the main part and writes the footer; a document's last block.

        Args:
            links: address and text of pages to go on to.
        """
        html = fill(_END, links=links, facts=self._facts(), renderer=self.renderer)
        return raw_html(html if self.has_library else html + Markup(script_of_charts()))

    def _facts(self) -> list[tuple[str, str]]:
        shown = {key: value for key, value in self.provenance.items() if key not in _ELSEWHERE}
        return [
            (_in_words(key), _yes_or_no(value) if isinstance(value, bool) else str(value))
            for key, value in flatten(shown).items()
            if value not in (None, "")
        ]


_END = """\
</main>
<footer class="page-footer">
{% if links %}
<nav aria-label="Other pages"><ul>
{% for href, text in links %}
<li><a href="{{ href }}">{{ text }}</a></li>
{% endfor %}
</ul></nav>
{% endif %}
{% if facts %}
<details><summary>How these results came about</summary>
<dl>
{% for name, value in facts %}
<dt>{{ name }}</dt><dd>{{ value }}</dd>
{% endfor %}
</dl>
</details>
{% endif %}
<p>Page made by {{ renderer }}. Every result in it is a query of the results database.</p>
</footer>"""


_ELSEWHERE = {"costs"}
"""Parts of the provenance that pages show as tables."""


def _in_words(key: str) -> str:
    """``studies.0.simulator.ns_sha256`` as ``studies, simulator, ns sha256``."""
    steps = [step for step in key.split(".") if not step.isdecimal()]
    return ", ".join(steps).replace("_", " ")


def _yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def _read_provenance(path: str) -> dict[str, Any]:
    if not path:
        return {}
    try:
        return read_sealed_json(Path(path))
    except (OSError, ValueError) as error:
        raise ReportError(f"{path}: the provenance can't be read: {error}") from error
