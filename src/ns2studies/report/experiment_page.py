"""The page of an experiment: charts with intervals, a table, notes, and facts about the runs.

It is one file that loads nothing, made from the experiment's database alone. A document
``experiment.qmd`` beside the experiment's file replaces it (``./reproduce new NAME --page`` writes
a first version); it gets the same blocks from an :class:`ExperimentPage`.
"""

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl
from markupsafe import Markup

import ns2studies
from ns2studies.basics.checksums import add_page_checksum
from ns2studies.basics.errors import ReportError
from ns2studies.basics.paths import REPORTS
from ns2studies.basics.sql import identifier, quoted
from ns2studies.basics.wording import counted
from ns2studies.database.metadata import description_path, opened
from ns2studies.report.blocks import Block, below_chart, raw_html
from ns2studies.report.experiment_charts import Layout, charts_of, course_charts
from ns2studies.report.page import Page
from ns2studies.report.render import render
from ns2studies.report.renderers.choice import RendererChoice
from nstrace.files import whole_file
from nstrace.pages import LARGEST_BYTES
from nstrace.pages.markup import fill
from nstrace.pages.tables import Column, table_html
from nstrace.pages.whole import Section, whole_page
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)

_USUAL: Final = (
    *("unique_throughput", "mean_throughput", "mean_one_way_delay", "jitter_rfc3550"),
    *("loss", "delivery_ratio", "packets_retransmitted", "routing_load", "fairness"),
    *("network_lifetime",),
)
"""Metrics that are shown for an experiment that names none, if the traces provide them."""

_MOST_SUBJECTS: Final = 4
_MOST_ROWS: Final = 400
_MOST_LISTED: Final = 20_000
_MOST_FILES: Final = 40
_PARAMETER: Final = re.compile(r"\$(\w+)")
_WHOLE: Final = ("", "all")
"""Subjects that represent a whole run."""


def write_experiment_page(
    database: Path, target: Path, made_of: str, renderer: RendererChoice | None = None
) -> None:
    """Write the page of an experiment.

    Args:
        made_of: short digest of the inputs of the page.
        renderer: renderer of the experiment's own document; None for the default page.

    Raises:
        ReportError: if the page would be too large, or the document can't be rendered.
        ResultError: if the database is missing or damaged.
    """
    with opened(database) as connection:
        own = ExperimentPage(connection)
        document, page = own.document, "" if renderer else own.html()
    if renderer:
        provenance = description_path(database)
        render(document, target, database, provenance, renderer, made_of=made_of, home=REPORTS)
        return
    if len(page.encode()) > LARGEST_BYTES:
        raise ReportError(
            f"{target}: the page would have {len(page.encode()) / 1e6:.1f} MB, and "
            f"{LARGEST_BYTES / 1e6:.0f} MB is the most",
            "Name fewer metrics, or ask the database: ./reproduce sql --experiment PATH.",
        )
    with whole_file(target) as temporary:
        temporary.write_text(page, encoding="utf-8")
        add_page_checksum(temporary, target.name, made_of)


