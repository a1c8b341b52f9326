"""The metadata of a database, in a file beside it: how it was made, its size and its digest."""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ns2studies.basics import paths
from ns2studies.basics.checksums import checksummed_json, read_checksummed_json
from ns2studies.basics.digests import digest_file
from ns2studies.basics.errors import ResultError
from ns2studies.basics.sql import connect
from ns2studies.config.scenarios import Scale
from ns2studies.config.study_files import available
from nstrace.files import synced_folder, write_text_whole

if TYPE_CHECKING:
    import duckdb


_BYTES: Final = "database_bytes"
_SHA256: Final = "database_sha256"

REMEDY: Final = "./reproduce check --repair makes it again."


def description_path(database: Path) -> Path:
    """Return the file with the metadata of a database."""
    results = database.with_name("provenance.json")
    return results if database.name == "results.duckdb" else database.with_suffix(".json")


def forget_description(database: Path) -> None:
    """Remove the metadata of a database that is being replaced.

    Otherwise a new database of the same size would match the old metadata until its contents are
    read.
    """
    description = description_path(database)
    if description.exists():
        description.unlink()
        synced_folder(description.parent)


def describe(target: Path, database: Path, facts: Mapping[str, Any]) -> None:
    """Write the metadata of a database, including its size and digest."""
    own = {_BYTES: database.stat().st_size, _SHA256: digest_file(database)}
    write_text_whole(target, checksummed_json(dict(sorted((own | dict(facts)).items()))))


def digest_said(described: Mapping[str, Any]) -> str:
    """Return the digest of a database from its metadata."""
    return str(described.get(_SHA256, ""))


def described_as(database: Path) -> str:
    """Return the input digest of a database; empty if it is unknown.

    It counts as unknown if the size of the database has changed.
    """
    with suppress(ResultError):
        return str(require_size(database).get("made_of", ""))
    return ""


def read_description(path: Path) -> dict[str, Any]:
    """Read the metadata of a database.

    Raises:
        ResultError: if it is missing or damaged.
    """
    try:
        return read_checksummed_json(path)
    except FileNotFoundError as error:
        raise ResultError(f"{path}: no such file", REMEDY) from error
    except (OSError, ValueError) as error:
        raise ResultError(f"{path} is damaged: {error}", REMEDY) from error


def require_size(database: Path, description: Path | None = None) -> dict[str, Any]:
    """Check the size of a database, and return its metadata.

    Raises:
        ResultError: if one of them is missing or damaged.
    """
    if not database.is_file():
        raise ResultError(f"{database}: no such file", REMEDY)
    described = read_description(description or description_path(database))
    if database.stat().st_size != described.get(_BYTES):
        raise ResultError(f"{database} is damaged: its size has changed since it was made", REMEDY)
    return described


def require_whole(database: Path, description: Path | None = None) -> dict[str, Any]:
    """Check the digest of a database, and return its metadata.

    Raises:
        ResultError: if one of them is missing or damaged.
    """
    described = require_size(database, description)
    if digest_file(database) != digest_said(described):
        raise ResultError(
            f"{database} is damaged: its contents have changed since it was made", REMEDY
        )
    return described


def whole_copies(databases: Iterable[Path], folder: Path) -> list[Path]:
    """Copy the databases that match their metadata.

    Args:
        databases: other processes may replace some of them meanwhile.
        folder: folder for the copies; it must not exist.
    """
    folder.mkdir()
    copies = []
    for database in databases:
        copy = folder / database.name
        with suppress(ResultError, FileNotFoundError):
            shutil.copyfile(description_path(database), description_path(copy))
            shutil.copyfile(database, copy)
            require_whole(copy)
            copies.append(copy)
    return copies


@contextmanager
def opened(database: Path, threads: int | None = None) -> Iterator["duckdb.DuckDBPyConnection"]:
    """Connect to a database after a check of its size; DuckDB checks each block that it reads.

    Args:
        threads: see :func:`ns2studies.basics.sql.connect`.

    Raises:
        ResultError: if it is missing or damaged.
    """
    require_size(database)
    # Plans read metadata, but don't need DuckDB.
    import duckdb

    try:
        with connect(database, read_only=True, threads=threads) as connection:
            yield connection
    except duckdb.Error as error:
        raise ResultError(f"{database}: {str(error).splitlines()[0]}", REMEDY) from error


def existing_scales(results: Path) -> dict[str, Scale]:
    """Return the scale of each study that has a database, by name.

    A database that does not match its size or study, or has no intact metadata, is left out, since
    it will be made again.
    """
    found: dict[str, Scale] = {}
    for study in available():
        with suppress(ResultError):
            found[study] = own_description(results, study)["studies"][0]["scale"]
    return found


def own_description(results: Path, study: str) -> dict[str, Any]:
    """Read the metadata of a study's database.

    Raises:
        ResultError: if the database or its metadata are missing, damaged, or another study's.
    """
    database = paths.study_database(results, study)
    described = require_size(database)
    if [it["study"] for it in described["studies"]] != [study]:
        raise ResultError(f"{database} is damaged: it belongs to another study", REMEDY)
    return described


def made_of(results: Path, study: str) -> str:
    """Return the input digest of a study's database; empty if it is unknown."""
    try:
        return str(own_description(results, study)["made_of"])
    except ResultError:
        return ""
