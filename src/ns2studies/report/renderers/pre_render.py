"""The check of documents before Quarto renders them where they are, called by itself.

``./reproduce`` has checked what it hands to Quarto. `quarto render` and `quarto preview`, called in
``reports``, run ``before_rendering.py`` there first, as ``_quarto.yml`` asks for.
"""

import os
import sys
from pathlib import Path
from typing import Final

from ns2studies.report.document import read_document, read_options
from ns2studies.report.renderers.guarded import FOLDER
from nstrace.errors import NstraceError

DOCUMENTS: Final = "QUARTO_PROJECT_INPUT_FILES"
"""The variable by which Quarto says what it is about to render: a path a line."""


def check_documents() -> int:
    """Check the common options and the documents that Quarto names, in the working folder.

    Returns:
        The status to end with: 1 if something is wrong, of which the standard error tells.
    """
    if FOLDER in os.environ:
        return 0
    folder = Path.cwd()
    try:
        read_options(folder)
        for name in os.environ.get(DOCUMENTS, "").splitlines():
            read_document(folder / name)
    except NstraceError as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    return 0
