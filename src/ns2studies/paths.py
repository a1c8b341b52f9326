"""Where things lie in a checkout: one place for every path the program uses."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

CONFIG = ROOT / "config"
TCL = ROOT / "tcl"
PATCHES = ROOT / "ns2-patches"
DATA = ROOT / "data"
REPORTS = ROOT / "reports"

SOURCES = ROOT / "src"
"""The two Python packages: this one and the trace engine."""

BUILD = ROOT / "build"
"""What is made once for a machine: downloads and the simulator. Safe to delete."""

RESULTS = ROOT / "results"
"""What the studies produce. Deleting it means running them again."""

START_PAGE = "index"
EXPLORER = "explore"
PAGES_OF_ALL = (START_PAGE, EXPLORER)
"""Names of the pages that are made of all studies together."""


def study_database(results: Path, study: str) -> Path:
    """The database of one study's results, below a folder of results."""
    return results / "database" / f"{study}.duckdb"
