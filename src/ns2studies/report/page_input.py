"""What a page is made from: a small file beside the document, written by the renderer.

A document rendered in place (``quarto render reports/mpls.qmd``) has no such file; it then
takes the results where this checkout keeps them.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from ns2studies.basics.errors import ReportError
from ns2studies.basics.paths import RESULTS

INPUT_FILE = "page-input.json"


@dataclass(frozen=True)
class PageInput:
    """Where a page's numbers come from.

    Args:
        database: path of the results database.
        provenance: path of the provenance file, or empty.
        renderer: name and version, for the footer.
        has_library: whether the charts' library is put into the page once it is made.
    """

    database: str
    provenance: str
    renderer: str
    has_library: bool


def read_page_input(folder: Path) -> PageInput:
    """The input for a document in ``folder``.

    Raises:
        ReportError: if the input file is damaged.
    """
    file = folder / INPUT_FILE
    if not file.is_file():
        return _in_place()
    try:
        return PageInput(**json.loads(file.read_text(encoding="utf-8")))
    except (TypeError, ValueError) as error:
        raise ReportError(f"{file}: not a page's input: {error}") from error


def _in_place() -> PageInput:
    provenance = RESULTS / "provenance.json"
    return PageInput(
        database=str(RESULTS / "results.duckdb"),
        provenance=str(provenance) if provenance.is_file() else "",
        renderer="Quarto" if "QUARTO_DOCUMENT_PATH" in os.environ else "Jupyter",
        has_library=False,
    )
