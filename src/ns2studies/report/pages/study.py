"""Blocks that every study's page has: verdicts in short, items, claims, metrics, costs."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import polars as pl

from ns2studies.basics.errors import ReportError
from ns2studies.basics.nested import flatten
from ns2studies.basics.wording import nearest
from ns2studies.config.scenarios import configured_as
from ns2studies.config.study import WITHOUT_ORIGIN
from ns2studies.evaluation.claims import own_questions
from ns2studies.evaluation.verdicts import CELLS, CLAIMS, DIFFERENT
from ns2studies.report.blocks import NOT_MEASURED, Block, badge, raw_html
from ns2studies.report.links import explorer_address, item_id
from ns2studies.report.page import with_queries
from ns2studies.report.pages.comparison import Labels, comparison_block, printed_digits
from ns2studies.report.pages.definitions import configured, metrics_block, network, parameters_table
from ns2studies.report.pages.outcomes import at_scale, given, holding
from ns2studies.report.pages.precision import PRECISION, precision_blocks
from ns2studies.report.pages.printed_text import (
    SQL,
    hanging_table,
    items_table,
    open_choices_table,
    with_printed,
)
from ns2studies.report.pages.receipts import receipts_block
from ns2studies.report.pages.reference import (
    best_verdicts,
    told,
    with_cells,
    with_claims,
)
from ns2studies.report.pages.sensitivity import SENSITIVITY, sensitivity_blocks
from ns2studies.report.pages.statements import statement_cards, statements_table
from ns2studies.report.pages.study_results import StudyResults
from ns2studies.report.tables import meanings_table, table, unit_sign
from nstrace.pages.axes import Series
from nstrace.pages.markup import fill, number, slug
from nstrace.pages.tables import Column
from nstrace.sql_files import SqlFiles

_SQL = SqlFiles.beside(__file__)


class StudyPage(StudyResults):
    """A study's results, and the blocks of its page."""

    def verdicts(self) -> Block:
        """Explain and count the verdicts on cells."""
        return _meanings(
            CELLS, self._here.cells, "Cells", "verdicts-table", "Verdicts on published cells"
        )

    def item(self, item: str, caption: str, labels: Labels) -> Block:
        """Compare one published table or figure with ours.

        Raises:
            ReportError: if the study has no published value of that name.
        """
        rows = self._compared.filter(pl.col("item") == item)
        if rows.is_empty():
            raise ReportError(
                f"study {self.study} has no printed value of {item!r}",
                nearest(item, self._compared["item"].unique().to_list()),
            )
        return comparison_block(
            rows,
            id=item_id(item),
            caption=f"{item}: {caption}",
            labels=labels,
            explored=explorer_address(study=self.study, table="comparison", text=f'"{item}"'),
        )

    def verdicts_of(self, item: str) -> str:
        """Count the verdicts on a published table or figure, for its heading."""
        judged = best_verdicts(self._compared.filter(pl.col("item") == item))
        return at_scale(*(given(judged[column].to_list()) for column in ("best", "verdict")))

    def statements_in(self, *sections: str) -> str:
        """Count the claims in some of the text's sections that hold, for a heading."""
        ours = pl.col("claim").is_in(own_questions(self.study))
        of_text = pl.col("page").is_in(sections) & ~ours
        judged = best_verdicts(self._judged.filter(of_text))
        return at_scale(*(holding(judged[column].to_list()) for column in ("best", "verdict")))

    @cached_property
    def _compared(self) -> pl.DataFrame:
        return with_cells(self.page, self.study, self._ask(_SQL["compared"]))

    @cached_property
    def _judged(self) -> pl.DataFrame:
        return with_claims(self.page, self.study, self._ask(_SQL["claims"]))

    def remarkable(self) -> Block:
        """List the cells that are not reproduced, here or by the reference, with reasons."""
        frame = with_cells(self.page, self.study, self._ask(_SQL["cells_and_reasons"]))
        is_remarkable = pl.col("verdict").is_in([*_DEVIATING, "not measured"])
        if self.study in self.page.referred:
            is_remarkable |= pl.col("reference_verdict").is_in(_DEVIATING).fill_null(value=False)
        frame = frame.filter(is_remarkable)
        if frame.is_empty():
            return Block("\n\nAll published values that we know are reproduced.\n\n")
        # One decimal more than printed shows the direction of a difference.
        decimals = [digits + 1 for digits in printed_digits(frame)]
        verdicts = [told(row) for row in best_verdicts(frame).iter_rows(named=True)]
        frame = frame.with_columns(
            pl.col("item").map_elements(lambda i: f"#{slug(i)}", pl.String).alias("place"),
            pl.Series("ours", list(map(number, frame["ours"].to_list(), decimals))),
            pl.Series("told", [it.words for it in verdicts]),
            pl.Series("beside", [it.beside for it in verdicts]),
            pl.Series("why", _told_once(frame)),
            pl.Series("unit", list(map(unit_sign, frame["unit"].to_list()))),
        )
        columns = [
            Column("item", "Item", header=True, link="place"),
            Column("cell", "Cell"),
            Column("published_text", "Published", "", "number"),
            Column("ours", "Ours", "", "number"),
            Column("unit", "Unit"),
            Column("told", "Verdict", kind="badge", drawn=badge, note="beside"),
            Column("reason", "Reason"),
            Column("why", "Why", kind="words"),
        ]
        caption = "Published cells that can't be right, differ or were not measured"
        return table(frame, columns, id="remarkable-cells", caption=caption)

    def claims(self, place: str = "Page") -> Block:
        """Return the study's claims with verdicts and evidence, and the meanings of the verdicts.

        Args:
            place: heading of the claims' ``page``.
        """
        ours = own_questions(self.study)
        found = statements_table(self._judged, place, ours)
        said = self._judged.filter(~pl.col("claim").is_in(ours))
        counts = dict(said["verdict"].value_counts().iter_rows())
        meanings = _meanings(
            CLAIMS, counts, "Statements", "claim-verdicts-table", "Verdicts on statements"
        )
        address = explorer_address(study=self.study, table="claims")
        return found + raw_html(fill(_EXPLORED, address=address)) + meanings

    def cards(self, *names: str) -> Block:
        """Return cards of claims for a figure; ``names``: their numbers."""
        return statement_cards(self._judged, names)

    def parameters(
        self,
        *sections: str,
        also: Sequence[str] = (),
        networks: Sequence[str] = (),
        id: str = "parameters-table",
        of: str = "",
    ) -> Block:
        """Return the study's parameters with their values and origins.

        Args:
            sections: keys of the configuration file, including all below; by default all
                parameters.
            also: further keys, such as those of an axis.
            networks: topology files, whose common values and values with an origin of their own are
                included.
            id: unique in the page.
            of: subject of the parameters, if a page has several such tables: "of TCP".
        """
        values = self.configuration
        if not values:
            return NOT_MEASURED
        keys = sections or [key for key in values if key not in WITHOUT_ORIGIN]
        scale = configured_as(self.scale())
        rows = list(configured(self.study, values).rows([*keys, *also], scale))
        for name in networks:
            found_there = network(name).rows(["each_link", "links"], scale)
            rows += [row for row in found_there if row["origin"]]
        caption = f"{f'Parameters {of}'.strip()}, and where their values come from"
        return parameters_table(rows, id=id, caption=caption) if rows else NOT_MEASURED

    @cached_property
    def configuration(self) -> dict[str, Any]:
        """The study's configuration as it was run; empty if it was not."""
        found = self._ask(_SQL["configuration"])
        return {} if found.is_empty() else dict(json.loads(found["configuration"].item()))

    def setting(self, key: str) -> float:
        """Return a number of the configuration as it was run, by dotted key.

        Raises:
            ReportError: if there is none.
        """
        value = flatten(self.configuration).get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ReportError(f"{self.study}: the configuration has no number {key}")
        return value

    def used(self, scenario: str) -> tuple[str, dict[str, Any]]:
        """Return a scenario's label and its parameters, by dotted key; empty if it was not run."""
        found = self._ask(_SQL["parameters"], scenario=scenario)
        if found.is_empty():
            return scenario, {}
        label, parameters = found.row(0)
        return str(label), flatten(json.loads(parameters))

    def metrics(self) -> Block:
        """Return the definitions of all metrics that an item or an estimate uses."""
        return metrics_block(self.page, self.study)

    def table(
        self, frame: pl.DataFrame, columns: Sequence[Column], *, id: str, caption: str
    ) -> Block:
        """Return a table of results, or a note that these were not measured."""
        if frame.is_empty():
            return NOT_MEASURED
        return table(frame, columns, id=id, caption=caption)

    @with_queries
    def sensitivity(self, names: Mapping[str, str]) -> Block:
        """Show how claims depend on choices.

        Args:
            names: display names of the choices.
        """
        return sensitivity_blocks(self._noted(SENSITIVITY), names)

    def printed_items(self) -> Block:
        """List all items in the text, with their places on the page or why they are left out."""
        return items_table(self._ask(SQL["printed_items"]), self._judged["claim"].to_list())

    def open_choices(self) -> Block:
        """List the choices that the text leaves open, and count the claims that depend on one."""
        own = " ".join(own_questions(self.study))
        counts = self._ask(SQL["hanging"], own=own)
        return open_choices_table(self._ask(SQL["open_choices"])) + hanging_table(counts)

    def with_printed(
        self, data: pl.DataFrame, figure: str, axes: tuple[str, str], series: Series
    ) -> tuple[pl.DataFrame, Series]:
        """Add the points of a printed figure to those of a chart; see :func:`with_printed`."""
        return with_printed(data, self._ask(SQL["printed_curves"], figure=figure), axes, series)

    @with_queries
    def precision(self) -> Block:
        """Show how many replications scenarios took until precise, if their number is not fixed."""
        return precision_blocks(*map(self._noted, PRECISION))

    def end(self, links: Sequence[tuple[str, str]] = ()) -> Block:
        """Close the page, with the receipts of its numbers; must be the document's last block."""
        return receipts_block(self.page.results, self.study) + self.page.end(links)

    @with_queries
    def costs(self) -> Block:
        """List runs and their costs, by scenario set."""
        columns = [
            Column("scenario_set", "Scenario set", header=True),
            Column("scenarios", "Scenarios", "", "number"),
            Column("runs", "Runs", "", "number"),
            Column("simulated_s", "Simulated", "s", "number", 0),
            Column("cpu_s", "Processor time", "s", "number", 1),
            Column("peak_memory_mb", "Peak memory of a run", "MB", "number", 1),
        ]
        caption = "Runs behind this page, by set; one that serves two sets stands in both"
        return table(self._noted(_SQL["costs"]), columns, id="costs-table", caption=caption)


_DEVIATING: Final = ("misprint", "contradicts itself", *DIFFERENT)
"""Verdicts on cells that our results do not reproduce."""

_DEFINED: Final = Block("\n\n[What all verdicts mean](method.html#verdicts)\n\n")

_EXPLORED: Final = """\
<p class="table-tools"><a href="{{ address }}">These rows in the explorer</a></p>"""


def _meanings(
    meanings: Mapping[str, str], counts: Mapping[str, int], counted: str, id: str, caption: str
) -> Block:
    """Explain the verdicts that occur here, and link to all."""
    given = {verdict: meaning for verdict, meaning in meanings.items() if verdict in counts}
    if not given:
        return _DEFINED
    return meanings_table(given, {counted: counts}, id, caption) + _DEFINED


def _told_once(cells: pl.DataFrame) -> list[str]:
    """Return why each cell differs; a repeated reason becomes a reference to the first cell."""
    first: dict[tuple[str, str], str] = {}
    told = []
    for row in cells.iter_rows(named=True):
        cell, why = f"{row['item']}, {row['cell']}", row["why"]
        before = first.setdefault((row["reason"], why), cell)
        told.append(why if before == cell or not why else f"As for {before}.")
    return told
