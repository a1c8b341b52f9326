"""Input digests of measures and databases: code, queries and files of the checkout."""

from collections.abc import Mapping
from pathlib import Path

from ns2studies.basics import paths
from ns2studies.basics.digests import SHORT, digest_value
from ns2studies.basics.errors import ConfigError
from ns2studies.basics.inputs import Inputs, inputs, inputs_behind
from ns2studies.config.study_files import published_files
from ns2studies.config.study_metrics import metrics_of
from ns2studies.database import derived, reference
from ns2studies.evaluation import claims, reasons
from ns2studies.metrics.fingerprints import measures_of
from ns2studies.metrics.measure_files import rows_folder

_PACKAGE = Path(__file__).parents[1]
_DESCRIBED = _PACKAGE / "database" / "provenance.py"


def code_of_measures(study: str) -> str:
    """Return the short digest of the code that measures a study's runs, its metrics included."""
    folders = [rows_folder(paths.RESULTS, measure).name for measure in measures_of(study)]
    code = inputs_behind([_PACKAGE / "metrics" / "measure.py"]).digest
    return digest_value([code, folders])[:SHORT]


def code_of_results(study: str, seen: Inputs) -> str:
    """Return the short digest of the code and the queries behind a study's results.

    Args:
        seen: :func:`inputs_of_results`.
    """
    # The range of a metric affects its intervals, but none of its rows.
    ranges = [[metric.name, metric.range] for metric in metrics_of(study)]
    return digest_value([seen.digest, ranges])[:SHORT]


def code_of_database() -> str:
    """Return the short digest of the code behind the database of all studies."""
    return inputs_behind([_PACKAGE / "database" / "building.py", _DESCRIBED]).digest


def code_of_experiments() -> str:
    """Return the short digest of the code behind the databases of experiments."""
    return inputs_behind([_PACKAGE / "database" / "experiment_database.py"]).digest


def made_of_all(parts: Mapping[str, str], code: str) -> str:
    """Return the input digest of the database of all studies.

    Args:
        parts: the input digest of each study's database, by the study's name.
        code: :func:`code_of_database`.
    """
    return digest_value([dict(sorted(parts.items())), code])[:SHORT]


def inputs_of_results(study: str) -> Inputs:
    """Return the code and the queries behind a study's results."""
    queries = [
        claims.claims_folder(study),
        derived.derived_folder(study),
        reasons.reasons_folder(study),
    ]
    shared = sorted(claims.SHARED.glob(claims.SHARED_FILES))
    programs = [_PACKAGE / "evaluation" / "study_database.py", _DESCRIBED]
    return inputs_behind(programs, [*shared, *queries])


def inputs_of_reference(study: str) -> Inputs:
    """Return the reference that a study's results are compared with."""
    return inputs([path for path in reference.files_of(study) if path.is_file()])


def inputs_of_published(study: str) -> Inputs:
    """Return the files of published values of a study.

    Raises:
        ConfigError: if the file is missing, or one beside it is not a regular file.
    """
    files = published_files(study)
    if not files[0].exists():
        raise ConfigError(
            f"{files[0]}: no such file",
            "It lists the published values; without any, it has only its header.",
        )
    for path in files:
        if not path.is_file():
            raise ConfigError(
                f"{path}: not a plain file",
                f"Move it away. If git has the file, restore it: git checkout -- {path}",
            )
    return inputs(files)
