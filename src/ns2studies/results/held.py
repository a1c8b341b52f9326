"""Which studies have results, and at which scale."""

from contextlib import suppress
from pathlib import Path

from ns2studies import paths
from ns2studies.errors import ResultError
from ns2studies.results.described import require_size
from ns2studies.scales import Scale
from ns2studies.studies.registry import available


def scales_held(results: Path) -> dict[str, Scale]:
    """The scale of each study that has a database of its own, by name.

    One that has another size than it says, or whose description is missing or damaged, counts as
    none: it is made again.
    """
    held: dict[str, Scale] = {}
    for study in available():
        database = paths.study_database(results, study)
        with suppress(ResultError):
            held[study] = require_size(database)["studies"][0]["scale"]
    return held


def made_of(results: Path, study: str) -> str:
    """The digest of everything that a study's database was made from, by the plan that made it."""
    try:
        return str(require_size(paths.study_database(results, study))["made_of"])
    except ResultError:
        return ""
