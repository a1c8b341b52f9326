"""A page while its document runs: its results, the queries behind its blocks, and its frame."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import duckdb
import polars as pl
from markupsafe import Markup

from ns2studies.basics.checksums import read_checksummed_json
from ns2studies.basics.errors import ReportError
from ns2studies.basics.nested import flatten
from ns2studies.basics.sql import connect, quoted
from ns2studies.config.scenarios import FULL
from ns2studies.report.blocks import Block, below_chart, raw_html
from ns2studies.report.charts.drawings import script_of_charts
from ns2studies.report.document import read_page_input
from nstrace.pages.markup import fill
from nstrace.pages.vega import head_of_charts
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

Scalar = str | int | float | bool | None
"""A value of a query's parameter."""


@dataclass(frozen=True)
class Page:
    """The results of a page, opened read-only, and its frame.

    Args:
        results: connection to the results database.
        provenance: provenance of the results as keys and values; empty if unknown.
        renderer: name and version, for the footer.
        has_library: whether the charts' library is added once the page is rendered.
    """

    results: duckdb.DuckDBPyConnection
    provenance: dict[str, Any]
    renderer: str
    has_library: bool = True

    @classmethod
    def open(cls, folder: Path | None = None) -> "Page":
        """Open the results for the document in ``folder`` (the working folder, by default).

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
        """Return the rows of a query.

        Args:
            values: of its parameters, by name.

        Raises:
            ReportError: with the first line of the database's message.
        """
        try:
            rows = self.results.sql(sql, params=values or None).to_arrow_table()
        except duckdb.Error as error:
            raise ReportError(f"query failed: {str(error).splitlines()[0]}", sql) from error
        return pl.DataFrame(rows)

    def parameters_of(self, sql: str) -> set[str]:
        """Return the names of a query's parameters.

        Raises:
            ReportError: if ``sql`` is not one query.
        """
        try:
            (statement,) = self.results.extract_statements(sql)
        except (duckdb.Error, ValueError) as error:
            raise ReportError(f"not one query: {str(error).splitlines()[0]}", sql) from error
        return set(statement.named_parameters)

    def value(self, sql: str, **values: Scalar) -> Any:
        """Return the single value of a query.

        Raises:
            ReportError: if its result is not exactly one row with one column.
        """
        rows = self.query(sql, **values)
        if rows.shape != (1, 1):
            raise ReportError(f"query gives {rows.shape[0]} rows of {rows.shape[1]}, not one", sql)
        return rows.item()

    @cached_property
    def tables(self) -> frozenset[str]:
        """The names of the results' tables."""
        return frozenset(self.query(_SQL["tables"])["table_name"])

    @cached_property
    def studies(self) -> list[str]:
        """The studies in the results."""
        return list(self.query(_SQL["study_names"])["study"]) if "studies" in self.tables else []

    @cached_property
    def referred(self) -> frozenset[str]:
        """The studies whose results are shown together with their reference."""
        if not {"reference_claims", "reference_comparison"} <= self.tables:
            return frozenset()
        return frozenset(self.query(_SQL["referred"], full=FULL)["study"])

    def start(self) -> Block:
        """Open the page's main part; this must be the first block of a document."""
        return raw_html(head_of_charts() + Markup('<main id="content" tabindex="-1">'))

    def end(self, links: Sequence[tuple[str, str]] = ()) -> Block:
        """Close the main part and write the footer; this must be the last block of a document.

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


@dataclass(frozen=True)
class Query:
    """A query with the values of its parameters.

    Args:
        definitions: statements that define macros or tables for the query.
    """

    sql: str
    values: Mapping[str, Scalar]
    definitions: Sequence[str] = ()

    @property
    def command(self) -> str:
        """The shell command that runs it again."""
        statements = [text.strip().removesuffix(";") for text in (*self.definitions, self.sql)]
        if self.values:
            given = ", ".join(f"{name} := {_literal(it)}" for name, it in self.values.items())
            statements[-1:] = [f"PREPARE numbers AS\n{statements[-1]}", f"EXECUTE numbers({given})"]
        return "./reproduce sql <<'SQL'\n" + "".join(f"{it};\n" for it in statements) + "SQL"


class NotesQueries(Protocol):
    """An object that records its queries."""

    @property
    def unshown_queries(self) -> list[Query]:
        """All queries so far, except those that a block has already shown."""


Asker = TypeVar("Asker", bound=NotesQueries)
Arguments = ParamSpec("Arguments")


def with_queries(
    draw: Callable[Concatenate[Asker, Arguments], Block],
) -> Callable[Concatenate[Asker, Arguments], Block]:
    """Show the queries that were run for a block below it, folded.

    Queries shown by a part of the block are not repeated.
    """

    @wraps(draw)
    def drawn(asker: Asker, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Block:
        before = len(asker.unshown_queries)
        block = draw(asker, *args, **kwargs)
        own = asker.unshown_queries[before:]
        del asker.unshown_queries[before:]
        # A block of words alone is a note that there are no numbers.
        if not own or "{=html}" not in block.markdown:
            return block
        commands = list(dict.fromkeys(query.command for query in own))
        queries = fill(_QUERIES, commands=commands)
        if "</figure>" in block.markdown:
            return Block(below_chart(block.markdown, queries))
        return block + raw_html(queries)

    return drawn


def _literal(value: Scalar) -> str:
    if value is None:
        return "NULL"
    return quoted(value) if isinstance(value, str) else str(value)


_QUERIES = """\
<details class="asked"><summary>Queries behind these numbers</summary>
{% for command in commands %}<pre tabindex="0"><code>{{ command }}</code></pre>
{% endfor %}</details>"""

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
<details><summary>How these results were made</summary>
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
    """Return ``studies.0.simulator.ns_sha256`` as ``studies, simulator, ns sha256``."""
    steps = [step for step in key.split(".") if not step.isdecimal()]
    return ", ".join(steps).replace("_", " ")


def _yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def _read_provenance(path: str) -> dict[str, Any]:
    if not path:
        return {}
    try:
        return read_checksummed_json(Path(path))
    except (OSError, ValueError) as error:
        raise ReportError(f"{path}: the provenance can't be read: {error}") from error