class ExperimentPage:
    """The blocks of an experiment's page.

    Args:
        connection: to the experiment's database.
        page: the page of a document.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, page: Page | None = None) -> None:
        self._connection, self._page = connection, page
        self._facts = dict(connection.execute(_SQL["facts"]).fetchall())
        self._axes: dict[str, str] = json.loads(self._facts["axes"])
        self._layout = Layout.of(
            self._ask(_SQL["axes"]), self._axes, json.loads(self._facts["units"])
        )
        self._titles = {
            name: (title, unit, definition)
            for name, title, unit, definition in connection.execute(_SQL["definitions"]).fetchall()
        }
        self._measured: dict[str, list[str]] = {}
        for metric, subject in connection.execute(_SQL["subjects"]).fetchall():
            self._measured.setdefault(metric, []).append(subject)

    @classmethod
    def open(cls) -> "ExperimentPage":
        """Open the results for the document in the working folder.

        Raises:
            ReportError: if there are no results.
        """
        page = Page.open()
        return cls(page.results, page)

    def start(self) -> Block:
        """Open the page's main part; this must be the first block of a document."""
        assert self._page is not None
        return self._page.start()

    def end(self) -> Block:
        """Close the main part and write the footer; this must be the last block of a document."""
        assert self._page is not None
        return self._page.end()

    @property
    def document(self) -> Path:
        """The experiment's own document, which may not exist."""
        return Path(self._facts["file"]).with_suffix(".qmd")

    def html(self) -> str:
        """Return the whole page, without a document."""
        sections = {
            "Results": self._charts(),
            "Differences to the baseline": self._differences(),
            "What to know": self._notes(),
            "Over time": self._courses(),
            "All numbers": self._numbers(),
            "What was run": self._what_was_run(),
        }
        found = [Section(title, list(blocks)) for title, blocks in sections.items()]
        return whole_page(
            self._facts["title"],
            self.size(),
            [section for section in found if section.blocks],
            generator=f"ns2studies {ns2studies.__version__}",
            footer="Intervals hold the mean of all seeds with 95 %, by Student's t.",
        )

    def charts(self) -> Block:
        """Draw each metric over the numeric axis, with intervals."""
        return _block(self._charts())

    def differences(self) -> Block:
        """Show the differences to the baseline, if there is one."""
        return _block(self._differences())

    def notes(self) -> Block:
        """List the notes on runs and traces."""
        return _block(self._notes())

    def courses(self) -> Block:
        """Draw throughput, windows and queues of a few runs over time."""
        return _block(self._courses())

    def numbers(self) -> Block:
        """List all means with their intervals."""
        return _block(self._numbers())

    def what_was_run(self) -> Block:
        """Show the experiment's file, the runs, and their traces."""
        return _block(self._what_was_run())

    def size(self) -> str:
        """Return the numbers of runs, points and seeds in words."""
        runs, points, seeds = self._connection.execute(_SQL["size"]).fetchall()[0]
        words = f"{counted(runs, 'run')} of {counted(points, 'point')}"
        return f"{words}, with up to {counted(seeds, 'seed')} each" if seeds > 1 else words

    def _ask(self, query: str) -> pl.DataFrame:
        """Return the rows of a query, which the page shows unchanged."""
        rows: pl.DataFrame = self._connection.sql(query).pl()
        return rows

    def _chosen(self) -> list[tuple[str, str]]:
        """Return the metrics and subjects that are shown, in the order of the experiment's file."""
        named = json.loads(self._facts["chosen_metrics"])
        known = list(self._measured)
        names = named or [name for name in _USUAL if name in known] or known[:_MOST_SUBJECTS]
        return [
            (name, subject)
            for name in names
            for subject in _main_subjects(self._measured.get(name, []))
        ]

    def _query(self, name: str) -> str:
        """Return a query for everything that is shown, with its values."""
        pairs = [f"({quoted(name)}, {quoted(subject)})" for name, subject in self._chosen()]
        columns = [*map(identifier, self._axes.values())] or ["scenario"]
        return _filled(name, shown=", ".join(pairs) or "('', '')", columns=", ".join(columns))

    # Charts

    def _charts(self) -> Iterator[Markup]:
        chosen = self._chosen()
        if not chosen:
            yield fill(
                '<p class="note">Nothing was measured: the notes below say what is missing.</p>'
            )
        for metric, subject in chosen:
            query = _filled("rows_of_metric", metric=quoted(metric), subject=quoted(subject))
            data = self._ask(query)
            drawn = charts_of(data, self._layout, metric, subject, *self._titles[metric])
            yield Markup(below_chart("\n".join(drawn), self._command(query)))

    def _command(self, query: str) -> Markup:
        words = ["./reproduce", "sql", "--experiment", self._facts["file"], query]
        return fill(
            '<details class="chart-data"><summary>Command behind these numbers</summary>\n'
            "<pre><code>{{ command }}</code></pre></details>",
            command=shlex.join(words),
        )

    # Tables

    def _differences(self) -> Iterator[Markup]:
        query = self._query("differences_shown")
        rows = self._ask(query)
        if rows.is_empty():
            return
        baseline = json.loads(self._facts["baseline"])
        words = ", ".join(f"{name} = {value}" for name, value in baseline.items())
        kept = {"scenario": "Point", "baseline": "Baseline", **_MEASURED}
        caption = f"Values less those at {words}, seed by seed, with 95% intervals"
        yield _table(rows, kept, id="differences", caption=caption)
        yield self._command(query)

    # Charts over time

    def _courses(self) -> Iterator[Markup]:
        query = _filled("time_courses_shown")
        rows = self._ask(query)
        if rows.is_empty():
            return
        yield fill(
            "<p>The first run of {{ points }}; of a run with many flows or queues, those with "
            "the largest values.</p>",
            points=counted(rows["scenario"].n_unique(), "point"),
        )
        yield Markup(below_chart("\n".join(course_charts(rows)), self._command(query)))

    def _numbers(self) -> Iterator[Markup]:
        rows = self._ask(self._query("points_shown"))
        named = {it: self._layout.labelled(it) for it in self._axes.values()}
        headings = {**(named or {"scenario": "Point"}), **_MEASURED}
        yield _table(rows, headings, id="estimates", caption="Means with 95% intervals")
        yield self._command(self._query("points_shown"))

    def _notes(self) -> Iterator[Markup]:
        notes = [
            f"{note} ({counted(runs, 'run')})" if runs > 1 else note
            for note, runs in self._connection.execute(_SQL["notes"]).fetchall()
        ]
        for name in json.loads(self._facts["chosen_metrics"]) or []:
            if name not in self._measured:
                definition = self._titles[name][2]
                notes.append(f"{name}: no trace of these runs gives it. {definition}")
        notes += [
            f"{' '.join(filter(None, (name, subject)))} has no value in {counted(runs, 'run')}, as "
            "where nothing was sent: its means are of the others."
            for name, subject, runs in self._ask(self._query("without_value")).iter_rows()
        ]
        files = self._connection.execute(_SQL["not_ingested"]).fetchall()
        notes += [
            f"{name} is no trace and became no table ({counted(runs, 'run')}); it is kept in "
            "files.zip of the run."
            for name, runs in files[:_MOST_FILES]
        ]
        if len(files) > _MOST_FILES:
            notes.append(f"{len(files) - _MOST_FILES} more files became no table.")
        if notes:
            yield fill(
                "<ul>\n{% for note in notes %}<li>{{ note }}</li>\n{% endfor %}</ul>", notes=notes
            )

    def _what_was_run(self) -> Iterator[Markup]:
        yield fill(
            "<p>The experiment is <code>{{ file }}</code>. Each run had a folder of its own, and "
            "the ns whose SHA-256 is <code>{{ ns }}</code> (compiler: {{ compiler }}). "
            "<code>./reproduce run {{ file }}</code> brings this page up to date.</p>",
            file=self._facts["file"],
            ns=self._facts["ns_sha256"],
            compiler=self._facts["compiler"],
        )
        yield fill("<pre><code>{{ text }}</code></pre>", text=self._facts["text"])
        runs = self._ask(_SQL["runs_of_points"])
        headings = {
            "scenario": "Point",
            "runs": "Runs",
            "simulated_s": "Simulated (s)",
            "cpu_s": "CPU time of a run (s)",
        }
        yield _table(runs, headings, id="runs", caption="Runs of each point")
        yield self._command(_filled("runs_listed"))
        files = self._ask(_SQL["ingested"])
        if not files.is_empty():
            headings = {"file": "File", "ingested_as": "Most of it in table", "runs": "Runs"}
            headings |= {"rows": "Rows", "main": "Metrics are of it in"}
            yield _table(files, headings, id="files", caption="Traces that became tables")


