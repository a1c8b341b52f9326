"""Receipts in a page: once per page as data, shown by the page's script on demand."""

from typing import TYPE_CHECKING, Any

import polars as pl

from ns2studies.database.receipt import StudyFacts, claim_query, query_command, rows_of, study_facts
from ns2studies.report.blocks import Block, raw_html
from ns2studies.report.links import claim_id, item_id
from ns2studies.report.pages.comparison import cell_ids
from nstrace.pages.markup import fill, script_json, typeset

if TYPE_CHECKING:
    import duckdb

_BLOCK = """\
<dialog id="receipt" aria-labelledby="receipt-title">
<h2 id="receipt-title">Receipt</h2></dialog>
<script type="application/json" id="receipts">{{ receipts }}</script>"""


def receipts_block(connection: "duckdb.DuckDBPyConnection", study: str) -> Block:
    """Return the data of all receipts of a study: its cells, claims and scenarios."""
    data = {
        **_facts(study_facts(connection, study)),
        "cells": _cells(connection, study),
        "claims": _claims(connection, study),
    }
    return raw_html(fill(_BLOCK, receipts=script_json(data)))


def _facts(facts: StudyFacts) -> dict[str, Any]:
    """Return the facts that receipts share; lists replace objects, whose keys would repeat.

    Scenarios differ from most in a few hundred ways at most; each has their places in the list.
    """
    places: dict[tuple[str, str, str], int] = {}
    scenarios = {
        label: [
            [
                places.setdefault((it.parameter, it.value, it.usual), len(places))
                for it in scenario.differences
            ],
            [[run.seed, run.run_id] for run in scenario.runs],
        ]
        for label, scenario in facts.scenarios.items()
    }
    return {
        "study": facts.study,
        "remake": facts.remake,
        "digests": facts.digests,
        "metrics": {name: vars(metric) for name, metric in facts.metrics.items()},
        "differences": list(places),
        "scenarios": scenarios,
    }


def _cells(connection: "duckdb.DuckDBPyConnection", study: str) -> dict[str, list[str]]:
    """Return name, scenario, metric and subject of each cell, by id."""
    rows = [row for row in rows_of(connection, "cells") if row["study"] == study]
    if not rows:
        return {}
    frame = pl.DataFrame(rows, infer_schema_length=None).select(
        "item", "row", "column", "scenario", "metric", "subject"
    )
    found = {}
    for (item,), part in frame.partition_by("item", as_dict=True, maintain_order=True).items():
        for id, row in zip(cell_ids(part, item_id(str(item))), part.to_dicts(), strict=True):
            name = ", ".join(str(row[key]) for key in ("item", "row", "column") if row[key])
            found[id] = [name, row["scenario"], row["metric"], row["subject"]]
    return found


def _claims(connection: "duckdb.DuckDBPyConnection", study: str) -> dict[str, list[str]]:
    """Return statement, verdict, evidence, query and command of each claim, by id."""
    return {
        claim_id(row["claim"]): [
            row["statement"],
            row["verdict"],
            typeset(row["evidence"]),
            row["sql"],
            query_command(claim_query(study, row["claim"])),
        ]
        for row in rows_of(connection, "claims")
        if row["study"] == study
    }
