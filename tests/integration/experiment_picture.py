"""Makes the picture of docs/experiments.md anew: a chart of an experiment's page.

After ``./reproduce run examples/queue``, with the page that it names::

    .venv/bin/python tests/integration/experiment_picture.py PAGE

The picture says which files it is of, so that a test can tell when it is stale.
"""

import re
import sys
from pathlib import Path
from typing import Final

from ns2studies.basics.digests import SHORT, digest_files
from ns2studies.basics.paths import ROOT

PICTURE: Final = ROOT / "docs" / "experiments.svg"
EXAMPLE: Final = ROOT / "examples" / "queue"
CHART: Final = "chart-mean-one-way-delay-of-packets-flow0-mean-one-way-delay-0"

_DRAWING: Final = re.compile(
    rf'<figure class="chart" id="{CHART}".*?<div class="chart-static".*?(<svg.*?</svg>)', re.DOTALL
)


def made_of() -> str:
    """Return the mark of a picture of the present files."""
    return f"<desc>{digest_files(EXAMPLE, sorted(EXAMPLE.iterdir()))[:SHORT]}</desc>"


def picture_of(page: str) -> str:
    """Return a page's chart as a file: on white, for it has no background of its own."""
    (drawing,) = _DRAWING.findall(page)
    background = '<rect width="100%" height="100%" fill="white"/>'
    return drawing.replace(">", f">{made_of()}{background}", 1) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture_of(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="utf-8")
