"""Input digests of pages: documents, code, queries and the theme."""

from collections.abc import Mapping
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, digest_file, digest_value
from ns2studies.basics.inputs import Inputs, inputs_behind
from ns2studies.config.study_files import QUERIES, study_directory

_PACKAGE = Path(__file__).parents[1]
_THEME = (
    paths.REPORTS / "theme",
    paths.REPORTS / "_quarto.yml",
    paths.DATA / "topologies",
    _PACKAGE / "database" / "receipts",
)


def made_of_page(database: str, page: str, renderer: Mapping[str, str]) -> str:
    """Return the input digest of a page.

    Args:
        database: the input digest of the database that the page shows.
        page: the digest of the document, and of the code and files used to make it.
        renderer: the renderer of the page.
    """
    return digest_value([database, page, dict(sorted(renderer.items()))])[:SHORT]


def code_of_experiment_page(document: Path) -> str:
    """Return the short digest of the inputs of an experiment's page, except for its results.

    Args:
        document: the experiment's own, which may not exist.
    """
    program = _PACKAGE / "report" / "experiment_page.py"
    code = inputs_behind([program], [paths.SOURCES / "nstrace" / "pages"]).digest
    if not document.is_file():
        return code
    theme = inputs_behind([], _THEME[:2]).digest
    return digest_value([code, theme, digest_file(document)])[:SHORT]


def inputs_of_page(page: str) -> Inputs:
    """Return a page's document, and the code and the files that are used to make the page."""
    document = paths.REPORTS / f"{page}.qmd"
    programs = [document, _PACKAGE / "report" / "render.py"]
    # The models in it describe the parameters.
    models = study_directory(page) / "study.py"
    data = [document, *_THEME, study_directory(page) / QUERIES]
    if page == paths.EXPLORER:
        data.append(_PACKAGE / "report" / "pages" / "explorer")
    return inputs_behind([*programs, models] if models.exists() else programs, data)
