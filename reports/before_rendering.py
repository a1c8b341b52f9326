"""Pre-render script of Quarto, which ends with document and line if a document has a mistake."""

import sys
from pathlib import Path

try:
    from ns2studies.report.renderers.quarto import check_documents
except ModuleNotFoundError as error:
    sys.exit(
        f"ERROR: {sys.executable} has no package {error.name}, which the documents need\n"
        f"  Call {Path(__file__).resolve().parents[1] / 'reproduce'} once: then Quarto finds the\n"
        "  project's Python environment. Or put the checkout's .venv/bin first in PATH."
    )

sys.exit(check_documents())
