"""What the code behind each stage of the workflow is, as digests for the rules' params."""

from collections.abc import Iterable
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, digest_value
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.imports import queries_beside, reached_from
from ns2studies.basics.planned_inputs import Inputs, inputs
from ns2studies.database import derived, reference
from ns2studies.evaluation import claims, reasons
from ns2studies.measures.fingerprints import measures_of
from ns2studies.measures.measured import rows_folder
from ns2studies.studies.rooms import QUERIES, published_files, room_of
from ns2studies.studies.selection import metrics_of

_PACKAGE = Path(__file__).parent
_DESCRIBED = _PACKAGE / "database" / "provenance.py"
_THEME = (
    paths.REPORTS / "theme",
    paths.REPORTS / "_quarto.yml",
    paths.DATA / "topologies",
    _PACKAGE / "database" / "receipts",
)


def code_of_measures(study: str) -> str:
    """Short digest of the code that measures a study's runs, its metrics among it."""
    folders = [rows_folder(paths.RESULTS, measure).name for measure in measures_of(study)]
    code = _inputs([_PACKAGE / "measures" / "measure.py"]).digest
    return digest_value([code, folders])[:SHORT]


def code_of_results(study: str, seen: Inputs) -> str:
    """Short digest of the code and the queries behind a study's results.

    Args:
        seen: :func:`inputs_of_results`.
    """
    # What a metric's values can be decides their intervals, and none of its rows.
    ranges = [[metric.name, metric.range] for metric in metrics_of(study)]
    return digest_value([seen.digest, ranges])[:SHORT]


def code_of_database() -> str:
    """Short digest of the code behind the database of all studies."""
    return _inputs([_PACKAGE / "database" / "building.py", _DESCRIBED]).digest


def inputs_of_results(study: str) -> Inputs:
    """The code and the queries behind a study's results."""
    queries = [
        claims.claims_folder(study),
        derived.derived_folder(study),
        reasons.reasons_folder(study),
    ]
    shared = sorted(claims.SHARED.glob(claims.SHARED_FILES))
    programs = [_PACKAGE / "evaluation" / "study_database.py", _DESCRIBED]
    return _inputs(programs, [*shared, *queries])


def inputs_of_page(page: str) -> Inputs:
    """A page's document, and the code and the files that it is made with."""
    document = paths.REPORTS / f"{page}.qmd"
    programs = [document, _PACKAGE / "reporting" / "render.py"]
    # Its models say what parameters are.
    models = room_of(page) / "study.py"
    data = [document, *_THEME, room_of(page) / QUERIES]
    if page == paths.EXPLORER:
        data.append(_PACKAGE / "reporting" / "explorer")
    return _inputs([*programs, models] if models.exists() else programs, data)


def inputs_of_reference(study: str) -> Inputs:
    """The reference that a study's results stand beside."""
    return inputs([path for path in reference.files_of(study) if path.is_file()])


def inputs_of_published(study: str) -> Inputs:
    """What a study's text prints.

    Raises:
        ConfigError: if the file is missing, or one beside it is not a regular file.
    """
    files = published_files(study)
    if not files[0].exists():
        raise ConfigError(
            f"{files[0]}: no such file",
            "It has what the study's text prints, and its header only if that is nothing.",
        )
    for path in files:
        if not path.is_file():
            raise ConfigError(
                f"{path}: not a plain file",
                f"Move it away. If git has the file, this brings it back: git checkout -- {path}",
            )
    return inputs(files)


def _inputs(programs: Iterable[Path], data: Iterable[Path] = ()) -> Inputs:
    """Programs with all they import and ask, and data files, or folders of them.

    What Python keeps of modules that it has compiled comes and goes, and is part of neither.
    """
    files = set(reached_from(programs, paths.SOURCES, paths.ROOT))
    for path in [*data, *queries_beside(files)]:
        inside = {it for it in path.rglob("*") if it.is_file() and it.parent.name != "__pycache__"}
        files |= {path} if path.is_file() else inside
    return inputs(sorted(files))
