"""The start page of some studies' databases, without the database of all."""

from collections.abc import Sequence
from pathlib import Path

from ns2studies.basics.paths import REPORTS, RESULTS
from ns2studies.database.building import build_database
from ns2studies.database.metadata import whole_copies
from ns2studies.database.provenance import write_provenance
from ns2studies.report.render import render
from ns2studies.report.renderers.choice import RendererChoice
from nstrace.scratch import private_folder

_TABLES = (
    *("claims", "comparison", "dependent_cells", "figures", "reasons", "runs", "studies"),
    *("reference_claims", "reference_comparison", "reference_runs"),
)
"""Tables that the start page queries."""


def render_start_page(
    databases: Sequence[Path], output: Path, renderer: RendererChoice = "auto"
) -> None:
    """Render the start page; do nothing without any database.

    Args:
        databases: of the studies that are to be listed. Meanwhile other jobs may replace some of
            them: these are left out, and listed when their jobs are done.
        renderer: the renderer to use.

    Raises:
        ReportError: if the page can't be rendered.
    """
    with private_folder("ns2studies-start-page-") as (folder, _):
        parts = whole_copies(databases, folder / "parts")
        if not parts:
            return
        database, provenance = folder / "results.duckdb", folder / "provenance.json"
        build_database(RESULTS, parts, database, _TABLES)
        write_provenance(provenance, database, parts)
        render(REPORTS / "index.qmd", output, database, provenance, renderer)