def _block(parts: Iterator[Markup]) -> Block:
    html = "\n".join(parts)
    return raw_html(html) if html else Block("\n\nNothing.\n\n")


_MEASURED: Final = {
    "metric": "Metric",
    "subject": "Of",
    "mean": "Mean",
    "ci_low": "From",
    "ci_high": "To",
    "n": "Seeds",
    "unit": "Unit",
}


def _filled(name: str, **values: str) -> str:
    """Return a query in one line, with SQL literals in place of its parameters."""
    lines = [line for line in _SQL[name].splitlines() if not line.startswith("--")]
    text = " ".join(" ".join(lines).split())
    return _PARAMETER.sub(lambda it: values[it[1]], text)


def _main_subjects(subjects: Sequence[str]) -> list[str]:
    """Return the subjects that represent the whole run, or else the first few subjects."""
    whole = [name for name in _WHOLE if name in subjects]
    return whole[:1] or list(subjects[:_MOST_SUBJECTS])


def _table(rows: pl.DataFrame, headings: dict[str, str], *, id: str, caption: str) -> Markup:
    """Return a table; a long one shows its first rows, and has all in the download."""
    columns = [
        Column(
            name,
            title,
            kind="number" if rows.schema[name].is_numeric() else "text",
            header=index == 0,
        )
        for index, (name, title) in enumerate(headings.items())
    ]
    listed = rows.select(list(headings)).head(_MOST_LISTED)
    shown = listed.head(_MOST_ROWS)
    short = shown.with_columns(
        pl.Series(name, [_short(value) for value in shown[name]], pl.String)
        for name in headings
        if shown.schema[name].is_float()
    )
    left = rows.height - shown.height
    note = f"The first {shown.height:,} of {rows.height:,} rows." if left else ""
    return table_html(short, columns, id=id, caption=caption, note=note, download=listed)


def _short(value: Any) -> str | None:
    return None if value is None else f"{value:.5g}"
