"""The reference as a set of results: ``data/reference/STUDY`` in Parquet, described beside it."""

from pathlib import Path
from typing import Final

from ns2studies import paths
from ns2studies.comparing.sets import Facts, ParquetFolder, facts_of
from ns2studies.digests import digest_file
from ns2studies.errors import ResultError
from ns2studies.sealed import read_sealed_json

NAME: Final = "the reference"

_MEND: Final = "git checkout data/reference brings it back."


def folder_of_reference() -> Path:
    """Where the reference lies, if the checkout has one."""
    return paths.DATA / "reference"


def has_reference(folder: Path | None = None) -> bool:
    """Is there a reference of any study?"""
    return bool(_studies(folder or folder_of_reference()))


def read_reference(folder: Path | None = None) -> ParquetFolder:
    """The reference of every study that has one.

    Raises:
        ResultError: if there is none, or a description is damaged.
    """
    folder = folder or folder_of_reference()
    folders = _studies(folder)
    if not folders:
        raise ResultError(
            f"{folder}: there is no reference", "Name something else to compare with."
        )
    facts = {study: _facts(study, place) for study, place in folders.items()}
    return ParquetFolder(NAME, folders, facts)


def _facts(study: str, folder: Path) -> Facts:
    """What the description beside a study's folder says, once its files are what it says."""
    path = folder.with_name(f"{study}.json")
    try:
        described = read_sealed_json(path)
    except (OSError, ValueError) as error:
        raise ResultError(f"{path} can't be read: {error}", _MEND) from error
    for table, written in described.get("tables", {}).items():
        file = folder / f"{table}.parquet"
        if not file.is_file() or digest_file(file) != written["sha256"]:
            raise ResultError(f"{file} is missing, or not what was written", _MEND)
    return facts_of(described, study)


def _studies(folder: Path) -> dict[str, Path]:
    return {path.parent.name: path.parent for path in sorted(folder.glob("*/estimates.parquet"))}
