"""Paths of a checkout: every path that the program uses is defined here."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

CONFIG = ROOT / "config"
TCL = ROOT / "tcl"
PATCHES = ROOT / "ns2-patches"
DATA = ROOT / "data"
REPORTS = ROOT / "reports"

SOURCES = ROOT / "src"
"""The two Python packages: this one and the trace engine."""

BUILD = ROOT / "build"
"""Folder of files that are made once for a machine: downloads and the simulator. Safe to delete."""

RESULTS = ROOT / "results"
"""Folder of the studies' results. If it is deleted, all studies have to be run again."""

PLAN = Path("results", "plan", "plan.json")
"""Part of the plan that jobs on a cluster read, relative to the checkout."""

WRITTEN = (
    *("archives", "database", "logs", "logs/batches", "looks", "measures", "plan"),
    *("previous", "reports", "runs", "runs/.working"),
)
"""Folders of the results that commands write to; a killed command may leave partial files there."""

EXPERIMENT_FILE = "experiment.yaml"
"""Name of the file that describes an experiment, in the experiment's folder."""

START_PAGE = "index"
EXPLORER = "explore"
METHOD = "method"
PAGES_OF_ALL = (START_PAGE, EXPLORER, METHOD)
"""Names of the pages that cover all studies."""


def study_database(results: Path, study: str) -> Path:
    """Return the database of one study's results, below a folder of results."""
    return results / "database" / f"{study}.duckdb"


def index(results: Path, study: str, scale: str) -> Path:
    """Return the index of the runs that a study's results at a scale are based on."""
    return results / "plan" / f"{study}-{scale}.json"


def page(results: Path, name: str) -> Path:
    """Return the page of a study, or one that covers all studies."""
    return results / "reports" / f"{name}.html"


def spreadsheet(results: Path, study: str) -> Path:
    """Return the table beside a study's page; not every study has one."""
    return results / "reports" / f"{study}.csv"


def comparison(results: Path) -> Path:
    """Return the page of the last comparison."""
    return results / "compare.html"


def experiments(results: Path) -> Path:
    """Return the folder of experiments, with their runs and measures and a folder for each."""
    return results / "experiments"


def experiment_database(results: Path, name: str) -> Path:
    """Return the database of an experiment's results."""
    return experiments(results) / name / "results.duckdb"


def experiment_page(results: Path, name: str) -> Path:
    """Return the page of an experiment."""
    return experiments(results) / name / "index.html"
