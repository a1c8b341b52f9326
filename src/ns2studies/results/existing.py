"""Which studies have results already, at which scale, and what these were made from."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from ns2studies.basics import paths
from ns2studies.basics.errors import ResultError
from ns2studies.config.scenarios import Scale
from ns2studies.config.study_files import available
from ns2studies.results.described import REMEDY, require_size


def existing_scales(results: Path) -> dict[str, Scale]:
    """The scale of each study that has a database of its own, by name.

    One that has another size than it says, that is another study's, or whose description is missing
    or damaged, counts as none: it is made again.
    """
    found: dict[str, Scale] = {}
    for study in available():
        with suppress(ResultError):
            found[study] = own_description(results, study)["studies"][0]["scale"]
    return found


def own_description(results: Path, study: str) -> dict[str, Any]:
    """What stands beside a study's database, which has its size and is of this study.

    Raises:
        ResultError: if one of them is missing or damaged, or another study's.
    """
    database = paths.study_database(results, study)
    described = require_size(database)
    if [it["study"] for it in described["studies"]] != [study]:
        raise ResultError(f"{database} is damaged: it is of another study", REMEDY)
    return described


def made_of(results: Path, study: str) -> str:
    """The digest of everything that a study's database was made from, by the plan that made it."""
    try:
        return str(own_description(results, study)["made_of"])
    except ResultError:
        return ""
