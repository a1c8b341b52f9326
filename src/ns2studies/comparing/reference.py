"""The reference as a set of results: ``data/reference/STUDY`` in Parquet, described beside it."""

from pathlib import Path
from typing import Final

from ns2studies.basics.errors import ResultError
from ns2studies.comparing.sets import ParquetFolder, facts_of
from ns2studies.database.reference import all_in, reference_folder, studies_in, whole_description

NAME: Final = "the reference"


def reference_exists(data: Path | None = None) -> bool:
    """Is there a reference of any study?"""
    return bool(studies_in(data))


def read_reference(data: Path | None = None) -> ParquetFolder:
    """The reference of every study that has one.

    Args:
        data: in place of the checkout's ``data``.

    Raises:
        ResultError: if there is none, or a file is missing or damaged.
    """
    studies = studies_in(data)
    if not studies:
        raise ResultError(
            f"{all_in(data)}: there is no reference", "Name something else to compare with."
        )
    facts = {study: facts_of(whole_description(study, data), study) for study in studies}
    return ParquetFolder(NAME, {study: reference_folder(study, data) for study in studies}, facts)
